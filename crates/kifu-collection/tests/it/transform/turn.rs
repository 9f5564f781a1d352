use kifu_collection::transform::{Handicap, Komi, Refusal, Turn};
use kifu_games::go::Replay;
use kifu_go::Symmetry;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{Collection, Compare};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn turn(symmetry: Symmetry, swaps_colors: bool) -> Turn {
    Turn {
        symmetry,
        swaps_colors,
        ..Turn::default()
    }
}

/// The text of a turned game and what was noted, or why it is not turned.
fn turned(text: &str, turn: Turn) -> Result<(String, Vec<String>), Refusal> {
    let mut collection = Collection::from(text);
    let notes = turn.apply(&mut collection.game_mut(0).unwrap())?;
    let bytes = collection.to_bytes().unwrap();
    let messages = notes.into_iter().map(|note| note.message).collect();
    Ok((String::from_utf8(bytes).unwrap(), messages))
}

fn text(text: &str, turn: Turn) -> String {
    let (text, notes) = turned(text, turn).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    text
}

/// All sixteen.
fn ways() -> impl Iterator<Item = Turn> {
    Symmetry::ALL
        .into_iter()
        .flat_map(|symmetry| [false, true].map(|swaps| turn(symmetry, swaps)))
}

#[test]
fn every_property_with_points_follows() {
    let quarter = turn(Symmetry::Rotate90, false);
    for (before, after) in [
        ("(;SZ[9];B[ca];W[])", "(;SZ[9];B[ic];W[])"),
        ("(;SZ[9];B[tt])", "(;SZ[9];B[tt])"),
        ("(;SZ[25];B[tt])", "(;SZ[25];B[ft])"),
        (
            "(;SZ[9]AB[aa][bc]AW[aa:bc]AE[ab])",
            "(;SZ[9]AB[ia][gb]AW[ga:ib]AE[ha])",
        ),
        (
            "(;SZ[9]CR[aa]MA[ab]SL[ac]SQ[ad]TR[ae:be])",
            "(;SZ[9]CR[ia]MA[ha]SL[ga]SQ[fa]TR[ea:eb])",
        ),
        ("(;SZ[9]LB[ba:x:y][ca:\\]])", "(;SZ[9]LB[ib:x:y][ic:\\]])"),
        ("(;SZ[9]AR[aa:ba]LN[aa:ab])", "(;SZ[9]AR[ia:ib]LN[ia:ha])"),
        (
            "(;SZ[9]DD[aa:ab]VW[];VW[ba]DD[])",
            "(;SZ[9]DD[ha:ia]VW[];VW[ib]DD[])",
        ),
        ("(;SZ[9]TB[aa:ac]TW[])", "(;SZ[9]TB[ga:ia]TW[])"),
        ("(;FF[3]SZ[9]VW[aa][bc])", "(;FF[3]SZ[9]VW[ga][ib])"),
        ("(;FF[1]SZ[9]L[aa][ab]M[ba])", "(;FF[1]SZ[9]L[ia][ha]M[ib])"),
        ("(;SZ[9:13];B[im])", "(;SZ[13:9];B[ai])"),
        ("(;SiZe[9];Black[ca])", "(;SiZe[9];Black[ic])"),
        ("(;SZ[9]AB[aa,bc])", "(;SZ[9]AB[ia,gb])"),
        ("(;SZ[9]C[at aa]N[aa])", "(;SZ[9]C[at aa]N[aa])"),
        ("(;GM[18]AA[ba];W[djddgd])", "(;GM[18]AA[jb];W[adgdgg])"),
        ("(;GM[20]AB[ba];B[cc:cd])", "(;GM[20]AB[tb];B[rc:qc])"),
    ] {
        assert_eq!(text(before, quarter), after, "{before}");
    }
}

