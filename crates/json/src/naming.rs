//! How names are made of those that are declared.

use std::borrow::Cow;

/// How the names of fields are made of the ones that a type declares.
///
/// The words of a declared name end at underscores and before upper-case letters. What
/// `#[serde(rename = "…")]` gave is a declared name too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Naming {
    /// As declared.
    #[default]
    AsDeclared,
    /// `serialNumber`.
    CamelCase,
    /// `SerialNumber`.
    PascalCase,
    /// `serial_number`.
    SnakeCase,
    /// `SERIAL_NUMBER`.
    ScreamingSnakeCase,
    /// `serial-number`.
    KebabCase,
    /// `serialnumber`.
    LowerCase,
}

impl Naming {
    /// A name.
    #[must_use]
    pub fn apply(self, name: &str) -> Cow<'_, str> {
        if self == Self::AsDeclared {
            return Cow::Borrowed(name);
        }
        let mut result = String::with_capacity(name.len() + 4);
        let mut at_start = true;
        let mut previous_is_lower = false;
        for character in name.chars() {
            if character == '_' || character == '-' {
                at_start = true;
                continue;
            }
            let starts =
                (at_start || character.is_uppercase() && previous_is_lower) && !result.is_empty();
            let is_first = result.is_empty();
            previous_is_lower = !character.is_uppercase();
            match self {
                Self::SnakeCase | Self::ScreamingSnakeCase if starts => result.push('_'),
                Self::KebabCase if starts => result.push('-'),
                _ => {}
            }
            let upper = match self {
                Self::CamelCase => starts,
                Self::PascalCase => starts || is_first,
                Self::ScreamingSnakeCase => true,
                _ => false,
            };
            let keeps = matches!(self, Self::CamelCase | Self::PascalCase) && !starts && !is_first;
            if upper {
                result.extend(character.to_uppercase());
            } else if keeps {
                result.push(character);
            } else {
                result.extend(character.to_lowercase());
            }
            at_start = false;
        }
        Cow::Owned(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_rule() {
        use Naming::*;
        let table = [
            (AsDeclared, "serial_number", "serial_number"),
            (CamelCase, "serial_number", "serialNumber"),
            (CamelCase, "SerialNumber", "serialNumber"),
            (CamelCase, "id", "id"),
            (CamelCase, "url_2_go", "url2Go"),
            (PascalCase, "serial_number", "SerialNumber"),
            (SnakeCase, "serialNumber", "serial_number"),
            (SnakeCase, "serial_number", "serial_number"),
            (ScreamingSnakeCase, "serialNumber", "SERIAL_NUMBER"),
            (KebabCase, "serial_number", "serial-number"),
            (LowerCase, "serial_number", "serialnumber"),
            (CamelCase, "straße_ost", "straßeOst"),
        ];
        for (naming, declared, expected) in table {
            assert_eq!(naming.apply(declared), expected, "{naming:?} of {declared}");
        }
    }
}
