//! Collections through `serde`, in a format for people and in one without names of fields.

use kifu_sgf::{Collection, Compare, FlatCollection};
use kifu_testkit::strategy::well_formed_sgf;
use proptest::prelude::*;

fn check(collection: &Collection) {
    let flat = FlatCollection::from(collection);
    let json = serde_json::to_string(collection).unwrap();
    assert_eq!(json, serde_json::to_string(&flat).unwrap());
    assert_eq!(serde_json::from_str::<FlatCollection>(&json).unwrap(), flat);
    let back = serde_json::from_str::<Collection>(&json).unwrap();
    assert!(back.is_same(collection, Compare::Ordered), "{json}");

    let bytes = postcard::to_allocvec(collection).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&flat).unwrap());
    assert_eq!(
        postcard::from_bytes::<FlatCollection>(&bytes).unwrap(),
        flat
    );
    let back = postcard::from_bytes::<Collection>(&bytes).unwrap();
    assert!(back.is_same(collection, Compare::Ordered));
}

#[test]
fn json_is_small() {
    let collection = Collection::from("(;C[a\\]b];B[aa])");
    let json = serde_json::to_string(&collection).unwrap();
    let expected = concat!(
        r#"{"games":[{"nodes":[{"properties":[["C",["a\\]b"]]]},"#,
        r#"{"parent":0,"properties":[["B",["aa"]]]}]}]}"#,
    );
    assert_eq!(json, expected);
    check(&collection);
}

#[test]
fn what_is_no_collection_is_refused() {
    for json in [
        r#"{"games":[{"nodes":[]}]}"#,
        r#"{"games":[{"nodes":[{"parent":0,"properties":[]}]}]}"#,
        r#"{"games":[{"nodes":[{"properties":[["C D",["x"]]]}]}]}"#,
        r#"{"games":[{"nodes":[{"properties":[["C",[7]]]}]}]}"#,
    ] {
        assert!(serde_json::from_str::<Collection>(json).is_err(), "{json}");
    }
}

proptest! {
    #[test]
    fn there_and_back(text in well_formed_sgf()) {
        check(&Collection::from(text));
    }
}
