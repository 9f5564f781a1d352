//! Scenes in little memory.

use super::{Piece, Point, Scene, Spot};

/// A scene whose plain stones are a list: a book holds tens of thousands of boards, and a map of their points would take
/// ten times the memory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packed {
    rest: Box<Scene>,
    /// Points with a piece and nothing else, in order.
    plain: Box<[(Point, Piece)]>,
}

impl Packed {
    pub(crate) fn new(mut scene: Scene) -> Self {
        let mut plain = Vec::new();
        scene.spots.retain(|&point, spot| {
            let Some(piece) = spot.piece else {
                return true;
            };
            let is_plain = *spot == of(piece);
            if is_plain {
                plain.push((point, piece));
            }
            !is_plain
        });
        Self {
            rest: Box::new(scene),
            plain: plain.into(),
        }
    }

    /// Everything but the plain stones.
    pub(crate) const fn rest(&self) -> &Scene {
        &self.rest
    }

    /// The whole scene.
    pub(crate) fn unpack(&self) -> Scene {
        let mut scene = (*self.rest).clone();
        let plain = self.plain.iter();
        scene
            .spots
            .extend(plain.map(|&(point, piece)| (point, of(piece))));
        scene
    }
}

fn of(piece: Piece) -> Spot {
    Spot {
        piece: Some(piece),
        ..Spot::default()
    }
}
