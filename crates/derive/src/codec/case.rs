//! How names are made of those that are declared, by serde's rules.

/// The value of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

pub(crate) const RULES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    pub(crate) fn parse(rule: &str) -> Option<Self> {
        RULES.iter().find(|(name, _)| *name == rule).map(|&(_, case)| case)
    }

    /// The name of a field, which is declared as `snake_case`.
    pub(crate) fn of_field(self, field: &str) -> String {
        match self {
            Self::Lower | Self::Snake => field.to_owned(),
            Self::Upper | Self::ScreamingSnake => field.to_ascii_uppercase(),
            Self::Pascal => {
                let mut name = String::new();
                let mut capital = true;
                for character in field.chars() {
                    if character == '_' {
                        capital = true;
                    } else if capital {
                        name.push(character.to_ascii_uppercase());
                        capital = false;
                    } else {
                        name.push(character);
                    }
                }
                name
            }
            Self::Camel => lower_first(&Self::Pascal.of_field(field)),
            Self::Kebab => field.replace('_', "-"),
            Self::ScreamingKebab => field.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a variant, which is declared as `PascalCase`.
    pub(crate) fn of_variant(self, variant: &str) -> String {
        match self {
            Self::Pascal => variant.to_owned(),
            Self::Lower => variant.to_ascii_lowercase(),
            Self::Upper => variant.to_ascii_uppercase(),
            Self::Camel => lower_first(variant),
            Self::Snake => {
                let mut name = String::new();
                for (index, character) in variant.char_indices() {
                    if index > 0 && character.is_uppercase() {
                        name.push('_');
                    }
                    name.push(character.to_ascii_lowercase());
                }
                name
            }
            Self::ScreamingSnake => Self::Snake.of_variant(variant).to_ascii_uppercase(),
            Self::Kebab => Self::Snake.of_variant(variant).replace('_', "-"),
            Self::ScreamingKebab => Self::ScreamingSnake.of_variant(variant).replace('_', "-"),
        }
    }
}

fn lower_first(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_variants_follow_each_rule() {
        // (declared variant, declared field, names by rule in the order of RULES)
        let variants = [
            (
                "Outcome",
                [
                    "outcome", "OUTCOME", "Outcome", "outcome", "outcome", "OUTCOME", "outcome",
                    "OUTCOME",
                ],
            ),
            (
                "VeryTasty",
                [
                    "verytasty",
                    "VERYTASTY",
                    "VeryTasty",
                    "veryTasty",
                    "very_tasty",
                    "VERY_TASTY",
                    "very-tasty",
                    "VERY-TASTY",
                ],
            ),
            ("A", ["a", "A", "A", "a", "a", "A", "a", "A"]),
        ];
        for (declared, names) in variants {
            for ((rule, case), name) in RULES.iter().zip(names) {
                assert_eq!(case.of_variant(declared), name, "{rule} of {declared}");
            }
        }
        let fields = [
            (
                "very_tasty",
                [
                    "very_tasty",
                    "VERY_TASTY",
                    "VeryTasty",
                    "veryTasty",
                    "very_tasty",
                    "VERY_TASTY",
                    "very-tasty",
                    "VERY-TASTY",
                ],
            ),
            ("z42", ["z42", "Z42", "Z42", "z42", "z42", "Z42", "z42", "Z42"]),
        ];
        for (declared, names) in fields {
            for ((rule, case), name) in RULES.iter().zip(names) {
                assert_eq!(case.of_field(declared), name, "{rule} of {declared}");
            }
        }
    }
}
