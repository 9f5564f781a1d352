use kifu_board::{Color, Point};
use kifu_go::{Count, Rules, Score, Scoring};
use kifu_sgf::Node;
use kifu_sgf::value::{self, GameResult};
use kifu_syntax::text::unescape_simple_text;

use super::{Replay, fox_komi, in_points, may_count_stones, read_rules};

/// Method that found the dead stones of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeadBy {
    /// Given by the caller.
    Given,
    /// They are in the territory of the opponent, as marked by `TB` and `TW`.
    Territory,
    /// Those in territory of the opponent with which the count gives the result in `RE` and leaves the fewest neutral
    /// points, if these are few.
    Result,
    /// Unknown: all stones count as alive.
    Unknown,
}

/// Scoring options; each overrides the record. By default all come from the game info of the record, in the root or a later
/// node.
#[derive(Clone, Debug, Default)]
pub struct FinishOptions {
    /// Rules for the count. Default: those of `RU`, or else Japanese.
    pub rules: Option<Rules>,
    /// Points for White. Default: `KM`.
    pub komi: Option<f64>,
    /// Dead stones, each for its whole group.
    pub dead: Option<Vec<Point>>,
}

/// A finished game, counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// Rules of the count.
    pub rules: Rules,
    /// Whether the record or the caller gave them.
    pub has_rules: bool,
    /// Komi, without compensation for handicap stones.
    pub komi: f64,
    /// Whether the record or the caller gave it.
    pub has_komi: bool,
    /// Dead stones, one or more of each dead group.
    pub dead: Vec<Point>,
    /// Method that found them.
    pub dead_by: DeadBy,
    /// Stones in seki.
    pub seki: Vec<Point>,
    /// Neutral points outside seki, sorted. They are dame, or the game is not finished, or it has more dead stones.
    pub open: Vec<Point>,
    /// The count.
    pub score: Score,
    /// Black's lead in `RE`; `None` if it has no points.
    pub recorded: Option<f64>,
    /// The text of `RE`; empty if it is missing.
    pub recorded_as: String,
    /// If the count is not the result in `RE`, but the territory marked by `TB` and `TW` gives it: the points on which the
    /// count and the marks differ, sorted. Empty otherwise. The points inside a false eye are an example: a count takes
    /// them for territory.
    pub marked_otherwise: Vec<Point>,
}

impl Finish {
    /// Counts the position at a node, assuming that it is the end of the game.
    #[must_use]
    pub fn of(node: Node<'_>, options: &FinishOptions) -> Self {
        let replay = Replay::at(node);
        let game = replay.game();
        let board = game.board();
        let written_rules = info(node, "RU");
        let named = options.rules.or_else(|| written_rules.and_then(read_rules));
        let rules = named.unwrap_or_default();
        let in_stones = match options.rules {
            Some(rules) => rules == Rules::CHINESE,
            None => may_count_stones(written_rules),
        };
        let known_komi = options
            .komi
            .or_else(|| recorded_komi(node, rules.scoring == Scoring::Area, in_stones));
        let komi = known_komi.unwrap_or(0.0);
        let handicap = info(node, "HA").and_then(|raw| value::handicap::parse_lenient(raw).ok());
        let stones = handicap.map_or(0, |read| read.value);
        let bonus = rules.handicap_points(stones.into());
        let prisoners = Color::BOTH.map(|color| game.prisoners(color));
        let mut count = Count {
            komi: komi + f64::from(bonus),
            ..Count::new(rules.scoring)
        };
        let written = info(node, "RE").unwrap_or_default();
        let recorded = recorded_lead(written, in_stones);
        let marked = Marked::find(node, &replay);
        let by_result = || board.dead_for(recorded?, &count, prisoners);
        let (dead, dead_by) = if let Some(dead) = &options.dead {
            (dead.clone(), DeadBy::Given)
        } else if let Some(marked) = &marked {
            (marked.dead.clone(), DeadBy::Territory)
        } else if let Some(dead) = by_result() {
            (dead, DeadBy::Result)
        } else {
            (Vec::new(), DeadBy::Unknown)
        };
        let mut seki = board.seki(&dead);
        count.dead = &dead;
        count.seki = &seki;
        let score = count.score(board, prisoners);
        let open = board.open_points(&score, &seki);
        if rules.scoring != Scoring::Territory {
            seki.clear();
        }
        let by_marks = marked.filter(|_| dead_by == DeadBy::Territory);
        let marked_otherwise = by_marks
            .zip(recorded)
            .map(|(marked, lead)| marked.other_points(&replay, &score, lead))
            .unwrap_or_default();
        Self {
            rules,
            has_rules: named.is_some(),
            komi,
            has_komi: known_komi.is_some(),
            score,
            recorded,
            recorded_as: unescape_simple_text(written).trim().to_owned(),
            dead,
            dead_by,
            seki,
            open,
            marked_otherwise,
        }
    }

