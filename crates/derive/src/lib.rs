//! The derive macros of apograph. Users get them from the crate `apograph`, beside the traits.

#![forbid(unsafe_code)]

mod attributes;
mod bounds;
mod codec;
mod deep_copy;
mod vocabulary;

use proc_macro::TokenStream;

/// Derives `DeepCopy`: an independent copy that keeps sharing and cycles.
///
/// The attributes of a field say how it is copied; without one, deeply:
///
/// * `#[apograph(copy = "share")]`: by `Clone`, so that handles lead to the same objects;
/// * `#[apograph(copy = "skip")]`: not; the copy has the `Default`;
/// * `#[apograph(copy = "shallow")]`: what it owns is copied, what it shares is shared;
/// * `#[apograph(copy = "with(path)")]`: by `fn path(&T, &mut Copying<'_>) -> T`, or one that gives a
///   `Result<T, CopyError>`;
/// * `#[apograph(copy = "deep")]`: as without it, for macros that always write one.
///
/// On a type, `copy = "share"` and `copy = "with(path)"` say the same of all its values.
/// `#[apograph(hookable)]` on a type lets a `Copier` have a hook for it. `#[apograph(bound = "…")]`
/// replaces the bounds that the derive would write, and `#[apograph(crate = "path")]` says where
/// `apograph` is, should it be re-exported by another crate.
#[proc_macro_derive(DeepCopy, attributes(apograph))]
pub fn derive_deep_copy(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    deep_copy::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `Encode`: how values are written, in any format.
///
/// It reads the attributes of serde, so that a type with serde's derives needs no others: `rename`,
/// `rename_all`, `rename_all_fields`, `alias`, `default`, `skip`, `skip_serializing`,
/// `skip_serializing_if`, `flatten`, `with`, `serialize_with`, `transparent`, `into`, `tag`, `content`,
/// `untagged`, `bound`. All of them can be written as `#[apograph(…)]` too, which wins, and which has more:
///
/// * on a type, `class = "com.acme.Device"` is the name of its Java class and `final_class` says that
///   none extends it; `crate = "path"` says where `apograph` is;
/// * on a field, `name = "serialNumber"` is its name in Java, in camel case without it; `boxed`, `object`,
///   `no_generics`, `not_null` and `known_class` say what Java declares.
///
/// Bounds under `#[serde(bound = "…")]` ask for serde's traits and are passed over; `#[apograph(bound = "…")]` on a
/// type, a variant or a field is instead of those that the derive would write for it.
///
/// `with` and `serialize_with` need the feature `serde`.
#[proc_macro_derive(Encode, attributes(apograph, serde))]
pub fn derive_encode(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    codec::derive_encode(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `Decode`: how values are read, from any format.
///
/// It reads the same attributes as `Encode`, and of serde's also `deny_unknown_fields`, `from`, `try_from`,
/// `other`, `skip_deserializing` and `deserialize_with`.
#[proc_macro_derive(Decode, attributes(apograph, serde))]
pub fn derive_decode(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    codec::derive_decode(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
