//! Which games of the inputs are meant.

use clap::Args;
use kifu::select::{Field, Selection};

/// Which games are meant
#[derive(Args, Clone, Debug)]
pub(crate) struct Selected {
    /// Only games that this is true of: `black=Lee* and date>=2016`; see `kifu list --help`
    #[arg(short = 'w', long = "where", value_name = "SELECTION", value_parser = selection)]
    selection: Option<Selection>,
}

impl Selected {
    /// The selection; all games if there is none.
    pub(crate) fn selection(&self) -> Selection {
        self.selection.clone().unwrap_or_default()
    }
}

fn selection(text: &str) -> Result<Selection, String> {
    Selection::parse(text).map_err(|error| error.shown_in(text))
}

/// Reads the name of a field.
pub(crate) fn field(name: &str) -> Result<Field, String> {
    Field::from_name(name.trim()).ok_or_else(|| {
        let names: Vec<_> = Field::ALL.iter().map(|field| field.name()).collect();
        format!("there is no such field; there are {}", names.join(", "))
    })
}
