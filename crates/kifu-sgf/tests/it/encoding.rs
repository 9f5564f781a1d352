//! Encodings: the corpus, files made of text, and the laws.

use std::fmt::Write as _;

use kifu_sgf::encoding::{ByteSpan, Charset, Decision, DecodeOptions, EncodingProblemKind, Source};
use kifu_syntax::Span;
use kifu_testkit::corpus;
use proptest::prelude::*;

mod game_by_game;
mod languages;
mod neighbours;
mod regressions;
mod saved;
mod seven_bits;
mod slips;

fn read(bytes: &[u8]) -> Source {
    Source::new(bytes.to_vec(), &DecodeOptions::default())
}

fn charset(label: &str) -> Charset {
    Charset::for_label(label).unwrap_or_else(|| panic!("no encoding {label}"))
}

fn encoded(label: &str, text: &str) -> Vec<u8> {
    charset(label).encode(text).unwrap().into_owned()
}

fn kinds(source: &Source) -> Vec<EncodingProblemKind> {
    source
        .problems()
        .iter()
        .map(|problem| problem.kind)
        .collect()
}

/// Fails with a list of all wrong cases.
fn assert_none_is_wrong(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The segments lie side by side and cover text and bytes; every span leads there and back.
fn check_laws(source: &Source) {
    let mut text = 0;
    let mut bytes = source.mark();
    for segment in source.segments() {
        assert_eq!((segment.text.start, segment.bytes.start), (text, bytes));
        if !segment.text.is_empty() {
            assert_eq!(source.to_bytes_offset(text), bytes);
        }
        (text, bytes) = (segment.text.end, segment.bytes.end);
    }
    if !source.segments().is_empty() {
        assert_eq!((text, bytes), (source.text().len(), source.bytes().len()));
    }
    let mut before = 0;
    for (offset, char) in source.text().char_indices() {
        let span = Span::new(offset, offset + char.len_utf8());
        let place = source.to_bytes_span(span);
        assert!(place.start >= before && place.end >= place.start);
        assert_eq!(source.to_bytes_offset(offset), place.start);
        before = place.end;
        if !place.is_empty() {
            assert_eq!(source.to_text_offset(place.start), offset, "{char:?}");
        }
    }
    for problem in source.problems() {
        assert!(problem.span.start <= problem.span.end);
        assert!(problem.span.end <= source.bytes().len());
    }
}

#[test]
fn utf8_is_not_copied() {
    let bytes = "(;C[囲碁])".as_bytes().to_vec();
    let place = bytes.as_ptr();
    let source = Source::new(bytes, &DecodeOptions::default());
    assert_eq!(source.text().as_ptr(), place);
    assert_eq!(source.bytes().as_ptr(), place);
    let bytes = source.into_bytes();
    assert_eq!(bytes.as_ptr(), place);
}

#[test]
fn offsets_inside_of_a_character_are_that_character() {
    for (text, mark) in [("é棋", 0), ("\u{feff}é棋", 3)] {
        let source = read(text.as_bytes());
        for (inside, start, end) in [(1, 0, 2), (3, 2, 5), (4, 2, 5)] {
            assert_eq!(source.to_text_offset(inside + mark), start);
            assert_eq!(source.to_bytes_offset(inside), start + mark);
            let bytes = ByteSpan::new(start + mark, end + mark);
            assert_eq!(source.to_bytes_span(Span::new(inside, inside)), bytes);
            let text = Span::new(start, end);
            assert_eq!(source.to_text_span(ByteSpan::at(inside + mark)), text);
        }
        assert_eq!(source.to_text_offset(mark.min(1)), 0);
    }
}

#[test]
fn source_is_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<Source>();
}

