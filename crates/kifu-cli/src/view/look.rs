use std::env;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) has_color: bool,
    pub(crate) is_ascii: bool,
}

/// Whether the locale names a character set that is not Unicode. One that names none, as on other
/// systems than Unix, is taken for Unicode.
pub(crate) fn speaks_ascii_only() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.is_some_and(|locale| !is_unicode(&locale))
}

fn is_unicode(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    match locale.split_once('.') {
        Some((_, charset)) => charset.replace('-', "").starts_with("utf8"),
        None => !matches!(&*locale, "c" | "posix"),
    }
}

#[cfg(test)]
mod tests {
    use super::is_unicode;

    #[test]
    fn locales() {
        for locale in ["en_US.UTF-8", "C.utf8", "ja_JP.UTF-8@x", "de_DE"] {
            assert!(is_unicode(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "en_US.ISO-8859-1", "ja_JP.eucJP"] {
            assert!(!is_unicode(locale), "{locale}");
        }
    }
}
