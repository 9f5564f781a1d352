use kifu_sgf::NodeId;
use kifu_sgf::value::{Color, GameResult, Reason, Size};

use super::sections::Sections;
use crate::draft::Record;
use crate::note::quote;
use crate::words;

/// Names and values of `[Header]`.
#[derive(Debug, Default)]
pub(super) struct Header<'a> {
    fields: Vec<(&'a str, &'a str)>,
}

/// The most fields that count.
const FIELDS: usize = 256;

impl<'a> Header<'a> {
    pub(super) fn of(sections: &'a Sections) -> Self {
        let fields = sections.header.iter().filter_map(|(_, line)| {
            let (name, value) = line.split_once('=')?;
            Some((name.trim(), value.trim()))
        });
        Self {
            fields: fields.take(FIELDS).collect(),
        }
    }

    fn get(&self, name: &str) -> &'a str {
        let mut fields = self.fields.iter();
        fields
            .find(|(found, value)| found.eq_ignore_ascii_case(name) && !value.is_empty())
            .map_or("", |(_, value)| value)
    }

    /// Method by which the body is scrambled; `None` if it is plain.
    pub(super) fn crypt(&self) -> Option<&'a str> {
        let crypt = self.get("Crypt");
        let is_plain = crypt.is_empty() || crypt.contains("PLAIN");
        (!is_plain).then_some(crypt)
    }

    pub(super) fn size(&self) -> Result<Size, &'a str> {
        match self.get("Size") {
            "" => Ok(Size::GO),
            text => match text.parse::<u16>() {
                Ok(side @ 2..=26) => Ok(Size::square(side).unwrap_or_default()),
                _ => Err(text),
            },
        }
    }

    /// Whether rows are counted from the bottom.
    pub(super) fn counts_from_bottom(&self) -> bool {
        self.get("CoordinateType").eq_ignore_ascii_case("IGS")
    }

    /// Writes the header to the root.
    pub(super) fn fill(&self, record: &mut Record<'_>) {
        let root = NodeId::ROOT;
        for (field, identifier) in [
            ("Place", "PC"),
            ("Writer", "US"),
            ("Copyright", "CP"),
            ("Commentator", "AN"),
        ] {
            record.text(root, identifier, self.get(field));
        }
        record.lines(root, "GC", self.get("Comment"));
        let title: Vec<_> = self
            .get("Title")
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty() && *part != "(NoName)")
            .collect();
        record.text(root, "EV", &title.join(", "));
        for (color, name, rank) in [('B', "PB", "BR"), ('W', "PW", "WR")] {
            let (names, ranks) = self.players(color);
            record.text(root, name, &names);
            record.text(root, rank, &ranks);
        }
        let days: Vec<_> = self
            .get("Date")
            .split(',')
            .filter_map(words::date)
            .collect();
        if let Some(dates) = words::dates(days) {
            record.set(root, "DT", &dates);
        }
        record.text(
            root,
            "RU",
            match self.get("Rule") {
                "JPN" => "Japanese",
                "CH" | "CHN" => "Chinese",
                other => other,
            },
        );
        self.handicap(record);
        self.time(record);
        self.result(record);
    }

    /// `handicap,komi`, the komi perhaps with a comma in it.
    fn handicap(&self, record: &mut Record<'_>) {
        let value = self.get("Hdcp");
        let (stones, komi) = value.split_once(',').unwrap_or((value, ""));
        if let Ok(stones @ 1..) = stones.trim().parse::<u32>() {
            record.set(NodeId::ROOT, "HA", &stones.to_string());
        }
        if let Some(komi) = words::number(&komi.replace(',', ".")) {
            record.set(NodeId::ROOT, "KM", &komi.to_string());
        }
    }

    /// `kind;minutes;byo;moves` for each side. Only the minutes are sure.
    fn time(&self, record: &mut Record<'_>) {
        let mut fields = self.get("Ptime").split(';');
        let minutes = fields
            .nth(1)
            .and_then(|field| field.trim().parse::<u32>().ok());
        if let Some(minutes) = minutes.filter(|minutes| *minutes > 0) {
            record.set(NodeId::ROOT, "TM", &(u64::from(minutes) * 60).to_string());
        }
    }

    fn result(&self, record: &mut Record<'_>) {
        let value = self.get("Winner");
        let (first, second) = value.split_once(',').unwrap_or((value, ""));
        let second = second.trim();
        let winner = match first.trim() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        };
        let result = match (winner, first.trim()) {
            (Some(winner), _) => match second.chars().next() {
                Some('C') => GameResult::win_because(winner, Reason::Resignation),
                Some('T') => GameResult::win_because(winner, Reason::Time),
                Some('F' | 'N' | 'G') => GameResult::win_because(winner, Reason::Forfeit),
                _ => match words::number(&second.replace(',', ".")) {
                    Some(points) => GameResult::win_by(winner, points),
                    None => GameResult::win(winner),
                },
            },
            (None, "D") => GameResult::Draw,
            (None, "O") => {
                record
                    .notes
                    .file("both players lost; SGF has no such result, and `RE` is unknown");
                GameResult::Unknown
            }
            (None, "" | "A" | "P") => return,
            (None, other) if other.starts_with('N') => GameResult::Void,
            (None, _) => GameResult::Unknown,
        };
        record.set(NodeId::ROOT, "RE", &result.to_string());
    }

    /// Names and ranks of a side, of which there may be several players.
    fn players(&self, color: char) -> (String, String) {
        let fields = ["", "2", "3", "4"].map(|number| self.get(&format!("Player{color}{number}")));
        let part = |index: usize| {
            let parts = fields
                .iter()
                .filter_map(|field| field.split(',').nth(index));
            let parts: Vec<_> = parts
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .collect();
            parts.join(" & ")
        };
        let ranks = part(1);
        (part(0), words::rank(&ranks).unwrap_or(ranks))
    }

    /// Adds notes on the fields for which SGF has no property.
    pub(super) fn note_the_rest(&self, record: &mut Record<'_>) {
        let has_address = |name: &str| {
            self.get(name)
                .split(',')
                .nth(3)
                .is_some_and(|address| !address.trim().is_empty())
        };
        if has_address("PlayerB") || has_address("PlayerW") {
            record
                .notes
                .file("the addresses of the players are omitted: SGF has no property for them");
        }
        let known = [
            "ver",
            "lang",
            "crypt",
            "code",
            "title",
            "place",
            "date",
            "rule",
            "size",
            "hdcp",
            "ptime",
            "winner",
            "moves",
            "writer",
            "copyright",
            "commentator",
            "comment",
            "coordinatetype",
        ];
        for (name, value) in &self.fields {
            let small = name.to_ascii_lowercase();
            let is_known = known.contains(&&*small) || small.starts_with("player");
            if !is_known && !value.is_empty() {
                record
                    .notes
                    .file(format_args!("the field {} is ignored", quote(name)));
            }
        }
    }
}
