use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use kifu::games::go::{DeadBy, Finish, FinishOptions, Replay, Start};
use kifu::go::{Color, Point, Rules, Scoring, Size};
use serde_json::json;

use crate::drawing::{self, Pick};
use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::harmless;
use crate::output::{Output, count};

/// Count a finished game and compare it with the recorded result
///
/// Dead stones are those in territory of the opponent (`TB`, `TW`), or else those that explain the result (`RE`), or
/// those that `--dead` names. Rules and komi are those of the record. In territory scoring, points that stones in seki
/// surround do not count. Stones that explain the result leave few neutral points. Unless dead stones are marked or
/// named, neutral points outside seki are reported as open: they are dame, or the game is not finished, or it has dead
/// stones. Komi and margins whose fraction is .25 or .75 count stones, as in China, and are doubled unless the rules are
/// not Chinese. If the count is not the recorded result but the marked territory gives it, the points on which they
/// differ are named; if neither does, the exit status is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu score game.sgf
  kifu score --rules chinese --komi 7.5 game.sgf
  kifu score --dead Q16,C3 game.sgf
  kifu score --format json game.sgf")]
pub(crate) struct Score {
    /// A game record, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    encoding: Encoding,

    #[command(flatten)]
    pick: Pick,

    #[arg(long, value_name = "RULES", help = format!("Rules to count by: {RULES}"))]
    rules: Option<String>,

    /// Points for White
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    komi: Option<f64>,

    /// Dead stones, one of each group: `Q16,C3`, or `none`
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// More than the points of any board in use.
const MOST_KOMI: f64 = 1000.0;

const RULES: &str = "`japanese`, `chinese`, `korean`, `aga`, `ing`, `nz`, `tromp-taylor`";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Score {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let collection = drawing::read(&self.file, self.encoding)?;
        let game = self.pick.game(&collection)?;
        if let Some(kind) = game.kind()
            && kind != kifu::schema::Game::Go
        {
            bail!(
                "only games of Go are counted; this is a game of {}",
                kind.name()
            );
        }
        let node = self.pick.node(game)?;
        let size = Start::size_of(game);
        let options = self.options(size)?;
        let replay = Replay::at(node);
        let is_empty = |point: &&Point| replay.game().board().get(**point).is_none();
        if let Some(point) = options.dead.iter().flatten().find(is_empty) {
            bail!("`--dead`: there is no stone on {}", names(&[*point], size));
        }
        let finish = Finish::of(node, &options);
        match self.format {
            Format::Text => text(size, &finish, output)?,
            Format::Json => json(&finish, size, output)?,
        }
        Ok(match finish.difference() {
            Some(difference) if difference != 0.0 && finish.marked_otherwise.is_empty() => {
                Exit::Findings
            }
            _ => Exit::Clean,
        })
    }

    fn options(&self, size: Size) -> anyhow::Result<FinishOptions> {
        let rules = match &self.rules {
            None => None,
            Some(name) => Some(
                Rules::from_name(name)
                    .with_context(|| format!("`{name}`: unknown rules; known are {RULES}"))?,
            ),
        };
        let dead = match self.dead.as_deref() {
            None => None,
            Some("none" | "") => Some(Vec::new()),
            Some(list) => Some(points(list, size)?),
        };
        Ok(FinishOptions {
            rules,
            komi: self.komi,
            dead,
        })
    }
}

