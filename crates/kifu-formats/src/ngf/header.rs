use kifu_sgf::NodeId;
use kifu_sgf::value::{Real, Size};

use crate::draft::Record;
use crate::go::handicap_stones;
use crate::note::quote;
use crate::words;

/// Maximum number of header lines kept.
const LINES: usize = 64;

/// The lines before the moves.
#[derive(Debug, Default)]
pub(super) struct Header {
    lines: Vec<String>,
    /// Lines that begin with `GI`, without that.
    tagged: Vec<String>,
    /// The number of the first line.
    start: Option<usize>,
}

/// Layout of the header lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Twelve lines.
    Plain,
    /// Lines that begin with `GI`, in a different order.
    Tagged,
}

impl Kind {
    /// Number of lines of the header.
    const fn lines(self) -> usize {
        match self {
            Self::Plain => 12,
            Self::Tagged => 11,
        }
    }

    pub(super) const fn size(self) -> usize {
        match self {
            Self::Plain => 1,
            Self::Tagged => 6,
        }
    }
}

impl Header {
    pub(super) fn push(&mut self, number: usize, line: &str) {
        self.start.get_or_insert(number);
        let (list, text) = match line.strip_prefix("GI") {
            Some(text) => (&mut self.tagged, text),
            None => (&mut self.lines, line),
        };
        if list.len() < LINES {
            list.push(text.trim().to_owned());
        }
    }

    pub(super) fn kind(&self) -> Kind {
        if self.tagged.len() > 6 {
            Kind::Tagged
        } else {
            Kind::Plain
        }
    }

    const fn list(&self, kind: Kind) -> &Vec<String> {
        match kind {
            Kind::Plain => &self.lines,
            Kind::Tagged => &self.tagged,
        }
    }

    fn line(&self, kind: Kind, index: usize) -> &str {
        self.list(kind).get(index).map_or("", String::as_str)
    }

    /// Whether it has all of its lines, so that another game may follow one without moves.
    pub(super) fn is_complete(&self) -> bool {
        let kind = self.kind();
        self.list(kind).len() >= kind.lines()
    }

    /// The number in the file of a line of the header.
    fn number(&self, index: usize) -> usize {
        self.start.unwrap_or(1) + index
    }

    pub(super) fn get(&self, index: usize) -> &str {
        self.line(self.kind(), index)
    }

    /// Writes the header to the root.
    pub(super) fn fill(&self, kind: Kind, size: Size, record: &mut Record<'_>) {
        let root = NodeId::ROOT;
        let line = |index| self.line(kind, index);
        record.text(root, "GN", line(0));
        let (white, black, place, handicap, komi, date) = match kind {
            Kind::Plain => (2, 3, 4, 5, 7, 8),
            // The order of the players is not sure; it is that of all other files.
            Kind::Tagged => (1, 2, 4, 7, 9, 5),
        };
        for (index, name, rank) in [(white, "PW", "WR"), (black, "PB", "BR")] {
            let (player, level) = player(line(index));
            record.text(root, name, player);
            record.text(root, rank, &level.unwrap_or_default());
        }
        record.text(root, "PC", line(place));
        let stones = line(handicap).parse::<u32>().unwrap_or(0);
        if stones >= 2 {
            record.set(root, "HA", &stones.to_string());
            let points = handicap_stones(size, stones);
            if points.is_empty() {
                record.notes.file(format_args!(
                    "the points of the {stones} handicap stones are unknown; set `AB` by hand"
                ));
            }
            record.add_points(root, "AB", points);
        }
        if let Some(komi) = komi_of(line(komi), stones) {
            record.set(root, "KM", &komi.to_string());
        }
        let text = line(date);
        match words::date(text) {
            Some(day) => record.set(root, "DT", &day.to_string()),
            None => record.text(root, "DT", text),
        }
        if kind == Kind::Plain {
            self.minutes(record);
            self.result(record);
        }
    }

    /// The tenth line. Whether it is the time limit or the time used is not known.
    fn minutes(&self, record: &mut Record<'_>) {
        let minutes = self.line(Kind::Plain, 9);
        if minutes.parse::<u32>().is_ok_and(|minutes| minutes > 0) {
            record.notes.line(
                self.number(9),
                format_args!("ignored: {minutes} minutes, which may be the limit or the time used"),
            );
        }
    }

    fn result(&self, record: &mut Record<'_>) {
        let text = self.line(Kind::Plain, 10);
        match words::result(text) {
            Some(result) => record.set(NodeId::ROOT, "RE", &result.to_string()),
            None if text.is_empty() || text.starts_with("Progressing") => {}
            None => {
                record.notes.line(
                    self.number(10),
                    format_args!("the result is kept as text: {}", quote(text)),
                );
                record.text(NodeId::ROOT, "RE", text);
            }
        }
    }
}

/// Splits name and rank; the rank follows the last blank.
fn player(line: &str) -> (&str, Option<String>) {
    match line.rsplit_once(char::is_whitespace) {
        Some((name, last)) => match words::rank(last) {
            Some(rank) => (name.trim_end(), Some(rank)),
            None => (line, None),
        },
        None => (line, None),
    }
}

/// The integer part of the komi: in an even game half a point is added.
fn komi_of(text: &str, stones: u32) -> Option<Real> {
    let komi = words::number(text)?.get();
    let is_whole = komi.fract() == 0.0;
    Real::new(if stones == 0 && is_whole && !text.contains('.') {
        komi + 0.5
    } else {
        komi
    })
}
