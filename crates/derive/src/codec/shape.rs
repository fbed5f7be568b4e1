//! The shape of a type, as an expression.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Path;

use super::lookup::lookup;
use super::model::{Field, Tagging, Variant};
use super::words::Way;

/// The shape of a record with these fields, and the statics that it refers to.
pub(crate) fn record(
    krate: &Path,
    way: Way,
    name: &str,
    class: Option<(&str, bool)>,
    denies_unknown: bool,
    fields: &[&Field],
) -> (TokenStream, TokenStream) {
    let traits = traits(krate, way);
    let shape = quote!(#krate::shape);
    let count = fields.len();
    let entries = fields.iter().enumerate().map(|(index, field)| {
        let Field { name, java_name, aliases, flags, ty, .. } = field;
        let key = format!(",{}:", quoted(name));
        let position = index as u16;
        let (flags, of) = if field.with.is_some() {
            (quote!(#(.with(#shape::Flags::#flags))*), quote!(#shape::dynamic))
        } else {
            let nullable = quote!(<#ty as #traits>::NULLABLE);
            (
                quote!(.with_if(#nullable, #shape::Flags::NULLABLE)#(.with(#shape::Flags::#flags))*),
                match way {
                    Way::Encode => quote!(#krate::encode::shape_of::<#ty>),
                    Way::Decode => quote!(#krate::decode::shape_of::<'de, #ty>),
                },
            )
        };
        quote! {
            #shape::Field {
                name: #name,
                java_name: #java_name,
                aliases: &[#(#aliases),*],
                key: #key,
                index: #position,
                flags: #shape::Flags::NONE #flags,
                shape: #shape::TypeRef::Static(#of),
                learned: &__LEARNED[#index],
            }
        }
    });
    let mut order: Vec<_> = (0..count).collect();
    order.sort_by_key(|&index| fields[index].java_name.encode_utf16().collect::<Vec<_>>());
    let order = order.into_iter().map(|index| index as u16);
    let names: Vec<_> = fields
        .iter()
        .enumerate()
        .flat_map(|(index, field)| {
            let names = std::iter::once(&field.name).chain(&field.aliases);
            names.map(move |name| (name.as_str(), index))
        })
        .collect();
    let learns_order = way == Way::Decode && count < 255;
    let lookup = (way == Way::Decode).then(|| {
        let lookup = lookup(&names, krate);
        quote!(lookup: #lookup,)
    });
    let successors = learns_order.then(|| quote!(successors: &__SUCCESSORS,));
    let class = class.map(|(class, is_final)| {
        let method = format_ident!("{}", if is_final { "of_final_class" } else { "of_class" });
        quote!(.#method(#class))
    });
    let expression = quote! {
        &#shape::Shape {
            fields: &[#(#entries),*],
            name_order: &[#(#order),*],
            denies_unknown: #denies_unknown,
            #lookup
            #successors
            ..#shape::Shape::new(#shape::Kind::Record, #name, &__SLOT) #class
        }
    };
    let successors = learns_order.then(|| {
        let count = count + 1;
        let indices = (0..count).map(|index| index as u8);
        quote! {
            static __SUCCESSORS: [::core::sync::atomic::AtomicU8; #count] =
                [#(::core::sync::atomic::AtomicU8::new(#indices)),*];
        }
    });
    let statics = quote! {
        static __SLOT: #shape::Slot = #shape::Slot::new();
        static __LEARNED: [#shape::Learned; #count] = [const { #shape::Learned::new() }; #count];
        #successors
    };
    (expression, statics)
}

/// The shape of an enum with these variants.
pub(crate) fn set(
    krate: &Path,
    way: Way,
    name: &str,
    class: Option<(&str, bool)>,
    tagging: &Tagging,
    variants: &[&Variant],
) -> TokenStream {
    let shape = quote!(#krate::shape);
    let entries = variants.iter().enumerate().map(|(index, variant)| {
        let Variant { name, aliases, untagged, .. } = variant;
        let quoted = quoted(name);
        let index = index as u32;
        let is_unit = variant.is_unit();
        quote! {
            #shape::Variant {
                name: #name,
                aliases: &[#(#aliases),*],
                quoted: #quoted,
                index: #index,
                is_unit: #is_unit,
                is_untagged: #untagged,
            }
        }
    });
    let is_plain = variants.iter().all(|variant| variant.is_unit());
    let kind = format_ident!("{}", if is_plain { "Enum" } else { "Union" });
    let tagging = match tagging {
        Tagging::External => quote!(External),
        Tagging::Internal(tag) => quote!(Internal { tag: #tag }),
        Tagging::Adjacent(tag, content) => quote!(Adjacent { tag: #tag, content: #content }),
        Tagging::Untagged => quote!(Untagged),
    };
    let names: Vec<_> = variants
        .iter()
        .enumerate()
        .filter(|(_, variant)| !variant.untagged)
        .flat_map(|(index, variant)| {
            let names = std::iter::once(&variant.name).chain(&variant.aliases);
            names.map(move |name| (name.as_str(), index))
        })
        .collect();
    let lookup = (way == Way::Decode).then(|| {
        let lookup = lookup(&names, krate);
        quote!(lookup: #lookup,)
    });
    let other = variants.iter().position(|variant| variant.is_other).map(|index| {
        let index = index as u16;
        quote!(other: ::core::option::Option::Some(#index),)
    });
    let class = class.map(|(class, is_final)| {
        let method = format_ident!("{}", if is_final { "of_final_class" } else { "of_class" });
        quote!(.#method(#class))
    });
    quote! {
        &#shape::Shape {
            variants: &[#(#entries),*],
            tagging: #shape::Tagging::#tagging,
            #lookup
            #other
            ..#shape::Shape::new(#shape::Kind::#kind, #name, &__SLOT) #class
        }
    }
}

pub(crate) fn traits(krate: &Path, way: Way) -> TokenStream {
    match way {
        Way::Encode => quote!(#krate::encode::Encode),
        Way::Decode => quote!(#krate::decode::Decode<'de>),
    }
}

/// A name as JSON writes it.
fn quoted(name: &str) -> String {
    let mut quoted = String::from("\"");
    for character in name.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_are_quoted_as_json_asks() {
        assert_eq!(quoted("a\"b\\c\n\u{1}é"), "\"a\\\"b\\\\c\\n\\u0001é\"");
    }
}
