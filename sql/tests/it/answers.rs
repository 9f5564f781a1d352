//! Answers of statements: a table of statements with their rows.

use crate::place::{GAMES, Place, answer, examples, rows};

/// Statements over [`GAMES`] and their rows.
const ANSWERS: &[(&str, &[&str])] = &[
    ("SELECT count(*) FROM games", &["4"]),
    (
        "SELECT black, white, year, size, winner, how, margin, komi FROM games ORDER BY path, number",
        &[
            "Ann Lee|Bob|2001|5|B|points|3.5|6.5",
            "Bob|ann  lee|1999|9|W|resignation|-|-",
            "Cem|-|-|9|-|-|-|-",
            "Dan|Bob|-|9|draw|-|0.0|-",
        ],
    ),
    (
        "SELECT properties FROM games WHERE black = 'Cem'",
        &["[B, FF, GM, PB, SZ, W]"],
    ),
    (
        "SELECT count(*) FROM games WHERE array_has(properties, 'AB')",
        &["2"],
    ),
    // Filters over columns that are wanted, that are not, and over both kinds.
    ("SELECT komi FROM games WHERE komi > 6", &["6.5"]),
    ("SELECT black FROM games WHERE komi > 6", &["Ann Lee"]),
    (
        "SELECT black FROM games WHERE komi IS NULL AND black LIKE '%o%'",
        &["Bob"],
    ),
    (
        "SELECT black FROM games WHERE segment >= 0 AND game < 0",
        &[],
    ),
    (
        "SELECT black FROM games WHERE date_first >= DATE '2000-01-01'",
        &["Ann Lee"],
    ),
    // Selections as `kifu list --where` takes them: pushed down, and evaluated for rows.
    (
        "SELECT black FROM games WHERE where_kifu('player=\"ann lee\" date>2000')",
        &["Ann Lee"],
    ),
    (
        "SELECT black FROM games WHERE where_kifu('size=5') OR komi = 1",
        &["Ann Lee"],
    ),
    (
        "SELECT count(*) FROM moves WHERE where_kifu('size=9')",
        &["7"],
    ),
    (
        "SELECT DISTINCT g.black FROM moves m JOIN games g USING (segment, game) \
         WHERE where_kifu('handicap=2', m.segment, m.game)",
        &["Bob"],
    ),
    (
        "SELECT move_number, color, point, x, y, captures FROM moves WHERE where_kifu('size=5') ORDER BY 1",
        &["1|W|ba|1|0|0", "2|B|ee|4|4|0", "3|W|ab|0|1|1"],
    ),
    (
        "SELECT color, point FROM moves WHERE where_kifu('handicap=2') ORDER BY move_number",
        &["W|ee", "B|ec", "W|-", "B|eg"],
    ),
    (
        "SELECT node, color, point FROM setup ORDER BY node DESC, point",
        &["1|B|aa", "0|B|cc", "0|B|gg"],
    ),
    // The record is read as a file of its own.
    (
        "SELECT rule FROM problems WHERE where_kifu('black=Dan') ORDER BY rule",
        &["V214"],
    ),
    (
        "SELECT player, games, as_black, wins, losses FROM players ORDER BY games DESC, player",
        &[
            "bob|3|1|0|2",
            "ann lee|2|1|2|0",
            "cem|1|1|0|0",
            "dan|1|1|0|0",
        ],
    ),
    // Positions.
    (
        "SELECT board_at(0) FROM games WHERE size = '5'",
        &["X..../...../...../...../....."],
    ),
    (
        "SELECT board_at(1) FROM games WHERE size = '5'",
        &["XO.../...../...../...../....."],
    ),
    (
        "SELECT board_at() FROM games WHERE size = '5'",
        &[".O.../O..../...../...../....X"],
    ),
    ("SELECT board_at(4) FROM games WHERE size = '5'", &["-"]),
    (
        "SELECT move_at(1), move_at(3), move_at(9), move_at() FROM games WHERE black = 'Bob'",
        &["ee|pass|-|eg"],
    ),
    (
        "SELECT symmetry('X../.../..O', 'rotate90'), symmetry('--/X.|', 2), symmetry('X', NULL)",
        &["..X/.../O..||.X/--|-"],
    ),
    (
        "SELECT count(DISTINCT position_hash(1)) FROM games WHERE black IN ('Cem', 'Bob')",
        &["2"],
    ),
    (
        "SELECT black FROM games WHERE has_position('X.X', 'edges=yes', 'moves=0-0')",
        &[],
    ),
    (
        "SELECT black FROM games WHERE has_position('----/X...', 'edges=yes')",
        &["Ann Lee"],
    ),
    // Searches.
    (
        // The pattern has its second row on either side.
        "SELECT DISTINCT g.black, h.move_number, h.next_point, h.next_color, h.pattern_winner \
         FROM position_search('X.O/...', 'edges=yes', 'where=size=9', 'symmetry=yes') h \
         JOIN games g USING (segment, game) WHERE NOT h.swapped ORDER BY 1, 2",
        &["Bob|2|-|-|W", "Bob|4|-|-|W", "Cem|2|-|-|-"],
    ),
    (
        "SELECT count(*) FROM position_search('XXXX', 'edges=yes')",
        &["0"],
    ),
    (
        "SELECT hits, undecided FROM continuations('...../...../..X../...../.....', 'where=size=9') ORDER BY hits DESC LIMIT 1",
        &["1|1"],
    ),
    (
        "SELECT line, games FROM openings('depth=1', 'least=1', 'size=9') WHERE depth = 1",
        &["B:ee|1"],
    ),
    (
        "SELECT relation, common_moves FROM similar('(;SZ[9];B[ee];W[ec];B[cd])')",
        &["same|3", "companion|0"],
    ),
    (
        "SELECT opening_tree(1, 1) FROM games WHERE black = 'Cem'",
        &["(;FF[4]GM[1]CA[UTF-8]SZ[9]C[1 game];B[ee]C[1 game])\n"],
    ),
    // A game counts once, whatever its rows; other sizes are named, handicap games do not count.
    (
        "SELECT opening_tree(1, 1, m.segment, m.game) FROM moves m",
        &["(;FF[4]GM[1]CA[UTF-8]SZ[9]C[1 game; left out: 1 game on 5×5];B[ee]C[1 game])\n"],
    ),
    // As a window, for the rows so far.
    (
        "SELECT opening_tree(1, 1) OVER (ORDER BY black DESC) FROM games WHERE black IN ('Cem', 'Dan') ORDER BY black",
        &[
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]C[2 games];B[ee]C[1 game])\n",
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]C[1 game])\n",
        ],
    ),
    (
        "SELECT DISTINCT length(opening_tree(1, 1, m.segment, m.game) OVER ()) > 20 FROM moves m JOIN games g USING (segment, game)",
        &["true"],
    ),
    (
        "SELECT opening_tree() FROM games WHERE black = 'Bob'",
        &["-"],
    ),
    ("SELECT opening_tree() FROM games WHERE false", &["-"]),
    (
        "SELECT black FROM games WHERE has_position('X', 'moves=1-1', 'edges=yes', 'colors=fixed') ORDER BY 1",
        &["Ann Lee", "Bob", "Cem"],
    ),
    (
        "SELECT black FROM games g WHERE has_position('X', 'moves=1-1', 'colors=fixed', g.segment, g.game)",
        &["Bob", "Cem"],
    ),
    (
        "SELECT depth, position_in_games FROM openings('depth=1', 'least=1', 'size=9') ORDER BY 1",
        &["0|-", "1|1"],
    ),
    (
        "SELECT move_at(NULL), board_at(-1) FROM games WHERE size = '5'",
        &["-|-"],
    ),
    // Games that do not exist.
    (
        "SELECT sgf(9, 9), game_key(9, 9), board_at(9, 9), move_at(1, 9, 9)",
        &["-|-|-|-"],
    ),
    (
        "SELECT sgf(0, 99), game_key(0, 99), board_at(0, 99), opening_tree(8, 2, 0, 99)",
        &["-|-|-|-"],
    ),
    (
        "SELECT continuation_tree(c, p, w) FROM (VALUES ('B', 'aa', 'B'), ('B', 'aa', 'W'), (NULL, NULL, NULL)) t(c, p, w)",
        &[
            "[{\"color\":\"B\",\"point\":\"aa\",\"hits\":2,\"black_wins\":1,\"white_wins\":1},\
           {\"color\":null,\"point\":null,\"hits\":1,\"black_wins\":0,\"white_wins\":0}]",
        ],
    ),
];