#[test]
fn byte_order_marks() {
    let game = "(;CA[UTF-8]C[Gō])";
    for (label, mark) in [
        ("UTF-8", &b"\xEF\xBB\xBF"[..]),
        ("UTF-16LE", b"\xFF\xFE"),
        ("UTF-16BE", b"\xFE\xFF"),
        ("UTF-32LE", b"\xFF\xFE\0\0"),
        ("UTF-32BE", b"\0\0\xFE\xFF"),
    ] {
        let body = encoded(label, game);
        let marked = read(&[mark, &body].concat());
        assert_eq!(marked.text(), game, "{label}");
        assert_eq!(marked.mark(), mark.len());
        assert_eq!(marked.segment_at(0).charset, charset(label));
        assert_eq!(kinds(&marked)[0], EncodingProblemKind::ByteOrderMark);
        check_laws(&marked);
        let bare = read(&body);
        assert_eq!(bare.text(), game, "{label}");
        assert_eq!(bare.segment_at(0).charset, charset(label));
        check_laws(&bare);
    }
}

const TEXTS: &[(&str, &str)] = &[
    ("Shift_JIS", "本因坊秀策の表示ソ能十申構貼、ー"),
    ("EUC-JP", "本因坊秀策の表示ソ能十申構貼、ー"),
    ("ISO-2022-JP", "本因坊秀策の表示ソ能十申構貼、ー"),
    ("GBK", "运动交通運輸指揮權，黑中盘胜"),
    ("GB18030", "趙 治勲 조치훈，黑中盘胜"),
    ("HZ-GB-2312", "古力九段 ~ 黑中盘胜"),
    ("Big5", "許功蓋世餐廳育琵，黑中盤勝"),
    ("EUC-KR", "이세돌 구단은 바둑을 둔다"),
    ("windows-1251", "Го - древняя игра"),
    ("KOI8-R", "Го - древняя игра"),
    ("windows-1252", "Jürgen spielt schön, très bien"),
    ("macintosh", "Jürgen spielt schön, très bien"),
    ("UTF-16LE", "峝 ō ☖"),
    ("UTF-8", "Gō ☖ 𠮷"),
];

#[test]
fn declared_and_not() {
    for (label, text) in TEXTS {
        for (head, wanted) in [
            (format!("FF[4]CA[{label}]"), None),
            (
                "FF[4]".to_owned(),
                Some(EncodingProblemKind::MissingCharset),
            ),
            (
                "FF[4]CA[Klingon]".to_owned(),
                Some(EncodingProblemKind::UnknownCharset),
            ),
        ] {
            let game = format!("(;C[{text}]{head};B[aa](;W[bb])(;W[cc]C[{text}]))");
            let source = read(&encoded(label, &game));
            assert_eq!(source.text(), game, "{label}");
            let segment = source.segment_at(game.find(text).unwrap());
            assert_eq!(segment.charset, charset(label));
            // A file in UTF-16 shows it; what `CA` could say is no help.
            if *label != "UTF-16LE" || wanted != Some(EncodingProblemKind::MissingCharset) {
                assert_eq!(kinds(&source).first().copied(), wanted, "{label} {head}");
            }
            check_laws(&source);
        }
    }
}

#[test]
fn wrong_charset() {
    for (label, text) in TEXTS {
        for said in ["UTF-8", "ISO-8859-1", "GB2312", "Shift_JIS"] {
            // An encoding in which any bytes are valid is believed, and so is one that fits.
            let fits = charset(said)
                .decode(&encoded(label, text))
                .chars()
                .all(|char| char != '\u{FFFD}');
            if fits && said != "ISO-8859-1" || *label == "macintosh" {
                continue;
            }
            let game = format!("(;CA[{said}]PB[{text}]C[{text}])");
            let source = read(&encoded(label, &game));
            assert_eq!(source.text(), game, "{label} as {said}");
            let wrong = charset(label) != charset(said);
            assert_eq!(
                kinds(&source).contains(&EncodingProblemKind::WrongCharset),
                wrong,
                "{label} as {said}"
            );
            check_laws(&source);
        }
    }
}

