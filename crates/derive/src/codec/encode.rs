//! `#[derive(Encode)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    DeriveInput, GenericParam, Generics, Ident, Lifetime, LifetimeParam, Member, Path, parse_quote,
};

use super::model::{Body, Container, Field, Style, Tagging, Variant};
use super::shape;
use super::words::Way;
use crate::bounds::Bounds;

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let container = Container::read(input, Way::Encode)?;
    let krate = &container.attributes.krate;
    let emitted = match (&container.body, &container.attributes.other) {
        (_, Some((other, _))) => into(&container, other),
        (Body::Struct(_, fields), _) if container.attributes.transparent => {
            transparent(&container, fields)
        }
        (Body::Struct(Style::Newtype, fields), _) if !fields[0].skip => {
            transparent(&container, fields)
        }
        (Body::Struct(Style::Named, fields), _) => {
            let record = Record {
                krate,
                ident: &container.ident,
                name: &container.name,
                class: container.class(),
                generics: &container.generics,
                bound: container.attributes.bound.as_ref(),
                fields,
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

/// The implementation, given what it does.
fn implementation(
    container: &Container,
    bounds: Bounds,
    shape: &TokenStream,
    nullable: &TokenStream,
    encode: &TokenStream,
    more: &TokenStream,
) -> TokenStream {
    let krate = &container.attributes.krate;
    let ident = &container.ident;
    let clause = bounds.clause(&container.generics, container.attributes.bound.clone());
    let (impl_generics, type_generics, _) = container.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::encode::Encode for #ident #type_generics #clause {
            const SHAPE: &'static #krate::shape::Shape = #shape;
            const NULLABLE: bool = #nullable;

            #[inline]
            fn encode<__E: #krate::encode::Encoder>(
                &self,
                __encoder: &mut __E,
                __place: #krate::encode::Place<'_>,
            ) -> ::core::result::Result<(), __E::Error> {
                #encode
            }

            #more
        }
    }
}

