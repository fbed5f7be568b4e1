//! What the standard library offers to copy or share an object.

use std::sync::Arc;

use apograph_lab::{Contestant, ContestantId, Operation, Way, WireKind};

use crate::view::View;
use crate::words::Words;

const CLONE: Words = Words {
    keeps: "everything a type's Clone keeps; Rc and Arc fields still point at the original's objects",
    loses: "nothing of values without Rc, Arc or other handles",
    asks: "Clone, which the standard library derives",
    wire: WireKind::None,
    evolves: false,
    independent: true,
    dependency: None,
    setting: None,
    keeps_buffers: false,
};

const CLONE_INTO: Words = Words {
    loses: "nothing of values without handles; derived Clone has no clone_from of its own, so it \
            clones anew and drops the target",
    asks: "Clone, and a target that the caller keeps",
    ..CLONE
};

const SHARE: Words = Words {
    keeps: "the object itself: nothing is copied",
    loses: "independence: all handles see one object, which cannot be changed while it is shared",
    asks: "objects that stay unchanged, held in Arc",
    independent: false,
    ..CLONE
};

const MAKE_MUT: Words = Words {
    keeps: "everything a type's Clone keeps",
    loses: "nothing of values without handles; the first write pays for a whole clone",
    asks: "Clone, and objects held in Arc",
    ..CLONE
};

/// `copy/NAME`, with the words of `Clone`.
pub(crate) fn clone<T: Clone + 'static, V: View<T>>(
    view: &V,
    name: &str,
    dependency: Option<&'static str>,
) -> Contestant<V::Object> {
    let words = Words { dependency, ..CLONE };
    let id = ContestantId::from_words(Operation::Copy, name, None);
    words.spoken_of(view.contestant(id, Cloning))
}

/// `copy/clone/into`, `copy/arc` and `copy/arc/make_mut`.
pub(crate) fn variations<T: Clone + Send + Sync + 'static, V: View<T>>(
    view: &V,
) -> [Contestant<V::Object>; 3] {
    let id = |name, variant| ContestantId::from_words(Operation::Copy, name, variant);
    [
        CLONE_INTO.spoken_of(view.contestant(id("clone", Some("into")), CloningInto)),
        SHARE.spoken_of(view.contestant(id("arc", None), Sharing)),
        MAKE_MUT.spoken_of(view.contestant(id("arc", Some("make_mut")), MakingMut)),
    ]
}

struct Cloning;

impl<T: Clone + 'static> Way<T> for Cloning {
    type State = ();
    type Outcome<'a> = T;

    fn prepare(&self, _: &[T]) -> Result<(), String> {
        Ok(())
    }

    #[inline]
    fn operate(&self, (): &mut (), object: &T, _: usize) -> T {
        object.clone()
    }

    fn recover(&self, outcome: T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome);
        Ok(())
    }
}

struct CloningInto;

impl<T: Clone + 'static> Way<T> for CloningInto {
    type State = T;
    type Outcome<'a> = &'a T;

    fn prepare(&self, objects: &[T]) -> Result<T, String> {
        objects.first().cloned().ok_or_else(|| "the corpus is empty".to_owned())
    }

    #[inline]
    fn operate<'a>(&self, target: &'a mut T, object: &'a T, _: usize) -> &'a T {
        target.clone_from(object);
        target
    }

    fn recover(&self, outcome: &T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(outcome);
        Ok(())
    }
}

struct Sharing;

impl<T: Clone + Send + Sync + 'static> Way<T> for Sharing {
    type State = Vec<Arc<T>>;
    type Outcome<'a> = Arc<T>;

    fn prepare(&self, objects: &[T]) -> Result<Vec<Arc<T>>, String> {
        Ok(objects.iter().cloned().map(Arc::new).collect())
    }

    #[inline]
    fn operate(&self, handles: &mut Vec<Arc<T>>, _: &T, index: usize) -> Arc<T> {
        Arc::clone(&handles[index])
    }

    fn recover(&self, outcome: Arc<T>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome);
        Ok(())
    }
}

struct MakingMut;

impl<T: Clone + Send + Sync + 'static> Way<T> for MakingMut {
    type State = Vec<Arc<T>>;
    type Outcome<'a> = Arc<T>;

    fn prepare(&self, objects: &[T]) -> Result<Vec<Arc<T>>, String> {
        Ok(objects.iter().cloned().map(Arc::new).collect())
    }

    #[inline]
    fn operate(&self, handles: &mut Vec<Arc<T>>, _: &T, index: usize) -> Arc<T> {
        let mut handle = Arc::clone(&handles[index]);
        Arc::make_mut(&mut handle);
        handle
    }

    fn recover(&self, outcome: Arc<T>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome);
        Ok(())
    }
}
