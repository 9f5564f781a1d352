#[cfg(feature = "database")]
mod explore;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anstyle::Style;
use anyhow::{Context as _, bail, ensure};
use kifu::Collection;

use kifu_batch::Input;

use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::screen::Display;
use crate::selected::Selected;
use crate::view::{self, BoardStyle, Look, Order, Preferences, Skin};

/// Open a game, a folder or an index in a full-screen viewer
///
/// Shows the board, the comment, the game info and the variations. In an index: place stones, see which
/// moves followed, and open a game. In a folder: choose a game from a list. The arrow keys step through a
/// game; `?` lists all keys. `kifu FILE` does the same. On a terminal that shows pictures the board is one; `p` switches
/// to text and back, `s` steps through the skins, and both choices are remembered.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu view game.sgf
  kifu view --move 50 game.sgf
  kifu view --board text --skin contrast game.sgf
  kifu view games/
  kifu view --where 'date>=2000' games.kifu")]
pub(crate) struct View {
    /// A game record, a folder, an index, or `-` for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    #[command(flatten)]
    encoding: Encoding,

    /// Game of the file, counted from 1; the default is the first
    #[arg(long, value_name = "N", default_value = "1")]
    game: NonZeroUsize,

    /// Position after this move of the main line; 0 is the root
    #[arg(long = "move", value_name = "N", default_value_t = 0)]
    number: u32,

    /// Resume at the last position of the file, and remember the new one
    #[arg(long, conflicts_with_all = ["game", "number"])]
    remember: bool,

    #[command(flatten)]
    appearance: Appearance,

    #[command(flatten)]
    selected: Selected,

    /// Answer from the intact part of a damaged index
    #[cfg(feature = "database")]
    #[arg(long)]
    partial: bool,
}

/// The appearance of the screen
#[derive(Clone, Copy, Debug, clap::Args)]
struct Appearance {
    /// Draw with ASCII characters only; the default depends on the locale
    #[arg(long)]
    ascii: bool,

    /// How to draw the board [default: the last choice, or auto]
    #[arg(long, value_name = "HOW")]
    board: Option<BoardStyle>,

    /// Colors of the board [default: the last choice, or auto]
    #[arg(long, value_name = "NAME")]
    skin: Option<Skin>,
}

impl Appearance {
    /// The options, and for those that are missing the remembered choices.
    fn look(self, output: &Output) -> Look {
        let remembered = Preferences::read();
        Look {
            // Styles are empty where colors are off.
            has_color: output.palette.accent != Style::new(),
            is_ascii: self.ascii || view::speaks_ascii_only(),
            board: self.board.or(remembered.board).unwrap_or_default(),
            skin: self.skin.or(remembered.skin).unwrap_or_default(),
            ..Look::default()
        }
    }
}

/// Remembers the appearance if a key changed it, and a new order of the games. The program does not fail if that is impossible.
fn remember(first: Look, last: Look, order: Option<Order>, output: &mut Output) {
    let changed = Preferences {
        board: (last.board != first.board).then_some(last.board),
        skin: (last.skin != first.skin).then_some(last.skin),
        order,
    };
    if changed != Preferences::default()
        && let Err(error) = changed.keep()
    {
        output.note(format_args!("{error:#}"));
    }
}

fn display(look: Look) -> Display {
    Display::new(look.board == BoardStyle::Pixels)
}

