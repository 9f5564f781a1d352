//! Laws of fixes: they terminate, a second run changes nothing, no error is added, and an edit touches only its span.

use std::ops::ControlFlow;

use kifu_lint::{
    Applicability, Diagnostic, FirstGame, Fixed, Linter, Options, Severity, check, fix, rules,
};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use proptest::prelude::*;

fn repair(bytes: &[u8], options: &Options, applicability: Applicability) -> Fixed {
    fix(
        bytes.to_vec(),
        &DecodeOptions::default(),
        options,
        applicability,
    )
}

/// Number of errors, with those that are warnings because `FF` is missing.
fn errors(bytes: &[u8], options: &Options) -> usize {
    let source = Source::new(bytes.to_vec(), &DecodeOptions::default());
    let is_error = |code| rules().any(|rule| rule.code == code && rule.severity == Severity::Error);
    check(&source, options)
        .iter()
        .filter(|found| found.severity == Severity::Error || is_error(found.code))
        .count()
}

/// Checks the laws for one input.
fn laws(bytes: &[u8]) {
    let all = [false, true].map(|strict| Options::default().with_strict(strict));
    let ways = [Applicability::Safe, Applicability::Unsafe];
    for (options, applicability) in all.iter().flat_map(|one| ways.map(|way| (one, way))) {
        let once = repair(bytes, options, applicability);
        let after = errors(once.source.bytes(), options);
        assert!(after <= errors(bytes, options), "errors added");
        let twice = repair(once.source.bytes(), options, applicability);
        assert_eq!(
            once.source.text(),
            twice.source.text(),
            "a second time changes something: {:?}",
            twice.applied
        );
        assert_eq!(
            once.is_changed(),
            once.source.bytes() != bytes,
            "{}: {:?}",
            once.source.text(),
            once.applied
        );
    }
    let source = Source::new(bytes.to_vec(), &DecodeOptions::default());
    let text = source.text();
    for found in check(&source, &Options::default().with_strict(true)) {
        assert!(text.get(found.span.range()).is_some(), "{found:?}");
        let mut end = 0;
        for edit in found.fix.iter().flat_map(|fix| &fix.edits) {
            assert!(text.get(edit.span.range()).is_some(), "{found:?}");
            end = end.max(edit.span.end);
        }
        assert!(end <= text.len());
    }
}

/// Pieces that rules look at, put together at random.
pub(super) fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "(;",
        ";B[dd]",
        ";W[dd]",
        "B[aa]",
        "W[bb]",
        "AB[aa]",
        "AB[aa][bb]",
        "AW[aa:bb]",
        "AE[aa]",
        "PL[W]",
        "PL[black]",
        "C[x]",
        "C[y]",
        "C[]",
        "C[a]b]",
        "N[n]",
        "N[m]",
        "SZ[9]",
        "SZ[9:9]",
        "SZ[x]",
        "FF[4]",
        "FF[3]",
        "GM[1]",
        "GM[2]",
        "KM[6,5]",
        "KI[11]",
        "KM[5.5]",
        "HA[2]",
        "HA[9 stones, 2]",
        "TE[1]",
        "BM[1]",
        "KO[]",
        "KO[x]",
        "GB[1]",
        "GW[2]",
        "MA[aa]",
        "MA[aa][aa]",
        "TR[aa:cc][bb]",
        "LB[aa]",
        "LB[aa:1][aa:2]",
        "AR[aa:aa]",
        "DD[]",
        "DD[aa]",
        "VW[][aa]",
        "TB[]",
        "TW[aa]",
        "ZZ[a]",
        "ZZ",
        "Black[cc]",
        "[zz]",
        "B[pass]",
        "B[cc][dd]",
        "B[]",
        "DT[2004/05/06]",
        "RE[black wins]",
        "EV[x]",
        "EV[y]",
        "AP[x]",
        "CA[UTF-8]",
        "C[é]",
        "MN[3 ]",
        "b[dd]",
        "r[ee]",
        "AE[dd]",
        "L[aa]",
        "VW[aa][bb]",
        "RU[japanese]",
        "BR[9 Dan]",
        "AP[foxwq]",
        "KM[3.75]",
        "KM[375]",
        "RE[W+1.25]",
        "TM[30/3 20m]",
        "RD[x]",
        "KO[7.5]",
        "PC[a\nb]",
        "GM[Hex]",
        "SZ[100]",
        "DM[1 kk]",
        " junk ",
        "\n",
        "()",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fixes_keep_the_laws_on_pieces(text in pieces()) {
        laws(text.as_bytes());
        laws(format!("(;FF[4]GM[1]SZ[9]{text})").as_bytes());
    }

    #[test]
    fn fixes_keep_the_laws_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        laws(&bytes);
    }
}

