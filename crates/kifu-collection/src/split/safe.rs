//! Names that every system takes.

/// The most bytes of a name: every system takes 255 of them, and a number may come after it.
const LONGEST: usize = 200;

/// Names that Windows keeps for devices, whatever the ending.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// `text` as the name of a file or folder that every system takes: at most 200 bytes, without
/// separators of paths, control characters, what turns the direction of writing, and
/// `< > : " | ? *`; none that is hidden, taken for an option, ends in a blank or dot, or is that
/// of a device. What cannot stay becomes `_`.
///
/// ```
/// use kifu_collection::split::safe_name;
///
/// assert_eq!(safe_name("Cho U / Lee: \"final\"?"), "Cho U _ Lee_ _final__");
/// assert_eq!(safe_name("../etc"), "_._etc");
/// assert_eq!(safe_name("nul.sgf"), "_nul.sgf");
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
        // White space of any kind is one blank.
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
    if DEVICES
        .iter()
        .any(|device| stem.eq_ignore_ascii_case(device))
    {
        name.insert(0, '_');
    }
    if name.is_empty() {
        name.push('_');
    }
    name
}

/// Whether a character may stand in a name.
fn is_safe(char: char) -> bool {
    let turns_direction = matches!(
        char,
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
    );
    // A tab is white space, and becomes a blank.
    let is_control = char.is_control() && !char.is_whitespace();
    // What the command line has for bytes of a name that are no text.
    let is_byte = matches!(char, '\u{EF80}'..='\u{EFFF}');
    !turns_direction && !is_control && !is_byte && !"/\\<>:\"|?*\u{FFFD}".contains(char)
}
