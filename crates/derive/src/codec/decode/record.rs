//! Structs with named fields, and the data of variants that have them.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Ident, Path, WherePredicate, parse_quote};

use super::{default_of, read, with_de};
use crate::bounds::Bounds;
use crate::codec::encode::phantom;
use crate::codec::model::{Default, Field};
use crate::codec::shape;
use crate::codec::words::Way;

/// More fields than this are not remembered one by one: such a type is read whole, not over another.
const MOST_REMEMBERED: usize = 128;

/// The functions of a type with more fields than this are no part of those that call them: else each part of a
/// crate that the compiler works on by itself would have them anew.
const MOST_IN_LINE: usize = 12;

/// A struct with names, or the data of a variant that has them.
pub(super) struct Record<'a> {
    pub(super) krate: &'a Path,
    pub(super) ident: &'a Ident,
    pub(super) name: &'a str,
    pub(super) class: Option<(&'a str, bool)>,
    pub(super) generics: &'a Generics,
    pub(super) bound: Option<&'a Vec<WherePredicate>>,
    pub(super) denies_unknown: bool,
    pub(super) default: Option<&'a Default>,
    pub(super) fields: &'a [Field],
    /// It has a field `__phantom` too.
    pub(super) is_helper: bool,
}

impl Record<'_> {
    pub(super) fn emit(&self) -> TokenStream {
        let Self { krate, ident, generics, fields, .. } = *self;
        let named: Vec<&Field> = fields.iter().filter(|f| !f.skip && !f.flatten).collect();
        let flat: Vec<&Field> = fields.iter().filter(|f| !f.skip && f.flatten).collect();
        let (shape, statics) =
            shape::record(krate, Way::Decode, self.name, self.class, self.denies_unknown, &named);
        let decode = quote!(#krate::decode);
        let decode_trait = quote!(#decode::Decode<'de>);
        let fail = quote!(#decode::Fail);
        let result = quote!(::core::result::Result);
        let clause = self.clause();
        let extended = with_de(generics);
        let (impl_generics, extended_generics, _) = extended.split_for_impl();
        let (_, type_generics, _) = generics.split_for_impl();
        let this = quote!(#ident #type_generics);
        let entries = quote!(<#this as #decode_trait>::SHAPE);

        // What has been read so far.
        let all_phantom = phantom(&extended);
        let variables: Vec<_> = named.iter().map(|field| &field.variable).collect();
        let types: Vec<_> = named.iter().map(|field| &field.ty).collect();
        let flat_variables: Vec<_> = flat.iter().map(|field| &field.variable).collect();
        let flat_types: Vec<_> = flat.iter().map(|field| &field.ty).collect();
        let partial = quote! {
            pub struct __Partial #impl_generics #clause {
                #(#variables: ::core::option::Option<#types>,)*
                #(#flat_variables: <#flat_types as #decode::DecodeFlat<'de>>::Partial,)*
                __phantom: #all_phantom,
            }

            impl #impl_generics __Partial #extended_generics #clause {
                #[inline(always)]
                fn __begin() -> Self {
                    Self {
                        #(#variables: ::core::option::Option::None,)*
                        #(#flat_variables:
                            <#flat_types as #decode::DecodeFlat<'de>>::begin(),)*
                        __phantom: ::core::marker::PhantomData,
                    }
                }
            }
        };

        // One field, by its index. What reads it is out of line, for in `decode` all of it is in line already.
        let arms = named.iter().enumerate().map(|(index, field)| {
            let Field { variable, ty, .. } = field;
            match &field.with {
                None => quote! {
                    #index => #krate::private::read_one::<#ty, _>(
                        __decoder,
                        &__fields[#index],
                        &mut self.#variable,
                    ),
                },
                Some(_) => {
                    let read = read(krate, generics, field);
                    quote! {
                        #index => #krate::private::read_one_with(
                            __decoder,
                            &__fields[#index],
                            &mut self.#variable,
                            |__decoder| #read,
                        ),
                    }
                }
            }
        });
        let defaults = self.default.map(|default| {
            let value = default_of(Some(default));
            quote!(let __default: #this = #value;)
        });
        let finished = named.iter().enumerate().map(|(index, field)| {
            let (member, variable) = (&field.member, &field.variable);
            let missing = self.missing(index, field, &entries);
            quote! {
                #member: match self.#variable {
                    ::core::option::Option::Some(__value) => __value,
                    ::core::option::Option::None => #missing,
                },
            }
        });
        let flattened = flat.iter().map(|field| {
            let Field { member, variable, ty, .. } = field;
            quote! {
                #member: <#ty as #decode::DecodeFlat<'de>>::finish(self.#variable, __decoder)?,
            }
        });
        let others: Vec<_> = fields
            .iter()
            .filter(|field| field.skip)
            .map(|field| (&field.member, self.skipped(field)))
            .collect();
        let (other_members, other_values): (Vec<_>, Vec<_>) = others.into_iter().unzip();
        let marker = self.is_helper.then(|| quote!(__phantom: ::core::marker::PhantomData,));
        let partial_functions = quote! {
            impl #impl_generics __Partial #extended_generics #clause {
                /// Reads the field with this index.
                fn __read<__D: #decode::Decoder<'de>>(
                    &mut self,
                    __index: usize,
                    __decoder: &mut __D,
                ) -> #result<(), #fail> {
                    let __fields = #entries.fields;
                    match __index {
                        #(#arms)*
                        _ => #decode::Decoder::skip(__decoder),
                    }
                }

                #[inline]
                fn __finish<__D: #decode::Decoder<'de>>(
                    self,
                    __decoder: &mut __D,
                ) -> #result<#this, #fail> {
                    #defaults
                    #result::Ok(#ident {
                        #(#finished)*
                        #(#flattened)*
                        #(#other_members: #other_values,)*
                        #marker
                    })
                }
            }
        };

        let offers = flat.iter().map(|field| {
            let Field { variable, ty, .. } = field;
            quote! {
                if let #decode::Offer::Taken = <#ty as #decode::DecodeFlat<'de>>::offer(
                    &mut __partial.#variable,
                    __name,
                    __decoder,
                )? {
                    return #result::Ok(#decode::Offer::Taken);
                }
            }
        });
        let flat_implementation = quote! {
            #[automatically_derived]
            impl #impl_generics #decode::DecodeFlat<'de> for #this #clause {
                type Partial = __Partial #extended_generics;

                #[inline]
                fn begin() -> Self::Partial {
                    __Partial::__begin()
                }

                fn offer<__D: #decode::Decoder<'de>>(
                    __partial: &mut Self::Partial,
                    __name: &str,
                    __decoder: &mut __D,
                ) -> #result<#decode::Offer, #fail> {
                    let __found = #decode::Decoder::find_field(__decoder, #entries, __name);
                    if let ::core::option::Option::Some(__index) = __found {
                        __partial.__read(__index, __decoder)?;
                        return #result::Ok(#decode::Offer::Taken);
                    }
                    #(#offers)*
                    #result::Ok(#decode::Offer::Declined)
                }

                fn finish<__D: #decode::Decoder<'de>>(
                    __partial: Self::Partial,
                    __decoder: &mut __D,
                ) -> #result<Self, #fail> {
                    __partial.__finish(__decoder)
                }
            }
        };

        let resume = flat.is_empty().then(|| self.resume(&entries));
        let methods = if flat.is_empty() {
            self.straight(&named, &entries)
        } else {
            quote! {
                fn decode<__D: #decode::Decoder<'de>>(
                    __decoder: &mut __D,
                ) -> #result<Self, #fail> {
                    let __saved = #decode::Decoder::begin(__decoder, #entries)?;
                    let mut __partial = __Partial::__begin();
                    let mut __first = true;
                    while let ::core::option::Option::Some(__name) =
                        #decode::Decoder::next_name(__decoder, __first)?
                    {
                        __first = false;
                        let __offer = <Self as #decode::DecodeFlat<'de>>::offer(
                            &mut __partial,
                            &__name,
                            __decoder,
                        )?;
                        if let #decode::Offer::Declined = __offer {
                            #decode::Decoder::unknown(__decoder, #entries)?;
                        }
                    }
                    #decode::Decoder::leave(__decoder, __saved);
                    __partial.__finish(__decoder)
                }
            }
        };

        quote! {
            #statics
            #partial
            #partial_functions
            #resume

            #[automatically_derived]
            impl #impl_generics #decode_trait for #this #clause {
                const SHAPE: &'static #krate::shape::Shape = #shape;

                #methods
            }

            #flat_implementation
        }
    }

    /// The functions of a record whose fields are all its own: field after field as long as they come in
    /// order, and a loop for the rest.
    fn straight(&self, named: &[&Field], entries: &TokenStream) -> TokenStream {
        let Self { krate, ident, generics, fields, .. } = *self;
        let decode = quote!(#krate::decode);
        let fail = quote!(#decode::Fail);
        let result = quote!(::core::result::Result);
        let count = named.len();
        let mut by_name: Vec<usize> = (0..count).collect();
        by_name.sort_by_key(|&index| named[index].java_name.encode_utf16().collect::<Vec<_>>());

        let step = |index: usize, first: bool| {
            let field = named[index];
            let Field { variable, ty, .. } = field;
            let entry = quote!(&__fields[#index]);
            let step = match &field.with {
                None => quote! {
                    #krate::private::step::<#first, #ty, _>(
                        __decoder,
                        #entry,
                        &mut __partial.#variable,
                    )
                },
                Some(_) => {
                    let read = read(krate, generics, field);
                    quote! {
                        #krate::private::step_with::<#first, _>(
                            __decoder,
                            #entry,
                            |__decoder| #read.map(|__value| {
                                __partial.#variable = ::core::option::Option::Some(__value);
                            }),
                        )
                    }
                }
            };
            stepped(krate, &step, &quote!(#index))
        };
        let in_order: Vec<_> = (0..count).map(|index| step(index, index == 0)).collect();
        let in_name_order: Vec<_> = by_name
            .iter()
            .enumerate()
            .map(|(position, &index)| step(index, position == 0))
            .collect();
        let variables: Vec<_> = named.iter().map(|field| &field.variable).collect();
        let members: Vec<_> = named.iter().map(|field| &field.member).collect();
        let defaults = self.default_if_skipping();
        let (other_members, other_values): (Vec<_>, Vec<_>) = fields
            .iter()
            .filter(|field| field.skip)
            .map(|field| (&field.member, self.skipped(field)))
            .unzip();
        let marker = self.is_helper.then(|| quote!(__phantom: ::core::marker::PhantomData,));
        let into = self.over(named, entries, &by_name);
        let inline = self.inline();
        quote! {
            #inline
            fn decode<__D: #decode::Decoder<'de>>(__decoder: &mut __D) -> #result<Self, #fail> {
                let __fields = #entries.fields;
                let __saved = #decode::Decoder::begin(__decoder, #entries)?;
                let mut __partial = __Partial::__begin();
                let __next: usize = '__miss: {
                    if __D::NAME_ORDER {
                        #(#in_name_order)*
                    } else {
                        #(#in_order)*
                    }
                    if !#decode::Decoder::end(__decoder) {
                        break '__miss #count;
                    }
                    #decode::Decoder::leave(__decoder, __saved);
                    if let __Partial {
                        #(#variables: ::core::option::Option::Some(#variables),)*
                        ..
                    } = __partial {
                        #defaults
                        return #result::Ok(#ident {
                            #(#members: #variables,)*
                            #(#other_members: #other_values,)*
                            #marker
                        });
                    }
                    ::core::unreachable!("every field was read")
                };
                __resume(__decoder, __saved, __partial, __next)
            }

            #into
        }
    }

    /// The loop for the rest of a record, after its fields no longer come in order.
    fn resume(&self, entries: &TokenStream) -> TokenStream {
        let Self { krate, ident, generics, .. } = *self;
        let decode = quote!(#krate::decode);
        let fail = quote!(#decode::Fail);
        let result = quote!(::core::result::Result);
        let (extended, clause) = (with_de(generics), self.clause());
        let mut function = extended.clone();
        function.params.push(parse_quote!(__D: #decode::Decoder<'de>));
        let (impl_generics, _, _) = function.split_for_impl();
        let (_, extended_generics, _) = extended.split_for_impl();
        let (_, type_generics, _) = generics.split_for_impl();
        quote! {
            #[inline(never)]
            fn __resume #impl_generics (
                __decoder: &mut __D,
                __saved: __D::Saved,
                mut __partial: __Partial #extended_generics,
                mut __next: usize,
            ) -> #result<#ident #type_generics, #fail> #clause {
                let mut __first = __next == 0;
                loop {
                    match #decode::Decoder::next_key(__decoder, #entries, __next, __first)? {
                        #decode::Key::Field(__index) => {
                            __partial.__read(__index, __decoder)?;
                            __next = __index + 1;
                        }
                        #decode::Key::Unknown => #decode::Decoder::unknown(__decoder, #entries)?,
                        #decode::Key::End => break,
                    }
                    __first = false;
                }
                #decode::Decoder::leave(__decoder, __saved);
                __partial.__finish(__decoder)
            }
        }
    }

    /// Reading over a value.
    fn over(&self, named: &[&Field], entries: &TokenStream, by_name: &[usize]) -> TokenStream {
        let Self { krate, generics, fields, .. } = *self;
        let count = named.len();
        if count > MOST_REMEMBERED || self.is_helper {
            return TokenStream::new();
        }
        let decode = quote!(#krate::decode);
        let decode_trait = quote!(#decode::Decode<'de>);
        let fail = quote!(#decode::Fail);
        let result = quote!(::core::result::Result);
        let word = format_ident!("{}", if count > 64 { "u128" } else { "u64" });
        let bits = |bits: u128| {
            let literal = Literal::u128_unsuffixed(bits);
            quote!(#literal)
        };
        let bit = |index: usize| 1_u128 << index;
        let all_before =
            |index: usize| bits(u128::MAX.checked_shr(128 - index as u32).unwrap_or(0));
        let read_over = |field: &Field| {
            let (member, ty) = (&field.member, &field.ty);
            match &field.with {
                None => quote!(<#ty as #decode_trait>::decode_into(&mut self.#member, __decoder)),
                Some(_) => {
                    let read = read(krate, generics, field);
                    quote!(#read.map(|__value| self.#member = __value))
                }
            }
        };
        let step = |index: usize, first: bool, seen: &TokenStream| {
            let field = named[index];
            let Field { member, ty, .. } = field;
            let entry = quote!(&__fields[#index]);
            let step = match &field.with {
                None => quote! {
                    #krate::private::step_over::<#first, #ty, _>(
                        __decoder,
                        #entry,
                        &mut self.#member,
                    )
                },
                Some(_) => {
                    let read = read_over(field);
                    quote! {
                        #krate::private::step_with::<#first, _>(
                            __decoder,
                            #entry,
                            |__decoder| #read,
                        )
                    }
                }
            };
            stepped(krate, &step, &quote!((#index, #seen)))
        };
        let in_order: Vec<_> = (0..count)
            .map(|index| {
                let seen = all_before(index);
                step(index, index == 0, &seen)
            })
            .collect();
        let in_name_order: Vec<_> = by_name
            .iter()
            .enumerate()
            .map(|(position, &index)| {
                let before = by_name[..position].iter().map(|&index| bit(index)).sum();
                step(index, position == 0, &bits(before))
            })
            .collect();
        let arms = named.iter().enumerate().map(|(index, field)| {
            let Field { member, ty, .. } = field;
            let read = match &field.with {
                None => {
                    quote!(#krate::private::read_over::<#ty, _>(&mut self.#member, __decoder))
                }
                Some(_) => read_over(field),
            };
            quote!(#index => #read,)
        });
        let missing = named.iter().enumerate().map(|(index, field)| {
            let (member, bit) = (&field.member, bits(bit(index)));
            let value = self.missing(index, field, entries);
            quote! {
                if __seen & #bit == 0 {
                    self.#member = #value;
                }
            }
        });
        let defaults = self.default.map(|default| {
            let value = default_of(Some(default));
            quote!(let __default: Self = #value;)
        });
        let skipping = self.default_if_skipping();
        let others: Vec<_> = fields
            .iter()
            .filter(|field| field.skip)
            .map(|field| {
                let (member, value) = (&field.member, self.skipped(field));
                quote!(self.#member = #value;)
            })
            .collect();
        let all = all_before(count);
        let inline = self.inline();
        quote! {
            #inline
            fn decode_into<__D: #decode::Decoder<'de>>(
                &mut self,
                __decoder: &mut __D,
            ) -> #result<(), #fail> {
                let __fields = #entries.fields;
                let __saved = #decode::Decoder::begin(__decoder, #entries)?;
                let (mut __next, mut __seen): (usize, #word) = '__miss: {
                    if __D::NAME_ORDER {
                        #(#in_name_order)*
                    } else {
                        #(#in_order)*
                    }
                    if !#decode::Decoder::end(__decoder) {
                        break '__miss (#count, #all);
                    }
                    #decode::Decoder::leave(__decoder, __saved);
                    {
                        #skipping
                        #(#others)*
                    }
                    return #result::Ok(());
                };
                let mut __first = __next == 0;
                loop {
                    match #decode::Decoder::next_key(__decoder, #entries, __next, __first)? {
                        #decode::Key::Field(__index) => {
                            let __bit = (1 as #word).checked_shl(__index as u32).unwrap_or(0);
                            let __read: #result<(), #fail> = if __seen & __bit != 0
                                && #krate::private::passed_again(
                                    __decoder,
                                    &#entries.fields[__index],
                                )?
                            {
                                #result::Ok(())
                            } else {
                                __seen |= __bit;
                                match __index {
                                    #(#arms)*
                                    _ => #decode::Decoder::skip(__decoder),
                                }
                            };
                            if let #result::Err(__fail) = __read {
                                #decode::Decoder::in_field(__decoder, &#entries.fields[__index]);
                                return #result::Err(__fail);
                            }
                            __next = __index + 1;
                        }
                        #decode::Key::Unknown => #decode::Decoder::unknown(__decoder, #entries)?,
                        #decode::Key::End => break,
                    }
                    __first = false;
                }
                #decode::Decoder::leave(__decoder, __saved);
                #defaults
                #(#missing)*
                #(#others)*
                #result::Ok(())
            }
        }
    }

    fn inline(&self) -> Option<TokenStream> {
        (self.fields.len() <= MOST_IN_LINE).then(|| quote!(#[inline]))
    }

    /// The value of a field that was not there: an expression that may return from its function.
    fn missing(&self, index: usize, field: &Field, entries: &TokenStream) -> TokenStream {
        let (krate, member, ty) = (self.krate, &field.member, &field.ty);
        let fail = quote! {
            return ::core::result::Result::Err(
                #krate::decode::Decoder::missing(__decoder, &#entries.fields[#index]),
            )
        };
        match (&field.default, self.default) {
            (Some(default), _) => default_of(Some(default)),
            (None, Some(_)) => quote!(__default.#member),
            (None, None) if field.with.is_some() => quote! {
                match ::core::option::Option::<#ty>::None {
                    ::core::option::Option::Some(__value) => __value,
                    ::core::option::Option::None => #fail,
                }
            },
            (None, None) => quote! {
                match <#ty as #krate::decode::Decode<'de>>::absent() {
                    ::core::option::Option::Some(__value) => __value,
                    ::core::option::Option::None => #fail,
                }
            },
        }
    }

    /// The value of a field that is never read.
    fn skipped(&self, field: &Field) -> TokenStream {
        match (&field.default, self.default) {
            (None, Some(_)) => {
                let member = &field.member;
                quote!(__default.#member)
            }
            (default, _) => default_of(default.as_ref()),
        }
    }

    /// The default value of the type, where only fields that are never read are taken from it.
    fn default_if_skipping(&self) -> Option<TokenStream> {
        let takes = |field: &Field| field.skip && field.default.is_none();
        let (ident, (_, generics, _)) = (self.ident, self.generics.split_for_impl());
        self.default.filter(|_| self.fields.iter().any(takes)).map(|default| {
            let value = default_of(Some(default));
            quote!(let __default: #ident #generics = #value;)
        })
    }

    fn clause(&self) -> Option<syn::WhereClause> {
        let mut bounds = Bounds::new(self.generics);
        for field in self.fields.iter().filter(|field| !field.skip) {
            field.ask(&mut bounds, self.krate, Way::Decode);
        }
        bounds.clause(self.generics, self.bound.cloned())
    }
}

/// Goes on with the next field if this one was read, and with the rest of the record in any order if another one
/// is there.
fn stepped(krate: &Path, step: &TokenStream, missed: &TokenStream) -> TokenStream {
    quote! {
        match #step {
            #krate::private::Step::Read => {}
            #krate::private::Step::Missed => break '__miss #missed,
            #krate::private::Step::Failed => {
                return ::core::result::Result::Err(#krate::decode::Fail);
            }
        }
    }
}
