//! Diagrams.

use kifu::batch::describe;
use kifu::diagram::anim::{self, Frame, Loops};
use kifu::diagram::binding::{self, Numbers, Options};
use kifu::diagram::fonts::Fonts;
use kifu::diagram::{
    CoordinateLabels, Picture, Scene, Theme, latex, layout, pdf, raster, sensei, svg as pen, text,
};
use kifu::{GameTree, NodeId};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::argument::whole;
use crate::board::Board;
use crate::game::{self, Game};
use crate::interrupt;
use crate::node::Node;

/// The most positions of an animation.
const FRAMES: usize = 2_000;

/// A scene as SVG in the default theme.
pub(crate) fn svg(scene: &Scene) -> String {
    pen::draw(&layout::draw(scene, &Theme::default()))
}

/// The scene of a node.
pub(crate) fn scene_of(node: kifu::Node<'_>, options: &Options) -> Result<Scene, String> {
    let drawn = binding::scene(node, options);
    Ok(drawn.map_err(|error| describe(&error))?.scene)
}

/// The last node of the main line of a game.
pub(crate) fn last(game: GameTree<'_>) -> NodeId {
    let last = game.main_line().last();
    last.map_or_else(|| game.root().id(), |node| node.id())
}

fn numbers(value: Option<&Bound<'_, PyAny>>) -> PyResult<Numbers> {
    let Some(value) = value else {
        return Ok(Numbers::None);
    };
    if let Ok((first, last)) = value.extract::<(u32, u32)>()
        && first <= last
    {
        return Ok(Numbers::Range(first, last));
    }
    let name = value.extract::<String>().ok();
    Ok(match name.as_deref() {
        Some("all") => Numbers::All,
        Some("last") => Numbers::Last(1),
        Some("figure") => Numbers::Figure,
        Some("none") => Numbers::None,
        _ => {
            let found = value.repr()?;
            let expected =
                "\"none\", \"all\", \"last\", \"figure\", or the first and the last number";
            let message = format!("numbers={found}: expected {expected}");
            return Err(PyValueError::new_err(message));
        }
    })
}

/// The subject of a diagram.
enum Subject<'a, 'py> {
    Board(&'a Bound<'py, Board>),
    Node(&'a Bound<'py, Node>),
    Game(&'a Bound<'py, Game>),
}

impl<'a, 'py> Subject<'a, 'py> {
    fn new(subject: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = subject.cast::<Board>() {
            Ok(Self::Board(board))
        } else if let Ok(node) = subject.cast::<Node>() {
            Ok(Self::Node(node))
        } else if let Ok(game) = subject.cast::<Game>() {
            Ok(Self::Game(game))
        } else {
            Err(PyTypeError::new_err("expected a Node, a Game or a Board"))
        }
    }

    /// Refuses options that a board has nothing for.
    fn ensure_drawn(&self, options: &Options) -> PyResult<()> {
        if !matches!(self, Self::Board(_)) {
            return Ok(());
        }
        let ignored = if !matches!(options.numbers, Numbers::None) {
            "numbers"
        } else if options.comment {
            "words=True"
        } else {
            return Ok(());
        };
        let message = format!("{ignored}: a Board has stones only; draw a Node or a Game");
        Err(PyValueError::new_err(message))
    }

    /// Calls `read` with the node to draw; `None` for a board.
    fn node<R: Send>(
        &self,
        py: Python<'_>,
        read: impl Send + FnOnce(kifu::Node<'_>) -> R,
    ) -> PyResult<Option<R>> {
        Ok(match self {
            Self::Board(_) => None,
            Self::Node(node) => Some(node.get().read_detached(py, read)?),
            Self::Game(game) => Some(game.get().read_detached(py, |game| {
                read(game.node(last(game)).unwrap_or_else(|| game.root()))
            })?),
        })
    }

    fn scene(&self, py: Python<'_>, options: &Options) -> PyResult<Scene> {
        if let Self::Board(board) = self {
            let mut scene = board.get().scene(py);
            if let Some(coordinates) = options.coordinates {
                scene.coordinates = coordinates;
            }
            return Ok(scene);
        }
        let scene = self.node(py, |node| scene_of(node, options))?;
        scene
            .unwrap_or_else(|| Ok(Scene::go(1, 1)))
            .map_err(PyValueError::new_err)
    }

    /// The positions from the root to the node.
    fn scenes(&self, py: Python<'_>, options: &Options) -> PyResult<Vec<Scene>> {
        let scenes = self.node(py, |node| {
            let depth = node.depth();
            if depth >= FRAMES {
                let positions = depth + 1;
                return Err(format!(
                    "{positions} positions: an animation has at most {FRAMES}"
                ));
            }
            let drawn = binding::line(node, options).map_err(|error| describe(&error))?;
            Ok(drawn.into_iter().map(|drawn| drawn.scene).collect())
        })?;
        match scenes {
            Some(scenes) => scenes.map_err(PyValueError::new_err),
            None => Ok(vec![self.scene(py, options)?]),
        }
    }
}

/// A diagram: text, or the bytes of a file.
#[derive(Debug, IntoPyObject)]
pub(crate) enum Drawn<'py> {
    Text(String),
    Bytes(Bound<'py, PyBytes>),
}

/// Draws a node, a game or a board. Of a game the last position of the main line is drawn. Every kind of game that Kifu
/// has a board for can be drawn.
///
/// `format` is ``"svg"``, ``"text"``, ``"latex"`` or ``"sensei"``, which return ``str``, or ``"png"``, ``"pdf"``,
/// ``"gif"`` or ``"apng"``, which return ``bytes``. An animation shows all positions from the root, each for `millis`
/// milliseconds. `theme` is ``"book"``, ``"paper"``, ``"wood"``, ``"kaya"``, ``"slate"`` or ``"dark"``. `numbers` is
/// ``"none"``, ``"all"``, ``"last"``, ``"figure"``, or the first and the last number. `words` adds players, prisoners and
/// the comment. `scale` is the number of pixels of a unit; a cell of the board has 20 units.
///
/// Raises ``ValueError`` if the game has no board that Kifu knows, if it is not Go and the format is ``"sensei"``, if
/// the picture would be too large, or if a `Board` shall have numbers or words.
///
/// >>> for line in render(Board(3).play("bb"), format="text", coordinates=False).splitlines():
/// ...     print(line.strip())
/// ┌─┬─┐
/// ├─●─┤
/// └─┴─┘
#[pyfunction]
#[pyo3(signature = (subject, /, *, format = "svg", theme = "book", numbers = None, words = false, coordinates = true,
    scale = 2.0, millis = 1000))]
