//! Texts without a `CA` that two encodings read as natural words: they are in doubt.

use kifu_sgf::encoding::{Charset, DoubtKind, Source};

use super::{assert_none_is_wrong, charset, check_laws, encoded, languages::texts, read};

fn game(values: &str) -> String {
    format!("(;FF[4]GM[1]SZ[19]{values};B[aa])")
}

fn is_in_doubt(source: &Source) -> bool {
    source
        .doubt()
        .is_some_and(|doubt| doubt.kind == DoubtKind::Guess)
}

/// Short texts that are valid UTF-8 by chance.
#[test]
fn bytes_that_are_utf8_by_chance_are_in_doubt() {
    let mut wrong = Vec::new();
    for (label, values) in [
        ("GBK", "PB[毛]C[图1]"),
        ("GBK", "PB[毛]"),
        ("GBK", "C[图1]"),
        ("GBK", "C[小目]"),
        ("GBK", "PB[时越]"),
        ("EUC-KR", "PB[천]"),
    ] {
        let bytes = encoded(label, &game(values));
        assert!(std::str::from_utf8(&bytes).is_ok(), "{values}");
        let source = read(&bytes);
        check_laws(&source);
        if !is_in_doubt(&source) {
            wrong.push(format!("{label} {values}: {}", source.text()));
        }
    }
    assert_none_is_wrong(&wrong);
}

#[test]
fn utf8_is_not_in_doubt() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (language, text) in texts() {
        let letters = text.chars().filter(|char| !char.is_ascii()).count();
        if letters == 0 || text.chars().count() < 4 {
            continue;
        }
        count += 1;
        let file = game(&format!("PB[{text}]"));
        let source = read(file.as_bytes());
        assert_eq!(source.text(), file);
        if source.doubt().is_some() {
            wrong.push(format!("{language}: {text}"));
        }
    }
    for values in [
        "KM[6½]",
        "C[30 °C]",
        "PC[Paris · Lyon]",
        "PB[René]",
        "PB[é]PW[è]C[à]",
    ] {
        if read(game(values).as_bytes()).doubt().is_some() {
            wrong.push(values.to_owned());
        }
    }
    assert!(count > 800, "{count}");
    assert!(wrong.len() < 5, "{wrong:?}");
}

/// A game whose bytes are UTF-8 by chance has the encoding of its neighbors.
#[test]
fn bytes_that_are_utf8_by_chance_are_read_as_their_neighbors() {
    let short = encoded("GBK", &game("PB[毛]C[图1]"));
    let declared = encoded("GBK", &game("CA[GBK]PB[古力九段]C[好棋，白棋形势不错]"));
    let undeclared = encoded(
        "GBK",
        &game("PB[聂卫平]PW[古力]C[黑棋在布局阶段取得了实地]"),
    );
    for before in [declared, undeclared.clone(), undeclared.repeat(20)] {
        let bytes = [&*before, b"\n", &short].concat();
        let source = read(&bytes);
        check_laws(&source);
        assert!(source.text().ends_with(&game("PB[毛]C[图1]")));
        assert!(is_in_doubt(&source));
    }
    let bytes = [&*short, b"\n", &undeclared.repeat(20)].concat();
    assert!(read(&bytes).text().starts_with(&game("PB[毛]C[图1]")));
}

/// A game is in doubt if only its neighbors decide its encoding.
#[test]
fn games_beside_other_encodings_are_in_doubt() {
    let chinese = encoded("GBK", &game("PB[柯洁]PW[古力]"));
    let korean = encoded("EUC-KR", &game("PB[신진서 九단]PW[Lee]"));
    let komi = game("C[Komi 5½ here]").into_bytes();
    for games in [
        [&chinese, &komi, &chinese],
        [&chinese, &korean, &chinese],
        [&korean, &chinese, &korean],
    ] {
        let source = read(&games.map(Vec::as_slice).join(&b'\n'));
        check_laws(&source);
        assert!(is_in_doubt(&source), "{}", source.text());
    }
}

#[test]
fn games_beside_clear_ones_in_their_encoding_are_not_in_doubt() {
    for (label, values) in [
        ("GBK", "PB[聂卫平]PW[马晓春]C[好棋]"),
        ("Shift_JIS", "PB[井山裕太]PW[一力遼]C[この手が敗着]"),
        ("EUC-KR", "PB[조훈현]PW[이창호 九단]C[흑의 실수]"),
        ("Big5", "PB[周俊勳]PW[林海峰]C[黑中盤勝]"),
        ("windows-1251", "PB[Дмитрий Сурин]C[Ошибка белых]"),
    ] {
        let values = game(values);
        let bytes = encoded(label, &values).repeat(3);
        let source = read(&bytes);
        assert_eq!(source.text(), values.repeat(3));
        assert_eq!(source.doubt(), None, "{values}");
    }
}

