//! A line for a game that was found, as wide as the terminal.

use kifu::go::Color;
use kifu::store::{Found, IndexedGame, Pattern, Text};

use super::{letters, place};
use crate::harmless::{self, columns, cut, cut_start};

/// Minimum width of a name and of a path.
const NARROWEST: usize = 8;

/// A line for a game, at most `room` columns wide if there is a limit. The folders of the path are cut first, then the
/// names of players, then the name of the file.
pub(crate) fn line(
    info: &IndexedGame,
    found: &Found,
    pattern: &Pattern,
    room: Option<usize>,
) -> String {
    let text = |text| harmless::line(info.text(text).unwrap_or("?").trim()).into_owned();
    let next = found.next.map_or_else(String::new, |(cell, color)| {
        let letter = if color == Color::Black { 'B' } else { 'W' };
        format!(", then {letter} {}", letters(pattern, cell))
    });
    let parts = Parts {
        head: format!("{:10}  {:8}  ", text(Text::Date), text(Text::Result)),
        black: text(Text::Black),
        white: text(Text::White),
        path: harmless::line(&info.path).into_owned(),
        tail: format!(" game {}, {}{next}", info.number + 1, place(info, found)),
    };
    match room {
        Some(room) => parts.within(room),
        None => parts.whole(),
    }
}

struct Parts {
    head: String,
    black: String,
    white: String,
    path: String,
    tail: String,
}

impl Parts {
    fn whole(&self) -> String {
        let Self {
            head,
            black,
            white,
            path,
            tail,
        } = self;
        format!("{head}{black} – {white}  {path}{tail}")
    }

    fn within(mut self, room: usize) -> String {
        let over = |parts: &Self| columns(&parts.whole()).saturating_sub(room);
        let file = self
            .path
            .rsplit(['/', '\\'])
            .next()
            .map_or(0, |file| columns(file) + 2);
        self.narrow_path(over(&self), file);
        let mut widths = [&self.black, &self.white].map(|name| columns(name));
        for _ in 0..over(&self) {
            let widest = usize::from(widths[1] > widths[0]);
            if widths[widest] > NARROWEST {
                widths[widest] -= 1;
            }
        }
        self.black = cut(&self.black, widths[0]).into_owned();
        self.white = cut(&self.white, widths[1]).into_owned();
        self.narrow_path(over(&self), NARROWEST);
        cut(&self.whole(), room).into_owned()
    }

    /// Cuts the beginning of the path by some columns, but not below a width.
    fn narrow_path(&mut self, by: usize, least: usize) {
        let width = columns(&self.path);
        let room = width.saturating_sub(by).max(least);
        self.path = cut_start(&self.path, room).into_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use crate::harmless::columns;

    fn parts(name: &str, path: &str) -> Parts {
        Parts {
            head: "1846-09-11  B+2       ".into(),
            black: name.into(),
            white: "Bob".into(),
            path: path.into(),
            tail: " game 1, move 127, then W aa".into(),
        }
    }

    #[test]
    fn folders_are_cut_before_names_and_names_before_files() {
        let cut = |name, path, room| parts(name, path).within(room);
        let all = "1846-09-11  B+2       Ann – Bob  a/b/c.sgf game 1, move 127, then W aa";
        assert_eq!(cut("Ann", "a/b/c.sgf", 80), all);
        assert_eq!(
            cut("Ann", "/home/somebody/games/1846/c.sgf", 80),
            "1846-09-11  B+2       Ann – Bob  …y/games/1846/c.sgf game 1, move 127, then W aa"
        );
        assert_eq!(
            cut("Somebody with a name", "/home/games/famous.sgf", 80),
            "1846-09-11  B+2       Somebody … – Bob  …/famous.sgf game 1, move 127, then W aa"
        );
        assert_eq!(
            cut("Somebody with a name", "/home/the-famous-games.sgf", 70),
            "1846-09-11  B+2       Somebod… – Bob  …mes.sgf game 1, move 127, then…"
        );
    }

    #[test]
    fn lines_are_never_wider_than_the_terminal() {
        for name in [
            "",
            "本因坊秀策 and others, who have long names",
            "👍👍👍👍👍👍👍👍👍👍",
        ] {
            for path in [
                "",
                "a",
                "/棋譜/日本/古典/秀策.sgf",
                "x/very-long-name-of-a-file-in-a-folder.sgf",
            ] {
                for room in [1, 2, 10, 40, 60, 79, 80, 81, 200] {
                    let line = parts(name, path).within(room);
                    assert!(columns(&line) <= room.max(1), "{room}: {line}");
                }
            }
        }
    }
}
