//! Requests of clients, from the query of an address or from JSON.

mod list;

use std::sync::Arc;

use axum::http::Uri;
use kifu::go::{Board, Color, Size, Symmetry};
use kifu::select::Selection;
use kifu::store::{Anchor, Drawing, Order, Pattern, Query, Step};
use serde::Deserialize;

pub(crate) use self::list::ListRequest;
use super::App;
use super::parameters::{of_members, of_query};
use crate::error::ApiError;
use crate::library::Opened;

/// Characters of an expression, a pattern or a sequence.
const LONGEST: usize = 8192;

/// Patterns that must come later.
const LATER: usize = 8;

/// Steps of a sequence.
const STEPS: usize = 64;

/// Games of a page.
const PAGE: usize = 500;

/// Moves of an opening tree.
const DEPTH: usize = 30;

/// Range of games in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

/// A search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SearchRequest {
    /// The pattern as it is drawn; the empty board if it is missing.
    pub(crate) pattern: Option<String>,
    /// The board if there is no pattern: `19` or `19:9`.
    pub(crate) size: Option<String>,
    pub(crate) anchor: Option<String>,
    /// `false`: the pattern is not turned.
    pub(crate) symmetry: Option<bool>,
    /// `false`: the colors are not swapped.
    pub(crate) swap: Option<bool>,
    /// `true`: the pattern may touch edges that it does not show.
    pub(crate) edges: Option<bool>,
    pub(crate) next: Option<String>,
    pub(crate) moves: Option<String>,
    pub(crate) sequence: Option<String>,
    /// Patterns that come later, separated by `;`.
    pub(crate) then: Option<String>,
    pub(crate) variations: Option<bool>,
    #[serde(rename = "where")]
    pub(crate) selection: Option<String>,
    pub(crate) order: Option<String>,
    /// Continuations.
    pub(crate) top: Option<usize>,
    pub(crate) offset: Option<usize>,
    pub(crate) limit: Option<usize>,
    /// Of an opening tree.
    pub(crate) depth: Option<usize>,
    pub(crate) least: Option<u64>,
    pub(crate) format: Option<String>,
}

/// A table of games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TableRequest {
    #[serde(rename = "where")]
    pub(crate) selection: Option<String>,
    /// Names of columns, with commas between them.
    columns: Option<String>,
}

impl TableRequest {
    /// The names of the columns; `None` for the usual ones.
    pub(crate) fn columns(&self) -> Result<Option<Vec<String>>, ApiError> {
        ensure_short("columns", self.columns.as_ref())?;
        let names = self.columns.as_ref();
        Ok(names.map(|names| {
            names
                .split(',')
                .map(|name| name.trim().to_owned())
                .collect()
        }))
    }
}

fn ensure_short(name: &str, text: Option<&String>) -> Result<(), ApiError> {
    match text {
        Some(text) if text.len() > LONGEST => Err(ApiError::parameter(
            name,
            format_args!("longer than {LONGEST} bytes"),
        )),
        _ => Ok(()),
    }
}

pub(crate) fn ensure_none(given: &[(&str, bool)], why: &str) -> Result<(), ApiError> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(ApiError::parameter(name, why)),
        None => Ok(()),
    }
}

/// Reads an expression that selects games.
pub(crate) fn selection(text: Option<&String>) -> Result<Selection, ApiError> {
    ensure_short("where", text)?;
    match text.map(|text| text.trim()).filter(|text| !text.is_empty()) {
        None => Ok(Selection::default()),
        Some(text) => Selection::parse(text)
            .map_err(|error| ApiError::parameter("where", error.shown_in(text))),
    }
}

fn drawn(name: &str, text: &str) -> Result<Pattern, ApiError> {
    let drawing: Drawing = text
        .parse()
        .map_err(|error| ApiError::parameter(name, error))?;
    drawing
        .pattern()
        .map_err(|error| ApiError::parameter(name, error))
}

/// Reads `19` or `19:9`.
fn size(text: &str) -> Result<Size, ApiError> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.parse::<u16>().ok();
    let size = side(columns).zip(side(rows));
    size.and_then(|(columns, rows)| Size::new(columns, rows).ok())
        .filter(|size| size.columns() <= Size::LETTERS && size.rows() <= Size::LETTERS)
        .ok_or_else(|| {
            ApiError::parameter(
                "size",
                format_args!("`{text}`: expected `19`, or `19:9`, up to 52"),
            )
        })
}

