use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::has_more;

/// The content of a Zstandard file: all its frames in order.
pub(super) struct ZstdReader<R> {
    input: R,
    decoder: FrameDecoder,
    is_open: bool,
}

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            decoder: FrameDecoder::new(),
            is_open: false,
        }
    }

    /// Begins the next frame with content; returns `false` at the end.
    fn open(&mut self) -> io::Result<bool> {
        while has_more(&mut self.input)? {
            match self.decoder.init(&mut self.input) {
                Ok(()) => {
                    self.is_open = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    io::copy(&mut (&mut self.input).take(length), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_open && !self.open()? {
                return Ok(0);
            }
            while self.decoder.can_collect() < buffer.len() && !self.decoder.is_finished() {
                let missing = buffer.len() - self.decoder.can_collect();
                let strategy = BlockDecodingStrategy::UptoBytes(missing);
                self.decoder
                    .decode_blocks(&mut self.input, strategy)
                    .map_err(io::Error::other)?;
            }
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.is_open = false;
        }
    }
}
