//! Without features, the library stays small.

use std::collections::BTreeSet;
use std::process::Command;

/// A program that only reads and writes records compiles fewer than 20 packages, `kifu` included.
#[test]
fn few_dependencies_without_features() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "kifu", "--no-default-features"])
        .args([
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--offline",
            "--locked",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree = String::from_utf8(output.stdout).unwrap();
    let packages: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(packages.contains("kifu-sgf"), "{packages:?}");
    assert!(packages.len() < 20, "{}: {packages:?}", packages.len());
}
