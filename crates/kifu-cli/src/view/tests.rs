use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kifu::Collection;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};

use super::draw::draw;
use super::model::{Mode, Model};
use super::{Look, Memory};

/// A game with a little of everything.
const GAME: &str = "(;FF[4]GM[1]SZ[9]PB[Shusaku]BR[4d]PW[Gennan]WR[8d]RE[B+2]KM[0]\
    C[The first position.]\
    ;B[ee];W[cc]C[A comment\\: *here*.](;B[gc];W[gg](;B[cg]N[Third corner]FG[1:Second])\
    (;B[dg]TR[cc]LB[ee:A]))(;B[gg]C[Another comment];W[gc](;B[cg])(;B[cf])(;B[ch])))";

/// Two games and one that is not Go.
const GAMES: &str = "(;SZ[5]PB[One]PW[Two];B[aa];W[bb])(;SZ[5]GN[Second];B[cc]C[Needle in it];W[dd])\
    (;GM[6]PB[Dice];B[52lalfljln])";

fn plain() -> Look {
    Look::default()
}

pub(super) fn pressed<'a>(collection: &'a Collection, keys: &str) -> Model<'a> {
    let mut model = Model::new(collection, "game.sgf".to_owned(), plain()).expect("a game");
    for key in keys.split_whitespace() {
        model.press(key);
    }
    model
}

/// Keys, and where they lead: game, node, number of the move, message.
type Case = (&'static str, usize, u32, u32, &'static str);

const IN_GAME: &[Case] = &[
    ("", 0, 0, 0, ""),
    ("right", 0, 1, 1, ""),
    ("right right left", 0, 1, 1, ""),
    ("left", 0, 0, 0, ""),
    ("pagedown", 0, 5, 5, ""),
    ("end", 0, 5, 5, ""),
    ("end end", 0, 5, 5, ""),
    ("end pageup", 0, 0, 0, ""),
    ("end left home", 0, 0, 0, ""),
    // Variations: here, above, and as deep as before.
    ("right right right down", 0, 7, 3, ""),
    ("end down", 0, 6, 5, ""),
    ("end down down", 0, 9, 5, ""),
    ("end down down up", 0, 5, 5, ""),
    ("right down", 0, 1, 1, "no further variation"),
    ("up", 0, 0, 0, "no variation before this one"),
    // The way on is the one last taken.
    ("right right 2 left left right right", 0, 7, 3, ""),
    ("right right 2 home end", 0, 9, 5, ""),
    ("right right 3", 0, 2, 2, "there is no variation 3 here"),
    ("b", 0, 2, 2, ""),
    ("b b", 0, 4, 4, ""),
    ("b b b", 0, 4, 4, "no further branch on this line"),
    ("end B", 0, 4, 4, ""),
    ("end B B B", 0, 2, 2, "no branch before this move"),
    ("c", 0, 2, 2, ""),
    ("b 2 c", 0, 7, 3, "no further comment on this line"),
    ("end C", 0, 2, 2, ""),
    ("end C C", 0, 0, 0, ""),
    ("f", 0, 5, 5, ""),
    ("F", 0, 0, 0, "no figure before this move"),
    ("g 4 enter", 0, 4, 4, ""),
    ("g 4 backspace 3 enter", 0, 3, 3, ""),
    ("g 4 esc", 0, 0, 0, ""),
    ("g backspace", 0, 0, 0, ""),
    ("g 9 9 enter", 0, 0, 0, "no move 99; the last is 5"),
    (
        "end G",
        0,
        5,
        5,
        "no move follows: go back to guess the next one",
    ),
    ("g x enter", 0, 0, 0, "`x` is not the number of a move"),
    ("g enter", 0, 0, 0, ""),
    ("/ A N O T H E R enter", 0, 7, 3, ""),
    ("/ t h i r d enter", 0, 5, 5, ""),
    ("/ c o m m e n t enter n", 0, 7, 3, ""),
    (
        "/ c o m m e n t enter n n",
        0,
        2,
        2,
        "found beyond the end of the file",
    ),
    (
        "/ c o m m e n t enter N",
        0,
        7,
        3,
        "found beyond the end of the file",
    ),
    ("/ x y z enter", 0, 0, 0, "`xyz` is not found"),
    ("n", 0, 0, 0, "search with `/` first"),
    ("c / A space c o enter", 0, 2, 2, "nowhere else"),
    (">", 0, 0, 0, "this is the last game"),
    ("? q right", 0, 1, 1, ""),
    ("i esc right", 0, 1, 1, ""),
    ("x ctrl-x insert", 0, 0, 0, ""),
];