#[test]
fn an_edit_touches_its_span_alone() {
    let before =
        b"(;FF[4]GM[1]SZ[9] C[\x88\xE4\x8ER\x97T\x91\xBE] \r\n KM[6,5] ;B[pass]C[\x88\xE4] )\r\n";
    let fixed = fix(
        before.to_vec(),
        &DecodeOptions::default(),
        &Options::default().with_select(["V"]),
        Applicability::Safe,
    );
    let after =
        b"(;FF[4]GM[1]SZ[9] C[\x88\xE4\x8ER\x97T\x91\xBE] \r\n KM[6.5] ;B[]C[\x88\xE4] )\r\n";
    assert_eq!(fixed.source.bytes(), after);
}

#[test]
fn many_fixes_at_one_place_come_to_an_end() {
    let many = format!("(;FF[4]GM[1]SZ[19]{})", "AB[aa]AB[bb]".repeat(2000));
    let fixed = repair(many.as_bytes(), &Options::default(), Applicability::Safe);
    assert_eq!(fixed.source.text(), "(;FF[4]GM[1]SZ[19]AB[aa][bb])");
}

/// The counts equal those of the tree, and do not depend on earlier files.
#[test]
fn counts_are_those_of_the_tree() {
    let inputs = kifu_testkit::suite::load()
        .into_iter()
        .flat_map(|suite| suite.cases)
        .map(|case| case.input())
        .chain([
            b"(;Black[aa];White[bb];b[cc];BLack[dd];w[];B2[x];B[aa]W[bb])".to_vec(),
            b"(;GM[6];B[31hefe];W[double])".to_vec(),
        ]);
    let mut linter = Linter::new(&Options::default());
    for input in inputs {
        let source = Source::new(input.clone(), &DecodeOptions::default());
        let mut found = Vec::new();
        let counts = linter.check_each(&source, |finding| found.push(finding));
        assert_eq!(found, check(&source, &Options::default()));
        let collection = Collection::from_bytes(input);
        let nodes = || collection.games().flat_map(|game| game.nodes());
        let moves = nodes().filter(|node| node.play().is_some()).count();
        assert_eq!(
            (counts.games, counts.nodes, counts.moves),
            (collection.len(), collection.node_count(), moves),
            "{}",
            collection.text()
        );
    }
}

/// The first findings are the first of all, and whether there are more is known.
#[test]
fn the_first_findings_are_the_first_of_all() {
    let inputs = kifu_testkit::suite::load()
        .into_iter()
        .flat_map(|suite| suite.cases)
        .map(|case| case.input());
    let games = b"(;GM[1]FF[4]SZ[9];B[aa];B[aa];W[zz]C[x)(;FF[4]GM[1]CA[x]RE[no]HA[a];B[aa];W[aa];W[aa](;B[q))";
    let options = Options::default().with_strict(true);
    let mut linter = Linter::new(&options);
    // Moves after the last of the first findings are played without being judged.
    let long = [
        b"(;GM[1]FF[4]SZ[9]RE[W+100.5]".to_vec(),
        b";B[aa];W[aa];B[bb];W[cc];B[dd]\n;W[ab]".repeat(700),
        b"(;B[bb];W[bb](;B[dd])(;B[aa];W[ee]))(;B[cc];B[aa]);W[];B[])".to_vec(),
    ];
    for input in inputs.chain([games.repeat(40), long.concat()]) {
        let source = Source::new(input, &DecodeOptions::default());
        let all = check(&source, &options);
        for most in [1, 2, 3, 7, 100] {
            let mut found = Vec::new();
            let has_more = linter.check_first(&source, most, |finding| found.push(finding));
            assert_eq!(
                found,
                all[..most.min(all.len())],
                "{most} of {}",
                source.text()
            );
            assert_eq!(has_more, all.len() > most, "{most} of {}", source.text());
        }
    }
    let source = Source::new(b"(;RE[no];B[aa];B[aa])".to_vec(), &DecodeOptions::default());
    linter.silence(|rule| rule.code.starts_with('G'));
    let mut codes = Vec::new();
    linter.check_each(&source, |finding| codes.push(finding.code));
    assert!(
        !codes.is_empty() && codes.iter().all(|code| !code.starts_with('G')),
        "{codes:?}"
    );
}

