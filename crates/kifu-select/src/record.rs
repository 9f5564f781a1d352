use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use kifu_go::Symmetry;
use kifu_sgf::schema::normal_identifier as identifier;
use kifu_sgf::value::{self, Color, DateList, GameResult, Size};
use kifu_sgf::{GameTree, Node};
use kifu_syntax::text::unescape_text;
use kifu_syntax::{EventKind, Parser};

use crate::condition::Scope;
use crate::facts::{Facts, is_readable};
use crate::field::{Field, Kind};
use crate::identifiers::{Identifiers, each};
use crate::moves::{Moves, captured};
use crate::outcome::{how, pairing};
use crate::value::game_matches;

/// A game, as the source of a selection's facts.
///
/// Game info is normally in the root; otherwise the first node of the main line that has it counts. Nothing is read
/// before it is needed.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    game: GameTree<'a>,
    file: Option<&'a str>,
    /// Number of games of the file before those of the collection.
    before: usize,
    /// Set when more than the root was needed; `None` if the whole game is available.
    missed: Option<&'a AtomicBool>,
    /// The identifiers that occur, once a property was not in the root.
    identifiers: OnceCell<Identifiers>,
}

impl<'a> From<GameTree<'a>> for Record<'a> {
    fn from(game: GameTree<'a>) -> Self {
        Self {
            game,
            file: None,
            before: 0,
            missed: None,
            identifiers: OnceCell::new(),
        }
    }
}

impl<'a> Record<'a> {
    /// A game of a file of this name.
    #[must_use]
    pub const fn in_file(game: GameTree<'a>, file: &'a str) -> Self {
        Self {
            game,
            file: Some(file),
            before: 0,
            missed: None,
            identifiers: OnceCell::new(),
        }
    }

    /// Sets the number of games of the file before this collection, for files that are read a few games at a time: the
    /// field `number` counts from there.
    #[must_use]
    pub const fn after_games(mut self, games: usize) -> Self {
        self.before = games;
        self
    }

    /// A game of which only the root was read, as by
    /// [`Collection::headers_from_bytes`](kifu_sgf::Collection::headers_from_bytes). If that is not
    /// enough for an answer, `missed` is set, and the answer must be ignored.
    #[must_use]
    pub const fn of_header(mut self, missed: &'a AtomicBool) -> Self {
        self.missed = Some(missed);
        self
    }

    /// Records that more than the root is needed.
    fn needs_all(&self) {
        if let Some(missed) = self.missed {
            missed.store(true, Ordering::Relaxed);
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> GameTree<'a> {
        self.game
    }

    /// Value of a field as text; `None` if it is missing or empty. Numbers are as read ([`Record::number`]), texts as
    /// written. Of fields with several values it is the first.
    #[must_use]
    pub fn text(&self, field: Field) -> Option<Cow<'a, str>> {
        let text: Cow<'a, str> = match field {
            Field::Encoding => self.encoding().into(),
            Field::File => self.file?.into(),
            Field::Game => match self.game.kind() {
                Some(kind) => kind.name().into(),
                None => self.info(field, "GM")?,
            },
            Field::Size => self.size()?.sgf().to_string().into(),
            Field::Comment => {
                let mut comments = self.all_nodes().filter_map(|node| node.comment());
                comments.next()?
            }
            Field::How => how(self.result()?)?.into(),
            Field::Players => {
                let [black, white] = [(Field::Black, "PB"), (Field::White, "PW")]
                    .map(|(field, identifier)| self.info(field, identifier));
                pairing(black.as_deref(), white.as_deref())?.into()
            }
            Field::Winner => self.side(true)?,
            Field::Loser => self.side(false)?,
            Field::Properties => self.identifiers()?.into(),
            Field::MainLine => self.line()?.text(Symmetry::Identity).into(),
            Field::Md5 => self.line()?.md5(Symmetry::Identity).into(),
            Field::Canonical => self.line()?.canonical()?.into(),
            Field::Dyer => self.line()?.dyer(Symmetry::Identity)?.into(),
            Field::DyerCanonical => self.line()?.dyer_canonical()?.into(),
            _ if field.kind() == Kind::Number => self.number(field)?.to_string().into(),
            _ => {
                let mut properties = field.properties().iter();
                properties.find_map(|id| self.info(field, id))?
            }
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Value of a numeric field; `None` if it is missing or not a number.
    #[must_use]
    pub fn number(&self, field: Field) -> Option<f64> {
        let count = |count: usize| u32::try_from(count).ok().map(f64::from);
        match field {
            Field::Handicap if !self.has_anywhere("HA") => Some(0.0),
            Field::Komi | Field::Handicap | Field::Time | Field::Format => self.given_number(field),
            Field::Year => Some(self.dates()?.dates().iter().min()?.year().into()),
            Field::Margin => match self.result()? {
                GameResult::Win { margin, .. } => Some(margin?.get()),
                GameResult::Draw => Some(0.0),
                GameResult::Void | GameResult::Unknown => None,
            },
            Field::Number => count(self.before + self.game.number() + 1),
            Field::Nodes => {
                self.needs_all();
                count(self.game.node_count())
            }
            Field::Moves => count(self.moves()),
            Field::Variations => {
                self.needs_all();
                count(self.game.leaves().count())
            }
            Field::BlackCaptured => self.captured().map(|[black, _]| black.into()),
            Field::WhiteCaptured => self.captured().map(|[_, white]| white.into()),
            Field::Captures => {
                let captured = self.captured();
                captured.map(|[black, white]| f64::from(black) + f64::from(white))
            }
            _ => None,
        }
    }

    /// The name of the winner or of the loser.
    fn side(&self, wins: bool) -> Option<Cow<'a, str>> {
        let winner = self.result()?.winner()?;
        let color = if wins { winner } else { winner.opponent() };
        match color {
            Color::Black => self.info(Field::Black, "PB"),
            Color::White => self.info(Field::White, "PW"),
        }
    }

