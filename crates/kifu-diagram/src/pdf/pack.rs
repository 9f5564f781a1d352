//! Packs the dictionaries of a document into compressed object streams, and compresses the contents of its pages.
//!
//! A tagged document has a dictionary for each paragraph and diagram. The writer stores them as plain text, which is
//! half of a book of problems.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{content, strings};

/// The dictionaries of one stream. A reader that wants one of them has to unpack all.
const GROUP: usize = 500;
/// The widths of the three fields of a cross-reference entry, in bytes.
const FIELDS: [usize; 3] = [1, 4, 2];

/// The location of an object, for the cross-reference stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Free,
    /// At this offset.
    Plain(u32),
    /// The object stream, and the place in it.
    Packed(u32, u16),
}

/// An object as the writer left it.
struct Object<'a> {
    number: u32,
    /// Without its first and last line.
    body: &'a [u8],
}

/// Returns the document with its dictionaries packed; unchanged if it does not have the form that the writer produces.
pub(super) fn pack(document: Vec<u8>) -> Vec<u8> {
    packed(&document).unwrap_or(document)
}

fn packed(document: &[u8]) -> Option<Vec<u8>> {
    let Table {
        first,
        size,
        objects,
        trailer,
    } = Table::read(document)?;
    let mut out = Vec::with_capacity(document.len() / 2);
    out.extend_from_slice(&document[..first]);
    let is_stream = |object: &&Object<'_>| object.body.ends_with(b"endstream");
    let (streams, mut plain): (Vec<&Object<'_>>, Vec<&Object<'_>>) =
        objects.iter().partition(is_stream);
    // Alike ones are short beside each other.
    plain.sort_by_key(|object| kind(object.body));
    let mut numbers = Numbers(vec![0; size as usize]);
    numbers.assign(&mut plain, &streams)?;
    let mut entries = vec![Entry::Free];
    let groups = (plain.len() + streams.len() + 1..).zip(plain.chunks(GROUP));
    for (number, group) in groups.clone() {
        let number = u32::try_from(number).ok()?;
        let places = 0..u16::try_from(group.len()).ok()?;
        entries.extend(places.map(|place| Entry::Packed(number, place)));
    }
    for object in streams {
        entries.push(Entry::Plain(u32::try_from(out.len()).ok()?));
        write_stream(&mut out, object, &numbers)?;
    }
    for (number, group) in groups {
        entries.push(Entry::Plain(u32::try_from(out.len()).ok()?));
        write_group(&mut out, number, group, &numbers)?;
    }
    let number = u32::try_from(entries.len()).ok()?;
    let start = u32::try_from(out.len()).ok()?;
    entries.push(Entry::Plain(start));
    write_table(&mut out, number, &entries, &numbers.renumbered(trailer)?);
    out.extend_from_slice(format!("startxref\n{start}\n%%EOF\n").as_bytes());
    Some(out)
}

/// The new numbers of objects, by their old ones; 0 for none. Numbers in the order of the packed objects make the
/// cross-reference table small.
struct Numbers(Vec<u32>);

impl Numbers {
    /// Numbers objects in this order. Most pages have equal resources, of which only the first dictionary is kept.
    fn assign(&mut self, plain: &mut Vec<&Object<'_>>, streams: &[&Object<'_>]) -> Option<()> {
        let mut resources = BTreeMap::new();
        let mut last = 0;
        plain.retain(|object| {
            let is_shared = object.body.starts_with(b"<</ProcSet");
            let equal = resources.get(object.body).filter(|_| is_shared);
            let number = equal.copied().unwrap_or(last + 1);
            let is_new = number > last;
            last = last.max(number);
            if is_shared {
                resources.insert(object.body, number);
            }
            self.0[object.number as usize] = number;
            is_new
        });
        for object in streams {
            last += 1;
            *self.0.get_mut(object.number as usize)? = last;
        }
        Some(())
    }

    fn of(&self, object: &Object<'_>) -> u32 {
        self.0[object.number as usize]
    }

    /// A dictionary whose references have the new numbers.
    fn renumbered(&self, dictionary: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(dictionary.len());
        let mut rest = dictionary;
        while let Some(&first) = rest.first() {
            let length = match first {
                b'(' => strings::end(rest)?,
                b'/' => {
                    1 + rest[1..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_alphanumeric())
                        .count()
                }
                b'0'..=b'9' => rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
                _ => 1,
            };
            let (part, after) = rest.split_at(length);
            rest = after;
            if first.is_ascii_digit() && rest.starts_with(b" 0 R") {
                let old: usize = core::str::from_utf8(part).ok()?.parse().ok()?;
                let new = self.0.get(old).filter(|&&new| new > 0)?;
                let _ = write!(out, "{new}");
            } else {
                out.extend_from_slice(part);
            }
        }
        Some(out)
    }
}

