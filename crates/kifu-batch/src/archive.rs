//! Archives and compressed files, read in place.
//!
//! The first bytes of a file decide its type; its name counts only when folders are searched. Members are passed on one
//! by one as streams, in the order of the archive, so that an archive of any size needs only the memory of its decoder.
//! Nothing is unpacked to the disk.

mod parts;
mod seven_z;
mod tape;
mod zip;
mod zstd;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use self::zstd::ZstdReader;
use crate::error::ErrorKind;
use crate::progress::{Counted, Progress};

/// Bytes needed to recognize a file: a tape archive has its signature at 257.
pub(crate) const HEAD: usize = 512;

/// Maximum memory that a stream may require for decoding, in KiB. `xz -9` and `7z -mx9` require far less.
const DECODER_KIB: u32 = 512 << 10;

/// How an archive or a compressed file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Zip,
    SevenZ,
    Tape,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Packing {
    /// By the first bytes.
    fn of(head: &[u8]) -> Option<Self> {
        const SIGNS: [(usize, &[u8], Packing); 9] = [
            (0, b"PK\x03\x04", Packing::Zip),
            // An empty archive, and a split archive in one part.
            (0, b"PK\x05\x06", Packing::Zip),
            (0, b"PK\x07\x08", Packing::Zip),
            (0, b"7z\xBC\xAF\x27\x1C", Packing::SevenZ),
            (0, b"\x1F\x8B\x08", Packing::Gzip),
            (0, b"BZh", Packing::Bzip2),
            (0, b"\xFD7zXZ\0", Packing::Xz),
            (0, b"\x28\xB5\x2F\xFD", Packing::Zstd),
            (257, b"ustar", Packing::Tape),
        ];
        let has = |place: usize, sign: &[u8]| {
            // Three letters are followed by the block size and the digits of pi.
            let is_bzip2 =
                || head.get(4..10) == Some(b"1AY&SY") || head.get(4..10) == Some(b"\x17rE8P\x90");
            head.get(place..place + sign.len()) == Some(sign) && (sign != b"BZh" || is_bzip2())
        };
        let mut signs = SIGNS.iter();
        signs
            .find(|(place, sign, _)| has(*place, sign))
            .map(|(_, _, packing)| *packing)
    }
}

/// Whether a file is an archive or a compressed file, by its first bytes.
///
/// Returns `false` for a file that cannot be read, and for pipes and devices, which are not touched.
#[must_use]
pub fn is_packed(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let head = File::open(path).and_then(|file| head_of(&mut { file }));
    head.is_ok_and(|head| Packing::of(&head).is_some())
}

/// Whether `bytes` are the beginning of an archive or a compressed file.
#[must_use]
pub fn is_packed_data(bytes: &[u8]) -> bool {
    Packing::of(&bytes[..bytes.len().min(HEAD)]).is_some()
}

/// Refuses the beginning of an archive or of a compressed file.
pub(crate) fn ensure_unpacked(bytes: &[u8]) -> Result<(), ErrorKind> {
    if is_packed_data(bytes) {
        return Err(ErrorKind::Misnamed);
    }
    Ok(())
}

/// Whether a name in a folder is that of an archive, or of a compressed file whose inner name is `wanted`.
pub(crate) fn is_named_packed(path: &Path, wanted: impl Fn(&Path) -> bool) -> bool {
    let ending = |path: &Path| {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        ending.to_ascii_lowercase()
    };
    match &*ending(path) {
        "zip" | "7z" | "tar" | "tgz" | "tbz" | "tbz2" | "txz" | "tzst" => true,
        // Archives in parts are joined, or named if a part is missing.
        "001" => ending(&path.with_extension("")) == "7z",
        "gz" | "bz2" | "xz" | "zst" => {
            let inner = path.with_extension("");
            ending(&inner) == "tar" || wanted(&inner)
        }
        _ => false,
    }
}

/// Called with each member: the name in the archive (empty for a compressed file that is not an archive), and the
/// content, or the reason why it cannot be read.
type Take<'t> = dyn FnMut(&str, Result<&mut dyn Read, ErrorKind>) -> ControlFlow<()> + 't;

/// A failure of a decoder.
fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ErrorKind {
    ErrorKind::Unpack(error.into())
}