/// A value that is made into another to be written.
fn into(container: &Container, other: &syn::Type) -> TokenStream {
    let krate = &container.attributes.krate;
    let mut bounds = Bounds::new(&container.generics);
    bounds.of_parameters(other, &quote!(#krate::encode::Encode));
    let shape = quote!(<#other as #krate::encode::Encode>::SHAPE);
    let nullable = quote!(<#other as #krate::encode::Encode>::NULLABLE);
    let encode = quote! {
        let __other: #other = ::core::convert::Into::into(::core::clone::Clone::clone(self));
        #krate::encode::Encode::encode(&__other, __encoder, __place)
    };
    let more = quote! {
        fn is_null(&self) -> bool {
            let __other: #other = ::core::convert::Into::into(::core::clone::Clone::clone(self));
            #krate::encode::Encode::is_null(&__other)
        }
    };
    implementation(container, bounds, &shape, &nullable, &encode, &more)
}

/// A value that is written as the one in it.
fn transparent(container: &Container, fields: &[Field]) -> TokenStream {
    let krate = &container.attributes.krate;
    let Some(field) = fields.iter().find(|field| !field.skip) else { return TokenStream::new() };
    let (member, ty) = (&field.member, &field.ty);
    let mut bounds = Bounds::new(&container.generics);
    if let Some(with) = &field.with {
        let wrapper = wrapper(krate, &container.generics, field, with);
        let encode = quote! {
            #wrapper
            #krate::encode::Encoder::serialize(
                __encoder,
                __place,
                &__With { __value: &self.#member, __phantom: ::core::marker::PhantomData },
            )
        };
        field.ask(&mut bounds, krate, Way::Encode);
        let shape = quote!(#krate::shape::dynamic());
        return implementation(container, bounds, &shape, &quote!(false), &encode, &quote!());
    }
    let encode_trait = quote!(#krate::encode::Encode);
    field.ask(&mut bounds, krate, Way::Encode);
    let shape = quote!(<#ty as #encode_trait>::SHAPE);
    let nullable = quote!(<#ty as #encode_trait>::NULLABLE);
    let encode = quote!(#encode_trait::encode(&self.#member, __encoder, __place));
    let more = quote! {
        #[inline]
        fn is_null(&self) -> bool {
            #encode_trait::is_null(&self.#member)
        }

        #[inline]
        fn shape_of_value(&self) -> ::core::option::Option<&'static #krate::shape::Shape> {
            #encode_trait::shape_of_value(&self.#member)
        }
    };
    implementation(container, bounds, &shape, &nullable, &encode, &more)
}

fn unit(container: &Container) -> TokenStream {
    let krate = &container.attributes.krate;
    let name = &container.name;
    let shape = quote! {{
        static __SLOT: #krate::shape::Slot = #krate::shape::Slot::new();
        &#krate::shape::Shape::new(#krate::shape::Kind::Unit, #name, &__SLOT)
    }};
    let encode = quote!(#krate::encode::Encoder::null(__encoder, __place));
    let more = quote! {
        fn is_null(&self) -> bool {
            true
        }
    };
    let bounds = Bounds::new(&container.generics);
    implementation(container, bounds, &shape, &quote!(true), &encode, &more)
}

fn tuple(container: &Container) -> TokenStream {
    let krate = &container.attributes.krate;
    let Body::Struct(_, fields) = &container.body else { return TokenStream::new() };
    let fields: Vec<_> = fields.iter().filter(|field| !field.skip).collect();
    let (ident, name, count) = (&container.ident, &container.name, fields.len());
    let encode_trait = quote!(#krate::encode::Encode);
    let mut bounds = Bounds::new(&container.generics);
    let mut clause_bounds = Bounds::new(&container.generics);
    for field in &fields {
        field.ask(&mut bounds, krate, Way::Encode);
        field.ask(&mut clause_bounds, krate, Way::Encode);
    }
    let place = quote!(#krate::encode::Place::Item);
    let items = fields.iter().map(|field| {
        let member = &field.member;
        write(krate, &container.generics, field, &quote!(self.#member), &place)
    });
    let arguments = fields.iter().map(|field| match field.with {
        Some(_) => quote!(#krate::shape::TypeRef::Static(#krate::shape::dynamic)),
        None => {
            let ty = &field.ty;
            quote!(#krate::shape::TypeRef::Static(#krate::encode::shape_of::<#ty>))
        }
    });
    let shape = quote! {{
        static __SLOT: #krate::shape::Slot = #krate::shape::Slot::new();
        &#krate::shape::Shape {
            arguments: &[#(#arguments),*],
            ..#krate::shape::Shape::new(#krate::shape::Kind::Tuple, #name, &__SLOT)
        }
    }};
    let encode = quote! {
        #krate::encode::Encoder::tuple(
            __encoder,
            __place,
            <Self as #encode_trait>::SHAPE,
            self,
        )
    };
    let whole = implementation(container, bounds, &shape, &quote!(false), &encode, &quote!());
    let clause = clause_bounds.clause(&container.generics, container.attributes.bound.clone());
    let (impl_generics, type_generics, _) = container.generics.split_for_impl();
    quote! {
        #whole

        #[automatically_derived]
        impl #impl_generics #krate::encode::Fields for #ident #type_generics #clause {
            const LENGTH: usize = #count;

            fn items<__E: #krate::encode::Encoder>(
                &self,
                __encoder: &mut __E,
            ) -> ::core::result::Result<(), __E::Error> {
                #(#items?;)*
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// Writes the value of a field. `value` is a place expression of its type.
fn write(
    krate: &Path,
    generics: &Generics,
    field: &Field,
    value: &TokenStream,
    place: &TokenStream,
) -> TokenStream {
    match &field.with {
        None => quote!(#krate::encode::Encode::encode(&#value, __encoder, #place)),
        Some(with) => {
            let wrapper = wrapper(krate, generics, field, with);
            quote! {{
                #wrapper
                #krate::encode::Encoder::serialize(
                    __encoder,
                    #place,
                    &__With { __value: &#value, __phantom: ::core::marker::PhantomData },
                )
            }}
        }
    }
}

/// A type that serde can write, by the function of a field.
fn wrapper(krate: &Path, generics: &Generics, field: &Field, with: &syn::ExprPath) -> TokenStream {
    let ty = &field.ty;
    let mut extended = generics.clone();
    extended.params.insert(0, parse_quote!('__with));
    let (impl_generics, type_generics, clause) = extended.split_for_impl();
    let types = phantom(generics);
    quote! {
        struct __With #impl_generics #clause {
            __value: &'__with #ty,
            __phantom: #types,
        }

        impl #impl_generics #krate::private::serde::Serialize for __With #type_generics #clause {
            fn serialize<__S: #krate::private::serde::Serializer>(
                &self,
                __serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                #with(self.__value, __serializer)
            }
        }
    }
}

/// A marker that uses all parameters.
pub(crate) fn phantom(generics: &Generics) -> TokenStream {
    let lifetimes = generics.lifetimes().map(|parameter| {
        let lifetime = &parameter.lifetime;
        quote!(&#lifetime ())
    });
    let types = generics.type_params().map(|parameter| {
        let ident = &parameter.ident;
        quote!(::core::marker::PhantomData<#ident>)
    });
    quote!(::core::marker::PhantomData<(#(#lifetimes,)* #(#types,)*)>)
}

/// A struct with names, or the data of a variant that has them.
struct Record<'a> {
    krate: &'a Path,
    ident: &'a Ident,
    name: &'a str,
    class: Option<(&'a str, bool)>,
    generics: &'a Generics,
    bound: Option<&'a Vec<syn::WherePredicate>>,
    fields: &'a [Field],
}

impl Record<'_> {
    fn emit(&self) -> TokenStream {
        let Self { krate, ident, generics, .. } = self;
        let written: Vec<&Field> = self.fields.iter().filter(|field| !field.skip).collect();
        let named: Vec<&Field> = written.iter().filter(|field| !field.flatten).copied().collect();
        let (shape, statics) =
            shape::record(krate, Way::Encode, self.name, self.class, false, &named);
        let encode_trait = quote!(#krate::encode::Encode);
        let mut bounds = Bounds::new(generics);
        for field in &written {
            field.ask(&mut bounds, krate, Way::Encode);
        }
        let clause = bounds.clause(generics, self.bound.cloned());
        let (impl_generics, type_generics, _) = generics.split_for_impl();

        let write_named = |index: usize, field: &Field| {
            let member = &field.member;
            let place = quote! {
                #krate::encode::Place::Field(&__fields[#index])
            };
            self.unless_skipped(
                field,
                &write(krate, generics, field, &quote!(self.#member), &place),
            )
        };
        // What `?` would do, which costs the compiler a conversion of the error for each field.
        let or_return = |write: TokenStream| {
            quote! {
                if let ::core::result::Result::Err(__error) = #write {
                    return ::core::result::Result::Err(__error);
                }
            }
        };
        let mut by_declaration = Vec::new();
        let mut next = 0;
        for field in &written {
            if field.flatten {
                let member = &field.member;
                let flat = quote!(#krate::encode::Flatten::flatten(&self.#member, __encoder));
                by_declaration.push(or_return(self.unless_skipped(field, &flat)));
            } else {
                by_declaration.push(or_return(write_named(next, field)));
                next += 1;
            }
        }
        let mut order: Vec<usize> = (0..named.len()).collect();
        order.sort_by_key(|&index| named[index].java_name.encode_utf16().collect::<Vec<_>>());
        let by_name = order.iter().map(|&index| or_return(write_named(index, named[index])));
        let by_index = named.iter().enumerate().map(|(index, field)| {
            let write = write_named(index, field);
            quote!(#index => #write,)
        });
        // What is flattened has no index of its own: it comes after all others.
        let flat = written.iter().filter(|field| field.flatten).map(|field| {
            let member = &field.member;
            let flat = quote!(#krate::encode::Flatten::flatten(&self.#member, __encoder));
            self.unless_skipped(field, &flat)
        });
        let last = named.len();
        let error = quote!(::core::result::Result<(), __E::Error>);
        quote! {
            #statics

            #[automatically_derived]
            impl #impl_generics #encode_trait for #ident #type_generics #clause {
                const SHAPE: &'static #krate::shape::Shape = #shape;

                // Only what depends on the place is done here: the encoder does the rest out of line.
                #[inline(always)]
                fn encode<__E: #krate::encode::Encoder>(
                    &self,
                    __encoder: &mut __E,
                    __place: #krate::encode::Place<'_>,
                ) -> #error {
                    #krate::encode::Encoder::record(__encoder, __place, self)
                }
            }

            #[automatically_derived]
            impl #impl_generics #krate::encode::Record for #ident #type_generics #clause {
                #[inline]
                fn fields<__E: #krate::encode::Encoder>(&self, __encoder: &mut __E) -> #error {
                    let __fields = <Self as #encode_trait>::SHAPE.fields;
                    if __E::NAME_ORDER {
                        #(#by_name)*
                    } else {
                        #(#by_declaration)*
                    }
                    ::core::result::Result::Ok(())
                }

                #[inline(never)]
                fn field_at<__E: #krate::encode::Encoder>(
                    &self,
                    __index: usize,
                    __encoder: &mut __E,
                ) -> #error {
                    let __fields = <Self as #encode_trait>::SHAPE.fields;
                    match __index {
                        #(#by_index)*
                        #last => {
                            #(#flat?;)*
                            ::core::result::Result::Ok(())
                        }
                        _ => ::core::result::Result::Ok(()),
                    }
                }
            }

            #[automatically_derived]
            impl #impl_generics #krate::encode::Flatten for #ident #type_generics #clause {
                fn flatten<__E: #krate::encode::Encoder>(&self, __encoder: &mut __E) -> #error {
                    #krate::encode::Encoder::fields_among(__encoder, self)
                }
            }
        }
    }

    fn unless_skipped(&self, field: &Field, write: &TokenStream) -> TokenStream {
        let member = &field.member;
        match &field.skip_if {
            None => write.clone(),
            Some(condition) => quote! {
                if #condition(&self.#member) { ::core::result::Result::Ok(()) } else { #write }
            },
        }
    }
}

fn set(container: &Container, variants: &[Variant]) -> TokenStream {
    let krate = &container.attributes.krate;
    let (name, tagging) = (&container.name, &container.attributes.tagging);
    let encode_trait = quote!(#krate::encode::Encode);
    let written: Vec<_> = variants.iter().filter(|variant| !variant.skip).collect();
    let shape = shape::set(krate, Way::Encode, name, container.class(), tagging, &written);
    let mut bounds = Bounds::new(&container.generics);
    let mut helpers = TokenStream::new();
    let mut next = 0_usize;
    let arms = variants.iter().map(|variant| {
        let ident = &variant.ident;
        if variant.skip {
            let message = format!("the variant {name}::{ident} cannot be written");
            return quote! {
                Self::#ident { .. } => {
                    ::core::result::Result::Err(#krate::encode::Encoder::error(__encoder, &#message))
                }
            };
        }
        let index = next;
        next += 1;
        let entry = quote!(const { &<Self as #encode_trait>::SHAPE.variants[#index] });
        let set = quote!(<Self as #encode_trait>::SHAPE);
        let unit = |data: &TokenStream| {
            quote!(#krate::encode::Encoder::variant(__encoder, __place, #set, #entry, #data))
        };
        let fields: Vec<_> = variant.fields.iter().filter(|field| !field.skip).collect();
        for field in &fields {
            field.ask(&mut bounds, krate, Way::Encode);
        }
        let pattern = variant.fields.iter().map(|field| {
            let (member, variable) = (&field.member, &field.variable);
            if field.skip { quote!(#member: _) } else { quote!(#member: #variable) }
        });
        let pattern = quote!(Self::#ident { #(#pattern),* });
        let body = match variant.style {
            _ if variant.with.is_some() => variant_with(container, variant, &unit),
            _ if variant.is_unit() => {
                if matches!(tagging, Tagging::External) && !variant.untagged {
                    quote!(#krate::encode::Encoder::unit_variant(__encoder, __place, #set, #entry))
                } else {
                    unit(&quote!(&()))
                }
            }
            Style::Named => {
                let helper = format_ident!("__Variant{index}");
                helpers.extend(helper_record(container, variant, &helper));
                let members = fields.iter().map(|field| {
                    let (member, variable) = (&field.member, &field.variable);
                    quote!(#member: #variable)
                });
                // The fields of one variant do not tell all arguments of the enum.
                let mut generics = container.generics.clone();
                let lifetime = LifetimeParam::new(parse_quote!('_));
                generics.params.insert(0, GenericParam::Lifetime(lifetime));
                let (_, arguments, _) = generics.split_for_impl();
                let arguments = arguments.as_turbofish();
                unit(&quote! {
                    &#helper #arguments { #(#members,)* __phantom: ::core::marker::PhantomData }
                })
            }
            Style::Newtype if fields[0].with.is_none() => {
                let variable = &fields[0].variable;
                unit(&quote!(#variable))
            }
            _ => {
                let mut wrappers = TokenStream::new();
                let values = fields.iter().map(|field| {
                    let variable = &field.variable;
                    match &field.with {
                        None => quote!(#variable),
                        Some(with) => {
                            let inner = wrapper(krate, &container.generics, field, with);
                            wrappers.extend(quote! {
                                let #variable = {
                                    #inner
                                    #krate::private::Serialized(__With {
                                        __value: #variable,
                                        __phantom: ::core::marker::PhantomData,
                                    })
                                };
                            });
                            quote!(&#variable)
                        }
                    }
                });
                let values: Vec<_> = values.collect();
                let data = if variant.style == Style::Newtype {
                    quote!(#(#values)*)
                } else {
                    quote!(&(#(#values,)*))
                };
                let write = unit(&data);
                quote! {{ #wrappers #write }}
            }
        };
        quote!(#pattern => #body,)
    });
    let arms: Vec<_> = arms.collect();
    let encode = if arms.is_empty() {
        quote!(match *self {})
    } else {
        quote! { match self { #(#arms)* } }
    };
    let whole = implementation(container, bounds, &shape, &quote!(false), &encode, &quote!());
    quote! {
        static __SLOT: #krate::shape::Slot = #krate::shape::Slot::new();
        #helpers
        #whole
    }
}

/// The whole data of a variant by a function.
fn variant_with(
    container: &Container,
    variant: &Variant,
    unit: &dyn Fn(&TokenStream) -> TokenStream,
) -> TokenStream {
    let krate = &container.attributes.krate;
    let Some(with) = &variant.with else { return TokenStream::new() };
    let mut generics = container.generics.clone();
    generics.params.insert(0, parse_quote!('__with));
    let (impl_generics, type_generics, clause) = generics.split_for_impl();
    let phantom = phantom(&container.generics);
    let fields: Vec<_> = variant.fields.iter().filter(|field| !field.skip).collect();
    let (variables, types): (Vec<_>, Vec<_>) =
        fields.iter().map(|field| (&field.variable, &field.ty)).unzip();
    let write = unit(&quote! {
        &#krate::private::Serialized(__With {
            __value: (#(#variables,)*),
            __phantom: ::core::marker::PhantomData,
        })
    });
    quote! {{
        struct __With #impl_generics #clause {
            __value: (#(&'__with #types,)*),
            __phantom: #phantom,
        }

        impl #impl_generics #krate::private::serde::Serialize for __With #type_generics #clause {
            fn serialize<__S: #krate::private::serde::Serializer>(
                &self,
                __serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                let (#(#variables,)*) = self.__value;
                #with(#(#variables,)* __serializer)
            }
        }

        #write
    }}
}

/// A record of references to the data of a variant.
fn helper_record(container: &Container, variant: &Variant, helper: &Ident) -> TokenStream {
    let krate = &container.attributes.krate;
    let lifetime: Lifetime = parse_quote!('__variant);
    let mut generics = container.generics.clone();
    generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime)));
    let phantom = phantom(&generics);
    let fields: Vec<Field> = variant
        .fields
        .iter()
        .filter(|field| !field.skip)
        .map(|field| {
            let ty = &field.ty;
            Field { ty: parse_quote!(&'__variant #ty), ..field.clone() }
        })
        .collect();
    let members = fields.iter().map(|field| {
        let (member, ty): (&Member, _) = (&field.member, &field.ty);
        quote!(#member: #ty,)
    });
    let record = Record {
        krate,
        ident: helper,
        name: &variant.name,
        class: None,
        generics: &generics,
        bound: container.attributes.bound.as_ref(),
        fields: &fields,
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
