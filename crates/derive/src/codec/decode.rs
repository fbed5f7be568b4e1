//! `#[derive(Decode)]`.

mod record;
mod variants;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, GenericParam, Generics, LifetimeParam, Path, parse_quote};

use self::record::Record;
use super::encode::phantom;
use super::model::{Body, Container, Default, Field, Style};
use super::words::Way;
use crate::bounds::Bounds;

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let container = Container::read(input, Way::Decode)?;
    let emitted = match (&container.body, &container.attributes.other) {
        (_, Some((other, fallible))) => from(&container, other, *fallible),
        (Body::Struct(_, fields), _) if container.attributes.transparent => {
            transparent(&container, fields)
        }
        (Body::Struct(Style::Newtype, fields), _) if !fields[0].skip => {
            transparent(&container, fields)
        }
        (Body::Struct(Style::Named, fields), _) => {
            let record = Record {
                krate: &container.attributes.krate,
                ident: &container.ident,
                name: &container.name,
                class: container.class(),
                generics: &container.generics,
                bound: container.attributes.bound.as_ref(),
                denies_unknown: container.attributes.deny_unknown_fields,
                default: container.attributes.default.as_ref(),
                fields,
                is_helper: false,
            };
            record.emit()
        }
        (Body::Struct(Style::Unit, _), _) => unit(&container),
        (Body::Struct(..), _) => tuple(&container),
        (Body::Enum(variants), _) => variants::set(&container, variants),
    };
    Ok(quote! {
        const _: () = {
            #emitted
        };
    })
}

/// The generics with `'de`, which outlives all lifetimes that the type has.
fn with_de(generics: &Generics) -> Generics {
    let mut extended = generics.clone();
    let mut lifetime = LifetimeParam::new(parse_quote!('de));
    lifetime.bounds = generics.lifetimes().map(|parameter| parameter.lifetime.clone()).collect();
    extended.params.insert(0, GenericParam::Lifetime(lifetime));
    extended
}

fn implementation(
    container: &Container,
    bounds: Bounds,
    shape: &TokenStream,
    nullable: &TokenStream,
    decode: &TokenStream,
    more: &TokenStream,
) -> TokenStream {
    let krate = &container.attributes.krate;
    let ident = &container.ident;
    let clause = bounds.clause(&container.generics, container.attributes.bound.clone());
    let extended = with_de(&container.generics);
    let (impl_generics, _, _) = extended.split_for_impl();
    let (_, type_generics, _) = container.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::decode::Decode<'de> for #ident #type_generics #clause {
            const SHAPE: &'static #krate::shape::Shape = #shape;
            const NULLABLE: bool = #nullable;

            #[inline]
            fn decode<__D: #krate::decode::Decoder<'de>>(
                __decoder: &mut __D,
            ) -> ::core::result::Result<Self, #krate::decode::Fail> {
                #decode
            }

            #more
        }
    }
}

