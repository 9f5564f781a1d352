//! Boards are alike: what successive pictures begin with is painted once, and then copied.

use std::sync::{Arc, Mutex};

use resvg::tiny_skia::Pixmap;

use crate::picture::{CELL, Item, Picture, Shape};

/// The least number of items worth a copy.
const LEAST: usize = 4;

/// The beginning of a picture as it was painted: the board without its stones.
#[derive(Debug)]
struct Ground {
    items: Vec<Item>,
    font: String,
    scale: f32,
    pixels: Pixmap,
}

/// The last ground that was painted, for all threads.
#[derive(Debug, Default)]
pub(crate) struct Grounds(Mutex<Option<Arc<Ground>>>);

impl Grounds {
    /// Returns a picture whose first items are painted, and their number. `blank` has the size of the picture, and
    /// `paint` paints items on it.
    pub(super) fn start(
        &self,
        picture: &Picture,
        scale: f32,
        blank: Pixmap,
        paint: impl FnOnce(&[Item], &mut Pixmap),
    ) -> (Pixmap, usize) {
        let last = self.0.lock().ok().and_then(|last| last.clone());
        let last = last.filter(|ground| ground.fits(picture, scale, &blank));
        let alike = last.as_ref().map_or(0, |ground| ground.alike(picture));
        if let Some(ground) = last.filter(|ground| alike == ground.items.len()) {
            return (ground.pixels.clone(), alike);
        }
        let count = if alike < LEAST { still(picture) } else { alike };
        if count < LEAST {
            return (blank, 0);
        }
        let mut pixels = blank;
        let items = &picture.items[..count];
        paint(items, &mut pixels);
        let ground = Ground {
            items: items.to_vec(),
            font: picture.font.clone(),
            scale,
            pixels: pixels.clone(),
        };
        if let Ok(mut last) = self.0.lock() {
            *last = Some(Arc::new(ground));
        }
        (pixels, count)
    }
}

impl Ground {
    fn fits(&self, picture: &Picture, scale: f32, blank: &Pixmap) -> bool {
        self.scale.to_bits() == scale.to_bits()
            && self.font == picture.font
            && (self.pixels.width(), self.pixels.height()) == (blank.width(), blank.height())
    }

    /// The number of items that a picture begins with too.
    fn alike(&self, picture: &Picture) -> usize {
        let pairs = self.items.iter().zip(&picture.items);
        pairs.take_while(|(own, other)| own == other).count()
    }
}

/// The number of items before the first stone or text, which differ from picture to picture.
fn still(picture: &Picture) -> usize {
    let is_still = |item: &&Item| match item.shape {
        Shape::Text { .. } => false,
        Shape::Circle { r, .. } => r < 0.3 * CELL,
        Shape::Rect { .. } | Shape::Path(_) => true,
    };
    picture.items.iter().take_while(is_still).count()
}

#[cfg(test)]
mod tests {
    use super::still;
    use crate::fonts::Fonts;
    use crate::raster::{self, Encoding};
    use crate::scene::{Color, Piece, Point};
    use crate::{Picture, Scene, Theme, layout};

    fn picture(theme: &str, stones: u16, scene: Scene) -> Picture {
        let mut scene = scene;
        for x in 0..stones {
            scene.spot(Point::new(x, 3)).piece = Some(Piece::Stone(Color::Black));
            scene.spot(Point::new(x, 4)).label = Some("A".into());
        }
        layout::draw(&scene, &Theme::named(theme).unwrap())
    }

    #[test]
    fn a_copied_ground_changes_no_pixel() {
        let mut shared = Fonts::new().without_system();
        for theme in ["kaya", "book", "dark"] {
            for (stones, size) in [(0, 9), (3, 9), (2, 9), (2, 13), (9, 13), (3, 9)] {
                let picture = picture(theme, stones, Scene::go(size, size));
                let mut new = Fonts::new().without_system();
                assert!(still(&picture) > 3, "{theme}");
                for fonts in [&mut shared, &mut new] {
                    fonts.prepare(&picture);
                }
                let draw = |fonts| raster::draw_prepared(&picture, 2.0, fonts, Encoding::Png);
                assert!(draw(&shared) == draw(&new), "{theme}, {stones} on {size}");
            }
        }
    }
}
