//! The names of game records.

use std::path::Path;

use kifu_formats::Format;

/// Extensions of game records: `sgf`, `sgfs` for a game a line as some engines write it, and `mgt` of the first programs.
const EXTENSIONS: [&str; 3] = ["sgf", "sgfs", "mgt"];

/// Whether a path has the extension of a game record.
#[must_use]
pub fn is_record_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// Extensions of other formats that files of other kinds often have.
const SHARED: [&str; 16] = [
    "go", "gtp", "igs", "json", "jsonl", "lib", "log", "nip", "nk", "pdn", "prb", "rif", "sl",
    "slf", "txt", "xml",
];

/// Whether a path has the extension of a game record, in SGF or in another format. Files of other kinds may have it too.
///
/// Text files (`.txt`) do not count, because nearly all of them are something else.
#[must_use]
pub fn may_be_record_name(path: &Path) -> bool {
    is_record_name(path) || has_extension(path, |known| known != "txt")
}

/// Whether a path has an extension that only game records have, in SGF or in another format.
#[must_use]
pub fn is_sure_record_name(path: &Path) -> bool {
    is_record_name(path) || has_extension(path, |known| !SHARED.contains(&known))
}

/// Whether a path has an extension of another format that counts.
fn has_extension(path: &Path, counts: impl Fn(&str) -> bool) -> bool {
    path.extension().is_some_and(|extension| {
        let known = Format::ALL.iter().flat_map(|format| format.extensions());
        let mut counted = known.filter(|known| counts(known));
        counted.any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// Whether a path has the extension of a game record, or with `formats` that of another format.
pub(crate) fn is_wanted_name(path: &Path, formats: bool) -> bool {
    if formats {
        may_be_record_name(path)
    } else {
        is_record_name(path)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_record_name, is_sure_record_name, is_wanted_name};

    #[test]
    fn records_have_an_extension() {
        for name in ["a.sgf", "A.SGF", "b.mgt", "c.sgfs", "folder/c.Sgf"] {
            assert!(is_record_name(Path::new(name)), "{name}");
        }
        for name in ["sgf", ".sgf", "a.sgf~", "README.md", "a.sgf.gz"] {
            assert!(!is_record_name(Path::new(name)), "{name}");
        }
        for name in ["a.gib", "a.NGF", "a.xml", "a.sgf"] {
            assert!(is_wanted_name(Path::new(name), true), "{name}");
        }
        assert!(!is_wanted_name(Path::new("a.gib"), false));
        assert!(!is_wanted_name(Path::new("a.TXT"), true));
        for (name, is_sure) in [
            ("a.sgf", true),
            ("a.GIB", true),
            ("a.json", false),
            ("a", false),
        ] {
            assert_eq!(is_sure_record_name(Path::new(name)), is_sure, "{name}");
        }
    }
}