/// Writes a stream. Contents of pages, and others that the writer left as they are, are compressed.
fn write_stream(out: &mut Vec<u8>, object: &Object<'_>, numbers: &Numbers) -> Option<()> {
    let number = numbers.of(object);
    let _ = writeln!(out, "{number} 0 obj");
    let start = find(object.body, b">>\nstream\n", false)?;
    let (dictionary, stream) = object.body.split_at(start);
    let dictionary = numbers.renumbered(dictionary)?;
    if let Some((entries, data)) = uncompressed(&dictionary, stream) {
        // Only the contents of pages have no other entries.
        let short = if entries.is_empty() {
            content::shorten(data)
        } else {
            None
        };
        let data = deflate(&[short.as_deref().unwrap_or(data)]);
        let _ = write!(out, "<</Filter/FlateDecode/Length {}", data.len());
        for part in [entries, b">>\nstream\n", &data, b"\nendstream"] {
            out.extend_from_slice(part);
        }
    } else {
        out.extend_from_slice(&dictionary);
        out.extend_from_slice(stream);
    }
    out.extend_from_slice(b"\nendobj\n");
    Some(())
}

/// The entries after the length, and the data of a stream that is not compressed. Metadata stay readable for programs that
/// search files for them.
fn uncompressed<'a>(dictionary: &'a [u8], stream: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let rest = dictionary.strip_prefix(b"<</Length ")?;
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (length, entries) = rest.split_at(length);
    let length: usize = core::str::from_utf8(length).ok()?.parse().ok()?;
    let is_kept = ["/Filter", "/Type/Metadata"]
        .iter()
        .any(|entry| find(entries, entry.as_bytes(), false).is_some());
    let data = stream.strip_prefix(b">>\nstream\n")?.get(..length)?;
    (!is_kept).then_some((entries, data))
}

/// The start of a dictionary, which names its type, or the structure that an element is.
fn kind(body: &[u8]) -> &[u8] {
    let end = body
        .iter()
        .position(|byte| matches!(byte, b' ' | b'[' | b'(' | b'0'..=b'9'));
    &body[..end.unwrap_or(body.len())]
}

fn write_group(
    out: &mut Vec<u8>,
    number: usize,
    group: &[&Object<'_>],
    numbers: &Numbers,
) -> Option<()> {
    let (mut places, mut bodies) = (Vec::new(), Vec::new());
    for object in group {
        let _ = write!(places, "{} {} ", numbers.of(object), bodies.len());
        bodies.extend_from_slice(&numbers.renumbered(&without_suspects(object.body))?);
        bodies.push(b'\n');
    }
    let data = deflate(&[&places, &bodies]);
    let _ = write!(
        out,
        "{number} 0 obj\n<</Type/ObjStm/N {}/First {}/Filter/FlateDecode/Length {}>>\nstream\n",
        group.len(),
        places.len(),
        data.len()
    );
    out.extend_from_slice(&data);
    out.extend_from_slice(b"\nendstream\nendobj\n");
    Some(())
}

/// The catalog without `/Suspects false`, which is the default, and which Poppler reports as an error.
fn without_suspects(body: &[u8]) -> Cow<'_, [u8]> {
    const DEFAULT: &[u8] = b"/Suspects false";
    let is_catalog = find(body, b"/Type/Catalog", true).is_some();
    match find(body, DEFAULT, true).filter(|_| is_catalog) {
        Some(at) => Cow::Owned([&body[..at], &body[at + DEFAULT.len()..]].concat()),
        None => Cow::Borrowed(body),
    }
}

