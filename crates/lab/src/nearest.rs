//! The nearest valid word to a misspelt one.

/// The candidate most like `word`, whatever the distance; none without candidates.
///
/// ```
/// use apograph_lab::nearest;
///
/// assert_eq!(nearest("oder", ["device-state", "order"]), Some("order"));
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |candidate: &str| {
        strsim::normalized_damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase())
    };
    candidates
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
        // The first of equally good ones: `max_by` would take the last.
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_the_one_with_the_fewest_changes() {
        let words = ["time", "time_one", "allocations", "allocated_bytes", "wire_bytes"];
        let cases =
            [("tme", "time"), ("TIME", "time"), ("alloc", "allocations"), ("bytes", "wire_bytes")];
        for (word, expected) in cases {
            assert_eq!(nearest(word, words), Some(expected), "{word}");
        }
        assert_eq!(nearest("time", []), None);
    }
}
