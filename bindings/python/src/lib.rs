//! The extension module of the Python package `kifu`.
//!
//! It contains signatures, defaults and the mapping of errors. The functionality is in the crates of Kifu.

mod answer;
mod argument;
mod board;
mod bytes;
mod change;
#[cfg(feature = "cli")]
mod cli;
mod collection;
mod compare;
mod database;
mod error;
mod finding;
mod game;
mod interrupt;
mod judge;
mod learn;
mod node;
mod nodes;
mod point;
mod position;
mod problem;
mod query;
mod read;
mod render;
mod repr;
mod scan;
mod score;
mod shared;
mod steps;
mod table;
mod value;

/// The extension module. Its names are imported by the package `kifu`.
#[pyo3::pymodule(gil_used = false)]
mod _kifu {
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::change::Change;
    #[cfg(feature = "cli")]
    #[pymodule_export]
    use crate::cli::_run;
    #[pymodule_export]
    use crate::collection::{Collection, CollectionIterator};
    #[pymodule_export]
    use crate::compare::{Diff, DuplicateGroup, dedupe, diff, merge};
    #[pymodule_export]
    use crate::database::{Database, index};
    #[pymodule_export]
    use crate::finding::{
        _restore_diagnostic, _restore_fix, _restore_fixed, Diagnostic, Fix, Fixed,
    };
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::judge::{check, convert, fix, formats, normalize, upgrade};
    #[pymodule_export]
    use crate::learn::{_restore_planes, BatchStream, Planes, planes};
    #[pymodule_export]
    use crate::node::Node;
    #[pymodule_export]
    use crate::nodes::NodeIterator;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::read::{_restore, loads, open};
    #[pymodule_export]
    use crate::render::render;
    #[pymodule_export]
    use crate::scan::{_records, GameScan, scan};
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::table::Table;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