/// Passes the members of the archive `path` whose names are `wanted` to `take`, until it breaks.
///
/// # Errors
/// The archive is broken or encrypted. Members passed before are good.
pub(crate) fn each_member(
    path: &Path,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
    progress: &Progress,
) -> Result<(), ErrorKind> {
    let file = File::open(path).map_err(|error| ErrorKind::of_read(path, error))?;
    let mut file = Counted::new(file, progress.clone());
    let head = head_of(&mut file)?;
    file.rewind()?;
    let is_divided = path.extension().is_some_and(|ending| ending == "001");
    if is_divided && Packing::of(&head) == Some(Packing::SevenZ) {
        let parts = BufReader::with_capacity(64 << 10, parts::Parts::open(path)?);
        return seven_z::each_member(parts, wanted, take);
    }
    let file = BufReader::with_capacity(64 << 10, file);
    each_of(file, &head, is_named_tape(path), wanted, take)
}

/// Passes the `wanted` members of an archive inside another one to `take`, until it breaks; `name` is its name there.
///
/// # Errors
/// The archive is broken or encrypted. Members passed before are good.
pub(crate) fn each_member_inside(
    bytes: &[u8],
    name: &str,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let is_tape = is_named_tape(Path::new(name));
    each_of(Cursor::new(bytes), head, is_tape, wanted, take)
}

/// Old tape archives have no signature.
fn is_named_tape(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "tar")
}

/// Passes the members of an archive that begins with `head` on.
fn each_of(
    file: impl BufRead + Seek,
    head: &[u8],
    is_tape: bool,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    match Packing::of(head) {
        Some(Packing::Zip) => zip::each_member(file, wanted, take),
        Some(Packing::SevenZ) => seven_z::each_member(file, wanted, take),
        Some(Packing::Gzip) => stream(MultiGzDecoder::new(file), wanted, take),
        Some(Packing::Bzip2) => stream(MultiBzDecoder::new(file), wanted, take),
        Some(Packing::Xz) => stream(
            XzReader::new_mem_limit(file, true, DECODER_KIB),
            wanted,
            take,
        ),
        Some(Packing::Zstd) => stream(ZstdReader::new(file), wanted, take),
        Some(Packing::Tape) => tape::each_member(file, wanted, take),
        None if is_tape => tape::each_member(file, wanted, take),
        None => stream(file, wanted, take),
    }
}

/// Passes the members of a compressed stream on: those of a tape archive, or a single file.
fn stream(
    mut input: impl Read,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    let head = head_of(&mut input).map_err(broken)?;
    let packing = Packing::of(&head);
    let mut input = Cursor::new(head).chain(input);
    match packing {
        Some(Packing::Tape) => tape::each_member(input, wanted, take),
        Some(_) => Err(ErrorKind::PackedTwice),
        None => {
            let _ = take("", Ok(&mut input));
            Ok(())
        }
    }
}

/// The first bytes of a file, as far as they are needed.
fn head_of(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// A stream that remembers whether it failed.
struct Watched<R> {
    input: R,
    has_failed: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let outcome = self.input.read(buffer);
        if let Err(error) = &outcome {
            self.has_failed |= error.kind() != io::ErrorKind::Interrupted;
        }
        outcome
    }
}

/// Passes a member of an archive that can only be read from its beginning. After a broken member nothing can be read.
fn take_in_turn(name: &str, input: impl Read, take: &mut Take<'_>) -> ControlFlow<()> {
    let mut input = Watched {
        input,
        has_failed: false,
    };
    take(name, Ok(&mut input))?;
    if input.has_failed {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Whether there is more to read.
fn has_more(input: &mut impl BufRead) -> io::Result<bool> {
    Ok(!input.fill_buf()?.is_empty())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_named_packed, is_packed_data};

    #[test]
    fn names_of_archives_are_known() {
        let is_record = |path: &Path| path.extension().is_some_and(|ending| ending == "sgf");
        for name in [
            "a.zip",
            "A.ZIP",
            "b.tar.gz",
            "c.tgz",
            "d.sgf.xz",
            "e.7z",
            "f.tar.zst",
            "g.tar.bz2",
            "h.sgf.bz2",
            "i.7z.001",
        ] {
            assert!(is_named_packed(Path::new(name), is_record), "{name}");
        }
        for name in ["a.sgf", "a.zip.001", "notes.txt.gz", "zip", "b.gz", ".zip"] {
            assert!(!is_named_packed(Path::new(name), is_record), "{name}");
        }
    }

    #[test]
    fn content_tells_archives_from_records() {
        let mut tape = [0; 512];
        tape[257..262].copy_from_slice(b"ustar");
        assert!(is_packed_data(&tape));
        assert!(is_packed_data(b"PK\x03\x04"));
        assert!(is_packed_data(b"BZh91AY&SY"));
        for bytes in [&b"(;FF[4])"[..], b"", b"PK", b"7z", b"BZh is a name"] {
            assert!(!is_packed_data(bytes), "{bytes:?}");
        }
    }
}
