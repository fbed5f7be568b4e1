//! A type as the derives see it.

use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{
    Attribute, Data, DeriveInput, Error, ExprPath, Fields, Generics, Ident, Index, Member, Path,
    Type, WherePredicate, parse_quote,
};

use super::case::{Case, RULES};
use super::words::{OF_COPIES, Way, Word, words};
use crate::attributes::Errors;

/// A type.
pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) generics: Generics,
    pub(crate) attributes: TypeAttributes,
    pub(crate) body: Body,
}

pub(crate) enum Body {
    Struct(Style, Vec<Field>),
    Enum(Vec<Variant>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Newtype,
    Unit,
}

pub(crate) struct TypeAttributes {
    pub(crate) name: Option<String>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) rename_all_fields: Option<Case>,
    pub(crate) deny_unknown_fields: bool,
    pub(crate) tagging: Tagging,
    pub(crate) default: Option<Default>,
    pub(crate) transparent: bool,
    /// The type it is made into before it is written, or made of after that was read.
    pub(crate) other: Option<(Type, bool)>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) krate: Path,
    pub(crate) class: Option<String>,
    pub(crate) is_final: bool,
}

pub(crate) enum Tagging {
    External,
    Internal(String),
    Adjacent(String, String),
    Untagged,
}

/// Where the value of a field that is not there comes from.
#[derive(Clone)]
pub(crate) enum Default {
    Trait,
    Function(ExprPath),
}

#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) member: Member,
    /// A name for a variable.
    pub(crate) variable: Ident,
    pub(crate) ty: Type,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) java_name: String,
    pub(crate) flags: Vec<Ident>,
    pub(crate) skip: bool,
    pub(crate) skip_if: Option<ExprPath>,
    pub(crate) default: Option<Default>,
    pub(crate) flatten: bool,
    /// A function in serde's terms.
    pub(crate) with: Option<ExprPath>,
    pub(crate) span: Span,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) style: Style,
    pub(crate) fields: Vec<Field>,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) skip: bool,
    pub(crate) is_other: bool,
    pub(crate) untagged: bool,
    pub(crate) with: Option<ExprPath>,
}

impl Container {
    /// The name of the Java class, and whether it is final.
    pub(crate) fn class(&self) -> Option<(&str, bool)> {
        self.attributes.class.as_deref().map(|class| (class, self.attributes.is_final))
    }

    pub(crate) fn read(input: &DeriveInput, way: Way) -> syn::Result<Self> {
        let mut errors = Errors::default();
        let attributes = TypeAttributes::read(&input.attrs, way, &mut errors);
        let body = match &input.data {
            Data::Struct(data) => {
                let fields = fields(&data.fields, attributes.rename_all, way, &mut errors);
                Body::Struct(style(&data.fields), fields)
            }
            Data::Enum(data) => Body::Enum(
                data.variants
                    .iter()
                    .map(|variant| Variant::read(variant, &attributes, way, &mut errors))
                    .collect(),
            ),
            Data::Union(data) => {
                errors
                    .push(Error::new_spanned(data.union_token, "a union has no fields of its own"));
                Body::Struct(Style::Unit, Vec::new())
            }
        };
        let container = Self {
            ident: input.ident.clone(),
            name: attributes.name.clone().unwrap_or_else(|| input.ident.unraw().to_string()),
            generics: input.generics.clone(),
            attributes,
            body,
        };
        container.check(&mut errors);
        errors.check()?;
        Ok(container)
    }