    /// The identifiers that occur, sorted, with commas between them.
    fn identifiers(&self) -> Option<String> {
        self.needs_all();
        let mut found = BTreeSet::new();
        for property in self.game.nodes().flat_map(|node| node.properties()) {
            let own = property.identifier();
            if !found.contains(&*own) {
                found.insert(own.into_owned());
            }
        }
        let found = found.into_iter().collect::<Vec<_>>();
        (!found.is_empty()).then(|| found.join(","))
    }

    fn line(&self) -> Option<Moves> {
        self.needs_all();
        Moves::of(self.game)
    }

    fn captured(&self) -> Option<[u32; 2]> {
        self.needs_all();
        captured(self.game)
    }

    /// Returns the move of this number on the main line, counted from 1, as written: color and raw value.
    #[must_use]
    pub fn nth_move(&self, number: usize) -> Option<(&'a str, &'a str)> {
        self.needs_all();
        let mut moves = self.game.main_line().filter_map(|node| node.play());
        moves.nth(number.checked_sub(1)?)
    }

    /// The first value of a property, of the first node that has it, decoded as text.
    #[must_use]
    pub fn property(&self, identifier: &str) -> Option<Cow<'a, str>> {
        let node = match self.game.root() {
            root if root.has(identifier) => root,
            _ => self.all_nodes().find(|node| node.has(identifier))?,
        };
        Some(unescape_text(node.value(identifier)?))
    }

    /// Whether a value of a property in these nodes matches.
    pub(crate) fn has_value(
        &self,
        identifier: &str,
        scope: Scope,
        wanted: &dyn Fn(&str) -> bool,
    ) -> bool {
        let holds = |node: Node<'_>| {
            let mut own = node.properties().filter(|own| own.is(identifier));
            own.any(|property| property.values().any(|raw| wanted(&unescape_text(raw))))
        };
        match scope {
            Scope::Root => holds(self.game.root()),
            Scope::All => holds(self.game.root()) || self.all_nodes().skip(1).any(holds),
            Scope::BelowRoot => self.all_nodes().skip(1).any(holds),
        }
    }

    /// Whether the moves of the main line match.
    pub(crate) fn plays(&self, wanted: &crate::moves::Plays) -> bool {
        self.needs_all();
        wanted.holds(self.game)
    }

    /// Moves on the main line.
    #[must_use]
    pub fn moves(&self) -> usize {
        let Some(span) = self.game.span() else {
            let moves = self.game.main_line().filter(|node| node.play().is_some());
            return moves.count();
        };
        // The main line ends with the first tree that has a node; events show that without reading values.
        let text = span.of_str(self.game.collection().text());
        let (mut moves, mut is_counted, mut empty) = (0, false, 0_usize);
        for event in Parser::new(text.as_bytes()) {
            match event.kind {
                EventKind::TreeBegin => empty += 1,
                EventKind::TreeEnd if empty > 0 => empty -= 1,
                EventKind::TreeEnd => break,
                EventKind::NodeBegin => (is_counted, empty) = (false, 0),
                EventKind::Identifier if !is_counted => {
                    is_counted = matches!(&*identifier(event.span.of_str(text)), "B" | "W");
                    moves += usize::from(is_counted);
                }
                EventKind::Identifier | EventKind::Value => {}
            }
        }
        moves
    }

    /// Dates on which it was played; `None` if they are missing or unreadable.
    #[must_use]
    pub fn dates(&self) -> Option<DateList> {
        let written = self.info(Field::Date, "DT")?;
        Some(DateList::guess(&written).ok()?.value)
    }

    /// Result of the game; `None` if it is missing or unreadable.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let written = self.info(Field::Result, "RE")?;
        Some(GameResult::guess(&written).ok()?.value)
    }

    /// Size of the board; the default of the game if it is not given.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.game
            .root()
            .value("SZ")
            .and_then(|raw| value::size::parse_lenient(raw).ok())
            .map(|read| read.value)
            .or_else(|| value::size::default_of(self.game.kind()?))
    }

    /// Value of a field's property; `None` if it is missing or empty.
    pub(crate) fn info(&self, field: Field, identifier: &str) -> Option<Cow<'a, str>> {
        field.text_of(self.node_with(identifier)?.value(identifier)?)
    }

    /// Number in the property of a field.
    fn given_number(&self, field: Field) -> Option<f64> {
        let identifier = field.properties().first()?;
        field.number_of(self.node_with(identifier)?.value(identifier)?)
    }

    fn all_nodes(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.needs_all();
        self.game.nodes()
    }

    /// The first node of the main line that has a property.
    fn node_with(&self, identifier: &str) -> Option<Node<'a>> {
        let root = self.game.root();
        if root.has(identifier) {
            return Some(root);
        }
        // A property that the root lacks is usually missing everywhere.
        if !self.has_anywhere(identifier) {
            return None;
        }
        self.needs_all();
        self.game
            .main_line()
            .skip(1)
            .find(|node| node.has(identifier))
    }

    /// Whether any node of the game has the property.
    fn has_anywhere(&self, identifier: &str) -> bool {
        self.game.root().has(identifier) || {
            let found = self.identifiers.get_or_init(|| Identifiers::of(self.game));
            found
                .has(identifier)
                .unwrap_or_else(|| self.has_any(&[identifier]))
        }
    }

    /// Whether any node of the game has one of these properties.
    fn has_any(&self, wanted: &[impl AsRef<str>]) -> bool {
        let mut is_there = false;
        each(self.game, |written| {
            let is_wanted = |found: &str| wanted.iter().any(|wanted| wanted.as_ref() == found);
            is_there = is_there || is_wanted(&identifier(written));
        });
        is_there
    }

    /// The name of the encoding of the start of the game.
    fn encoding(&self) -> &'static str {
        let start = self.game.span().map_or(0, |span| span.start);
        let source = self.game.collection().source();
        source.segment_at(start).charset.name()
    }
}

