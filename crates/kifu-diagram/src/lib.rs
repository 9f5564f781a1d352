//! Diagrams of board games: one scene, many pens.
//!
//! A [`Scene`] describes the contents of a diagram: a board, the pieces and marks on its points, the text around it.
//! It is independent of file formats and rules, so any program with a position can fill one. A **pen** is a module
//! that draws scenes in one format; pens do not depend on each other.
//!
//! | pen | module | feature |
//! |---|---|---|
//! | text (Unicode or ASCII, with or without color) | [`text`] | always |
//! | the diagram format of Sensei's Library | [`sensei`] | always |
//! | SVG | [`svg`] | always |
//! | HTML, of books | [`Book::html`] | always |
//! | LaTeX (`TikZ`) | [`latex`] | always |
//! | PNG and WebP | `raster` | `png` |
//! | PDF | `pdf` | `pdf` |
//! | animated GIF and APNG | `anim` | `anim` |
//!
//! Pens that draw lines and circles share one step: [`layout`] turns a scene and a [`Theme`] into a [`Picture`], a
//! short list of shapes. [`Sheet`] puts several pictures on a page, as a book does.
//!
//! With the feature `sgf`, the module `binding` makes the scene of any node of a
//! game record, and `figure` splits a game into figures, as a book does.
//!
//! # Promises
//!
//! * Invalid parts of a scene, such as a mark off the board, are omitted; [`Scene::problems`] lists them.
//! * Equal scenes give equal bytes on every machine. Raster and PDF pens include a font for Latin, Greek and Cyrillic.
//!   For other scripts they search the fonts of the system, and report characters that no font has.
//! * No panic and no unbounded memory, whatever the scene holds.
//!
//! # A position in the terminal
//!
//! ```
//! use kifu_diagram::{Piece, Point, Scene, Color, text};
//!
//! let mut scene = Scene::go(5, 5);
//! scene.spot(Point::new(2, 2)).piece = Some(Piece::Stone(Color::Black));
//! scene.spot(Point::new(3, 2)).piece = Some(Piece::Stone(Color::White));
//! let drawn = text::draw(&scene, &text::Options::default());
//! assert_eq!(drawn.lines().nth(3), Some("3 ├─┼─●─○─┤ 3"));
//! ```
//!
//! # An empty board as SVG
//!
//! ```
//! use kifu_diagram::{Scene, Theme, layout, svg};
//!
//! let scene = Scene::go(19, 19);
//! let picture = layout::draw(&scene, &Theme::default());
//! let text = svg::draw(&picture);
//! assert!(text.starts_with("<svg "));
//! ```

#[cfg(feature = "anim")]
pub mod anim;
#[cfg(feature = "sgf")]
pub mod binding;
pub mod book;
#[cfg(any(feature = "png", feature = "pdf"))]
mod cause;
#[cfg(feature = "sgf")]
pub mod figure;
#[cfg(any(feature = "png", feature = "pdf"))]
pub mod fonts;
pub mod lang;
pub mod latex;
pub mod layout;
mod measure;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod picture;
mod problem;
#[cfg(feature = "png")]
pub mod raster;
pub mod scene;
pub mod sensei;
pub mod sheet;
pub mod svg;
pub mod text;
pub mod theme;

pub use book::Book;
#[cfg(any(feature = "png", feature = "pdf"))]
pub use cause::Cause;
pub use lang::Lang;
pub use picture::Picture;
pub use problem::Problem;
pub use scene::{Board, Color, CoordinateLabels, Mark, Note, Piece, Point, Rect, Scene, Spot};
pub use sheet::Sheet;
pub use theme::Theme;