#[test]
fn every_property_with_a_color_follows() {
    let swap = turn(Symmetry::Identity, true);
    for (before, after) in [
        (
            "(;PB[a]PW[b]BR[1d]WR[2d]BT[x]WT[y])",
            "(;PW[a]PB[b]WR[1d]BR[2d]WT[x]BT[y])",
        ),
        ("(;RE[B+R])", "(;RE[W+R])"),
        ("(;RE[W+3.5])", "(;RE[B+3.5])"),
        ("(;RE[Draw])", "(;RE[Draw])"),
        (
            "(;RE[Black wins by resignation])",
            "(;RE[White wins by resignation])",
        ),
        ("(;KM[6.5]HA[2])", "(;KM[-6.5]HA[2])"),
        ("(;KM[-.5])", "(;KM[.5])"),
        ("(;KM[0])", "(;KM[0])"),
        ("(;AB[aa]AW[bb]PL[W])", "(;AW[aa]AB[bb]PL[B])"),
        ("(;PL[black])", "(;PL[white])"),
        (
            ";B[aa]BL[30]OB[5]GB[1]TE[1]V[3]",
            ";W[aa]WL[30]OW[5]GW[1]TE[1]V[-3]",
        ),
        ("(;TB[aa]TW[bb])", "(;TW[aa]TB[bb])"),
        ("(;B[aa]W[bb])", "(;W[aa]B[bb])"),
        ("(;C[Black lives]BM[1])", "(;C[Black lives]BM[1])"),
    ] {
        assert_eq!(text(before, swap), after, "{before}");
    }
    let choice = Turn {
        komi: Komi::Drop,
        handicap: Handicap::Drop,
        ..swap
    };
    assert_eq!(text("(;KM[6.5]HA[2]AB[aa][bb])", choice), "(;AW[aa][bb])");
    let choice = Turn {
        komi: Komi::Keep,
        ..swap
    };
    assert_eq!(text("(;KM[6.5])", choice), "(;KM[6.5])");
}

#[test]
fn games_with_notations_of_their_own_follow() {
    for (before, symmetry, swaps, after) in [
        (
            "(;GM[11]SZ[5];B[A2];W[swap-pieces];B[e5])",
            Symmetry::Rotate180,
            false,
            "(;GM[11]SZ[5];B[E4];W[swap-pieces];B[a1])",
        ),
        (
            "(;GM[11]SZ[5:3];B[e1])",
            Symmetry::Transpose,
            true,
            "(;GM[11]SZ[3:5];W[a5])",
        ),
        (
            "(;GM[11]SZ[30];B[ad30]AB[a1:b2])",
            Symmetry::Rotate180,
            false,
            "(;GM[11]SZ[30];B[a1]AB[ac29:ad30])",
        ),
        (
            "(;GM[9];B[e1-e3];W[C2:C5++];B[Pass])",
            Symmetry::MirrorRows,
            false,
            "(;GM[9];B[e8-e6];W[C7:C4++];B[Pass])",
        ),
        (
            "(;GM[9]IY[true];B[b1-b3])",
            Symmetry::Rotate90,
            true,
            "(;GM[9]IY[true];W[h2-f2])",
        ),
        (
            "(;GM[9];B[b1-b3]AS[Black])",
            Symmetry::Rotate90,
            true,
            "(;GM[9];W[a7-c7]AS[White])",
        ),
        (
            "(;GM[21];W[a2];B[resign])",
            Symmetry::MirrorColumns,
            false,
            "(;GM[21];W[x2];B[resign])",
        ),
        (
            "(;GM[2];B[dc])",
            Symmetry::Transpose,
            false,
            "(;GM[2];B[cd])",
        ),
        (
            "(;GM[2];B[dc])",
            Symmetry::MirrorRows,
            true,
            "(;GM[2];W[df])",
        ),
        (
            "(;GM[10];B[aabb];W[pass])",
            Symmetry::Rotate180,
            false,
            "(;GM[10];B[ggff];W[pass])",
        ),
    ] {
        assert_eq!(text(before, turn(symmetry, swaps)), after, "{before}");
    }
}

