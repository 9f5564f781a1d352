//! Normalization: laws for all files. The cases are in `tests/rewrite`.

use kifu_lint::normalize::{AliasError, Aliases, Options, normalize};
use kifu_lint::{Applicability, Fix, Fixed, Outcome, fix};
use kifu_sgf::Collection;
use kifu_sgf::encoding::DecodeOptions;
use kifu_syntax::text::unescape_text;
use proptest::prelude::*;

fn normal(text: &str, options: &Options) -> (String, usize) {
    let mut collection = Collection::from(text);
    let changes = normalize(&mut collection, options);
    let kept = changes
        .iter()
        .filter(|change| change.outcome == Outcome::Kept)
        .count();
    // The bytes are in the encoding that `CA` names.
    let written = Collection::from_bytes(collection.to_bytes().unwrap());
    (written.text().to_owned(), kept)
}

#[test]
fn the_encoding_becomes_utf8() {
    // 井山裕太 in Shift_JIS, with a mark of UTF-16, and in UTF-8 with a mark.
    let shift_jis = b"(;FF[4]CA[Shift_JIS]PB[\x88\xE4\x8ER\x97T\x91\xBE];B[pd])".to_vec();
    let utf8 = "(;FF[4]CA[UTF-8]PB[井山裕太];B[pd])";
    let units = "\u{FEFF}(;FF[4]PB[井山裕太]CA[x];B[pd])".encode_utf16();
    let utf16 = units.flat_map(u16::to_le_bytes).collect();
    let marked = format!("\u{FEFF}{utf8}").into_bytes();
    for bytes in [shift_jis, utf16, marked] {
        let mut collection = Collection::from_bytes(bytes);
        let options = Options {
            order: true,
            ..Options::default()
        };
        let changes = normalize(&mut collection, &options);
        assert_eq!(collection.to_bytes().unwrap(), utf8.as_bytes());
        assert!(changes.iter().all(|change| change.outcome != Outcome::Kept));
        assert!(
            changes[0]
                .what
                .starts_with("write the file in UTF-8 instead of ")
        );
    }
}

#[test]
fn bytes_without_meaning_are_not_lost() {
    let bytes = b"(;FF[4]CA[UTF-8]PB[\xE4\xBA\x95 \xFF]KM[6,5])".to_vec();
    let mut collection = Collection::from_bytes(bytes);
    let changes = normalize(&mut collection, &Options::default());
    assert_eq!(changes[0].what, "leave the encoding of the file");
    assert_eq!(
        collection.to_bytes().unwrap(),
        b"(;FF[4]CA[UTF-8]PB[\xE4\xBA\x95 \xFF]KM[6.5])"
    );
}

#[test]
fn text_in_a_charset_is_kept() {
    for (old, new) in [
        ("CA[latin1]CA[Kept by Bob]", "CA[UTF-8]CA[Kept by Bob]"),
        ("CA[]CA[Kept by Bob]", "CA[UTF-8]CA[Kept by Bob]"),
        ("CA[GBK]CA[Kept by Bob]", "CA[UTF-8]CA[Kept by Bob]"),
        ("CA[UTF-8]CA[Kept by Bob]", "CA[UTF-8]CA[Kept by Bob]"),
        ("CA[GBK][Kept by Bob]", "CA[GBK][Kept by Bob]"),
        ("CA[GBK]", "CA[UTF-8]"),
    ] {
        let mut collection = Collection::from_bytes(format!("(;FF[4]{old}SZ[9];B[aa])").into());
        normalize(&mut collection, &Options::default());
        let expected = format!("(;FF[4]{new}SZ[9];B[aa])");
        assert_eq!(collection.to_text(), expected, "{old}");
    }
    let mut latin =
        Collection::from_bytes(b"(;FF[4]CA[latin1]CA[B\xF6b]SZ[9]PB[Jos\xE9])".to_vec());
    normalize(&mut latin, &Options::default());
    let expected = "(;FF[4]CA[UTF-8]CA[B\u{f6}b]SZ[9]PB[Jos\u{e9}])";
    assert_eq!(latin.to_bytes().unwrap(), expected.as_bytes());
}