#[test]
fn games_of_different_encodings() {
    let mut bytes = Vec::new();
    let mut text = String::new();
    for (label, words) in TEXTS {
        if ["UTF-16LE", "macintosh", "HZ-GB-2312"].contains(label) {
            continue;
        }
        let game = format!("(;CA[{label}]C[{words}])\n");
        bytes.extend(encoded(label, &game));
        text.push_str(&game);
    }
    let source = read(&bytes);
    assert_eq!(source.text(), text);
    assert_eq!(source.segments().len(), TEXTS.len() - 3);
    assert!(
        kinds(&source)
            .iter()
            .all(|kind| *kind == EncodingProblemKind::MixedCharsets)
    );
    check_laws(&source);
}

#[test]
fn neighbours_help() {
    // `上海` alone could be Japanese; beside its neighbours it is not.
    let game = "(;PB[古力]PW[常昊]EV[全国围棋甲级联赛])(;PB[马晓春]PC[上海])";
    let source = read(&encoded("GBK", game));
    assert_eq!(source.text(), game);
    assert_eq!(source.segments().len(), 1);
    // And what is ASCII is written as the rest of its game is.
    let game = "(;PB[Gu Li](;B[aa]C[黑中盘胜])(;B[bb]))";
    let source = read(&encoded("GBK", game));
    assert_eq!(source.text(), game);
    assert_eq!(source.segment_at(4).charset, Charset::GBK);
    let name = Span::new(5, 10);
    assert_eq!(source.encode(name, "古力").unwrap(), encoded("GBK", "古力"));
    // Of a game that is ASCII, `CA` says how to write to it.
    let source = read(b"(;CA[GB2312]PB[x])");
    assert!(source.is_same());
    assert_eq!(
        source.encode(Span::new(15, 16), "古力").unwrap(),
        encoded("GBK", "古力")
    );
}

#[test]
fn escaped_trail_bytes() {
    for (label, text) in [
        ("Shift_JIS", "表示ソ能十申構貼"),
        ("GBK", "交通運輸 指揮權"),
        ("Big5", "許功蓋世 餐廳"),
    ] {
        let game = format!("(;CA[{label}]PB[{text}]C[{text}];B[aa])");
        let split_first = escape_trails(&encoded(label, &game), charset(label));
        assert_ne!(split_first, encoded(label, &game));
        let source = read(&split_first);
        assert_eq!(source.text(), game);
        assert_eq!(kinds(&source), [EncodingProblemKind::EscapedTrailByte]);
        check_laws(&source);
        let place = Span::new(
            game.find(text).unwrap(),
            game.find(text).unwrap() + text.len(),
        );
        assert_eq!(
            source.encode(place, text).unwrap(),
            source.to_bytes_span(place).of(source.bytes())
        );
    }
}

fn escape_trails(bytes: &[u8], charset: Charset) -> Vec<u8> {
    let text = charset.decode(bytes);
    let mut out = Vec::new();
    for char in text.chars() {
        match charset.encode(&char.to_string()).as_deref().unwrap() {
            [lead, trail @ (b'\\' | b']')] => out.extend([*lead, b'\\', *trail]),
            other => out.extend(other),
        }
    }
    out
}

#[test]
fn escapes_behind_a_trail_byte() {
    // The text of a value, and whether its bytes were escaped rather than its characters.
    for (value, trails) in [
        ("許\\\\ ", false),
        ("許\\]", false),
        ("許\\] wow", false),
        ("許\\\\\\]", false),
        ("許\\:a", false),
        ("許", true),
        ("許功 wow", true),
        ("許\\\\", true),
    ] {
        let game = format!("(;CA[Big5]PB[{value}]PW[x];B[aa]C[{value}])");
        let plain = encoded("Big5", &game);
        let bytes = if trails {
            escape_trails(&plain, Charset::BIG5)
        } else {
            plain
        };
        let source = read(&bytes);
        assert_eq!(source.text(), game);
        assert_eq!(!kinds(&source).is_empty(), trails, "{value}");
        check_laws(&source);
    }
}

