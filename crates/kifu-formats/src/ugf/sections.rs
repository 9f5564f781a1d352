use std::borrow::Cow;

use kifu_sgf::encoding::Charset;

use crate::note::Notes;
use crate::text::Text;

/// A line and its number.
pub(super) type Line = (usize, String);

/// The sections of a game that are understood, line by line.
#[derive(Debug, Default)]
pub(super) struct Sections {
    pub(super) header: Vec<Line>,
    pub(super) data: Vec<Line>,
    pub(super) figure: Vec<Line>,
    pub(super) comment: Vec<Line>,
    pub(super) review_node: Vec<Line>,
    pub(super) review_comment: Vec<Line>,
}

/// The encoding that the header names.
pub(super) fn charset(bytes: &[u8]) -> Option<Charset> {
    let head = &bytes[..bytes.len().min(4096)];
    let start = head.windows(5).position(|window| window == b"Lang=")? + 5;
    let value = head[start..]
        .split(|byte| matches!(byte, b'\r' | b'\n'))
        .next()?;
    Charset::for_label(std::str::from_utf8(value).ok()?.trim())
}

impl Sections {
    /// The sections of each game: one more begins with each further `[Header]`.
    pub(super) fn of(text: &Text<'_>, notes: &mut Notes) -> Vec<Self> {
        let mut games = Vec::new();
        let mut sections = Self::default();
        let mut name = String::new();
        for (number, line) in text.lines() {
            if let Some(next) = title(&line, &name) {
                let next_name = next.to_ascii_lowercase();
                if next_name == "header" && name != "header" && !sections.header.is_empty() {
                    games.push(std::mem::take(&mut sections));
                }
                name = next_name;
                if sections.list(&name).is_none() && !is_left_out(&name) {
                    notes.line(
                        number,
                        format_args!("the unknown section `[{next}]` is ignored"),
                    );
                }
            } else if !line.trim().is_empty()
                && let Some(list) = sections.list(&name)
            {
                list.push((number, Cow::into_owned(line)));
            }
        }
        games.push(sections);
        games
    }

    fn list(&mut self, name: &str) -> Option<&mut Vec<Line>> {
        Some(match name {
            "header" => &mut self.header,
            "data" => &mut self.data,
            "figure" => &mut self.figure,
            "comment" => &mut self.comment,
            "reviewnode" => &mut self.review_node,
            "reviewcomment" => &mut self.review_comment,
            _ => return None,
        })
    }
}

/// The name of the section that begins with `line`. Talk may begin with a bracket too: there only a known
/// name counts.
fn title<'a>(line: &'a str, current: &str) -> Option<&'a str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_talk = matches!(current, "reviewcomment" | "figure" | "comment");
    let is_known = || {
        let name = name.to_ascii_lowercase();
        Sections::default().list(&name).is_some() || is_left_out(&name)
    };
    (is_name && (!is_talk || is_known())).then_some(name)
}

/// Whether a section has no game data: connections, pictures, messages of the client.
fn is_left_out(name: &str) -> bool {
    matches!(name, "remote" | "files" | "messageline" | "end")
}
