//! The derive macros of apograph. Users get them from the crate `apograph`, beside the traits.

#![forbid(unsafe_code)]

mod attributes;
mod bounds;
mod deep_copy;

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