impl View {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        #[cfg(feature = "database")]
        if crate::database::is_index(&self.path) {
            ensure!(!self.encoding.is_named(), crate::database::NO_ENCODING);
            let look = self.appearance.look(output);
            return explore::run(&self.path, &self.selected, self.partial, look, output);
        }
        #[cfg(feature = "database")]
        ensure!(!self.partial, "`--partial` is for an index");
        if self.path.is_dir() {
            return self.folder(output);
        }
        ensure!(
            !self.selected.is_given(),
            "`--where`, `--players` and `--exact-names` select games of a folder or an index; `--game N` opens one of a file"
        );
        let mut input = Inputs::one(&self.path, true)?;
        let name = input.name().into_owned();
        if let Input::File(path) = &input {
            ensure!(path.exists(), "{name}: no such file or folder");
        }
        if !output.is_terminal {
            bail!("`kifu view` needs a terminal to draw on");
        }
        let bytes = input.read_record(&kifu_batch::Progress::default())?;
        let (bytes, encoding) = view::as_sgf(bytes, self.encoding);
        let collection = encoding.collection(bytes.clone()).context(name.clone())?;
        let look = self.appearance.look(output);
        let Some(mut model) = view::Model::new(&collection, name, look) else {
            bail!("{}: there is no game in the file", input.name());
        };
        if !model.open(self.game.get() - 1) {
            bail!(
                "{}: there is no game {}; the file has {}",
                input.name(),
                self.game,
                collection.len()
            );
        }
        if self.number > 0 {
            model.jump(self.number);
        }
        let memory = match &input {
            Input::File(path) if self.remember => Some(view::Memory::of(path)?),
            _ => None,
        };
        if let Some(memory) = &memory {
            memory.recall(&mut model);
        }
        let path = path_to_change(&input);
        let (place, last) = edit(&mut display(look), &mut model, path, bytes, encoding)?;
        remember(look, last.look, None, output);
        if let Some(memory) = &memory {
            memory.keep_place(place.0, place.1)?;
        }
        Ok(Exit::Clean)
    }

    /// Lists the games of a folder, and opens those that the user chooses. The place in the list is
    /// always remembered.
    fn folder(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if !output.is_terminal {
            bail!("`kifu view` needs a terminal to draw on");
        }
        let mut exit = Exit::Clean;
        let mut inputs = Vec::new();
        let mut found = kifu_batch::Inputs::new(vec![self.path.clone()]);
        found.formats = true;
        for input in found.iter() {
            match input {
                Ok(input) => inputs.push(input),
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.error(Failure(&error.into()));
                }
            }
        }
        let first = self.appearance.look(output);
        ensure!(
            !inputs.is_empty() || exit == Exit::Failure,
            "{}: found no game record to read",
            self.path.display()
        );
        let first_order = Preferences::read().order.unwrap_or_default();
        let mut library = view::Library::new(
            inputs,
            self.encoding,
            &self.selected.selection(),
            first_order,
            first,
        );
        let memory = view::Memory::of(&self.path)?;
        if let Some((game, _)) = memory.place() {
            library.choose(game);
        }
        let mut display = display(first);
        loop {
            display.run(&mut library)?;
            let Some(number) = library.wish.take() else {
                break;
            };
            let entry = library.entry(number);
            let mut next = entry.map(|entry| (entry.input, entry.game));
            let mut before = None;
            while let Some(place) = next {
                library.choose_place(place);
                before = from_list(&mut display, &mut library, place, before.as_ref())?;
                next = before.as_ref().and_then(|state| state.next);
            }
        }
        let order = Some(library.order).filter(|order| *order != first_order);
        remember(first, library.look, order, output);
        if let Some(game) = library.chosen() {
            memory.keep_place(game, 0)?;
        }
        Ok(exit)
    }
}

/// The file that an edit changes. A file of another format is not replaced by SGF.
fn path_to_change(input: &Input) -> Option<&Path> {
    match input {
        Input::File(path) if !kifu_batch::is_other_format(path) => Some(path),
        _ => None,
    }
}

/// Shows a game of a list, after another one or from the list; returns the last state, or `None` if the game cannot be
/// read.
fn from_list(
    display: &mut Display,
    library: &mut view::Library,
    (input, game): (usize, usize),
    before: Option<&view::State>,
) -> anyhow::Result<Option<view::State>> {
    let name = library.input(input).name().into_owned();
    let Some((bytes, encoding)) = library.bytes(input) else {
        return Ok(None);
    };
    let Ok(collection) = encoding.collection(bytes.clone()) else {
        return Ok(None);
    };
    let path = path_to_change(library.input(input)).map(Path::to_owned);
    let model = view::Model::new(&collection, name, library.look);
    let Some(mut model) = model.filter(|_| collection.game(game).is_some()) else {
        return Ok(None);
    };
    model.open(game);
    model.list = Some(library.listed(input));
    if let Some(before) = before {
        model.follow(before);
    }
    let (_, state) = edit(display, &mut model, path.as_deref(), bytes, encoding)?;
    library.look = state.look;
    Ok(Some(state))
}

/// Shows a game until the user leaves, and makes the changes that the user wants; returns the last
/// game and node, and the last state. `path` is the file that is changed; `None` if it cannot be.
fn edit(
    display: &mut Display,
    model: &mut view::Model<'_>,
    path: Option<&Path>,
    mut bytes: Vec<u8>,
    encoding: Encoding,
) -> anyhow::Result<((usize, u32), view::State)> {
    display.run(model)?;
    let mut place = (model.tree.number(), model.node.id());
    let mut state = model.state();
    let name = model.name.clone();
    while let Some(change) = state.wish.take() {
        let message = match path {
            None => "only SGF files outside of archives can be changed".to_owned(),
            Some(path) => match view::apply(path, &bytes, encoding, place, change) {
                Ok(Some(new)) => {
                    bytes = new;
                    "saved".to_owned()
                }
                Ok(None) => "unchanged".to_owned(),
                Err(error) => format!("{error:#}"),
            },
        };
        let collection = Collection::from_bytes_with(bytes.clone(), &encoding.options());
        let Some(mut again) = view::Model::new(&collection, name.clone(), state.look) else {
            break;
        };
        again.restore(&state);
        if let Some(node) = collection.game(place.0).and_then(|game| game.node(place.1)) {
            again.go_to(node);
        }
        again.message = message;
        display.run(&mut again)?;
        place = (again.tree.number(), again.node.id());
        state = again.state();
    }
    Ok(((place.0, place.1.get()), state))
}
