use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, GameResult, Overtime, Point, PointSet, Real, Reason, Size};

use super::{COMMANDS, Command, PRIVATE, QUERIES, without_marks};
use crate::draft::{Draft, Record};
use crate::go::handicap_stones;
use crate::note::quote;
use crate::text::Text;
use crate::{west, words};

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let lines: Vec<_> = text.lines().collect();
    let mut rest = lines.as_slice();
    let mut settings = Settings::default();
    loop {
        let mut script = Script {
            record: draft.begin_without_size(Game::Go),
            settings,
            path: vec![NodeId::ROOT],
            black: PointSet::default(),
            waiting: None,
            is_answer: false,
            has_game: false,
            has_setup: false,
        };
        let taken = rest
            .iter()
            .take_while(|(number, line)| script.line(*number, line));
        rest = &rest[taken.count()..];
        settings = script.finish();
        // After the last game there may be settings without another one.
        if !rest.iter().any(|(_, line)| begins_game(line)) {
            return;
        }
    }
}

/// Whether a line plays or places stones.
fn begins_game(line: &str) -> bool {
    let command = Command::of(without_marks(line));
    let name = command
        .words
        .first()
        .map(String::as_str)
        .unwrap_or_default();
    let is_color = matches!(name, "black" | "white") && command.words.len() > 1;
    is_color
        || matches!(name, "play" | "set_position")
        || name.contains("genmove")
        || name.ends_with("_handicap")
}

/// The settings of an engine, which hold for its later games too.
#[derive(Default)]
struct Settings {
    size: Size,
    komi: Option<String>,
    rules: Option<&'static str>,
    main_time: Option<String>,
    overtime: Option<String>,
}

/// Kind of an expected answer of the engine.
#[derive(Clone, Copy)]
enum Waiting {
    /// A move of this color.
    Move(Color),
    /// A line `play Q16` with a move of this color, after an analysis.
    Analysis(Color),
    /// The points of the handicap, which was placed by the table until then.
    Handicap,
}

struct Script<'a> {
    record: Record<'a>,
    settings: Settings,
    /// Nodes from the root to the current position.
    path: Vec<NodeId>,
    /// The stones of the handicap.
    black: PointSet,
    /// Kind of the next answer.
    waiting: Option<Waiting>,
    /// Whether the next line may belong to an answer.
    is_answer: bool,
    /// Whether a stone was played or placed.
    has_game: bool,
    /// Whether stones of a position were placed, to which no handicap can be added.
    has_setup: bool,
}