#[test]
fn fixes_keep_the_laws_on_the_suite_and_the_regressions() {
    let suite = kifu_testkit::suite::load()
        .into_iter()
        .flat_map(|suite| suite.cases)
        .map(|case| case.input());
    let folder = kifu_testkit::workspace().join("testdata/regressions");
    let regressions = kifu_testkit::corpus::files(&folder, "")
        .into_iter()
        .map(|path| std::fs::read(path).unwrap());
    // Longer ones show that time is linear, elsewhere.
    let short = |input: &Vec<u8>| input.len() < 100_000;
    for input in suite.chain(regressions).filter(short) {
        laws(&input);
    }
}

/// One round repairs a problem at any depth.
#[test]
fn depth_takes_no_more_rounds() {
    let depth = 3000;
    let open = "(;FF[4]GM[1]SZ[9];B[aa]";
    for (input, expected) in [
        (
            "(;C[x]".repeat(depth),
            format!("{}{}", "(;C[x]".repeat(depth), ")".repeat(depth)),
        ),
        (format!("{open}{}", "(".repeat(depth)), format!("{open})")),
        (
            format!("{open}{}{})", "(()".repeat(depth), ")".repeat(depth)),
            format!("{open})"),
        ),
    ] {
        let options = Options::default().with_select(["P"]);
        let fixed = repair(input.as_bytes(), &options, Applicability::Safe);
        assert_eq!(fixed.source.text(), expected);
    }
}

/// Text added at the end of the file comes after the `]`, and does not become part of the text.
#[test]
fn a_text_cut_short_is_closed_behind_its_last_letter() {
    for (input, expected) in [
        (
            "(;FF[4]GM[1]SZ[9];C[the end",
            "(;FF[4]GM[1]SZ[9];C[the end])",
        ),
        (
            "(;FF[4]GM[1]SZ[9](;B[aa]);C[the end",
            "(;FF[4]GM[1]SZ[9](;B[aa])(;C[the end]))",
        ),
        (
            "(;GM[1]SZ[19]AP[x:1]AP[foxwq:]TT[30]TC[3",
            "(;GM[1]SZ[19]AP[x:1]AP[foxwq:]TT[30]TC[3]OT[3x30 byo-yomi])",
        ),
    ] {
        let fixed = repair(input.as_bytes(), &Options::default(), Applicability::Safe);
        assert_eq!(fixed.source.text(), expected);
    }
}

/// A stray character needs a decision by a person: the text around it is correct, and stays.
#[test]
fn a_stray_character_is_no_reason_to_escape_a_bracket() {
    for (body, without) in [
        (";B[pd];W:[dd];B[dp])", ";B[pd];W[dd];B[dp])"),
        (r";B[pd];W\[dd];B[dp])", ";B[pd];W[dd];B[dp])"),
        (";AB[pd]-[dd];B[dp])", ";AB[pd][dd];B[dp])"),
        (";B[pd];Waa];B[dp])", ";B[pd];Waa];B[dp])"),
        (
            ";B[pd](;W:[dd];B[dp])(;W[ee];B[ff]))",
            ";B[pd](;W[dd];B[dp])(;W[ee];B[ff]))",
        ),
        (
            ";B[pd]C[x](;W.[dd];B[dp])(;W[ee];B[ff]))",
            ";B[pd]C[x](;W[dd];B[dp])(;W[ee];B[ff]))",
        ),
    ] {
        let root = "(;FF[4]GM[1]SZ[19]";
        let input = format!("{root}{body}");
        let options = Options::default().with_select(["P"]);
        let repaired = |applicability| repair(input.as_bytes(), &options, applicability);
        assert_eq!(repaired(Applicability::Safe).source.text(), input);
        let expected = format!("{root}{without}");
        assert_eq!(repaired(Applicability::Unsafe).source.text(), expected);
    }
}

