//! `#[derive(DeepCopy)]`.
//!
//! Copies are written field by field to where they stay. That takes unsafe code, since no safe
//! construct writes a part of a value that is not there yet; what it relies on is said with each
//! piece. Enums cannot be written in parts: their fields are made beside them and moved in.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Attribute, Data, DeriveInput, Error, ExprPath, Fields, Ident, Index, Member, Type, parse_quote,
};

use crate::attributes::{Copy, Errors, FieldAttributes, TypeAttributes, refuse_on_variant};
use crate::bounds::{Bounds, mentions};

pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let mut errors = Errors::default();
    let attributes = TypeAttributes::read(&input.attrs, &mut errors);
    if matches!(attributes.copy, Copy::Deep) {
        refuse_packed(input, &mut errors);
    }
    if attributes.hookable {
        refuse_lifetimes(input, &mut errors);
    }
    let shape = Shape::read(input, &attributes, &mut errors);
    errors.check()?;

    let krate = &attributes.krate;
    let copy = quote!(#krate::copy);
    let mut bounds = Bounds::new(&input.generics);
    shape.ask_for(&mut bounds, &copy);
    let (impl_generics, type_generics, _) = input.generics.split_for_impl();
    let name = &input.ident;
    let body = match (&attributes.copy, &shape) {
        (Copy::Deep, Shape::Struct(fields)) => struct_body(fields, &copy),
        (Copy::Deep, Shape::Enum(variants)) => enum_body(variants, &copy),
        (how, _) => whole_body(name, how, &copy),
    };
    let deep = matches!(attributes.copy, Copy::Deep);
    if !deep {
        bounds = Bounds::new(&input.generics);
        let whole: Type = parse_quote!(#name #type_generics);
        if matches!(attributes.copy, Copy::Share) {
            bounds.of_type(&whole, &quote!(::core::clone::Clone));
        }
    }
    if attributes.hookable {
        bounds.make_static();
    }
    let clause = bounds.clause(&input.generics, attributes.bound.clone());
    let Body { copy_to, finish, copy_over, plain } = body;

    // Only where it is needed, for it is an error where the lint is forbidden.
    let allow = is_about_deprecated(input).then(|| quote!(#[allow(deprecated)]));

    let (hook, marker) = if attributes.hookable {
        (
            quote! {
                let __slot = match #copy::Walk::hooked(__walk, self, __slot)? {
                    ::core::result::Result::Ok(__filled) => {
                        return ::core::result::Result::Ok(__filled);
                    }
                    ::core::result::Result::Err(__slot) => __slot,
                };
            },
            quote! {
                #[automatically_derived]
                #allow
                impl #impl_generics #copy::private::Hookable for #name #type_generics #clause {}
            },
        )
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    // What a hook has made is complete, and of other keys and lengths perhaps.
    let finish = if attributes.hookable {
        quote! {
            if #copy::Walk::has_hook::<Self>(__walk) {
                return ::core::result::Result::Ok(());
            }
            #finish
        }
    } else {
        finish
    };
    // A hook can make of a value what it likes, so hookable types are never plain, and are copied
    // anew where they could be copied over.
    let plain = if attributes.hookable { quote!(false) } else { plain };
    let copy_over = if attributes.hookable {
        quote!(#copy::Walk::replace(__walk, self, __target))
    } else {
        copy_over
    };
    let late = if deep { late(&shape.fields(), &copy) } else { quote!(false) };
    let probe = deep.then(|| {
        quote! {
            #[inline]
            fn with_clone<__V: #copy::private::CloneVisitor<Self>>(
                __visitor: __V,
            ) -> ::core::option::Option<__V::Output> {
                use #copy::private::{ProbeClone as _, ProbeNothing as _};
                (&#copy::private::CloneProbe::<Self>::NEW).__probe(__visitor)
            }
        }
    });

    Ok(quote! {
        #[automatically_derived]
        #allow
        // SAFETY: every field is written to its own place or made whole beside the value, the value is
        // declared filled when all are there, and `finish` goes through what `copy_to` went through.
        unsafe impl #impl_generics #copy::DeepCopy for #name #type_generics #clause {
            #[inline]
            fn copy_to<'__slot>(
                &self,
                __slot: #copy::Slot<'__slot, Self>,
                __walk: &mut #copy::Walk,
            ) -> ::core::result::Result<#copy::Filled<'__slot, Self>, #copy::Stop> {
                #hook
                #copy_to
            }

            #[inline]
            unsafe fn finish(
                &self,
                __to: *mut Self,
                __walk: &mut #copy::Walk,
            ) -> ::core::result::Result<(), #copy::Stop> {
                #finish
            }

            #[inline]
            fn copy_over(
                &self,
                __target: &mut Self,
                __walk: &mut #copy::Walk,
            ) -> ::core::result::Result<(), #copy::Stop> {
                #copy_over
            }

            #[inline]
            fn is_plain(__budget: ::core::primitive::u32) -> ::core::primitive::bool {
                #plain
            }

            #[inline]
            fn is_late() -> ::core::primitive::bool {
                #late
            }

            #probe
        }

        #marker
    })
}