fn text(size: Size, finish: &Finish, output: &mut Output) -> anyhow::Result<()> {
    let score = &finish.score;
    let scoring = match score.scoring {
        Scoring::Area => "area",
        _ => "territory",
    };
    let assumed = |is_known: bool| if is_known { "" } else { " (assumed)" };
    writeln!(
        output,
        "{} rules{}, {scoring}, komi {}{}",
        finish.rules.name,
        assumed(finish.has_rules),
        finish.komi,
        assumed(finish.has_komi),
    )?;
    writeln!(output)?;
    writeln!(output, "{:<12} {:>7} {:>7}", "", "Black", "White")?;
    let mut row =
        |name: &str, black: f64, white: f64| writeln!(output, "{name:<12} {black:>7} {white:>7}");
    let (black, white) = (&score.black, &score.white);
    row("territory", black.territory.into(), white.territory.into())?;
    if score.scoring == Scoring::Area {
        row("stones", black.stones.into(), white.stones.into())?;
    } else {
        row("prisoners", black.prisoners.into(), white.prisoners.into())?;
        row("dead stones", white.dead.into(), black.dead.into())?;
    }
    row("komi", 0.0, finish.komi)?;
    let bonus = score.komi - finish.komi;
    if bonus > 0.0 {
        row("handicap", 0.0, bonus)?;
    }
    row(
        "total",
        score.points(Color::Black),
        score.points(Color::White),
    )?;
    writeln!(output)?;
    let by = match finish.dead_by {
        DeadBy::Given => "as given",
        DeadBy::Territory => "by the marked territory",
        DeadBy::Result => "by the recorded result",
        _ => "unknown: all stones count as alive",
    };
    writeln!(output, "dead: {} ({by})", names(&finish.dead, size))?;
    if !finish.seki.is_empty() {
        writeln!(output, "seki: {}", names(&finish.seki, size))?;
    }
    let reasons = match finish.dead_by {
        DeadBy::Unknown => Some("dame, or the game is not finished, or stones are dead"),
        DeadBy::Result => Some("dame, or the game is not finished"),
        _ => None,
    };
    if let Some(reasons) = reasons.filter(|_| !finish.open.is_empty()) {
        writeln!(output, "open: {}: {reasons}", open(&finish.open, size))?;
    }
    let recorded = harmless::line(&finish.recorded_as);
    let result = score.to_string();
    match finish.difference() {
        Some(0.0) => writeln!(output, "result: {result}, as recorded")?,
        Some(_) if !finish.marked_otherwise.is_empty() => writeln!(
            output,
            "result: {recorded} by the marked territory, as recorded; the count is {result} and differs from the marks at {}",
            names(&finish.marked_otherwise, size),
        )?,
        Some(difference) => writeln!(
            output,
            "result: {result}, but RE[{recorded}]: the count is {} better for {}",
            count_points(difference.abs()),
            if difference > 0.0 { "Black" } else { "White" },
        )?,
        None if recorded.is_empty() => {
            writeln!(output, "result: {result}; no result is recorded")?;
        }
        None => writeln!(output, "result: {result}; RE[{recorded}] is not counted")?,
    }
    Ok(())
}

/// The number of open points, and the first of them.
fn open(points: &[Point], size: Size) -> String {
    const SHOWN: usize = 5;
    let first = names(&points[..points.len().min(SHOWN)], size);
    let more = if points.len() > SHOWN { " …" } else { "" };
    let points = count(points.len(), "point");
    format!("{points} ({first}{more})")
}

fn count_points(points: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number of points of a board"
    )]
    if points.fract() == 0.0 {
        count(points as usize, "point")
    } else {
        format!("{points} points")
    }
}

/// Points in board coordinates (`Q16`), or in those of SGF (`pd`).
fn points(list: &str, size: Size) -> anyhow::Result<Vec<Point>> {
    let names = list.split([',', ' ']).filter(|name| !name.is_empty());
    let mut points: Vec<Point> = Vec::new();
    for name in names {
        let point = kifu::go::Coordinates::Board.parse(name, size);
        let point = point.or_else(|_| kifu::go::Coordinates::Sgf.parse(name, size));
        let point = point.map_err(|_| {
            anyhow::anyhow!("`{name}`: not a point of the board; write points such as Q16")
        })?;
        if !points.contains(&point) {
            points.push(point);
        }
    }
    Ok(points)
}

/// Reads a komi.
fn komi(text: &str) -> Result<f64, String> {
    let komi = text.trim().parse::<f64>().ok();
    komi.filter(|komi| komi.abs() <= MOST_KOMI)
        .ok_or_else(|| format!("write a number from -{MOST_KOMI} to {MOST_KOMI}, such as 6.5"))
}

fn names(points: &[Point], size: Size) -> String {
    if points.is_empty() {
        return "none".to_owned();
    }
    let names = points
        .iter()
        .map(|&point| kifu::go::Coordinates::Board.name(point, size).to_string());
    names.collect::<Vec<_>>().join(" ")
}

fn json(finish: &Finish, size: Size, output: &mut Output) -> anyhow::Result<()> {
    let score = &finish.score;
    let side = |color: Color| {
        let side = match color {
            Color::Black => &score.black,
            Color::White => &score.white,
        };
        json!({
            "territory": side.territory,
            "stones": side.stones,
            "prisoners": side.prisoners,
            "dead": side.dead,
            "points": score.points(color),
        })
    };
    let names = |points: &[Point]| -> Vec<String> {
        points
            .iter()
            .map(|&point| kifu::go::Coordinates::Board.name(point, size).to_string())
            .collect()
    };
    let value = json!({
        "rules": finish.rules.name,
        "scoring": if score.scoring == Scoring::Area { "area" } else { "territory" },
        "komi": finish.komi,
        "black": side(Color::Black),
        "white": side(Color::White),
        "dead": names(&finish.dead),
        "dead_by": match finish.dead_by {
            DeadBy::Given => "given",
            DeadBy::Territory => "territory",
            DeadBy::Result => "result",
            _ => "unknown",
        },
        "seki": names(&finish.seki),
        "open": names(&finish.open),
        "result": score.to_string(),
        "agrees": finish
            .difference()
            .map(|difference| difference == 0.0 || !finish.marked_otherwise.is_empty()),
        "marked_otherwise": names(&finish.marked_otherwise),
    });
    writeln!(output, "{value:#}")?;
    Ok(())
}
