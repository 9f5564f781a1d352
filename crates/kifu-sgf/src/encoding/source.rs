use std::sync::OnceLock;

use kifu_syntax::Span;

use super::decide::{Decoded, SHIFTS, as_one, by_games};
use super::map::OffsetMap;
use super::mark::{mark_of, wide};
use super::segment::{Decision, Segment};
use super::utf8::{Signs, Utf8Bytes};
use super::walk::walk;
use super::{ByteSpan, Charset, Doubt, DoubtKind, EncodingProblem, EncodingProblemKind, survey};

/// Options for deciding the encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeOptions {
    /// Encoding of the whole file; overrides its declarations and contents. Default: `None`.
    pub charset: Option<Charset>,
    /// Encoding for text without any evidence. Default: Windows-1252, which contains ISO-8859-1, the default of the
    /// standard.
    pub fallback: Charset,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self {
            charset: None,
            fallback: Charset::WINDOWS_1252,
        }
    }
}

impl DecodeOptions {
    /// The encoding of the whole file.
    #[must_use]
    pub fn with_charset(mut self, charset: Charset) -> Self {
        self.charset = Some(charset);
        self
    }

    /// Sets the encoding for text without any evidence.
    #[must_use]
    pub fn with_fallback(mut self, charset: Charset) -> Self {
        self.fallback = charset;
        self
    }
}

/// A file: its bytes, its text, and the mapping between them.
///
/// See the [module](super) for how the encoding is decided. Reading never fails; [`problems`](Self::problems) lists
/// the problems found.
#[derive(Clone, Debug)]
pub struct Source {
    content: Content,
    /// Length of the byte order mark, which is not part of the text.
    mark: usize,
    /// Whether the bytes are the text because the caller declared them as UTF-8.
    is_overridden: bool,
    // Little is asked for these; boxed they take little room where many files are held.
    segments: OnceLock<Box<[Segment]>>,
    problems: OnceLock<Box<[EncodingProblem]>>,
    map: OnceLock<Box<OffsetMap>>,
}

#[derive(Clone, Debug)]
enum Content {
    /// The bytes are the text.
    Same(Utf8Bytes),
    Decoded(Box<Foreign>),
}

/// Bytes that are not the text.
#[derive(Clone, Debug)]
struct Foreign {
    bytes: Vec<u8>,
    text: String,
    /// Problems found while decoding.
    problems: Vec<EncodingProblem>,
}

impl Source {
    /// Decides the encodings of `bytes` and decodes them.
    ///
    /// UTF-8, and so ASCII, is used without a copy. The time is linear in the number of
    /// bytes.
    #[must_use]
    pub fn new(bytes: Vec<u8>, options: &DecodeOptions) -> Self {
        if let Some(charset) = options.charset {
            return Self::overridden(bytes, charset);
        }
        let text = Utf8Bytes::new(bytes);
        Self::utf8_or_decoded(text, &Signs::default(), options).unwrap_or_else(|source| source)
    }

    /// Decides the encodings of `bytes`, and calls `read` with their text.
    ///
    /// The bytes are first read as UTF-8. If `read` has looked for [`Signs`] of other encodings, that is not repeated.
    /// If there are any, or the bytes are not UTF-8, `read` is called once more, with the decoded text: the last call
    /// counts.
    #[inline]
    pub(crate) fn read(
        bytes: Vec<u8>,
        options: &DecodeOptions,
        mut read: impl FnMut(&[u8], &mut Signs),
    ) -> Self {
        let source = if let Some(charset) = options.charset {
            Self::overridden(bytes, charset)
        } else {
            let mut signs = Signs::default();
            let text = Utf8Bytes::read(bytes, |bytes| {
                let text = bytes.strip_prefix(mark_of(Charset::UTF_8));
                read(text.unwrap_or(bytes), &mut signs);
            });
            match Self::utf8_or_decoded(text, &signs, options) {
                Ok(source) => return source,
                Err(source) => source,
            }
        };
        read(source.text().as_bytes(), &mut Signs::default());
        source
    }

