//! What `#[apograph(…)]` says.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, ExprLit, ExprPath, Lit, LitStr, Meta, Path, Token, WherePredicate,
};

use crate::vocabulary::{self, Holder};

/// How a value is copied.
pub(crate) enum Copy {
    Deep,
    Share,
    Skip,
    Shallow,
    With(ExprPath),
}

/// The attributes of a type.
pub(crate) struct TypeAttributes {
    pub(crate) copy: Copy,
    pub(crate) hookable: bool,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) krate: Path,
}

/// The attributes of a field.
pub(crate) struct FieldAttributes {
    pub(crate) copy: Copy,
    /// The attribute that says so.
    pub(crate) said: Option<Meta>,
}

impl TypeAttributes {
    pub(crate) fn read(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut copy = None;
        let mut hookable = None;
        let mut bound = None;
        let mut krate = None;
        for meta in metas(attributes, Holder::Type, errors) {
            if meta.path().is_ident("copy") {
                let value = text(&meta).and_then(|text| match how(&text) {
                    Ok(Some(how @ (Copy::Deep | Copy::Share | Copy::With(_)))) => Ok(how),
                    Ok(Some(Copy::Skip | Copy::Shallow)) => Err(Error::new(
                        text.span(),
                        "only a field can have this; a type can have \"share\" or \"with(path)\"",
                    )),
                    Ok(None) => {
                        Err(Error::new(text.span(), "expected \"share\" or \"with(path)\""))
                    }
                    Err(error) => Err(error),
                });
                set(&mut copy, &meta, value, errors);
            } else if meta.path().is_ident("hookable") {
                let value = match &meta {
                    Meta::Path(_) => Ok(()),
                    other => Err(Error::new_spanned(other, "`hookable` has no value")),
                };
                set(&mut hookable, &meta, value, errors);
            } else if meta.path().is_ident("bound") {
                if matches!(meta, Meta::List(_)) {
                    // `bound(serialize = "…", deserialize = "…")` says nothing about copying.
                    continue;
                }
                let value = text(&meta).and_then(|text| {
                    text.parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated)
                        .map(|predicates| predicates.into_iter().collect())
                        .map_err(|_| {
                            Error::new(text.span(), "expected bounds, as in a where clause")
                        })
                });
                set(&mut bound, &meta, value, errors);
            } else if meta.path().is_ident("crate") {
                let value = text(&meta).and_then(|text| {
                    text.parse_with(Path::parse_mod_style)
                        .map_err(|_| Error::new(text.span(), "expected the path of a crate"))
                });
                set(&mut krate, &meta, value, errors);
            }
        }
        Self {
            copy: copy.map_or(Copy::Deep, |(copy, _)| copy),
            hookable: hookable.is_some(),
            bound: bound.map(|(bound, _)| bound),
            krate: krate.map_or_else(|| syn::parse_quote!(::apograph), |(krate, _)| krate),
        }
    }
}

impl FieldAttributes {
    pub(crate) fn read(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut copy = None;
        for meta in metas(attributes, Holder::Field, errors) {
            let value = text(&meta).and_then(|text| {
                how(&text)?.ok_or_else(|| {
                    let known = "expected \"share\", \"skip\", \"shallow\" or \"with(path)\"";
                    Error::new(text.span(), known)
                })
            });
            set(&mut copy, &meta, value, errors);
        }
        let (copy, said) = copy.unzip();
        Self { copy: copy.unwrap_or(Copy::Deep), said }
    }
}

/// A variant says nothing about copying: its fields do.
pub(crate) fn refuse_on_variant(attributes: &[Attribute], errors: &mut Errors) {
    metas(attributes, Holder::Variant, errors);
}

/// All errors of a type, to be shown at once.
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    pub(crate) fn check(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// What the attributes say about copying.
fn metas(attributes: &[Attribute], holder: Holder, errors: &mut Errors) -> Vec<Meta> {
    let mut metas = Vec::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("apograph")) {
        match attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
            Ok(list) => {
                for meta in list {
                    match vocabulary::origin(meta.path(), holder, true) {
                        Ok(origin) if origin.is_for_copies() => metas.push(meta),
                        Ok(_) => {}
                        Err(error) => errors.push(error),
                    }
                }
            }
            Err(error) => errors.push(error),
        }
    }
    metas
}

fn set<T>(place: &mut Option<(T, Meta)>, meta: &Meta, value: syn::Result<T>, errors: &mut Errors) {
    match value {
        Ok(_) if place.is_some() => {
            errors.push(Error::new_spanned(meta, "this is said twice"));
        }
        Ok(value) => *place = Some((value, meta.clone())),
        Err(error) => errors.push(error),
    }
}

fn text(meta: &Meta) -> syn::Result<LitStr> {
    let expected = |tokens: &dyn ToTokens| {
        let name = meta.path().to_token_stream();
        Error::new_spanned(tokens, format!("expected a string: `{name} = \"…\"`"))
    };
    let Meta::NameValue(pair) = meta else { return Err(expected(meta)) };
    let mut value = &pair.value;
    // A literal that a macro was given comes in a group of its own.
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
        other => Err(expected(other)),
    }
}

/// None if there is no such way.
fn how(text: &LitStr) -> syn::Result<Option<Copy>> {
    let value = text.value();
    let path = match value.as_str() {
        "share" => return Ok(Some(Copy::Share)),
        "skip" => return Ok(Some(Copy::Skip)),
        "shallow" => return Ok(Some(Copy::Shallow)),
        "deep" => return Ok(Some(Copy::Deep)),
        "with" => "",
        other => match other.strip_prefix("with(").and_then(|rest| rest.strip_suffix(')')) {
            Some(path) => path,
            None => return Ok(None),
        },
    };
    LitStr::new(path, text.span())
        .parse()
        .map(|path| Some(Copy::With(path)))
        .map_err(|_| Error::new(text.span(), "`with` needs the path of a function: \"with(path)\""))
}