#[test]
fn two_characters_in_two_bytes() {
    let bytes = b"(;CA[Big5]C[P\x88\xA3h-\x88\xA5\x88\x62\x88\x64\xB3\x5C])".to_vec();
    let text = "(;CA[Big5]C[Pê̄h-ê̌Ê̄Ê̌許])";
    let options = DecodeOptions::default().with_charset(Charset::BIG5);
    let source = Source::new(bytes.clone(), &options);
    assert_eq!(source.text(), text);
    check_laws(&source);
    let letter = text.find('ê').unwrap();
    let accent = letter + 'ê'.len_utf8();
    let behind = text.find('h').unwrap();
    assert_eq!(
        source.to_bytes_span(Span::new(letter, accent)),
        ByteSpan::new(13, 15)
    );
    assert_eq!(
        source.to_bytes_span(Span::new(letter, behind)),
        ByteSpan::new(13, 15)
    );
    assert_eq!(
        source.to_bytes_span(Span::new(accent, behind)),
        ByteSpan::at(15)
    );
    assert_eq!(
        source.to_text_span(ByteSpan::new(13, 15)),
        Span::new(letter, behind)
    );
    // At the end of the text too.
    check_laws(&Source::new(vec![136, 98], &options));
}

#[test]
fn problems_of_games_and_variations() {
    use EncodingProblemKind::{MissingCharset, UnknownCharset, WrongCharset};
    let cases: &[(&str, &[EncodingProblemKind])] = &[
        // Variations have the `CA` of their game.
        ("(;CA[UTF-8];B[aa](;C[é])(;C[é]))", &[]),
        ("(;CA[UTF-8];B[aa](;C[a])(;C[a]))(;C[é])", &[MissingCharset]),
        (
            "(;CA[UTF-8])\n(;AB[aa](;B[aa])(;B[bb]C[é]))",
            &[MissingCharset],
        ),
        ("(;C[é])(;C[é])(;CA[UTF-8]C[é])", &[MissingCharset; 2]),
        // The `CA` may come late, after text with brackets in it.
        ("(;PB[é]EV[a (b) (c)]GN[(;)(;]CA[UTF-8])", &[]),
        (
            "(;PB[é]EV[a (b) (;c)]CA[UTF-8])(;C[a)(é])",
            &[MissingCharset],
        ),
        ("(;C[é(])(;C[é\\])(;C[é])(;C[é])", &[MissingCharset; 3]),
        ("(;C[é:)])(;C[é;)\\])(;C[é:(])", &[MissingCharset; 2]),
        // Words between the games.
        (
            "One\n(;CA[UTF-8]C[é])\nTwo\n(;C[é])\nThree (;CA[GBK]C[Müller])",
            &[MissingCharset, WrongCharset],
        ),
        // Byte order marks of files that were put together.
        ("(;B[aa])\n\u{feff}(;B[bb])\u{feff} (;B[cc])", &[]),
        (
            "(;B[aa])\u{feff}(;C[é])\u{feff}(;C[\u{feff}(])",
            &[MissingCharset; 2],
        ),
        (
            "(;CA[Klingon])(;CA[Shift_JIS])(;B[aa])(;CA[UTF-16])",
            &[UnknownCharset, WrongCharset],
        ),
    ];
    for (text, wanted) in cases {
        let source = read(text.as_bytes());
        assert!(source.is_same());
        assert_eq!(kinds(&source), *wanted, "{text}");
        check_laws(&source);
    }
}

#[test]
fn broken_bytes() {
    let mut bytes = "(;CA[UTF-8]C[Müller, Björn und Jürgen]C[]])"
        .as_bytes()
        .to_vec();
    bytes.truncate(bytes.len() - 3);
    bytes.extend(b"\xC3])");
    let source = read(&bytes);
    assert_eq!(
        source.text(),
        "(;CA[UTF-8]C[Müller, Björn und Jürgen]C[\u{FFFD}])"
    );
    assert_eq!(kinds(&source), [EncodingProblemKind::InvalidBytes]);
    assert_eq!(source.problems()[0].span.of(source.bytes()), b"\xC3");
    check_laws(&source);
    // A name cut in the middle of a character does not take the bracket with it.
    let source = read(b"(;CA[EUC-KR]PB[\xC0\xCC\xBC\xBC\xB5]PW[\xB9\xDA\xC1\xA4\xC8\xAF])");
    assert_eq!(source.text(), "(;CA[EUC-KR]PB[이세\u{FFFD}]PW[박정환])");
}