    /// Returns the text if the bytes are intended as UTF-8, checking the parts not yet searched for `signs`; otherwise
    /// the decoded bytes, as `Err`.
    #[inline]
    fn utf8_or_decoded(
        text: Result<Utf8Bytes, Vec<u8>>,
        signs: &Signs,
        options: &DecodeOptions,
    ) -> Result<Self, Self> {
        let bytes = match text.map(Self::same) {
            Ok(source) if !signs.any(source.text()) => return Ok(source),
            Ok(source) => source.into_bytes(),
            Err(bytes) => bytes,
        };
        Err(Self::foreign(bytes, options))
    }

    /// Without the tables of encodings, all bytes are read as UTF-8, with U+FFFD for invalid ones.
    #[cfg(not(feature = "encodings"))]
    fn foreign(bytes: Vec<u8>, _: &DecodeOptions) -> Self {
        Self::lossy(bytes)
    }

    #[cfg(not(feature = "encodings"))]
    fn overridden(bytes: Vec<u8>, _: Charset) -> Self {
        Self {
            is_overridden: true,
            ..Self::lossy(bytes)
        }
    }

    #[cfg(not(feature = "encodings"))]
    fn lossy(bytes: Vec<u8>) -> Self {
        let bytes = match Utf8Bytes::new(bytes) {
            Ok(text) => return Self::same(text),
            Err(bytes) => String::from_utf8_lossy(&bytes).into_owned().into_bytes(),
        };
        Utf8Bytes::new(bytes).map_or_else(|_| Self::lossy(Vec::new()), Self::same)
    }

    /// Bytes that are not UTF-8, or perhaps another encoding.
    #[cfg(feature = "encodings")]
    fn foreign(bytes: Vec<u8>, options: &DecodeOptions) -> Self {
        if let Some((charset, mark)) = wide(&bytes) {
            let decoded = by_games(&bytes, mark, Some(charset), options);
            return Self::decoded(bytes, mark, decoded);
        }
        Self::decided(bytes, options)
    }

    #[cfg(feature = "encodings")]
    fn overridden(bytes: Vec<u8>, charset: Charset) -> Self {
        let bytes = if charset == Charset::UTF_8 {
            match Utf8Bytes::new(bytes) {
                Ok(text) => {
                    return Self {
                        is_overridden: true,
                        ..Self::same(text)
                    };
                }
                Err(bytes) => bytes,
            }
        } else {
            bytes
        };
        let mark = mark_of(charset);
        let mark = if bytes.starts_with(mark) {
            mark.len()
        } else {
            0
        };
        let decoded = as_one(&bytes, mark, charset, Decision::Override);
        Self::decoded(bytes, mark, decoded)
    }

    #[cfg(feature = "encodings")]
    fn decided(bytes: Vec<u8>, options: &DecodeOptions) -> Self {
        let utf8 = mark_of(Charset::UTF_8);
        let mark = if bytes.starts_with(utf8) {
            utf8.len()
        } else {
            0
        };
        let decoded = by_games(&bytes, mark, None, options);
        let is_same = decoded.problems.is_empty() && bytes[mark..] == *decoded.text.as_bytes();
        if !is_same {
            return Self::decoded(bytes, mark, decoded);
        }
        match Utf8Bytes::new(bytes) {
            Ok(text) => Self {
                segments: OnceLock::from(decoded.segments.into_boxed_slice()),
                ..Self::same(text)
            },
            Err(bytes) => Self::decoded(bytes, mark, decoded),
        }
    }

    fn same(text: Utf8Bytes) -> Self {
        let is_marked = text.as_str().starts_with('\u{FEFF}');
        Self {
            mark: if is_marked { 3 } else { 0 },
            content: Content::Same(text),
            is_overridden: false,
            segments: OnceLock::new(),
            problems: OnceLock::new(),
            map: OnceLock::new(),
        }
    }

    fn decoded(bytes: Vec<u8>, mark: usize, decoded: Decoded) -> Self {
        Self {
            content: Content::Decoded(Box::new(Foreign {
                bytes,
                text: decoded.text,
                problems: decoded.problems,
            })),
            mark,
            is_overridden: false,
            segments: OnceLock::from(decoded.segments.into_boxed_slice()),
            problems: OnceLock::new(),
            map: OnceLock::new(),
        }
    }

