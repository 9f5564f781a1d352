//! Limits on the text that a fix may remove.
//!
//! A program may use a value in its own way, so a fix removes only text without content: white space, punctuation, and
//! copies of text that stays.

/// Whether `text` has no letter and no digit of any script, so that it can be removed without loss.
pub(crate) fn has_no_content(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::has_no_content;

    #[test]
    fn letters_and_digits_of_any_script_are_content() {
        for text in ["", " \t\r\n", "!?.:;-", "\\]"] {
            assert!(has_no_content(text), "{text:?}");
        }
        for text in ["a", "D4", " 1 ", "棋", "é", "٣"] {
            assert!(!has_no_content(text), "{text:?}");
        }
    }
}
