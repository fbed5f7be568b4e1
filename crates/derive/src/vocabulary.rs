//! Every word that an attribute can say. All derives look here, so that each passes over the words of the
//! others and a typo is an error whichever of them sees it.

use syn::{Error, Path};

/// What an attribute stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Type,
    Variant,
    Field,
}

/// Whose word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Serde's: `Encode` and `Decode` read it, under `#[serde(…)]` and under `#[apograph(…)]`.
    Serde,
    /// Serde's, and under `#[apograph(…)]` for `DeepCopy` too.
    Shared,
    /// Of `Encode` and `Decode`.
    Formats,
    /// Of `DeepCopy`.
    Copies,
}

use Holder::{Field, Type, Variant};

const WORDS: [(&str, &[Holder], Origin); 41] = [
    ("alias", &[Variant, Field], Origin::Serde),
    ("borrow", &[Variant, Field], Origin::Serde),
    ("bound", &[Type], Origin::Shared),
    ("bound", &[Variant, Field], Origin::Serde),
    ("content", &[Type], Origin::Serde),
    ("crate", &[Type], Origin::Shared),
    ("default", &[Type, Field], Origin::Serde),
    ("deny_unknown_fields", &[Type], Origin::Serde),
    ("deserialize_with", &[Variant, Field], Origin::Serde),
    ("expecting", &[Type], Origin::Serde),
    ("field_identifier", &[Type], Origin::Serde),
    ("flatten", &[Field], Origin::Serde),
    ("from", &[Type], Origin::Serde),
    ("getter", &[Field], Origin::Serde),
    ("into", &[Type], Origin::Serde),
    ("other", &[Variant], Origin::Serde),
    ("remote", &[Type], Origin::Serde),
    ("rename", &[Type, Variant, Field], Origin::Serde),
    ("rename_all", &[Type, Variant], Origin::Serde),
    ("rename_all_fields", &[Type], Origin::Serde),
    ("serialize_with", &[Variant, Field], Origin::Serde),
    ("skip", &[Variant, Field], Origin::Serde),
    ("skip_deserializing", &[Variant, Field], Origin::Serde),
    ("skip_serializing", &[Variant, Field], Origin::Serde),
    ("skip_serializing_if", &[Field], Origin::Serde),
    ("tag", &[Type], Origin::Serde),
    ("transparent", &[Type], Origin::Serde),
    ("try_from", &[Type], Origin::Serde),
    ("untagged", &[Type, Variant], Origin::Serde),
    ("variant_identifier", &[Type], Origin::Serde),
    ("with", &[Variant, Field], Origin::Serde),
    ("boxed", &[Field], Origin::Formats),
    ("class", &[Type], Origin::Formats),
    ("final_class", &[Type], Origin::Formats),
    ("known_class", &[Field], Origin::Formats),
    ("name", &[Field], Origin::Formats),
    ("no_generics", &[Field], Origin::Formats),
    ("not_null", &[Field], Origin::Formats),
    ("object", &[Field], Origin::Formats),
    ("copy", &[Type, Field], Origin::Copies),
    ("hookable", &[Type], Origin::Copies),
];

impl Origin {
    pub(crate) fn is_of_serde(self) -> bool {
        matches!(self, Self::Serde | Self::Shared)
    }

    pub(crate) fn is_for_formats(self) -> bool {
        self != Self::Copies
    }

    pub(crate) fn is_for_copies(self) -> bool {
        matches!(self, Self::Shared | Self::Copies)
    }
}

impl Holder {
    fn singular(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Variant => "variant",
            Self::Field => "field",
        }
    }
}

/// Whose word stands there, under `#[apograph(…)]` if `own`, else under `#[serde(…)]`.
pub(crate) fn origin(path: &Path, holder: Holder, own: bool) -> syn::Result<Origin> {
    let name = name_of(path);
    let readable = || WORDS.iter().filter(|&&(.., origin)| own || origin.is_of_serde());
    let known: Vec<_> = readable().filter(|&&(word, ..)| word == name).collect();
    if let Some(&&(.., origin)) = known.iter().find(|(_, holders, _)| holders.contains(&holder)) {
        return Ok(origin);
    }
    let holders: Vec<_> =
        known.iter().flat_map(|(_, holders, _)| *holders).map(|h| h.singular()).collect();
    let message = if !holders.is_empty() {
        let there = holders.join("s and ");
        format!("this is an attribute of {there}s, not of {}s", holder.singular())
    } else {
        let near = readable()
            .filter(|(_, holders, _)| holders.contains(&holder))
            .map(|&(word, ..)| (distance(word, &name), word))
            .min()
            .filter(|&(distance, word)| distance <= word.len().min(9) / 3);
        let near = near.map_or_else(String::new, |(_, word)| format!("; did you mean `{word}`?"));
        if own {
            format!("unknown attribute `{name}` of a {}{near}", holder.singular())
        } else {
            format!("serde attribute `{name}` is not known to apograph{near}")
        }
    };
    Err(Error::new_spanned(path, message))
}

pub(crate) fn name_of(path: &Path) -> String {
    let segments = path.segments.iter().map(|segment| segment.ident.to_string());
    segments.collect::<Vec<_>>().join("::")
}

/// How many characters to insert, delete or replace.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Holder, Origin)> {
    WORDS.iter().flat_map(|&(word, holders, origin)| {
        holders.iter().map(move |&holder| (word, holder, origin))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_where_it_can_stand() {
        // (word, on, under apograph, whose it is or what is wrong)
        let cases = [
            ("rename", Type, false, Ok(Origin::Serde)),
            ("rename", Field, true, Ok(Origin::Serde)),
            ("bound", Type, true, Ok(Origin::Shared)),
            ("bound", Field, true, Ok(Origin::Serde)),
            ("tag", Type, true, Ok(Origin::Serde)),
            ("tag", Field, true, Err("this is an attribute of types, not of fields")),
            ("tag", Field, false, Err("this is an attribute of types, not of fields")),
            ("boxed", Field, true, Ok(Origin::Formats)),
            // Words that no format has a use for are not read for nothing.
            ("since", Field, true, Err("unknown attribute `since` of a field")),
            ("format", Field, true, Err("unknown attribute `format` of a field")),
            ("copy", Field, true, Ok(Origin::Copies)),
            (
                "copy",
                Variant,
                true,
                Err("this is an attribute of types and fields, not of variants"),
            ),
            ("copy", Field, false, Err("serde attribute `copy` is not known to apograph")),
            ("class", Field, true, Err("this is an attribute of types, not of fields")),
            (
                "boxd",
                Field,
                true,
                Err("unknown attribute `boxd` of a field; did you mean `boxed`?"),
            ),
            ("clone", Type, true, Err("unknown attribute `clone` of a type")),
            (
                "skip_serialising_if",
                Field,
                false,
                Err(
                    "serde attribute `skip_serialising_if` is not known to apograph; did you mean \
                     `skip_serializing_if`?",
                ),
            ),
        ];
        for (word, holder, own, expected) in cases {
            let path: Path = syn::parse_str(word).expect("a path");
            let found = origin(&path, holder, own).map_err(|error| error.to_string());
            assert_eq!(found, expected.map_err(str::to_owned), "{word} on {holder:?}");
        }
    }

    #[test]
    fn distances_count_single_edits() {
        for (from, to, edits) in
            [("", "", 0), ("a", "", 1), ("boxed", "boxd", 1), ("tag", "gat", 2)]
        {
            assert_eq!(distance(from, to), edits, "{from} {to}");
        }
    }
}