#[test]
fn what_would_be_another_game_is_refused() {
    let refused = |text, symmetry, swaps| turned(text, turn(symmetry, swaps)).unwrap_err();
    for (game, symmetry, swaps, why) in [
        (
            "(;GM[6];W[31hefe])",
            Symmetry::Rotate180,
            false,
            Refusal::Direction(Game::Backgammon),
        ),
        (
            "(;GM[6];W[31hefe])",
            Symmetry::Identity,
            true,
            Refusal::Direction(Game::Backgammon),
        ),
        (
            "(;GM[19];B[33])",
            Symmetry::Rotate180,
            false,
            Refusal::Direction(Game::Octi),
        ),
        (
            "(;GM[11];B[a1])",
            Symmetry::MirrorRows,
            false,
            Refusal::Direction(Game::Hex),
        ),
        (
            "(;GM[11];B[a1])",
            Symmetry::Transpose,
            false,
            Refusal::Goals(Game::Hex),
        ),
        (
            "(;GM[11];B[a1])",
            Symmetry::Identity,
            true,
            Refusal::Goals(Game::Hex),
        ),
        (
            "(;GM[21];W[a2])",
            Symmetry::Rotate90,
            false,
            Refusal::Goals(Game::TwixT),
        ),
        (
            "(;GM[21];W[b2-i5/h6])",
            Symmetry::MirrorRows,
            false,
            Refusal::Links,
        ),
        (
            "(;GM[2];B[dc])",
            Symmetry::MirrorRows,
            false,
            Refusal::Start(Game::Othello),
        ),
        (
            "(;GM[18];W[djddgd])",
            Symmetry::Rotate90,
            false,
            Refusal::Start(Game::Amazons),
        ),
        (
            "(;GM[9];B[e1-e3])",
            Symmetry::Rotate90,
            false,
            Refusal::Start(Game::LinesOfAction),
        ),
        (
            "(;GM[9]SU[Parachute];B[e1-e3])",
            Symmetry::Rotate180,
            false,
            Refusal::Start(Game::LinesOfAction),
        ),
        (
            "(;GM[20];B[cc:cd])",
            Symmetry::Rotate180,
            true,
            Refusal::Start(Game::Gess),
        ),
        (
            "(;GM[3];W[e2e4])",
            Symmetry::Rotate180,
            false,
            Refusal::Notation(Some(Game::Chess)),
        ),
        (
            "(;GM[99];W[aa])",
            Symmetry::Identity,
            true,
            Refusal::Notation(None),
        ),
        (
            "(;SZ[big];B[aa])",
            Symmetry::Rotate180,
            false,
            Refusal::Size,
        ),
        (
            "(;FF[4]SZ[24];b[dd];r[th])",
            Symmetry::Rotate180,
            false,
            Refusal::LittleGolem,
        ), // No letters name the points of the other half.
        (
            "(;SZ[1919];B[pd];W[dp];B[pp]C[x]LB[pd:1]TR[aa:bb])",
            Symmetry::Rotate180,
            false,
            too_large(Game::Go, 1919, 1919),
        ),
        (
            "(;SZ[60]AB[aa])",
            Symmetry::MirrorRows,
            true,
            too_large(Game::Go, 60, 60),
        ),
        (
            "(;GM[4]SZ[53:3];B[aa])",
            Symmetry::Rotate90,
            false,
            too_large(Game::Gomoku, 53, 3),
        ),
        (
            "(;GM[9]SZ[30]SU[Custom];B[a1-a2])",
            Symmetry::Rotate180,
            false,
            too_large(Game::LinesOfAction, 30, 30),
        ),
    ] {
        assert_eq!(refused(game, symmetry, swaps), why, "{game}");
        // Nothing at all is asked of it.
        assert_eq!(text(game, Turn::default()), game);
    }
}

fn too_large(game: Game, columns: u16, rows: u16) -> Refusal {
    Refusal::TooLarge {
        game,
        size: Size::new(columns, rows).unwrap(),
    }
}

#[test]
fn a_board_without_names_of_all_points_exchanges_colors() {
    let swap = turn(Symmetry::Identity, true);
    assert_eq!(
        text("(;SZ[1919]KM[6];B[pd])", swap),
        "(;SZ[1919]KM[-6];W[pd])"
    );
}

