use kifu_board::{Color, Point};
use kifu_go::{Count, Rules, Score, Scoring};
use kifu_sgf::Node;
use kifu_sgf::value::{self, GameResult};

use super::{Replay, Start, fox_komi, read_rules};

/// Method that found the dead stones of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeadBy {
    /// Given by the caller.
    Given,
    /// They are in the territory of the opponent, as marked by `TB` and `TW`.
    Territory,
    /// The fewest in territory of the opponent with which the count gives the result in `RE`.
    Result,
    /// Unknown: all stones count as alive.
    Unknown,
}

/// Scoring options; each overrides the record. By default all come from the record.
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
    /// Neutral points outside seki, sorted. If no dead stones are known, they are dame, or the game is not finished, or it
    /// has dead stones.
    pub open: Vec<Point>,
    /// The count.
    pub score: Score,
    /// Black's lead in `RE`; `None` if it has no points.
    pub recorded: Option<f64>,
}

impl Finish {
    /// Counts the position at a node, assuming that it is the end of the game.
    #[must_use]
    pub fn of(node: Node<'_>, options: &FinishOptions) -> Self {
        let replay = Replay::at(node);
        let game = replay.game();
        let board = game.board();
        let root = node.root();
        let named = options
            .rules
            .or_else(|| root.value("RU").and_then(read_rules));
        let rules = named.unwrap_or_default();
        let known_komi = options.komi.or_else(|| {
            let raw = root.value("KM")?;
            let number = value::number::parse(raw.trim()).ok();
            let is_chinese = rules.scoring == Scoring::Area;
            let of_fox = number.and_then(|number| fox_komi(number, is_chinese));
            let as_written = || Some(value::komi::parse_lenient(raw).ok()?.value.get());
            of_fox.or_else(as_written)
        });
        let komi = known_komi.unwrap_or(0.0);
        let stones = Start::of(node.game()).handicap;
        let bonus = rules.handicap_points(stones.into());
        let prisoners = Color::BOTH.map(|color| game.prisoners(color));
        let mut count = Count {
            komi: komi + f64::from(bonus),
            ..Count::new(rules.scoring)
        };
        let recorded = recorded_lead(root);
        let marked = || marked_dead(node, &replay);
        let by_result = || board.dead_for(recorded?, &count, prisoners);
        let (dead, dead_by) = if let Some(dead) = &options.dead {
            (dead.clone(), DeadBy::Given)
        } else if let Some(dead) = marked() {
            (dead, DeadBy::Territory)
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
        Self {
            rules,
            has_rules: named.is_some(),
            komi,
            has_komi: known_komi.is_some(),
            score,
            recorded,
            dead,
            dead_by,
            seki,
            open,
        }
    }

    /// Difference of the count and the recorded result in points, positive for Black; `None` if
    /// the record has no result in points.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        Some(self.score.lead() - self.recorded?)
    }
}

/// By how many points Black leads by `RE`.
fn recorded_lead(root: Node<'_>) -> Option<f64> {
    let result = GameResult::parse_lenient(root.value("RE")?).ok()?;
    match result.value {
        GameResult::Win {
            winner,
            margin: Some(margin),
            ..
        } => Some(match winner {
            Color::Black => margin.get(),
            Color::White => -margin.get(),
        }),
        GameResult::Draw => Some(0.0),
        _ => None,
    }
}

/// Returns the stones in the opponent's territory as marked in a node, or in one of the nodes before it back to the
/// last move; `None` if none marks territory.
fn marked_dead(node: Node<'_>, replay: &Replay<'_>) -> Option<Vec<Point>> {
    let mut dead = Vec::new();
    for node in node.path_up() {
        if node.has("TB") || node.has("TW") {
            for (identifier, color) in [("TB", Color::White), ("TW", Color::Black)] {
                let board = replay.game().board();
                let points = node.points(identifier, board.size());
                dead.extend(
                    points
                        .iter()
                        .filter(|&point| board.get(point) == Some(color)),
                );
            }
            return Some(dead);
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
