//! File names that are valid on every system.

/// Maximum length of a name in bytes: every system allows 255, and a number may follow.
const LONGEST: usize = 200;

/// Names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Makes `text` a file or folder name that is valid on every system: at most 200 bytes, without path separators,
/// control characters, bidirectional controls and `< > : " | ? *`. The name is not hidden, does not look like an
/// option, does not end in a blank or dot, and is not reserved for a device. Invalid characters become `_`.
///
/// ```
/// use kifu_collection::split::safe_name;
///
/// assert_eq!(safe_name("Cho U / Lee: \"final\"?"), "Cho U _ Lee_ _final__");
/// assert_eq!(safe_name("../etc"), "_._etc");
/// assert_eq!(safe_name("nul.sgf"), "_nul.sgf");
/// assert_eq!(safe_name("LPT¹"), "_LPT¹");
/// assert_eq!(safe_name(" 吴清源. "), "吴清源");
/// ```
#[must_use]
pub fn safe_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len().min(LONGEST));
    for char in text.trim().chars() {
        let char = if is_safe(char) { char } else { '_' };
        if name.len() + char.len_utf8() > LONGEST {
            break;
        }
        // Each run of white space becomes one blank.
        if char.is_whitespace() {
            if !name.ends_with(' ') {
                name.push(' ');
            }
        } else {
            name.push(char);
        }
    }
    name.truncate(name.trim_end_matches([' ', '.']).len());
    if name.starts_with(['.', '-', '~']) {
        name.replace_range(..1, "_");
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    if is_device(stem) {
        name.insert(0, '_');
    }
    if name.is_empty() {
        name.push('_');
    }
    name
}

/// Whether a name without extension is that of a device. Windows reads superscript digits as digits here.
fn is_device(stem: &str) -> bool {
    let mut plain = String::with_capacity(stem.len());
    plain.extend(stem.chars().map(|char| match char {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        other => other.to_ascii_lowercase(),
    }));
    DEVICES.contains(&&*plain)
}

/// Whether a character may occur in a name.
fn is_safe(char: char) -> bool {
    let turns_direction = matches!(
        char,
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
    );
    // A tab is white space, and becomes a blank.
    let is_control = char.is_control() && !char.is_whitespace();
    // Code points that the command line uses for undecodable bytes of a name.
    let is_byte = matches!(char, '\u{EF80}'..='\u{EFFF}');
    !turns_direction && !is_control && !is_byte && !"/\\<>:\"|?*\u{FFFD}".contains(char)
}
