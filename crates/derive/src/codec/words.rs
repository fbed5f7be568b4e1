//! What attributes say: serde's words, under `#[serde(…)]` or `#[apograph(…)]`, and apograph's own.

use proc_macro2::Span;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprLit, ExprPath, Lit, LitStr, Meta, Path, Token, WherePredicate,
};

use crate::attributes::Errors;

/// One word of an attribute, with the place where it stands.
pub(crate) struct Word {
    pub(crate) name: String,
    pub(crate) meta: Meta,
    /// Under `#[apograph(…)]`, which wins over serde's.
    pub(crate) own: bool,
}

/// Which of the two directions something is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Encode,
    Decode,
}

/// The words of attributes that other macros read too.
pub(crate) const OF_COPIES: [&str; 3] = ["copy", "hookable", "crate"];

/// All words, serde's first where both say something: what comes later wins.
pub(crate) fn words(attributes: &[Attribute], errors: &mut Errors) -> Vec<Word> {
    let mut words = Vec::new();
    for attribute in attributes {
        let own = attribute.path().is_ident("apograph");
        if !own && !attribute.path().is_ident("serde") {
            continue;
        }
        match attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
            Ok(metas) => words.extend(metas.into_iter().map(|meta| {
                let path = meta.path().segments.iter().map(|segment| segment.ident.to_string());
                Word { name: path.collect::<Vec<_>>().join("::"), meta, own }
            })),
            Err(error) => errors.push(error),
        }
    }
    words.sort_by_key(|word| word.own);
    words
}

impl Word {
    pub(crate) fn span(&self) -> Span {
        self.meta.span()
    }

    pub(crate) fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new_spanned(&self.meta, message)
    }

    /// A word without a value.
    pub(crate) fn flag(&self) -> syn::Result<()> {
        match &self.meta {
            Meta::Path(_) => Ok(()),
            other => Err(Error::new_spanned(other, format!("`{}` has no value", self.name))),
        }
    }

    pub(crate) fn text(&self) -> syn::Result<LitStr> {
        text_of(&self.meta)
    }

    pub(crate) fn path(&self) -> syn::Result<ExprPath> {
        let text = self.text()?;
        text.parse().map_err(|_| Error::new(text.span(), "expected the path of a function"))
    }

    pub(crate) fn crate_path(&self) -> syn::Result<Path> {
        let text = self.text()?;
        text.parse_with(Path::parse_mod_style)
            .map_err(|_| Error::new(text.span(), "expected the path of a crate"))
    }

    pub(crate) fn ty(&self) -> syn::Result<syn::Type> {
        let text = self.text()?;
        text.parse().map_err(|_| Error::new(text.span(), "expected a type"))
    }

    /// `name = "…"`, or `name(serialize = "…", deserialize = "…")`. None for a way that it says nothing of.
    pub(crate) fn for_way(&self, way: Way) -> syn::Result<Option<LitStr>> {
        let Meta::List(list) = &self.meta else { return self.text().map(Some) };
        let metas = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
        let mut found = None;
        for meta in metas {
            let value = text_of(&meta)?;
            let is_encode = meta.path().is_ident("serialize");
            if !is_encode && !meta.path().is_ident("deserialize") {
                return Err(Error::new_spanned(&meta, "expected `serialize` or `deserialize`"));
            }
            if is_encode == (way == Way::Encode) {
                found = Some(value);
            }
        }
        Ok(found)
    }

    pub(crate) fn bounds(&self, way: Way) -> syn::Result<Option<Vec<WherePredicate>>> {
        let Some(text) = self.for_way(way)? else { return Ok(None) };
        text.parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated)
            .map(|predicates| Some(predicates.into_iter().collect()))
            .map_err(|_| Error::new(text.span(), "expected bounds, as in a where clause"))
    }
}

fn ungrouped(mut value: &Expr) -> &Expr {
    // A literal that a macro was given comes in a group of its own.
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    value
}

fn text_of(meta: &Meta) -> syn::Result<LitStr> {
    let name = meta.path().to_token_stream();
    let expected = |tokens: &dyn ToTokens| {
        Error::new_spanned(tokens, format!("expected a string: `{name} = \"…\"`"))
    };
    let Meta::NameValue(pair) = meta else { return Err(expected(meta)) };
    match ungrouped(&pair.value) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
        other => Err(expected(other)),
    }
}
