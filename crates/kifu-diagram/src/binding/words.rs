//! Variations and text of a node.

use core::fmt::Write as _;

use kifu_games::go;
use kifu_sgf::schema::Game;
use kifu_sgf::value::PrintMode;
use kifu_sgf::{Node, Property, value};

use super::{Hints, Options, ToPlay, Walk, markup};
use crate::Lang;
use crate::scene::{Hint, Scene};

/// The game-info properties a box shows.
const INFO: [&str; 18] = [
    "GN", "EV", "RO", "PC", "DT", "PB", "PW", "HA", "KM", "RU", "TM", "OT", "ON", "RE", "SO", "AN",
    "CP", "GC",
];

/// Maximum number of variations marked with letters.
const MOST_HINTS: usize = 702;

impl Walk<'_> {
    pub(super) fn add_hints(&self, scene: &mut Scene, options: &Options) {
        let style = self.tree.root().value("ST");
        let style = style
            .and_then(|raw| value::Style::parse_lenient(raw).ok())
            .map_or(value::Style::default(), |read| read.value);
        let siblings = match options.hints {
            Hints::Off => return,
            Hints::AsAuthor if style.no_markup => return,
            Hints::AsAuthor => style.shows_siblings,
            Hints::Children => false,
            Hints::Siblings => true,
        };
        let node = self.node();
        let list = if siblings {
            node.siblings()
        } else {
            node.children()
        };
        if (siblings && node.is_root()) || list.clone().nth(1).is_none() {
            return;
        }
        for (number, variation) in (0_u16..).zip(list).take(MOST_HINTS) {
            let play = self.replay.play_of(variation);
            let place =
                play.and_then(|(side, raw)| Some((side, self.replay.position().place_of(raw)?)));
            let Some((side, place)) = place else {
                continue;
            };
            if siblings && variation == node {
                continue;
            }
            let hint = Hint {
                text: options.hint_names.name(number).to_string(),
                side: Some(side),
            };
            scene.spot(place).hint.get_or_insert(hint);
        }
    }

    pub(super) fn add_words(&self, scene: &mut Scene, options: &Options) {
        let node = self.node();
        let says = match options.to_play {
            ToPlay::Never => false,
            // After the end of a game there is no player to move.
            ToPlay::Always => !(node.is_leaf() && node.is_on_main_line() && node.root().has("RE")),
            ToPlay::WhenSet => node.has("PL"),
        };
        scene.to_play = says.then(|| self.replay.position().to_play());
        if options.prisoners {
            scene.prisoners = self.replay.position().prisoners();
        }
        if options.name {
            scene.caption = node.simple_text("N").unwrap_or_default().into_owned();
        }
        if options.comment {
            scene.comment = node.comment().unwrap_or_default().into_owned();
        }
        let title = self.title();
        let played = self.played();
        scene.subject = match (title.as_str(), played.map(|played| played.number)) {
            (_, None) => title.clone(),
            ("", Some(number)) => format!("Move {number}"),
            (players, Some(number)) => format!("{players}, move {number}"),
        };
        if options.title {
            scene.title = title;
        }
        if options.info {
            scene.info = info_of(self.here().info, options.lang);
        }
    }

    /// Adds the labels, marks, arrows, lines and territory that the comments of a figure name.
    pub(crate) fn add_earlier_marks(&self, scene: &mut Scene, first: Node<'_>, options: &Options) {
        if !options.markup {
            return;
        }
        let count = self.replay.depth().saturating_sub(first.depth());
        let nodes = self.node().ancestors().take(count);
        let is_short = self.print_mode(options) == PrintMode::ModuloHundred;
        markup::add_earlier(scene, nodes, self.replay.position().notation(), is_short);
    }

    /// Shows the numbers of moves in place of all labels on them, with the references that the comment of this node needs.
    pub(crate) fn show_all_numbers(&self, scene: &mut Scene, options: &Options) {
        let comment = self.node().comment().unwrap_or_default();
        let is_short = self.print_mode(options) == PrintMode::ModuloHundred;
        scene.show_all_numbers(|label, number| markup::refers(&comment, label, number, is_short));
    }

    /// The style of move numbers at this node.
    pub(crate) fn print_mode(&self, options: &Options) -> PrintMode {
        options.print_mode.unwrap_or(self.here().print_mode)
    }

    /// Joins the comments of the nodes from `first` to this one. Each has the number of its move, unless moves have no
    /// numbers, or it is the only one and belongs to the last node.
    pub(crate) fn comments_since(&self, first: Node<'_>, options: &Options) -> String {
        let depth = first.depth();
        let has_numbers = self.print_mode(options) != PrintMode::None;
        let mut all = String::new();
        for (index, node) in self.path_since(first).into_iter().enumerate() {
            let comment = node.comment().unwrap_or_default();
            let comment = comment.trim_end();
            if comment.trim().is_empty() {
                continue;
            }
            if all.is_empty() && node == self.node() {
                return comment.to_owned();
            }
            if !all.is_empty() {
                all.push('\n');
            }
            let played = self.replay.played_at(depth + index);
            if let Some(played) = played.filter(|_| has_numbers) {
                let _ = write!(all, "{}: ", played.number);
            }
            all.push_str(comment);
        }
        all
    }

    /// The players, or the name of the game.
    pub(crate) fn title(&self) -> String {
        let info = self.here().info;
        let name = |identifier| info.simple_text(identifier).unwrap_or_default();
        match (name("PB").trim(), name("PW").trim()) {
            ("", "") => name("GN").trim().to_owned(),
            (black, "") => black.to_owned(),
            ("", white) => white.to_owned(),
            (black, white) => format!("{black} – {white}"),
        }
    }
}

