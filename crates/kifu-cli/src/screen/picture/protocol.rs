//! Control sequences that show and remove pictures.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Rect;

/// The identifiers of pictures in kitty's protocol. The next picture is shown before the last one is deleted, so that the
/// board does not flicker.
pub(super) const IDS: [u32; 2] = [0x6b_6966, 0x6b_6967];

/// The most bytes of base64 in one control sequence of kitty's protocol.
const CHUNK: usize = 4096;

/// Moves the cursor to the upper left corner of an area.
pub(super) fn go_to(out: &mut String, area: Rect) {
    // Writing to a string does not fail.
    let _ = write!(out, "\x1b[{};{}H", area.y + 1, area.x + 1);
}

/// Shows a PNG file in an area by kitty's protocol. The cursor does not move, and the terminal does not answer.
pub(super) fn kitty(out: &mut String, png: &[u8], id: u32, area: Rect) {
    let data = STANDARD.encode(png);
    let mut chunks = data.as_bytes().chunks(CHUNK).peekable();
    let mut keys = format!(
        "a=T,f=100,t=d,i={id},p=1,c={},r={},C=1,q=2,",
        area.width, area.height
    );
    while let Some(chunk) = chunks.next() {
        let more = u8::from(chunks.peek().is_some());
        let _ = write!(out, "\x1b_G{keys}m={more};");
        out.extend(chunk.iter().map(|&byte| char::from(byte)));
        out.push_str("\x1b\\");
        // The terminal knows the rest from the first chunk.
        "q=2,".clone_into(&mut keys);
    }
}

/// Deletes a picture of kitty's protocol, and its data.
pub(super) fn delete(out: &mut String, id: u32) {
    let _ = write!(out, "\x1b_Ga=d,d=I,i={id},q=2\x1b\\");
}

/// Shows a PNG file in an area as an inline image of iTerm2.
pub(super) fn iterm(out: &mut String, png: &[u8], area: Rect) {
    let _ = write!(
        out,
        "\x1b]1337;File=inline=1;size={};width={};height={};preserveAspectRatio=0;doNotMoveCursor=1:{}\x07",
        png.len(),
        area.width,
        area.height,
        STANDARD.encode(png)
    );
}

/// Erases the cells of an area.
pub(super) fn erase(out: &mut String, area: Rect) {
    out.push_str("\x1b[0m");
    for y in area.y..area.bottom() {
        go_to(out, Rect { y, ..area });
        let _ = write!(out, "\x1b[{}X", area.width);
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Rect, erase, kitty};

    #[test]
    fn long_data_is_sent_in_chunks() {
        let area = Rect::new(2, 1, 30, 15);
        for (length, chunks) in [
            (1, 1),
            (CHUNK / 4 * 3, 1),
            (CHUNK / 4 * 3 + 1, 2),
            (10_000, 4),
        ] {
            let mut out = String::new();
            kitty(&mut out, &vec![7; length], 5, area);
            assert_eq!(out.matches("\x1b_G").count(), chunks, "{length}");
            assert_eq!(out.matches("\x1b\\").count(), chunks, "{length}");
            assert_eq!(out.matches("m=0;").count(), 1, "{length}");
            assert_eq!(out.matches("i=5,p=1,c=30,r=15,").count(), 1, "{length}");
            let longest = out.split("\x1b\\").filter_map(|part| part.split_once(';'));
            assert!(
                longest
                    .map(|(_, data)| data.len())
                    .all(|data| data <= CHUNK)
            );
        }
    }

    #[test]
    fn cells_are_erased_row_by_row() {
        let mut out = String::new();
        erase(&mut out, Rect::new(2, 1, 30, 2));
        assert_eq!(out, "\x1b[0m\x1b[2;3H\x1b[30X\x1b[3;3H\x1b[30X");
    }
}
