//! Packs the dictionaries of a document into compressed object streams.
//!
//! A tagged document has a dictionary for each paragraph and diagram. The writer stores them as plain text, which is
//! half of a book of problems.

use core::fmt::Write as _;
use std::borrow::Cow;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The dictionaries of one stream. A reader that wants one of them has to unpack all.
const GROUP: usize = 200;
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
    /// With its first and last line.
    whole: &'a [u8],
    /// Without them.
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
    let mut out = Vec::with_capacity(document.len());
    out.extend_from_slice(&document[..first]);
    let mut entries = vec![Entry::Free; size as usize];
    let is_stream = |object: &&Object<'_>| object.body.ends_with(b"endstream");
    for object in objects.iter().filter(is_stream) {
        entries[object.number as usize] = Entry::Plain(u32::try_from(out.len()).ok()?);
        out.extend_from_slice(object.whole);
    }
    let plain: Vec<&Object<'_>> = objects.iter().filter(|object| !is_stream(object)).collect();
    for group in plain.chunks(GROUP) {
        let number = u32::try_from(entries.len()).ok()?;
        for (place, object) in (0..).zip(group) {
            entries[object.number as usize] = Entry::Packed(number, place);
        }
        entries.push(Entry::Plain(u32::try_from(out.len()).ok()?));
        write_group(&mut out, number, group);
    }
    let number = u32::try_from(entries.len()).ok()?;
    let start = u32::try_from(out.len()).ok()?;
    entries.push(Entry::Plain(start));
    write_table(&mut out, number, &entries, trailer);
    out.extend_from_slice(format!("startxref\n{start}\n%%EOF\n").as_bytes());
    Some(out)
}

fn write_group(out: &mut Vec<u8>, number: u32, group: &[&Object<'_>]) {
    let (mut places, mut bodies) = (String::new(), Vec::new());
    for object in group {
        let _ = write!(places, "{} {} ", object.number, bodies.len());
        bodies.extend_from_slice(&without_suspects(object.body));
        bodies.push(b'\n');
    }
    let data = deflate(&[places.as_bytes(), &bodies]);
    let head = format!(
        "{number} 0 obj\n<</Type/ObjStm/N {}/First {}/Filter/FlateDecode/Length {}>>\nstream\n",
        group.len(),
        places.len(),
        data.len()
    );
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(&data);
    out.extend_from_slice(b"\nendstream\nendobj\n");
}

/// The catalog without `/Suspects false`, which is the default, and which Poppler reports as an error.
fn without_suspects(body: &[u8]) -> Cow<'_, [u8]> {
    const DEFAULT: &[u8] = b"/Suspects false";
    let is_catalog = find(body, b"/Type/Catalog").is_some();
    match find(body, DEFAULT).filter(|_| is_catalog) {
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
        let tail = core::str::from_utf8(&tail[find(tail, b"startxref\n")?..]).ok()?;
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
            objects.push(Object {
                number,
                whole,
                body,
            });
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

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).rposition(|window| window == part)
}
