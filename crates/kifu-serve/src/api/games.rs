use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse as _;
use kifu::diagram::binding::{self, Options};
use kifu::diagram::{CoordinateLabels, Theme, layout, svg};
use kifu::store::GameId;
use kifu::{Collection, encoding};
use serde::Deserialize;
use serde_json::json;

use super::parameters::{GameName, Parameters};
use super::request::{ListRequest, ensure_none, selection};
use super::{Answered, App, respond};
use crate::error::ApiError;
use crate::library::Opened;

/// A page of a list of games.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Parameters(request): Parameters<ListRequest>,
) -> Answered {
    let opened = app.opened();
    let page = request.page(opened.tag)?;
    let selected = selection(request.selection.as_ref())?;
    let text = app
        .gate
        .work(move |cancel| {
            let key = request.key();
            let list = opened.list(key, &selected, request.sort, request.reverse, cancel)?;
            let end = page.offset.saturating_add(page.limit).min(list.len());
            let ids: &[GameId] = list.get(page.offset..end).unwrap_or_default();
            let (infos, errors) = opened.store.games_partial(ids);
            if let Some(error) = errors.into_iter().next() {
                return Err(error.into());
            }
            let mut games = Vec::with_capacity(ids.len());
            for (id, info) in ids.iter().zip(infos) {
                if let Some(info) = info {
                    games.push(respond::game(&opened, *id, &info)?);
                }
            }
            let has_next = page.limit > 0 && end < list.len();
            let next = has_next.then(|| request.cursor_at(opened.tag, end));
            Ok(
                json!({"total": list.len(), "offset": page.offset, "games": games, "next": next})
                    .to_string(),
            )
        })
        .await?;
    Ok(respond::document(text))
}

/// Position of a game to draw.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PictureRequest {
    #[serde(rename = "move")]
    number: Option<u32>,
    node: Option<u32>,
    coordinates: Option<bool>,
}

impl PictureRequest {
    /// Refuses parameters of pictures in a request for anything else.
    fn ensure_none(self) -> Result<(), ApiError> {
        let given = [
            ("move", self.number.is_some()),
            ("node", self.node.is_some()),
            ("coordinates", self.coordinates.is_some()),
        ];
        ensure_none(&given, "only pictures (`.svg`) take it")
    }

    fn ensure_one_node(self) -> Result<(), ApiError> {
        let both = self.number.is_some() && self.node.is_some();
        ensure_none(
            &[("node", both)],
            "`move` names another node; omit one of them",
        )
    }
}

/// Returns a game: its facts, its record, or a diagram.
pub(super) async fn game(
    State(app): State<Arc<App>>,
    GameName(name): GameName,
    Parameters(request): Parameters<PictureRequest>,
) -> Answered {
    let opened = app.opened();
    let (name, kind) = match name.rsplit_once('.') {
        Some((name, kind)) => (name.to_owned(), kind.to_owned()),
        None => (name, "json".to_owned()),
    };
    match kind.as_str() {
        "json" => {
            request.ensure_none()?;
            let text = app
                .gate
                .work(move |cancel| {
                    let id = opened.game(&name, cancel)?;
                    let infos = opened.store.games(&[id])?;
                    let info = infos
                        .first()
                        .ok_or_else(|| ApiError::missing("no such game"))?;
                    Ok(respond::game(&opened, id, info)?.to_string())
                })
                .await?;
            Ok(respond::document(text))
        }
        "sgf" => {
            request.ensure_none()?;
            let disposition = format!("inline; filename=\"{name}.sgf\"");
            let record = app
                .gate
                .work(move |cancel| record(&opened, opened.game(&name, cancel)?))
                .await?;
            let headers = [
                (
                    header::CONTENT_TYPE,
                    "application/x-go-sgf; charset=utf-8".to_owned(),
                ),
                (header::CONTENT_DISPOSITION, disposition),
            ];
            Ok((headers, record).into_response())
        }
        "svg" => {
            request.ensure_one_node()?;
            let picture = app
                .gate
                .work(move |cancel| draw(&opened, opened.game(&name, cancel)?, request))
                .await?;
            // A page of its own must not run what a record may have smuggled in.
            let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
            let headers = [
                (header::CONTENT_TYPE, "image/svg+xml"),
                (header::CONTENT_SECURITY_POLICY, policy),
            ];
            Ok((headers, picture).into_response())
        }
        _ => Err(ApiError::missing(
            "games are served as .json, .sgf and .svg",
        )),
    }
}

/// The record of a game in UTF-8, declared as such.
pub(super) fn record(opened: &Opened, id: GameId) -> Result<Vec<u8>, ApiError> {
    let text = opened.store.record(id)?;
    let collection = Collection::from(text.as_str());
    let is_declared = collection.game(0).is_some_and(|game| game.root().has("CA"));
    if !is_declared {
        return Ok(text.into_bytes());
    }
    match collection.to_bytes_in(encoding::Charset::UTF_8) {
        Ok(bytes) => Ok(bytes),
        Err(_) => Ok(text.into_bytes()),
    }
}

fn draw(opened: &Opened, id: GameId, request: PictureRequest) -> Result<String, ApiError> {
    let text = opened.store.record(id)?;
    let collection = Collection::from(text.as_str());
    let game = collection
        .game(0)
        .ok_or_else(|| ApiError::missing("no such game"))?;
    let node = match (request.number, request.node) {
        (Some(number), _) => binding::at_move(game, number),
        (None, Some(node)) => binding::at_number(game, node),
        (None, None) => game.main_line().last(),
    };
    let node = node.ok_or_else(|| ApiError::missing("the game has no such move"))?;
    let options = Options {
        coordinates: (request.coordinates == Some(false)).then(CoordinateLabels::none),
        comment: false,
        ..Options::default()
    };
    let drawn =
        binding::scene(node, &options).map_err(|error| ApiError::missing(&error.to_string()))?;
    let picture = layout::draw_as(&drawn.scene, &Theme::default(), &layout::Options::default());
    Ok(svg::draw(&picture))
}
