//! Text next to a game in its file does not affect how it is read.

use kifu_sgf::Collection;

use super::{assert_none_is_wrong, check_laws, encoded, read};

/// Text outside of games, or missing in one, does not affect a game with a correct `CA`.
#[test]
fn each_charset_holds_whatever_stands_around() {
    let texts = [
        ("UTF-8", "武宮正樹"),
        ("Shift_JIS", "武宮正樹"),
        ("GB18030", "聂卫平"),
        ("ISO-8859-1", "Müller"),
    ];
    let game = |label: &str, name: &str| {
        encoded(label, &format!("(;FF[4]GM[1]CA[{label}]PB[{name}];B[bb])"))
    };
    let without = |game: &[u8], cut: &str| {
        let at = memchr::memmem::find(game, cut.as_bytes()).unwrap();
        [&game[..at], &game[at + cut.len()..]].concat()
    };
    let mut joined: Vec<(String, Vec<u8>, [&str; 2])> = Vec::new();
    for (first, one) in texts {
        for (second, other) in texts {
            let (before, behind) = (game(first, one), game(second, other));
            let mut join = |what: &str, parts: &[&[u8]]| {
                joined.push((
                    format!("{first}, {what}, {second}"),
                    parts.concat(),
                    [one, other],
                ));
            };
            for between in [
                "\n",
                "Game 2:\n",
                "\n\x1A",
                ",",
                "\0",
                "\n> ",
                "\nGame [2]:\n",
            ] {
                join(between, &[&before, between.as_bytes(), &behind]);
            }
            join("without )", &[&before[..before.len() - 1], b"\n", &behind]);
            join("without ]", &[&before[..before.len() - 2], b"\n", &behind]);
            join("without (", &[&before, b"\n", &behind[1..]]);
            join(
                "without ;",
                &[
                    &before,
                    b"\n",
                    &without(&behind, ";FF")[..1],
                    b"FF",
                    &behind[4..],
                ],
            );
            for label in ["UTF-8", "Shift_JIS", "ISO-8859-1"] {
                let word = if label == "ISO-8859-1" {
                    "Grüße von Jürgen"
                } else {
                    "囲碁の棋譜"
                };
                let word = encoded(label, word);
                join(
                    &format!("{label} around"),
                    &[&word, b"\n", &before, &word, b"\n", &behind, b"\n", &word],
                );
            }
        }
    }
    let mut wrong = Vec::new();
    for (what, bytes, names) in joined {
        let source = read(&bytes);
        check_laws(&source);
        if names
            .iter()
            .any(|name| !source.text().contains(&format!("PB[{name}]")))
        {
            wrong.push(format!("{what:?}: {:?}", source.text()));
        }
    }
    assert_none_is_wrong(&wrong);
}

#[test]
fn rubbish_behind_a_game_does_not_outvote_it() {
    let game = "(;FF[4]GM[1]CA[UTF-8]PB[武宮正樹];B[bb])";
    let mut state = 1_u64;
    for _ in 0..100 {
        let rubbish = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 56) as u8
        });
        let rubbish: Vec<u8> = rubbish.take(40).collect();
        for bytes in [
            [game.as_bytes(), &rubbish].concat(),
            [&rubbish, &b"\n"[..], game.as_bytes()].concat(),
        ] {
            let source = read(&bytes);
            assert!(
                source.text().contains("PB[武宮正樹]"),
                "{:?}",
                source.text()
            );
        }
    }
}

#[test]
fn much_text_tells_that_it_is_not_in_the_encoding_of_its_neighbor() {
    let korean = "이 바둑은 아주 재미있는 한 판이었다. 흑이 초반에 실리를 차지하고 백은 세력을 얻었다. \
                  중반의 싸움에서 백이 실수를 하여 흑이 우세해졌고 끝내기도 흑이 잘 두어 이겼다.";
    let chinese =
        "黑棋在布局阶段取得了实地，白棋得到了外势。中盘战斗中白棋出现失误，黑棋因此占优。";
    let russian =
        "Чёрные в начале партии заняли углы, а белые построили большое влияние в центре доски.";
    let texts = [
        ("EUC-KR", korean),
        ("GB18030", chinese),
        ("windows-1251", russian),
    ];
    for (first, one) in texts {
        for (second, other) in texts {
            let [before, behind] = [(first, one), (second, other)]
                .map(|(label, text)| encoded(label, &format!("(;GM[1];B[aa]C[{text}])\n")));
            let source = read(&[before, behind].concat());
            for text in [one, other] {
                assert!(
                    source.text().contains(text),
                    "{first}, {second}: {}",
                    source.text()
                );
            }
        }
    }
}

#[test]
fn utf16_beside_others() {
    let game = |label: &str| format!("(;GM[1]CA[{label}]PB[武宮正樹];B[bb](;W[cc])(;W[dd]))\n");
    let marks = [
        ("UTF-16LE", &b"\xFF\xFE"[..]),
        ("UTF-16BE", b"\xFE\xFF"),
        ("UTF-8", b""),
        ("Shift_JIS", b""),
    ];
    for (first, _) in marks {
        for (second, _) in marks {
            let of = |label| {
                let mark = marks.iter().find(|(of, _)| *of == label).unwrap().1;
                [mark, &encoded(label, &game(label))].concat()
            };
            let bytes = [of(first), of(second), of(first)].concat();
            let source = read(&bytes);
            check_laws(&source);
            let text = source.text().replace('\u{feff}', "");
            let expected = [game(first), game(second), game(first)].concat();
            assert_eq!(text, expected, "{first}, {second}");
            let collection = Collection::from_bytes(bytes);
            assert_eq!(collection.len(), 3, "{first}, {second}");
        }
    }
}
