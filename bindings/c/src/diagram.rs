//! Diagrams of nodes: text, SVG, PNG.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kifu_diagram::binding::{self, Crop, Numbers, Options};
use kifu_diagram::{CoordinateLabels, Picture, Scene, Theme, layout, svg, text};

use crate::collection::{kifu_collection, kifu_node};
use crate::ffi;
use crate::status::{Failure, Outcome, kifu_status};
use crate::text::kifu_buffer;

/// Numbers on all moves from the root on.
pub const KIFU_NUMBERS_ALL: i32 = -1;

/// Numbers as the figures of the record ask for.
pub const KIFU_NUMBERS_FIGURE: i32 = -2;

/// The content of a diagram. Initialize it with `KIFU_INIT`; null is the default: as the record requests,
/// with the last move marked.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_draw_options {
    /// `sizeof(kifu_draw_options)`: set by `KIFU_INIT`.
    pub size: u32,
    /// Which moves have numbers: 0 none, `KIFU_NUMBERS_ALL`, `KIFU_NUMBERS_FIGURE`, or how many of the last ones.
    pub numbers: i32,
    /// The names of points: `western`, `sgf`, `numbers`, `east-asian`, `letters-down`, `letters-up`, `none`; null: as is
    /// usual in the game.
    pub coordinates: *const c_char,
    /// Pixels to a unit of a PNG, of which a cell has 20; 0 is 2. Not negative.
    pub scale: f32,
    /// The whole board, even if the record asks for a part of it.
    pub whole_board: bool,
    /// The players as the title.
    pub title: bool,
    /// The comment of the node below the board.
    pub comment: bool,
    /// Prisoners, in games that have some.
    pub prisoners: bool,
    /// For a PNG, never the fonts of the system: letters that the font of the library lacks are left out.
    pub own_fonts_only: bool,
}

fn scene(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    given: &kifu_draw_options,
) -> Outcome<Scene> {
    let node = ffi::handle(collection)?.state().node(node)?;
    let coordinates = match ffi::optional_name(given.coordinates)? {
        None => None,
        Some(name) => Some(CoordinateLabels::named(name).ok_or_else(|| {
            let message = format_args!("`{name}`: unknown kind of coordinates");
            Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, message)
        })?),
    };
    let options = Options {
        numbers: match given.numbers {
            0 => Numbers::None,
            KIFU_NUMBERS_ALL => Numbers::All,
            KIFU_NUMBERS_FIGURE => Numbers::Figure,
            last => Numbers::Last(
                u32::try_from(last).map_err(|_| Failure::invalid("`numbers` is unknown"))?,
            ),
        },
        coordinates,
        crop: if given.whole_board {
            Crop::Whole
        } else {
            Crop::View
        },
        title: given.title,
        comment: given.comment,
        prisoners: given.prisoners,
        ..Options::default()
    };
    let drawn = binding::scene(node, &options);
    let drawn = drawn.map_err(|unknown| Failure::new(kifu_status::KIFU_UNSUPPORTED, unknown))?;
    Ok(drawn.scene)
}

fn draw(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    options: *const kifu_draw_options,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
    pen: impl FnOnce(Scene, &kifu_draw_options) -> Outcome<Vec<u8>>,
) -> kifu_status {
    ffi::call(|| {
        let buffer = ffi::new(buffer)?;
        let options = ffi::options(options)?;
        let scene = scene(collection, node, &options)?;
        *buffer = Some(kifu_buffer::of(pen(scene, &options)?));
        Ok(kifu_status::KIFU_OK)
    })
}

fn picture(scene: &Scene) -> Picture {
    layout::draw(scene, &Theme::default())
}

/// Draws the position at a node as text for a terminal, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_text_diagram(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    options: *const kifu_draw_options,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    draw(collection, node, options, buffer, |scene, _| {
        Ok(text::draw(&scene, &text::Options::default()).into_bytes())
    })
}

/// Draws the position at a node as SVG. `KIFU_UNSUPPORTED` if the rules of the game are unknown.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_svg(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    options: *const kifu_draw_options,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    draw(collection, node, options, buffer, |scene, _| {
        Ok(svg::draw(&picture(&scene)).into_bytes())
    })
}

/// Draws the position at a node as PNG. `KIFU_LIMIT` if the picture would have more than 100 million pixels.
/// `KIFU_UNSUPPORTED` in `libkifu`, which has no renderer and no fonts: link `libkifu_full` instead.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_png(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    options: *const kifu_draw_options,
    buffer: Option<&mut MaybeUninit<Option<Box<kifu_buffer>>>>,
) -> kifu_status {
    draw(collection, node, options, buffer, png)
}

#[cfg(feature = "png")]
fn png(scene: Scene, options: &kifu_draw_options) -> Outcome<Vec<u8>> {
    use kifu_diagram::fonts::Fonts;
    use kifu_diagram::raster::{self, RasterError};

    let scale = match options.scale {
        0.0 => 2.0,
        scale => scale,
    };
    let mut fonts = Fonts::new();
    if options.own_fonts_only {
        fonts = fonts.without_system();
    }
    match raster::draw(&picture(&scene), scale, &mut fonts) {
        Ok((png, _)) => Ok(png),
        Err(error @ RasterError::Size { .. }) => Err(Failure::new(kifu_status::KIFU_LIMIT, error)),
        Err(error @ RasterError::Scale) => {
            Err(Failure::new(kifu_status::KIFU_INVALID_ARGUMENT, error))
        }
        Err(RasterError::Failed(cause)) => Err(Failure::internal(&cause.to_string())),
        Err(error) => Err(Failure::internal(&error.to_string())),
    }
}

#[cfg(not(feature = "png"))]
fn png(_: Scene, _: &kifu_draw_options) -> Outcome<Vec<u8>> {
    let message = "this build of Kifu draws no PNG: link libkifu_full, or draw SVG";
    Err(Failure::new(kifu_status::KIFU_UNSUPPORTED, message))
}