    /// Difference of the count and the recorded result in points, positive for Black; `None` if
    /// the record has no result in points.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        Some(self.score.lead() - self.recorded?)
    }
}

/// The first value of a property, not empty, on the line from the root through a node: game info may follow the root.
fn info<'a>(node: Node<'a>, identifier: &str) -> Option<&'a str> {
    let line = node.path().into_iter().chain(node.main_line().skip(1));
    let mut values = line.filter_map(|node| node.value(identifier));
    values.find(|raw| !raw.trim().is_empty())
}

/// The points for White by `KM`. `is_chinese`: Fox counts stones. `in_stones`: so may others.
fn recorded_komi(node: Node<'_>, is_chinese: bool, in_stones: bool) -> Option<f64> {
    let raw = info(node, "KM")?;
    let number = value::number::parse(raw.trim()).ok();
    let of_fox = number.and_then(|number| fox_komi(number, is_chinese));
    of_fox.or_else(|| {
        let written = value::komi::parse_lenient(raw).ok()?.value.get();
        Some(in_points(written, in_stones))
    })
}

/// By how many points Black leads by `RE`; `in_stones`: the margin may count stones, as in China.
fn recorded_lead(raw: &str, in_stones: bool) -> Option<f64> {
    let result = GameResult::parse_lenient(raw).ok()?;
    match result.value {
        GameResult::Win {
            winner,
            margin: Some(margin),
            ..
        } => {
            let points = in_points(margin.get(), in_stones);
            Some(match winner {
                Color::Black => points,
                Color::White => -points,
            })
        }
        GameResult::Draw => Some(0.0),
        _ => None,
    }
}

/// The territory that a record marks.
#[derive(Debug, Default)]
struct Marked {
    /// The points of Black and of White, without living stones.
    territory: [Vec<Point>; 2],
    /// The stones in the territory of the opponent.
    dead: Vec<Point>,
}

impl Marked {
    /// Returns the territory marked in a node, or in one of the nodes before it back to the last move; `None` if none
    /// marks territory.
    fn find(node: Node<'_>, replay: &Replay<'_>) -> Option<Self> {
        for node in node.path_up() {
            if node.has("TB") || node.has("TW") {
                return Some(Self::read(node, replay));
            }
            if node
                .play()
                .is_some_and(|(_, raw)| !raw.is_empty() && raw != "tt")
            {
                break;
            }
        }
        None
    }

    fn read(node: Node<'_>, replay: &Replay<'_>) -> Self {
        let board = replay.game().board();
        let mut marked = Self::default();
        for (identifier, color) in [("TB", Color::Black), ("TW", Color::White)] {
            let points = node.points(identifier, board.size());
            for point in points.iter() {
                let stone = board.get(point);
                if stone == Some(color) {
                    continue;
                }
                marked.territory[color.index()].push(point);
                if stone.is_some() {
                    marked.dead.push(point);
                }
            }
        }
        marked
    }

    /// The points on which a count differs from the marks, if the marks give Black this lead and the count does not.
    fn other_points(&self, replay: &Replay<'_>, score: &Score, lead: f64) -> Vec<Point> {
        let count = |color: Color| {
            let points = self.territory[color.index()].len();
            f64::from(u32::try_from(points).unwrap_or(u32::MAX))
        };
        let black = count(Color::Black) - f64::from(score.black.territory);
        let white = count(Color::White) - f64::from(score.white.territory);
        let is_equal = |lead: f64, other: f64| (lead - other).abs() < 1e-6;
        if is_equal(score.lead(), lead) || !is_equal(score.lead() + black - white, lead) {
            return Vec::new();
        }
        let board = replay.game().board();
        let is_marked = |point: &Point, color: Color| self.territory[color.index()].contains(point);
        let differs = |point: &Point| {
            let owner = score.owner(*point);
            let is_alive = owner.is_some() && board.get(*point) == owner;
            !is_alive
                && Color::BOTH
                    .into_iter()
                    .any(|color| is_marked(point, color) != (owner == Some(color)))
        };
        board.size().points().filter(differs).collect()
    }
}