const IN_GAMES: &[Case] = &[
    (">", 1, 0, 0, ""),
    ("> right >", 2, 0, 0, ""),
    ("> > >", 2, 0, 0, "this is the last game"),
    ("<", 0, 0, 0, "this is the first game"),
    ("> <", 0, 0, 0, ""),
    ("o down enter", 1, 0, 0, ""),
    ("o end up up down enter", 1, 0, 0, ""),
    ("o pagedown enter", 2, 0, 0, ""),
    ("o down esc right", 0, 1, 1, ""),
    ("/ n e e d l e enter", 1, 1, 1, ""),
    ("/ d i c e enter", 2, 0, 0, ""),
    ("/ d i c e enter right", 2, 1, 1, ""),
    ("/ t w o enter", 0, 0, 0, "nowhere else"),
    (
        "> / o n e enter",
        0,
        0,
        0,
        "found beyond the end of the file",
    ),
];

#[test]
fn keys_lead_where_they_should() {
    for (sgf, cases) in [(GAME, IN_GAME), (GAMES, IN_GAMES)] {
        let collection = Collection::from(sgf);
        for &(keys, game, node, number, message) in cases {
            let model = pressed(&collection, keys);
            let found = (
                model.tree.number(),
                model.node.id().get(),
                model.number(),
                &*model.message,
            );
            assert_eq!(found, (game, node, number, message), "{keys}");
            assert_eq!(model.mode, Mode::Play, "{keys}");
            let walk = model.walk.as_ref().expect("a board");
            assert_eq!(walk.node(), model.node, "{keys}");
            if let Some(own) = walk.move_number() {
                assert_eq!(own, number, "{keys}");
            }
            assert_eq!(model.line[model.at].node, model.node.id(), "{keys}");
        }
    }
}

#[test]
fn keys_that_leave() {
    let collection = Collection::from(GAME);
    for keys in [
        "q", "esc", "ctrl-c", "right q", "g ctrl-c", "? ctrl-c", "o esc q",
    ] {
        assert!(pressed(&collection, keys).is_over, "{keys}");
    }
    for keys in ["", "g q", "? esc", "o q", "i q", "/ q"] {
        assert!(!pressed(&collection, keys).is_over, "{keys}");
    }
}

#[test]
fn a_file_without_a_game() {
    let collection = Collection::from("nothing");
    assert!(Model::new(&collection, String::new(), plain()).is_none());
}

/// A screen of so many columns and rows with the model on it.
pub(super) fn screen(model: &mut Model<'_>, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal
        .draw(|frame| draw(model, frame.area(), frame.buffer_mut()))
        .expect("a drawing");
    terminal
}

