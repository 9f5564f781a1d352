//! Messages on a stream: each has a header with its length.

use std::fmt;
use std::io::{self, BufRead, Read as _, Write};

use kifu_lsp::{Failure, Id, Message};

/// The longest header in bytes.
const LONGEST_HEADER: u64 = 8192;

/// The longest content in bytes: texts beyond some hundred megabytes are not edited.
const LONGEST_CONTENT: u64 = 512 << 20;

/// Maximum number of characters of a value in a message.
const MOST_SHOWN: usize = 40;

/// Why a stream is not a sequence of messages.
#[derive(Debug)]
pub(super) enum FrameError {
    /// The content is too long. It was skipped: the answer to it.
    TooLong(Box<Message>),
    /// A header without a length, so that the next message cannot be found.
    NoLength,
    /// A length that is not a number; the value.
    Length(String),
    /// A header that does not end.
    LongHeader,
    /// The stream ends within a message.
    Cut,
    /// The stream cannot be read.
    Io(io::Error),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(_) => f.write_str("a message is too long"),
            Self::NoLength => f.write_str("a message has no `Content-Length`"),
            Self::Length(value) => write!(
                f,
                "`Content-Length: {value}`: expected a number of bytes, at most {LONGEST_CONTENT}"
            ),
            Self::LongHeader => write!(
                f,
                "the header of a message is longer than {LONGEST_HEADER} bytes"
            ),
            Self::Cut => f.write_str("the input ends within a message"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for FrameError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            Self::Cut
        } else {
            Self::Io(error)
        }
    }
}

/// The content of the next message; `None` at the end of the stream.
pub(super) fn read_frame(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, FrameError> {
    let Some(length) = read_header(input)? else {
        return Ok(None);
    };
    let mut content = input.take(length);
    if length > LONGEST_CONTENT {
        io::copy(&mut content, &mut io::sink())?;
        let failure = Failure {
            code: -32600,
            message: format!("the message has {length} bytes; the limit is {LONGEST_CONTENT}"),
        };
        return Err(FrameError::TooLong(Box::new(Message::Response {
            id: Id::Null,
            result: Err(failure),
        })));
    }
    // Room is made as bytes arrive: a length may be a lie.
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(FrameError::Cut);
    }
    Ok(Some(bytes))
}

/// The length that a header gives; `None` at the end of the stream.
fn read_header(input: &mut impl BufRead) -> Result<Option<u64>, FrameError> {
    let mut input = input.take(LONGEST_HEADER);
    let mut length = None;
    let mut line = Vec::new();
    let mut is_first = true;
    loop {
        line.clear();
        input.read_until(b'\n', &mut line)?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        is_first = false;
        if !line.ends_with(b"\n") {
            return Err(if input.limit() == 0 {
                FrameError::LongHeader
            } else {
                FrameError::Cut
            });
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            return length.map(Some).ok_or(FrameError::NoLength);
        }
        if let Some((name, value)) = split_header(text)
            && name.eq_ignore_ascii_case(b"content-length")
        {
            let value = String::from_utf8_lossy(value.trim_ascii());
            let number = value.parse().map_err(|_| {
                let shown: String = value.chars().take(MOST_SHOWN).collect();
                FrameError::Length(shown.escape_debug().to_string())
            });
            length = Some(number?);
        }
    }
}

fn split_header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = line.iter().position(|byte| *byte == b':')?;
    Some((&line[..at], &line[at + 1..]))
}

/// Writes a message.
pub(super) fn write_frame(content: &[u8], output: &mut impl Write) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", content.len())?;
    output.write_all(content)
}

#[cfg(test)]
mod tests {
    use super::{FrameError, LONGEST_CONTENT, read_frame, write_frame};

    #[test]
    fn frames_are_read_as_they_are_written() {
        let mut bytes = Vec::new();
        for content in [&b"{}"[..], b"", "名".as_bytes()] {
            write_frame(content, &mut bytes).expect("a vector takes all");
        }
        let mut input = &bytes[..];
        let mut next = || read_frame(&mut input).expect("a frame");
        assert_eq!(next().as_deref(), Some(&b"{}"[..]));
        assert_eq!(next().as_deref(), Some(&b""[..]));
        assert_eq!(next().as_deref(), Some("名".as_bytes()));
        assert_eq!(next(), None);
    }

    #[test]
    fn other_headers_and_any_case_are_read() {
        let mut input = &b"Content-Type: x; charset=utf-8\r\ncontent-LENGTH:2\r\n\r\n{}"[..];
        assert_eq!(
            read_frame(&mut input).ok().flatten().as_deref(),
            Some(&b"{}"[..])
        );
    }

    #[test]
    fn broken_headers_end_the_stream() {
        let range = "expected a number of bytes, at most 536870912";
        let endless = "x".repeat(1 << 20);
        let many = "X: y\r\n".repeat(10_000);
        for (text, expected) in [
            ("\r\n{}", "a message has no `Content-Length`"),
            (
                "Content-Type: x\r\n\r\n{}",
                "a message has no `Content-Length`",
            ),
            (
                "Content-Length: two\r\n\r\n{}",
                &format!("`Content-Length: two`: {range}"),
            ),
            (
                "Content-Length: -1\r\n\r\n{}",
                &format!("`Content-Length: -1`: {range}"),
            ),
            (
                "Content-Length: 99999999999999999999999\r\n\r\n{}",
                &format!("`Content-Length: 99999999999999999999999`: {range}"),
            ),
            (
                &endless,
                "the header of a message is longer than 8192 bytes",
            ),
            (&many, "the header of a message is longer than 8192 bytes"),
            (
                "Content-Length: 3\r\n\r\n{}",
                "the input ends within a message",
            ),
            ("Content-Length: 3\r\n", "the input ends within a message"),
            ("Content-Length: 3", "the input ends within a message"),
        ] {
            let read = read_frame(&mut text.as_bytes()).expect_err(text);
            assert_eq!(read.to_string(), expected);
        }
    }

    #[test]
    fn a_length_that_is_a_lie_takes_no_memory() {
        let text = format!("Content-Length: {LONGEST_CONTENT}\r\n\r\n{{}}");
        assert!(matches!(
            read_frame(&mut text.as_bytes()),
            Err(FrameError::Cut)
        ));
        let text = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX);
        assert!(matches!(
            read_frame(&mut text.as_bytes()),
            Err(FrameError::TooLong(_))
        ));
    }
}
