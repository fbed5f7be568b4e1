//! Enums.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, parse_quote};

use super::record::Record;
use super::{default_of, implementation, items, read, read_by};
use crate::bounds::Bounds;
use crate::codec::encode::phantom;
use crate::codec::model::{Container, Field, Style, Tagging, Variant};
use crate::codec::shape;
use crate::codec::words::Way;

pub(super) fn set(container: &Container, variants: &[Variant]) -> TokenStream {
    let krate = &container.attributes.krate;
    let (name, tagging) = (&container.name, &container.attributes.tagging);
    let decode = quote!(#krate::decode);
    let decode_trait = quote!(#decode::Decode<'de>);
    let result = quote!(::core::result::Result);
    let there: Vec<&Variant> = variants.iter().filter(|variant| !variant.skip).collect();
    let shape = shape::set(krate, Way::Decode, name, container.class(), tagging, &there);
    let mut bounds = Bounds::new(&container.generics);
    for field in there.iter().flat_map(|variant| &variant.fields).filter(|field| !field.skip) {
        field.ask(&mut bounds, krate, Way::Decode);
    }
    let mut helpers = TokenStream::new();
    for (index, variant) in there.iter().enumerate() {
        if variant.style == Style::Named && variant.with.is_none() {
            helpers.extend(helper_record(container, variant, &format_ident!("__Variant{index}")));
        }
    }
    let data: Vec<_> =
        there.iter().enumerate().map(|(index, variant)| data(container, index, variant)).collect();
    let all_untagged = matches!(tagging, Tagging::Untagged);

    let arms = there
        .iter()
        .enumerate()
        .zip(&data)
        .filter(|((_, variant), _)| !variant.untagged && !all_untagged);
    let arms: Vec<_> = arms
        .map(|((index, variant), data)| {
            let prepare = if variant.style == Style::Unit && variant.with.is_none() {
                quote!(#decode::Decoder::unit_data(__decoder, &mut __variant)?;)
            } else {
                quote!(#decode::Decoder::data(__decoder, &mut __variant)?;)
            };
            let read = if variant.style == Style::Unit && variant.with.is_none() {
                let ident = &variant.ident;
                quote!(#result::Ok(Self::#ident))
            } else {
                data.clone()
            };
            quote! {
                #index => {
                    #prepare
                    #read
                }
            }
        })
        .collect();
    let tagged = quote! {
        let (__index, mut __variant) =
            #decode::Decoder::variant(__decoder, <Self as #decode_trait>::SHAPE)?;
        let __value: #result<Self, #decode::Fail> = match __index {
            #(#arms)*
            _ => #result::Err(#decode::Decoder::fail(__decoder, &"there is no such variant")),
        };
        let __value = __value?;
        #decode::Decoder::end_variant(__decoder, __variant)?;
        #result::Ok(__value)
    };
    let attempts: Vec<_> = there
        .iter()
        .zip(&data)
        .filter(|(variant, _)| variant.untagged || all_untagged)
        .map(|(_, data)| data)
        .collect();
    let body = if attempts.is_empty() {
        tagged
    } else {
        let first = (!arms.is_empty()).then_some(&tagged);
        let attempts = first.into_iter().chain(attempts);
        let message = format!("no variant of {name} is like this");
        quote! {
            let __mark = #decode::Decoder::mark(__decoder);
            #(
                let __attempt = (|__decoder: &mut __D| -> #result<Self, #decode::Fail> { #attempts })(__decoder);
                if let #result::Ok(__value) = __attempt {
                    return #result::Ok(__value);
                }
                #decode::Decoder::rewind(__decoder, __mark);
            )*
            #result::Err(#decode::Decoder::fail(__decoder, &#message))
        }
    };
    let whole = implementation(container, bounds, &shape, &quote!(false), &body, &quote!());
    quote! {
        static __SLOT: #krate::shape::Slot = #krate::shape::Slot::new();
        #helpers
        #whole
    }
}

/// Reads the data of a variant and makes the value: statements that end in a result.
fn data(container: &Container, index: usize, variant: &Variant) -> TokenStream {
    let krate = &container.attributes.krate;
    let decode = quote!(#krate::decode);
    let ident = &variant.ident;
    let ok = quote!(::core::result::Result::Ok);
    let members = variant.fields.iter().map(|field| {
        let (member, variable) = (&field.member, &field.variable);
        quote!(#member: #variable)
    });
    let value = quote!(Self::#ident { #(#members),* });
    let skipped = variant.fields.iter().filter(|field| field.skip).map(|field| {
        let (variable, value) = (&field.variable, default_of(field.default.as_ref()));
        quote!(let #variable = #value;)
    });
    if let Some(with) = &variant.with {
        let types: Vec<_> =
            variant.fields.iter().filter(|field| !field.skip).map(|field| &field.ty).collect();
        let variables: Vec<_> = variant
            .fields
            .iter()
            .filter(|field| !field.skip)
            .map(|field| &field.variable)
            .collect();
        let ty: syn::Type = match types[..] {
            [ty] => ty.clone(),
            _ => parse_quote!((#(#types,)*)),
        };
        let read = read_by(krate, &container.generics, &ty, Some(with));
        let pattern = match variables[..] {
            [variable] => quote!(#variable),
            _ => quote!((#(#variables,)*)),
        };
        return quote! {
            let #pattern = #read?;
            #(#skipped)*
            #ok(#value)
        };
    }
    match variant.style {
        Style::Unit => quote! {
            #decode::Decoder::unit(__decoder)?;
            #ok(Self::#ident)
        },
        Style::Named => {
            let helper = format_ident!("__Variant{index}");
            let (_, arguments, _) = container.generics.split_for_impl();
            let pattern = variant.fields.iter().filter(|field| !field.skip).map(|field| {
                let (member, variable) = (&field.member, &field.variable);
                quote!(#member: #variable,)
            });
            quote! {
                let __data: #helper #arguments = #decode::Decode::<'de>::decode(__decoder)?;
                let #helper { #(#pattern)* .. } = __data;
                #(#skipped)*
                #ok(#value)
            }
        }
        Style::Newtype if !variant.fields[0].skip => {
            let variable = &variant.fields[0].variable;
            let read = read(krate, &container.generics, &variant.fields[0]);
            quote! {
                let #variable = #read?;
                #ok(#value)
            }
        }
        _ => {
            let items = items(krate, &container.generics, &variant.fields);
            quote! {
                let __shape = <() as #decode::Decode<'de>>::SHAPE;
                #items
                #ok(#value)
            }
        }
    }
}

/// A record with the data of a variant.
fn helper_record(container: &Container, variant: &Variant, helper: &Ident) -> TokenStream {
    let krate = &container.attributes.krate;
    let generics = &container.generics;
    let phantom = phantom(generics);
    let fields: Vec<Field> = variant.fields.iter().filter(|field| !field.skip).cloned().collect();
    let members = fields.iter().map(|field| {
        let (member, ty) = (&field.member, &field.ty);
        quote!(#member: #ty,)
    });
    let record = Record {
        krate,
        ident: helper,
        name: &variant.name,
        class: None,
        generics,
        bound: container.attributes.bound.as_ref(),
        denies_unknown: container.attributes.deny_unknown_fields,
        default: None,
        fields: &fields,
        is_helper: true,
    };
    let implementation = record.emit();
    let (impl_generics, _, clause) = generics.split_for_impl();
    quote! {
        struct #helper #impl_generics #clause {
            #(#members)*
            __phantom: #phantom,
        }

        const _: () = {
            #implementation
        };
    }
}
