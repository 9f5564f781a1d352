//! Names of keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The name of a key: its character, or a word (`left`, `space`, `ctrl-c`).
pub(crate) fn name(key: KeyEvent) -> Option<String> {
    let name = match key.code {
        KeyCode::Char(' ') => "space",
        KeyCode::Char(character) => {
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            let other = key.modifiers.contains(KeyModifiers::ALT);
            return match (control, other) {
                (true, _) => Some(format!("ctrl-{character}")),
                (false, true) => None,
                (false, false) => Some(character.to_string()),
            };
        }
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Home => "home",
        KeyCode::End => "end",
        KeyCode::PageUp => "pageup",
        KeyCode::PageDown => "pagedown",
        KeyCode::Tab | KeyCode::BackTab => "tab",
        KeyCode::Backspace => "backspace",
        KeyCode::Enter => "enter",
        KeyCode::Esc => "esc",
        KeyCode::F(1) => "f1",
        _ => return None,
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{KeyCode, KeyEvent, KeyModifiers, name};

    #[test]
    fn keys_have_names() {
        let named = |code, modifiers| name(KeyEvent::new(code, modifiers));
        let none = KeyModifiers::NONE;
        assert_eq!(named(KeyCode::Char('B'), KeyModifiers::SHIFT).unwrap(), "B");
        assert_eq!(
            named(KeyCode::Char('c'), KeyModifiers::CONTROL).unwrap(),
            "ctrl-c"
        );
        assert_eq!(named(KeyCode::PageUp, none).unwrap(), "pageup");
        assert_eq!(named(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(named(KeyCode::Insert, none), None);
    }
}
