//! Functions with a value for each row.

use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, BooleanBuilder, Int64Array, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::cast::{as_int64_array, as_string_array};
use datafusion::error::Result;
use datafusion::logical_expr::{ColumnarValue, Expr, ScalarFunctionArgs, ScalarUDFImpl, Signature};
use kifu::store::GameId;

use super::board::{Games, Position};
use super::session_function::SessionFunction;
use super::{converted, ensure_whole, symmetry};
use crate::database::{Databases, Predicate, has};
use crate::error::{of_store, wrong};
use crate::tables::games::id;

/// The functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    BoardAt,
    MoveAt,
    PositionHash,
    HasPosition,
    WhereKifu,
    Sgf,
    GameKey,
    Diagram,
    Symmetry,
}

impl Kind {
    pub(crate) const ALL: [Self; 9] = [
        Self::BoardAt,
        Self::MoveAt,
        Self::PositionHash,
        Self::HasPosition,
        Self::WhereKifu,
        Self::Sgf,
        Self::GameKey,
        Self::Diagram,
        Self::Symmetry,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::BoardAt => "board_at",
            Self::MoveAt => "move_at",
            Self::PositionHash => "position_hash",
            Self::HasPosition => "has_position",
            Self::WhereKifu => "where_kifu",
            Self::Sgf => "sgf",
            Self::GameKey => "game_key",
            Self::Diagram => "diagram",
            Self::Symmetry => "symmetry",
        }
    }
}

impl ScalarUDFImpl for SessionFunction<Kind> {
    fn name(&self) -> &str {
        self.kind.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The call as written: `board_at(50)`.
    fn schema_name(&self, arguments: &[Expr]) -> Result<String> {
        let arguments = arguments.iter().map(|argument| match argument {
            Expr::Literal(value, _) => value.to_string(),
            other => other.schema_name().to_string(),
        });
        let arguments: Vec<String> = arguments.collect();
        Ok(format!("{}({})", self.name(), arguments.join(",")))
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        if let (Kind::BoardAt | Kind::Diagram | Kind::MoveAt | Kind::PositionHash, [first, ..]) =
            (self.kind, arguments)
        {
            ensure_whole(self.name(), "the number of a move", first)?;
        }
        Ok(match self.kind {
            Kind::PositionHash => DataType::Int64,
            Kind::HasPosition | Kind::WhereKifu => DataType::Boolean,
            _ => DataType::Utf8,
        })
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = arguments.number_rows;
        let arrays = arguments
            .args
            .into_iter()
            .map(|value| value.into_array(rows));
        let arrays: Vec<ArrayRef> = arrays.collect::<Result<_>>()?;
        if self.kind == Kind::Symmetry {
            return turned(&arrays).map(ColumnarValue::Array);
        }
        let Some((own, [segments, games])) = arrays
            .len()
            .checked_sub(2)
            .map(|own| arrays.split_at(own))
            .and_then(|(own, row)| Some((own, <&[ArrayRef; 2]>::try_from(row).ok()?)))
        else {
            let name = self.name();
            return Err(wrong(format!("`{name}`: the game of the row is missing")));
        };
        let of_rows = Rows {
            databases: &self.databases,
            games: Games::of(&self.databases, segments, games)?,
            count: rows,
        };
        let array: ArrayRef = match self.kind {
            Kind::BoardAt => of_rows.positions(self.name(), own, |position| position.drawing())?,
            Kind::Diagram => of_rows.positions(self.name(), own, |position| position.diagram())?,
            Kind::PositionHash => of_rows.hashes(own)?,
            Kind::MoveAt => of_rows.moves(own)?,
            Kind::Sgf => of_rows.records()?,
            Kind::GameKey => of_rows.keys()?,
            Kind::WhereKifu | Kind::HasPosition => of_rows.predicate(self.kind, own)?,
            Kind::Symmetry => turned(own)?,
        };
        Ok(ColumnarValue::Array(array))
    }
}

/// The rows of a call.
struct Rows<'a> {
    databases: &'a Databases,
    games: Games,
    count: usize,
}

