//! Answers in JSON.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use kifu::go::{Color, Point};
use kifu::store::{
    Answer, Continuation, Counts, Found, GameId, IndexedGame, Order, Query, Share, Tally, Text,
};
use serde_json::{Map, Value, json};

use super::request::Page;
use crate::error::ApiError;
use crate::library::Opened;

/// A JSON document.
pub(super) fn document(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Facts of the index about a game.
pub(super) fn game(opened: &Opened, id: GameId, info: &IndexedGame) -> Result<Value, ApiError> {
    let mut object = Map::new();
    object.insert("id".into(), opened.name(id, info)?.into());
    for text in Text::ALL {
        if let Some(value) = info
            .text(*text)
            .map(str::trim)
            .filter(|value| !value.is_empty())
        {
            object.insert(text.column().into(), value.into());
        }
    }
    object.insert("file".into(), (&*info.path).into());
    object.insert("number".into(), (info.number + 1).into());
    object.insert("moves".into(), info.moves.into());
    object.insert("variations".into(), info.variations.into());
    let size = info.size.map(|size| size.sgf().to_string());
    let others = [
        ("komi", info.komi.map(Value::from)),
        ("handicap", info.handicap.map(Value::from)),
        ("time", info.time.map(Value::from)),
        ("size", size.map(Value::from)),
        (
            "has_comments",
            Some(info.properties.split(',').any(|own| own == "C").into()),
        ),
    ];
    for (name, value) in others {
        if let Some(value) = value {
            object.insert(name.into(), value);
        }
    }
    Ok(Value::Object(object))
}

fn share(part: u64, other: u64) -> Value {
    let share = Share::of(part, part + other);
    share.map_or(
        Value::Null,
        |share| json!({"share": share.share, "low": share.low, "high": share.high}),
    )
}

fn counts(counts: Counts) -> Value {
    json!({
        "games": counts.games,
        "hits": counts.hits,
        "black_wins": counts.black_wins,
        "white_wins": counts.white_wins,
        "swapped": counts.swapped,
        "black_share": share(counts.black_wins, counts.white_wins),
    })
}

fn tally(object: &mut Map<String, Value>, tally: Tally) {
    object.insert("hits".into(), tally.hits.into());
    object.insert("black_wins".into(), tally.black_wins.into());
    object.insert("white_wins".into(), tally.white_wins.into());
    object.insert(
        "black_share".into(),
        share(tally.black_wins, tally.white_wins),
    );
    object.insert("tenuki".into(), tally.tenuki.into());
    object.insert("average_move".into(), tally.average_move().into());
    object.insert("in_variations".into(), tally.in_variations.into());
}

pub(super) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn continuation(next: &Continuation) -> Value {
    let mut object = Map::new();
    object.insert("column".into(), next.point.x.into());
    object.insert("row".into(), next.point.y.into());
    object.insert("point".into(), next.point.to_string().into());
    object.insert("color".into(), color(next.color).into());
    tally(&mut object, next.tally);
    if let Some(reached) = next.reached {
        object.insert("position_in_games".into(), reached.into());
    }
    Value::Object(object)
}

fn hit(
    opened: &Opened,
    found: &Found,
    info: &IndexedGame,
    query: &Query,
) -> Result<Value, ApiError> {
    let mut value = game(opened, found.game, info)?;
    let columns = query.pattern.columns();
    let next = found.next.map(|(cell, of)| {
        let point = Point::new(cell % columns, cell / columns);
        json!({"point": point.to_string(), "column": point.x, "row": point.y, "color": color(of)})
    });
    value["hit"] = json!({
        "node": found.node,
        "move": found.move_number,
        "variation": found.is_variation,
        "swapped": found.transform.is_swapped,
        "symmetry": found.transform.symmetry as u8,
        "column": found.corner.x,
        "row": found.corner.y,
        "next": next,
    });
    Ok(value)
}

/// The figures of an answer, without its games.
pub(super) fn figures(answer: &Answer, query: &Query, top: usize, is_complete: bool) -> Value {
    let continuations = answer.continuations();
    let mut without = Map::new();
    tally(&mut without, answer.without);
    let years = answer.years.iter().map(|(year, of)| {
        json!({
            "year": year,
            "hits": of.hits,
            "black_wins": of.black_wins,
            "white_wins": of.white_wins,
        })
    });
    json!({
        "complete": is_complete,
        "searched": answer.searched,
        "columns": query.pattern.columns(),
        "rows": query.pattern.rows(),
        "main": counts(answer.main),
        "variations": query.in_variations.then(|| counts(answer.variations)),
        "continuations": continuations.iter().take(top).map(continuation).collect::<Vec<_>>(),
        "more_continuations": continuations.len().saturating_sub(top),
        "without_continuation": without,
        "years": years.collect::<Vec<_>>(),
        "unread": answer.unread,
        "damaged": answer.damaged.len(),
    })
}

/// Some games of an answer, from an offset.
pub(super) fn found(
    opened: &Opened,
    answer: &Answer,
    query: &Query,
    order: Order,
    page: Page,
) -> Result<Value, ApiError> {
    let end = page.offset.saturating_add(page.limit);
    let sample = answer.sample(order, end);
    let shown: Vec<Found> = sample.into_iter().skip(page.offset).collect();
    let ids: Vec<GameId> = shown.iter().map(|found| found.game).collect();
    let (infos, errors) = opened.store.games_partial(&ids);
    for error in errors {
        tracing::warn!(%error, "games");
    }
    let mut list = Vec::with_capacity(shown.len());
    for (own, info) in shown.iter().zip(infos) {
        if let Some(info) = info {
            list.push(hit(opened, own, &info, query)?);
        }
    }
    let total = answer.found.len();
    Ok(json!({
        "total": total,
        "offset": page.offset,
        "next": (page.limit > 0 && end < total).then_some(end),
        "list": list,
    }))
}
