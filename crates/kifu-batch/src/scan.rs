use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{Builder, JoinHandle};

use kifu_formats::Format;
use kifu_sgf::{Collection, GameTree};

use crate::archive::is_packed;
use crate::cancel::Cancel;
use crate::error::{Error, ErrorKind};
use crate::inputs::Inputs;
use crate::pieces::{Games, Opened, Piece};
use crate::pool::{Many, Pool, Step};
use crate::record::{ensure_record, not_sgf};

/// Maximum number of results that wait to be received.
const AHEAD: usize = 16;

/// Every game of these files, folders and archives, read in parallel, in the order of the inputs.
///
/// A file that cannot be read yields an error, and iteration continues.
pub fn scan<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Scan<ScannedGame> {
    let paths: Vec<PathBuf> = paths
        .into_iter()
        .map(|path| path.as_ref().to_owned())
        .collect();
    Scan::games(Inputs::new(paths), Pool::default())
}

/// A game of a [`Scan`]. It shares the memory of the games read with it.
#[derive(Clone, Debug)]
pub struct ScannedGame {
    /// The file, or the archive and the member, as [`name_of`](crate::name_of) writes it.
    pub name: Arc<str>,
    /// The number of the game in its file, from 0.
    pub number: usize,
    collection: Arc<Collection>,
    index: usize,
}

impl ScannedGame {
    /// The game tree.
    ///
    /// # Panics
    /// Never: a scanned game is in its collection.
    #[must_use]
    pub fn tree(&self) -> GameTree<'_> {
        self.collection
            .game(self.index)
            .expect("a scanned game is in its collection")
    }
}

/// Games read together: those of a file in any format, or of a piece of a large one.
#[derive(Clone, Debug)]
pub struct ScannedFile {
    /// The file, or the archive and the member, as [`name_of`](crate::name_of) writes it.
    pub name: Arc<str>,
    /// Number of games of the file before these.
    pub first: usize,
    /// Whether these are all games of the file, with all of their nodes.
    pub is_whole: bool,
    /// The games.
    pub collection: Collection,
    /// The format that was read; `None` for SGF.
    pub format: Option<Format>,
    /// Messages about text of another format that could not be interpreted.
    pub notes: Vec<String>,
}

impl ScannedFile {
    /// Reads bytes of any format; with `headers_only`, only the roots of SGF.
    ///
    /// # Errors
    /// They hold no game.
    pub fn of(piece: &Piece, bytes: Vec<u8>, headers_only: bool) -> Result<Self, Error> {
        let (collection, format, notes) = match Format::of(&bytes).filter(|_| piece.first == 0) {
            None if headers_only => {
                let collection = Collection::headers_from_bytes(bytes);
                (checked(piece, collection)?, None, Vec::new())
            }
            None => (read(piece, bytes)?, None, Vec::new()),
            Some(format) => {
                let import = format.read(&bytes);
                if import.collection.is_empty() {
                    return Err(Error::new(&*piece.name, not_sgf(&bytes)));
                }
                let notes = import.notes.iter().map(ToString::to_string).collect();
                (import.collection, Some(format), notes)
            }
        };
        Ok(Self {
            name: Arc::clone(&piece.name),
            first: piece.first,
            is_whole: piece.is_whole && !(headers_only && format.is_none()),
            collection,
            format,
            notes,
        })
    }
}

/// The records of one path, file by file, on the thread of the caller: a large file in pieces, an archive member by
/// member. Files of other formats are read too.
///
/// # Errors
/// The file cannot be read. An unreadable member of an archive yields an error instead.
pub fn records(path: &Path) -> Result<Many<Result<ScannedFile, Error>>, Error> {
    let mut inputs = Inputs::new(vec![path.to_owned()]);
    inputs.formats = true;
    if is_packed(path) {
        return Ok(Box::new(
            inputs
                .archive_pieces(path.to_owned())
                .flat_map(|piece| each_piece(piece, true)),
        ));
    }
    let mut pieces = inputs.pieces();
    let piece = pieces
        .next()
        .unwrap_or_else(|| Err(Error::at(path, ErrorKind::NoRecord)));
    Ok(each_piece(Ok(piece?), true))
}