pub(super) fn text(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let row = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
        let row = row.collect::<String>();
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

/// Files of this name hold what the screen shows; `KIFU_BLESS=1` writes them anew.
fn golden(name: &str, shown: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/view/golden");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("KIFU_BLESS").is_some() {
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(&path, shown).expect("a file that can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == shown,
        "{name} has changed; see it, then run again with KIFU_BLESS=1:\n{shown}"
    );
}

#[test]
fn screens() {
    let ascii = Look {
        is_ascii: true,
        ..plain()
    };
    let problem = "(;SZ[19]AB[aa:cb][ff]AW[ac:dc]PL[W]TB[qq]TW[rr]MA[ss]C[White to play]\
        ;W[ba];B[zz]C[\u{1b}[31mred])";
    let marks = "(;SZ[19]DD[aa:sj]VW[aa:jj]AB[cc][dc]AW[cd]AR[cc:ee][aa:ba]LN[fa:ff]LB[gg:1a][hh:long one]\
        C[Marks of all kinds];B[ee](;W[ff])(;W[gg]))";
    let hex = "(;GM[11]SZ[11]PB[Black]PW[White];B[c2];W[swap-pieces](;B[f6];W[g7])(;B[a11]))";
    let chess =
        "(;GM[3]PB[White]PW[Black];W[e2e4]C[The king\\'s pawn];B[e7e5](;W[g1f3])(;W[f2f4]))";
    let shogi =
        "(;GM[8]PB[Black]PW[White];B[7g7f]C[The usual first move];W[3c3d](;B[2g2f])(;B[6g6f]))";
    let twixt = "(;GM[21];W[l12];B[g12];W[m10];B[e11];W[m14])";
    let siblings = "(;SZ[5]ST[1];B[cc](;W[bb])(;W[dd])(;W[bd]))";
    // A move on every point of seven rows: numbers of one, two and three digits.
    let columns = (b'a'..=b's').map(char::from);
    let points = (b'a'..=b'g').flat_map(|y| {
        columns
            .clone()
            .map(move |x| format!("{x}{}", char::from(y)))
    });
    let sides = ["B", "W"].into_iter().cycle();
    let moves = points
        .zip(sides)
        .map(|(at, side)| format!(";{side}[{at}]"))
        .collect::<Vec<_>>()
        .concat();
    let numbers = &*format!("(;SZ[19]{moves})");
    let cases: &[(&str, &str, Look, &str)] = &[
        ("numbers", numbers, plain(), "end m"),
        ("part", marks, plain(), ""),
        ("whole", marks, plain(), "w right"),
        ("hex", hex, plain(), "right right"),
        ("chess", chess, plain(), "right right"),
        ("no-board", shogi, plain(), "right right"),
        ("twixt", twixt, plain(), "end"),
        ("siblings", siblings, plain(), "end 3"),
        ("start", GAME, plain(), ""),
        ("branch", GAME, plain(), "right right"),
        ("marks", GAME, plain(), "end down"),
        ("ascii", GAME, ascii, "end down"),
        ("help", GAME, plain(), "?"),
        ("help-guess", GAME, plain(), "G ?"),
        ("help-mark", GAME, plain(), "M ?"),
        ("help-problem", GAME, plain(), "P ?"),
        ("info", GAME, plain(), "right right i"),
        ("search", GAME, plain(), "/ m o v e space 本"),
        ("games", GAMES, plain(), "o down"),
        ("backgammon", GAMES, plain(), "> > right"),
        ("problem", problem, plain(), ""),
        ("off-board", problem, plain(), "end"),
        ("words", problem, plain(), "end tab"),
    ];
    for (name, sgf, look, keys) in cases {
        let collection = Collection::from(*sgf);
        let mut model = pressed(&collection, keys);
        model.look = *look;
        golden(&format!("{name}-80x24"), &text(&screen(&mut model, 80, 24)));
        golden(&format!("{name}-40x20"), &text(&screen(&mut model, 40, 20)));
    }
}

#[test]
fn colors_are_used_where_they_are_wanted() {
    let collection = Collection::from(GAME);
    let mut model = pressed(&collection, "end");
    let colors = |model: &mut Model<'_>| {
        let terminal = screen(model, 80, 24);
        let cells = terminal.backend().buffer().content().iter();
        cells
            .filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
            .count()
    };
    assert_eq!(colors(&mut model), 0);
    model.look.has_color = true;
    assert!(colors(&mut model) > 9 * 18);
    // White stones are full: only their color distinguishes them.
    let white = |model: &mut Model<'_>| {
        // A window without room for large cells.
        let terminal = screen(model, 40, 14);
        let cells = terminal.backend().buffer().content().iter();
        cells
            .filter(|cell| cell.fg == Color::Indexed(231))
            .map(|cell| cell.symbol().to_owned())
            .collect::<String>()
    };
    assert_eq!(white(&mut model), "●●");
    model.look.is_ascii = true;
    assert_eq!(white(&mut model), "OO");
}

