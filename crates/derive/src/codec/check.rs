//! What attributes cannot say together: serde's rules, but that one name stands for one thing.

use proc_macro2::Span;
use syn::Error;

use super::model::{Body, Container, Field, Style, Tagging, Variant};
use super::words::Way;
use crate::attributes::Errors;

pub(super) fn check(container: &Container, way: Way, errors: &mut Errors) {
    let words = &container.attributes.words;
    let ident = container.ident.span();
    let mut wrong = |names: &[&str], message: &str| errors.push(words.error(names, ident, message));
    let has = |name| words.find(&[name]).is_some();
    if has("from") && has("try_from") {
        wrong(&["try_from"], "a value is made by `from` or by `try_from`, not by both");
    }
    if has("transparent") && (has("from") || has("try_from") || has("into")) {
        wrong(&["transparent"], "what is made of another value cannot be `transparent` too");
    }
    match &container.body {
        Body::Struct(style, fields) => {
            if matches!(container.attributes.tagging, Tagging::Internal(_))
                && *style == Style::Named
            {
                wrong(&["tag"], "`tag` on a struct is not supported; make the tag a field");
            } else if !matches!(container.attributes.tagging, Tagging::External) {
                let message = "`tag`, `content` and `untagged` are for enums";
                wrong(&["tag", "content", "untagged"], message);
            }
            if has("rename_all_fields") {
                wrong(&["rename_all_fields"], "`rename_all_fields` is for enums");
            }
            if has("default") && *style == Style::Unit {
                wrong(&["default"], "there are no fields that could have a default");
            }
            if has("transparent") && fields.iter().filter(|field| !field.skip).count() != 1 {
                let message = match way {
                    Way::Encode => "`transparent` needs exactly one field that is not skipped",
                    Way::Decode => {
                        "`transparent` needs exactly one field that is not skipped and has no default"
                    }
                };
                wrong(&["transparent"], message);
            }
            fields_of(*style, fields, way, errors);
            if *style == Style::Tuple && !has("default") {
                defaults_of_tuple(fields, errors);
            }
        }
        Body::Enum(variants) => {
            for name in ["transparent", "default"] {
                if has(name) {
                    wrong(&[name], &format!("`{name}` is for structs"));
                }
            }
            variants_of(container, variants, way, errors);
        }
    }
}

fn variants_of(container: &Container, variants: &[Variant], way: Way, errors: &mut Errors) {
    let tagging = &container.attributes.tagging;
    if *tagging != Tagging::Untagged {
        let named = variants.iter().filter(|variant| !variant.skip && !variant.untagged);
        let names = named.flat_map(|variant| {
            let names = std::iter::once(&variant.name).chain(&variant.aliases);
            names.map(|name| (name.as_str(), variant.ident.span()))
        });
        names_of(names, "variant", errors);
    }
    let last_with_name = variants.iter().rposition(|variant| !variant.untagged);
    let last_other = variants.iter().rposition(|variant| variant.words.find(&["other"]).is_some());
    for (index, variant) in variants.iter().enumerate() {
        fields_of(variant.style, &variant.fields, way, errors);
        let words = &variant.words;
        let ident = variant.ident.span();
        let mut wrong =
            |names: &[&str], message: &str| errors.push(words.error(names, ident, message));
        if words.find(&["other"]).is_some() {
            if *tagging == Tagging::Untagged || variant.untagged {
                wrong(&["other"], "without a tag no variant is `other`");
            } else if variant.style != Style::Unit {
                wrong(&["other"], "`other` is for a variant without data");
            } else if last_other != Some(index) {
                wrong(&["other"], "only one variant can be `other`");
            } else if index + 1 < variants.len() {
                wrong(&["other"], "only the last variant can be `other`");
            }
        }
        if variant.untagged && last_with_name.is_some_and(|last| last > index) {
            wrong(&["untagged"], "variants that are `untagged` come after all others");
        }
        if variant.with.is_some()
            && (variant.skip
                || variant.fields.iter().any(|field| field.skip || field.skip_if.is_some()))
        {
            let message =
                "what is written or read by a function cannot be skipped, nor parts of it";
            wrong(&["with", "serialize_with", "deserialize_with"], message);
        }
        if let Tagging::Internal(tag) = tagging
            && !variant.untagged
        {
            if variant.style == Style::Tuple {
                let message = "a tuple has no field in which the tag could stand";
                wrong(&[], message);
            }
            let named = variant.fields.iter().filter(|field| {
                variant.style == Style::Named && !variant.skip && !field.skip && !field.flatten
            });
            for field in named {
                if field.name == *tag || field.aliases.contains(tag) {
                    let message = format!("the tag of the enum has the name \"{tag}\"");
                    errors.push(Error::new(field.span, message));
                }
            }
        }
    }
}

fn fields_of(style: Style, fields: &[Field], way: Way, errors: &mut Errors) {
    for field in fields {
        if field.flatten && style != Style::Named {
            let message = "`flatten` is for fields with names";
            errors.push(field.words.error(&["flatten"], field.span, message));
        }
        if field.skip_if.is_some() && style == Style::Tuple && way == Way::Encode {
            let message =
                "tuples are written whole; `skip_serializing_if` is for fields with names";
            errors.push(field.words.error(&["skip_serializing_if"], field.span, message));
        }
    }
    if style == Style::Named {
        let named = fields.iter().filter(|field| !field.skip && !field.flatten);
        let names = named.flat_map(|field| {
            let names = std::iter::once(&field.name).chain(&field.aliases);
            names.map(|name| (name.as_str(), field.span))
        });
        names_of(names, "field", errors);
    }
}

/// A default is taken where a tuple ends early, so that all after it need one too.
fn defaults_of_tuple(fields: &[Field], errors: &mut Errors) {
    let read = fields.iter().filter(|field| !field.skip);
    for field in read.skip_while(|field| field.default.is_none()) {
        if field.default.is_none() {
            let message = "this needs a `default`, since a field before it has one";
            errors.push(Error::new(field.span, message));
        }
    }
}

fn names_of<'n>(names: impl Iterator<Item = (&'n str, Span)>, of: &str, errors: &mut Errors) {
    // (name, where it stood first, whether that is known to be wrong)
    let mut known: Vec<(&str, Span, bool)> = Vec::new();
    for (name, span) in names {
        let message = || format!("another {of} has the name \"{name}\" too");
        match known.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, first, is_reported)) => {
                if !*is_reported {
                    errors.push(Error::new(*first, message()));
                    *is_reported = true;
                }
                errors.push(Error::new(span, message()));
            }
            None => known.push((name, span, false)),
        }
    }
}
