//! Answers of the terminal that come after the deadline, as the event reader shows them.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The most keys of a late answer.
const LONGEST: usize = 64;

/// Drops the keys of which a late answer consists: `ESC _` is read as Alt and `_`, the rest as letters.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// Whether the terminal still owes an answer.
    is_expected: bool,
    /// The keys of the answer that were dropped; `None` outside of answers.
    inside: Option<usize>,
}

impl Late {
    /// The state after the deadline. `is_inside`: an answer has begun.
    pub(super) const fn new(is_expected: bool, is_inside: bool) -> Self {
        Self {
            is_expected,
            inside: if is_inside { Some(0) } else { None },
        }
    }

    /// Whether a key is part of an answer.
    pub(super) fn drops(&mut self, key: KeyEvent) -> bool {
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        if let Some(dropped) = &mut self.inside {
            *dropped += 1;
            let is_end = is_alt && key.code == KeyCode::Char('\\')
                || key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('g');
            if is_end || *dropped >= LONGEST {
                self.inside = None;
            }
            return true;
        }
        let is_begin = is_alt && matches!(key.code, KeyCode::Char('_' | ']'));
        if self.is_expected && is_begin {
            self.inside = Some(0);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyCode, KeyEvent, KeyModifiers, LONGEST, Late};

    /// The keys that are kept; `!` before one is Alt.
    fn kept(late: &mut Late, keys: &str) -> String {
        let mut kept = String::new();
        let mut modifiers = KeyModifiers::NONE;
        for character in keys.chars() {
            if character == '!' {
                modifiers = KeyModifiers::ALT;
                continue;
            }
            if !late.drops(KeyEvent::new(KeyCode::Char(character), modifiers)) {
                kept.push(character);
            }
            modifiers = KeyModifiers::NONE;
        }
        kept
    }

    #[test]
    fn late_answers_are_no_keys() {
        let mut late = Late::new(true, false);
        assert_eq!(kept(&mut late, "a!_Gi=31;OK!\\b!]11;rgb:0/0/0!\\c"), "abc");
        let mut inside = Late::new(true, true);
        assert_eq!(kept(&mut inside, "31;OK!\\q"), "q");
        // After all answers the keys are the user's.
        let mut done = Late::new(false, false);
        assert_eq!(kept(&mut done, "!_Gq"), "_Gq");
        // An answer that does not end.
        let mut late = Late::new(true, true);
        let long = "x".repeat(LONGEST + 3);
        assert_eq!(kept(&mut late, &long), "xxx");
    }
}
