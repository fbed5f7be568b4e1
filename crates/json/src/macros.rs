//! Trees that look as their JSON does.

/// A [`Value`](crate::Value), written as its JSON.
///
/// Names and values may be expressions: of anything that becomes a [`Text`](crate::Text), and of anything
/// that becomes a `Value`.
///
/// ```
/// use apograph_json::json;
///
/// let id = 7;
/// let key = String::from("tags");
/// let device = json!({
///     "id": id + 1,
///     "place": null,
///     key: ["north", "pump", 1.5, true],
///     "empty": {},
/// });
/// assert_eq!(
///     apograph_json::to_string(&device)?,
///     r#"{"id":8,"place":null,"tags":["north","pump",1.5,true],"empty":{}}"#,
/// );
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[macro_export]
macro_rules! json {
    ($($value:tt)+) => {
        $crate::json_internal!($($value)+)
    };
}

// Expressions end at commas, but a `[…]`, `{…}` or `null` is JSON where it is the whole of one. So
// tokens are taken one by one, and a value is recognized by what comes first.
#[doc(hidden)]
#[macro_export]
macro_rules! json_internal {
    // Elements: those that are done in brackets, then the rest.
    (@array [$($done:expr,)*]) => {
        ::std::vec![$($done,)*]
    };
    (@array [$($done:expr),*]) => {
        ::std::vec![$($done),*]
    };
    (@array [$($done:expr,)*] null $($rest:tt)*) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!(null)] $($rest)*)
    };
    (@array [$($done:expr,)*] [$($inner:tt)*] $($rest:tt)*) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!([$($inner)*])] $($rest)*)
    };
    (@array [$($done:expr,)*] {$($inner:tt)*} $($rest:tt)*) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!({$($inner)*})] $($rest)*)
    };
    (@array [$($done:expr,)*] $next:expr, $($rest:tt)*) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!($next),] $($rest)*)
    };
    (@array [$($done:expr,)*] $last:expr) => {
        $crate::json_internal!(@array [$($done,)* $crate::json_internal!($last)])
    };
    (@array [$($done:expr),*] , $($rest:tt)*) => {
        $crate::json_internal!(@array [$($done,)*] $($rest)*)
    };

    // Members: the map, the tokens of the name so far, the rest.
    (@object $map:ident () ()) => {};
    (@object $map:ident [$($name:tt)+] ($value:expr) , $($rest:tt)*) => {
        $map.insert($($name)+, $value);
        $crate::json_internal!(@object $map () ($($rest)*));
    };
    (@object $map:ident [$($name:tt)+] ($value:expr)) => {
        $map.insert($($name)+, $value);
    };
    (@object $map:ident ($($name:tt)+) (: null $($rest:tt)*)) => {
        $crate::json_internal!(@object $map [$($name)+] ($crate::json_internal!(null)) $($rest)*);
    };
    (@object $map:ident ($($name:tt)+) (: [$($inner:tt)*] $($rest:tt)*)) => {
        $crate::json_internal!(
            @object $map [$($name)+] ($crate::json_internal!([$($inner)*])) $($rest)*
        );
    };
    (@object $map:ident ($($name:tt)+) (: {$($inner:tt)*} $($rest:tt)*)) => {
        $crate::json_internal!(
            @object $map [$($name)+] ($crate::json_internal!({$($inner)*})) $($rest)*
        );
    };
    (@object $map:ident ($($name:tt)+) (: $value:expr, $($rest:tt)*)) => {
        $crate::json_internal!(
            @object $map [$($name)+] ($crate::json_internal!($value)) , $($rest)*
        );
    };
    (@object $map:ident ($($name:tt)+) (: $value:expr)) => {
        $crate::json_internal!(@object $map [$($name)+] ($crate::json_internal!($value)));
    };
    (@object $map:ident ($($name:tt)*) ($next:tt $($rest:tt)*)) => {
        $crate::json_internal!(@object $map ($($name)* $next) ($($rest)*));
    };

    (null) => {
        $crate::Value::Null
    };
    ([]) => {
        $crate::Value::Array(::std::vec::Vec::new())
    };
    ([$($elements:tt)+]) => {
        $crate::Value::Array($crate::json_internal!(@array [] $($elements)+))
    };
    ({}) => {
        $crate::Value::Object(::std::boxed::Box::default())
    };
    ({$($members:tt)+}) => {
        $crate::Value::Object({
            let mut map = ::std::boxed::Box::<$crate::Map>::default();
            $crate::json_internal!(@object map () ($($members)+));
            map
        })
    };
    ($value:expr) => {
        $crate::Value::from($value)
    };
}