/// A value off a board of different sides would become a point of the turned board, and move with it later.
#[test]
fn no_value_off_the_board_becomes_a_point() {
    for (value, record) in [
        ("W[dp]", "(;SZ[19:13];B[pd];W[dp];B[ab])"),
        ("AB[dp]", "(;SZ[19:13];AB[aa][dp][ab])"),
        ("AB[aa,dp]", "(;SZ[19:13]AB[aa,dp])"),
        ("AW[aa:dp]", "(;SZ[19:13]AW[aa:dp])"),
        ("TR[dp]", "(;SZ[19:13];B[pd](;TR[dp])(;W[ab]))"),
        ("LB[dp:x\\]]", "(;SZ[19:13]LB[ab:1][dp:x\\]])"),
        ("AR[aa:dp]", "(;SZ[19:13]AR[aa:dp])"),
        ("VW[dp]", "(;FF[3]SZ[19:13]VW[aa][dp])"),
        ("TB[ dp ]", "(;SZ[19:13]TB[ dp ])"),
    ] {
        for symmetry in Symmetry::ALL {
            let way = turn(symmetry, false);
            if symmetry.transposes() {
                let refusal = Refusal::OffBoard {
                    value: value.to_owned(),
                    size: Size::new(19, 13).unwrap(),
                };
                assert_eq!(turned(record, way), Err(refusal.clone()), "{record}");
                let game = Collection::from(record);
                assert_eq!(way.check(game.game(0).unwrap()), Err(refusal), "{record}");
            } else {
                let (after, notes) = turned(record, way).unwrap();
                assert!(after.contains("dp"), "{after}");
                let is_reported = symmetry != Symmetry::Identity;
                assert_eq!(notes.len(), usize::from(is_reported), "{record}");
            }
        }
    }
    // No point of either board, on a square board, or not a point to Kifu.
    for (record, after) in [
        ("(;SZ[19:13];B[zz])", "(;SZ[13:19];B[zz])"),
        ("(;SZ[13];B[dp])", "(;SZ[13];B[dp])"),
        ("(;SZ[19:13]XY[dp])", "(;SZ[13:19]XY[dp])"),
    ] {
        let (found, _) = turned(record, turn(Symmetry::Rotate90, false)).unwrap();
        assert_eq!(found, after);
    }
}

#[test]
fn what_cannot_be_turned_stays_and_is_reported() {
    let half = turn(Symmetry::Rotate180, true);
    let (text, notes) = turned(
        "(;SZ[9]RE[Both lost]AB[aa][zz];B[xx]LZ[dd 1]XY[ab]XZ[hello]KM[many])",
        half,
    )
    .unwrap();
    assert_eq!(
        text,
        "(;SZ[9]RE[Both lost]AW[ii][zz];W[xx]LZ[dd 1]XY[ab]XZ[hello]KM[many])"
    );
    assert_eq!(
        notes,
        [
            "`RE[Both lost]` is unchanged: it has no winner that can be exchanged",
            "`AB[zz]` is unchanged: not a point on a board of 9×9",
            "`B[xx]` is unchanged: not a move on a board of 9×9",
            "`LZ` stays here and below: it is private, and may hold points",
            "`XY` stays here and below: it is private, and may hold points",
            "`KM[many]` is unchanged: it has no number that can be negated",
        ]
    );
}

/// Turning a game back restores every byte, including white space and words.
#[test]
fn back_and_forth_changes_no_byte() {
    let quarter = turn(Symmetry::Rotate90, false);
    let swap = turn(Symmetry::Identity, true);
    for record in [
        "(;SZ[9]\n SQ\n  [ed] [ee]\n  [fd][fe]\n ;B [aa] )",
        "(;TB[aa][bb]\n[cc]\t[dd:ee]C[ a\\]\n b ]\n)",
        "(\n;FileFormat[1]SiZe[9]PlayerBlack[hi]\nPlayerWhite[ka]\nBlack[ff]\n;White[gd])",
        "(;RE[黑1.5目胜]PB[甲] PW[乙];B[aa])",
        "(;SZ[9]PL[W][eh]AB[aa])",
        "(;SZ[9]RE[W wins (Black resigned)]KM[ 6.50 ]AB[aa];noW[bb])",
        "(;SZ[9]RE[B wins by 3 points]KM[6.5目];B[ab])",
        "(;SZ[ 9:5 ]AB [ aa ] [b\nc]AW[ aa:bc ][dd : ee]LB[ ab: x y ];B[ ca ];W[\nic]AR[aa : bb])",
        "(;GM[18]SZ[7]AB[ a a ]AW[gg];B[ aa - ab ];W[g g-gf])",
    ] {
        for (way, times) in [(quarter, 4), (swap, 2)] {
            let mut now = record.to_owned();
            for _ in 0..times {
                let (after, _) = turned(&now, way).unwrap();
                assert_ne!(after, now, "{way:?}");
                now = after;
            }
            assert_eq!(now, record, "{way:?}");
        }
    }
    let half = turn(Symmetry::Rotate180, false);
    let hex = "(;GM[11]SZ[11];B[ b3 ];W[c10\n])";
    assert_eq!(text(hex, half), "(;GM[11]SZ[11];B[ j9 ];W[i2\n])");
    assert_eq!(text(&text(hex, half), half), hex);
    assert_eq!(
        text("(;PL[W][eh]PlayerBlack[x])", swap),
        "(;PL[B][eh]PlayerWhite[x])"
    );
}

