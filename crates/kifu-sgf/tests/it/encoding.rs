//! Encodings: the corpus, files made of text, and the laws.

use kifu_sgf::encoding::{ByteSpan, Charset, Decision, DecodeOptions, EncodingProblemKind, Source};
use kifu_syntax::Span;

mod corpus;
mod doubtful;
mod drawn;
mod game_by_game;
mod languages;
mod laws;
mod neighbors;
mod quoted;
mod regressions;
mod saved;
mod seven_bits;
mod slips;
mod trail_bytes;
mod utf16;

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
        for declared in ["UTF-8", "ISO-8859-1", "GB2312", "Shift_JIS"] {
            // An encoding in which any bytes are valid is believed, and so is one that fits.
            let fits = charset(declared)
                .decode(&encoded(label, text))
                .chars()
                .all(|char| char != '\u{FFFD}');
            if fits && declared != "ISO-8859-1" || *label == "macintosh" {
                continue;
            }
            let game = format!("(;CA[{declared}]PB[{text}]C[{text}])");
            let source = read(&encoded(label, &game));
            assert_eq!(source.text(), game, "{label} as {declared}");
            let wrong = charset(label) != charset(declared);
            assert_eq!(
                kinds(&source).contains(&EncodingProblemKind::WrongCharset),
                wrong,
                "{label} as {declared}"
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
fn neighbors_help() {
    // `上海` alone could be Japanese; beside its neighbors it is not.
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
