//! Keys and mouse events in the bytes of a terminal, for those that were typed while it was asked.

use super::{Input, Mouse};

/// Reads keys and mouse events. Unknown control sequences are skipped.
pub(super) fn inputs(mut bytes: &[u8]) -> Vec<Input> {
    let mut found = Vec::new();
    while let Some(&first) = bytes.first() {
        let (length, input) = match (first, bytes.get(1)) {
            (0x1b, Some(b'[')) => control(bytes),
            (0x1b, Some(b'O')) => (bytes.len().min(3), bytes.get(2).and_then(|&end| arrow(end))),
            // Alt and a capital letter, or the beginning of a string that is no answer.
            (0x1b, Some(0x40..=0x5f)) => (2, None),
            (0x1b, _) => (1, key("esc")),
            (b'\r', _) => (1, key("enter")),
            (b'\t', _) => (1, key("tab")),
            (0x7f, _) => (1, key("backspace")),
            (b' ', _) => (1, key("space")),
            (1..=26, _) => {
                let letter = char::from(first - 1 + b'a');
                (1, key(&format!("ctrl-{letter}")))
            }
            (0..32, _) => (1, None),
            _ => character(bytes),
        };
        found.extend(input);
        bytes = bytes.get(length..).unwrap_or_default();
    }
    found
}

#[expect(clippy::unnecessary_wraps, reason = "the other cases may have none")]
fn key(name: &str) -> Option<Input> {
    Some(Input::Key(name.to_owned()))
}

fn character(bytes: &[u8]) -> (usize, Option<Input>) {
    let length = match bytes[0] {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    };
    let text = bytes.get(..length).map(str::from_utf8);
    match text {
        Some(Ok(text)) => (length, key(text)),
        _ => (1, None),
    }
}

fn arrow(end: u8) -> Option<Input> {
    key(match end {
        b'A' => "up",
        b'B' => "down",
        b'C' => "right",
        b'D' => "left",
        b'F' => "end",
        b'H' => "home",
        b'P' => "f1",
        b'Z' => "tab",
        _ => return None,
    })
}

/// A sequence after `ESC [`.
fn control(bytes: &[u8]) -> (usize, Option<Input>) {
    let body = &bytes[2..];
    let Some(end) = body.iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
        return (bytes.len(), None);
    };
    let parameters = String::from_utf8_lossy(&body[..end]);
    let input = match (body[end], &*parameters) {
        (b'~', "5") => key("pageup"),
        (b'~', "6") => key("pagedown"),
        (b'~', "1" | "7") => key("home"),
        (b'~', "4" | "8") => key("end"),
        (b'~', "11") => key("f1"),
        (b'M', parameters) => parameters.strip_prefix('<').and_then(mouse),
        (end, _) => arrow(end),
    };
    (2 + end + 1, input)
}

/// A report of the mouse: button, column and row, the latter counted from 1.
fn mouse(parameters: &str) -> Option<Input> {
    let mut numbers = parameters.split(';').map(|part| part.parse::<u16>().ok());
    let mut next = || numbers.next().flatten();
    let (button, column, row) = (next()?, next()?, next()?);
    Some(Input::Mouse(match button {
        0 => Mouse::Click(column.checked_sub(1)?, row.checked_sub(1)?),
        64 => Mouse::Up,
        65 => Mouse::Down,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::{Input, Mouse, inputs};

    #[test]
    fn keys_and_clicks() {
        let keys = |bytes: &[u8]| {
            let names = inputs(bytes).into_iter().map(|input| match input {
                Input::Key(name) => name,
                Input::Mouse(mouse) => format!("{mouse:?}"),
            });
            names.collect::<Vec<_>>().join(" ")
        };
        for (bytes, expected) in [
            ("lB?", "l B ?"),
            ("\r\t\x7f \x03", "enter tab backspace space ctrl-c"),
            ("\x1b[A\x1bOB\x1b[C\x1b[D", "up down right left"),
            (
                "\x1b[5~\x1b[6~\x1b[H\x1b[4~\x1bOP",
                "pageup pagedown home end f1",
            ),
            ("本é", "本 é"),
            ("\x1b", "esc"),
            ("\x1b[200~x", "x"),
            ("\x1b]x\x1b\\\x1b_y\x1bz", "x y esc z"),
            ("\x1b[", ""),
            ("\x1bO", ""),
            (
                "\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<0;0;1M\x1b[<0;1;1m",
                "Up Down",
            ),
        ] {
            assert_eq!(keys(bytes.as_bytes()), expected, "{bytes:?}");
        }
        assert_eq!(inputs(b"\x1b[<0;3;5M"), [Input::Mouse(Mouse::Click(2, 4))]);
        assert_eq!(keys(&[0xff, b'a', 0xe6, 0x9c]), "a");
    }
}
