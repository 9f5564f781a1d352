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

/// Whether a path has the extension of a game record, or with `formats` that of another format.
pub(crate) fn is_wanted_name(path: &Path, formats: bool) -> bool {
    let is_format = |extension: &std::ffi::OsStr| {
        let mut known = Format::ALL.iter().flat_map(|format| format.extensions());
        // Nearly all text files are something else.
        extension != "txt" && known.any(|known| extension.eq_ignore_ascii_case(known))
    };
    is_record_name(path) || (formats && path.extension().is_some_and(is_format))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_record_name, is_wanted_name};

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
        assert!(!is_wanted_name(Path::new("a.txt"), true));
    }
}
