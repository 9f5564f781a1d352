use std::io::{Read, Seek};
use std::ops::ControlFlow;

use anyhow::{anyhow, ensure};
use sevenz_rust2::{ArchiveReader, EncoderMethod, Error, Password};

use super::{DECODER_KIB, Take, take_in_turn};

/// The members of a 7z archive: all of them are one stream, as a rule.
pub(super) fn each_member(
    file: impl Read + Seek,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> anyhow::Result<()> {
    let mut archive = ArchiveReader::new(file, Password::empty()).map_err(|error| said(&error))?;
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
    ensure!(!is_encrypted, "it is encrypted");
    ensure!(
        most >> 10 <= u64::from(DECODER_KIB),
        "it takes more than {} MB of memory to unpack",
        DECODER_KIB >> 10
    );
    let outcome = archive.for_each_entries(|entry, input| {
        if entry.is_directory() || !wanted(entry.name()) {
            return Ok(true);
        }
        Ok(match take_in_turn(entry.name(), input, take) {
            ControlFlow::Continue(()) => true,
            ControlFlow::Break(()) => false,
        })
    });
    outcome.map_err(|error| said(&error))
}

/// How many bytes of what was written before a decoder keeps, by its parameters.
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

fn said(error: &Error) -> anyhow::Error {
    anyhow!("{error}")
}
