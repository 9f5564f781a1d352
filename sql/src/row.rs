//! Functions of the game of a row.
//!
//! `board_at(50)` refers to the game of the row: its last two arguments, the columns `segment` and `game`, are added if
//! omitted. If several tables have these columns, they must be given: `board_at(50, g.segment, g.game)`.

use std::sync::Arc;

use datafusion::common::tree_node::Transformed;
use datafusion::common::{Column, DFSchema, ScalarValue};
use datafusion::config::ConfigOptions;
use datafusion::error::Result;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Expr, ExprSchemable as _};

use crate::database::Predicate;
use crate::error::wrong;

/// The functions with their maximum number of own arguments. `has_position` has more.
pub(crate) const OF_ROWS: [(&str, usize); 9] = [
    ("board_at", 1),
    ("diagram", 1),
    ("has_position", 2),
    ("move_at", 1),
    ("opening_tree", 2),
    ("position_hash", 1),
    ("sgf", 0),
    ("game_key", 0),
    ("where_kifu", 1),
];

fn own_arguments(name: &str) -> Option<usize> {
    let mut all = OF_ROWS.iter();
    all.find(|(own, _)| *own == name).map(|(_, most)| *most)
}

/// Whether a function reads the game of the row.
pub(crate) fn is_of_rows(name: &str) -> bool {
    own_arguments(name).is_some()
}

/// Adds the columns of the row.
#[derive(Debug)]
pub(crate) struct AddRow;

impl FunctionRewrite for AddRow {
    fn name(&self) -> &'static str {
        "add_row"
    }

    fn rewrite(
        &self,
        expr: Expr,
        schema: &DFSchema,
        _: &ConfigOptions,
    ) -> Result<Transformed<Expr>> {
        Ok(match expr {
            Expr::ScalarFunction(mut function) => {
                let name = function.func.name().to_owned();
                let is_new = add(&name, &mut function.args, schema)?;
                Transformed::new_transformed(Expr::ScalarFunction(function), is_new)
            }
            Expr::AggregateFunction(mut function) => {
                let name = function.func.name().to_owned();
                let is_new = add(&name, &mut function.params.args, schema)?;
                Transformed::new_transformed(Expr::AggregateFunction(function), is_new)
            }
            // An aggregate with `OVER`.
            Expr::WindowFunction(mut function) => {
                let name = function.fun.name().to_owned();
                let is_new = add(&name, &mut function.params.args, schema)?;
                Transformed::new_transformed(Expr::WindowFunction(function), is_new)
            }
            other => Transformed::no(other),
        })
    }
}

fn add(name: &str, arguments: &mut Vec<Expr>, schema: &DFSchema) -> Result<bool> {
    let is_given = match (name, &arguments[..]) {
        // It takes any number of options, which are texts.
        ("has_position", [.., segment, game]) => [segment, game].iter().all(|argument| {
            let kind = argument.get_type(schema);
            kind.is_ok_and(|kind| kind.is_integer())
        }),
        _ => own_arguments(name).is_none_or(|most| arguments.len() > most),
    };
    if is_given {
        ensure_arguments(name, arguments.len())?;
        return Ok(false);
    }
    for column in ["segment", "game"] {
        let fields = schema.qualified_fields_with_unqualified_name(column);
        let [(qualifier, field)] = &fields[..] else {
            let reason = if fields.is_empty() {
                "no table of this query has the columns `segment` and `game`".to_owned()
            } else {
                format!(
                    "several tables have the columns `segment` and `game`: name those of one, as last arguments \
                     (`{name}(…, g.segment, g.game)`)"
                )
            };
            return Err(wrong(format!("`{name}` reads the game of a row: {reason}")));
        };
        let column = Column::new(qualifier.cloned(), field.name());
        arguments.push(Expr::Column(column));
    }
    Ok(true)
}

/// Fails unless the number of arguments fits those of a function and the two columns of a row.
fn ensure_arguments(name: &str, count: usize) -> Result<()> {
    // It takes any number of options.
    let Some(most) = own_arguments(name).filter(|_| name != "has_position") else {
        return Ok(());
    };
    let least = usize::from(name == "where_kifu");
    if (least + 2..=most + 2).contains(&count) {
        return Ok(());
    }
    let (own, all) = match most {
        0 => ("none".to_owned(), "2".to_owned()),
        _ if least == most => (most.to_string(), (most + 2).to_string()),
        _ => (format!("up to {most}"), format!("up to {}", most + 2)),
    };
    let arguments = if count == 1 { "argument" } else { "arguments" };
    Err(wrong(format!(
        "`{name}` has {count} {arguments}: expected {own}, or {all} with `segment` and `game` of a row as the last two"
    )))
}

/// Converts a filter to a predicate over whole games, if its arguments are literals and the columns of its row.
pub(crate) fn predicate(filter: &Expr) -> Option<Predicate> {
    let Expr::ScalarFunction(function) = filter else {
        return None;
    };
    let (own, row) = function
        .args
        .split_at_checked(function.args.len().checked_sub(2)?)?;
    let names = row.iter().map(|expr| match expr {
        Expr::Column(column) => Some(column.name.as_str()),
        _ => None,
    });
    if names.collect::<Option<Vec<_>>>()? != ["segment", "game"] {
        return None;
    }
    let texts: Vec<String> = own.iter().map(literal).collect::<Option<_>>()?;
    match (function.func.name(), texts.as_slice()) {
        ("where_kifu", [text]) => Some(Predicate::Where(text.clone())),
        ("has_position", [_, ..]) => Some(Predicate::Position(texts)),
        _ => None,
    }
}

/// A literal text.
pub(crate) fn literal(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Literal(value, _) => text(value),
        Expr::Cast(cast) => literal(&cast.expr),
        _ => None,
    }
}

fn text(value: &ScalarValue) -> Option<String> {
    value.try_as_str().flatten().map(str::to_owned)
}

/// All literal arguments of a table function, as texts.
pub(crate) fn literals(function: &str, arguments: &[Expr]) -> Result<Vec<String>> {
    let read = |expr: &Expr| {
        let number = match expr {
            Expr::Literal(value, _) if !value.is_null() && value.data_type().is_numeric() => {
                Some(value.to_string())
            }
            other => literal(other),
        };
        number.ok_or_else(|| {
            wrong(format!(
                "`{function}`: `{expr}` is not a constant (the arguments of a table function cannot come from another \
                 table; `has_position` and `where_kifu` take those of a row)"
            ))
        })
    };
    arguments.iter().map(read).collect()
}

/// Creates the rewrite rule of functions.
pub(crate) fn rewrite() -> Arc<AddRow> {
    Arc::new(AddRow)
}