#[test]
fn what_is_no_number_keeps_its_sign() {
    let swap = turn(Symmetry::Identity, true);
    let record = "(;GM[1]KM[W+3];B[aa]V[B+3];W[bb]V[\u{2212}5])";
    let (after, notes) = turned(record, swap).unwrap();
    assert_eq!(after, "(;GM[1]KM[W+3];W[aa]V[B+3];B[bb]V[\u{2212}5])");
    assert_eq!(
        notes,
        [
            "`KM[W+3]` is unchanged: it has no number that can be negated",
            "`V[B+3]` is unchanged: it has no number that can be negated",
            "`V[\u{2212}5]` is unchanged: it has no number that can be negated",
        ]
    );
}

#[test]
fn colors_in_lower_case_stay_in_lower_case() {
    let swap = turn(Symmetry::Identity, true);
    for (record, after) in [
        (
            "(;GM[1]pb[x];b[dd];w[ee]bl[3])",
            "(;GM[1]pw[x];w[dd];b[ee]wl[3])",
        ),
        // A `b` in lower case, without `GM`, is a move of Little Golem.
        ("(;pb[x];w[ee])", "(;pw[x];B[ee])"),
    ] {
        assert_eq!(text(record, swap), after);
    }
}

/// Properties with a color or a sign, valid and broken, except those that do not come back.
fn colored() -> impl Strategy<Value = String> {
    let property = select(vec![
        "B[aa]",
        "W[bb]",
        "b[cc]",
        "w[dd]",
        "Black[ee]",
        "noW[ff]",
        "pb[x]",
        "PB[y]",
        "PlayerWhite[z]",
        "bR[1d]",
        "KM[5.5]",
        "KM[-5.5]",
        "KM[ 6.50 ]",
        "KM[6.5目]",
        "KM[komi 7]",
        "KM[-.5]",
        "KM[0]",
        "KM[+0]",
        "KM[B+3]",
        "KM[3,75]",
        "KM[many]",
        "KM[\u{2212}5]",
        "KM[- 5]",
        "KM[--5]",
        "V[1e3]",
        "V[-1]",
        "V[W 3]",
        "V[3 W]",
        "V[]",
        "V[7\n]",
        "PL[B]",
        "PL[white]",
        "PL[1]",
        "PL[ BLACK ]",
        "PL[green]",
        "RE[B+R]",
        "RE[黑中盘胜]",
        "RE[?]",
        "RE[Both lost]",
        "TB[aa]TW[bb]",
        "AB[aa]",
        "GB[1]",
        "V[3][4]",
        "C[B+3]",
    ]);
    let node = vec(property, 0..5).prop_map(|properties| properties.concat());
    vec(node, 1..6).prop_map(|nodes| format!("(;GM[1]{})", nodes.join("\n;")))
}

/// A game of Go with points in all kinds of properties, on a board of this size.
fn game() -> impl Strategy<Value = String> {
    (1_u16..=52, 1_u16..=52).prop_flat_map(|(columns, rows)| {
        let node = vec(property(columns, rows), 0..4);
        vec((any::<bool>(), node), 1..20).prop_map(move |nodes| {
            let mut text = if columns == rows {
                format!("(;SZ[{columns}]")
            } else {
                format!("(;SZ[{columns}:{rows}]")
            };
            let mut open = 1;
            for (branches, properties) in nodes {
                if branches {
                    text.push('(');
                    open += 1;
                }
                text.push(';');
                text.push_str(&properties.concat());
            }
            text.push_str(&")".repeat(open));
            text
        })
    })
}