    /// What attributes cannot say together.
    fn check(&self, errors: &mut Errors) {
        match &self.body {
            Body::Struct(style, fields) => {
                if !matches!(self.attributes.tagging, Tagging::External) {
                    let message = "`tag`, `content` and `untagged` are for enums";
                    errors.push(Error::new(self.ident.span(), message));
                }
                if self.attributes.transparent && fields.iter().filter(|f| !f.skip).count() != 1 {
                    let message = "`transparent` needs exactly one field that is not skipped";
                    errors.push(Error::new(self.ident.span(), message));
                }
                check_fields(*style, fields, errors);
            }
            Body::Enum(variants) => {
                let names = variants.iter().filter(|variant| !variant.skip).flat_map(|variant| {
                    let names = std::iter::once(&variant.name).chain(&variant.aliases);
                    names.map(|name| (name.as_str(), variant.ident.span()))
                });
                check_names(names, "variant", errors);
                for variant in variants {
                    check_fields(variant.style, &variant.fields, errors);
                    let is_tuple = variant.style == Style::Tuple;
                    if is_tuple && matches!(self.attributes.tagging, Tagging::Internal(_)) {
                        let message = "a tuple has no field in which the tag could stand";
                        errors.push(Error::new(variant.ident.span(), message));
                    }
                    if variant.is_other && variant.style != Style::Unit {
                        let message = "`other` is for a variant without data";
                        errors.push(Error::new(variant.ident.span(), message));
                    }
                }
                for other in variants.iter().filter(|variant| variant.is_other).skip(1) {
                    errors.push(Error::new(other.ident.span(), "only one variant can be `other`"));
                }
            }
        }
    }
}

fn check_fields(style: Style, fields: &[Field], errors: &mut Errors) {
    if style != Style::Named {
        for field in fields.iter().filter(|field| field.flatten) {
            errors.push(Error::new(field.span, "`flatten` is for fields with names"));
        }
        return;
    }
    let names = fields.iter().filter(|field| !field.skip && !field.flatten).flat_map(|field| {
        let names = std::iter::once(&field.name).chain(&field.aliases);
        names.map(|name| (name.as_str(), field.span))
    });
    check_names(names, "field", errors);
}

fn check_names<'n>(names: impl Iterator<Item = (&'n str, Span)>, of: &str, errors: &mut Errors) {
    let mut known = Vec::new();
    for (name, span) in names {
        if known.contains(&name) {
            errors.push(Error::new(span, format!("another {of} has the name \"{name}\" already")));
        }
        known.push(name);
    }
}

impl TypeAttributes {
    fn read(attributes: &[Attribute], way: Way, errors: &mut Errors) -> Self {
        let mut read = Self {
            name: None,
            rename_all: None,
            rename_all_fields: None,
            deny_unknown_fields: false,
            tagging: Tagging::External,
            default: None,
            transparent: false,
            other: None,
            bound: None,
            krate: parse_quote!(::apograph),
            class: None,
            is_final: false,
        };
        let (mut tag, mut content, mut untagged) = (None, None, None);
        for word in words(attributes, errors) {
            let result = match word.name.as_str() {
                "rename" => word.for_way(way).map(|name| {
                    if let Some(name) = name {
                        read.name = Some(name.value());
                    }
                }),
                "rename_all" => {
                    case(&word, way).map(|case| read.rename_all = case.or(read.rename_all))
                }
                "rename_all_fields" => case(&word, way)
                    .map(|case| read.rename_all_fields = case.or(read.rename_all_fields)),
                "deny_unknown_fields" => word.flag().map(|()| read.deny_unknown_fields = true),
                "tag" => word.text().map(|text| tag = Some((text.value(), word.span()))),
                "content" => word.text().map(|text| content = Some((text.value(), word.span()))),
                "untagged" => word.flag().map(|()| untagged = Some(word.span())),
                "default" => default(&word).map(|default| read.default = Some(default)),
                "transparent" => word.flag().map(|()| read.transparent = true),
                "into" if way == Way::Encode => word.ty().map(|ty| read.other = Some((ty, false))),
                "from" if way == Way::Decode => word.ty().map(|ty| read.other = Some((ty, false))),
                "try_from" if way == Way::Decode => {
                    word.ty().map(|ty| read.other = Some((ty, true)))
                }
                "into" | "from" | "try_from" => word.ty().map(drop),
                "bound" => word.bounds(way).map(|bound| read.bound = bound.or(read.bound.take())),
                "expecting" => word.text().map(drop),
                "crate" if word.own => word.crate_path().map(|path| read.krate = path),
                "crate" => Ok(()),
                "class" if word.own => word.text().map(|text| read.class = Some(text.value())),
                "final_class" if word.own => word.flag().map(|()| read.is_final = true),
                name if word.own && OF_COPIES.contains(&name) => Ok(()),
                "remote" | "variant_identifier" | "field_identifier" => {
                    Err(word
                        .error(format!("`{}` is not supported; implement the traits", word.name)))
                }
                _ => Err(unknown(&word, "type")),
            };
            if let Err(error) = result {
                errors.push(error);
            }
        }
        read.tagging = match (tag, content, untagged) {
            (None, None, None) => Tagging::External,
            (Some((tag, _)), None, None) => Tagging::Internal(tag),
            (Some((tag, _)), Some((content, span)), None) => {
                if tag == content {
                    errors.push(Error::new(span, "tag and content need different names"));
                }
                Tagging::Adjacent(tag, content)
            }
            (None, None, Some(_)) => Tagging::Untagged,
            (None, Some((_, span)), _) => {
                errors.push(Error::new(span, "`content` goes with `tag`"));
                Tagging::External
            }
            (Some(_), _, Some(span)) => {
                errors.push(Error::new(span, "an enum cannot have a tag and be untagged"));
                Tagging::Untagged
            }
        };
        read
    }
}

