//! Pictures of nodes.

use kifu_diagram::binding::Options;
use kifu_diagram::{CoordinateLabels, Theme, layout, svg};
use wasm_bindgen::prelude::*;

use crate::{Cursor, js};

#[wasm_bindgen]
impl Cursor {
    /// Goes to a node and draws it as SVG. `coordinates` is a name such as `western`, or empty for what is usual in
    /// the game.
    pub fn svg(&mut self, node: u32, coordinates: &str) -> Result<String, JsError> {
        self.go(node)?;
        let options = Options {
            coordinates: match coordinates {
                "" => None,
                name => Some(
                    CoordinateLabels::named(name)
                        .ok_or_else(|| js(format_args!("`{name}`: not a kind of coordinates")))?,
                ),
            },
            ..Options::default()
        };
        let drawn = self.drawn(&options);
        Ok(svg::draw(&layout::draw(&drawn.scene, &Theme::default())))
    }
}
