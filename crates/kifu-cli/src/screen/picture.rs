//! Boards of pixels on the terminal.

mod protocol;
mod sixel;

use std::sync::atomic::{AtomicBool, Ordering};

use kifu_diagram::Picture;
use kifu_diagram::fonts::Fonts;
use kifu_diagram::raster::{self, Encoding};

use super::{Image, Protocol};

/// The picture on the terminal, and the fonts for the next one.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    fonts: Fonts,
    shown: Option<Image>,
    /// The identifier of the picture shown, of two.
    id: usize,
}

impl Pictures {
    /// Forgets the picture, because the terminal has removed it.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Control sequences to send before the text of a screen with this picture, or without one; empty if the picture
    /// stays.
    pub(super) fn before(&self, next: Option<&Image>) -> String {
        let mut out = String::new();
        if self.shown.as_ref() == next {
            return out;
        }
        // The terminal shows text and picture at once, if it can.
        out.push_str("\x1b[?2026h");
        if let Some(shown) = &self.shown {
            let is_covered = next.is_some_and(|next| next.covers(shown));
            match shown.protocol {
                Protocol::Kitty if next.is_none_or(|next| next.protocol != Protocol::Kitty) => {
                    protocol::delete(&mut out, protocol::IDS[self.id]);
                }
                Protocol::Iterm | Protocol::Sixel if !is_covered => {
                    protocol::erase(&mut out, shown.area);
                }
                _ => {}
            }
        }
        out
    }

    /// Control sequences to send after the text of a screen; empty if the picture stays. A picture that cannot be drawn is
    /// left out.
    pub(super) fn after(&mut self, next: Option<Image>) -> String {
        let mut out = String::new();
        if self.shown == next {
            return out;
        }
        let last = self.shown.take();
        if let Some(image) = next {
            self.show(&mut out, &image, last.as_ref());
            self.shown = Some(image);
        }
        out.push_str("\x1b[?2026l");
        out
    }

    fn show(&mut self, out: &mut String, image: &Image, last: Option<&Image>) {
        let picture = image.picture();
        // The names of missing characters are of no use here.
        let _ = self.fonts.prepare(&picture);
        protocol::go_to(out, image.area);
        match image.protocol {
            Protocol::Kitty => {
                let is_replaced = last.is_some_and(|last| last.protocol == Protocol::Kitty);
                let old = self.id;
                self.id = 1 - old;
                if let Some(png) = self.png(image, &picture) {
                    protocol::kitty(out, &png, protocol::IDS[self.id], image.area);
                }
                if is_replaced {
                    protocol::delete(out, protocol::IDS[old]);
                }
            }
            Protocol::Iterm => {
                if let Some(png) = self.png(image, &picture) {
                    protocol::iterm(out, &png, image.area);
                }
            }
            Protocol::Sixel => {
                if let Ok(pixels) = raster::pixels(&picture, image.scale, &self.fonts) {
                    out.push_str(&sixel::encode(&pixels));
                }
            }
        }
    }

    fn png(&self, image: &Image, picture: &Picture) -> Option<Vec<u8>> {
        raster::draw_prepared(picture, image.scale, &self.fonts, Encoding::SmallPng).ok()
    }
}

/// Whether pictures of kitty's protocol, and of any, may be on the terminal: for the thread of signals.
static HAS_KITTY: AtomicBool = AtomicBool::new(false);
static HAS_ANY: AtomicBool = AtomicBool::new(false);

/// Notes that a picture may be on the terminal.
pub(super) fn note(protocol: Protocol) {
    HAS_ANY.store(true, Ordering::Relaxed);
    if protocol == Protocol::Kitty {
        HAS_KITTY.store(true, Ordering::Relaxed);
    }
}

/// Control sequences that remove all pictures; empty if there were none. The first ends a sequence that was cut off.
pub(super) fn removal() -> String {
    if !HAS_ANY.swap(false, Ordering::Relaxed) {
        return String::new();
    }
    let mut out = "\x1b\\".to_owned();
    if HAS_KITTY.swap(false, Ordering::Relaxed) {
        for id in protocol::IDS {
            protocol::delete(&mut out, id);
        }
    }
    out.push_str("\x1b[0m\x1b[2J\x1b[?2026l");
    out
}

#[cfg(test)]
mod tests {
    use super::{Fonts, Image, Protocol, raster};
    use kifu_diagram::{Scene, Theme, layout};
    use ratatui::layout::Rect;

    #[test]
    fn pictures_are_opaque_and_as_large_as_their_cells() {
        let mut fonts = Fonts::new().without_system();
        for name in Theme::NAMES {
            let theme = Theme::named(name).expect("a theme");
            for scale in [0.7, 1.0, 1.55] {
                let image = Image {
                    board: layout::board_only(&Scene::go(9, 9), &theme),
                    protocol: Protocol::Sixel,
                    area: Rect::new(0, 0, 43, 21),
                    cell: (9, 19),
                    scale,
                    corner: (1.5, 2.25),
                };
                let picture = image.picture();
                fonts.prepare(&picture);
                let pixels = raster::pixels(&picture, scale, &fonts).expect("pixels");
                assert_eq!((pixels.width, pixels.height), (43 * 9, 21 * 19), "{name}");
                let opacity = pixels.rgba.iter().skip(3).step_by(4).min();
                assert_eq!(opacity, Some(&u8::MAX), "{name} {scale}");
            }
        }
    }
}
