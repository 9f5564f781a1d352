//! What the page of the crate promises of how it is built.

#[test]
fn no_dependency_and_no_std() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, behind) = manifest.split_once("[dependencies]").expect("the table");
    let (table, _) = behind.split_once("\n[").expect("more tables");
    for line in table.lines().filter(|line| line.contains('=')) {
        assert!(line.contains("optional = true"), "{line}");
    }
    assert!(manifest.contains("\ndefault = []\n"));
    assert!(include_str!("../../src/lib.rs").contains("\n#![no_std]\n"));
}
