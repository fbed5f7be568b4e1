//! `#[derive(Decode)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    DeriveInput, GenericParam, Generics, Ident, LifetimeParam, Path, WherePredicate, parse_quote,
};

use super::encode::phantom;
use super::model::{Body, Container, Default, Field, Style, Tagging, Variant};
use super::shape;
use super::words::Way;
use crate::bounds::Bounds;

/// More fields than this are not remembered one by one: such a type is read whole, not over another.
const MOST_REMEMBERED: usize = 128;

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
        (Body::Enum(variants), _) => set(&container, variants),
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
        let shape = quote!(#krate::shape::dynamic());
        return implementation(container, bounds, &shape, &quote!(false), &decode, &quote!());
    }
    bounds.of_parameters(ty, &decode_trait);
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
    for field in there.iter().filter(|field| field.with.is_none()) {
        bounds.of_parameters(&field.ty, &decode_trait);
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
    let items = items(krate, &container.generics, fields);
    let members = fields.iter().map(|field| {
        let (member, variable) = (&field.member, &field.variable);
        quote!(#member: #variable)
    });
    let decode = quote! {
        let __shape = <Self as #decode_trait>::SHAPE;
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
    }
}

/// A struct with names, or the data of a variant that has them.
struct Record<'a> {
    krate: &'a Path,
    ident: &'a Ident,
    name: &'a str,
    class: Option<(&'a str, bool)>,
    generics: &'a Generics,
    bound: Option<&'a Vec<WherePredicate>>,
    denies_unknown: bool,
    default: Option<&'a Default>,
    fields: &'a [Field],
    /// It has a field `__phantom` too.
    is_helper: bool,
}

impl Record<'_> {
    fn emit(&self) -> TokenStream {
        let Self { krate, ident, generics, fields, .. } = *self;
        let named: Vec<&Field> = fields.iter().filter(|f| !f.skip && !f.flatten).collect();
        let flat: Vec<&Field> = fields.iter().filter(|f| !f.skip && f.flatten).collect();
        let (shape, statics) =
            shape::record(krate, Way::Decode, self.name, self.class, self.denies_unknown, &named);
        let decode = quote!(#krate::decode);
        let decode_trait = quote!(#decode::Decode<'de>);
        let fail = quote!(#decode::Fail);
        let result = quote!(::core::result::Result);
        let mut bounds = Bounds::new(generics);
        for field in &named {
            if field.with.is_none() {
                bounds.of_parameters(&field.ty, &decode_trait);
            }
        }
        for field in &flat {
            bounds.of_type(&field.ty, &quote!(#decode::DecodeFlat<'de>));
        }
        let clause = bounds.clause(generics, self.bound.cloned());
        let extended = with_de(generics);
        let (impl_generics, extended_generics, _) = extended.split_for_impl();
        let (_, type_generics, _) = generics.split_for_impl();
        let this = quote!(#ident #type_generics);
        let entries = quote!(const { <#this as #decode_trait>::SHAPE });

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

        // One field, by its index.
        let arms = named.iter().enumerate().map(|(index, field)| {
            let Field { variable, ty, .. } = field;
            let read = read(krate, generics, field);
            let again = match &field.with {
                None => quote!(<#ty as #decode_trait>::decode_into(__value, __decoder)),
                Some(_) => quote!(#read.map(|__new| *__value = __new)),
            };
            quote! {
                #index => match &mut self.#variable {
                    ::core::option::Option::Some(__value) => {
                        match #decode::Decoder::repeated(__decoder, &#entries.fields[#index])? {
                            #decode::Repeated::Replace => #again,
                            #decode::Repeated::Skip => #decode::Decoder::skip(__decoder),
                        }
                    }
                    __empty => {
                        #read.map(|__value| *__empty = ::core::option::Option::Some(__value))
                    }
                },
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
                #[inline]
                fn __read<__D: #decode::Decoder<'de>>(
                    &mut self,
                    __index: usize,
                    __decoder: &mut __D,
                ) -> #result<(), #fail> {
                    let __read: #result<(), #fail> = match __index {
                        #(#arms)*
                        _ => #decode::Decoder::skip(__decoder),
                    };
                    if let #result::Err(__fail) = __read {
                        #decode::Decoder::in_field(__decoder, &#entries.fields[__index]);
                        return #result::Err(__fail);
                    }
                    #result::Ok(())
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
        let decode_trait = quote!(#decode::Decode<'de>);
        let fail = quote!(#decode::Fail);
        let result = quote!(::core::result::Result);
        let count = named.len();
        let mut by_name: Vec<usize> = (0..count).collect();
        by_name.sort_by_key(|&index| named[index].java_name.encode_utf16().collect::<Vec<_>>());

        let step = |index: usize, first: bool, enters: bool| {
            let field = named[index];
            let Field { variable, ty, .. } = field;
            let entry = quote!(const { &#entries.fields[#index] });
            let read = match &field.with {
                None => quote!(<#ty as #decode_trait>::decode_field(__decoder, #entry)),
                Some(_) => read(krate, generics, field),
            };
            let enter = enters.then(|| quote!(#decode::Decoder::enter(__decoder, #entry);));
            quote! {
                #enter
                if !#decode::Decoder::key::<#first>(__decoder, #entry) {
                    break '__miss #index;
                }
                match #read {
                    #result::Ok(__value) => {
                        __partial.#variable = ::core::option::Option::Some(__value);
                    }
                    #result::Err(__fail) => {
                        #decode::Decoder::in_field(__decoder, #entry);
                        return #result::Err(__fail);
                    }
                }
            }
        };
        let in_order: Vec<_> = (0..count).map(|index| step(index, index == 0, false)).collect();
        let in_name_order: Vec<_> = by_name
            .iter()
            .enumerate()
            .map(|(position, &index)| step(index, position == 0, true))
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
        quote! {
            #[inline]
            fn decode<__D: #decode::Decoder<'de>>(__decoder: &mut __D) -> #result<Self, #fail> {
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
        let bit = |index: usize| quote!((1 as #word) << #index);
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
        let step = |index: usize, first: bool, enters: bool, seen: &TokenStream| {
            let entry = quote!(const { &#entries.fields[#index] });
            let read = read_over(named[index]);
            let enter = enters.then(|| quote!(#decode::Decoder::enter(__decoder, #entry);));
            quote! {
                #enter
                if !#decode::Decoder::key::<#first>(__decoder, #entry) {
                    break '__miss (#index, #seen);
                }
                if let #result::Err(__fail) = #read {
                    #decode::Decoder::in_field(__decoder, #entry);
                    return #result::Err(__fail);
                }
            }
        };
        let in_order: Vec<_> = (0..count)
            .map(|index| {
                let seen = quote!(#word::MAX.checked_shr(#word::BITS - #index as u32).unwrap_or(0));
                step(index, index == 0, false, &seen)
            })
            .collect();
        let in_name_order: Vec<_> = by_name
            .iter()
            .enumerate()
            .map(|(position, &index)| {
                let bits = by_name[..position].iter().map(|&index| bit(index));
                step(index, position == 0, true, &quote!(0 #(| #bits)*))
            })
            .collect();
        let arms = named.iter().enumerate().map(|(index, field)| {
            let (read, bit) = (read_over(field), bit(index));
            quote! {
                #index => {
                    let __again = __seen & (#bit) != 0;
                    if __again
                        && #decode::Decoder::repeated(__decoder, &#entries.fields[#index])?
                            == #decode::Repeated::Skip
                    {
                        #decode::Decoder::skip(__decoder)
                    } else {
                        __seen |= #bit;
                        #read
                    }
                }
            }
        });
        let missing = named.iter().enumerate().map(|(index, field)| {
            let (member, bit) = (&field.member, bit(index));
            let value = self.missing(index, field, entries);
            quote! {
                if __seen & (#bit) == 0 {
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
        let all = quote!(#word::MAX.checked_shr(#word::BITS - #count as u32).unwrap_or(0));
        quote! {
            #[inline]
            fn decode_into<__D: #decode::Decoder<'de>>(
                &mut self,
                __decoder: &mut __D,
            ) -> #result<(), #fail> {
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
                            let __read: #result<(), #fail> = match __index {
                                #(#arms)*
                                _ => #decode::Decoder::skip(__decoder),
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
            (None, None) if field.with.is_some() => fail,
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
        let krate = self.krate;
        let mut bounds = Bounds::new(self.generics);
        for field in self.fields.iter().filter(|field| !field.skip) {
            if field.flatten {
                bounds.of_type(&field.ty, &quote!(#krate::decode::DecodeFlat<'de>));
            } else if field.with.is_none() {
                bounds.of_parameters(&field.ty, &quote!(#krate::decode::Decode<'de>));
            }
        }
        bounds.clause(self.generics, self.bound.cloned())
    }
}

fn set(container: &Container, variants: &[Variant]) -> TokenStream {
    let krate = &container.attributes.krate;
    let (name, tagging) = (&container.name, &container.attributes.tagging);
    let decode = quote!(#krate::decode);
    let decode_trait = quote!(#decode::Decode<'de>);
    let result = quote!(::core::result::Result);
    let there: Vec<&Variant> = variants.iter().filter(|variant| !variant.skip).collect();
    let shape = shape::set(krate, Way::Decode, name, container.class(), tagging, &there);
    let mut bounds = Bounds::new(&container.generics);
    for field in there.iter().flat_map(|variant| &variant.fields).filter(|field| !field.skip) {
        if field.flatten {
            bounds.of_type(&field.ty, &quote!(#decode::DecodeFlat<'de>));
        } else if field.with.is_none() {
            bounds.of_parameters(&field.ty, &decode_trait);
        }
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
        let first = (arms.len() > 0).then_some(&tagged);
        let attempts = first.into_iter().chain(attempts.into_iter());
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