#[test]
fn other_encodings_stay_if_asked() {
    let old = b"(;FF[4]PB[ \x88\xE4\x8ER\x97T\x91\xBE ]\r\nCA[Shift_JIS];C[x]B[pd])".to_vec();
    let new = b"(;FF[4]CA[Shift_JIS]\nPB[\x88\xE4\x8ER\x97T\x91\xBE];B[pd]C[x])";
    let mut collection = Collection::from_bytes(old);
    let options = Options {
        encoding: false,
        order: true,
        ..Options::default()
    };
    normalize(&mut collection, &options);
    assert_eq!(collection.to_bytes().unwrap(), new);
}

#[test]
fn a_spelling_of_two_players_is_refused() {
    let table = |names: &[(&str, &[&str])]| {
        Aliases::new(names.iter().map(|(name, all)| (*name, all.to_vec())))
    };
    assert!(matches!(
        table(&[("A", &["x"]), ("B", &["Ｘ"])]),
        Err(AliasError::TwoNames { .. })
    ));
    // A name that is a spelling of another would be renamed twice.
    assert!(matches!(
        table(&[("A", &["B"]), ("B", &["y"])]),
        Err(AliasError::TwoNames { .. })
    ));
    assert_eq!(table(&[("A", &[" "])]), Err(AliasError::Empty));
    let fine = table(&[("A", &["x", "X"]), ("A", &["y"])]).unwrap();
    assert_eq!(fine.name("Y"), Some("A"));
}

/// Nodes with everything that is brought into form, and much that is not.
fn node() -> impl Strategy<Value = String> {
    let property = prop::sample::select(vec![
        "B[aa]",
        "W[bb]",
        "C[a\r\nb]",
        "C[x \\] y]",
        "KM[3 3/4]",
        "KM[375]",
        "RU[cn]",
        "AP[foxwq]",
        "TM[30/3 20m]",
        "TC[3]",
        "TT[30]",
        "HA[3]",
        "BL[1:30]",
        "PB[ Ａ ]",
        "PW[x  y]",
        "LZ[a\rb]",
        "RE[w+r]",
        "DT[2003/4/5]",
        "CA[gbk]",
        "FF[3]",
        "GM[1]",
        "SZ[19]",
        "TE[1]",
        "BM[1]",
        "GaMe[1]",
        "RD[2003-04-05]",
        "GK[1]",
        "N[n]",
        "TR[aa][bb]",
        "OT[x]",
        "BR[1 dan]",
        "X[ [y] ]",
    ]);
    let gap = prop::sample::select(vec!["", " ", "\r\n", "\n", "\r"]);
    prop::collection::vec((property, gap), 0..7).prop_map(|all| {
        let mut node = String::from(";");
        for (property, gap) in all {
            node += property;
            node += gap;
        }
        node
    })
}

pub(super) fn games() -> impl Strategy<Value = String> {
    let line = || prop::collection::vec(node(), 1..4).prop_map(|nodes| nodes.concat());
    let game = (line(), line(), line()).prop_map(|(main, a, b)| format!("({main}\n({a})({b}))"));
    prop::collection::vec(game, 1..3).prop_map(|games| games.join("\r\n"))
}

/// Returns everything that is not normalized, in a fixed order.
fn untouched(collection: &Collection) -> Vec<String> {
    let changing = [
        "KM", "RU", "TM", "BL", "PB", "PW", "RE", "DT", "CA", "OT", "BR", "AB", "HA", "EV", "GM",
        "RD", "GK", "AP", "TE", "FF",
    ];
    let mut all: Vec<String> = collection
        .games()
        .flat_map(|game| game.nodes())
        .flat_map(|node| node.properties())
        .filter(|property| !changing.contains(&&*property.identifier()))
        .map(|property| {
            let values: Vec<_> = property.values().map(unescape_text).collect();
            format!("{}{values:?}", property.identifier())
        })
        .collect();
    all.sort();
    all
}

/// The file after the fixes of the rules `select`.
fn fixed(bytes: Vec<u8>, select: &str) -> Fixed {
    let options = kifu_lint::Options::default().with_select([select]);
    fix(
        bytes,
        &DecodeOptions::default(),
        &options,
        Applicability::Safe,
    )
}

