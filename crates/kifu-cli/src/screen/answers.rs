//! The answers of the terminal to our questions, among the keys that the user types meanwhile.

use crate::screen::Input;
use crate::screen::typed;

/// The identifier of the picture in the question for kitty's protocol.
const QUERY_ID: &str = "i=31";

/// Questions to a terminal: the color of its background, the size of a cell, and its attributes. All terminals answer the
/// last one, so that nothing is waited for after it.
#[cfg(unix)]
pub(super) const QUESTIONS: &str = "\x1b]11;?\x1b\\\x1b[16t\x1b[c";

/// The question for the graphics protocol of kitty. It comes first; a multiplexer may show it as a title.
#[cfg(unix)]
pub(super) const KITTY_QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

/// The longest answer that is waited for; longer ones are keys.
const LONGEST: usize = 256;

/// Answers, and other input.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Whether it shows pictures by the protocol of kitty.
    pub(super) has_kitty: bool,
    /// Whether it shows sixel pictures.
    pub(super) has_sixel: bool,
    /// Whether the answer to the last question has come.
    pub(super) is_complete: bool,
    /// Width and height of a cell in pixels.
    pub(super) cell: Option<(u16, u16)>,
    /// The color of the background.
    pub(super) background: Option<(u8, u8, u8)>,
    /// Bytes that may be the beginning of an answer.
    pending: Vec<u8>,
    /// Bytes that are no answer.
    typed: Vec<u8>,
}

/// A control sequence at the beginning of bytes.
enum Sequence {
    /// An answer of so many bytes.
    Answer(usize),
    /// The beginning of one.
    Part,
    /// Something else.
    Other,
}

impl Answers {
    /// Reads bytes that the terminal sent.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.extend_from_slice(bytes);
        let mut rest = pending.as_slice();
        while let Some(&first) = rest.first() {
            let sequence = if first == 0x1b {
                self.sequence(rest)
            } else {
                Sequence::Other
            };
            match sequence {
                Sequence::Answer(length) => rest = &rest[length..],
                Sequence::Part if rest.len() < LONGEST => {
                    self.pending = rest.to_vec();
                    return;
                }
                Sequence::Part | Sequence::Other => {
                    self.typed.push(first);
                    rest = &rest[1..];
                }
            }
        }
    }

    /// Whether an answer has begun that is not complete.
    pub(super) fn is_inside(&self) -> bool {
        // The escape key alone is not an answer.
        self.pending.len() > 1
    }

    /// The keys and mouse events among the input.
    pub(super) fn typed(&mut self) -> Vec<Input> {
        if !self.is_inside() {
            self.typed.append(&mut self.pending);
        }
        typed::inputs(&std::mem::take(&mut self.typed))
    }

    fn sequence(&mut self, bytes: &[u8]) -> Sequence {
        match bytes.get(1) {
            None => Sequence::Part,
            Some(b'_' | b']') => self.string(bytes),
            Some(b'[') => self.control(bytes),
            Some(_) => Sequence::Other,
        }
    }

    /// A string that is ended by `ESC \` or BEL.
    fn string(&mut self, bytes: &[u8]) -> Sequence {
        let body = &bytes[2..];
        let Some(end) = body.iter().position(|&byte| matches!(byte, 0x1b | 0x07)) else {
            return Sequence::Part;
        };
        let after = match body.get(end..end + 2) {
            Some([0x1b, b'\\']) => 2,
            _ if body[end] == 0x07 => 1,
            Some(_) => return Sequence::Other,
            None => return Sequence::Part,
        };
        let body = String::from_utf8_lossy(&body[..end]);
        if let Some(color) = body.strip_prefix("11;") {
            self.background = color_of(color);
        } else if let Some((keys, message)) =
            body.strip_prefix('G').and_then(|all| all.split_once(';'))
        {
            let is_own = keys.split(',').any(|key| key == QUERY_ID);
            self.has_kitty |= is_own && message == "OK";
        }
        Sequence::Answer(2 + end + after)
    }

    /// A control sequence: attributes, or the size of a cell.
    fn control(&mut self, bytes: &[u8]) -> Sequence {
        let body = &bytes[2..];
        let is_parameter = |byte: &u8| matches!(byte, b'0'..=b'9' | b';' | b'?');
        let Some(end) = body.iter().position(|byte| !is_parameter(byte)) else {
            return Sequence::Part;
        };
        let parameters = String::from_utf8_lossy(&body[..end]);
        match (parameters.strip_prefix('?'), body[end]) {
            (Some(attributes), b'c') => {
                // The first is the model.
                let mut attributes = attributes.split(';').skip(1);
                self.has_sixel = attributes.any(|attribute| attribute == "4");
                self.is_complete = true;
            }
            (None, b't') => {
                let numbers: Vec<_> = parameters
                    .split(';')
                    .filter_map(|part| part.parse::<u16>().ok())
                    .collect();
                match numbers[..] {
                    [6, height, width] => self.cell = Some((width, height)),
                    _ => return Sequence::Other,
                }
            }
            _ => return Sequence::Other,
        }
        Sequence::Answer(2 + end + 1)
    }
}

