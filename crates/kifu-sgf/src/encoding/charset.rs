use std::fmt;

use encoding_rs::Encoding;

/// A character encoding of a file, a game or a value.
///
/// All encodings of the [Encoding Standard](https://encoding.spec.whatwg.org) and, for old files,
/// UTF-32 and HZ. An encoding is known by the name it has in `CA`:
///
/// ```
/// use kifu_sgf::encoding::Charset;
///
/// assert_eq!(Charset::for_label("sjis"), Some(Charset::SHIFT_JIS));
/// assert_eq!(Charset::for_label("GB"), Some(Charset::GB18030));
/// assert_eq!(Charset::SHIFT_JIS.name(), "Shift_JIS");
/// assert_eq!(Charset::for_label("Klingon"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(pub(super) Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// An encoding of the Encoding Standard.
    Web(&'static Encoding),
    Utf32Le,
    Utf32Be,
    /// GB 2312 in seven bits, between `~{` and `~}`.
    Hz,
}

impl Charset {
    /// UTF-8.
    pub const UTF_8: Self = Self(Kind::Web(encoding_rs::UTF_8));
    /// UTF-16, the low byte first.
    pub const UTF_16LE: Self = Self(Kind::Web(encoding_rs::UTF_16LE));
    /// UTF-16, the high byte first.
    pub const UTF_16BE: Self = Self(Kind::Web(encoding_rs::UTF_16BE));
    /// UTF-32, the low byte first.
    pub const UTF_32LE: Self = Self(Kind::Utf32Le);
    /// UTF-32, the high byte first.
    pub const UTF_32BE: Self = Self(Kind::Utf32Be);
    /// Windows-1252, which contains ISO-8859-1, the default of the standard.
    pub const WINDOWS_1252: Self = Self(Kind::Web(encoding_rs::WINDOWS_1252));
    /// `Shift_JIS` with the extensions of Windows (code page 932).
    pub const SHIFT_JIS: Self = Self(Kind::Web(encoding_rs::SHIFT_JIS));
    /// EUC-JP.
    pub const EUC_JP: Self = Self(Kind::Web(encoding_rs::EUC_JP));
    /// ISO-2022-JP.
    pub const ISO_2022_JP: Self = Self(Kind::Web(encoding_rs::ISO_2022_JP));
    /// EUC-KR with the extensions of Windows (code page 949).
    pub const EUC_KR: Self = Self(Kind::Web(encoding_rs::EUC_KR));
    /// GBK (code page 936), which contains GB 2312.
    pub const GBK: Self = Self(Kind::Web(encoding_rs::GBK));
    /// GB 18030, which contains GBK.
    pub const GB18030: Self = Self(Kind::Web(encoding_rs::GB18030));
    /// HZ-GB-2312.
    pub const HZ: Self = Self(Kind::Hz);
    /// Big5 with the extensions of Hong Kong.
    pub const BIG5: Self = Self(Kind::Web(encoding_rs::BIG5));

    /// Returns the encoding for a label, as in a `CA` property.
    ///
    /// Supports all labels of the Encoding Standard, and those that programs have written; ignores case, blanks, `-`
    /// and `_`. `None` if it is unknown.
    #[must_use]
    pub fn for_label(label: &str) -> Option<Self> {
        Self::for_label_bytes(label.as_bytes())
    }

    /// Whether a value of `CA` is the name of an encoding, known or not, and nothing else: another name can replace it.
    /// An empty value is too.
    ///
    /// ```
    /// use kifu_sgf::encoding::Charset;
    ///
    /// assert!(Charset::is_label("Shift_JIS") && Charset::is_label("x-own"));
    /// assert!(!Charset::is_label("UTF-8 ;B[aa") && !Charset::is_label("Kept by Bob"));
    /// ```
    #[must_use]
    pub fn is_label(value: &str) -> bool {
        let value = value.trim();
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+".contains(&byte);
        value.bytes().all(|byte| is_word(byte) || byte == b' ')
            && (value.bytes().all(is_word) || Self::for_label(value).is_some())
    }