#[test]
fn override_and_fallback() {
    let bytes = encoded("KOI8-R", "(;PB[Иван])");
    let options = DecodeOptions::default().with_charset(Charset::BIG5);
    let source = Source::new(bytes, &options);
    assert_eq!(source.segment_at(0).charset, Charset::BIG5);
    assert_eq!(source.segment_at(0).decision, Decision::Override);
    let options = DecodeOptions::default().with_charset(Charset::UTF_8);
    let source = Source::new("(;PB[Иван])".into(), &options);
    assert!(source.is_same());
    assert_eq!(source.segment_at(0).decision, Decision::Override);
}

#[test]
fn values_in_utf16() {
    let values = ["hallö! €", "崩れ ] \\", "GB"];
    for label in ["UTF-16LE", "UTF-16BE"] {
        let mut bytes = format!("(;FF[4]CA[{label}]").into_bytes();
        let mut text = String::from_utf8(bytes.clone()).unwrap();
        for value in &values[..2] {
            bytes.extend(b"C[");
            for byte in encoded(label, value) {
                if matches!(byte, b']' | b'\\') {
                    bytes.push(b'\\');
                }
                bytes.push(byte);
            }
            bytes.extend(b"]");
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            write!(text, "C[{value}]").unwrap();
        }
        bytes.extend(b";B[dd])\n(;C[x])");
        text.push_str(";B[dd])\n(;C[x])");
        let source = read(&bytes);
        // In UTF-16BE a `\` may stand before any character whose first byte is one.
        assert_eq!(source.text().replace("\\崩", "崩"), text);
        assert_eq!(kinds(&source), [EncodingProblemKind::ValuesOnly]);
        check_laws(&source);
        let start = text.find("hallö").unwrap();
        let place = Span::new(start, start + "hallö! €".len());
        let new = source.encode(place, "a\\]崝").unwrap();
        let mut bytes = source.bytes().to_vec();
        bytes.splice(source.to_bytes_span(place).range(), new.iter().copied());
        assert!(
            read(&bytes)
                .text()
                .replace("\\崝", "崝")
                .contains("C[a\\]崝]")
        );
    }
}

#[test]
fn the_order_of_bytes_in_values_is_seen() {
    for name in ["Lee Changho", "Müller", "Lee Changho 이창호"] {
        for order in ["UTF-16LE", "UTF-16BE"] {
            for declared in [
                "",
                "CA[UTF-16]",
                "CA[UTF-16LE]",
                "CA[UTF-16BE]",
                "CA[ucs-2]",
            ] {
                let mut bytes = format!("(;FF[4]{declared}PB[").into_bytes();
                bytes.extend(encoded(order, name));
                bytes.extend(b"];B[aa])");
                let text = format!("(;FF[4]{declared}PB[{name}];B[aa])");
                assert_eq!(read(&bytes).text(), text, "{order}");
            }
        }
    }
}

#[test]
fn a_stray_nul_is_no_utf16() {
    for bytes in [
        &b"(;C[A NUL byte: \0.];B[aa])"[..],
        b"(;B[P\0])(;B[fb])",
        b"(;CA[UTF-8]C[a\0\0b])",
        b"(;C[)\0\0)])",
        b"(;CA[UTF-8]GM[1]N[A\0\0B]C[\0]\0:b\0c\0d\0])",
    ] {
        let source = read(bytes);
        assert_eq!(source.text().as_bytes(), bytes);
    }
}