/// The games of a piece, and of the smaller pieces of a large file.
fn each_piece(piece: Result<Piece, Error>, may_be_large: bool) -> Many<Result<ScannedFile, Error>> {
    let mut piece = match piece {
        Ok(piece) => piece,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    match piece.open() {
        Ok(Opened::Bytes(bytes)) => {
            Box::new(std::iter::once(ScannedFile::of(&piece, bytes, false)))
        }
        Ok(Opened::Pieces(pieces)) if may_be_large => {
            Box::new(pieces.flat_map(|piece| each_piece(piece, false)))
        }
        // Pieces are not divided again.
        Ok(Opened::Pieces(_)) => Box::new(std::iter::empty()),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Results for all inputs, made in parallel by a thread of its own, in order.
///
/// Dropping it stops the work.
#[derive(Debug)]
pub struct Scan<R> {
    receiver: Option<Receiver<Result<Vec<R>, Error>>>,
    results: std::vec::IntoIter<R>,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Scan<ScannedGame> {
    /// All games of `inputs`.
    #[must_use]
    pub fn games(inputs: Inputs, pool: Pool) -> Self {
        Self::spawn(inputs, pool, |piece, bytes| {
            let collection = Arc::new(read(&piece, bytes)?);
            let game = |index| ScannedGame {
                name: Arc::clone(&piece.name),
                number: piece.first + index,
                collection: Arc::clone(&collection),
                index,
            };
            Ok((0..collection.len()).map(game).collect())
        })
    }
}

impl<R: Send + 'static> Scan<R> {
    /// Iterates over the results of `work` for the games of each file, or of each piece of a large file.
    #[must_use]
    pub fn with(
        inputs: Inputs,
        pool: Pool,
        work: impl Fn(Games<'_>) -> R + Send + Sync + 'static,
    ) -> Self {
        Self::spawn(inputs, pool, move |piece, bytes| {
            let collection = read(&piece, bytes)?;
            Ok(vec![work(piece.games(&collection))])
        })
    }

    /// Iterates over the results of `work` for the games of each file in any format, or of each piece of a large file.
    /// With `headers_only`, games of SGF have only their root.
    #[must_use]
    pub fn files(
        inputs: Inputs,
        pool: Pool,
        headers_only: bool,
        work: impl Fn(ScannedFile) -> R + Send + Sync + 'static,
    ) -> Self {
        Self::spawn(inputs, pool, move |piece, bytes| {
            Ok(vec![work(ScannedFile::of(&piece, bytes, headers_only)?)])
        })
    }

    fn spawn(
        inputs: Inputs,
        pool: Pool,
        work: impl Fn(Piece, Vec<u8>) -> Result<Vec<R>, Error> + Send + Sync + 'static,
    ) -> Self {
        let cancel = pool.cancel_token().clone();
        let (sender, receiver) = sync_channel(AHEAD);
        let run = {
            let sender = sender.clone();
            move || {
                let progress = inputs.progress().clone();
                let work = |(): &mut (), piece: Result<Piece, Error>| match piece
                    .and_then(|mut piece| Ok((piece.open()?, piece)))
                {
                    Ok((Opened::Bytes(bytes), piece)) => {
                        progress.add_finished(bytes.len());
                        Step::Done(work(piece, bytes))
                    }
                    Ok((Opened::Pieces(pieces), _)) => Step::Many(pieces),
                    Err(error) => Step::Done(Err(error)),
                };
                let weight = |piece: &Result<Piece, Error>| piece.as_ref().map_or(0, Piece::weight);
                // Fails only if the receiver of the results is gone.
                let _ = pool.in_order_with(
                    inputs.pieces(),
                    weight,
                    || (),
                    work,
                    |results| sender.send(results),
                );
            }
        };
        let thread = Builder::new().name("scan".to_owned()).spawn(run);
        let thread = thread
            .inspect_err(|error| {
                let error = std::io::Error::from(error.kind());
                let _ = sender.send(Err(Error::new("scan", ErrorKind::Read(error))));
            })
            .ok();
        Self {
            receiver: Some(receiver),
            results: Vec::new().into_iter(),
            cancel,
            thread,
        }
    }
}

impl<R> Iterator for Scan<R> {
    type Item = Result<R, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(result) = self.results.next() {
                return Some(Ok(result));
            }
            match self.receiver.as_ref()?.recv() {
                Ok(Ok(results)) => self.results = results.into_iter(),
                Ok(Err(error)) => return Some(Err(error)),
                Err(_) => {
                    self.receiver = None;
                    let outcome = self.thread.take()?.join();
                    if let Err(panic) = outcome {
                        std::panic::resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
    }
}

impl<R> Drop for Scan<R> {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.cancel.cancel();
            self.receiver = None;
            let _ = thread.join();
        }
    }
}

fn read(piece: &Piece, bytes: Vec<u8>) -> Result<Collection, Error> {
    checked(piece, Collection::from_bytes(bytes))
}

fn checked(piece: &Piece, collection: Collection) -> Result<Collection, Error> {
    // After the first games, a piece may consist of text alone.
    if piece.first == 0 {
        ensure_record(&collection, &piece.name)?;
    }
    Ok(collection)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kifu_formats::Format;

    use super::{Scan, records, scan};
    use crate::{Inputs, Pool};

    #[test]
    fn games_come_in_order_with_errors_between() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..200 {
            let path = folder.path().join(format!("{number:03}.sgf"));
            let text = if number == 100 {
                "no game".to_owned()
            } else {
                format!("(;C[{number}])(;C[{number}])")
            };
            fs::write(path, text).unwrap();
        }
        let mut comments = Vec::new();
        let mut errors = Vec::new();
        for game in scan([folder.path()]) {
            match game {
                Ok(game) => {
                    let comment = game.tree().root().text("C").unwrap().into_owned();
                    comments.push((comment.parse::<usize>().unwrap(), game.number));
                }
                Err(error) => errors.push((comments.len(), error.name)),
            }
        }
        let numbers = (0..200).filter(|number| *number != 100);
        let expected: Vec<_> = numbers
            .flat_map(|number| [(number, 0), (number, 1)])
            .collect();
        assert_eq!(comments, expected);
        let [(200, name)] = errors.as_slice() else {
            panic!("{errors:?}");
        };
        assert!(name.ends_with("100.sgf"));
    }

    #[test]
    fn files_of_all_formats_are_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.gtp"), "boardsize 9\nplay B E5\n").unwrap();
        fs::write(folder.path().join("b.sgf"), "(;C[1])(;C[2])").unwrap();
        fs::write(folder.path().join("c.txt"), "(;C[3])").unwrap();
        let mut inputs = Inputs::new(vec![folder.path().to_owned()]);
        inputs.formats = true;
        let files = Scan::files(inputs, Pool::new(1).unwrap(), false, |file| {
            (file.format.map(Format::name), file.collection.len())
        });
        let files: Result<Vec<_>, _> = files.collect();
        assert_eq!(files.unwrap(), [(Some("gtp"), 1), (None, 2)]);
        for (name, games) in [("a.gtp", 1), ("b.sgf", 2), ("c.txt", 1)] {
            let files: Result<Vec<_>, _> = records(&folder.path().join(name)).unwrap().collect();
            let counts: Vec<_> = files.unwrap().iter().map(|f| f.collection.len()).collect();
            assert_eq!(counts, [games], "{name}");
        }
        assert!(records(&folder.path().join("d.sgf")).is_err());
    }

    /// A tape archive of these files.
    fn tape(files: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, text) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_cksum();
            archive
                .append_data(&mut header, name, text.as_bytes())
                .unwrap();
        }
        archive.into_inner().unwrap()
    }

    #[test]
    fn damaged_files_of_other_formats_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("a.gib", "<html>404</html>"),
            ("b.json", "{}"),
            ("c.sgf", "(;B[aa])"),
            ("d.txt", "text"),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::write(folder.path().join("e.tar"), tape(&files)).unwrap();
        let scan = |formats| {
            let mut inputs = Inputs::new(vec![folder.path().to_owned()]);
            inputs.formats = formats;
            let files = Scan::files(inputs.clone(), Pool::new(1).unwrap(), false, |_| ());
            let (games, errors): (Vec<_>, Vec<_>) = files.partition(Result::is_ok);
            (games.len(), errors.len(), inputs.skipped().count)
        };
        // In the folder and in the archive: the game, the damaged file, and two files that may be anything.
        assert_eq!(scan(true), (2, 2, 4));
        assert_eq!(scan(false), (2, 0, 6));
    }

    /// The keys that identify a format of JSON may come after any number of moves.
    #[test]
    fn json_is_recognized_by_late_keys() {
        let folder = tempfile::tempdir().unwrap();
        let moves = "[3,3,1000],".repeat(1_000);
        let game = format!(r#"{{"moves":[{moves}[4,4,1]],"phase":"","width":9,"height":9}}"#);
        fs::write(folder.path().join("a.json"), &game).unwrap();
        fs::write(folder.path().join("b.json"), format!("[{moves}1]")).unwrap();
        let script = format!(r#"{{"moves":[{moves}1],"code":"for(;;)"}}"#);
        fs::write(folder.path().join("c.json"), script).unwrap();
        fs::write(folder.path().join("d.tar"), tape(&[("c.json", &game)])).unwrap();
        let mut inputs = Inputs::new(vec![folder.path().to_owned()]);
        inputs.formats = true;
        let pool = Pool::new(1).unwrap();
        let files = Scan::files(inputs, pool, false, |file| file.collection.len());
        let files: Result<Vec<_>, _> = files.collect();
        assert_eq!(files.unwrap(), [1, 1]);
        assert!(crate::is_other_format(&folder.path().join("a.json")));
    }

    #[test]
    fn a_file_of_another_format_without_a_game_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ugf");
        let text = "[Header]\nVer=UGF3,200\nCrypt=1234,SECRET\n[Data]\nxyz\n";
        fs::write(&path, text).unwrap();
        let inputs = Inputs::new(vec![path.clone()]);
        let mut scan = Scan::files(inputs, Pool::default(), false, |file| file.collection.len());
        let scanned = scan.next().unwrap().unwrap_err();
        let recorded = records(&path).unwrap().next().unwrap().unwrap_err();
        for error in [scanned, recorded] {
            let message = error.to_string();
            assert!(message.contains("a.ugf: this is Pandanet UGF"), "{message}");
            assert!(message.contains("scrambled"), "{message}");
        }
        assert!(scan.next().is_none());
    }

    #[test]
    fn a_large_file_is_read_in_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.sgf");
        let game = format!("(;C[{}])\n", "a".repeat(5_000));
        let count = crate::WHOLE_FILE_SIZE as usize / game.len() + 100;
        fs::write(&path, game.repeat(count)).unwrap();
        let mut games = 0;
        let mut pieces = 0;
        for file in records(&path).unwrap() {
            let file = file.unwrap();
            assert_eq!(file.first, games);
            games += file.collection.len();
            pieces += 1;
        }
        assert_eq!(games, count);
        assert!(pieces > 3, "{pieces}");
    }

    #[test]
    fn a_scan_that_is_dropped_stops() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..2_000 {
            fs::write(folder.path().join(format!("{number}.sgf")), "(;B[aa])").unwrap();
        }
        let inputs = Inputs::new(vec![folder.path().to_owned()]);
        let progress = inputs.progress().clone();
        let pool = Pool::new(2).unwrap();
        let mut counts = Scan::with(inputs, pool, |games| games.collection.len());
        assert_eq!(counts.next().unwrap().unwrap(), 1);
        drop(counts);
        assert!(progress.files() < 2_000, "{}", progress.files());
    }

    #[test]
    fn what_does_not_exist_is_an_error_with_its_path() {
        let mut games = scan(["/no/such/folder"]);
        let error = games.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "/no/such/folder: no such file or folder");
        assert!(games.next().is_none());
    }
}