    pub(super) fn for_label_bytes(label: &[u8]) -> Option<Self> {
        // No label is longer; this bounds the work on a value that is anything but a label.
        if label.len() > 64 {
            return None;
        }
        if let Some(encoding) = Encoding::for_label_no_replacement(label) {
            return Some(Self(Kind::Web(encoding)));
        }
        let bare = bare(label);
        let bare = bare.strip_prefix(b"x").unwrap_or(&bare);
        let bare = bare.strip_prefix(b"cs").unwrap_or(bare);
        let name = std::str::from_utf8(bare).ok()?;
        LABELS
            .iter()
            .find(|(_, names)| names.contains(&name))
            .map(|(charset, _)| *charset)
    }

    /// The name to write in `CA`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Web(_) if self == Self::GB18030 => "GB18030",
            Kind::Web(encoding) => encoding.name(),
            Kind::Utf32Le => "UTF-32LE",
            Kind::Utf32Be => "UTF-32BE",
            Kind::Hz => "HZ-GB-2312",
        }
    }

    /// Whether ASCII bytes in this encoding are always ASCII text.
    #[must_use]
    pub fn extends_ascii(self) -> bool {
        match self.0 {
            Kind::Web(encoding) => encoding.is_ascii_compatible(),
            Kind::Utf32Le | Kind::Utf32Be | Kind::Hz => false,
        }
    }

    /// Whether the second byte of a character may be `[`, `\` or `]`.
    #[must_use]
    pub fn has_syntax_in_trail_bytes(self) -> bool {
        self.is_shift_jis() || self.is_gbk() || self == Self::BIG5
    }

    /// Whether every character is one byte long, so that almost any bytes are text in it.
    #[must_use]
    pub fn is_single_byte(self) -> bool {
        matches!(self.0, Kind::Web(encoding) if encoding.is_single_byte())
    }

    /// Whether every unit is two or four bytes long, so that NUL bytes are normal.
    pub(crate) fn is_wide(self) -> bool {
        [
            Self::UTF_16LE,
            Self::UTF_16BE,
            Self::UTF_32LE,
            Self::UTF_32BE,
        ]
        .contains(&self)
    }

    /// Whether all text is in seven bits and shifted in and out.
    pub(super) fn is_shifted(self) -> bool {
        self == Self::ISO_2022_JP || self == Self::HZ
    }

    pub(super) fn is_gbk(self) -> bool {
        self == Self::GBK || self == Self::GB18030
    }

    pub(super) fn is_shift_jis(self) -> bool {
        self == Self::SHIFT_JIS
    }

    /// Whether the first byte of `bytes`, at the start of a character, opens one of two bytes
    /// whose second one may be anything the encoding allows.
    pub(super) fn is_lead(self, byte: u8) -> bool {
        if self.is_shift_jis() {
            matches!(byte, 0x81..=0x9F | 0xE0..=0xFC)
        } else {
            matches!(byte, 0x81..=0xFE)
        }
    }
}

