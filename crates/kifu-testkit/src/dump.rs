use std::fmt::Write;

/// Writes events in the notation of the suite.
///
/// Tokens follow the order of the input, with one space between them: `(`, `;`, identifiers as written, raw values in
/// brackets, `)`. A token that is missing in the input and was supplied has a `+` before it. In identifiers and values
/// LF, CR, TAB are `\n`, `\r`, `\t`; other unprintable bytes, and those that are not UTF-8, are `\xNN`; a backslash is
/// itself.
///
/// ```
/// use kifu_testkit::Dump;
///
/// let mut dump = Dump::default();
/// dump.tree_begin(true);
/// dump.node_begin(false);
/// dump.identifier(b"C");
/// dump.value(b"a\\]b\n");
/// dump.tree_end(false);
/// assert_eq!(dump.finish(), r"+( ; C [a\]b\n] )");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dump {
    text: String,
}

impl Dump {
    /// A tree begins; `implied` where its `(` is missing.
    pub fn tree_begin(&mut self, implied: bool) {
        self.token(implied, "(");
    }

    /// A node begins; `implied` where its `;` is missing.
    pub fn node_begin(&mut self, implied: bool) {
        self.token(implied, ";");
    }

    /// An identifier as written.
    pub fn identifier(&mut self, letters: &[u8]) {
        self.token(false, "");
        self.bytes(letters);
    }

    /// The raw text of a value.
    pub fn value(&mut self, raw: &[u8]) {
        self.token(false, "[");
        self.bytes(raw);
        self.text.push(']');
    }

    /// A tree ends; `implied` where its `)` is missing.
    pub fn tree_end(&mut self, implied: bool) {
        self.token(implied, ")");
    }

    /// The whole dump.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }

    fn token(&mut self, implied: bool, token: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        if implied {
            self.text.push('+');
        }
        self.text.push_str(token);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.utf8_chunks() {
            for char in chunk.valid().chars() {
                match char {
                    '\n' => self.text.push_str("\\n"),
                    '\r' => self.text.push_str("\\r"),
                    '\t' => self.text.push_str("\\t"),
                    char if char.is_control() => {
                        let mut buffer = [0; 4];
                        self.hex(char.encode_utf8(&mut buffer).as_bytes());
                    }
                    char => self.text.push(char),
                }
            }
            self.hex(chunk.invalid());
        }
    }

    fn hex(&mut self, bytes: &[u8]) {
        for byte in bytes {
            // Writing to a `String` cannot fail.
            let _ = write!(self.text, "\\x{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_do_not_print() {
        let mut dump = Dump::default();
        dump.identifier(b"A\0B");
        dump.value("\t\r\x0B\u{85}é".as_bytes());
        dump.value(b"\xFF\\");
        assert_eq!(dump.finish(), "A\\x00B [\\t\\r\\x0B\\xC2\\x85é] [\\xFF\\]");
    }
}
