//! Seven-bit encodings: HZ and those of ISO 2022.

use kifu_sgf::Collection;
use kifu_syntax::Span;

use super::{check_laws, encoded, read};

#[test]
fn seven_bits_are_what_their_declaration_says() {
    let hz = "C[Bracket ~{1,2~} wave]";
    let pair = "C[~{ok~}]";
    let jis = "C[\x1B$Bok]";
    for (declaration, value, charset) in [
        ("CA[UTF-8]", hz, "UTF-8"),
        ("CA[UTF-8]", pair, "UTF-8"),
        ("CA[ISO-8859-1]", pair, "windows-1252"),
        ("CA[Shift_JIS]", pair, "Shift_JIS"),
        ("CA[UTF-8]", jis, "UTF-8"),
        // Half a pair is none.
        ("", hz, "UTF-8"),
        ("", "C[~{ok\n~}]", "UTF-8"),
        ("", "C[~~{ok~}]", "UTF-8"),
        // Letters between the signs are rare characters.
        ("", pair, "UTF-8"),
        ("", "PB[~{zoro~}]PW[~{Nick~}]C[hello]", "UTF-8"),
        ("", "PB[~{Go~}]", "UTF-8"),
        ("", "PB[~{star~} vs ~{moon~}]", "UTF-8"),
        ("", "PB[~{9EA&~}]", "HZ-GB-2312"),
        ("", "PB[~{@n2}8k~}]", "HZ-GB-2312"),
        ("CA[GB2312]", pair, "HZ-GB-2312"),
        ("CA[ISO-8859-1]", "C[~{9EA&>E6N~}]", "HZ-GB-2312"),
        ("CA[UTF-8]", "C[~{9EA&>E6N~}]", "UTF-8"),
        ("CA[HZ-GB-2312]", hz, "HZ-GB-2312"),
        ("CA[UTF-8]", "C[\x1B$Bok\x1B(B]", "ISO-2022-JP"),
        ("CA[UTF-8]", "C[\x1B$Bok\x1B(J]", "ISO-2022-JP"),
    ] {
        let text = format!("(;FF[4]{declaration}{value};B[pd]C[here])");
        let source = read(text.as_bytes());
        let found = source.segments().last().unwrap().charset;
        assert_eq!(found.name(), charset, "{text:?}");
        if charset != "HZ-GB-2312" && charset != "ISO-2022-JP" {
            assert_eq!(source.text(), text);
        }
    }
}

#[test]
fn a_file_may_end_within_hz() {
    let name = |bytes: &[u8]| read(bytes).segments().last().unwrap().charset.name();
    let game = |head: &str, words: &str| {
        let text = format!("(;{head}GM[1]SZ[19]PB[古力]PW[常昊]C[{words}");
        let bytes = encoded("HZ-GB-2312", &text);
        bytes[..bytes.len() - 2].to_owned()
    };
    for head in ["", "CA[HZ]", "CA[GB2312]", "CA[ISO-8859-1]", "CA[Klingon]"] {
        let words = "黑中盘胜，白棋认输";
        let whole = game(head, words);
        // After each character, and in the middle of it.
        for left in 0..words.chars().count() {
            for half in 0..2 {
                let cut = &whole[..whole.len() - 2 * left - half];
                let source = read(cut);
                assert_eq!(name(cut), "HZ-GB-2312", "{head} {left}");
                assert!(source.text().contains("PB[古力]PW[常昊]"), "{head} {left}");
                let kept: String = words.chars().collect::<Vec<_>>()
                    [..words.chars().count() - left - half]
                    .iter()
                    .collect();
                assert!(source.text().contains(&kept), "{}", source.text());
                check_laws(&source);
                assert_eq!(name(&[cut, b"\n"].concat()), "HZ-GB-2312");
            }
        }
    }
    // Nothing else is in HZ: some characters must tell.
    for (head, words, charset) in [
        ("", "黑中盘胜", "HZ-GB-2312"),
        ("", "古力，", "UTF-8"),
        ("CA[HZ]", "古", "HZ-GB-2312"),
        ("CA[UTF-8]", "黑中盘胜", "UTF-8"),
        ("CA[Shift_JIS]", "黑中盘胜", "Shift_JIS"),
    ] {
        let bytes = encoded("HZ-GB-2312", &format!("(;{head}C[{words}"));
        assert_eq!(name(&bytes[..bytes.len() - 2]), charset, "{head} {words}");
    }
    // A variation of a game that is in HZ.
    let text = encoded("HZ-GB-2312", "(;PB[古力](;B[aa])(;W[aa]C[黑");
    assert_eq!(name(&text[..text.len() - 2]), "HZ-GB-2312");
}