/// A file read in two pieces has the findings that it has as a whole, also those that compare its games.
#[test]
fn a_file_in_pieces_has_the_findings_of_the_whole() {
    let games = [
        "(;FF[4]GM[1]SZ[9];B[aa])",
        "(;FileFormat[4]GM[1]SZ[9];B[aa];W[aa])",
        "(;FF[3]GM[1]SZ[9];B[aa])",
        "(;FF[4]GM[2]SZ[8])",
    ];
    let options = Options::default().with_strict(true);
    let source = |text: &str| Source::new(text.as_bytes().to_vec(), &DecodeOptions::default());
    let whole = check(&source(&games.concat()), &options);
    assert!(
        ["S316", "S317", "S318"]
            .iter()
            .all(|code| whole.iter().any(|one| one.code == *code))
    );
    for cut in 1..games.len() {
        let (head, tail) = (games[..cut].concat(), games[cut..].concat());
        let mut linter = Linter::new(&options);
        let mut found = Vec::new();
        linter.check_each(&source(&head), |one| found.push((one.code, one.span)));
        let first = FirstGame::of(head.as_bytes());
        linter.check_further(&source(&tail), cut, first, |one| {
            found.push((one.code, one.span.offset_by(head.len())));
            ControlFlow::Continue(())
        });
        let whole = whole.iter().map(|one| (one.code, one.span));
        assert_eq!(found, whole.collect::<Vec<_>>(), "after {cut} games");
    }
}

/// Findings at every byte are in order, each once, although only few are in memory at a time.
#[test]
fn very_many_findings_come_in_order() {
    let count = 120_000;
    let game = "(;FF[4]GM[1]SZ[19]";
    for (input, codes) in [
        (
            format!("(;{}", "X]".repeat(count)),
            &["P113", "P115", "S305", "S309", "P105"][..],
        ),
        (format!("(;{}", "(".repeat(2 * count)), &["P108", "P105"]),
        (
            format!("{game}AB{}", "[x]".repeat(2 * count)),
            &["V208", "P105"],
        ),
        (format!("{game}){}", ")".repeat(2 * count)), &["P106"]),
    ] {
        let source = Source::new(input.into_bytes(), &DecodeOptions::default());
        let found = check(&source, &Options::default());
        assert!(found.len() >= 2 * count, "{}", found.len());
        let key = |one: &Diagnostic| (one.span.start, one.code);
        assert!(found.is_sorted_by_key(key));
        for code in codes {
            assert!(found.iter().any(|one| one.code == *code), "{code}");
        }
        let mut all: Vec<_> = found.iter().map(|one| (one.span, one.code)).collect();
        all.dedup();
        assert_eq!(all.len(), found.len());
    }
}

/// Very many line breaks of a value are mended by one edit.
#[test]
fn very_many_line_breaks_are_blanks_at_once() {
    for count in [999, 1001, 5000] {
        let input = |between: &str| {
            let name = format!("a{between}").repeat(count);
            format!("(;FF[4]GM[1]SZ[19]N[{name}\\\nb])")
        };
        let options = Options::default().with_select(["V228"]);
        let fixed = repair(input("\r\n").as_bytes(), &options, Applicability::Unsafe);
        assert_eq!(fixed.source.text(), input(" "));
        let source = Source::new(input("\n").into_bytes(), &DecodeOptions::default());
        let found = check(&source, &options);
        let edits = found
            .iter()
            .flat_map(|found| &found.fix)
            .map(|fix| fix.edits.len());
        assert_eq!(
            edits.collect::<Vec<_>>(),
            [if count > 1000 { 1 } else { count }]
        );
    }
}