#[test]
fn the_rule_writes_the_file_in_utf8() {
    let bytes =
        b"(;FF[4]CA[Shift_JIS]PB[\x88\xE4\x8ER\x97T\x91\xBE])\n(;FF[4]PW[\x88\xE4\x8ER])".to_vec();
    let done = fixed(bytes, "N608");
    assert_eq!(
        done.source.bytes(),
        "(;FF[4]CA[UTF-8]PB[井山裕太])\n(;FF[4]CA[UTF-8]PW[井山])".as_bytes()
    );
    assert_eq!(done.applied.get("N608"), Some(&2));
    assert!(done.found.is_empty());
    let marked = fixed(b"\xEF\xBB\xBF(;FF[4]CA[UTF-8]PB[x])".to_vec(), "N608");
    assert_eq!(marked.source.bytes(), b"(;FF[4]CA[UTF-8]PB[x])");
    // Invalid bytes would be lost.
    let bytes = b"(;FF[4]CA[Shift_JIS]PB[\x88\xE4\x8ER\x97T\x91\xBE]C[\xFF])".to_vec();
    let done = fixed(bytes.clone(), "N608");
    assert_eq!(done.source.bytes(), bytes);
    assert_eq!(done.found.len(), 1);
}

#[test]
fn a_text_without_a_node_stays_in_its_encoding() {
    let bytes = b"(\x88\xE4\x8ER\x97T\x91\xBE)".to_vec();
    let done = fixed(bytes.clone(), "N608");
    assert_eq!(done.source.bytes(), bytes);
    assert!(!done.is_changed());
}

#[test]
fn many_line_breaks_are_replaced_in_linear_time() {
    let text = format!("(;FF[4]C[{}])", "\ra\r\r".repeat(100_000));
    let done = fixed(text.clone().into_bytes(), "N609");
    assert_eq!(done.source.text(), text.replace('\r', "\n"));
}

#[test]
fn a_fix_that_does_harm_holds_no_other_back() {
    // In canonical order the last node looks like the root of a game, and the game is broken.
    let text = b"(;X[ [y] ]KM[3 3/4]\n(;)(;TC[3]KM[3 3/4]KM[3 3/4]))";
    let done = fixed(text.to_vec(), "N");
    assert_eq!(
        done.source.text(),
        "(;X[ [y] ]KM[3.75]\n(;)(;TC[3]KM[3.75]KM[3.75]))"
    );
    let codes: Vec<_> = done.found.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["N610"]);
}

proptest! {
    #[test]
    fn rules_of_forms_mend_once_and_lose_nothing(text in games()) {
        let once = fixed(text.clone().into_bytes(), "N");
        let bytes = once.source.bytes().to_vec();
        let fixable = once.found.iter().filter(|found| {
            let is_safe = |fix: &Fix| fix.applicability == Applicability::Safe;
            found.code.starts_with('N') && found.fix.as_ref().is_some_and(is_safe)
        });
        prop_assert_eq!(fixable.count(), 0, "{:?}", once.found);
        let twice = fixed(bytes.clone(), "N");
        prop_assert_eq!(twice.source.bytes(), &bytes[..]);
        let (old, new) = (Collection::from(&text[..]), Collection::from_bytes(bytes));
        prop_assert_eq!(old.node_count(), new.node_count());
        prop_assert_eq!(untouched(&old), untouched(&new));
    }

    #[test]
    fn twice_is_once(
        values in prop::collection::vec(
            ("(DT|RE|BR|WR|KM|TM|RU|PB|PW|OT)", "[ -Z^-~０-９ａ-ｚ年月日]{0,14}"),
            0..6,
        )
    ) {
        let mut text = String::from("(;FF[4]");
        for (identifier, value) in values {
            text.extend([&identifier[..], "[", &value, "]"]);
        }
        text.push(')');
        let (once, _) = normal(&text, &Options::default());
        let (twice, _) = normal(&once, &Options::default());
        prop_assert_eq!(twice, once);
    }

    #[test]
    fn twice_is_once_and_nothing_is_lost(text in games(), which in 0_u16..1 << 11) {
        let asked = |bit: u16| which & (1 << bit) != 0;
        let options = Options {
            dates: asked(0),
            results: asked(1),
            ranks: asked(2),
            komi: asked(3),
            times: asked(4),
            rules: asked(5),
            names: asked(6),
            encoding: asked(7),
            line_ends: asked(8),
            order: asked(9),
            quirks: asked(10),
            aliases: Aliases::new([("A", vec!["x y"])]).unwrap(),
        };
        let (once, _) = normal(&text, &options);
        let (twice, _) = normal(&once, &options);
        prop_assert_eq!(&twice, &once);
        let (old, new) = (Collection::from(&text[..]), Collection::from(&once[..]));
        prop_assert_eq!(old.len(), new.len());
        prop_assert_eq!(old.node_count(), new.node_count());
        prop_assert_eq!(untouched(&old), untouched(&new));
    }

    #[test]
    fn nothing_breaks_on_any_text(text in "[(;)\\[\\]A-Za-z0-9: \\\\\r\n]{0,60}") {
        let options = Options { quirks: true, ..Options::default() };
        let (once, _) = normal(&format!("(;FF[1]{text}"), &options);
        let (twice, _) = normal(&once, &options);
        prop_assert_eq!(twice, once);
    }
}

