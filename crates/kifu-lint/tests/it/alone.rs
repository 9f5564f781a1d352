//! Fixes that can be applied without the others.

use kifu_lint::{Options, check};
use kifu_sgf::encoding::{DecodeOptions, Source};

/// Whether each fix in `text` stands alone, by the code of its rule.
fn fixes(text: &str) -> Vec<(&'static str, bool)> {
    let source = Source::new(text.as_bytes().to_vec(), &DecodeOptions::default());
    let found = check(&source, &Options::default());
    let fixes = found.iter().filter(|finding| finding.fix.is_some());
    fixes
        .map(|finding| (finding.code, finding.fix_stands_alone(source.text())))
        .collect()
}

#[test]
fn a_fix_stands_alone_if_other_text_is_read_as_before() {
    for (text, code, stands_alone) in [
        ("(;GM[1]SZ[9])", "S330", true),
        // The values would become those of `FF`, and of `SZ`.
        ("(;[ab][ac])", "S330", false),
        ("(;[aa];GM[1]SZ[9];B[aa])", "S303", false),
        ("(;C[aa];GM[1]SZ[9];B[aa])", "S303", true),
        // Only the end of the value is not part of it.
        ("(;FF[4]GM[1]SZ[9];B[aa]AB[bb", "P105", false),
        ("(;FF[4]GM[1]SZ[9];B[aa]AB[bb", "P117", true),
        ("(;FF[4]GM[1]SZ[9];B[aa]AB[bb])", "S301", true),
        // It moves other nodes to another game.
        ("(;FF[4]GM[1];B[dd]\n(;FF[4]GM[1];B[pp]))", "S332", true),
    ] {
        let found = fixes(text);
        assert!(found.contains(&(code, stands_alone)), "{text}: {found:?}");
    }
}