struct Body {
    copy_to: TokenStream,
    finish: TokenStream,
    copy_over: TokenStream,
    plain: TokenStream,
}

enum Shape {
    Struct(Vec<Field>),
    Enum(Vec<Variant>),
}

struct Variant {
    name: Ident,
    fields: Vec<Field>,
}

struct Field {
    member: Member,
    ty: Type,
    copy: Copy,
    /// What errors call it.
    label: String,
    /// Names of the field's places in generated code.
    from: Ident,
    to: Ident,
    span: Span,
}

impl Field {
    /// Whether the walk goes through the field, so that it is finished too.
    fn is_walked(&self) -> bool {
        matches!(self.copy, Copy::Deep | Copy::Shallow)
    }
}

impl Shape {
    fn read(input: &DeriveInput, attributes: &TypeAttributes, errors: &mut Errors) -> Self {
        let whole = !matches!(attributes.copy, Copy::Deep);
        let how = |attributes: &[Attribute], errors: &mut Errors| {
            let FieldAttributes { copy, said } = FieldAttributes::read(attributes, errors);
            if whole && let Some(said) = said {
                errors.push(Error::new_spanned(
                    said,
                    "the attribute of the type says how the whole value is copied",
                ));
            }
            copy
        };
        let read = |of: &Fields, prefix: &str, errors: &mut Errors| {
            let fields = of.iter().enumerate().map(|(place, field)| {
                let copy = how(&field.attrs, errors);
                let name = field
                    .ident
                    .as_ref()
                    .map_or_else(|| place.to_string(), |ident| ident.unraw().to_string());
                Field {
                    member: field
                        .ident
                        .clone()
                        .map_or_else(|| Member::Unnamed(Index::from(place)), Member::Named),
                    ty: field.ty.clone(),
                    copy,
                    label: format!("{prefix}{name}"),
                    from: format_ident!("__from{place}"),
                    to: format_ident!("__to{place}"),
                    // Where the type is, but the generated names are those of all the other code,
                    // also when a macro was given the type.
                    span: field.ty.span().resolved_at(Span::call_site()),
                }
            });
            fields.collect::<Vec<_>>()
        };
        match &input.data {
            Data::Struct(data) => Self::Struct(read(&data.fields, "", errors)),
            Data::Enum(data) => {
                let variants = data.variants.iter().map(|variant| {
                    refuse_on_variant(&variant.attrs, errors);
                    let prefix = format!("{}.", variant.ident.unraw());
                    Variant {
                        name: variant.ident.clone(),
                        fields: read(&variant.fields, &prefix, errors),
                    }
                });
                Self::Enum(variants.collect())
            }
            Data::Union(data) => {
                if whole {
                    for field in &data.fields.named {
                        how(&field.attrs, errors);
                    }
                } else {
                    errors.push(Error::new(
                        data.union_token.span,
                        "nothing says which field of a union is there; put \
                         `#[apograph(copy = \"share\")]` or `#[apograph(copy = \"with(path)\")]` on it",
                    ));
                }
                Self::Struct(Vec::new())
            }
        }
    }

