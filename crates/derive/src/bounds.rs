//! The bounds of a derived implementation.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{
    GenericParam, Generics, Ident, Type, TypeParam, TypeParamBound, TypePath, WhereClause,
    WherePredicate, parse_quote,
};

/// The generics of a type with the bounds that its fields ask for.
pub(crate) struct Bounds {
    parameters: Vec<Parameter>,
    /// Names without which a bound would hold always or never.
    generic_names: Vec<Ident>,
    predicates: Vec<WherePredicate>,
    /// Without these there can be no implementation, so no bounds replace them.
    needed: Vec<WherePredicate>,
}

struct Parameter {
    name: Ident,
    sized: bool,
}

impl Bounds {
    pub(crate) fn new(generics: &Generics) -> Self {
        let parameters = generics.type_params().map(|parameter| Parameter {
            name: parameter.ident.clone(),
            sized: is_sized(parameter, generics),
        });
        let names = generics.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(&parameter.ident),
            GenericParam::Const(parameter) => Some(&parameter.ident),
            GenericParam::Lifetime(_) => None,
        });
        let mut generic_names: Vec<Ident> = names.cloned().collect();
        if !generic_names.is_empty() {
            generic_names.push(Ident::new("Self", Span::call_site()));
        }
        Self {
            parameters: parameters.collect(),
            generic_names,
            predicates: Vec::new(),
            needed: Vec::new(),
        }
    }

    /// Asks a trait of every parameter, and every type associated with one, that a type has or refers to.
    pub(crate) fn of_parameters(&mut self, ty: &Type, bound: &TokenStream) {
        let mut owned = Owned {
            bounds: self,
            names: Vec::new(),
            unsized_names: Vec::new(),
            associated: Vec::new(),
            follows_references: true,
        };
        owned.visit_type(ty);
        let Owned { names, unsized_names, associated, .. } = owned;
        for name in names.into_iter().chain(unsized_names) {
            self.add(parse_quote!(#name: #bound));
        }
        for ty in associated {
            self.add(parse_quote!(#ty: #bound));
        }
    }

    /// Asks for `DeepCopy` of every parameter, and every type associated with one, that a type owns.
    /// Asking it of the type itself would send the compiler in circles when types are recursive.
    pub(crate) fn deep_copy(&mut self, ty: &Type, copy: &TokenStream) {
        let mut owned = Owned {
            bounds: self,
            names: Vec::new(),
            unsized_names: Vec::new(),
            associated: Vec::new(),
            follows_references: false,
        };
        owned.visit_type(ty);
        let Owned { names, unsized_names, associated, .. } = owned;
        for name in names {
            self.add(parse_quote!(#name: #copy::DeepCopy));
        }
        for name in unsized_names {
            // It can only be behind a `Box` or a counted handle.
            self.add(parse_quote!(#name: #copy::private::Target));
        }
        for ty in associated {
            self.add(parse_quote!(#ty: #copy::DeepCopy));
        }
    }

    /// Asks a trait of a type, if that depends on a parameter.
    pub(crate) fn of_type(&mut self, ty: &Type, bound: &TokenStream) {
        if mentions(ty.to_token_stream(), &self.generic_names) {
            self.add(parse_quote!(#ty: #bound));
        }
    }

    /// Asks for what is said.
    pub(crate) fn of_predicates(&mut self, predicates: &[WherePredicate]) {
        for predicate in predicates {
            self.add(predicate.clone());
        }
    }

    /// Asks all parameters to outlive everything.
    pub(crate) fn make_static(&mut self) {
        for Parameter { name, .. } in &self.parameters {
            self.needed.push(parse_quote!(#name: 'static));
        }
    }

    fn add(&mut self, predicate: WherePredicate) {
        let text = quote!(#predicate).to_string();
        if !self.predicates.iter().any(|known| quote!(#known).to_string() == text) {
            self.predicates.push(predicate);
        }
    }

    /// The where clause: the type's own, and these bounds or the ones the user gave instead.
    pub(crate) fn clause(
        self,
        generics: &Generics,
        instead: Option<Vec<WherePredicate>>,
    ) -> Option<WhereClause> {
        let mut clause = generics.where_clause.clone();
        let mut predicates = instead.unwrap_or(self.predicates);
        predicates.extend(self.needed);
        if !predicates.is_empty() {
            clause.get_or_insert_with(|| parse_quote!(where)).predicates.extend(predicates);
        }
        clause
    }
}

/// Collects what a type owns of the parameters. References and function pointers are copied as they
/// are, whatever they lead to, and `PhantomData` owns nothing.
struct Owned<'a> {
    bounds: &'a Bounds,
    names: Vec<Ident>,
    unsized_names: Vec<Ident>,
    associated: Vec<Type>,
    follows_references: bool,
}

impl Owned<'_> {
    fn parameter(&mut self, name: &Ident) -> bool {
        let known = self.bounds.parameters.iter().find(|parameter| parameter.name == *name);
        if let Some(parameter) = known {
            let names = if parameter.sized { &mut self.names } else { &mut self.unsized_names };
            names.push(name.clone());
        }
        known.is_some()
    }

    fn is_associated(&self, ty: &TypePath) -> bool {
        match &ty.qself {
            Some(of) => mentions(of.ty.to_token_stream(), &self.bounds.generic_names),
            None => {
                let mut segments = ty.path.segments.iter();
                let first = segments.next().map(|segment| &segment.ident);
                ty.path.leading_colon.is_none()
                    && segments.next().is_some()
                    && self.bounds.parameters.iter().any(|known| Some(&known.name) == first)
            }
        }
    }
}

impl<'ast> Visit<'ast> for Owned<'_> {
    fn visit_type(&mut self, ty: &'ast Type) {
        match ty {
            Type::Reference(reference) if self.follows_references => {
                self.visit_type(&reference.elem)
            }
            Type::Reference(_) | Type::Ptr(_) | Type::FnPtr(_) => {}
            Type::Path(path) if self.is_associated(path) => self.associated.push(ty.clone()),
            Type::Path(path) => {
                let name = path.path.get_ident();
                let last = path.path.segments.last().map(|segment| &segment.ident);
                if !name.is_some_and(|name| self.parameter(name))
                    && last.is_none_or(|last| last != "PhantomData")
                {
                    visit::visit_type(self, ty);
                }
            }
            _ => visit::visit_type(self, ty),
        }
    }
}

fn is_sized(parameter: &TypeParam, generics: &Generics) -> bool {
    let is_maybe = |bound: &TypeParamBound| {
        bound.to_token_stream().into_iter().next().is_some_and(|first| first.to_string() == "?")
    };
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let mut bounds = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) if path.path.is_ident(&parameter.ident) => Some(&predicate.bounds),
            _ => None,
        },
        _ => None,
    });
    !parameter.bounds.iter().any(is_maybe) && !bounds.any(|bounds| bounds.iter().any(is_maybe))
}

/// Whether there is one of these names in the code.
pub(crate) fn mentions(tokens: TokenStream, names: &[Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