/// Reads a color as X11 writes it: `rgb:ff/ff/ff`, with one to four digits for each part.
fn color_of(text: &str) -> Option<(u8, u8, u8)> {
    let mut parts = text.strip_prefix("rgb:")?.split('/').map(|part| {
        let most = 16_u32.checked_pow(u32::try_from(part.len()).ok()?)? - 1;
        let value = u32::from_str_radix(part, 16).ok()?;
        let is_color = (1..=4).contains(&part.len());
        is_color.then(|| u8::try_from(value * 255 / most).ok())?
    });
    let mut next = || parts.next().flatten();
    Some((next()?, next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::{Answers, color_of};
    use crate::screen::Input;

    fn keys(answers: &mut Answers) -> String {
        let names = answers.typed().into_iter().map(|input| match input {
            Input::Key(name) => name,
            Input::Mouse(mouse) => format!("{mouse:?}"),
        });
        names.collect::<Vec<_>>().join(" ")
    }

    const SENT: &str =
        "l\x1b_Gi=31;OK\x1b\\q\x1b]11;rgb:1111/2222/ffff\x07\x1b[6;20;10t\x1b[A\x1b[?62;4;22cé\x1b";

    #[test]
    fn answers_come_in_any_parts() {
        for size in 1..SENT.len() {
            let mut answers = Answers::default();
            for part in SENT.as_bytes().chunks(size) {
                answers.read(part);
            }
            assert!(answers.has_kitty && answers.has_sixel && answers.is_complete);
            assert_eq!(answers.cell, Some((10, 20)));
            assert_eq!(answers.background, Some((0x11, 0x22, 0xff)));
            assert!(!answers.is_inside());
            assert_eq!(keys(&mut answers), "l q up é esc", "{size}");
        }
    }

    #[test]
    fn other_input_is_typed() {
        for (sent, expected) in [
            ("", ""),
            ("\x1b", "esc"),
            ("\x1bq", "esc q"),
            ("\x1b[<0;49;24M", "Click(48, 23)"),
            ("\x1b[8;24;80t", ""),
            ("\x1b\x1b[C", "esc right"),
        ] {
            let mut answers = Answers::default();
            answers.read(sent.as_bytes());
            assert!(!answers.is_complete, "{sent:?}");
            assert_eq!(keys(&mut answers), expected, "{sent:?}");
        }
    }

    #[test]
    fn an_answer_without_an_end_is_not_typed() {
        let mut answers = Answers::default();
        answers.read(b"q\x1b_Gi=31;O");
        assert!(answers.is_inside());
        assert_eq!(keys(&mut answers), "q");
        // No terminal sends so much.
        answers.read(&[b'x'; 1000]);
        assert!(!answers.is_inside());
    }

    #[test]
    fn colors() {
        assert_eq!(color_of("rgb:0/8/f"), Some((0, 136, 255)));
        assert_eq!(color_of("rgb:00/80/ff"), Some((0, 128, 255)));
        assert_eq!(color_of("rgb:0000/8080/ffff"), Some((0, 128, 255)));
        for other in [
            "",
            "red",
            "rgb:",
            "rgb:1/2",
            "rgb:11111/2/3",
            "rgb:-1/2/3",
            "rgb:x/2/3",
        ] {
            assert_eq!(color_of(other), None, "{other}");
        }
    }
}
