use std::borrow::Cow;

use kifu::GameTree;
use kifu::schema::{self, BasicType, Game, PropertyType};
use kifu::syntax::text::unescape_simple_text;
use kifu::value::{self, Size};

/// The game info and the size of a game.
#[derive(Debug)]
pub(super) struct Facts<'a> {
    /// Its number in the file, from 0.
    pub(super) number: usize,
    kind: Option<Game>,
    size: Option<Size>,
    /// The game info, in the order of the file; each identifier once.
    info: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Moves on the main line.
    pub(super) moves: usize,
    pub(super) nodes: usize,
    /// Number of leaves of the tree.
    pub(super) variations: usize,
    pub(super) encoding: &'static str,
}

impl<'a> Facts<'a> {
    /// The facts of a game. `before` is the number of games of the file before those that were read with it.
    pub(super) fn of(game: GameTree<'a>, before: usize) -> Self {
        let kind = game.kind();
        let root = game.root();
        let size = root
            .value("SZ")
            .and_then(|raw| value::size::parse_lenient(raw).ok());
        let mut facts = Self {
            number: before + game.number(),
            kind,
            size: size
                .map(|size| size.value)
                .or_else(|| kind.and_then(value::size::default_of)),
            info: Vec::new(),
            moves: 0,
            nodes: game.node_count(),
            variations: game.leaves().count(),
            encoding: encoding(game),
        };
        for node in game.main_line() {
            facts.moves += usize::from(node.play().is_some());
            for property in node.properties() {
                let identifier = property.identifier();
                let Some(definition) = schema::lookup(kind, &identifier) else {
                    continue;
                };
                let is_new = || facts.info.iter().all(|(known, _)| *known != identifier);
                if definition.property_type == PropertyType::GameInfo && is_new() {
                    let text = match definition.value.single {
                        Some(BasicType::Text) => property.text(),
                        _ if property.len() > 1 => {
                            let values = property.values().map(unescape_simple_text);
                            values.collect::<Vec<_>>().join(", ").into()
                        }
                        _ => property.simple_text(),
                    };
                    facts.info.push((identifier, text));
                }
            }
        }
        facts
    }

    /// Identifiers and texts.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.info
            .iter()
            .map(|(identifier, text)| (&**identifier, &**text))
    }

    /// Names of properties and texts, in the order of the file.
    pub(super) fn labeled(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all().map(|(identifier, text)| {
            let definition = schema::lookup(self.kind, identifier);
            (
                definition.map_or(identifier, |definition| definition.name),
                text,
            )
        })
    }

    /// The name of the game; none if its number is unknown.
    pub(super) fn kind(&self) -> Option<&'static str> {
        self.kind.map(Game::name)
    }

    /// The game and its board.
    pub(super) fn board(&self) -> String {
        board(self.kind(), self.size)
    }
}

/// A game and its board.
pub(super) fn board(kind: Option<&str>, size: Option<Size>) -> String {
    let kind = kind.unwrap_or("unknown game");
    match size {
        Some(size) => format!("{kind} {}×{}", size.columns(), size.rows()),
        None => kind.to_owned(),
    }
}

/// The encoding of the start of the game.
fn encoding(game: GameTree<'_>) -> &'static str {
    let start = game.span().map_or(0, |span| span.start);
    game.collection().source().segment_at(start).charset.name()
}