/// The letters and digits of a label, in lower case.
pub(super) fn bare(label: &[u8]) -> Vec<u8> {
    let bytes = label.iter().filter(|byte| byte.is_ascii_alphanumeric());
    bytes.map(u8::to_ascii_lowercase).collect()
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

const MACINTOSH: Charset = Charset(Kind::Web(encoding_rs::MACINTOSH));
const MAC_CYRILLIC: Charset = Charset(Kind::Web(encoding_rs::X_MAC_CYRILLIC));
const KOI8_R: Charset = Charset(Kind::Web(encoding_rs::KOI8_R));
const KOI8_U: Charset = Charset(Kind::Web(encoding_rs::KOI8_U));
const IBM866: Charset = Charset(Kind::Web(encoding_rs::IBM866));
const ISO_8859_2: Charset = Charset(Kind::Web(encoding_rs::ISO_8859_2));
const ISO_8859_15: Charset = Charset(Kind::Web(encoding_rs::ISO_8859_15));
const WINDOWS_874: Charset = Charset(Kind::Web(encoding_rs::WINDOWS_874));
const WINDOWS_1250: Charset = Charset(Kind::Web(encoding_rs::WINDOWS_1250));
const WINDOWS_1251: Charset = Charset(Kind::Web(encoding_rs::WINDOWS_1251));
const WINDOWS_1253: Charset = Charset(Kind::Web(encoding_rs::WINDOWS_1253));
const WINDOWS_1254: Charset = Charset(Kind::Web(encoding_rs::WINDOWS_1254));

/// Labels that the Encoding Standard lacks, in lower case, without anything but letters and
/// digits, without a leading `x` or `cs`.
#[rustfmt::skip]
const LABELS: &[(Charset, &[&str])] = &[
    (Charset::UTF_8, &["utf8", "utf8n", "utf8bom", "unicode11utf8", "unicodeutf8", "utf8mac", "cp65001", "65001"]),
    (Charset::UTF_16LE, &["utf16", "utf16le", "unicode", "ucs2", "ucs2le", "iso10646ucs2", "cp1200", "1200"]),
    (Charset::UTF_16BE, &["utf16be", "ucs2be", "unicodefffe", "cp1201", "1201"]),
    (Charset::UTF_32LE, &["utf32", "utf32le", "ucs4", "ucs4le", "iso10646ucs4"]),
    (Charset::UTF_32BE, &["utf32be", "ucs4be"]),
    (Charset::WINDOWS_1252, &["iso8859", "iso88591", "8859", "88591", "isolatin1", "latin1", "latin", "ansi", "ascii", "usascii", "cp1252", "win1252", "windows1252", "1252", "cp28591", "default", "western"]),
    (Charset::SHIFT_JIS, &["sjis", "shiftjis", "shiftjis2004", "shiftjisx0213", "mskanji", "ms932", "cp932", "932", "windows932", "win932", "windows31j", "ibm932", "ibm943", "macjapanese", "japanese"]),
    (Charset::EUC_JP, &["eucjp", "ujis", "eucjis2004", "eucjpms", "cp51932", "eucjpwin"]),
    (Charset::ISO_2022_JP, &["iso2022jp", "iso2022jp1", "iso2022jp2", "iso2022jp3", "jis", "jis7", "cp50220", "cp50221"]),
    (Charset::EUC_KR, &["euckr", "ksc5601", "ks5601", "ksx1001", "ksc56011987", "uhc", "ms949", "cp949", "949", "windows949", "win949", "cp51949", "mackorean", "korean"]),
    (Charset::GBK, &["gbk", "gb2312", "gb231280", "euccn", "eucgb2312", "gb23121980", "cp936", "ms936", "936", "windows936", "win936", "cp51936", "macchinesesimp", "macgb2312", "macsimplifiedchinese", "chinesesimplified", "simplifiedchinese"]),
    (Charset::GB18030, &["gb", "gb18030", "gb180302000", "gb180302005", "gb180302022", "cp54936", "54936", "chinese"]),
    (Charset::HZ, &["hz", "hzgb2312", "hzgb", "cp52936"]),
    (Charset::BIG5, &["big5", "big5eten", "big5hkscs", "bigfive", "cp950", "ms950", "950", "windows950", "win950", "macchinesetrad", "mactraditionalchinese", "chinesetraditional", "traditionalchinese"]),
    (MACINTOSH, &["macintosh", "mac", "macroman", "cp10000"]),
    (MAC_CYRILLIC, &["maccyrillic", "macukrainian", "cp10007"]),
    (KOI8_R, &["koi8", "koi8r", "cp20866"]),
    (KOI8_U, &["koi8u", "cp21866"]),
    (IBM866, &["ibm866", "cp866", "866", "dos866"]),
    (ISO_8859_2, &["iso88592", "latin2", "cp28592"]),
    (ISO_8859_15, &["iso885915", "latin9", "latin0", "cp28605"]),
    (WINDOWS_874, &["windows874", "win874", "cp874", "874", "tis620", "iso885911"]),
    (WINDOWS_1250, &["windows1250", "win1250", "cp1250", "1250"]),
    (WINDOWS_1251, &["windows1251", "win1251", "cp1251", "1251", "ansi1251"]),
    (WINDOWS_1253, &["windows1253", "win1253", "cp1253", "1253"]),
    (WINDOWS_1254, &["windows1254", "win1254", "cp1254", "1254"]),
];
