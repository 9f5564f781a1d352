//! Brackets and backslashes inside of characters.

use kifu_sgf::encoding::{ByteSpan, Charset, DecodeOptions, EncodingProblemKind, Source};
use kifu_syntax::Span;

use super::{charset, check_laws, encoded, kinds, read};

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
    let next = text.find('h').unwrap();
    assert_eq!(
        source.to_bytes_span(Span::new(letter, accent)),
        ByteSpan::new(13, 15)
    );
    assert_eq!(
        source.to_bytes_span(Span::new(letter, next)),
        ByteSpan::new(13, 15)
    );
    assert_eq!(
        source.to_bytes_span(Span::new(accent, next)),
        ByteSpan::at(15)
    );
    assert_eq!(
        source.to_text_span(ByteSpan::new(13, 15)),
        Span::new(letter, next)
    );
    // At the end of the text too.
    check_laws(&Source::new(vec![136, 98], &options));
}