#[test]
fn every_size_of_window_is_drawn() {
    for sgf in [
        GAME,
        GAMES,
        "(;SZ[52];B[ZZ];W[aa])",
        "(;SZ[1:52];B[aZ])",
        "(;GM[11]SZ[702];B[zz702]C[far])",
        "(;GM[21]SZ[5:702];W[c3];B[b2];W[d5])",
        "(;GM[99])",
    ] {
        let collection = Collection::from(sgf);
        for keys in [
            "",
            "end",
            "end down tab",
            "?",
            "i",
            "o",
            "g 1",
            "end d d d u",
        ] {
            for width in [0, 1, 2, 3, 4, 5, 10, 21, 39, 40, 41, 64, 65, 79, 120, 200] {
                for height in [0, 1, 2, 3, 5, 8, 19, 20, 21, 24, 60] {
                    let mut model = pressed(&collection, keys);
                    screen(&mut model, width, height);
                    model.look.is_ascii = true;
                    model.look.has_color = true;
                    let shown = text(&screen(&mut model, width, height));
                    assert!(shown.is_ascii(), "{shown}");
                }
            }
        }
    }
}

#[test]
fn a_comment_scrolls_to_its_end_and_back() {
    let lines = (1..=100).map(|n| format!("line {n}")).collect::<Vec<_>>();
    let collection = Collection::from(format!("(;SZ[9]C[{}])", lines.join("\n")));
    let mut model = pressed(&collection, "");
    let shown = text(&screen(&mut model, 80, 24));
    assert!(shown.contains("line 1\n") && !shown.contains("line 100"));
    for _ in 0..1000 {
        model.press("d");
    }
    let shown = text(&screen(&mut model, 80, 24));
    assert!(shown.contains("line 100") && !shown.contains("line 1\n"));
    // What was scrolled too far is forgotten.
    model.press("u");
    assert!(!text(&screen(&mut model, 80, 24)).contains("line 100"));
}

#[test]
fn text_of_files_is_harmless() {
    let collection = Collection::from(
        "(;SZ[9]PB[\u{1b}\u{9b}31mx]PW[\u{202e}y]C[\u{7}\u{1b}\\]0;owned]LB[aa:\u{1b}]N[\u{85}])",
    );
    for keys in ["", "i", "o", "tab"] {
        for has_color in [false, true] {
            let mut model = pressed(&collection, keys);
            model.look.has_color = has_color;
            let shown = text(&screen(&mut model, 80, 24));
            let is_harmful = |c: char| c != '\n' && crate::harmless::is_harmful(c);
            assert!(!shown.contains(is_harmful), "{shown}");
        }
    }
}

#[test]
fn large_games() {
    let deep = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(500_000));
    let nested = format!("{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_000));
    let wide = format!("(;SZ[19];B[aa]{})", "(;W[bb];B[cc])".repeat(100_000));
    for sgf in [deep, nested, wide] {
        let collection = Collection::from(sgf);
        let mut model = pressed(
            &collection,
            "end left up down g 1 enter 9 down home b B end",
        );
        let shown = text(&screen(&mut model, 80, 24));
        assert!(shown.contains("? help"), "{shown}");
    }
}

fn keep(memory: &Memory, model: &Model<'_>) -> anyhow::Result<()> {
    memory.keep_place(model.tree.number(), model.node.id().get())
}

