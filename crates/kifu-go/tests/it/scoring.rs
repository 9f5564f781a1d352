//! Counting by example, handicap and star points.

use kifu_go::{
    Board, Color, Count, Game, Point, Rules, Scoring, Size, handicap_points, star_points,
};

fn board(text: &str) -> Board {
    Board::from_text(text).expect("a drawing")
}

fn names(points: impl Iterator<Item = Point>) -> String {
    points
        .map(|point| point.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A finished 9×9 game: both ways of counting give the same with as many moves by either player.
const FINISHED: &str = "
    . . . X O . . . .
    . X X X O . O . .
    . X O X X O . . .
    X . X . X O . . .
    . X . X O O O . .
    . . X X X O . O .
    . X X O O O . . .
    X X O O . . . O .
    . X O . . . . . .
";

#[test]
fn area_and_territory_agree_but_for_the_last_move() {
    let board = board(FINISHED);
    let area = Count::new(Scoring::Area).score(&board, [0, 0]);
    let stones = [board.count(Color::Black), board.count(Color::White)];
    assert_eq!(
        [area.black.stones as usize, area.white.stones as usize],
        stones
    );
    let empty = 81 - (stones[0] + stones[1]) as u32;
    let owned = area.black.territory + area.white.territory;
    assert_eq!(area.winner(), Some(Color::White));
    assert_eq!(
        owned,
        empty
            - board
                .size()
                .points()
                .filter(|p| area.owner(*p).is_none())
                .count() as u32
    );
    let territory = Count::new(Scoring::Territory).score(&board, [3, 1]);
    assert_eq!(territory.black.territory, area.black.territory);
    assert!((territory.points(Color::Black) - f64::from(area.black.territory + 3)).abs() < 1e-9);
}

#[test]
fn dead_stones_are_the_opponents_points() {
    let board = board(
        "
        . X . O . .
        X X . O O O
        . X . O X .
        X X . O . .
        . X O O X X
        . X O . . .
        ",
    );
    let dead = [Point::new(4, 2), Point::new(5, 4)];
    let area = Count {
        komi: 0.5,
        dead: &dead,
        ..Count::new(Scoring::Area)
    };
    let score = area.score(&board, [0, 0]);
    // Black: 8 stones, 4 points. White: 9 stones, 12 points, 3 dead stones among them.
    assert_eq!((score.black.stones, score.black.territory), (8, 4));
    assert_eq!((score.white.stones, score.white.territory), (9, 11));
    assert_eq!(score.owner(Point::new(4, 2)), Some(Color::White));
    assert_eq!(score.owner(Point::new(2, 0)), None);
    assert_eq!(score.to_string(), "W+8.5");

    let territory = Count {
        scoring: Scoring::Territory,
        ..area
    };
    let score = territory.score(&board, [2, 1]);
    assert_eq!(score.black.dead, 3);
    assert!((score.points(Color::White) - (11.0 + 1.0 + 3.0 + 0.5)).abs() < 1e-9);
    assert!((score.points(Color::Black) - (4.0 + 2.0)).abs() < 1e-9);

    // Nobody says they are dead, so the corner is nobody's.
    let alive = Count::new(Scoring::Area).score(&board, [0, 0]);
    assert_eq!(alive.black.stones, 11);
    assert_eq!(alive.owner(Point::new(5, 0)), Some(Color::White));
    assert_eq!(alive.owner(Point::new(5, 3)), None);
}

#[test]
fn points_in_seki_count_by_area_alone() {
    let board = board(
        "
        . X O . X O
        X X O O X O
        O O X X X O
        . O O O O O
        . . . . . .
        ",
    );
    let seki = [Point::new(1, 0), Point::new(2, 0)];
    let count = Count {
        seki: &seki,
        ..Count::new(Scoring::Territory)
    };
    assert_eq!(count.score(&board, [0, 0]).black.territory, 0);
    let count = Count {
        scoring: Scoring::Area,
        ..count
    };
    assert_eq!(count.score(&board, [0, 0]).black.territory, 1);
}

/// Stones with two eyes are neither dead nor in seki, whatever the record says.
#[test]
fn stones_with_two_eyes_live() {
    let eyes = board(
        "
        . O . O X . . . .
        O O O O X . . . .
        X X X X X . . . .
        . . . . . . . . .
        X X X X X X X X X
        O O O O O O O O O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    assert_eq!(eyes.pass_alive(Color::White).len(), 6);
    assert!(eyes.pass_alive(Color::Black).is_empty());
    let count = Count::new(Scoring::Territory);
    let lead = Count {
        dead: &[Point::new(1, 0)],
        ..count
    }
    .score(&eyes, [0, 0])
    .lead();
    assert_eq!(eyes.dead_for(lead, &count, [0, 0]), None);
    // A stone in an eye of three points makes no seki.
    let inside = board(
        "
        . X . O . X O . .
        X X X X X X O . .
        O O O O O O O . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    assert_eq!(inside.pass_alive(Color::Black).len(), 8);
    assert!(inside.seki(&[]).is_empty());
}

/// Dead stones lie in territory of living stones: not both the stones that surround and those that are surrounded.
#[test]
fn dead_stones_are_in_territory_of_living_ones() {
    let nested = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X X . .
        O O O O O O X . .
        . O X X . O X . .
        O O X X X O X . .
        X X X X X O X . .
        X . X X X O X . .
        X X X X X O X . .
        ",
    );
    let count = Count::new(Scoring::Territory);
    let mut found = [0, 0];
    for lead in -81..=81 {
        let dead = nested.dead_for(lead.into(), &count, [0, 0]);
        let dead = dead.unwrap_or_default();
        let is_black = |at: &&Point| nested.get(**at) == Some(Color::Black);
        let black = dead.iter().filter(is_black).count();
        assert!(black == 0 || black == dead.len(), "{lead}");
        found = [found[0] + black, found[1] + dead.len() - black];
    }
    assert_eq!(found, [19, 14]);
}

/// Of several explanations of a result, the one that leaves the fewest open points is taken, and none that leaves many.
#[test]
fn dead_stones_leave_few_open_points() {
    let pockets = board(
        "
        . X . X X X X X X X X X O . O . O O O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        X X . O . X X X X X X X O O O . X . O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        X X . . . O . . . X X X O O O O O O O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        X X X X X X X X X X X X O O O O O O O O O O O O
        ",
    );
    let count = Count::new(Scoring::Territory);
    let open_by = |dead: &[Point]| {
        let score = Count { dead, ..count }.score(&pockets, [0, 0]);
        (score.lead(), pockets.open_points(&score, &[]).len())
    };
    let (one, two) = ([Point::new(3, 3)], [Point::new(16, 3), Point::new(5, 5)]);
    let (lead, open) = open_by(&one);
    assert_eq!((open, open_by(&two)), (8, (lead, 2)));
    assert_eq!(pockets.dead_for(lead, &count, [0, 0]), Some(two.to_vec()));
    let begun = board(
        "
        . X O . X . . . .
        X X . . X . . . .
        X X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    let dead = [Point::new(2, 0)];
    let score = Count {
        dead: &dead,
        ..count
    }
    .score(&begun, [0, 0]);
    assert_eq!(begun.open_points(&score, &[]).len(), 65);
    assert_eq!(begun.dead_for(score.lead(), &count, [0, 0]), None);
}

/// Points that either color can fill are no seki.
#[test]
fn unfinished_borders_are_no_seki() {
    let board = board(
        "
        . . . X . O . . .
        . . . X . O . . .
        . . . X . O . . .
        . . . X X O . . .
        . . . X O O . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        ",
    );
    assert!(board.seki(&[]).is_empty());
}

/// Groups next to unfinished play are in no seki, although they share points that neither color can fill.
#[test]
fn unfinished_groups_are_in_no_seki() {
    let rows = [
        "O X X O X . .",
        "O X . O X . .",
        "O X . O X . .",
        "O X X O X . .",
        "O O O O X . .",
        "X X X X X . .",
        ". . . . . . .",
    ];
    assert_eq!(board(&rows.join("\n")).seki(&[]).len(), 18);
    let open = board(
        "
        . . . O X X O X . .
        . . . O X . O X . .
        . . . O X . O X . .
        . . . O X X O X . .
        . . . O O O O X . .
        . . . X X X X X . .
        . . . . . . . . . .
        ",
    );
    assert!(open.seki(&[]).is_empty());
}

#[test]
fn an_empty_board_is_a_draw() {
    let game = Game::new(Size::NINE, Rules::TROMP_TAYLOR);
    assert_eq!(game.score(0.0, &[]).to_string(), "0");
    assert_eq!(game.score(7.0, &[]).to_string(), "W+7");
    let mut game = game;
    game.play(Color::Black, Point::new(4, 4));
    assert_eq!(game.score(7.5, &[]).to_string(), "B+73.5");
}

#[test]
fn handicap_stones_earn_white_what_the_rules_say() {
    let board = Board::new(Size::NINE);
    for (rules, white) in [
        (Rules::CHINESE, "W+3.5"),
        (Rules::AGA, "W+2.5"),
        (Rules::NEW_ZEALAND, "W+0.5"),
        (Rules::JAPANESE, "W+0.5"),
    ] {
        let game = Game::from_board(board.clone(), rules, Color::White);
        assert_eq!(
            game.score_handicap(0.5, &[], 3).to_string(),
            white,
            "{rules}"
        );
    }
}

#[test]
fn handicap_points_are_those_of_the_protocol() {
    for (stones, expected) in [
        (2, "dp pd"),
        (3, "dp pd dd"),
        (4, "dp pd dd pp"),
        (5, "dp pd dd pp jj"),
        (6, "dp pd dd pp dj pj"),
        (7, "dp pd dd pp dj pj jj"),
        (8, "dp pd dd pp dj pj jp jd"),
        (9, "dp pd dd pp dj pj jp jd jj"),
        (0, ""),
        (1, ""),
        (10, ""),
    ] {
        assert_eq!(names(handicap_points(Size::GO, stones)), expected);
    }
    assert_eq!(names(handicap_points(Size::NINE, 5)), "cg gc cc gg ee");
    let odd = |width, height| Size::new(width, height).expect("a size in range");
    assert_eq!(names(handicap_points(odd(7, 7), 4)), "ce ec cc ee");
    assert_eq!(names(handicap_points(odd(7, 7), 5)), "");
    assert_eq!(names(handicap_points(odd(8, 8), 5)), "");
    assert_eq!(names(handicap_points(odd(6, 6), 2)), "");
    assert_eq!(names(handicap_points(odd(9, 13), 2)), "cj gd");
}

#[test]
fn star_points_are_where_boards_have_them() {
    assert_eq!(names(star_points(Size::GO)), "dd jd pd dj jj pj dp jp pp");
    assert_eq!(names(star_points(Size::THIRTEEN)), "dd jd gg dj jj");
    assert_eq!(names(star_points(Size::NINE)), "cc gc ee cg gg");
    assert_eq!(names(star_points(Size::of::<5, 5>())), "cc");
    assert_eq!(names(star_points(Size::of::<4, 4>())), "");
}
