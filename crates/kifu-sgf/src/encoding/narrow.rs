//! Names of encodings that are read as wider ones.

use std::borrow::Cow;

use super::charset::bare;
use super::{Charset, Unencodable};

/// An encoding of one byte a character that lacks the bytes from 0x80 to `last`.
#[derive(Debug, PartialEq, Eq)]
struct Narrow {
    name: &'static str,
    labels: &'static [&'static str],
    last: u8,
}

/// Files with these names are read as Windows-1252, Windows-1254 and Windows-874, like browsers do. Most other programs
/// take them literally, so nothing that they lack is written under them. Names of East Asia, such as GB2312, EUC-KR and
/// `Shift_JIS`, stand for the code pages of Windows in real files.
static NARROW: [Narrow; 4] = [
    Narrow {
        name: "US-ASCII",
        labels: &["ascii", "usascii", "ansix341968"],
        last: 0xFF,
    },
    Narrow {
        name: "ISO-8859-1",
        labels: &[
            "iso8859",
            "iso88591",
            "iso885911987",
            "isoir100",
            "isolatin1",
            "latin1",
            "l1",
            "8859",
            "88591",
            "cp819",
            "ibm819",
            "cp28591",
        ],
        last: 0x9F,
    },
    Narrow {
        name: "ISO-8859-9",
        labels: &["iso88599", "iso885991989", "isoir148", "latin5", "l5"],
        last: 0x9F,
    },
    Narrow {
        name: "ISO-8859-11",
        labels: &["iso885911", "tis620"],
        last: 0x9F,
    },
];

/// An encoding by its name in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) charset: Charset,
    narrow: Option<&'static Narrow>,
}

impl Named {
    /// The encoding that a label names; `None` if it is unknown.
    pub(crate) fn of(label: &[u8]) -> Option<Self> {
        let charset = Charset::for_label_bytes(label)?;
        let bare = bare(label);
        let is_narrow = |narrow: &&Narrow| {
            let mut labels = narrow.labels.iter();
            labels.any(|label| label.as_bytes() == bare)
        };
        Some(Self {
            charset,
            narrow: NARROW.iter().find(is_narrow),
        })
    }

    /// Encodes `text` in the encoding of this very name.
    pub(crate) fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        self.check(text)?;
        self.charset
            .encode(text)
            .map(|bytes| Cow::Owned(bytes.into_owned()))
    }

    /// Returns an error with the first character that only the wider encoding has.
    pub(crate) fn check(self, text: &str) -> Result<(), Unencodable> {
        let Some(narrow) = self.narrow else {
            return Ok(());
        };
        let lacks = |char: char| {
            let mut buffer = [0; 4];
            let encoded = self.charset.encode(char.encode_utf8(&mut buffer));
            encoded
                .is_ok_and(|bytes| matches!(*bytes, [byte] if byte >= 0x80 && byte <= narrow.last))
        };
        match text.char_indices().find(|(_, char)| lacks(*char)) {
            None => Ok(()),
            Some((offset, char)) => Err(Unencodable {
                char,
                offset,
                charset: self.charset,
                name: narrow.name,
            }),
        }
    }
}