/// The move numbers of a call.
enum Numbers {
    /// The end of the game.
    End,
    Given(Int64Array),
}

impl Numbers {
    fn of(name: &str, own: &[ArrayRef]) -> Result<Self> {
        match own {
            [] => Ok(Self::End),
            [numbers] => {
                ensure_whole(name, "the number of a move", numbers.data_type())?;
                let numbers = converted(numbers, &DataType::Int64)?;
                Ok(Self::Given(as_int64_array(&numbers)?.clone()))
            }
            _ => Err(wrong(format!("`{name}`: too many arguments"))),
        }
    }

    /// The number of a row; `None` if it is null or negative. An inner `None` is the end of the game.
    fn get(&self, row: usize) -> Option<Option<u64>> {
        match self {
            Self::End => Some(None),
            Self::Given(numbers) if numbers.is_null(row) => None,
            Self::Given(numbers) => u64::try_from(numbers.value(row)).ok().map(Some),
        }
    }
}

impl Rows<'_> {
    fn each_position(
        &self,
        name: &str,
        own: &[ArrayRef],
        mut take: impl FnMut(usize, Position),
    ) -> Result<()> {
        let numbers = Numbers::of(name, own)?;
        self.games.each(|row, size, changes| {
            let number = numbers.get(row);
            if let Some(position) = number.and_then(|number| Position::after(size, changes, number))
            {
                take(row, position);
            }
            Ok(())
        })
    }

    fn positions(
        &self,
        name: &str,
        own: &[ArrayRef],
        text: impl Fn(&Position) -> String,
    ) -> Result<ArrayRef> {
        let mut texts = vec![None; self.count];
        self.each_position(name, own, |row, position| {
            texts[row] = Some(text(&position))
        })?;
        Ok(Arc::new(StringArray::from(texts)))
    }

    fn hashes(&self, own: &[ArrayRef]) -> Result<ArrayRef> {
        let mut hashes = vec![None; self.count];
        self.each_position("position_hash", own, |row, position| {
            hashes[row] = Some(position.hash());
        })?;
        Ok(Arc::new(Int64Array::from(hashes)))
    }

    fn moves(&self, own: &[ArrayRef]) -> Result<ArrayRef> {
        let numbers = Numbers::of("move_at", own)?;
        let mut moves = vec![None; self.count];
        self.games.each(|row, _, changes| {
            // The first move of each node.
            let mut last = None;
            let mut all = changes.iter().filter_map(|(node, change)| match change {
                kifu::store::Change::Move(_, played) => {
                    (last.replace(*node) != Some(*node)).then_some(*played)
                }
                _ => None,
            });
            let played = match numbers.get(row) {
                None | Some(Some(0)) => None,
                Some(None) => all.last(),
                Some(Some(number)) => all.nth(usize::try_from(number - 1).unwrap_or(usize::MAX)),
            };
            moves[row] = played.map(|played| match played {
                kifu::go::Move::Play(point) => point.to_string(),
                kifu::go::Move::Pass => "pass".to_owned(),
            });
            Ok(())
        })?;
        Ok(Arc::new(StringArray::from(moves)))
    }

    fn records(&self) -> Result<ArrayRef> {
        let mut records: Vec<Option<String>> = vec![None; self.count];
        for (database, segment, rows) in self.games.segments() {
            let snapshot = database.store.snapshot();
            let Some(view) = snapshot.segment(segment) else {
                continue;
            };
            let live = view.live();
            let of_rows = rows.chunk_by(|one, other| one.0 == other.0);
            let games = of_rows
                .map(|rows| rows[0].0)
                .filter(|game| has(&live, *game));
            let games: Vec<_> = games.map(|game| id(segment, game)).collect();
            let mut take = |id: GameId, text: String| {
                let first = rows.partition_point(|(game, _)| *game < id.game);
                let of_game = rows[first..]
                    .iter()
                    .take_while(|(game, _)| *game == id.game);
                for (_, row) in of_game {
                    records[*row] = Some(text.clone());
                }
                ControlFlow::Continue(())
            };
            let mut failed = |error| self.databases.leave_out(error);
            let store = &database.store;
            let read = store.records_partial(&games, &mut take, &mut failed);
            read.map_err(of_store)?;
        }
        Ok(Arc::new(StringArray::from(records)))
    }

    fn keys(&self) -> Result<ArrayRef> {
        let mut keys: Vec<Option<String>> = vec![None; self.count];
        for (database, segment, rows) in self.games.segments() {
            let Some(view) = database.store.snapshot().segment(segment) else {
                continue;
            };
            let live = view.live();
            let rows: Vec<_> = rows.iter().filter(|(game, _)| has(&live, *game)).collect();
            let ids: Vec<_> = rows.iter().map(|(game, _)| id(segment, *game)).collect();
            let all = database.store.keys(&ids).map_err(of_store)?;
            for ((_, row), key) in rows.into_iter().zip(all) {
                keys[*row] = Some(key.to_string());
            }
        }
        Ok(Arc::new(StringArray::from(keys)))
    }

    /// The value of a predicate for the game of each row.
    fn predicate(&self, kind: Kind, own: &[ArrayRef]) -> Result<ArrayRef> {
        if own.is_empty() {
            return Err(wrong("an expression or a pattern is missing"));
        }
        let texts = own.iter().map(|array| converted(array, &DataType::Utf8));
        let texts: Vec<ArrayRef> = texts.collect::<std::result::Result<_, _>>()?;
        let texts: Vec<&StringArray> = texts
            .iter()
            .map(|array| as_string_array(array))
            .collect::<Result<_>>()?;
        let mut flags = vec![None; self.count];
        for (database, segment, rows) in self.games.segments() {
            let mut last = None;
            for (game, row) in rows {
                let arguments = texts
                    .iter()
                    .map(|text| text.is_valid(*row).then(|| text.value(*row)));
                let Some(arguments) = arguments.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let games = match &last {
                    Some((own, games)) if *own == arguments => games,
                    _ => {
                        let predicate = match kind {
                            Kind::WhereKifu => Predicate::Where(arguments[0].to_owned()),
                            _ => Predicate::Position(
                                arguments.iter().map(ToString::to_string).collect(),
                            ),
                        };
                        let games = self.databases.decided(database, &predicate)?;
                        &last.insert((arguments, games)).1
                    }
                };
                flags[*row] = games.value(segment, *game);
            }
        }
        let mut builder = BooleanBuilder::new();
        flags
            .into_iter()
            .for_each(|flag| builder.append_option(flag));
        Ok(Arc::new(builder.finish()))
    }
}

/// Turned or mirrored drawings.
fn turned(arguments: &[ArrayRef]) -> Result<ArrayRef> {
    let [drawings, ways] = arguments else {
        return Err(wrong(
            "`symmetry` takes a drawing and the name or number of a way to turn it",
        ));
    };
    let (drawings, ways) = (
        converted(drawings, &DataType::Utf8)?,
        converted(ways, &DataType::Utf8)?,
    );
    let (drawings, ways) = (as_string_array(&drawings)?, as_string_array(&ways)?);
    let turn = |(drawing, way): (Option<&str>, Option<&str>)| {
        let Some((drawing, way)) = drawing.zip(way) else {
            return Ok(None);
        };
        let way = symmetry::of_name(way).ok_or_else(|| {
            wrong(format!(
                "`{way}`: not a symmetry (expected 0 to 7, or a name as `rotate90` or `transpose`)"
            ))
        })?;
        symmetry::turned(drawing, way).map(Some)
    };
    let all = drawings.iter().zip(ways.iter()).map(turn);
    Ok(Arc::new(all.collect::<Result<StringArray>>()?))
}
