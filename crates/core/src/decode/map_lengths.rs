//! How many entries a map will have.

/// How many entries the last maps of a document had, by the key that each began with: objects of a list begin
/// alike and have as many.
///
/// ```
/// use apograph_core::decode::MapLengths;
///
/// let mut lengths = MapLengths::default();
/// let place = MapLengths::place("id");
/// assert_eq!(lengths.expected(place), 0);
/// lengths.learn(place, 13);
/// assert_eq!(lengths.expected(place), 13);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MapLengths([u8; Self::PLACES]);

impl MapLengths {
    const PLACES: usize = 16;

    /// No more than this is expected: room is made before the entries are there.
    const MOST: u8 = 64;

    /// Where the length stands of maps that begin with a key. Different keys may have the same place.
    #[inline]
    #[must_use]
    pub fn place(key: &str) -> usize {
        let bytes = key.as_bytes();
        let (first, last) = (bytes.first().unwrap_or(&0), bytes.last().unwrap_or(&0));
        let mixed = bytes.len() + 3 * usize::from(*first) + 7 * usize::from(*last);
        mixed % Self::PLACES
    }

    /// How many entries are to be expected, or 0.
    #[inline]
    #[must_use]
    pub fn expected(&self, place: usize) -> usize {
        self.0.get(place).map_or(0, |length| usize::from(*length))
    }

    /// Learns how many there were.
    #[inline]
    pub fn learn(&mut self, place: usize, length: usize) {
        if let Some(known) = self.0.get_mut(place) {
            *known = length.min(usize::from(Self::MOST)) as u8;
        }
    }

    /// Whether so much more room was made than was used that it is to be given back: else a document of
    /// short maps could take as much memory as one of long maps.
    #[inline]
    #[must_use]
    pub fn is_wasteful(length: usize, capacity: usize) -> bool {
        capacity > 2 * length + 4
    }
}