    fn fields(&self) -> Vec<&Field> {
        match self {
            Self::Struct(fields) => fields.iter().collect(),
            Self::Enum(variants) => variants.iter().flat_map(|v| &v.fields).collect(),
        }
    }

    fn ask_for(&self, bounds: &mut Bounds, copy: &TokenStream) {
        for field in self.fields() {
            match &field.copy {
                Copy::Deep | Copy::Shallow => {
                    bounds.deep_copy(&field.ty, copy);
                }
                Copy::Share => bounds.of_type(&field.ty, &quote!(::core::clone::Clone)),
                Copy::Skip => bounds.of_type(&field.ty, &quote!(::core::default::Default)),
                Copy::With(_) => {}
            }
        }
    }
}

/// Whether something of the type is deprecated, or of a deprecated type, as its attributes say.
fn is_about_deprecated(input: &DeriveInput) -> bool {
    struct Deprecated(bool);

    impl<'ast> Visit<'ast> for Deprecated {
        fn visit_attribute(&mut self, attribute: &'ast Attribute) {
            let deprecated = [Ident::new("deprecated", Span::call_site())];
            self.0 |= mentions(attribute.meta.to_token_stream(), &deprecated);
        }
    }

    let mut deprecated = Deprecated(false);
    deprecated.visit_derive_input(input);
    deprecated.0
}

/// A place in a packed struct is not aligned, and no reference to it may be made.
fn refuse_packed(input: &DeriveInput, errors: &mut Errors) {
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("repr")) {
        let _others = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("packed") {
                errors.push(Error::new(
                    meta.path.span(),
                    "fields of a packed struct cannot be copied in place; put \
                     `#[apograph(copy = \"share\")]` on the type if it is `Clone`",
                ));
            }
            if meta.input.peek(syn::token::Paren) {
                let content;
                syn::parenthesized!(content in meta.input);
                let _length: TokenStream = content.parse()?;
            }
            Ok(())
        });
    }
}

/// Hooks are found by the identity of a type, which only types without lifetimes have.
fn refuse_lifetimes(input: &DeriveInput, errors: &mut Errors) {
    for parameter in input.generics.lifetimes() {
        errors.push(Error::new_spanned(parameter, "a hookable type cannot have lifetimes"));
    }
}

/// The same code at another place, so that all errors about a field are shown where the field is.
fn moved(code: &TokenStream, span: Span) -> TokenStream {
    let tokens = code.clone().into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), moved(&group.stream(), span)).into();
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// `Result<Filled, Stop>` of copying `from`, a reference, to `slot`.
fn copy_field(
    field: &Field,
    from: &TokenStream,
    slot: &TokenStream,
    copy: &TokenStream,
) -> TokenStream {
    let Field { ty, span, .. } = field;
    let [from, slot, copy] = [from, slot, copy].map(|code| moved(code, *span));
    match &field.copy {
        Copy::Deep => {
            quote_spanned!(*span=> <#ty as #copy::DeepCopy>::copy_to(#from, #slot, __walk))
        }
        Copy::Share => quote_spanned!(*span=>
            ::core::result::Result::<_, #copy::Stop>::Ok(
                #copy::Slot::write(#slot, <#ty as ::core::clone::Clone>::clone(#from))
            )
        ),
        Copy::Skip => quote_spanned!(*span=>
            ::core::result::Result::<_, #copy::Stop>::Ok(
                #copy::Slot::write(#slot, <#ty as ::core::default::Default>::default())
            )
        ),
        Copy::Shallow => {
            quote_spanned!(*span=> #copy::private::shallow::<#ty>(#from, #slot, __walk))
        }
        Copy::With(path) => with(path, ty, &from, &slot, &copy),
    }
}