#[test]
fn hostile_bytes() {
    let mut inputs = vec![
        Vec::new(),
        b"(".to_vec(),
        b"\xFF\xFE".to_vec(),
        b"\xFF\xFE(".to_vec(),
        b"\x1B$B".to_vec(),
        b"~{".to_vec(),
        b"CA[".to_vec(),
        b"(;CA[UTF-16LE]C[\\".to_vec(),
        b"\x1B(B".repeat(1000),
        b"\x80)(;".repeat(20_000),
        b"(;CA[GBK]C[\x80\x5C".repeat(5_000),
        b"CA[\xFF".repeat(20_000),
        b"(\0;\0".repeat(1000),
        b"\xFF\xFE(\0;\0)\0\xFE\xFF\0(\0;\0)".repeat(20_000),
        b"\xFF\xFE(\0;\0)\0(;B[".repeat(20_000),
        b"~{\0[".repeat(20_000),
        vec![b'('; 100_000],
        vec![0; 100_000],
        vec![0xFF; 100_000],
    ];
    inputs.extend((0..=255).map(|byte| vec![b'(', b';', byte]));
    for bytes in inputs {
        let source = read(&bytes);
        assert_eq!(source.bytes(), bytes);
        check_laws(&source);
    }
}

fn label() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "UTF-8",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-32LE",
        "UTF-32BE",
        "Shift_JIS",
        "EUC-JP",
        "ISO-2022-JP",
        "GBK",
        "GB18030",
        "HZ",
        "Big5",
        "EUC-KR",
        "windows-1252",
        "windows-1251",
        "KOI8-R",
        "macintosh",
    ])
}

proptest! {
    /// Whatever can be encoded reads back; the map agrees with decoding each character alone.
    #[test]
    fn encoding_and_back(label in label(), text in "[a-z\\[\\]\\\\~ éÄЖя本表示ソ囲碁構黑盘許功이돌の、𠮷]{0,40}") {
        let charset = charset(label);
        let text: String = text.chars().filter(|char| charset.encode(&char.to_string()).is_ok()).collect();
        let bytes = charset.encode(&text).unwrap();
        prop_assert_eq!(&charset.decode(&bytes), &text);
        let text = text.replace('\\', "\\\\").replace(']', "\\]");
        let text = format!("(;C[{text}])");
        let options = DecodeOptions::default().with_charset(charset);
        let source = Source::new(charset.encode(&text).unwrap().into_owned(), &options);
        prop_assert_eq!(source.text(), &text);
        check_laws(&source);
        // The state of these two is in bytes that belong to other characters.
        if ["ISO-2022-JP", "HZ"].contains(&label) {
            return Ok(());
        }
        for (offset, char) in text.char_indices() {
            let span = Span::new(offset, offset + char.len_utf8());
            let alone = charset.decode(source.to_bytes_span(span).of(source.bytes()));
            prop_assert_eq!(alone, char.to_string());
        }
    }

    /// Any bytes at all: nothing is lost, everything has its place.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(prop_oneof![
        3 => prop::sample::select(b"()[];:\\CABW~{}\x1B$@ \n\0\x5C\x81\x93\xDF\xE9\xFE\xFF".to_vec()),
        1 => any::<u8>(),
    ], 0..200)) {
        let source = read(&bytes);
        prop_assert_eq!(source.bytes(), &bytes);
        check_laws(&source);
    }

    /// A file read with an encoding forced onto it.
    #[test]
    fn any_bytes_as(label in label(), bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let charset = charset(label);
        let source = Source::new(bytes.clone(), &DecodeOptions::default().with_charset(charset));
        prop_assert_eq!(source.bytes(), &bytes);
        check_laws(&source);
    }
}

const CHINESE: &str =
    "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区，然后传到整个世界。";
const TRADITIONAL: &str =
    "圍棋是一種古老的遊戲，從其被遺忘的中國起源開始，首先傳播到東亞其他地區，然後傳播到整個世界。";