pub(crate) fn render<'py>(
    subject: &Bound<'py, PyAny>,
    format: &str,
    theme: &str,
    numbers: Option<&Bound<'py, PyAny>>,
    words: bool,
    coordinates: bool,
    scale: f32,
    millis: i128,
) -> PyResult<Drawn<'py>> {
    let py = subject.py();
    let theme = Theme::named(theme).ok_or_else(|| {
        let known = Theme::NAMES;
        PyValueError::new_err(format!("theme={theme:?}: expected one of {known:?}"))
    })?;
    if !(scale.is_finite() && scale > 0.0) {
        let message = format!("scale={scale}: must be greater than 0");
        return Err(PyValueError::new_err(message));
    }
    let millis = whole("millis", millis, 0)?;
    let options = Options {
        numbers: self::numbers(numbers)?,
        coordinates: (!coordinates).then(CoordinateLabels::none),
        name: words,
        comment: words,
        title: words,
        prisoners: words,
        ..Options::default()
    };
    let subject = Subject::new(subject)?;
    subject.ensure_drawn(&options)?;
    let draw = |scene: &Scene| layout::draw(scene, &theme);
    let one = || subject.scene(py, &options);
    Ok(match format {
        "svg" => {
            let scene = one()?;
            Drawn::Text(py.detach(|| pen::draw(&draw(&scene))))
        }
        "text" => Drawn::Text(text::draw(&one()?, &text::Options::default())),
        "latex" => Drawn::Text(latex::document(&[draw(&one()?)])),
        "sensei" => {
            let is_go = subject.node(py, game::ensure_go)?;
            is_go.transpose()?;
            Drawn::Text(sensei::draw(&one()?).0)
        }
        "png" | "pdf" => {
            let scene = one()?;
            let picture = draw(&scene);
            let bytes = py.detach(|| {
                if format == "png" {
                    let drawn = raster::draw(&picture, scale, &mut Fonts::new());
                    drawn.map(|drawn| drawn.0).map_err(|error| describe(&error))
                } else {
                    let about = pdf::About {
                        title: scene.title.clone(),
                        ..pdf::About::default()
                    };
                    let drawn = pdf::draw(&[picture], &about, &mut Fonts::new());
                    drawn
                        .map(|drawn| drawn.0)
                        .map_err(|error| error.to_string())
                }
            });
            bytes_of(py, bytes)?
        }
        "gif" | "apng" => {
            let scenes = subject.scenes(py, &options)?;
            let is_gif = format == "gif";
            let bytes = interrupt::long(py, move || {
                let pictures = scenes.iter().map(|scene| layout::draw(scene, &theme));
                animation(pictures, is_gif, scale, millis)
            });
            bytes_of(py, bytes?)?
        }
        _ => {
            let known =
                "\"svg\", \"png\", \"pdf\", \"gif\", \"apng\", \"text\", \"latex\" or \"sensei\"";
            let message = format!("format={format:?}: expected {known}");
            return Err(PyValueError::new_err(message));
        }
    })
}

fn bytes_of(py: Python<'_>, drawn: Result<Vec<u8>, String>) -> PyResult<Drawn<'_>> {
    let bytes = drawn.map_err(PyValueError::new_err)?;
    Ok(Drawn::Bytes(PyBytes::new(py, &bytes)))
}

fn animation(
    pictures: impl Iterator<Item = Picture>,
    is_gif: bool,
    scale: f32,
    millis: u32,
) -> Result<Vec<u8>, String> {
    let mut frames: Vec<Frame> = pictures.map(|picture| Frame { picture, millis }).collect();
    // The last position stays for longer.
    if let Some(last) = frames.last_mut() {
        last.millis = millis.saturating_mul(4);
    }
    let draw = if is_gif { anim::gif } else { anim::apng };
    let drawn = draw(&frames, scale, Loops::Forever, &mut Fonts::new());
    drawn
        .map(|drawn| drawn.0)
        .map_err(|error| error.to_string())
}
