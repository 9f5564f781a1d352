use std::borrow::Cow;
use std::collections::BTreeMap;

use kifu_sgf::NodeId;
use kifu_sgf::encoding::Charset;
use kifu_sgf::value::{Color, Date, GameResult, Overtime, Rank, Real, Reason, rank::Grade};

use crate::draft::Record;
use crate::note::{Notes, quote};
use crate::words;

/// Maximum number of lines of one value.
const LONGEST: usize = 64;

/// Fields of the header, including those of the lists: `INFO.GRLT`, `TAG.W`.
#[derive(Debug, Default)]
pub(super) struct Header(BTreeMap<String, String>);

/// The encoding that belongs to the region that the file names.
pub(super) fn charset(bytes: &[u8]) -> Option<Charset> {
    let head = &bytes[..bytes.len().min(4096)];
    let key = b"[GIBOKIND=";
    let start = head.windows(key.len()).position(|window| window == key)? + key.len();
    match head.get(start..start + 2)? {
        b"Ko" => Some(Charset::EUC_KR),
        b"Ch" => Some(Charset::GB18030),
        b"Ta" => Some(Charset::BIG5),
        _ => None,
    }
}

impl Header {
    /// Reads all up to the end of the header, or to the first line of the game.
    pub(super) fn read<'a>(
        lines: &mut impl Iterator<Item = (usize, Cow<'a, str>)>,
        notes: &mut Notes,
    ) -> Self {
        let mut header = Self::default();
        // A field that ends in a later line.
        let mut open: Option<(usize, usize, String)> = None;
        for (number, line) in lines.by_ref() {
            let line = line.trim();
            let is_end = line.starts_with(r"\HE") || line.starts_with(r"\GS");
            let field = line.strip_prefix(r"\[");
            if let Some((start, length, mut text)) = open.take() {
                if !is_end && field.is_none() && length < LONGEST {
                    text.push(' ');
                    text.push_str(line);
                    if line.ends_with(r"\]") {
                        header.field(start, &text, notes);
                    } else {
                        open = Some((start, length + 1, text));
                    }
                    continue;
                }
                header.field(start, &text, notes);
            }
            if is_end {
                break;
            }
            match field {
                Some(field) if field.ends_with(r"\]") => header.field(number, field, notes),
                Some(field) => open = Some((number, 1, field.to_owned())),
                None if line.is_empty() || line.starts_with(r"\HS") => {}
                None => notes.line(
                    number,
                    format_args!("ignored, not a field of the header: {}", quote(line)),
                ),
            }
        }
        if let Some((start, _, text)) = open {
            header.field(start, &text, notes);
        }
        header
    }