/// Whether a property belongs to the game-info that is shown.
pub(crate) fn is_info(property: Property<'_>) -> bool {
    INFO.iter().any(|identifier| property.is(identifier))
}

/// Returns the game info in effect at a node, as pairs of name and value, in the order of a title page. Names of
/// players include their ranks, times are in hours, minutes and seconds. In a file of merged games the node with the
/// game info may be other than the root.
pub fn game_info(node: Node<'_>) -> Vec<(String, String)> {
    game_info_in(node, Lang::English)
}

/// Returns the game info in effect at a node, with names in a language.
pub(crate) fn game_info_in(node: Node<'_>, lang: Lang) -> Vec<(String, String)> {
    let info = node
        .path_up()
        .find(|node| node.properties().any(is_info))
        .unwrap_or_else(|| node.root());
    info_of(info, lang)
}

/// The game-info that a node carries.
fn info_of(info: Node<'_>, lang: Lang) -> Vec<(String, String)> {
    let text = |identifier: &str| {
        let text = info.simple_text(identifier).unwrap_or_default();
        text.trim().to_owned()
    };
    INFO.iter()
        .filter_map(|&identifier| {
            let mut value = text(identifier);
            let rank = match identifier {
                "PB" => rank(info, "BR"),
                "PW" => rank(info, "WR"),
                _ => String::new(),
            };
            if identifier == "GC" {
                let about = info.text("GC").unwrap_or_default();
                value = crate::book::paragraphs(&about, false).join("\n");
            }
            match identifier {
                "TM" => value = clock(&value),
                "OT" => value = overtime(&value),
                _ => {}
            }
            if identifier == "KM" {
                value = fox_komi(info, &value).unwrap_or(value);
            }
            if !rank.is_empty() && !value.is_empty() {
                value = format!("{value} {rank}");
            }
            let name = lang.info_name(identifier)?;
            (!value.is_empty()).then(|| (name.to_owned(), value))
        })
        .collect()
}

/// The komi in points of a number of hundredths, as Fox writes it; `None` for any other komi.
fn fox_komi(info: Node<'_>, komi: &str) -> Option<String> {
    if info.game().kind()? != Game::Go {
        return None;
    }
    // Whatever the rules, no komi is 375 points.
    let points = go::fox_komi(komi.parse().ok()?, true)?;
    // Hundredths without formatting of floating-point numbers, which is a large part of a small module.
    #[expect(clippy::cast_possible_truncation, reason = "a few points")]
    let hundredths = (points * 100.0) as i64;
    Some(format!("{}.{}", hundredths / 100, hundredths % 100 / 10))
}

/// The rank of a player in the property `identifier` (`BR` or `WR`); empty if it is missing or unknown (`?`).
///
/// ```
/// use kifu_diagram::binding::rank;
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;BR[9p]WR[?])");
/// let root = collection.game(0).unwrap().root();
/// assert_eq!((rank(root, "BR"), rank(root, "WR")), ("9p".to_owned(), String::new()));
/// ```
pub fn rank(node: Node<'_>, identifier: &str) -> String {
    let rank = node.simple_text(identifier).unwrap_or_default();
    let rank = rank.trim();
    if rank == "?" { "" } else { rank }.to_owned()
}

/// Formats the seconds of byo-yomi (`3x60 byo-yomi`) as `m:ss`, and from an hour on as [`clock`] does; other texts stay
/// unchanged.
fn overtime(text: &str) -> String {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    match first.split_once('x') {
        Some((periods, seconds)) if periods.parse::<u32>().is_ok() && !rest.is_empty() => {
            let time = clock(seconds);
            let time = time
                .strip_prefix("0:0")
                .or_else(|| time.strip_prefix("0:"))
                .unwrap_or(&time);
            format!("{periods}x{time} {rest}")
        }
        _ => text.to_owned(),
    }
}

/// Formats seconds as `h:mm:ss`; other texts stay unchanged.
fn clock(seconds: &str) -> String {
    let whole = seconds.strip_suffix(".0").unwrap_or(seconds);
    match whole.parse::<u32>() {
        Ok(count) if count >= 60 => {
            format!("{}:{:02}:{:02}", count / 3600, count / 60 % 60, count % 60)
        }
        _ => seconds.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::overtime;

    #[test]
    fn seconds_of_overtime_are_hours() {
        assert_eq!(overtime("5x86400 byo-yomi"), "5x24:00:00 byo-yomi");
        assert_eq!(overtime("3x60 byo-yomi"), "3x1:00 byo-yomi");
        assert_eq!(overtime("3x900 byo-yomi"), "3x15:00 byo-yomi");
        assert_eq!(overtime("5x30 byo-yomi"), "5x30 byo-yomi");
        assert_eq!(overtime("5x30"), "5x30");
        assert_eq!(overtime("15/300 Canadian"), "15/300 Canadian");
    }
}