impl Variant {
    pub(crate) fn is_unit(&self) -> bool {
        self.style == Style::Unit
    }

    fn read(variant: &syn::Variant, of: &TypeAttributes, way: Way, errors: &mut Errors) -> Self {
        let declared = variant.ident.unraw().to_string();
        let mut name =
            of.rename_all.map_or_else(|| declared.clone(), |case| case.of_variant(&declared));
        let mut rename_all = of.rename_all_fields;
        let mut read = Self {
            ident: variant.ident.clone(),
            style: style(&variant.fields),
            fields: Vec::new(),
            name: String::new(),
            aliases: Vec::new(),
            skip: false,
            is_other: false,
            untagged: false,
            with: None,
        };
        for word in words(&variant.attrs, errors) {
            let result = match word.name.as_str() {
                "rename" => word.for_way(way).map(|new| {
                    if let Some(new) = new {
                        name = new.value();
                    }
                }),
                "alias" => word.text().map(|alias| {
                    if way == Way::Decode {
                        read.aliases.push(alias.value());
                    }
                }),
                "rename_all" => case(&word, way).map(|case| rename_all = case.or(rename_all)),
                "skip" => word.flag().map(|()| read.skip = true),
                "skip_serializing" => word.flag().map(|()| read.skip |= way == Way::Encode),
                "skip_deserializing" => word.flag().map(|()| read.skip |= way == Way::Decode),
                "other" => word.flag().map(|()| read.is_other = way == Way::Decode),
                "untagged" => word.flag().map(|()| read.untagged = true),
                "with" | "serialize_with" | "deserialize_with" => with(&word, way).map(|path| {
                    read.with = path.or(read.with.take());
                }),
                "bound" | "borrow" => Ok(()),
                name if word.own && OF_COPIES.contains(&name) => Ok(()),
                _ => Err(unknown(&word, "variant")),
            };
            if let Err(error) = result {
                errors.push(error);
            }
        }
        read.aliases.retain(|alias| *alias != name);
        read.name = name;
        read.fields = fields(&variant.fields, rename_all, way, errors);
        read
    }
}

fn fields(fields: &Fields, rename_all: Option<Case>, way: Way, errors: &mut Errors) -> Vec<Field> {
    let read = fields
        .iter()
        .zip(0..)
        .map(|(field, index)| Field::read(field, index, rename_all, way, errors));
    read.collect()
}

