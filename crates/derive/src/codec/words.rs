//! What attributes say: serde's words, under `#[serde(…)]` or `#[apograph(…)]`, and apograph's own.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, ExprLit, ExprPath, Lifetime, Lit, LitStr, Meta, Path, Token,
    WherePredicate,
};

use crate::attributes::Errors;
use crate::vocabulary::{self, Holder};

/// One word of an attribute.
#[derive(Clone)]
pub(crate) struct Word {
    pub(crate) name: String,
    pub(crate) meta: Meta,
    /// Under `#[apograph(…)]`, which wins over serde's.
    pub(crate) own: bool,
}

/// What stands on a type, a variant or a field; serde's first, so that what comes later wins.
#[derive(Clone)]
pub(crate) struct Words(Vec<Word>);

/// Which of the two directions something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Encode,
    Decode,
}

impl Words {
    pub(crate) fn read(attributes: &[Attribute], holder: Holder, errors: &mut Errors) -> Self {
        let mut words: Vec<Word> = Vec::new();
        for attribute in attributes {
            let own = attribute.path().is_ident("apograph");
            if !own && !attribute.path().is_ident("serde") {
                continue;
            }
            let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            let metas = metas.unwrap_or_else(|error| {
                errors.push(error);
                Punctuated::new()
            });
            for meta in metas {
                match vocabulary::origin(meta.path(), holder, own) {
                    Ok(origin) if origin.is_for_formats() => {}
                    Ok(_) => continue,
                    Err(error) => {
                        errors.push(error);
                        continue;
                    }
                }
                let word = Word { name: vocabulary::name_of(meta.path()), meta, own };
                if words.iter().any(|known| known.says_the_same(&word)) {
                    errors.push(word.error("this is said twice"));
                }
                words.push(word);
            }
        }
        words.sort_by_key(|word| word.own);
        Self(words)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Word> {
        self.0.iter()
    }

    /// The last of these words, which wins.
    pub(crate) fn find(&self, names: &[&str]) -> Option<&Word> {
        self.0.iter().rfind(|word| names.contains(&word.name.as_str()))
    }

    /// An error that is shown at one of these words, or at the name of what they stand on.
    pub(crate) fn error(&self, names: &[&str], name: Span, message: impl Display) -> Error {
        match self.find(names) {
            Some(word) => word.error(message),
            None => Error::new(name, message),
        }
    }
}

impl Word {
    pub(crate) fn error(&self, message: impl Display) -> Error {
        Error::new_spanned(&self.meta, message)
    }

    /// Whether both are about the same way. What cannot be parsed is wrong anyhow.
    fn says_the_same(&self, other: &Self) -> bool {
        let both = |way| [self, other].iter().all(|word| word.speaks_of(way));
        (&self.name, self.own) == (&other.name, other.own)
            && self.name != "alias"
            && (both(Way::Encode) || both(Way::Decode))
    }

    fn speaks_of(&self, way: Way) -> bool {
        match &self.meta {
            Meta::List(_) => self.all_for_way(way).is_ok_and(|texts| !texts.is_empty()),
            Meta::Path(_) | Meta::NameValue(_) => true,
        }
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
        let mut texts = self.all_for_way(way)?.into_iter();
        let first = texts.next();
        match texts.next() {
            Some(second) => Err(Error::new(second.span(), "this is said twice")),
            None => Ok(first),
        }
    }

    /// As `for_way`, for names, of which several can be read. The first is also the one that is written.
    pub(crate) fn all_for_way(&self, way: Way) -> syn::Result<Vec<LitStr>> {
        let Meta::List(list) = &self.meta else { return self.text().map(|text| vec![text]) };
        let mut found = Vec::new();
        for meta in list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)? {
            let value = text_of(&meta)?;
            let is_encode = meta.path().is_ident("serialize");
            if !is_encode && !meta.path().is_ident("deserialize") {
                return Err(Error::new_spanned(&meta, "expected `serialize` or `deserialize`"));
            }
            if is_encode == (way == Way::Encode) {
                if is_encode && !found.is_empty() {
                    return Err(Error::new_spanned(&meta, "this is said twice"));
                }
                found.push(value);
            }
        }
        Ok(found)
    }

    /// `borrow`, or `borrow = "'a + 'b"`: None for all lifetimes.
    pub(crate) fn lifetimes(&self) -> syn::Result<Option<Vec<Lifetime>>> {
        if matches!(self.meta, Meta::Path(_)) {
            return Ok(None);
        }
        let text = self.text()?;
        let lifetimes = text
            .parse_with(Punctuated::<Lifetime, Token![+]>::parse_separated_nonempty)
            .map_err(|_| Error::new(text.span(), "expected lifetimes: \"'a + 'b\""))?;
        Ok(Some(lifetimes.into_iter().collect()))
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