/// A value that is made of another that is read.
fn from(container: &Container, other: &syn::Type, fallible: bool) -> TokenStream {
    let krate = &container.attributes.krate;
    let decode_trait = quote!(#krate::decode::Decode<'de>);
    let mut bounds = Bounds::new(&container.generics);
    bounds.of_parameters(other, &decode_trait);
    let shape = quote!(<#other as #decode_trait>::SHAPE);
    let nullable = quote!(<#other as #decode_trait>::NULLABLE);
    let decode = if fallible {
        quote! {
            let __other = <#other as #decode_trait>::decode(__decoder)?;
            match <Self as ::core::convert::TryFrom<#other>>::try_from(__other) {
                ::core::result::Result::Ok(__value) => ::core::result::Result::Ok(__value),
                ::core::result::Result::Err(__error) => ::core::result::Result::Err(
                    #krate::decode::Decoder::fail(__decoder, &__error),
                ),
            }
        }
    } else {
        quote! {
            <#other as #decode_trait>::decode(__decoder).map(::core::convert::Into::into)
        }
    };
    implementation(container, bounds, &shape, &nullable, &decode, &quote!())
}

/// A value that is read as the one in it.
fn transparent(container: &Container, fields: &[Field]) -> TokenStream {
    let krate = &container.attributes.krate;
    let Some(field) = fields.iter().find(|field| !field.skip) else { return TokenStream::new() };
    let (member, ty) = (&field.member, &field.ty);
    let decode_trait = quote!(#krate::decode::Decode<'de>);
    let mut bounds = Bounds::new(&container.generics);
    let others: Vec<_> = fields
        .iter()
        .filter(|field| field.skip)
        .map(|field| {
            let (member, value) = (&field.member, default_of(field.default.as_ref()));
            quote!(#member: #value,)
        })
        .collect();
    let read = read(krate, &container.generics, field);
    let decode = quote! {
        let __value = #read?;
        ::core::result::Result::Ok(Self { #member: __value, #(#others)* })
    };
    if field.with.is_some() {
        field.ask(&mut bounds, krate, Way::Decode);
        let shape = quote!(#krate::shape::dynamic());
        return implementation(container, bounds, &shape, &quote!(false), &decode, &quote!());
    }
    field.ask(&mut bounds, krate, Way::Decode);
    let shape = quote!(<#ty as #decode_trait>::SHAPE);
    let nullable = quote!(<#ty as #decode_trait>::NULLABLE);
    let more = quote! {
        #[inline]
        fn decode_into<__D: #krate::decode::Decoder<'de>>(
            &mut self,
            __decoder: &mut __D,
        ) -> ::core::result::Result<(), #krate::decode::Fail> {
            <#ty as #decode_trait>::decode_into(&mut self.#member, __decoder)
        }

        #[inline]
        fn decode_equal<__D: #krate::decode::Decoder<'de>>(
            &self,
            __decoder: &mut __D,
        ) -> ::core::result::Result<bool, #krate::decode::Fail> {
            <#ty as #decode_trait>::decode_equal(&self.#member, __decoder)
        }

        #[inline]
        fn absent() -> ::core::option::Option<Self> {
            let __value = <#ty as #decode_trait>::absent()?;
            ::core::option::Option::Some(Self { #member: __value, #(#others)* })
        }
    };
    implementation(container, bounds, &shape, &nullable, &decode, &more)
}

fn unit(container: &Container) -> TokenStream {
    let (krate, name) = (&container.attributes.krate, &container.name);
    let shape = quote! {{
        static __SLOT: #krate::shape::Slot = #krate::shape::Slot::new();
        &#krate::shape::Shape::new(#krate::shape::Kind::Unit, #name, &__SLOT)
    }};
    let decode = quote!(#krate::decode::Decoder::unit(__decoder).map(|()| Self));
    let bounds = Bounds::new(&container.generics);
    implementation(container, bounds, &shape, &quote!(true), &decode, &quote!())
}

fn tuple(container: &Container) -> TokenStream {
    let krate = &container.attributes.krate;
    let Body::Struct(_, fields) = &container.body else { return TokenStream::new() };
    let name = &container.name;
    let decode_trait = quote!(#krate::decode::Decode<'de>);
    let there: Vec<_> = fields.iter().filter(|field| !field.skip).collect();
    let mut bounds = Bounds::new(&container.generics);
    for field in &there {
        field.ask(&mut bounds, krate, Way::Decode);
    }
    let arguments = there.iter().map(|field| match field.with {
        Some(_) => quote!(#krate::shape::TypeRef::Static(#krate::shape::dynamic)),
        None => {
            let ty = &field.ty;
            quote!(#krate::shape::TypeRef::Static(#krate::decode::shape_of::<'de, #ty>))
        }
    });
    let shape = quote! {{
        static __SLOT: #krate::shape::Slot = #krate::shape::Slot::new();
        &#krate::shape::Shape {
            arguments: &[#(#arguments),*],
            ..#krate::shape::Shape::new(#krate::shape::Kind::Tuple, #name, &__SLOT)
        }
    }};
    let whole_default = container.attributes.default.as_ref().map(|default| {
        let value = default_of(Some(default));
        quote!(let __default: Self = #value;)
    });
    let mut fields = fields.clone();
    for field in fields.iter_mut().filter(|field| field.default.is_none()) {
        field.default = whole_default.as_ref().map(|_| Default::OfType(field.member.clone()));
    }
    let items = items(krate, &container.generics, &fields);
    let members = fields.iter().map(|field| {
        let (member, variable) = (&field.member, &field.variable);
        quote!(#member: #variable)
    });
    let decode = quote! {
        let __shape = <Self as #decode_trait>::SHAPE;
        #whole_default
        #items
        ::core::result::Result::Ok(Self { #(#members),* })
    };
    implementation(container, bounds, &shape, &quote!(false), &decode, &quote!())
}

/// Reads a tuple into one variable for each field. The shape is in `__shape`.
fn items(krate: &Path, generics: &Generics, fields: &[Field]) -> TokenStream {
    let count = fields.iter().filter(|field| !field.skip).count();
    let mut index = 0_usize;
    let reads: Vec<_> = fields
        .iter()
        .map(|field| {
            let variable = &field.variable;
            if field.skip {
                let value = default_of(field.default.as_ref());
                return quote!(let #variable = #value;);
            }
            let read = read(krate, generics, field);
            let position = index;
            index += 1;
            let if_short = match &field.default {
                Some(default) => default_of(Some(default)),
                None => quote! {
                    return ::core::result::Result::Err(
                        #krate::decode::Decoder::wrong_length(__decoder, #count),
                    )
                },
            };
            quote! {
                let #variable = if __more && {
                    __more = #krate::decode::Decoder::next_item(__decoder, &mut __items)?;
                    __more
                } {
                    match #read {
                        ::core::result::Result::Ok(__value) => __value,
                        ::core::result::Result::Err(__fail) => {
                            #krate::decode::Decoder::in_item(__decoder, #position);
                            return ::core::result::Result::Err(__fail);
                        }
                    }
                } else {
                    #if_short
                };
            }
        })
        .collect();
    quote! {
        let mut __items = #krate::decode::Decoder::tuple(__decoder, __shape, #count)?;
        let mut __more = true;
        #(#reads)*
        if __more && #krate::decode::Decoder::next_item(__decoder, &mut __items)? {
            return ::core::result::Result::Err(
                #krate::decode::Decoder::wrong_length(__decoder, #count),
            );
        }
    }
}

/// Reads the value of a field: an expression that gives a result.
fn read(krate: &Path, generics: &Generics, field: &Field) -> TokenStream {
    read_by(krate, generics, &field.ty, field.with.as_ref())
}

fn read_by(
    krate: &Path,
    generics: &Generics,
    ty: &syn::Type,
    with: Option<&syn::ExprPath>,
) -> TokenStream {
    match with {
        None => quote!(<#ty as #krate::decode::Decode<'de>>::decode(__decoder)),
        Some(with) => {
            let extended = with_de(generics);
            let (impl_generics, type_generics, clause) = extended.split_for_impl();
            let types = phantom(&extended);
            quote! {{
                struct __With #impl_generics #clause {
                    __value: #ty,
                    __phantom: #types,
                }

                impl #impl_generics #krate::private::serde::Deserialize<'de>
                    for __With #type_generics #clause
                {
                    fn deserialize<__S: #krate::private::serde::Deserializer<'de>>(
                        __deserializer: __S,
                    ) -> ::core::result::Result<Self, __S::Error> {
                        ::core::result::Result::Ok(Self {
                            __value: #with(__deserializer)?,
                            __phantom: ::core::marker::PhantomData,
                        })
                    }
                }

                #krate::decode::Decoder::deserialize::<__With #type_generics>(__decoder)
                    .map(|__with| __with.__value)
            }}
        }
    }
}

fn default_of(default: Option<&Default>) -> TokenStream {
    match default {
        None | Some(Default::Trait) => quote!(::core::default::Default::default()),
        Some(Default::Function(path)) => quote!(#path()),
        Some(Default::OfType(member)) => quote!(__default.#member),
    }
}