/// A game without `CA` names its encoding with its first text beyond ASCII, whatever other games declare.
#[test]
fn a_name_beyond_ascii_is_declared() {
    let aliases = Aliases::new([("吳清源", vec!["Wu"]), ("Jörg", vec!["Joerg"])]).unwrap();
    let options = kifu_lint::Options::default()
        .with_select(["N607"])
        .with_players(aliases);
    let cases = [
        ("(;FF[4]PB[Wu];B[aa])", "(;CA[UTF-8]FF[4]PB[吳清源];B[aa])"),
        (
            "(;FF[4]PB[Wu]PW[Joerg])(;PB[x])",
            "(;CA[UTF-8]FF[4]PB[吳清源]PW[Jörg])(;PB[x])",
        ),
        (
            "(;CA[GB2312]PB[x];B[aa])(;PB[Joerg])",
            "(;CA[GB2312]PB[x];B[aa])(;CA[UTF-8]PB[Jörg])",
        ),
        (
            "(;CA[Shift_JIS]PB[a])(;PB[Wu])(;PB[b])",
            "(;CA[Shift_JIS]PB[a])(;CA[UTF-8]PB[吳清源])(;PB[b])",
        ),
        ("\u{feff}(;PB[Wu])", "\u{feff}(;PB[吳清源])"),
        ("(;PB[Wu]PW[井山])", "(;PB[吳清源]PW[井山])"),
    ];
    for (text, fixed) in cases {
        let Fixed { source, found, .. } = fix(
            text.into(),
            &DecodeOptions::default(),
            &options,
            Applicability::Safe,
        );
        assert_eq!(String::from_utf8_lossy(source.bytes()), fixed);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

/// A name that the encoding of its game lacks is not written, and is counted.
#[test]
fn a_name_that_the_encoding_lacks_is_left() {
    let aliases = Aliases::new([("吳清源", vec!["Wu"])]).unwrap();
    let fixed = |text: &str, rules: &[&'static str]| {
        let options = kifu_lint::Options::default()
            .with_select(rules.iter().copied())
            .with_players(aliases.clone());
        let decode = DecodeOptions::default();
        fix(text.into(), &decode, &options, Applicability::Safe)
    };
    for text in [
        "(;CA[ISO-8859-1]PB[Wu];B[aa])(;CA[UTF-8]PB[a])",
        "(;CA[]PB[Wu];B[aa])",
        "(;CA PB[Wu];B[aa])",
        "(;CA[nonsense]PB[Wu];B[aa])",
        "(;CA[UTF-7]PB[Wu];B[aa])",
        "(;CA[UTF-16]PB[Wu];B[aa])",
        "(PB[Wu];B[aa])",
    ] {
        let result = fixed(text, &["N607"]);
        assert_eq!(result.source.text(), text);
        assert_eq!((result.left, result.unwritable), (1, 1), "{text}");
    }
    for (text, rules, expected) in [
        (
            "(PB[Wu];B[aa])",
            ["N607", "P110"],
            "(;CA[UTF-8]PB[吳清源];B[aa])",
        ),
        (
            "(;CA[nonsense]PB[Wu];B[aa])",
            ["N607", "N608"],
            "(;CA[UTF-8]PB[吳清源];B[aa])",
        ),
        (
            "(;CA[UTF-8]PB[Wu])",
            ["N607", "N608"],
            "(;CA[UTF-8]PB[吳清源])",
        ),
    ] {
        let result = fixed(text, &rules);
        assert_eq!(result.source.text(), expected, "{text}");
        assert_eq!((result.left, result.unwritable), (0, 0), "{text}");
    }
}
