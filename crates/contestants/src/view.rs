//! How contestants see the objects of a subject: as they are, or as objects of another type.

use std::hint::black_box;

use apograph_lab::{Contestant, ContestantId, Way};

/// Makes contestants over a subject's objects from ways that work on objects of type `T`.
pub(crate) trait View<T> {
    /// The type of the subject's objects.
    type Object: 'static;

    fn contestant(&self, id: ContestantId, way: impl Way<T>) -> Contestant<Self::Object>;
}

/// The subject's objects themselves.
#[derive(Clone, Copy)]
pub(crate) struct Direct;

impl<T: 'static> View<T> for Direct {
    type Object = T;

    fn contestant(&self, id: ContestantId, way: impl Way<T>) -> Contestant<T> {
        Contestant::new(id, way)
    }
}

/// The subject's objects as objects of another type. They are turned into it before a measurement,
/// and back for the proof; neither is ever timed.
pub(crate) struct Projection<O, T> {
    /// Shows an object as the other type.
    pub(crate) project: fn(&O) -> Result<T, String>,
    /// Turns one of the other type into an object that can be compared.
    pub(crate) restore: fn(&T) -> Result<O, String>,
}

impl<O, T> Clone for Projection<O, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O, T> Copy for Projection<O, T> {}

impl<O: 'static, T: 'static> View<T> for Projection<O, T> {
    type Object = O;

    fn contestant(&self, id: ContestantId, way: impl Way<T>) -> Contestant<O> {
        Contestant::new(id, Projected { way, projection: *self })
    }
}

struct Projected<W, O, T> {
    way: W,
    projection: Projection<O, T>,
}

impl<W: Way<T>, O: 'static, T: 'static> Way<O> for Projected<W, O, T> {
    type State = (Vec<T>, W::State);
    type Outcome<'a> = W::Outcome<'a>;

    fn prepare(&self, objects: &[O]) -> Result<Self::State, String> {
        let projected =
            objects.iter().map(self.projection.project).collect::<Result<Vec<_>, _>>()?;
        let state = self.way.prepare(&projected)?;
        Ok((projected, state))
    }

    #[inline]
    fn operate<'a>(
        &self,
        (projected, state): &'a mut Self::State,
        _: &'a O,
        index: usize,
    ) -> W::Outcome<'a> {
        self.way.operate(state, black_box(&projected[index]), index)
    }

    fn recover(&self, outcome: W::Outcome<'_>, compare: &mut dyn FnMut(&O)) -> Result<(), String> {
        let mut failure = None;
        self.way.recover(outcome, &mut |object| match (self.projection.restore)(object) {
            Ok(object) => compare(&object),
            Err(error) => failure = Some(error),
        })?;
        failure.map_or(Ok(()), Err)
    }

    fn output_len(&self, outcome: &W::Outcome<'_>) -> Option<u64> {
        self.way.output_len(outcome)
    }

    fn input_len(&self, (_, state): &Self::State, index: usize) -> Option<u64> {
        self.way.input_len(state, index)
    }
}