#[test]
fn places_are_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sgf");
    fs::write(&path, GAMES).expect("a file");
    let state = folder.path().join("state/kifu");
    let collection = Collection::from(GAMES);
    let memory = Memory::within(&state, &path);
    let mut model = pressed(&collection, "");
    memory.recall(&mut model);
    assert_eq!(model.node, collection.game(0).expect("a game").root());
    keep(&memory, &pressed(&collection, "> end")).expect("kept");
    let other = Memory::within(&state, &folder.path().join("other.sgf"));
    keep(&other, &pressed(&collection, "end")).expect("kept");
    memory.recall(&mut model);
    assert_eq!((model.tree.number(), model.node.id().get()), (1, 2));
    // A file that has become shorter, and a list that is none.
    let shorter = Collection::from("(;)");
    let mut model = pressed(&shorter, "");
    memory.recall(&mut model);
    assert_eq!(model.tree.number(), 0);
    fs::write(state.join("places.json"), "{]").expect("a file");
    memory.recall(&mut model);
    keep(&memory, &model).expect("kept");
}

#[test]
fn the_cursor_hides_nothing() {
    let collection = Collection::from("(;SZ[9]AB[ee]SQ[ee])");
    let mut model = pressed(&collection, "");
    let board = text(&screen(&mut model, 80, 24));
    model.press("M");
    let marking = screen(&mut model, 80, 24);
    let upper = |text: &str| text.lines().take(20).collect::<Vec<_>>().join("\n");
    assert_eq!(upper(&text(&marking)), upper(&board));
    let reversed = |terminal: &Terminal<TestBackend>| {
        let cells = terminal.backend().buffer().content().iter().take(80 * 23);
        cells
            .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
            .map(|cell| cell.symbol().to_owned())
            .collect::<String>()
    };
    assert!(reversed(&marking).ends_with("●□"), "{}", reversed(&marking));
    model.look.has_color = true;
    // Large cells have brackets around the point, small ones another ground.
    assert!(text(&screen(&mut model, 80, 24)).contains('┏'));
    let small = screen(&mut model, 40, 20);
    let ground = super::skin::indexed(model.look.colors().cursor);
    let cells = small.backend().buffer().content().iter();
    let under = cells.filter(|cell| cell.bg == ground);
    assert_eq!(
        under.map(ratatui::buffer::Cell::symbol).collect::<String>(),
        "●□"
    );
}

#[test]
fn long_messages_take_further_lines() {
    let collection = Collection::from(GAME);
    let mut model = pressed(&collection, "");
    let message = "not saved: another program changed the file; open it again; text kept in /tmp/kifu-comment-1.txt";
    for width in [24, 40, 80] {
        message.clone_into(&mut model.message);
        let shown = text(&screen(&mut model, width, 20));
        let all = shown.split_whitespace().collect::<String>();
        let whole = message.split_whitespace().collect::<String>();
        assert!(all.ends_with(&whole), "{shown}");
    }
}

#[test]
fn whoever_guesses_sees_no_comment_and_no_label() {
    for sgf in [
        "(;SZ[9];B[ee]N[at C7]C[White plays at C7 now]LB[cc:Z]AR[ee:cc]GW[1];W[cc])",
        "(;SZ[9]GN[Test]N[at C7]C[Black plays at C7 now]LB[cc:Z]AR[ee:cc]GW[1];B[cc])",
    ] {
        let collection = Collection::from(sgf);
        let mut model = pressed(&collection, "end left");
        let hints = ["at C7", "plays", "Z", "good for White", "→"];
        let shown = text(&screen(&mut model, 80, 24));
        assert!(
            hints[..4].iter().all(|hint| shown.contains(hint)),
            "{shown}"
        );
        model.press("G");
        let shown = text(&screen(&mut model, 80, 24));
        assert!(!hints.iter().any(|hint| shown.contains(hint)), "{shown}");
    }
}
