//! The outline of a document: games, variations, figures, named nodes, comments.

use gen_lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind, Uri,
};
use kifu_sgf::{GameTree, Node};
use kifu_syntax::Span;

use crate::document::Document;
use crate::lines::{label, short};

/// Maximum depth of variations; deeper ones are flat. Clients parse nested JSON by recursion, many to a depth of 128,
/// and a level takes two.
const DEEPEST: usize = 40;

/// Number of games above which a collection shows only their names.
const MANY_GAMES: usize = 5000;

/// Maximum number of games, and of symbols below games.
const MOST: usize = 20_000;

/// Number of nodes that are searched for the players: careless programs write them after the root.
const NEAR: usize = 10;

/// The outline, nested or flat.
pub(crate) fn outline(document: &Document, uri: &Uri, is_nested: bool) -> DocumentSymbolResponse {
    let collection = document.collection();
    let only_names = collection.len() > MANY_GAMES;
    let mut left = MOST;
    let games = collection.games().take(MOST).map(|game| {
        let children = if only_names {
            Vec::new()
        } else {
            below(document, game, &mut left)
        };
        of_game(document, game, children)
    });
    let games: Vec<DocumentSymbol> = games.collect();
    if is_nested {
        games.into()
    } else {
        flat(games, uri).into()
    }
}

/// A game, by its players and date.
fn of_game(
    document: &Document,
    game: GameTree<'_>,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    let root = game.root();
    let span = game.span().unwrap_or_default();
    let own = root.span().unwrap_or_default();
    let detail = ["DT", "RE"].iter().filter_map(|id| root.simple_text(id));
    let detail: Vec<String> = detail.map(|text| short(&text)).collect();
    symbol(
        document,
        name_of_game(game),
        Some(detail.join(" ")).filter(|detail| !detail.is_empty()),
        SymbolKind::Class,
        [span, own],
        children,
    )
}

/// The name of a game: its players, its name, or its number.
pub(crate) fn name_of_game(game: GameTree<'_>) -> String {
    let text = |identifier| {
        let mut texts = game
            .nodes()
            .take(NEAR)
            .filter_map(|node| node.simple_text(identifier));
        let text = texts.find(|text| !text.trim().is_empty())?;
        Some(short(&text))
    };
    match (text("PB"), text("PW")) {
        (None, None) => text("GN")
            .or_else(|| text("EV"))
            .unwrap_or_else(|| format!("Game {}", game.number() + 1)),
        (black, white) => {
            let unknown = || "?".to_owned();
            format!(
                "{} – {}",
                black.unwrap_or_else(unknown),
                white.unwrap_or_else(unknown)
            )
        }
    }
}

/// A variation whose end is not known yet.
struct Open {
    symbol: DocumentSymbol,
    /// Number of nodes above its first node.
    depth: usize,
}

/// The symbols below a game. The main line is flat; each other variation is a separate level.
fn below(document: &Document, game: GameTree<'_>, left: &mut usize) -> Vec<DocumentSymbol> {
    let mut open: Vec<Open> = Vec::new();
    let mut done = Vec::new();
    let mut end = 0;
    for node in game.nodes() {
        while let Some(variation) = open.pop_if(|variation| node.depth() <= variation.depth) {
            close(document, variation, end, &mut open, &mut done);
        }
        let span = node.span().unwrap_or_default();
        end = span.end;
        if *left == 0 {
            if open.is_empty() {
                break;
            }
            continue;
        }
        let kind = if node.previous_sibling().is_some() {
            Some(SymbolKind::Namespace)
        } else if node.is_root() {
            None
        } else {
            notable(node)
        };
        let Some(kind) = kind else {
            continue;
        };
        *left -= 1;
        let symbol = symbol(document, label(node), None, kind, [span, span], Vec::new());
        if kind == SymbolKind::Namespace && open.len() < DEEPEST {
            let depth = node.depth();
            open.push(Open { symbol, depth });
        } else {
            add(&mut open, &mut done, symbol);
        }
    }
    while let Some(variation) = open.pop() {
        close(document, variation, end, &mut open, &mut done);
    }
    done
}

/// Ends a variation at an offset.
fn close(
    document: &Document,
    variation: Open,
    end: usize,
    open: &mut [Open],
    done: &mut Vec<DocumentSymbol>,
) {
    let mut symbol = variation.symbol;
    symbol.range.end = document.position(end);
    add(open, done, symbol);
}

/// Adds a symbol to the innermost open variation, or to the game.
fn add(open: &mut [Open], done: &mut Vec<DocumentSymbol>, symbol: DocumentSymbol) {
    match open.last_mut() {
        Some(variation) => variation
            .symbol
            .children
            .get_or_insert_default()
            .push(symbol),
        None => done.push(symbol),
    }
}

/// The kind of a listed node; `None` for other nodes.
fn notable(node: Node<'_>) -> Option<SymbolKind> {
    let mut kind = None;
    for property in node.properties() {
        if property.is("FG") {
            return Some(SymbolKind::Package);
        }
        if property.is("N") {
            kind = Some(SymbolKind::Key);
        } else if property.is("C") {
            kind = kind.or(Some(SymbolKind::String));
        }
    }
    kind
}

#[expect(
    deprecated,
    reason = "the type has a field that the protocol no longer uses"
)]
fn symbol(
    document: &Document,
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    [whole, own]: [Span; 2],
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: document.range(whole),
        selection_range: document.range(own),
        children: (!children.is_empty()).then_some(children),
    }
}

#[expect(
    deprecated,
    reason = "the type has a field that the protocol no longer uses"
)]
/// The symbols in sequence, each with the name of its container.
fn flat(symbols: Vec<DocumentSymbol>, uri: &Uri) -> Vec<SymbolInformation> {
    let mut all = Vec::new();
    let mut left: Vec<(DocumentSymbol, Option<String>)> =
        symbols.into_iter().rev().map(|one| (one, None)).collect();
    while let Some((symbol, container)) = left.pop() {
        let name = symbol.name.clone();
        let children = symbol.children.unwrap_or_default();
        left.extend(
            children
                .into_iter()
                .rev()
                .map(|one| (one, Some(name.clone()))),
        );
        all.push(SymbolInformation {
            location: Location::new(uri.clone(), symbol.range),
            base_symbol_information: gen_lsp_types::BaseSymbolInformation {
                name: symbol.name,
                kind: symbol.kind,
                tags: None,
                container_name: container,
            },
            deprecated: None,
        });
    }
    all
}