#[test]
fn tildes_are_not_hz_where_a_file_ends() {
    for (game, charset) in [
        ("(;C[~{ok];B[aa];W[bb];B[cc];W[dd])\n", "UTF-8"),
        ("(;C[~{];B[AA];W[BB];B[CC];W[DD])", "UTF-8"),
        ("(;C[What~{a~{wave~{of~{tildes~{there~{is~{here])", "UTF-8"),
        ("(;C[~{WHITE-RESIGNS-BEHIND-MOVE-198])", "UTF-8"),
        ("(;C[~{0123456789012345678901234567890123456789])", "UTF-8"),
        ("(;C[~{!!!!!!!!!!!!!!!!!!!!!!!!!!!!])", "UTF-8"),
        (
            "(;C[~{(;FF[4]GM[1]SZ[19]PB[Black]PW[White];B[aa])])",
            "UTF-8",
        ),
        ("(;CA[GB2312]C[~{(;FF[4]GM[1]SZ[19];B[aa])])", "GBK"),
        (
            "(;CA[ISO-8859-1]C[~{};~{};~{(;FF[4]GM[1]SZ[19];B[aa])])",
            "windows-1252",
        ),
        // One of a pair that is closed, one that is not.
        ("(;C[~{ok~}]PB[~{ok])", "UTF-8"),
    ] {
        for end in 1..=game.len() {
            let source = read(&game.as_bytes()[..end]);
            let last = source.segments().last().unwrap().charset.name();
            let is_plain = last == charset || last == "UTF-8";
            let is_closed = game[..end].contains("ok~}") && !game[..end].contains("PB[~{ok");
            assert!(is_plain || is_closed, "{last}: {}", &game[..end]);
        }
    }
}

#[test]
fn signs_of_other_encodings_count_wherever_they_stand() {
    let long = "Black lives in the corner. ".repeat(40);
    let plain = format!(" (;PB[A]C[{long}];B[aa]C[{long}];W[bb]PW[B]C[x])");
    let places = plain.match_indices(['[', ']']).map(|(at, _)| at);
    let middle = places.clone().map(|at| plain.floor_char_boundary(at + 500));
    for at in places.chain(middle).chain([0, plain.len()]) {
        for (label, text) in [
            ("HZ-GB-2312", "古力"),
            ("ISO-2022-JP", "秀策"),
            ("UTF-8", "\0"),
        ] {
            let (before, after) = plain.as_bytes().split_at(at.min(plain.len()));
            let bytes = [before, &encoded(label, text), after].concat();
            let source = read(&bytes);
            assert!(source.text().contains(text), "{label} at {at}");
            let collection = Collection::from_bytes(bytes);
            assert_eq!(collection.text(), source.text(), "{label} at {at}");
            assert_eq!(collection.source().segments(), source.segments());
            // The text is read as text, which says nothing of encodings any more.
            let again = Collection::from(source.text());
            assert_eq!(collection.problems(), again.problems(), "{label} at {at}");
            let nodes = |collection: &Collection| {
                let games = collection.games();
                games.map(|game| game.node_count()).collect::<Vec<_>>()
            };
            assert_eq!(nodes(&collection), nodes(&again), "{label} at {at}");
        }
    }
}

#[test]
fn edits_in_shifted_text() {
    let game = "(;C[囲碁と将棋]PB[秀策])";
    let source = read(&encoded("ISO-2022-JP", game));
    for (old, new) in [
        ("碁と将", "abc"),
        ("囲碁と将棋", "名人"),
        ("秀策", "Shusaku"),
        ("秀", "道"),
    ] {
        let start = game.find(old).unwrap();
        let span = Span::new(start, start + old.len());
        let place = source.to_bytes_span(span);
        let mut bytes = source.bytes().to_vec();
        bytes.splice(
            place.range(),
            source.encode(span, new).unwrap().into_owned(),
        );
        assert_eq!(read(&bytes).text(), game.replacen(old, new, 1));
    }
}
