//! Real files, where they are at hand.

use crate::place::{Place, text};

#[test]
fn real_files_are_read_and_formatting_keeps_them() {
    for name in ["sgfc", "encodings"] {
        let Some(folder) = kifu_testkit::corpus::path(name) else {
            return;
        };
        let place = Place::new();
        for args in [
            &["check"][..],
            &["list", "--format", "json-lines"],
            &["debug", "tree"],
            &["json"],
            &["debug", "events"],
            &["fmt", "--check"],
            &["convert", "--check"],
            &["fix", "--select", "N,Q", "--unsafe-fixes", "--check"],
        ] {
            let output = place.run(args.iter().map(AsRef::as_ref).chain([folder.as_os_str()]));
            let code = output.status.code();
            assert!(matches!(code, Some(0..=2)), "{args:?}: {code:?}");
            assert!(!text(&output.stderr).contains("would not read"), "{args:?}");
        }
    }
}
