use super::changed;
use kifu_collection::transform::{Kind, Strip};

fn stripped(text: &str, strip: &Strip) -> String {
    changed(text, |game| strip.apply(game)).0
}

#[test]
fn kinds_take_what_they_say() {
    let game = "(;GM[1]PB[a]AB[aa]GC[g];B[bb]C[c]N[n]TR[aa]LB[aa:x]TB[cc]BM[1]V[3]BL[5]FG[]LZ[x]XX[y]L[aa]MN[3])";
    for (kind, gone) in [
        (Kind::Comments, "GC[g] C[c] N[n]"),
        (Kind::Markup, "TR[aa] LB[aa:x] TB[cc] L[aa]"),
        (Kind::Judgment, "BM[1] V[3]"),
        (Kind::Analysis, "LZ[x]"),
        (Kind::Timing, "BL[5]"),
        (Kind::Figures, "FG[]"),
        (Kind::GameInfo, "PB[a] GC[g]"),
        (Kind::Private, "LZ[x] XX[y]"),
        (Kind::Obsolete, "L[aa]"),
    ] {
        let mut rest = game.to_owned();
        for property in gone.split(' ') {
            rest = rest.replacen(property, "", 1);
        }
        assert_eq!(stripped(game, &Strip::default().kind(kind)), rest, "{kind}");
        assert_eq!(kind.name().parse(), Ok(kind));
    }
}

#[test]
fn no_kind_takes_what_makes_a_record_readable() {
    for kind in Kind::ALL {
        for identifier in ["FF", "GM", "SZ", "CA", "B", "W", "AB", "AW", "AE", "PL"] {
            let game = Some(kifu_sgf::schema::Game::Go);
            assert!(!kind.comprises(game, identifier), "{kind} {identifier}");
        }
    }
}

#[test]
fn values_are_found_by_what_they_say() {
    let game = "(;C[see \\[1\\] here]EV[http://x]TR[aa][bb][cc])";
    for (pattern, left) in [
        ("C~[1]", "(;EV[http://x]TR[aa][bb][cc])"),
        ("C=see [1] here", "(;EV[http://x]TR[aa][bb][cc])"),
        ("C=see", game),
        ("tr=bb", "(;C[see \\[1\\] here]EV[http://x]TR[aa][cc])"),
        ("~here", "(;EV[http://x]TR[aa][bb][cc])"),
        ("TR~", ""),
        ("TR", ""),
        ("T R=x", ""),
    ] {
        match pattern.parse() {
            Ok(value) => assert_eq!(stripped(game, &Strip::default().value(value)), left),
            Err(error) => assert!(left.is_empty(), "{pattern}: {error}"),
        }
    }
}

#[test]
fn brackets_that_nobody_escaped_do_not_harm() {
    let game = "(;XX[a [b] c][d];B[aa])";
    let value = "XX=d".parse().unwrap();
    assert_eq!(
        stripped(game, &Strip::default().value(value)),
        "(;XX[a \\[b\\] c];B[aa])"
    );
}

#[test]
fn nodes_of_any_number_of_properties_take_linear_time() {
    let game = format!("(;{})", "N[x]C[y]".repeat(100_000));
    let start = std::time::Instant::now();
    let left = stripped(&game, &Strip::default().identifier("C"));
    assert_eq!(left.matches("N[x]").count(), 100_000);
    assert!(!left.contains("C["));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