impl Field {
    fn read(
        field: &syn::Field,
        index: u32,
        rename_all: Option<Case>,
        way: Way,
        errors: &mut Errors,
    ) -> Self {
        let declared =
            field.ident.as_ref().map_or_else(|| index.to_string(), |i| i.unraw().to_string());
        let mut name = rename_all.map_or_else(|| declared.clone(), |case| case.of_field(&declared));
        let member = field.ident.clone().map_or_else(
            || Member::Unnamed(Index { index, span: Span::call_site() }),
            Member::Named,
        );
        let span = field
            .ident
            .as_ref()
            .map_or_else(|| syn::spanned::Spanned::span(&field.ty), Ident::span);
        let mut read = Self {
            member,
            variable: format_ident!("__f{index}"),
            ty: field.ty.clone(),
            name: String::new(),
            aliases: Vec::new(),
            java_name: Case::Camel.of_field(&declared),
            flags: Vec::new(),
            skip: false,
            skip_if: None,
            default: None,
            flatten: false,
            with: None,
            span,
        };
        for word in words(&field.attrs, errors) {
            let result = match word.name.as_str() {
                "rename" => word.for_way(way).map(|new| {
                    if let Some(new) = new {
                        name = new.value();
                    }
                }),
                "alias" => word.text().map(|alias| {
                    if way == Way::Decode {
                        read.aliases.push(alias.value());
                    }
                }),
                "default" => default(&word).map(|default| read.default = Some(default)),
                "flatten" => word.flag().map(|()| read.flatten = true),
                "skip" => word.flag().map(|()| read.skip = true),
                "skip_serializing" => word.flag().map(|()| read.skip |= way == Way::Encode),
                "skip_deserializing" => word.flag().map(|()| read.skip |= way == Way::Decode),
                "skip_serializing_if" => word.path().map(|path| read.skip_if = Some(path)),
                "with" | "serialize_with" | "deserialize_with" => with(&word, way).map(|path| {
                    read.with = path.or(read.with.take());
                }),
                "borrow" | "bound" => Ok(()),
                "name" if word.own => word.text().map(|text| read.java_name = text.value()),
                "boxed" | "object" | "no_generics" | "not_null" | "known_class" if word.own => {
                    let flag = format_ident!("{}", word.name.to_uppercase());
                    word.flag().map(|()| read.flags.push(flag))
                }
                name if word.own && OF_COPIES.contains(&name) => Ok(()),
                "getter" => Err(word.error("`getter` is not supported; implement the traits")),
                _ => Err(unknown(&word, "field")),
            };
            if let Err(error) = result {
                errors.push(error);
            }
        }
        read.aliases.retain(|alias| *alias != name);
        read.name = name;
        read
    }
}

fn style(fields: &Fields) -> Style {
    match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Style::Newtype,
        Fields::Unnamed(_) => Style::Tuple,
        Fields::Unit => Style::Unit,
    }
}

fn case(word: &Word, way: Way) -> syn::Result<Option<Case>> {
    let Some(rule) = word.for_way(way)? else { return Ok(None) };
    let case = Case::parse(&rule.value()).ok_or_else(|| {
        let rules: Vec<_> = RULES.iter().map(|(rule, _)| format!("\"{rule}\"")).collect();
        Error::new(rule.span(), format!("there is no such rule; there are {}", rules.join(", ")))
    })?;
    Ok(Some(case))
}

fn default(word: &Word) -> syn::Result<Default> {
    match &word.meta {
        syn::Meta::Path(_) => Ok(Default::Trait),
        _ => word.path().map(Default::Function),
    }
}

/// The function of `with`, which names a module, or of the word for this way.
fn with(word: &Word, way: Way) -> syn::Result<Option<ExprPath>> {
    let mut path = word.path()?;
    let function = match (word.name.as_str(), way) {
        ("with", Way::Encode) => "serialize",
        ("with", Way::Decode) => "deserialize",
        ("serialize_with", Way::Encode) | ("deserialize_with", Way::Decode) => {
            return Ok(Some(path));
        }
        _ => return Ok(None),
    };
    path.path.segments.push(Ident::new(function, word.span()).into());
    Ok(Some(path))
}

fn unknown(word: &Word, of: &str) -> Error {
    let attribute = if word.own { "apograph" } else { "serde" };
    word.error(format!("`{}` is not known as an attribute `{attribute}` of a {of}", word.name))
}