fn point(columns: u16, rows: u16) -> impl Strategy<Value = kifu_sgf::value::Point> {
    (0..columns, 0..rows).prop_map(|(column, row)| kifu_sgf::value::Point::new(column, row))
}

fn property(columns: u16, rows: u16) -> impl Strategy<Value = String> {
    use kifu_sgf::value::point_list::PointItem;

    let one = move || point(columns, rows);
    let item = (one(), one(), any::<bool>()).prop_map(|(first, second, is_point)| {
        if is_point {
            first.to_string()
        } else {
            PointItem::between(first, second).to_string()
        }
    });
    let lists = select(vec![
        "AB", "AW", "AE", "CR", "TR", "MA", "SL", "SQ", "DD", "VW", "TB", "TW",
    ]);
    prop_oneof![
        4 => (select(vec!["B", "W"]), one()).prop_map(|(id, point)| format!("{id}[{point}]")),
        1 => select(vec!["B[]", "W[]", "PL[B]", "PL[W]", "V[3]", "V[-1.5]", "GB[1]", "C[aa]", "BL[3]", "RE[B+2]", "KM[7.5]", "VW[]"])
            .prop_map(str::to_owned),
        3 => (lists, vec(item, 1..4)).prop_map(|(id, items)| format!("{id}[{}]", items.join("]["))),
        1 => (select(vec!["AR", "LN"]), one(), one()).prop_map(|(id, from, to)| format!("{id}[{from}:{to}]")),
        1 => one().prop_map(|point| format!("LB[{point}:a\\]b]")),
    ]
}

proptest! {
    #[test]
    fn each_way_and_back_is_the_same(text in game()) {
        let before = Collection::from(text.as_str());
        for way in ways() {
            let back = Turn { symmetry: way.symmetry.inverse(), ..way };
            let mut collection = before.clone();
            let mut game = collection.game_mut(0).unwrap();
            way.apply(&mut game).unwrap();
            back.apply(&mut game).unwrap();
            prop_assert!(
                collection.is_same(&before, Compare::Ordered),
                "{:?}: {}", way, collection.to_compact()
            );
        }
    }

    #[test]
    fn two_exchanges_of_colors_change_no_byte(record in colored()) {
        let swap = turn(Symmetry::Identity, true);
        let (once, _) = turned(&record, swap).unwrap();
        let (twice, _) = turned(&once, swap).unwrap();
        prop_assert_eq!(twice, record);
    }

    #[test]
    fn ways_one_after_the_other_are_one_way(text in game()) {
        let before = Collection::from(text.as_str());
        for (first, second) in ways().zip(ways().skip(5)) {
            let both = turn(
                first.symmetry.then(second.symmetry),
                first.swaps_colors != second.swaps_colors,
            );
            let mut by_two = before.clone();
            first.apply(&mut by_two.game_mut(0).unwrap()).unwrap();
            second.apply(&mut by_two.game_mut(0).unwrap()).unwrap();
            let mut by_one = before.clone();
            both.apply(&mut by_one.game_mut(0).unwrap()).unwrap();
            prop_assert!(by_two.is_same(&by_one, Compare::Ordered));
        }
    }

    #[test]
    fn replaying_and_turning_commute(text in game()) {
        let before = Collection::from(text.as_str());
        for way in ways() {
            let mut after = before.clone();
            way.apply(&mut after.game_mut(0).unwrap()).unwrap();
            let mut left = Replay::new(before.game(0).unwrap());
            let mut right = Replay::new(after.game(0).unwrap());
            loop {
                let mut board = left.game().board().transformed(way.symmetry);
                if way.swaps_colors {
                    board = board.colors_swapped();
                }
                prop_assert!(board == *right.game().board(), "{:?}", way);
                let (on, also) = (left.advance(), right.advance());
                prop_assert_eq!(on, also);
                if !on {
                    break;
                }
            }
        }
    }

    #[test]
    fn nothing_breaks_on_broken_games(text in kifu_testkit::strategy::messy_sgf()) {
        let mut collection = Collection::from_bytes(text.clone());
        for way in ways() {
            for number in 0..collection.len() {
                let _ = way.apply(&mut collection.game_mut(number).unwrap());
            }
        }
    }
}