    fn field(&mut self, number: usize, field: &str, notes: &mut Notes) {
        let (key, value) = field.split_once('=').unwrap_or((field, ""));
        let value = value.strip_suffix(r"\]").unwrap_or(value).trim();
        match key {
            "GAMEINFOMAIN" | "GAMEINFOSUB" | "WUSERINFO" | "BUSERINFO" => self.list(value),
            "GAMETAG" => self.tag(value),
            _ if key.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                self.0
                    .entry(key.to_owned())
                    .or_insert_with(|| value.to_owned());
            }
            _ => notes.line(
                number,
                format_args!("ignored, not a field: {}", quote(field)),
            ),
        }
    }

    /// Reads `KEY:value,KEY:value`; text without a key belongs to the value before it.
    fn list(&mut self, list: &str) {
        let mut last: Option<(String, String)> = None;
        for piece in list.split(',') {
            let keyed = piece.split_once(':').filter(|(key, _)| {
                !key.is_empty() && key.trim().bytes().all(|byte| byte.is_ascii_uppercase())
            });
            match (keyed, &mut last) {
                (Some((key, value)), _) => {
                    self.keep(last.take());
                    last = Some((format!("INFO.{}", key.trim()), value.to_owned()));
                }
                (None, Some((_, value))) => {
                    value.push(',');
                    value.push_str(piece);
                }
                (None, None) => {}
            }
        }
        self.keep(last);
    }

    fn keep(&mut self, field: Option<(String, String)>) {
        if let Some((key, value)) = field {
            self.0.entry(key).or_insert_with(|| value.trim().to_owned());
        }
    }

    /// `S1,R5,D0,…,I:harp,L:20`: a letter, and possibly a colon.
    fn tag(&mut self, tag: &str) {
        for piece in tag.split(',').map(str::trim) {
            let mut chars = piece.chars();
            if let Some(letter) = chars.next().filter(char::is_ascii_uppercase) {
                let value = chars.as_str();
                let value = value.strip_prefix(':').unwrap_or(value).trim();
                self.0
                    .entry(format!("TAG.{letter}"))
                    .or_insert_with(|| value.to_owned());
            }
        }
    }

    /// Returns the first non-empty value of `keys`.
    fn get(&self, keys: &[&str]) -> Option<&str> {
        let mut values = keys.iter().filter_map(|key| self.0.get(*key));
        values
            .find(|value| !value.is_empty() && !value.contains('\u{FFFD}'))
            .map(String::as_str)
    }

    fn number(&self, keys: &[&str]) -> Option<u32> {
        let mut values = keys.iter().filter_map(|key| self.0.get(*key));
        values.find_map(|value| value.trim().parse().ok())
    }

    /// The size of the board: newer files name it.
    pub(super) fn size(&self) -> Option<u32> {
        self.number(&["INFO.LINE"])
    }

    /// Writes the header to the root of a game with a handicap of `stones`.
    pub(super) fn fill(&self, record: &mut Record<'_>, stones: u32) {
        let root = NodeId::ROOT;
        for (color, name, rank) in [(Color::Black, "PB", "BR"), (Color::White, "PW", "WR")] {
            let (player, level) = self.player(color);
            record.text(root, name, &player.unwrap_or_default());
            record.text(root, rank, &level.unwrap_or_default());
        }
        record.text(
            root,
            "GN",
            self.get(&["GAMENAME", "INFO.GNAME"]).unwrap_or_default(),
        );
        record.text(
            root,
            "PC",
            self.get(&["GAMEPLACE", "INFO.GPLC"]).unwrap_or_default(),
        );
        if let Some(day) = self.date() {
            record.set(root, "DT", &day.to_string());
        }
        let dum = self.number(&["INFO.DUM", "GAMEDUM", "TAG.D"]).unwrap_or(0);
        let tenths = self.number(&["INFO.GONGJE", "GAMEGONGJE", "TAG.G"]);
        if stones >= 2 && dum > 0 {
            // Who gets the points of the `Dum` is not known for sure: the words are kept.
            record.set(root, "KM", "0");
        } else if let Some(komi) = tenths.and_then(|tenths| Real::new(f64::from(tenths) / 10.0)) {
            record.set(root, "KM", &komi.to_string());
        }
        let condition = self
            .get(&["GAMECONDITION"])
            .filter(|_| stones >= 2 && dum > 0);
        let comment = self.get(&["GAMECOMMENT", "INFO.GCMT"]);
        let words: Vec<_> = condition.into_iter().chain(comment).collect();
        record.lines(root, "GC", &words.join("\n"));
        if let Some(result) = self.result() {
            record.set(root, "RE", &result.to_string());
        }
        self.time(record);
    }

    /// Name and rank: `nick (5K)`, or the name and the level.
    fn player(&self, color: Color) -> (Option<String>, Option<String>) {
        let (full, keys, levels) = match color {
            Color::Black => (
                "GAMEBLACKNAME",
                ["GAMEBLACKNICK", "INFO.BNICK", "INFO.BID", "TAG.B", "TAG.M"],
                ["GAMEBLACKLEVEL", "INFO.BLV", "TAG.N"],
            ),
            Color::White => (
                "GAMEWHITENAME",
                ["GAMEWHITENICK", "INFO.WNICK", "INFO.WID", "TAG.A", "TAG.I"],
                ["GAMEWHITELEVEL", "INFO.WLV", "TAG.L"],
            ),
        };
        let (mut name, mut level) = (None, None);
        if let Some(value) = self.get(&[full]) {
            let split = value
                .strip_suffix(')')
                .and_then(|value| value.rsplit_once('('));
            match split {
                Some((before, rank)) => {
                    name = Some(before.trim()).filter(|name| !name.is_empty());
                    level = Some(words::rank(rank).unwrap_or_else(|| rank.trim().to_owned()));
                }
                None => name = Some(value),
            }
        }
        let name = name.or_else(|| self.get(&keys)).map(str::to_owned);
        let level = level.or_else(|| {
            let mut levels = levels.iter().filter_map(|key| self.get(&[key]));
            levels.find_map(|level| match level.parse() {
                Ok(number) => rank_of_level(number),
                Err(_) => words::rank(level),
            })
        });
        (name, level)
    }

    fn date(&self) -> Option<Date> {
        let mut values = ["GAMEDATE", "INFO.GDATE", "TAG.C"].iter();
        values.find_map(|key| words::date(self.get(&[key])?))
    }

    /// Returns the result by its code, if that is known, or else by its words.
    fn result(&self) -> Option<GameResult> {
        let margin = self.number(&["INFO.ZIPSU", "GAMEZIPSU", "TAG.Z"]);
        let code = self.number(&["INFO.GRLT", "TAG.W"]);
        let by = |winner| match margin.filter(|margin| *margin > 0) {
            Some(margin) => Real::new(f64::from(margin) / 10.0)
                .map_or(GameResult::win(winner), |margin| {
                    GameResult::win_by(winner, margin)
                }),
            None => GameResult::win(winner),
        };
        let because = |winner, reason| Some(GameResult::win_because(winner, reason));
        match code {
            Some(0) => Some(by(Color::Black)),
            Some(1) => Some(by(Color::White)),
            Some(3) => because(Color::Black, Reason::Resignation),
            Some(4) => because(Color::White, Reason::Resignation),
            Some(7) => because(Color::Black, Reason::Time),
            Some(8) => because(Color::White, Reason::Time),
            _ => words::result(self.get(&["GAMERESULT"])?),
        }
    }

    /// `main-period-periods` in seconds, or, in the tag, `period-periods-main`; else the words.
    fn time(&self, record: &mut Record<'_>) {
        let three = |text: &str| {
            let mut parts = text.split('-').map(|part| part.trim().parse::<u32>().ok());
            Some((parts.next()??, parts.next()??, parts.next()??))
        };
        let by_list = self.get(&["INFO.GTIME"]).and_then(three);
        let by_tag = self.get(&["TAG.T"]).and_then(three);
        let by_tag = by_tag.map(|(seconds, periods, main)| (main, seconds, periods));
        if let Some((main, seconds, periods)) = by_list.or(by_tag) {
            record.set(NodeId::ROOT, "TM", &main.to_string());
            if let Some(seconds) =
                Real::new(f64::from(seconds)).filter(|_| periods > 0 && seconds > 0)
            {
                let overtime = Overtime::ByoYomi { periods, seconds };
                record.set(NodeId::ROOT, "OT", &overtime.to_string());
            }
        } else if let Some(text) = self.get(&["INFO.GTIME", "GAMETIME"]) {
            record.text(NodeId::ROOT, "OT", text);
        }
    }
}

/// The rank of a level of the server: 1 is 17 kyu, 17 is 1 kyu, 18 is 1 dan.
fn rank_of_level(level: u8) -> Option<String> {
    let rank = match level {
        1..=17 => Rank::new(18 - level, Grade::Kyu),
        18..=26 => Rank::new(level - 17, Grade::Dan),
        _ => return None,
    };
    Some(rank.to_string())
}
