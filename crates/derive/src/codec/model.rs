//! A type as the derives see it.

use proc_macro2::Span;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Error, ExprPath, Fields, Generics, Ident, Index, Member, Path,
    Type, WherePredicate, parse_quote,
};

use super::case::{Case, RULES};
use super::check::check;
use super::shape::traits;
use super::words::{Way, Word, Words};
use crate::attributes::Errors;
use crate::bounds::Bounds;
use crate::vocabulary::Holder;

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
    pub(crate) words: Words,
}

#[derive(Debug, PartialEq, Eq)]
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
    /// The same field of the default of its type, which is in a variable `__default`.
    OfType(Member),
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
    /// Instead of the bounds that its type would ask for.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) words: Words,
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
    pub(crate) words: Words,
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
                let mut fields = fields(&data.fields, attributes.rename_all, way, &mut errors);
                if attributes.transparent {
                    for field in &mut fields {
                        field.skip |= field.is_beside_the_transparent_one(way);
                    }
                }
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
        check(&container, way, &mut errors);
        errors.check()?;
        Ok(container)
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
            words: Words::read(attributes, Holder::Type, errors),
        };
        let (mut tag, mut content, mut untagged) = (None, None, None);
        let words = read.words.clone();
        for word in words.iter() {
            let result = match word.name.as_str() {
                "rename" => word.for_way(way).map(|name| {
                    if let Some(name) = name {
                        read.name = Some(name.value());
                    }
                }),
                "rename_all" => {
                    case(word, way).map(|case| read.rename_all = case.or(read.rename_all))
                }
                "rename_all_fields" => case(word, way)
                    .map(|case| read.rename_all_fields = case.or(read.rename_all_fields)),
                "deny_unknown_fields" => word.flag().map(|()| read.deny_unknown_fields = true),
                "tag" => word.text().map(|text| tag = Some(text.value())),
                "content" => word.text().map(|text| content = Some((text.value(), word))),
                "untagged" => word.flag().map(|()| untagged = Some(word)),
                "default" => default(word).map(|default| read.default = Some(default)),
                "transparent" => word.flag().map(|()| read.transparent = true),
                "into" if way == Way::Encode => word.ty().map(|ty| read.other = Some((ty, false))),
                "from" if way == Way::Decode => word.ty().map(|ty| read.other = Some((ty, false))),
                "try_from" if way == Way::Decode => {
                    word.ty().map(|ty| read.other = Some((ty, true)))
                }
                "into" | "from" | "try_from" => word.ty().map(drop),
                // serde's bounds ask for serde's traits: those of ours are found as without.
                "bound" if !word.own => word.bounds(way).map(drop),
                "bound" => word.bounds(way).map(|bound| read.bound = bound.or(read.bound.take())),
                "expecting" => word.text().map(drop),
                "crate" if word.own => word.crate_path().map(|path| read.krate = path),
                "crate" => Ok(()),
                "class" => word.text().map(|text| read.class = Some(text.value())),
                "final_class" => word.flag().map(|()| read.is_final = true),
                "remote" | "variant_identifier" | "field_identifier" => Err(not_supported(word)),
                _ => Err(unread(word)),
            };
            if let Err(error) = result {
                errors.push(error);
            }
        }
        read.tagging = match (tag, content, untagged) {
            (None, None, None) => Tagging::External,
            (Some(tag), None, None) => Tagging::Internal(tag),
            (Some(tag), Some((content, word)), None) => {
                if tag == content {
                    errors.push(word.error("tag and content need different names"));
                }
                Tagging::Adjacent(tag, content)
            }
            (None, None, Some(_)) => Tagging::Untagged,
            (None, Some((_, word)), _) => {
                errors.push(word.error("`content` goes with `tag`"));
                Tagging::External
            }
            (Some(_), _, Some(word)) => {
                errors.push(word.error("an enum cannot have a tag and be untagged"));
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
        let mut bound = None;
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
            words: Words::read(&variant.attrs, Holder::Variant, errors),
        };
        let words = read.words.clone();
        for word in words.iter() {
            let result = match word.name.as_str() {
                "rename" => word.all_for_way(way).map(|new| {
                    let mut new = new.iter().map(syn::LitStr::value);
                    if let Some(new) = new.next() {
                        name = new;
                    }
                    read.aliases.extend(new);
                }),
                "alias" => word.text().map(|alias| {
                    if way == Way::Decode {
                        read.aliases.push(alias.value());
                    }
                }),
                "rename_all" => case(word, way).map(|case| rename_all = case.or(rename_all)),
                "skip" => word.flag().map(|()| read.skip = true),
                "skip_serializing" => word.flag().map(|()| read.skip |= way == Way::Encode),
                "skip_deserializing" => word.flag().map(|()| read.skip |= way == Way::Decode),
                "other" => word.flag().map(|()| read.is_other = way == Way::Decode),
                "untagged" => word.flag().map(|()| read.untagged = true),
                "with" | "serialize_with" | "deserialize_with" => with(word, way).map(|path| {
                    read.with = path.or(read.with.take());
                }),
                "bound" if !word.own => word.bounds(way).map(drop),
                "bound" => word.bounds(way).map(|new| bound = new.or(bound.take())),
                "borrow" => word.lifetimes().map(drop),
                _ => Err(unread(word)),
            };
            if let Err(error) = result {
                errors.push(error);
            }
        }
        read.aliases = other_names(read.aliases, &name);
        read.name = name;
        read.fields = fields(&variant.fields, rename_all, way, errors);
        for field in read.fields.iter_mut().filter(|field| field.bound.is_none()) {
            field.bound = bound.clone();
        }
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
    /// Asks for what it needs to be written or read.
    pub(crate) fn ask(&self, bounds: &mut Bounds, krate: &Path, way: Way) {
        match &self.bound {
            Some(predicates) => bounds.of_predicates(predicates),
            None if self.flatten => {
                let flat = match way {
                    Way::Encode => quote!(#krate::encode::Flatten),
                    Way::Decode => quote!(#krate::decode::DecodeFlat<'de>),
                };
                bounds.of_type(&self.ty, &flat);
            }
            // What a function needs is between it and serde.
            None if self.with.is_some() => {}
            None => bounds.of_parameters(&self.ty, &traits(krate, way)),
        }
    }

    /// Whether a type that is `transparent` can have it beside the field that it is written as: by serde's
    /// rules, which go by the name of `PhantomData`.
    fn is_beside_the_transparent_one(&self, way: Way) -> bool {
        let mut ty = &self.ty;
        while let Type::Group(group) = ty {
            ty = &group.elem;
        }
        let is_marker = matches!(ty, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"));
        is_marker || (way == Way::Decode && self.default.is_some())
    }

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
        let span = field.ident.as_ref().map_or_else(|| field.ty.span(), Ident::span);
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
            bound: None,
            words: Words::read(&field.attrs, Holder::Field, errors),
            span,
        };
        let words = read.words.clone();
        for word in words.iter() {
            let result = match word.name.as_str() {
                "rename" => word.all_for_way(way).map(|new| {
                    let mut new = new.iter().map(syn::LitStr::value);
                    if let Some(new) = new.next() {
                        name = new;
                    }
                    read.aliases.extend(new);
                }),
                "alias" => word.text().map(|alias| {
                    if way == Way::Decode {
                        read.aliases.push(alias.value());
                    }
                }),
                "default" => default(word).map(|default| read.default = Some(default)),
                "flatten" => word.flag().map(|()| read.flatten = true),
                "skip" => word.flag().map(|()| read.skip = true),
                "skip_serializing" => word.flag().map(|()| read.skip |= way == Way::Encode),
                "skip_deserializing" => word.flag().map(|()| read.skip |= way == Way::Decode),
                "skip_serializing_if" => word.path().map(|path| read.skip_if = Some(path)),
                "with" | "serialize_with" | "deserialize_with" => with(word, way).map(|path| {
                    read.with = path.or(read.with.take());
                }),
                // Code borrows whatever it can.
                "borrow" => word.lifetimes().map(drop),
                // As for types.
                "bound" if !word.own => word.bounds(way).map(drop),
                "bound" => word.bounds(way).map(|bound| read.bound = bound.or(read.bound.take())),
                "name" => word.text().map(|text| read.java_name = text.value()),
                "boxed" | "object" | "no_generics" | "not_null" | "known_class" => {
                    let flag = format_ident!("{}", word.name.to_uppercase());
                    word.flag().map(|()| read.flags.push(flag))
                }
                "getter" => Err(not_supported(word)),
                _ => Err(unread(word)),
            };
            if let Err(error) = result {
                errors.push(error);
            }
        }
        read.aliases = other_names(read.aliases, &name);
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
    path.path.segments.push(Ident::new(function, word.meta.span()).into());
    Ok(Some(path))
}

/// Without repetitions.
fn other_names(aliases: Vec<String>, name: &str) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    for alias in aliases {
        if alias != name && !others.contains(&alias) {
            others.push(alias);
        }
    }
    others
}

fn not_supported(word: &Word) -> Error {
    word.error(format!("`{}` is not supported; implement the traits", word.name))
}

/// For a word that the vocabulary has and nobody reads.
fn unread(word: &Word) -> Error {
    word.error(format!("`{}` has no meaning here", word.name))
}