const JAPANESE: &str = "Goは古代のゲームであり、中国での起源を忘れてから、最初に東アジアの他の地域に広がり、次に全世界に広がりました。";
const KOREAN: &str = "바둑은 중국에서 잊혀진 기원에서 처음에는 동아시아의 나머지 지역으로 퍼진 후 전 세계로 퍼진 고대 게임입니다.";
const RUSSIAN: &str = "Го - древняя игра, которая со времен ее забытого происхождения в Китае распространилась сначала на остальную часть Восточной Азии, а затем и на весь мир.";
const LATIN: &str = "Ää Àà Ââ Åå Ææ Çç Èè Éé Êê Ëë Îî Ïï Ññ Öö Ôô Øø ß Üü Ùù Ûû ÿ ¿¡ «»";

/// A file, its encoding, and texts in it. Text after `|` holds only with `CA`: three or four letters of ISO-8859-15
/// could equally be signs of Windows-1252.
#[rustfmt::skip]
const CORPUS: &[(&str, &str, &[&str])] = &[
    ("SabakiHQ+sgf/tests/sgf/japanese.sgf", "Shift_JIS", &["PB[井山 裕太]", "PW[山下 敬吾]", "C[囲碁 is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/chinese.sgf", "GBK", &["PB[古力]", "PW[柯洁]", "C[围棋 is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/korean.sgf", "EUC-KR", &["PB[이세돌]", "PW[박정환]", "C[바둑 is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/no-ca.sgf", "GBK", &["【第三型】 黑先", "这是从压长星定式演变而来的形。", "AP[MultiGo:4.2.1]"]),
    ("SabakiHQ+sgf/tests/sgf/encoding/nihon-kiin.sgf", "Shift_JIS", &["TE[第1回ソパルコサノル世界最高棋士決定戦第9戦]", "PB[申眞ソ]", "PW[党毅飛]", "RE[257手完, 黒中押し勝ち]"]),
    ("SabakiHQ+sgf/tests/sgf/utf16le.sgf", "UTF-16LE", &["PB[Kitani Minoru]", "CA[UTF16LE]"]),
    ("SabakiHQ+sgf/tests/sgf/utf8bom.sgf", "UTF-8", &["(\n  ;GM[1]FF[4]SZ[19]PW[Go Seigen]"]),
    ("SabakiHQ+sgf/tests/sgf/japanese_bad.sgf", "UTF-8", &["\u{FFFD} is fun]"]),
    ("SabakiHQ+sgf/tests/sgf/complex.sgf", "UTF-8", &["Pedro Páramo: Things turned"]),
    ("SabakiHQ+sgf/tests/complex.sgf", "UTF-8", &["Pedro Páramo: Things turned"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server.sgf", "UTF-8", &["BR[6级]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_handicap.sgf", "UTF-8", &["PW[绝艺指导E]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_japanese.sgf", "UTF-8", &["GN[2020年三星杯韩国预选赛<绝艺讲解>]", "PB[안정기]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_komi.sgf", "UTF-8", &["PB[东升712]"]),
    ("SabakiHQ+sgf/tests/sgf/fox_go_server_nokomi.sgf", "UTF-8", &["PW[闲aas信步]"]),
    ("SabakiHQ+sgf/tests/sgf/non_fox_game.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-chinese-gb18030.sgf", "GB18030", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-chinese-gbk.sgf", "GBK", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-simplifiedchinese-gb2312.sgf", "GBK", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-simplifiedchinese-macos.sgf", "GBK", &[CHINESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-traditionalchinese-big5.sgf", "Big5", &[TRADITIONAL]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-traditionalchinese-macos.sgf", "Big5", &[TRADITIONAL]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-japanese-iso2022jp.sgf", "ISO-2022-JP", &[JAPANESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-japanese-macos.sgf", "Shift_JIS", &[JAPANESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-japanese-shiftjis.sgf", "Shift_JIS", &[JAPANESE]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-korean-macos.sgf", "EUC-KR", &[KOREAN]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-cyrillic-windows.sgf", "windows-1251", &[RUSSIAN]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-isolatin1.sgf", "windows-1252", &[LATIN]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-isolatin9.sgf", "ISO-8859-15", &[LATIN, "|C[Ÿ Œœ €]", "|C[Šš Žž]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-macosroman.sgf", "macintosh", &[LATIN, "C[Ÿ Œœ €]", "C[ƒ ‰ ™]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-western-windowslatin1.sgf", "windows-1252", &[LATIN, "C[Ÿ Œœ €]", "C[Šš Žž]", "C[ƒ ‰ ™]"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf16-nobom.sgf", "UTF-16BE", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf16-withbom.sgf", "UTF-16BE", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf8-nobom.sgf", "UTF-8", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/encoding-utf8-withbom.sgf", "UTF-8", &[RUSSIAN, "είναι ένα αρχαίο παιχνίδι"]),
    ("herzbube+libsgfcplusplus/test/test-files/compressed-point-list.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/deep-game-tree.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/escaping.sgf", "UTF-8", &["FF[4]"]),
    ("herzbube+libsgfcplusplus/test/test-files/gameinfo.sgf", "UTF-8", &["FF[4]"]),
];

#[test]
fn corpus_reads_right() {
    let Some(folder) = corpus::path("encodings") else {
        return;
    };
    let files = corpus::files(&folder, "");
    assert_eq!(files.len(), CORPUS.len(), "every file is listed");
    for (path, label, texts) in CORPUS {
        let bytes = std::fs::read(folder.join(path)).unwrap();
        let source = read(&bytes);
        let beyond = source
            .text()
            .find(|char: char| !char.is_ascii())
            .unwrap_or(0);
        assert_eq!(source.segment_at(beyond).charset, charset(label), "{path}");
        for text in *texts {
            let text = text.trim_start_matches('|');
            assert!(source.text().contains(text), "{path}: {text}");
        }
        check_laws(&source);
        let bare = read(&without_charset(&bytes, charset(label)));
        for text in texts.iter().filter(|text| !text.starts_with('|')) {
            if !text.contains("CA[") {
                assert!(bare.text().contains(text), "{path} without CA: {text}");
            }
        }
        // Where a person could tell, nothing at all is read differently.
        if !texts.iter().any(|text| text.starts_with('|')) {
            let expected = without_charset(source.text().as_bytes(), Charset::UTF_8);
            assert!(bare.text().as_bytes() == expected, "{path} without CA");
        }
        check_laws(&bare);
    }
}

/// The bytes of a file in `charset` without the `CA` properties.
fn without_charset(bytes: &[u8], charset: Charset) -> Vec<u8> {
    let code = |text| charset.encode(text).unwrap();
    let (open, close) = (code("CA["), code("]"));
    let find = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).position(|at| at == part);
    let mut bytes = bytes.to_vec();
    while let Some(start) = find(&bytes, &open) {
        let length = find(&bytes[start..], &close).unwrap();
        bytes.drain(start..start + length + close.len());
    }
    bytes
}

#[test]
fn corpus_of_mixed_encodings() {
    let Some(path) = corpus::path("sgfc/mixed-encoding.sgf") else {
        return;
    };
    let bytes = std::fs::read(path).unwrap();
    let source = read(&bytes);
    assert_eq!(
        source.text(),
        "(;FF[4]CA[UTF-16LE]C[hallö! DÜ! ßüper dich zu s€h€n-])\r\n\
         (;FF[4]CA[ISO-8859-15]C[hallö! DÜ! ßüper dich zu s€h€n-])\r\n\
         (;C[s¤h¤n])\r\n\
         (;FF[4]CA[GB18030]C[Cho Chikun (Cho Chihun, Japanese: 趙 治勲, Korean: 조치훈)\n\
         交通運輸\n\
         指揮權])\r\n\
         (;FF[4]CA[SHIFT_JIS]C[Yen: \\\\])\r\n"
    );
    check_laws(&source);
}
