//! Which objects of a graph were met before.

use std::collections::HashMap;
use std::rc::Rc;

/// Numbers the shared objects of a graph in the order in which they are first met: what a walk
/// over a graph needs to tell an object from another place where the same object stands.
///
/// It goes by address, so the objects have to stay alive for as long as it is used.
///
/// ```
/// use std::rc::Rc;
/// use apograph_workloads::device_graph::{Identities, Sighting};
///
/// let (site, twin) = (Rc::new(1), Rc::new(1));
/// let mut met = Identities::default();
/// assert_eq!(met.meet(&site), Sighting::First(0));
/// assert_eq!(met.meet(&twin), Sighting::First(1));
/// assert_eq!(met.meet(&Rc::clone(&site)), Sighting::Again(0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Identities {
    numbers: HashMap<*const (), usize>,
}

/// Whether an object was met before, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// It is new, and has this number from now on.
    First(usize),
    /// It was met before, and got this number then.
    Again(usize),
}

impl Identities {
    /// Meets an object.
    pub fn meet<T>(&mut self, object: &Rc<T>) -> Sighting {
        let next = self.numbers.len();
        match *self.numbers.entry(address(object)).or_insert(next) {
            number if number == next => Sighting::First(number),
            number => Sighting::Again(number),
        }
    }

    /// The number of an object that was met before.
    pub fn number<T>(&self, object: &Rc<T>) -> Option<usize> {
        self.numbers.get(&address(object)).copied()
    }
}

/// An `Rc` never stands at the address of another live one, since its counters take room.
fn address<T>(object: &Rc<T>) -> *const () {
    Rc::as_ptr(object).cast()
}