impl Script<'_> {
    /// Writes the settings into the record, and returns them for the next one.
    fn finish(mut self) -> Settings {
        // Undone moves become a variation.
        if let Some(last) = self.path.last() {
            self.record.make_main_line(*last);
        }
        let Settings {
            size,
            komi,
            rules,
            main_time,
            overtime,
        } = &self.settings;
        let size = size.sgf().to_string();
        for (identifier, value) in [
            ("KM", komi.as_deref()),
            ("RU", *rules),
            ("TM", main_time.as_deref()),
            ("OT", overtime.as_deref()),
            ("SZ", Some(&*size)),
        ] {
            if let Some(value) = value {
                self.record.set(NodeId::ROOT, identifier, value);
            }
        }
        self.settings
    }

    /// Takes a line; false if another game begins with it.
    fn line(&mut self, number: usize, line: &str) -> bool {
        let trimmed = without_marks(line);
        if let Some(answer) = trimmed.strip_prefix('=') {
            self.is_answer = true;
            self.answer(number, answer);
            return true;
        }
        if trimmed.starts_with('?') {
            self.is_answer = true;
            self.waiting = None;
            return true;
        }
        self.is_answer &= !trimmed.is_empty();
        let command = Command::of(trimmed);
        let mut words = command.words.iter().map(String::as_str);
        let Some(name) = words.next() else {
            return true;
        };
        let arguments: Vec<_> = words.collect();
        let starts_game = matches!(
            name,
            "boardsize" | "rectangular_boardsize" | "clear_board" | "set_position"
        );
        if starts_game && self.has_game {
            return false;
        }
        let is_text = self.is_answer || trimmed != line.trim();
        let understood = self.command(name, &arguments);
        self.is_answer &= understood.is_none();
        // The board in an answer and other lines of a log are no commands.
        if !understood.unwrap_or(is_text) {
            let quoted = quote(line);
            self.record
                .notes
                .line(number, format_args!("ignored, not recognized: {quoted}"));
        }
        true
    }

    /// Carries out a command; whether its arguments were understood. `None` for an unknown one.
    fn command(&mut self, name: &str, arguments: &[&str]) -> Option<bool> {
        let first = arguments.first().copied().unwrap_or_default();
        Some(match name {
            "boardsize" | "rectangular_boardsize" => self.set_size(arguments),
            "komi" => self.set_komi(first),
            "play" => match (self.waiting, arguments) {
                (Some(Waiting::Analysis(color)), [vertex]) => {
                    self.waiting = None;
                    self.play(color, Some(vertex))
                }
                _ => color(first).is_some_and(|color| self.play(color, arguments.get(1).copied())),
            },
            // The first version of the protocol.
            "black" | "white" => color(name).is_some_and(|color| self.play(color, Some(first))),
            "genmove" | "kgs-genmove_cleanup" | "genmove_black" | "genmove_white" => {
                let color = color(name.rsplit('_').next().unwrap_or_default()).or(color(first));
                self.waiting = color.map(Waiting::Move);
                color.is_some()
            }
            "genmove_analyze" | "kata-genmove_analyze" | "lz-genmove_analyze" => {
                self.waiting = color(first).map(Waiting::Analysis);
                self.waiting.is_some()
            }
            "fixed_handicap" => self.fixed(first),
            "set_free_handicap" => self.handicap(arguments),
            "place_free_handicap" => {
                self.waiting = Some(Waiting::Handicap);
                self.fixed(first)
            }
            "set_position" => self.set_position(arguments),
            "undo" => {
                if self.path.len() > 1 {
                    self.path.pop();
                }
                true
            }
            "time_settings" => self.time(arguments),
            "kgs-rules" | "kata-set-rules" => self.rules(first),
            "loadsgf" => false,
            _ => {
                let is_known = COMMANDS.contains(&name)
                    || QUERIES.contains(&name)
                    || PRIVATE.iter().any(|start| name.starts_with(start));
                return is_known.then_some(true);
            }
        })
    }

    /// `= Q16`, which answers `genmove`, or `= D4 Q16`, which answers `place_free_handicap`.
    fn answer(&mut self, number: usize, answer: &str) {
        if matches!(self.waiting, Some(Waiting::Analysis(_))) {
            return;
        }
        let answer = answer.to_lowercase();
        let words = answer.split_whitespace();
        let understood = match self.waiting.take() {
            Some(Waiting::Move(color)) => self.play(color, words.last()),
            Some(Waiting::Handicap) => {
                self.black = PointSet::default();
                let vertices: Vec<_> = words
                    .filter(|word| !word.bytes().all(|b| b.is_ascii_digit()))
                    .collect();
                self.handicap(&vertices)
            }
            Some(Waiting::Analysis(_)) | None => true,
        };
        if !understood {
            let quoted = quote(&answer);
            self.record.notes.line(
                number,
                format_args!("ignored, an answer without a move: {quoted}"),
            );
        }
    }

    /// One number for a square board, or columns and rows.
    fn set_size(&mut self, arguments: &[&str]) -> bool {
        let sides = arguments.iter().map(|side| side.parse().ok());
        let sides: Option<Vec<u16>> = sides.collect();
        let (columns, rows) = match sides.as_deref() {
            Some([side]) => (*side, *side),
            Some([columns, rows]) => (*columns, *rows),
            _ => return false,
        };
        let size = Size::new(columns, rows).ok();
        let size = size.filter(|size| size.columns() <= 25 && size.rows() <= 25);
        if let Some(size) = size {
            self.settings.size = size;
        }
        size.is_some()
    }

    /// Colors and points of stones: `b D4 w E5`.
    fn set_position(&mut self, arguments: &[&str]) -> bool {
        let (pairs, []) = arguments.as_chunks::<2>() else {
            return false;
        };
        let stone = |[own, vertex]: &[&str; 2]| {
            Some((color(own)?, west::parse(vertex, self.settings.size)?))
        };
        let Some(stones) = pairs.iter().map(stone).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let mut points: Vec<_> = stones.iter().map(|(_, point)| *point).collect();
        points.sort_unstable();
        points.dedup();
        if points.len() < stones.len() {
            return false;
        }
        for (own, identifier) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let points = stones.iter().filter(|(color, _)| *color == own);
            let points = points.map(|(_, point)| *point);
            self.record.add_points(NodeId::ROOT, identifier, points);
        }
        self.has_game = !stones.is_empty();
        self.has_setup = self.has_game;
        true
    }

    fn set_komi(&mut self, komi: &str) -> bool {
        let komi = words::number(komi);
        if let Some(komi) = komi {
            self.settings.komi = Some(komi.to_string());
        }
        komi.is_some()
    }

    fn play(&mut self, color: Color, vertex: Option<&str>) -> bool {
        let point = match vertex {
            Some("pass") => None,
            Some("resign") => {
                let result = GameResult::win_because(color.opponent(), Reason::Resignation);
                self.record.set(NodeId::ROOT, "RE", &result.to_string());
                return true;
            }
            Some(vertex) => match west::parse(vertex, self.settings.size) {
                Some(point) => Some(point),
                None => return false,
            },
            None => return false,
        };
        let parent = self.path.last().copied().unwrap_or(NodeId::ROOT);
        self.path.push(self.record.play(parent, color, point));
        self.has_game = true;
        true
    }

    fn fixed(&mut self, stones: &str) -> bool {
        let stones = stones.parse().unwrap_or(0);
        self.place(handicap_stones(self.settings.size, stones))
    }

    fn handicap(&mut self, vertices: &[&str]) -> bool {
        let points = vertices
            .iter()
            .map(|vertex| west::parse(vertex, self.settings.size));
        match points.collect::<Option<Vec<_>>>() {
            Some(points) => self.place(points),
            None => false,
        }
    }

    fn place(&mut self, points: Vec<Point>) -> bool {
        if points.is_empty() || self.path.len() > 1 || self.has_setup {
            return false;
        }
        self.black.extend(points);
        let stones = self.black.len();
        self.record.set(NodeId::ROOT, "HA", &stones.to_string());
        self.record
            .add_points(NodeId::ROOT, "AB", self.black.iter());
        self.has_game = true;
        true
    }

    /// `time_settings main period stones`, in seconds.
    fn time(&mut self, arguments: &[&str]) -> bool {
        let &[main, period, stones] = arguments else {
            return false;
        };
        let numbers = [main, period, stones].map(|word| word.parse::<u32>().ok());
        let [Some(main), Some(period), Some(stones)] = numbers else {
            return false;
        };
        if period > 0 && stones == 0 {
            // Without a time limit, as the protocol says.
            return true;
        }
        self.settings.main_time = Some(main.to_string());
        self.settings.overtime = None;
        if period > 0
            && let Some(seconds) = Real::new(f64::from(period))
        {
            let overtime = Overtime::Canadian {
                moves: stones,
                seconds,
            };
            self.settings.overtime = Some(overtime.to_string());
        }
        true
    }

    fn rules(&mut self, rules: &str) -> bool {
        let all = super::write::RULES.iter().chain(&crate::katago::RULES);
        let known = all.copied().find(|(name, _)| *name == rules);
        if let Some((_, name)) = known {
            self.settings.rules = Some(name);
        }
        known.is_some()
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
