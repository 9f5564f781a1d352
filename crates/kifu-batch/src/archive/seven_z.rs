use std::io::{Read, Seek};
use std::ops::ControlFlow;

use sevenz_rust2::{ArchiveReader, EncoderMethod, Error, Password};

use super::{DECODER_KIB, Take, broken, take_in_turn};
use crate::error::ErrorKind;

/// Reads a 7z archive, whose members usually form one stream.
pub(super) fn each_member(
    file: impl Read + Seek,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    let mut archive =
        ArchiveReader::new(file, Password::empty()).map_err(|error| failed(&error))?;
    archive.set_thread_count(1);
    let mut is_encrypted = false;
    let mut most = 0;
    for coder in archive
        .archive()
        .blocks
        .iter()
        .flat_map(|block| &block.coders)
    {
        let id = coder.encoder_method_id();
        is_encrypted |= id == EncoderMethod::ID_AES256_SHA256;
        most = most.max(dictionary(id, coder.properties()));
    }
    if is_encrypted {
        return Err(ErrorKind::Encrypted);
    }
    if most >> 10 > u64::from(DECODER_KIB) {
        return Err(ErrorKind::DecoderMemory {
            limit_mb: DECODER_KIB >> 10,
        });
    }
    let outcome = archive.for_each_entries(|entry, input| {
        if entry.is_directory() || !wanted(entry.name()) {
            return Ok(true);
        }
        Ok(match take_in_turn(entry.name(), input, take) {
            ControlFlow::Continue(()) => true,
            ControlFlow::Break(()) => false,
        })
    });
    outcome.map_err(|error| failed(&error))
}

/// The dictionary size of a decoder in bytes, from its parameters.
fn dictionary(id: &[u8], properties: &[u8]) -> u64 {
    match (id, properties) {
        (EncoderMethod::ID_LZMA, [_, size @ ..]) => size
            .first_chunk()
            .map_or(0, |size| u64::from(u32::from_le_bytes(*size))),
        (EncoderMethod::ID_LZMA2, [size, ..]) => {
            let size = u64::from((*size).min(40));
            (2 | (size & 1)) << (size / 2 + 11)
        }
        _ => 0,
    }
}

/// An error of the decoder in words.
fn failed(error: &Error) -> ErrorKind {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => ErrorKind::Encrypted,
        Error::UnsupportedCompressionMethod(method) => broken(format!(
            "compressed by the method {method}, which is not supported; pack it by LZMA2"
        )),
        Error::UnsupportedVersion { major, minor } => {
            broken(format!("version {major}.{minor} of 7z is not supported"))
        }
        Error::MaxMemLimited { .. } => ErrorKind::DecoderMemory {
            limit_mb: DECODER_KIB >> 10,
        },
        Error::ChecksumVerificationFailed => broken("a checksum is wrong: the archive is damaged"),
        Error::Io(error, _) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            broken("the archive is cut off, or a part of it is missing")
        }
        Error::Io(error, _) | Error::FileOpen(error, _) => broken(error.to_string()),
        Error::Unsupported(what) | Error::Other(what) => broken(what.to_string()),
        _ => ErrorKind::Damaged,
    }
}
