//! apograph's own copies.

use apograph::{Copier, DeepCopy};
use apograph_lab::{Contestant, ContestantId, Operation, Way, WireKind};

use crate::words::Words;

const COPY: Words = Words {
    keeps: "everything: sharing by Rc and Arc, cycles, references by Weak, any depth",
    loses: "nothing",
    asks: "its derive on every type",
    wire: WireKind::None,
    evolves: false,
    independent: true,
    dependency: Some("apograph"),
    setting: None,
    keeps_buffers: false,
};

const COPY_INTO: Words = Words {
    asks: "its derive on every type, and a target that the caller keeps; what the target owns is \
           used again",
    ..COPY
};

const ALTERNATING: Words = Words {
    asks: "as copy/apograph/into; each copy brings other values in the same structure into the target",
    ..COPY_INTO
};

/// `copy/apograph` and `copy/apograph/into`, for any type that can be copied deeply.
///
/// ```
/// use apograph_lab::{Experiment, Subject};
///
/// let subject = Subject::new("words", || vec!["copy".to_owned(), "paste".to_owned()])
///     .contestants(apograph_contestants::deep_copies());
/// assert!(subject.entries().iter().any(|entry| entry.id.to_string() == "copy/apograph/into"));
/// ```
pub fn deep_copies<T: DeepCopy + 'static>() -> Vec<Contestant<T>> {
    vec![
        COPY.spoken_of(Contestant::copy("apograph", apograph::copy)),
        COPY_INTO.spoken_of(Contestant::copy_into("apograph", apograph::copy, apograph::copy_into)),
    ]
}

/// `copy/apograph/alternating`: into a target that holds other values each time.
pub(crate) fn alternating<T>(later: fn(&T) -> T) -> Contestant<T>
where
    T: DeepCopy + Clone + PartialEq + 'static,
{
    let id = ContestantId::from_words(Operation::Copy, "apograph", Some("alternating"));
    ALTERNATING.spoken_of(Contestant::new(id, Alternating { later }))
}

/// `copy/apograph/kept`, for graphs: the copier keeps its tables.
///
/// ```
/// use std::rc::Rc;
///
/// let contestant = apograph_contestants::kept_copier::<Vec<Rc<String>>>();
/// assert_eq!(contestant.id().to_string(), "copy/apograph/kept");
/// ```
pub fn kept_copier<T: DeepCopy + 'static>() -> Contestant<T> {
    let id = ContestantId::from_words(Operation::Copy, "apograph", Some("kept"));
    COPY.kept().spoken_of(Contestant::new(id, KeptCopier))
}

/// Copies an object and the same object at a later time by turns over one target.
struct Alternating<T> {
    later: fn(&T) -> T,
}

/// What an alternating contestant keeps.
struct Turns<T> {
    target: T,
    /// Of each object what it was made of, and what it is later.
    objects: Vec<(T, T)>,
    is_later: bool,
}

/// The target, and which object it should be equal to now.
struct Turn<'a, T> {
    target: &'a T,
    /// The later object and the one that stands for it in the comparison.
    later: Option<&'a (T, T)>,
}

impl<T: DeepCopy + Clone + PartialEq + 'static> Way<T> for Alternating<T> {
    type State = Turns<T>;
    type Outcome<'a> = Turn<'a, T>;

    fn prepare(&self, objects: &[T]) -> Result<Turns<T>, String> {
        let target = objects.first().map(apograph::copy).ok_or("the corpus is empty")?;
        let objects = objects.iter().map(|object| (object.clone(), (self.later)(object))).collect();
        Ok(Turns { target, objects, is_later: false })
    }

    #[inline]
    fn operate<'a>(&self, turns: &'a mut Turns<T>, object: &'a T, index: usize) -> Turn<'a, T> {
        let Turns { target, objects, is_later } = turns;
        *is_later = !*is_later;
        if *is_later {
            let pair = &objects[index];
            apograph::copy_into(&pair.1, target);
            Turn { target, later: Some(pair) }
        } else {
            apograph::copy_into(object, target);
            Turn { target, later: None }
        }
    }

    fn recover(&self, turn: Turn<'_, T>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        match turn.later {
            None => compare(turn.target),
            Some((object, later)) if later == turn.target => compare(object),
            Some(_) => return Err("the later object came back changed".to_owned()),
        }
        Ok(())
    }
}

/// Copies with a copier that is kept.
struct KeptCopier;

impl<T: DeepCopy + 'static> Way<T> for KeptCopier {
    type State = Copier;
    type Outcome<'a> = T;

    fn prepare(&self, _: &[T]) -> Result<Copier, String> {
        Ok(Copier::new())
    }

    #[inline]
    fn operate(&self, copier: &mut Copier, object: &T, _: usize) -> T {
        copier.copy(object)
    }

    fn recover(&self, outcome: T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome);
        Ok(())
    }
}