impl SearchRequest {
    /// Builds the query of the index.
    pub(crate) async fn query(&self, app: &App, opened: &Arc<Opened>) -> Result<Query, ApiError> {
        let usual = if self.pattern.is_none() && self.size.is_none() {
            self.usual_size(app, opened).await?
        } else {
            Size::GO
        };
        let query = self.query_or(usual)?;
        match query.ensure_place(&opened.store.sizes()) {
            // A drawing that is too large for the boards of an index has no games there.
            Err(error) if error.fits_at_edges() => {
                let help = "draw them, or use `anchor` (`full` is the whole board) or `edges=true`";
                let message = format_args!("{error}; {help}");
                Err(ApiError::parameter("pattern", message))
            }
            _ => Ok(query),
        }
    }

    /// Returns the board of most selected games.
    async fn usual_size(&self, app: &App, opened: &Arc<Opened>) -> Result<Size, ApiError> {
        let selected = selection(self.selection.as_ref())?;
        let opened = opened.clone();
        let usual = move |_: &_| {
            // The search reports the parts that cannot be read.
            let (sizes, _) = opened.store.sizes_partial(&selected)?;
            let usual = sizes.first().map(|(size, _)| *size);
            let usual = usual.or_else(|| opened.store.sizes().first().copied());
            Ok(usual.unwrap_or(Size::GO))
        };
        app.gate.work(usual).await
    }

    fn query_or(&self, usual: Size) -> Result<Query, ApiError> {
        for (name, text) in [
            ("pattern", &self.pattern),
            ("sequence", &self.sequence),
            ("then", &self.then),
        ] {
            ensure_short(name, text.as_ref())?;
        }
        let size = self.size.as_deref().map(size).transpose()?;
        let mut pattern = if let Some(text) = &self.pattern {
            drawn("pattern", text)?
        } else {
            Pattern::of_board(&Board::new(size.unwrap_or(usual)))
        };
        if let Some(name) = &self.anchor {
            let anchor = Anchor::from_name(name).ok_or_else(|| {
                ApiError::parameter(
                    "anchor",
                    "expected a corner (`NE`), a side (`N`), `anywhere` or `full`",
                )
            })?;
            let drawn = pattern.anchor();
            let anchor = if self.pattern.is_some() {
                anchor.of_drawing(drawn)
            } else {
                Ok(anchor)
            };
            pattern = anchor
                .and_then(|anchor| pattern.anchored(anchor))
                .map_err(|error| ApiError::parameter("anchor", error))?;
        }
        let mut query = Query::new(pattern);
        if self.symmetry == Some(false) {
            query.symmetries = vec![Symmetry::Identity];
        }
        query.swaps_colors = self.swap.unwrap_or(true);
        query.slides_onto_edges = self.edges.unwrap_or(false);
        query.next = match self.next.as_deref() {
            None | Some("" | "any") => None,
            Some("black") => Some(Color::Black),
            Some("white") => Some(Color::White),
            Some(_) => return Err(ApiError::parameter("next", "expected `black` or `white`")),
        };
        if let Some(text) = &self.moves {
            let moves = Query::read_moves(text);
            query.moves = moves.ok_or_else(|| {
                ApiError::parameter("moves", format_args!("expected {}", Query::MOVES))
            })?;
        }
        if let Some(text) = self
            .sequence
            .as_deref()
            .filter(|text| !text.trim().is_empty())
        {
            query.sequence = Step::parse_all(text, &query.pattern)
                .map_err(|error| ApiError::parameter("sequence", error))?;
            if query.sequence.len() > STEPS {
                return Err(ApiError::parameter(
                    "sequence",
                    format_args!("more than {STEPS} steps"),
                ));
            }
        }
        if let Some(text) = self.then.as_deref().filter(|text| !text.trim().is_empty()) {
            let later = text.split(';').map(|text| drawn("then", text));
            query.later = later.collect::<Result<_, _>>()?;
        }
        if query.later.len() > LATER {
            return Err(ApiError::parameter(
                "then",
                format_args!("more than {LATER} patterns"),
            ));
        }
        query.in_variations = self.variations.unwrap_or(false);
        query.selection = selection(self.selection.as_ref())?;
        Ok(query)
    }

    /// The order of the games.
    pub(crate) fn order(&self) -> Result<Order, ApiError> {
        Ok(match self.order.as_deref() {
            None | Some("newest") => Order::Newest,
            Some("oldest") => Order::Oldest,
            Some("rank") => Order::Rank,
            Some("novelty") => Order::Novelty,
            Some("index") => Order::Index,
            Some(_) => {
                return Err(ApiError::parameter(
                    "order",
                    "expected `newest`, `oldest`, `rank`, `novelty` or `index`",
                ));
            }
        })
    }

    /// Range of games shown.
    pub(crate) fn page(&self) -> Page {
        Page {
            offset: self.offset.unwrap_or(0),
            limit: self.limit.unwrap_or(20).min(PAGE),
        }
    }

