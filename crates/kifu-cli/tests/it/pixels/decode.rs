//! Decodes pictures of terminals, without the code of Kifu.

use std::collections::BTreeSet;
use std::io::Read as _;

use crate::place::text;

pub(super) fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|own| own == part)
}

/// The parts between two signs.
pub(super) fn parts<'b>(bytes: &'b [u8], begin: &[u8], end: &[u8]) -> Vec<&'b [u8]> {
    let (mut rest, mut found) = (bytes, Vec::new());
    while let Some(at) = find(rest, begin) {
        rest = &rest[at + begin.len()..];
        let length = find(rest, end).expect("an end of the sequence");
        found.push(&rest[..length]);
        rest = &rest[length..];
    }
    found
}

/// Reads base64.
pub(super) fn decode(base64: &[u8]) -> Vec<u8> {
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for &sign in base64 {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => panic!("{sign} is not base64"),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

/// The width and height of a PNG file, whose pixels are unpacked.
pub(super) fn size_of_png(file: &[u8]) -> (u32, u32) {
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("a number"));
    let (width, height) = (number(16), number(20));
    let channels = match file[25] {
        0 => 1,
        2 => 3,
        6 => 4,
        kind => panic!("an image of kind {kind}"),
    };
    let (mut at, mut packed) = (8, Vec::new());
    while at < file.len() {
        let length = number(at) as usize;
        if &file[at + 4..at + 8] == b"IDAT" {
            packed.extend_from_slice(&file[at + 8..at + 8 + length]);
        }
        at += length + 12;
    }
    let mut pixels = Vec::new();
    flate2::read::ZlibDecoder::new(&packed[..])
        .read_to_end(&mut pixels)
        .expect("pixels");
    // Each row begins with its filter.
    assert_eq!(pixels.len(), ((width * channels + 1) * height) as usize);
    (width, height)
}

/// The pictures that a terminal with kitty's protocol was sent, and what it would show at the end.
#[derive(Default)]
pub(super) struct Kitty {
    /// Columns and rows of each picture, and the file.
    pub(super) sent: Vec<((u32, u32), Vec<u8>)>,
    /// The identifiers of those that are shown.
    pub(super) alive: BTreeSet<String>,
    pub(super) most_alive: usize,
}

pub(super) fn kitty(bytes: &[u8]) -> Kitty {
    let mut kitty = Kitty::default();
    let mut open: Option<((u32, u32), Vec<u8>)> = None;
    for command in parts(bytes, b"\x1b_G", b"\x1b\\") {
        let split = command.iter().position(|&sign| sign == b';');
        let (keys, data) = command.split_at(split.unwrap_or(command.len()));
        let keys = text(keys);
        let key = |name: &str| {
            let pairs = keys.split(',').filter_map(|pair| pair.split_once('='));
            let mut own = pairs.filter(|(key, _)| *key == name);
            own.next().map(|(_, value)| value.to_owned())
        };
        match key("a").as_deref() {
            Some("q") => continue,
            Some("d") => {
                assert_eq!(key("q").as_deref(), Some("2"), "{keys}");
                kitty.alive.remove(&key("i").expect("an identifier"));
                continue;
            }
            Some("T") => {
                assert!(open.is_none(), "the last picture has no end");
                assert_eq!(key("f").as_deref(), Some("100"), "{keys}");
                assert_eq!(key("q").as_deref(), Some("2"), "{keys}");
                let number = |name| key(name).and_then(|n| n.parse().ok()).expect("a number");
                open = Some(((number("c"), number("r")), Vec::new()));
                kitty.alive.insert(key("i").expect("an identifier"));
                kitty.most_alive = kitty.most_alive.max(kitty.alive.len());
            }
            _ => {}
        }
        let data = &data[1..];
        assert!(data.len() <= 4096, "{}", data.len());
        let (_, all) = open.as_mut().expect("a picture");
        all.extend_from_slice(data);
        if key("m").as_deref() == Some("0") {
            let (cells, data) = open.take().expect("a picture");
            kitty.sent.push((cells, decode(&data)));
        }
    }
    assert!(open.is_none(), "the last picture has no end");
    kitty
}

/// The columns of a row of sixels of one color.
pub(super) fn columns(row: &str) -> usize {
    let mut columns = 0;
    let mut signs = row.chars().peekable();
    let number = |signs: &mut std::iter::Peekable<std::str::Chars<'_>>| {
        let mut number = 0;
        while let Some(digit) = signs.peek().and_then(|sign| sign.to_digit(10)) {
            number = number * 10 + digit as usize;
            signs.next();
        }
        number
    };
    while let Some(sign) = signs.next() {
        match sign {
            '#' => {
                number(&mut signs);
                // A definition of a color.
                while signs.next_if_eq(&';').is_some() {
                    number(&mut signs);
                }
            }
            '!' => {
                columns += number(&mut signs);
                assert!(signs.next().is_some_and(|sign| ('?'..='~').contains(&sign)));
            }
            '?'..='~' => columns += 1,
            _ => panic!("{sign:?} in a row of sixels"),
        }
    }
    columns
}
