//! What the derive says when it is used wrongly.

#[test]
fn errors_point_at_what_is_wrong() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