/// Writes the cross-reference stream. Each row is stored as its difference from the row before.
fn write_table(out: &mut Vec<u8>, number: u32, entries: &[Entry], trailer: &[u8]) {
    let width: usize = FIELDS.iter().sum();
    let mut last = [0; 7];
    let mut rows = Vec::with_capacity(entries.len() * (width + 1));
    for entry in entries {
        let (kind, second, third) = match *entry {
            Entry::Free => (0, 0, u16::MAX),
            Entry::Plain(offset) => (1, offset, 0),
            Entry::Packed(stream, place) => (2, stream, place),
        };
        let mut row = [kind, 0, 0, 0, 0, 0, 0];
        row[1..5].copy_from_slice(&second.to_be_bytes());
        row[5..].copy_from_slice(&third.to_be_bytes());
        // The predictor of PNG that subtracts the row above.
        rows.push(2);
        rows.extend(
            row.iter()
                .zip(last)
                .map(|(now, before)| now.wrapping_sub(before)),
        );
        last = row;
    }
    let data = deflate(&[&rows]);
    let [a, b, c] = FIELDS;
    let head = format!(
        "{number} 0 obj\n<</Type/XRef/Size {}/W[{a} {b} {c}]/Filter/FlateDecode\
         /DecodeParms<</Predictor 12/Columns {width}>>/Length {}",
        entries.len(),
        data.len()
    );
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(trailer);
    out.extend_from_slice(b">>\nstream\n");
    out.extend_from_slice(&data);
    out.extend_from_slice(b"\nendstream\nendobj\n");
}

fn deflate(parts: &[&[u8]]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = parts.iter().try_for_each(|part| encoder.write_all(part));
    // Writing to memory does not fail.
    written.and_then(|()| encoder.finish()).unwrap_or_default()
}

/// The objects of a document.
struct Table<'a> {
    /// The offset of the first one.
    first: usize,
    /// One more than the highest number.
    size: u32,
    objects: Vec<Object<'a>>,
    /// The entries of the trailer except `Size`.
    trailer: &'a [u8],
}

impl<'a> Table<'a> {
    /// Reads the cross-reference table at the end of a document.
    fn read(document: &'a [u8]) -> Option<Self> {
        let tail = &document[document.len().saturating_sub(64)..];
        let tail = core::str::from_utf8(&tail[find(tail, b"startxref\n", true)?..]).ok()?;
        let table_at: usize = tail.lines().nth(1)?.parse().ok()?;
        let rest = document.get(table_at..)?.strip_prefix(b"xref\n0 ")?;
        let line_end = rest.iter().position(|&byte| byte == b'\n')?;
        let size: u32 = core::str::from_utf8(&rest[..line_end]).ok()?.parse().ok()?;
        let (rows, trailer) = rest[line_end + 1..].split_at_checked(size as usize * 20)?;
        let mut places = Vec::new();
        for (number, row) in (0..size).zip(rows.chunks_exact(20)) {
            let row = core::str::from_utf8(row).ok()?;
            match row.get(10..18)? {
                " 00000 n" => places.push((row[..10].parse::<usize>().ok()?, number)),
                _ if row.get(16..18)? == " f" => {}
                _ => return None,
            }
        }
        places.sort_unstable();
        let ends = places.iter().skip(1).map(|&(offset, _)| offset);
        let ends = ends.chain([table_at]);
        let mut objects = Vec::with_capacity(places.len());
        for (&(offset, number), end) in places.iter().zip(ends) {
            let whole = document.get(offset..end)?;
            let body = whole.strip_prefix(format!("{number} 0 obj\n").as_bytes())?;
            let body = body.trim_ascii_end().strip_suffix(b"endobj")?;
            let body = body.trim_ascii();
            objects.push(Object { number, body });
        }
        let trailer = trailer.strip_prefix(b"trailer\n<<")?;
        let trailer = &trailer[..trailer.len() - tail.len()];
        let trailer = trailer.trim_ascii().strip_suffix(b">>")?.trim_ascii();
        let trailer = trailer.strip_prefix(format!("/Size {size}").as_bytes())?;
        Some(Self {
            first: places.first()?.0,
            size,
            objects,
            trailer,
        })
    }
}

/// Finds the first or the last occurrence.
fn find(text: &[u8], part: &[u8], last: bool) -> Option<usize> {
    let mut windows = text.windows(part.len());
    let is_part = |window: &[u8]| window == part;
    if last {
        windows.rposition(is_part)
    } else {
        windows.position(is_part)
    }
}