#[test]
fn statements_have_their_rows() {
    let place = Place::new();
    let session = place.session();
    let mut wrong = Vec::new();
    for (sql, expected) in ANSWERS {
        match answer(&session, sql) {
            Ok(rows) if rows == *expected => {}
            other => wrong.push(format!("{sql}\n  {other:?}\n  expected {expected:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Invalid statements, each with a part of its message.
const ERRORS: &[(&str, &str)] = &[
    ("SELECT nothing FROM games", "No field named nothing"),
    (
        "SELECT board_at(1)",
        "no table of this query has the columns",
    ),
    (
        "SELECT board_at(1) FROM games a JOIN games b USING (segment, game)",
        "several tables have the columns",
    ),
    (
        "SELECT * FROM games WHERE where_kifu('balck=x')",
        "did you mean `black`",
    ),
    ("SELECT * FROM position_search('XO/O')", "row 2"),
    (
        "SELECT * FROM position_search('XO', 'speed=9')",
        "`speed`: not an option",
    ),
    (
        "SELECT p.* FROM games g, LATERAL (SELECT * FROM position_search(g.black)) p",
        "position_search",
    ),
    ("SELECT symmetry('X', 'up')", "not a symmetry"),
    (
        "SELECT sgf('zz', segment, game) FROM games",
        "`sgf` has 3 arguments: expected none, or 2 with `segment` and `game` of a row as the last two",
    ),
    (
        "SELECT game_key(7, segment, game) FROM games",
        "`game_key` has 3 arguments",
    ),
    (
        "SELECT count(*) FROM games WHERE where_kifu('size=5', 'size=9')",
        "`where_kifu` has 2 arguments: expected 1, or 3",
    ),
    (
        "SELECT move_at(1, 2, segment, game) FROM games",
        "`move_at` has 4 arguments: expected up to 1, or up to 3",
    ),
    ("DROP TABLE games", "SET and RESET are"),
    (
        "SELECT * FROM sgf_files('/nowhere/at/all')",
        "no such file or folder",
    ),
    (
        "COPY (SELECT 1) TO '/tmp/x.csv'",
        "statements that write files",
    ),
    ("SELECT 1; DELETE FROM games", "statements that write files"),
    ("INSERT INTO games SELECT * FROM games", "only queries"),
    ("CREATE TABLE x AS SELECT 1", "only queries"),
    ("CREATE OR REPLACE TABLE games AS SELECT 1", "only queries"),
    ("CREATE VIEW v AS SELECT 1", "only queries"),
    (
        "CREATE EXTERNAL TABLE x STORED AS CSV LOCATION '/tmp/x.csv'",
        "only queries",
    ),
    ("DROP TABLE games", "only queries"),
    ("PREPARE p AS SELECT 1", "only queries"),
    ("BEGIN", "only queries"),
    (
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '/tmp/x.csv'",
        "only queries",
    ),
    ("SELEC 1", "not valid SQL: Expected: "),
    ("SELECT 'a", "not valid SQL: Unterminated"),
    (
        "SELECT * FROM nope",
        "`nope`: no such table (expected one of games, moves, players, problems, setup)",
    ),
    ("SELECT board_at('x') FROM games", "must be a whole number"),
    ("SELECT board_at(1.5) FROM games", "must be a whole number"),
    ("SELECT move_at(true) FROM games", "must be a whole number"),
    ("SELECT diagram(black) FROM games", "must be a whole number"),
    ("SELECT opening_tree('x') FROM games", "the depth must be"),
    ("SELECT opening_tree(NULL) FROM games", "the depth must be"),
    ("SELECT opening_tree(-1) FROM games", "the depth must be"),
    ("SELECT opening_tree(2, -1) FROM games", "the least number"),
    (
        "SELECT opening_tree(number) FROM games",
        "the same for all rows",
    ),
    (
        "SELECT * FROM position_search('XO/OX', 'next=white', 'next=black')",
        "`next`: this option is given twice",
    ),
    (
        "SELECT * FROM openings('depth=1', 'depth=2')",
        "given twice",
    ),
    (
        "SELECT * FROM openings('size=0')",
        "`size=0`: not a board size (expected a number from 1 to 52",
    ),
    (
        "SELECT * FROM openings('size=53')",
        "`size=53`: not a board size",
    ),
    (
        "SELECT * FROM openings('size=7x')",
        "`size=7x`: not a board size",
    ),
    (
        "SELECT * FROM openings('pattern=XO/OX', 'size=9')",
        "`size` is the board of a tree without `pattern`",
    ),
    (
        "SELECT opening_tree(1, 2, 3, 4, 5) FROM games",
        "`opening_tree` takes a depth",
    ),
    (
        "SELECT opening_tree(1, 1) OVER (ORDER BY moves ROWS 1 PRECEDING) FROM games",
        "a window that drops rows is not supported",
    ),
    (
        "SELECT continuation_tree() FROM games",
        "`continuation_tree` takes three columns",
    ),
    (
        "SELECT continuation_tree(black) FROM games",
        "`continuation_tree` takes three columns",
    ),
    (
        "SELECT continuation_tree(DISTINCT black, white, winner) FROM games",
        "does not take DISTINCT",
    ),
];

/// Statements that change nothing are executed.
#[test]
fn settings_and_descriptions_are_answered() {
    let place = Place::new();
    let session = place.session();
    for sql in [
        "SET datafusion.execution.batch_size = 100; SELECT 1",
        "RESET datafusion.execution.batch_size; SELECT 1",
        "SHOW TABLES",
        "SHOW COLUMNS FROM games",
        "SHOW datafusion.execution.batch_size",
        "DESCRIBE games",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE SELECT count(*) FROM moves",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "VALUES (1)",
        "(SELECT 1) UNION ALL (SELECT 2)",
    ] {
        assert!(!rows(&session, sql).is_empty(), "{sql}");
    }
}

/// Two moves in one node have one number, in all places where `kifu list` counts.
#[test]
fn moves_are_numbered_as_in_lists() {
    let text = "(;FF[4]GM[1]SZ[9];B[ee]W[ef];B[ed];W[de])";
    let place = Place::of(&[("two.sgf", text)]);
    let session = place.session();
    for (sql, expected) in [
        ("SELECT moves FROM games", &["3"][..]),
        (
            "SELECT move_number, color, point FROM moves ORDER BY node, color",
            &["1|B|ee", "1|W|ef", "2|B|ed", "3|W|de"],
        ),
        (
            "SELECT move_at(1), move_at(2), move_at(3), move_at(4), move_at() FROM games",
            &["ee|ed|de|-|de"],
        ),
        (
            "SELECT length(replace(replace(board_at(1), '.', ''), '/', '')) FROM games",
            &["2"],
        ),
        (
            "SELECT board_at(4), board_at(3) = board_at() FROM games",
            &["-|true"],
        ),
    ] {
        assert_eq!(rows(&session, sql), expected, "{sql}");
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let place = Place::new();
    let session = place.session();
    for (sql, expected) in ERRORS {
        let error = answer(&session, sql).unwrap_err();
        assert!(error.contains(expected), "{sql}: {error}");
    }
}

/// The board of a tree is the most common one of the selected games, and not of the index.
#[test]
fn openings_have_the_board_of_the_selected_games() {
    let place = Place::of(&[
        ("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])(;FF[4]GM[1]SZ[9];B[dd])"),
        ("b.sgf", "(;FF[4]GM[1]SZ[7:9]PB[Eve];B[aa])"),
    ]);
    let session = place.session();
    for (options, expected) in [
        ("'least=1'", "2"),
        ("'least=1', 'where=black=Eve'", "1"),
        ("'least=1', 'size=7x9'", "1"),
        ("'least=1', 'size=7:9'", "1"),
        ("'least=1', 'size=9'", "2"),
        ("'least=1', 'where=black=Nobody'", "0"),
    ] {
        let sql = format!("SELECT games FROM openings({options}) WHERE depth = 0");
        assert_eq!(rows(&session, &sql), [expected], "{sql}");
    }
}

#[test]
fn other_games_than_go_have_no_board() {
    let place = Place::of(&[
        ("a.sgf", "(;FF[4]GM[2]SZ[9];B[ee];W[ed])"),
        ("b.sgf", "(;FF[4]GM[1]SZ[9]PB[Go])"),
    ]);
    let session = place.session();
    assert_eq!(
        rows(
            &session,
            "SELECT board_at(), board_at(0), diagram(), position_hash(), move_at() FROM games \
             WHERE black IS NULL"
        ),
        ["-|-|-|-|-"]
    );
    assert_eq!(
        rows(
            &session,
            "SELECT length(board_at(0)) FROM games WHERE black = 'Go'"
        ),
        ["89"]
    );
}

#[test]
fn a_game_against_oneself_is_one_game() {
    let game = "(;FF[4]GM[1]SZ[9]PB[Anna]PW[anna]RE[B+R];B[ee])(;FF[4]GM[1]SZ[9]PB[Anna]PW[Bob]RE[W+R];B[ee])";
    let place = Place::of(&[("a.sgf", game)]);
    let counts = "SELECT player, games, as_black, wins, losses FROM players ORDER BY player";
    assert_eq!(
        rows(&place.session(), counts),
        ["anna|2|2|1|2", "bob|1|0|1|0"]
    );
}

#[test]
fn deleted_games_are_gone_everywhere() {
    let place = Place::new();
    std::fs::write(place.path("a.sgf"), "(;FF[4]GM[1]SZ[9]PB[New];B[aa])").unwrap();
    place.index(["a.sgf", "b.sgf"]);
    let session = place.session();
    for (sql, expected) in [
        ("SELECT count(*) FROM games", "3"),
        ("SELECT count(black) FROM games", "3"),
        ("SELECT count(*) FROM moves", "4"),
        ("SELECT count(*) FROM setup", "0"),
        ("SELECT count(*) FROM players WHERE player = 'ann lee'", "0"),
        (
            "SELECT count(*) FROM games WHERE where_kifu('black=*')",
            "3",
        ),
        (
            "SELECT count(*) FROM (SELECT DISTINCT segment, game FROM problems)",
            "1",
        ),
        (
            "SELECT count(*) FROM (SELECT g, opening_tree(1, 1, 0, g) t FROM (VALUES (0), (1), (2), (3)) v(g) GROUP BY g) \
             WHERE t IS NOT NULL AND game_key(0, g) IS NULL",
            "0",
        ),
    ] {
        assert_eq!(rows(&session, sql), [expected], "{sql}");
    }
}

#[test]
fn a_folder_needs_no_index() {
    let place = Place::of(&[("a.sgf", GAMES[0].1)]);
    let folder = place.path("");
    let session = kifu_sql::Session::open(None).unwrap();
    let from = format!("FROM sgf_files('{}')", folder.display());
    assert_eq!(rows(&session, &format!("SELECT count(*) {from}")), ["2"]);
    assert_eq!(
        rows(
            &session,
            &format!("SELECT board_at(1) {from} WHERE where_kifu('size=5')")
        ),
        ["XO.../...../...../...../....."]
    );
    let error = answer(&session, "SELECT * FROM position_search('X')").unwrap_err();
    assert!(error.contains("none is open"), "{error}");
    let error = answer(&session, "SELECT count(*) FROM games").unwrap_err();
    assert!(error.starts_with("`games`: no index is given"), "{error}");
}

#[test]
fn an_index_and_a_folder_are_not_mixed_up() {
    let place = Place::new();
    let other = Place::of(&[("c.sgf", "(;FF[4]GM[1]SZ[9]PB[Eve];B[aa])")]);
    let session = place.session();
    let from = format!("FROM sgf_files('{}')", other.path("c.sgf").display());
    assert_eq!(
        rows(&session, &format!("SELECT black, move_at(1) {from}")),
        ["Eve|aa"]
    );
    assert_eq!(
        rows(&session, "SELECT count(*) FROM games WHERE black = 'Eve'"),
        ["0"]
    );
    assert_eq!(
        rows(
            &session,
            &format!("SELECT count(*) {from} WHERE where_kifu('black=Eve')")
        ),
        ["1"]
    );
}

/// The figures of `docs/search.md`, which `kifu search` has over the examples.
#[test]
fn searches_are_those_of_the_command() {
    let place = examples();
    let session = place.session();
    for (sql, expected) in [
        ("SELECT count(*) FROM position_search('XO/OX')", "111"),
        (
            "SELECT count(*) FROM position_search('XO/OX', 'edges=yes')",
            "115",
        ),
        ("SELECT sum(hits) FROM continuations('XO/OX')", "111"),
        (
            "SELECT count(*) FROM position_search('-------/|....../|....../|....../|..X.../|....../|......')",
            "20",
        ),
        (
            "SELECT count(*) FROM position_search('....../....../....../..X.../....../......', 'anchor=NW')",
            "20",
        ),
        (
            "SELECT hits FROM continuations('-------/|....../|....../|....../|..X.../|....../|......') \
             WHERE point = 'ec' AND color = 'W'",
            "9",
        ),
    ] {
        assert_eq!(rows(&session, sql), [expected], "{sql}");
    }
}
