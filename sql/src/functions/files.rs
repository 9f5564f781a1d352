//! `sgf_files`: the games of a folder or file without an index.

use std::path::Path;

use datafusion::error::Result;

use crate::database::Databases;
use crate::error::wrong;
use crate::tables::games::Games;

/// The games of a folder, with the columns of the table `games`. They are indexed in a temporary folder that exists
/// until the session ends, so all functions of games work on them.
pub(crate) fn of(databases: &Databases, arguments: &[String]) -> Result<Games> {
    let [folder] = arguments else {
        return Err(wrong(
            "`sgf_files` takes a folder or a file: `sgf_files('games/')`",
        ));
    };
    let database = databases.of_folder(Path::new(folder))?;
    Ok(Games::new(database, &format!("sgf_files({folder})")))
}
