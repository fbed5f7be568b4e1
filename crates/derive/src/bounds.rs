//! The bounds of a derived implementation.

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;
use syn::{Generics, Ident, Type, WhereClause, WherePredicate, parse_quote};

/// The generics of a type with the bounds that its fields ask for.
pub(crate) struct Bounds {
    parameters: Vec<Ident>,
    predicates: Vec<WherePredicate>,
}

impl Bounds {
    pub(crate) fn new(generics: &Generics) -> Self {
        let parameters = generics.type_params().map(|parameter| parameter.ident.clone()).collect();
        Self { parameters, predicates: Vec::new() }
    }

    /// Asks a trait of every parameter that a type names. Asking it of the type itself would send the
    /// compiler in circles when types are recursive.
    pub(crate) fn of_parameters(&mut self, ty: &Type, bound: &TokenStream) {
        for parameter in self.named_in(ty) {
            self.add(parse_quote!(#parameter: #bound));
        }
    }

    /// Asks a trait of a type, if it names a parameter.
    pub(crate) fn of_type(&mut self, ty: &Type, bound: &TokenStream) {
        if !self.named_in(ty).is_empty() {
            self.add(parse_quote!(#ty: #bound));
        }
    }

    fn add(&mut self, predicate: WherePredicate) {
        let text = quote!(#predicate).to_string();
        if !self.predicates.iter().any(|known| quote!(#known).to_string() == text) {
            self.predicates.push(predicate);
        }
    }

    fn named_in(&self, ty: &Type) -> Vec<Ident> {
        struct Named<'a> {
            parameters: &'a [Ident],
            named: Vec<Ident>,
        }

        impl<'ast> Visit<'ast> for Named<'_> {
            fn visit_ident(&mut self, ident: &'ast Ident) {
                if self.parameters.contains(ident) && !self.named.contains(ident) {
                    self.named.push(ident.clone());
                }
            }
        }

        let mut named = Named { parameters: &self.parameters, named: Vec::new() };
        named.visit_type(ty);
        named.named
    }

    /// The where clause: the type's own, and these bounds or the ones the user gave instead.
    pub(crate) fn clause(
        self,
        generics: &Generics,
        instead: Option<Vec<WherePredicate>>,
    ) -> Option<WhereClause> {
        let mut clause = generics.where_clause.clone();
        let predicates = instead.unwrap_or(self.predicates);
        if !predicates.is_empty() {
            clause.get_or_insert_with(|| parse_quote!(where)).predicates.extend(predicates);
        }
        clause
    }
}
