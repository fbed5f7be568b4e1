//! Names of functions, as the demangler and the symbolizer write them, taken apart.

use std::borrow::Cow;

/// Where a function is and what it is called, without generic arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionName {
    /// Crate, modules and type: `serde_json::read::SliceRead`. Empty for functions of C.
    pub(crate) path: String,
    /// `parse_str`; `{closure}` for closures.
    pub(crate) function: String,
}

impl FunctionName {
    /// Takes a name apart. A method of a trait belongs to the type that implements it, or to the
    /// trait where that type has no path of its own.
    pub(crate) fn parse(name: &str) -> Self {
        let name = without_generics(name);
        let (head, function) = match rfind_outside(&name, "::") {
            Some(at) => (&name[..at], &name[at + 2..]),
            None => ("", &*name),
        };
        let function = if function.starts_with("{closure") || function.starts_with("{{closure") {
            "{closure}"
        } else {
            function
        };
        Self { path: owner(head).to_owned(), function: function.to_owned() }
    }
}

/// The path of `head`, the part of a name before the function.
fn owner(head: &str) -> &str {
    if let Some(rest) = head.strip_prefix('<') {
        // What may come after the bracket is a type or function within the implementation.
        let inner =
            &rest[..outside(rest).find(|&at| rest[at..].starts_with('>')).unwrap_or(rest.len())];
        let (implementor, of_trait) = match find_outside(inner, " as ") {
            Some(at) => (&inner[..at], &inner[at + 4..]),
            None => (inner, ""),
        };
        let implementor = innermost_type(implementor);
        return if implementor.contains("::") { owner(implementor) } else { of_trait };
    }
    // `alloc::slice::<impl alloc::borrow::ToOwned for [T]>`, or a type within such a one.
    match head.find("::<impl") {
        Some(at) => &head[..at],
        None => head,
    }
}

/// `&mut [a::B]` is about `a::B`.
fn innermost_type(name: &str) -> &str {
    let mut name = name;
    loop {
        let before = name;
        for prefix in ["&", "*", "[", "(", "mut ", "const ", "dyn "] {
            name = name.strip_prefix(prefix).unwrap_or(name);
        }
        if name == before {
            let end = name.find([']', ')', ';', ',', '+']).unwrap_or(name.len());
            return name[..end].trim_end();
        }
    }
}

/// A name without its generic arguments: `<a::B<T> as c::D<U>>::e::<V>` becomes
/// `<a::B as c::D>::e`. Angle brackets around the type of an implementation stay.
pub(crate) fn without_generics(name: &str) -> Cow<'_, str> {
    if !name.contains('<') {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len());
    // For each open angle bracket, whether what is in it stays.
    let mut open: Vec<bool> = Vec::new();
    let mut previous = ' ';
    for (at, character) in name.char_indices() {
        let shown = open.last().copied().unwrap_or(true);
        match character {
            '<' => {
                let stays = shown
                    && (starts_type(previous)
                        || (previous == ':' && name[at..].starts_with("<impl ")));
                open.push(stays);
                if stays {
                    out.push('<');
                } else if shown && out.ends_with("::") {
                    out.truncate(out.len() - 2);
                }
            }
            // The arrow of a function's type closes nothing.
            '>' if previous != '-' && previous != '=' => {
                let stayed = open.pop().unwrap_or(true);
                out.push_str(if stayed { ">" } else { "" });
            }
            _ if shown => out.push(character),
            _ => {}
        }
        previous = character;
    }
    Cow::Owned(out)
}

/// Whether an angle bracket after this begins a type and not generic arguments.
fn starts_type(previous: char) -> bool {
    matches!(previous, ' ' | '<' | '&' | '*' | '(' | '[')
}

fn find_outside(text: &str, wanted: &str) -> Option<usize> {
    outside(text).find(|&at| text[at..].starts_with(wanted))
}

fn rfind_outside(text: &str, wanted: &str) -> Option<usize> {
    outside(text).filter(|&at| text[at..].starts_with(wanted)).last()
}

/// The places in a text that are outside of all brackets.
fn outside(text: &str) -> impl Iterator<Item = usize> {
    let mut depth = 0_usize;
    text.char_indices().filter_map(move |(at, character)| {
        let before = depth;
        match character {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (before == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let cases = [
            ("malloc", "", "malloc"),
            ("[libc.so.6+0x1234]", "", "[libc.so.6+0x1234]"),
            ("serde_json::read::parse_str<&str>", "serde_json::read", "parse_str"),
            (
                "<serde_json::read::SliceRead as serde_json::read::Read>::parse_str",
                "serde_json::read::SliceRead",
                "parse_str",
            ),
            (
                "<&mut serde_json::ser::Serializer<W,F> as serde_core::ser::Serializer>::serialize_str",
                "serde_json::ser::Serializer",
                "serialize_str",
            ),
            ("alloc::vec::Vec<T,A>::extend_from_slice", "alloc::vec::Vec", "extend_from_slice"),
            ("<alloc::vec::Vec<u8>>::push", "alloc::vec::Vec", "push"),
            (
                "alloc::slice::<impl alloc::borrow::ToOwned for [T]>::to_owned",
                "alloc::slice",
                "to_owned",
            ),
            ("a::_::<impl serde_core::ser::Serialize for a::User>::serialize", "a::_", "serialize"),
            ("<T as core::convert::Into<U>>::into", "core::convert::Into", "into"),
            ("<[T] as core::slice::Join>::join", "core::slice::Join", "join"),
            ("<[a::B; 4] as core::clone::Clone>::clone", "a::B", "clone"),
            ("core::ptr::drop_in_place<alloc::vec::Vec<a::B>>", "core::ptr", "drop_in_place"),
            ("core::iter::map::{closure#0}<fn(u8) -> bool, a::B>", "core::iter::map", "{closure}"),
            ("a::run::{{closure}}", "a::run", "{closure}"),
            ("<a::B as c::D>::e::{closure#1}", "a::B", "{closure}"),
            ("a::f::<b::C<d::E>>", "a", "f"),
            ("call<fn(&a::B) -> c::D, (&a::B)>", "", "call"),
            ("<a::B<T> as c::D<U>>::e::<V>", "a::B", "e"),
            ("<<a::B as c::D>::E as f::G>::h", "a::B", "h"),
        ];
        for (name, path, function) in cases {
            let expected = FunctionName { path: path.into(), function: function.into() };
            assert_eq!(FunctionName::parse(name), expected, "{name}");
        }
    }

    #[test]
    fn generic_arguments_go_and_implementing_types_stay() {
        let cases = [
            ("a::b", "a::b"),
            ("a::b<T>", "a::b"),
            ("<a::B<T> as c::D<U>>::e::<V>", "<a::B as c::D>::e"),
            ("a::<impl b::C<T> for d::E<U>>::f", "a::<impl b::C for d::E>::f"),
            ("a::B<fn(u8) -> c::D<T>>::e", "a::B::e"),
            ("unbalanced>>", "unbalanced>>"),
            ("unbalanced<a", "unbalanced"),
        ];
        for (name, short) in cases {
            assert_eq!(without_generics(name), short, "{name}");
        }
    }
}