/// UTF-8 stays UTF-8 beside games in other encodings.
#[test]
fn utf8_is_not_read_as_its_neighbors() {
    let before = encoded("GBK", &game("CA[GBK]PB[古力九段]C[好棋，白棋形势不错]"));
    let mut wrong = Vec::new();
    for (language, text) in texts() {
        if text.chars().count() < 4 || text.is_ascii() {
            continue;
        }
        let own = game(&format!("PB[{text}]"));
        let bytes = [&*before, b"\n", own.as_bytes()].concat();
        let source = read(&bytes);
        if !source.text().ends_with(&own) {
            wrong.push(format!("{language}: {text}"));
        }
    }
    assert!(wrong.len() < 5, "{wrong:?}");
}

/// Words of other languages, read as one of the frequent encodings.
#[test]
fn words_of_two_languages_are_in_doubt() {
    let mut wrong = Vec::new();
    for (label, values) in [
        ("windows-1250", "PB[Poznań]"),
        ("ISO-8859-2", "PB[Krzysztof Góra]PW[Gdańsk]"),
        ("windows-1250", "PB[Dobrica Ćosić]"),
        ("windows-1250", "PB[Jiří]"),
        ("ISO-8859-2", "PB[Őri]PW[Őri]EV[Őri]C[Őri]"),
        ("windows-1250", "PB[Erdős]"),
        ("windows-1250", "PB[Đorđe Đurić]PW[Nikola Đukić]"),
        ("windows-1250", "PB[Čedomir Đilas]PW[Đorđe Đurić]"),
        ("windows-1250", "PB[Ľubomír Ďurček]"),
        ("windows-1250", "PB[Ľubomír Ďurček]C[Ľavý roh je mŕtvy]"),
        ("windows-1250", "PB[Szűcs Ágnes]PW[Dömötör Ügyes]"),
        (
            "windows-1252",
            "PB[Sigurður Þórðarson]PW[Davíð Örn]C[Svartur vann með hálfu stigi.]",
        ),
        ("windows-1252", "C[Það er ekki nógu gott að bíða]"),
        ("windows-1255", "PB[גו]"),
        ("windows-1255", "PB[מרכז]"),
        ("windows-1255", "PB[מרכז]PW[טוב]C[גו]"),
    ] {
        let values = game(values);
        let source = read(&encoded(label, &values));
        if source.text() != values && !is_in_doubt(&source) {
            wrong.push(format!("{label} {values}: {}", source.text()));
        }
    }
    assert_none_is_wrong(&wrong);
}

/// Words of a language that no other encoding reads as one are not in doubt.
#[test]
fn words_of_one_language_are_not_in_doubt() {
    for (label, values) in [
        (
            "windows-1252",
            "PB[José García]C[Después de esta jugada, el blanco murió.]",
        ),
        (
            "windows-1252",
            "PB[Jürgen Groß]C[Das ist übertrieben, größer wäre unten.]",
        ),
        (
            "windows-1252",
            "PB[Hélène Lefèvre]C[Le coup d’après est forcé, même ici.]",
        ),
        (
            "windows-1252",
            "PB[Søren Ærø]C[Sort burde spille på højre side først]",
        ),
        (
            "windows-1257",
            "PB[Šarūnas]C[Juodieji laimėjo, puikus ėjimas]",
        ),
    ] {
        let values = game(values);
        let source = read(&encoded(label, &values));
        assert_eq!(source.text(), values);
        assert_eq!(source.doubt(), None, "{values}");
    }
}

/// Korean names and terms in hanja, alone and in pairs: other encodings read their bytes as Cyrillic, Greek, Thai or
/// Chinese.
#[test]
fn hanja_is_read_right_or_in_doubt() {
    let texts = texts();
    let texts = texts.iter().filter(|(language, _)| language == "ko-Hani");
    let texts: Vec<&str> = texts.map(|(_, text)| &**text).collect();
    let alone = texts.iter().map(|text| format!("PB[{text}]"));
    let pairs = |one: &&str| {
        let pair = |other: &&str| format!("PB[{one}]PW[{other}]");
        let others = texts.iter().filter(|other| *other != one);
        others.map(pair).collect::<Vec<_>>()
    };
    let all: Vec<String> = alone.chain(texts.iter().flat_map(pairs)).collect();
    let mut wrong = Vec::new();
    for values in &all {
        let values = game(values);
        let source = read(&encoded("EUC-KR", &values));
        if source.text() != values && !is_in_doubt(&source) {
            wrong.push(format!("{values}: {}", source.text()));
        }
    }
    assert!(all.len() > 1_500, "{}", all.len());
    assert_none_is_wrong(&wrong);
}

