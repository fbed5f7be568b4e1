//! What is known of types that plain `Clone` copies just as deeply.

use std::marker::PhantomData;

/// Something to do once it is known that `T` implements `Clone`.
///
/// `HashMap` only copies its table as it is, without hashing every key again, for types that
/// implement `Clone`. [`DeepCopy`](crate::DeepCopy) does not ask for that, so a type answers through
/// [`DeepCopy::with_clone`](crate::DeepCopy::with_clone) whether it does.
#[doc(hidden)]
pub trait CloneVisitor<T> {
    type Output;

    fn visit(self) -> Self::Output
    where
        T: Clone;
}

/// Finds out whether a type implements `Clone`, for the derive: `(&CloneProbe::<T>::NEW).__probe(v)`
/// takes the first of the two traits below whose bounds hold.
#[doc(hidden)]
pub struct CloneProbe<T>(PhantomData<T>);

impl<T> Clone for CloneProbe<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for CloneProbe<T> {}

impl<T> CloneProbe<T> {
    pub const NEW: Self = Self(PhantomData);
}

#[doc(hidden)]
pub trait ProbeClone<T> {
    fn __probe<V: CloneVisitor<T>>(self, visitor: V) -> Option<V::Output>;
}

impl<T: Clone> ProbeClone<T> for &CloneProbe<T> {
    fn __probe<V: CloneVisitor<T>>(self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}

#[doc(hidden)]
pub trait ProbeNothing<T> {
    fn __probe<V: CloneVisitor<T>>(self, visitor: V) -> Option<V::Output>;
}

impl<T> ProbeNothing<T> for CloneProbe<T> {
    fn __probe<V: CloneVisitor<T>>(self, _: V) -> Option<V::Output> {
        None
    }
}

/// A clone, if the type implements `Clone`.
pub(super) fn clone_by_evidence<T: super::DeepCopy>(value: &T) -> Option<T> {
    struct CloneOf<'a, T>(&'a T);

    impl<T> CloneVisitor<T> for CloneOf<'_, T> {
        type Output = T;

        #[inline]
        fn visit(self) -> T
        where
            T: Clone,
        {
            self.0.clone()
        }
    }

    T::with_clone(CloneOf(value))
}

/// Evidence for a container, of evidence for its elements.
macro_rules! with_clone_of {
    ($container:ident) => {
        #[inline]
        fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
            struct Contained<V>(V);

            impl<T, V: CloneVisitor<$container<T>>> CloneVisitor<T> for Contained<V> {
                type Output = V::Output;

                #[inline]
                fn visit(self) -> V::Output
                where
                    T: Clone,
                {
                    self.0.visit()
                }
            }

            T::with_clone(Contained(visitor))
        }
    };
}
pub(super) use with_clone_of;