    /// The text, without a byte order mark.
    #[inline]
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Same(text) => &text.as_str()[self.mark..],
            Content::Decoded(foreign) => &foreign.text,
        }
    }

    /// The unchanged bytes of the file.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Same(text) => text.as_str().as_bytes(),
            Content::Decoded(foreign) => &foreign.bytes,
        }
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        match self.content {
            Content::Same(text) => text.into_bytes(),
            Content::Decoded(foreign) => foreign.bytes,
        }
    }

    /// Length of the byte order mark in bytes; 0 if there is none.
    pub fn mark(&self) -> usize {
        self.mark
    }

    /// Whether the text equals the bytes of the file, except for a byte order mark.
    pub fn is_same(&self) -> bool {
        matches!(self.content, Content::Same(_))
    }

    /// The segments of the text, in order and without gaps. There are none if the text is empty.
    pub fn segments(&self) -> &[Segment] {
        self.segments.get_or_init(|| {
            #[cfg(not(feature = "encodings"))]
            return survey::segments(self).into();
            #[cfg(feature = "encodings")]
            if self.is_overridden {
                as_one(self.bytes(), self.mark, Charset::UTF_8, Decision::Override).segments
            } else {
                survey::segments(self)
            }
            .into()
        })
    }

    /// The encoding options given by the caller, as far as they made a difference.
    pub(crate) fn options(&self) -> DecodeOptions {
        let segments = self.segments();
        let by = |decision| {
            let segment = segments.iter().find(|segment| segment.decision == decision);
            segment.map(|segment| segment.charset)
        };
        let utf8 = self.is_overridden.then_some(Charset::UTF_8);
        let options = DecodeOptions {
            charset: by(Decision::Override).or(utf8),
            ..DecodeOptions::default()
        };
        match by(Decision::Fallback) {
            Some(charset) => options.with_fallback(charset),
            None => options,
        }
    }

    /// Returns the encodings of the file, each once, in the order of first use.
    pub fn charsets(&self) -> Vec<Charset> {
        let mut charsets: Vec<Charset> = Vec::new();
        for segment in self.segments() {
            if !charsets.contains(&segment.charset) {
                charsets.push(segment.charset);
            }
        }
        charsets
    }

    /// Returns the segment of the character at `offset` of the text; at the end, and after it, the last segment.
    pub fn segment_at(&self, offset: usize) -> Segment {
        let segments = self.segments();
        let index = segments.partition_point(|segment| segment.text.start <= offset);
        index
            .checked_sub(1)
            .map_or_else(|| Segment::empty(self.mark), |index| segments[index])
    }

    /// Problems with the encodings of the file, in order.
    pub fn problems(&self) -> &[EncodingProblem] {
        self.problems.get_or_init(|| {
            let mut problems = survey::problems(self);
            if let Content::Decoded(foreign) = &self.content {
                problems.extend_from_slice(&foreign.problems);
            }
            problems.sort_by_key(|problem| (problem.span.start, problem.kind));
            problems.into()
        })
    }

    /// Returns the reason why the bytes of the file should not be replaced without naming its encoding; `None` if
    /// there is none.
    ///
    /// A file is in doubt if the encoding of a part beyond ASCII was guessed and another one is nearly as likely, or
    /// if it is UTF-8 with invalid bytes. Naming the encoding ([`DecodeOptions::with_charset`]) removes the doubt.
    ///
    /// ```
    /// use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
    ///
    /// // Two bytes are little evidence.
    /// let bytes = b"(;PB[\xC1\xD6])".to_vec();
    /// let source = Source::new(bytes.clone(), &DecodeOptions::default());
    /// assert_eq!(source.doubt().map(|doubt| doubt.offset), Some(5));
    /// let named = DecodeOptions::default().with_charset(Charset::EUC_KR);
    /// assert_eq!(Source::new(bytes, &named).doubt(), None);
    /// ```
    pub fn doubt(&self) -> Option<Doubt> {
        if self.is_same() && self.segments.get().is_none() {
            // No other encoding was considered.
            return None;
        }
        let guessed = self.segments().iter().find_map(|segment| {
            let is_doubtful = matches!(segment.decision, Decision::Doubtful | Decision::Fallback);
            let mut bytes = segment.bytes.of(self.bytes()).iter();
            let is_text = |byte: &u8| !byte.is_ascii() || SHIFTS.contains(byte);
            let offset = is_doubtful.then(|| bytes.position(is_text))??;
            Some(Doubt {
                kind: DoubtKind::Guess,
                charset: segment.charset,
                offset: segment.bytes.start + offset,
            })
        });
        let damaged = || {
            let invalid = |problem: &&EncodingProblem| {
                problem.kind == EncodingProblemKind::InvalidBytes && {
                    let at = self.to_text_offset(problem.span.start);
                    let segment = self.segment_at(at);
                    segment.charset == Charset::UTF_8 && segment.decision != Decision::Override
                }
            };
            self.problems().iter().find(invalid).map(|problem| Doubt {
                kind: DoubtKind::Damaged,
                charset: Charset::UTF_8,
                offset: problem.span.start,
            })
        };
        guessed.or_else(damaged)
    }

    /// Returns the offset in the bytes of the file for `offset` of the text: the first byte of the character at
    /// `offset`. After the end of the text it is the end of the bytes.
    pub fn to_bytes_offset(&self, offset: usize) -> usize {
        match &self.content {
            Content::Same(text) => {
                let offset = offset.saturating_add(self.mark);
                text.as_str().floor_char_boundary(offset)
            }
            Content::Decoded(foreign) => {
                let offset = foreign.text.floor_char_boundary(offset);
                self.map().to_bytes(offset, false)
            }
        }
    }

    /// Returns the byte span from which the text in `span` was read: whole characters.
    ///
    /// Four pairs of bytes in Big5 are two characters, a letter and its accent (`Ê̄`): the bytes belong to the letter,
    /// and the accent alone is an empty span after them.
    pub fn to_bytes_span(&self, span: Span) -> ByteSpan {
        match &self.content {
            Content::Same(text) => ByteSpan::new(
                self.to_bytes_offset(span.start),
                text.as_str()
                    .ceil_char_boundary(span.end.saturating_add(self.mark)),
            ),
            Content::Decoded(foreign) => self.map().to_bytes_span(whole(&foreign.text, span)),
        }
    }

    /// The offset in the text of the character that the byte at `offset` of the file belongs to.
    pub fn to_text_offset(&self, offset: usize) -> usize {
        match &self.content {
            Content::Same(text) => {
                let offset = text.as_str().floor_char_boundary(offset);
                offset.saturating_sub(self.mark)
            }
            Content::Decoded(foreign) => {
                let offset = self.map().to_text(offset, false);
                foreign.text.floor_char_boundary(offset)
            }
        }
    }

    /// The text that was read from the bytes in `span`: whole characters.
    pub fn to_text_span(&self, span: ByteSpan) -> Span {
        match &self.content {
            Content::Same(text) => Span::new(
                self.to_text_offset(span.start),
                text.as_str()
                    .ceil_char_boundary(span.end)
                    .saturating_sub(self.mark),
            ),
            Content::Decoded(foreign) => whole(&foreign.text, self.map().to_text_span(span)),
        }
    }

    fn map(&self) -> &OffsetMap {
        self.map.get_or_init(|| {
            let mut map = OffsetMap::default();
            map.skip_bytes_to(self.mark);
            let bytes = self.bytes();
            for segment in self.segments() {
                let inside = segment.bytes.of(bytes);
                walk(segment.charset, segment.form, inside, |step| {
                    let length = step.end - step.start;
                    if inside[step.start..step.end] == *step.text.as_bytes() {
                        map.push_same(length);
                    } else {
                        map.push(step.text, length);
                    }
                });
            }
            Box::new(map)
        })
    }
}

/// `span` widened to whole characters.
fn whole(text: &str, span: Span) -> Span {
    Span::new(
        text.floor_char_boundary(span.start),
        text.ceil_char_boundary(span.end),
    )
}