/// Kanji that are frequent in an encoding of Japanese, and rare Chinese characters in the guessed one.
#[test]
fn characters_of_two_languages_are_in_doubt() {
    for (label, values) in [
        ("EUC-JP", "C[表示]"),
        ("EUC-JP", "PB[森紳路]"),
        ("EUC-KR", "BR[九段]"),
    ] {
        let source = read(&encoded(label, &game(values)));
        assert!(is_in_doubt(&source), "{values}: {}", source.text());
    }
}

/// Names whose bytes are also valid in East Asian encodings.
#[test]
fn names_beside_rare_characters_are_not_in_doubt() {
    for (label, values) in [
        ("windows-1251", "PB[Петров]PW[Дмитрий Сурин]"),
        ("KOI8-R", "PB[Петров]PW[Волков]"),
        ("IBM866", "PB[Илья Шикшин]"),
        ("ISO-8859-5", "PB[Юрий Плющ]"),
        ("windows-1253", "PB[Πέτρος Παππάς]"),
        ("GBK", "PB[王磊]PW[罗洗河]"),
        ("GBK", "PB[范蕴若]PW[谢尔豪]"),
    ] {
        let values = game(values);
        let source = read(&encoded(label, &values));
        assert_eq!(source.text(), values);
        assert_eq!(source.doubt(), None, "{values}");
    }
}

#[test]
fn koi8_u_is_guessed() {
    for values in ["PB[Андрій]PW[Олексій]EV[чорні]", "PB[Андрій]", "EV[чорні]"]
    {
        let values = game(values);
        let source = read(&encoded("KOI8-U", &values));
        assert_eq!(source.text(), values);
        assert_eq!(source.charsets(), [charset("KOI8-U")]);
    }
    let russian = game("PB[Иван Детков]PW[Александр]");
    let source = read(&encoded("KOI8-R", &russian));
    assert_eq!(source.charsets(), [charset("KOI8-R")]);
}

/// Escape sequences of ISO-2022-KR and ISO-2022-CN, and the shift of both.
#[test]
fn unknown_shifts_without_a_declaration_are_in_doubt() {
    for file in [
        &b"(;FF[4]PB[\x1B$)C\x0EA6HFGv\x0F];B[aa])"[..],
        b"(;FF[4]CA[]PB[\x1B$)A\x0EA6HFGv\x0F];B[aa])",
        b"(;FF[4]PB[\x0EA6HFGv\x0F];B[aa])",
    ] {
        let source = read(file);
        check_laws(&source);
        assert!(is_in_doubt(&source), "{file:?}");
    }
    let marked = "\u{FEFF}(;PB[\x0EA6HFGv\x0F])";
    assert_eq!(read(marked.as_bytes()).doubt(), None);
}

/// Text under a `CA` that names an unknown encoding may be in that encoding.
#[test]
fn an_unknown_encoding_is_in_doubt() {
    for (file, offset) in [
        (
            &b"(;FF[4]CA[ISO-2022-KR]PB[\x1B$)C\x0EGQ19\x0F];B[aa])"[..],
            25,
        ),
        (b"(;FF[4]CA[ISO-2022-CN]PB[\x0EGQ19\x0F];B[aa])", 25),
        ("(;CA[Klingon]PB[古力])".as_bytes(), 16),
        (b"(;CA[Klingon]PB[Andr\xE9])", 20),
    ] {
        let source = read(file);
        check_laws(&source);
        let doubt = source.doubt().map(|doubt| (doubt.kind, doubt.offset));
        assert_eq!(doubt, Some((DoubtKind::Guess, offset)), "{file:?}");
    }
    for file in ["(;CA[Klingon]PB[Lee])", "(;CA[]PB[古力])"] {
        assert_eq!(read(file.as_bytes()).doubt(), None, "{file}");
    }
    let marked = "\u{FEFF}(;CA[Klingon]PB[古力])";
    assert_eq!(read(marked.as_bytes()).doubt(), None);
    assert_eq!(read(marked.as_bytes()).charsets(), [Charset::UTF_8]);
}