impl Facts for Record<'_> {
    fn has(&self, field: Field) -> bool {
        match field {
            Field::Handicap => self.given_number(field).is_some(),
            _ => self.text(field).is_some(),
        }
    }

    fn is_given(&self, field: Field) -> bool {
        match field.properties() {
            [] => self.has(field),
            // An empty one is 0.
            ["HA"] if self.given_number(field).is_some() => true,
            properties => properties.iter().any(|id| self.info(field, id).is_some()),
        }
    }

    fn is_readable(&self, field: Field) -> bool {
        match field.kind() {
            // The usual size of a game replaces one that cannot be read.
            Kind::Size => self
                .game
                .root()
                .value("SZ")
                .is_none_or(|raw| value::size::parse_lenient(raw).is_ok()),
            _ => is_readable(self, field),
        }
    }

    fn texts(&self, field: Field, wanted: &dyn Fn(&str) -> bool) -> bool {
        match field {
            Field::Comment => self
                .all_nodes()
                .filter_map(|node| node.comment())
                .any(|text| wanted(&text)),
            Field::Game => self
                .text(field)
                .is_some_and(|name| game_matches(&name, wanted)),
            _ if matches!(field.kind(), Kind::Text | Kind::Rank)
                && field.properties().len() > 1 =>
            {
                let mut texts = field
                    .properties()
                    .iter()
                    .filter_map(|id| self.info(field, id));
                texts.any(|text| wanted(&text))
            }
            _ => self.text(field).is_some_and(|text| wanted(&text)),
        }
    }

    fn number(&self, field: Field) -> Option<f64> {
        self.number(field)
    }

    fn dates(&self) -> Option<DateList> {
        self.dates()
    }

    fn result(&self) -> Option<GameResult> {
        self.result()
    }

    fn size(&self) -> Option<Size> {
        self.size()
    }

    fn has_one_of(&self, identifiers: &[String]) -> bool {
        self.has_any(identifiers)
    }

    fn with_record(&self, ask: &dyn Fn(&Record<'_>) -> bool) -> Option<bool> {
        Some(ask(self))
    }
}
