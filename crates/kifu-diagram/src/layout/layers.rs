//! Shapes sorted by layer and style.

use crate::picture::{Item, Picture, Shape, Stroke, Style};

/// Layers from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// The ground of the board.
    Ground,
    /// The grain of the ground.
    Grain,
    /// Squares, hexagons, holes.
    Cells,
    /// Lines of the board.
    Grid,
    /// The edge of the board, star points.
    Edge,
    /// A ground for words that are wider than their point.
    Clearing,
    /// Links between pegs.
    Links,
    /// The shadows of pieces.
    Shadows,
    /// Pieces.
    Pieces,
    /// The lines of shell stones.
    Shells,
    /// A ground for marks and words on a piece.
    Plates,
    /// Marks and territory.
    Marks,
    /// Numbers and labels.
    Words,
    /// The veil over dimmed points.
    Veil,
    /// The pale borders of lines and arrows.
    Casings,
    /// Lines and arrows.
    Strokes,
    /// Coordinates.
    Names,
}

/// A font size and weight count as style: the pens write them once for a run.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    layer: Layer,
    style: Style,
    text: Option<(f32, bool)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// Few: one for each layer, color and font size.
    kinds: Vec<Kind>,
    shapes: Vec<(usize, Shape)>,
}

impl Layers {
    pub(super) fn push(&mut self, layer: Layer, style: Style, shape: Shape) {
        let text = match &shape {
            Shape::Text { size, bold, .. } => Some((*size, *bold)),
            _ => None,
        };
        let kind = Kind { layer, style, text };
        let index = self
            .kinds
            .iter()
            .rposition(|known| *known == kind)
            .unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
        self.shapes.push((index, shape));
    }

    /// Adds a stroke of one width that stays seen on pieces of either color.
    pub(super) fn cased(&mut self, style: Style, casing: Style, shape: &Shape) {
        let wider = Style {
            stroke: casing.stroke.map(|stroke| Stroke {
                width: style.stroke.map_or(0.0, |s| s.width) + 2.0 * stroke.width,
                ..stroke
            }),
            ..casing
        };
        self.push(Layer::Casings, wider, shape.clone());
        self.push(Layer::Strokes, style, shape.clone());
    }

    pub(super) fn paint(mut self, picture: &mut Picture) {
        let kinds = &self.kinds;
        self.shapes
            .sort_by_key(|&(index, _)| (kinds[index].layer, index));
        picture
            .items
            .extend(self.shapes.into_iter().map(|(index, shape)| Item {
                style: kinds[index].style,
                shape,
            }));
    }
}