    /// Moves of an opening tree.
    pub(crate) fn depth(&self) -> Result<usize, ApiError> {
        let depth = self.depth.unwrap_or(6);
        if depth > DEPTH {
            return Err(ApiError::parameter(
                "depth",
                format_args!("{depth}: must be {DEPTH} or less"),
            ));
        }
        Ok(depth)
    }

    /// Refuses parameters of opening trees in a search.
    pub(crate) fn ensure_search(&self) -> Result<(), ApiError> {
        let given = [
            ("depth", self.depth.is_some()),
            ("least", self.least.is_some()),
            ("format", self.format.is_some()),
        ];
        ensure_none(&given, "only opening trees take it")
    }

    /// Refuses parameters of searches in a request for an opening tree.
    pub(crate) fn ensure_tree(&self) -> Result<(), ApiError> {
        let given = [
            ("order", self.order.is_some()),
            ("top", self.top.is_some()),
            ("offset", self.offset.is_some()),
            ("limit", self.limit.is_some()),
        ];
        ensure_none(&given, "only searches take it")
    }

    /// Number of continuations shown.
    pub(crate) fn top(&self) -> usize {
        self.top.unwrap_or(60)
    }

    /// Returns the cache key: requests with the same key have the same answer.
    pub(crate) fn key(&self) -> String {
        format!(
            "{:?}",
            (
                (
                    &self.pattern,
                    &self.size,
                    &self.anchor,
                    self.symmetry,
                    self.swap,
                    self.edges
                ),
                (
                    &self.next,
                    &self.moves,
                    &self.sequence,
                    &self.then,
                    self.variations,
                    &self.selection
                ),
            )
        )
    }
}

/// Parses any bytes as requests, for fuzzing.
#[doc(hidden)]
pub fn fuzz(bytes: &[u8]) {
    let usual = Size::GO;
    let members = serde_json::from_slice(bytes);
    if let Ok(request) = members
        .map_err(drop)
        .and_then(|members| of_members::<SearchRequest>(members).map_err(drop))
    {
        let _ = (
            request.query_or(usual),
            request.order(),
            request.page(),
            request.key(),
        );
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(uri) = Uri::builder().path_and_query(format!("/?{text}")).build() else {
        return;
    };
    if let Ok(request) = of_query::<SearchRequest>(&uri) {
        if let Ok(query) = request.query_or(usual) {
            assert!(query.sequence.len() <= STEPS && query.later.len() <= LATER);
        }
        let _ = (request.order(), request.page(), request.key());
    }
    if let Ok(request) = of_query::<ListRequest>(&uri) {
        let _ = (
            request.page(7),
            request.key(),
            selection(request.selection.as_ref()),
        );
    }
}

#[cfg(test)]
mod tests {
    use kifu::go::Size;

    use super::{SearchRequest, fuzz, of_query, size};

    fn search(query: &str) -> Result<SearchRequest, ()> {
        let uri = format!("/?{query}").parse().map_err(drop)?;
        of_query(&uri).map_err(drop)
    }

    #[test]
    fn a_search_is_read_from_an_address() {
        let request = search("pattern=XO/.X&next=white&moves=-50&sequence=B:aa%20~&symmetry=false&where=date%3E%3D2000").unwrap();
        let query = request.query_or(Size::GO).unwrap();
        assert_eq!(query.pattern.columns(), 2);
        assert_eq!(
            (
                query.symmetries.len(),
                query.sequence.len(),
                *query.moves.end()
            ),
            (1, 2, 50)
        );
        assert!(search("pattern=XO&unknown=1").is_err());
        assert!(search("where=%ff").is_err());
        let empty = search("size=9").unwrap().query_or(Size::GO).unwrap();
        assert_eq!(empty.pattern.columns(), 9);
        for wrong in [
            "pattern=Z",
            "size=99",
            "pattern=X&size=0",
            "pattern=X&size=1000",
            "moves=9-1",
            "next=red",
            "sequence=B:zz",
            "where=%3D%3D",
            "anchor=middle",
            "pattern=X&then=;;;",
            "pattern=X&then=X;",
        ] {
            assert!(
                search(wrong).unwrap().query_or(Size::GO).is_err(),
                "{wrong}"
            );
        }
        assert!(search("order=random").unwrap().order().is_err());
        assert!(
            search(&format!("pattern={}", "X/".repeat(9000)))
                .unwrap()
                .query_or(Size::GO)
                .is_err()
        );
    }

    #[test]
    fn sizes() {
        assert_eq!(size("19:9").unwrap().rows(), 9);
        assert!(size("0").is_err() && size("53").is_err());
    }

    #[test]
    fn any_bytes_are_read() {
        for bytes in [
            &b"{}"[..],
            b"\xff\xfe",
            b"pattern=%ff&where=%00",
            b"{\"pattern\":\"X\",\"then\":\";;X\"}",
        ] {
            fuzz(bytes);
        }
    }
}