/// If a file is cut anywhere, the `]` that closes the last value is read as one, and no meaningful byte is lost.
#[test]
fn a_text_cut_within_a_character_is_closed() {
    let japanese = "囲碁の対局、本因坊秀策。表示できる機能を予定している構成です";
    let chinese = "围棋的棋谱，黑先白后，这是第一局的内容，中国围棋协会编号";
    let taiwan = "圍棋的棋譜，黑先白後，這是第一局的內容，功許蓋中國";
    let korean = "바둑의 기보, 흑선 백후, 이것은 첫 번째 대국의 내용입니다";
    for (charset, words, mark) in [
        (Charset::SHIFT_JIS, japanese, &b""[..]),
        (Charset::EUC_JP, japanese, b""),
        (Charset::ISO_2022_JP, japanese, b""),
        (Charset::GBK, chinese, b""),
        (
            Charset::GB18030,
            "围棋的棋谱㐀㐁，黑先白后，中国围棋协会编号㐂㐃㐄",
            b"",
        ),
        (Charset::BIG5, taiwan, b""),
        (Charset::EUC_KR, korean, b""),
        (Charset::UTF_8, japanese, b""),
        (Charset::UTF_16LE, japanese, b"\xFF\xFE"),
        (Charset::UTF_16BE, japanese, b"\xFE\xFF"),
    ] {
        let game = format!("(;FF[4]CA[{charset}]GM[1]SZ[19]C[");
        let text = format!("{game}{words}{words}");
        let whole = [mark, &charset.encode(&text).unwrap()].concat();
        let first = [mark, &charset.encode(&format!("{game}{words}")).unwrap()].concat();
        for end in first.len()..=whole.len() {
            let cut = &whole[..end];
            let before = Source::new(cut.to_vec(), &DecodeOptions::default());
            let fixed = repair(cut, &Options::default(), Applicability::Safe);
            let (bytes, text) = (fixed.source.bytes(), fixed.source.text());
            let kept = before.text().trim_end_matches(char::REPLACEMENT_CHARACTER);
            assert!(text.starts_with(kept), "{charset} {end}: {text}");
            assert!(text.ends_with("])"), "{charset} {end}: {text}");
            let codes = |code| fixed.found.iter().any(|found| found.code == code);
            assert!(!codes("P117") && !codes("P105"), "{charset} {end}: {text}");
            let may_lose = !mark.is_empty();
            assert!(
                may_lose || bytes.starts_with(cut),
                "{charset} {end}: {text}"
            );
        }
    }
}

/// A few bytes set up a whole board: a text of many such games is checked without their boards.
#[test]
fn boards_of_many_games_have_a_limit() {
    let full = |games: usize| "(;FF[4]SZ[52]AB[aa:ZZ];B[aa])".repeat(games);
    let occupied = |text: String| {
        let source = Source::new(text.into_bytes(), &DecodeOptions::default());
        let found = check(&source, &Options::default());
        found.iter().filter(|found| found.code == "G401").count()
    };
    assert_eq!(occupied(full(100)), 100);
    let limited = occupied(full(2_000));
    assert!((300..1000).contains(&limited), "{limited}");
    // Games without setup keep their boards.
    let plain = "(;FF[4]SZ[52];B[aa];W[aa])";
    assert_eq!(occupied(full(2_000) + plain), limited + 1);
}

#[test]
fn safe_fixes_of_a_property_keep_all_its_values() {
    for (before, after) in [
        // A value that is not closed moves after it has its `]`.
        (
            "(;FF[4]GM[1]SZ[19]AB[cf][dp]AW[dd]AB[jq][qq",
            "(;FF[4]GM[1]SZ[19]AB[cf][dp][jq][qq]AW[dd])",
        ),
        (
            "(;FF[4]GM[1]SZ[19];W[aa]C[x]B[bb",
            "(;FF[4]GM[1]SZ[19];W[aa]C[x];B[bb])",
        ),
        (
            "(;FF[4]GM[1]SZ[9];B[aa]ST[2",
            "(;FF[4]GM[1]SZ[9]ST[2];B[aa])",
        ),
        (
            "(;FF[4]GM[1]SZ[19];AE[tt][1999][",
            "(;FF[4]GM[1]SZ[19];AE[tt][1999])",
        ),
        // The root has the first value only.
        (
            "(;FF[4]GM[1]SZ[9]AP[a:1];B[aa]AP[a:1][cc][dd])",
            "(;FF[4]GM[1]SZ[9]AP[a:1];B[aa]AP[a:1][cc][dd])",
        ),
    ] {
        let fixed = fix(
            before.as_bytes().to_vec(),
            &DecodeOptions::default(),
            &Options::default(),
            Applicability::Safe,
        );
        assert_eq!(fixed.source.text(), after, "{before}");
    }
}
