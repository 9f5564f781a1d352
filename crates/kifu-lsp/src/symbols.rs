//! Players and events of the games of a folder.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use gen_lsp_types::{Location, Position, Range, SymbolKind, Uri, WorkspaceSymbol};
use kifu_sgf::{Collection, GameTree};

use crate::document::{Ascending, Columns};
use crate::host::Host;
use crate::outline::name_of_game;

/// Maximum number of symbols.
const MOST: usize = 500;

/// Maximum length in bytes of a file that is read beyond its headers for the names of players.
const SHORT: usize = 1 << 20;

/// Maximum number of games of a folder.
const GAMES: usize = 1_000_000;

/// The games of all folders, by file.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    files: BTreeMap<String, Vec<Game>>,
    games: usize,
}

/// The name, date and position of a game.
#[derive(Debug)]
struct Game {
    name: String,
    detail: String,
    /// Name and detail in lower case, for searching.
    key: String,
    start: Position,
    end: Position,
}

impl Symbols {
    /// Reads the headers of all games in some folders, and more of short files whose headers lack the players.
    pub(crate) fn read(host: &dyn Host, folders: &[String], columns: Columns) -> Self {
        let mut symbols = Self::default();
        for folder in folders {
            host.records(folder, &mut |uri, bytes| {
                symbols.add(uri, bytes, columns);
                if symbols.games < GAMES {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        symbols
    }

    fn add(&mut self, uri: &str, bytes: Vec<u8>, columns: Columns) {
        let is_short = bytes.len() <= SHORT;
        let mut collection = Collection::headers_from_bytes(bytes);
        let is_named = |game: GameTree<'_>| ["PB", "PW"].iter().any(|id| game.root().has(id));
        if is_short && !collection.games().all(is_named) {
            // Careless programs write players after the root.
            collection = Collection::from_bytes(collection.source().bytes().to_vec());
        }
        let mut positions = Ascending::new(collection.text(), columns);
        let games: Vec<Game> = collection
            .games()
            .map(|game| {
                let root = game.root();
                let name = name_of_game(game);
                let detail = ["EV", "DT", "RE"].iter();
                let detail: Vec<String> = detail
                    .filter_map(|id| root.simple_text(id))
                    .map(|text| crate::lines::short(&text))
                    .filter(|text| !text.is_empty())
                    .collect();
                let detail = detail.join(", ");
                let span = root.span().unwrap_or_default();
                Game {
                    key: format!("{name} {detail}").to_lowercase(),
                    start: positions.position(span.start),
                    end: positions.position(span.end),
                    name,
                    detail,
                }
            })
            .collect();
        self.games += games.len();
        self.files.insert(uri.to_owned(), games);
    }

    /// Reads a file again if it is a record of one of these folders, or removes it if it is gone.
    pub(crate) fn update(
        &mut self,
        host: &dyn Host,
        folders: &[String],
        uri: &str,
        columns: Columns,
    ) {
        let is_record = |folder: &String| host.record(folder, uri);
        let Some(uri) = folders.iter().find_map(is_record) else {
            return;
        };
        if let Some(games) = self.files.remove(&uri) {
            self.games -= games.len();
        }
        if let Some(bytes) = host.read(&uri) {
            self.add(&uri, bytes, columns);
        }
    }

    /// The games whose players, event, date or result contain every word of a query.
    pub(crate) fn find(&self, query: &str) -> Vec<WorkspaceSymbol> {
        let query = query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let all = self
            .files
            .iter()
            .flat_map(|(uri, games)| games.iter().map(move |game| (uri, game)));
        all.filter(|(_, game)| words.iter().all(|word| game.key.contains(word)))
            .take(MOST)
            .map(|(uri, game)| {
                let range = Range::new(game.start, game.end);
                WorkspaceSymbol {
                    location: Location::new(Uri(uri.clone()), range).into(),
                    data: None,
                    base_symbol_information: gen_lsp_types::BaseSymbolInformation {
                        name: game.name.clone(),
                        kind: SymbolKind::Class,
                        tags: None,
                        container_name: (!game.detail.is_empty()).then(|| game.detail.clone()),
                    },
                }
            })
            .collect()
    }
}