fn with(
    path: &ExprPath,
    ty: &Type,
    from: &TokenStream,
    slot: &TokenStream,
    copy: &TokenStream,
) -> TokenStream {
    let span = path.span().resolved_at(Span::call_site());
    let [from, slot, copy] = [from, slot, copy].map(|code| moved(code, span));
    // It is called here, so that the compiler says what is wrong about it and not about a closure.
    quote_spanned! {span=>
        #copy::private::custom::<#ty, _>(
            |__from: &#ty, __copying: &mut #copy::Copying<'_>| #path(__from, __copying),
            #from,
            #slot,
            __walk,
        )
    }
}

/// `Result<(), Stop>` of copying `from` over `to`, both references.
fn over_field(
    field: &Field,
    from: &TokenStream,
    to: &TokenStream,
    copy: &TokenStream,
) -> TokenStream {
    let Field { ty, span, .. } = field;
    let [from, to, copy] = [from, to, copy].map(|code| moved(code, *span));
    match &field.copy {
        Copy::Deep => {
            quote_spanned!(*span=> <#ty as #copy::DeepCopy>::copy_over(#from, #to, __walk))
        }
        Copy::Share => quote_spanned!(*span=> {
            <#ty as ::core::clone::Clone>::clone_from(#to, #from);
            ::core::result::Result::<(), #copy::Stop>::Ok(())
        }),
        Copy::Skip => quote_spanned!(*span=> {
            *#to = <#ty as ::core::default::Default>::default();
            ::core::result::Result::<(), #copy::Stop>::Ok(())
        }),
        Copy::Shallow | Copy::With(_) => {
            let slot = quote!(#copy::Slot::of(&mut __place));
            let filled = copy_field(field, &from, &slot, &copy);
            quote! {{
                let mut __place = ::core::mem::MaybeUninit::uninit();
                match #filled {
                    ::core::result::Result::Ok(_) => {
                        // SAFETY: it was filled just now, with a value that is complete.
                        *#to = unsafe { ::core::mem::MaybeUninit::assume_init(__place) };
                        ::core::result::Result::<(), #copy::Stop>::Ok(())
                    }
                    ::core::result::Result::Err(__stop) => ::core::result::Result::Err(__stop),
                }
            }}
        }
    }
}

/// Puts off what copying `from`, a reference, to `to`, a place that is final, has left out.
fn finish_field(
    field: &Field,
    from: &TokenStream,
    to: &TokenStream,
    copy: &TokenStream,
) -> TokenStream {
    let Field { ty, span, .. } = field;
    let [from, to, copy] = [from, to, copy].map(|code| moved(code, *span));
    // SAFETY: a part of a value at its final place.
    if matches!(field.copy, Copy::Shallow) {
        return quote_spanned!(*span=> unsafe {
            #copy::private::finish_shallow::<#ty>(#from, #to, __walk)
        }?;);
    }
    // SAFETY: as above.
    quote_spanned!(*span=> unsafe { <#ty as #copy::DeepCopy>::finish(#from, #to, __walk) }?;)
}

/// Copies fields one after the other; `places` are raw pointers to where they go. Ends with
/// `done` when all are there.
fn copy_fields(
    fields: &[Field],
    froms: &[TokenStream],
    places: &[TokenStream],
    done: &TokenStream,
    copy: &TokenStream,
) -> TokenStream {
    if fields.is_empty() {
        return quote!(return #done;);
    }
    let steps = fields.iter().enumerate().map(|(place, field)| {
        let to = &places[place];
        // SAFETY: a place of its own, aligned, in the slot or beside it.
        let slot = quote!(unsafe { #copy::Slot::new(#to) });
        let filled = copy_field(field, &froms[place], &slot, copy);
        quote! {
            if ::core::result::Result::is_err(&#filled) {
                break '__stopped #place;
            }
        }
    });
    let labels = fields.iter().map(|field| &field.label);
    let undo = places.iter().enumerate().map(|(place, to)| {
        quote! {
            if __stopped > #place {
                // SAFETY: it was filled, and is not used any more.
                unsafe { #copy::Walk::undo(__walk, #to) };
            }
        }
    });
    quote! {
        let __stopped: ::core::primitive::usize = '__stopped: {
            #(#steps)*
            return #done;
        };
        const __LABELS: &[&::core::primitive::str] = &[#(#labels),*];
        #copy::Walk::trace_field(__walk, __LABELS[__stopped]);
        #(#undo)*
        return ::core::result::Result::Err(#copy::Walk::stopped(__walk));
    }
}

/// Whether some field has something to finish at any depth.
fn late(fields: &[&Field], copy: &TokenStream) -> TokenStream {
    let types = fields.iter().filter(|field| field.is_walked()).map(|f| &f.ty);
    quote!(false #(|| <#types as #copy::DeepCopy>::is_late())*)
}

fn plain(fields: &[&Field], copy: &TokenStream) -> TokenStream {
    if fields.iter().any(|field| !matches!(field.copy, Copy::Deep)) {
        return quote!(false);
    }
    let types = fields.iter().map(|field| &field.ty);
    quote!(__budget > 0 #(&& <#types as #copy::DeepCopy>::is_plain(__budget - 1))*)
}

fn struct_body(fields: &[Field], copy: &TokenStream) -> Body {
    let members: Vec<&Member> = fields.iter().map(|field| &field.member).collect();
    let froms: Vec<_> = members.iter().map(|member| quote!(&self.#member)).collect();
    let places: Vec<_> = members
        .iter()
        .map(|member| {
            // SAFETY: `__to` is the place of a whole value: the slot's, or that of `finish`.
            quote!(unsafe { &raw mut (*__to).#member })
        })
        .collect();
    // SAFETY: this comes after all fields were written.
    let done = quote!(::core::result::Result::Ok(unsafe { #copy::Slot::assume_filled(__slot) }));
    let steps = copy_fields(fields, &froms, &places, &done, copy);
    let finish = fields.iter().zip(&places).filter(|(field, _)| field.is_walked());
    let finish = finish.map(|(field, place)| {
        let member = &field.member;
        finish_field(field, &quote!(&self.#member), place, copy)
    });
    let over = fields.iter().map(|field| {
        let (member, label) = (&field.member, &field.label);
        let copied =
            over_field(field, &quote!(&self.#member), &quote!((&mut __target.#member)), copy);
        quote! {
            if let ::core::result::Result::Err(__stop) = #copied {
                #copy::Walk::trace_field(__walk, #label);
                return ::core::result::Result::Err(__stop);
            }
        }
    });
    Body {
        copy_to: quote! {
            let __to = #copy::Slot::as_ptr(&__slot);
            #steps
        },
        finish: quote! {
            #(#finish)*
            ::core::result::Result::Ok(())
        },
        copy_over: quote! {
            #(#over)*
            ::core::result::Result::Ok(())
        },
        plain: plain(&fields.iter().collect::<Vec<_>>(), copy),
    }
}

fn enum_body(variants: &[Variant], copy: &TokenStream) -> Body {
    let all: Vec<&Field> = variants.iter().flat_map(|variant| &variant.fields).collect();
    let plain = plain(&all, copy);
    if variants.is_empty() {
        let never = quote!(match *self {});
        return Body { copy_to: never.clone(), finish: never.clone(), copy_over: never, plain };
    }
    let pattern = |variant: &Variant, names: &dyn Fn(&Field) -> Ident| {
        let (name, fields) = (&variant.name, &variant.fields);
        let members = fields.iter().map(|field| &field.member);
        let names = fields.iter().map(names);
        quote!(Self::#name { #(#members: #names),* })
    };
    let from_names = |field: &Field| field.from.clone();
    let to_names = |field: &Field| field.to.clone();

    let copies = variants.iter().map(|variant| {
        let (name, fields) = (&variant.name, &variant.fields);
        let from = pattern(variant, &from_names);
        let froms: Vec<_> = fields.iter().map(|Field { from, .. }| quote!(#from)).collect();
        let places: Vec<_> = fields
            .iter()
            .map(|Field { to, .. }| quote!(::core::mem::MaybeUninit::as_mut_ptr(&mut #to)))
            .collect();
        let tos = fields.iter().map(|field| &field.to);
        let members = fields.iter().map(|field| &field.member);
        let parts = fields.iter().map(|field| &field.to);
        let done = quote! {
            ::core::result::Result::Ok(#copy::Slot::write(__slot, Self::#name {
                // SAFETY: this comes after all parts were written.
                #(#members: unsafe { ::core::mem::MaybeUninit::assume_init(#parts) }),*
            }))
        };
        let steps = copy_fields(fields, &froms, &places, &done, copy);
        quote! {
            #from => {
                #(let mut #tos = ::core::mem::MaybeUninit::uninit();)*
                #steps
            }
        }
    });
    let finishes = variants.iter().map(|variant| {
        let (from, to) = (pattern(variant, &from_names), pattern(variant, &to_names));
        let steps = variant.fields.iter().filter(|field| field.is_walked());
        let steps = steps.map(|field| {
            let Field { from, to, .. } = field;
            finish_field(field, &quote!(#from), &quote!(#to), copy)
        });
        quote! {
            (#from, #to) => {
                #(#steps)*
                ::core::result::Result::Ok(())
            }
        }
    });
    let overs = variants.iter().map(|variant| {
        let (from, to) = (pattern(variant, &from_names), pattern(variant, &to_names));
        let steps = variant.fields.iter().map(|field| {
            let Field { from, to, label, .. } = field;
            let copied = over_field(field, &quote!(#from), &quote!(#to), copy);
            quote! {
                if let ::core::result::Result::Err(__stop) = #copied {
                    #copy::Walk::trace_field(__walk, #label);
                    return ::core::result::Result::Err(__stop);
                }
            }
        });
        quote! {
            (#from, #to) => {
                #(#steps)*
                ::core::result::Result::Ok(())
            }
        }
    });
    let several = variants.len() > 1;
    let changed =
        several.then(|| quote!(_ => ::core::result::Result::Err(#copy::Walk::changed(__walk)),));
    let other = several.then(|| quote!(_ => #copy::Walk::replace(__walk, self, __target),));
    Body {
        copy_to: quote! {
            match self {
                #(#copies)*
            }
        },
        finish: quote! {
            if <Self as #copy::DeepCopy>::is_plain(#copy::private::BUDGET) {
                return ::core::result::Result::Ok(());
            }
            // SAFETY: `__to` holds a value at its final place.
            match (self, unsafe { &mut *__to }) {
                #(#finishes)*
                #changed
            }
        },
        copy_over: quote! {
            match (self, &mut *__target) {
                #(#overs)*
                #other
            }
        },
        plain,
    }
}

/// A type whose attribute says how all its values are copied.
fn whole_body(name: &Ident, how: &Copy, copy: &TokenStream) -> Body {
    // Errors about the type are shown where it gets its name.
    let whole: Type = syn::parse_quote_spanned!(name.span()=> Self);
    let copy_to = match how {
        Copy::With(path) => with(path, &whole, &quote!(self), &quote!(__slot), copy),
        _ => quote! {
            ::core::result::Result::Ok(
                #copy::Slot::write(__slot, <#whole as ::core::clone::Clone>::clone(self))
            )
        },
    };
    let copy_over = match how {
        Copy::With(_) => quote!(#copy::Walk::replace(__walk, self, __target)),
        _ => quote! {
            <#whole as ::core::clone::Clone>::clone_from(__target, self);
            ::core::result::Result::Ok(())
        },
    };
    Body {
        copy_to,
        finish: quote!(::core::result::Result::Ok(())),
        copy_over,
        plain: quote!(false),
    }
}
