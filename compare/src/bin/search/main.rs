//! The game database: how long an index takes to make, and positions to find, beside a plain replay of all
//! games in the same run.
//!
//! `cargo run --release --bin search -- GAMES.sgf [THREADS [index]]`; with `index` nothing but that is made. With
//! several threads, series of searches on one and on all of them take turns; the best of each counts.
//!
//! Answers are checked: each pattern, and what follows it, is also searched in the first games by setting up every
//! node and comparing every rectangle. Both counts must agree.

mod look;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kifu_go::{BareBoard, Board, Color, Size};
use kifu_sgf::value::{self, Move};
use kifu_sgf::{Collection, GameReader};
use kifu_store::{Drawing, Indexer, Pattern, Query, Step, Store, StoreError};
use rayon::ThreadPoolBuilder;

use self::look::look;

/// Games for which answers are checked.
const CHECKED: usize = 300;

/// For how long short searches are repeated.
const SHORTEST: Duration = Duration::from_secs(1);

/// For how long one search follows the other on as many threads.
const SERIES: Duration = Duration::from_millis(10);

/// A star point and an approach to it.
const APPROACH: &str = "-------/.......|/.......|/.O.....|/...X...|/.......|/.......|/.......|";

const CROSSCUT: &str = "XO/OX";

/// A query: its name and pattern.
const PATTERNS: [(&str, &str); 8] = [
    (
        "corner 7×7, six stones",
        "-------/.......|/.......|/...XO..|/...XO..|/....XO.|/.......|/.......|",
    ),
    ("corner 7×7, two stones", APPROACH),
    (
        "corner 10×10, three stones",
        "----------/..........|/..........|/....O.....|/......X...|/..........|/.......X..|/\
         ..........|/..........|/..........|/..........|",
    ),
    (
        "side 9×4, three stones",
        "---------/........./........./.X..O..X./.........",
    ),
    ("anywhere 3×3, ponnuki", "*X*/X.X/*X*"),
    ("anywhere 4×4, seven stones", ".XO./.XO./.XO./..O."),
    ("anywhere 2×2, crosscut", CROSSCUT),
    ("anywhere 3×3, four stones", "XX./XO./.O."),
];

/// Sequences of moves within the area of a pattern: a name, the pattern, the steps.
const SEQUENCES: [(&str, &str, &[Step]); 4] = [
    (
        "corner 7×7, two stones, then a joseki of three moves",
        APPROACH,
        &[
            Step::Play(Color::Black, 39),
            Step::Play(Color::White, 10),
            Step::Play(Color::Black, 18),
        ],
    ),
    (
        "corner 7×7, two stones, 3-3 at some time",
        APPROACH,
        &[Step::Gap, Step::Play(Color::White, 18)],
    ),
    (
        "crosscut, one of its stones taken next",
        CROSSCUT,
        &[Step::Capture(0)],
    ),
    (
        "crosscut, one of its stones taken, and played again",
        CROSSCUT,
        &[
            Step::Gap,
            Step::Capture(0),
            Step::Gap,
            Step::Play(Color::Black, 0),
        ],
    ),
];

/// Patterns and others that come later: a name, the pattern, the later ones.
const LATER: [(&str, &str, &[&str]); 4] = [
    (
        "corner 7×7, two stones, later an empty triangle",
        APPROACH,
        &["XX/.X"],
    ),
    ("crosscut, later an empty triangle", CROSSCUT, &["XX/.X"]),
    (
        "crosscut, later a ponnuki, later `OXO/.O.`",
        CROSSCUT,
        &["*X*/X.X/*X*", "OXO/.O."],
    ),
    ("`X.`, later `OXO/.O.`", "X.", &["OXO/.O."]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = PathBuf::from(args.next().ok_or("name a file of many games")?);
    let threads: usize = args.next().map_or(Ok(1), |threads| threads.parse())?;
    let is_index_only = args.next().is_some_and(|word| word == "index");
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("all.kifu");

    let start = Instant::now();
    let games = make(&path, &file)?;
    let time = start.elapsed();
    println!("{threads} threads, {games} games");
    println!(
        "index: {:.2} s, {:.0} games/s, most memory {}",
        time.as_secs_f64(),
        games as f64 / time.as_secs_f64(),
        memory()
    );
    let bytes = size(&path)?;
    println!(
        "on the disk: {:.0} bytes a game",
        bytes as f64 / games as f64
    );

    if is_index_only {
        return Ok(());
    }
    let naive = replay_all(&file)?;
    println!(
        "replay of all games, one thread: {:.3} s",
        naive.as_secs_f64()
    );

    let checked = folder.path().join("few.sgf");
    let reader = GameReader::new(std::fs::File::open(&file)?);
    let mut few = String::new();
    for game in reader.take(CHECKED) {
        few.push_str(game?.text());
    }
    std::fs::write(&checked, &few)?;
    let few_path = folder.path().join("few.kifu");
    make(&few_path, &checked)?;
    let few_store = Store::open(&few_path)?;
    let few = Collection::from(few);

    let start = Instant::now();
    let store = Store::open(&path)?;
    println!("open: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut pools = vec![ThreadPoolBuilder::new().num_threads(1).build()?];
    print!("| pattern | games | hits | first ms | ms | of a replay |");
    if threads > 1 {
        pools.push(ThreadPoolBuilder::new().num_threads(threads).build()?);
        print!(" {threads} threads, ms | times as fast |");
    }
    println!("\n|---{}|", "|--:".repeat(3 + 2 * pools.len()));
    let mut board = Board::new(Size::GO);
    let empty = Pattern::of_board(&board);
    for (color, x, y) in [
        (Color::Black, 15, 3),
        (Color::White, 3, 15),
        (Color::Black, 15, 16),
    ] {
        board.play(kifu_go::Point::new(x, y), color)?;
    }
    let mut queries = vec![
        (
            "whole board, three stones",
            Query::new(Pattern::of_board(&board)),
        ),
        ("empty board", Query::new(empty)),
    ];
    let drawn = |text: &str| text.parse::<Drawing>()?.pattern();
    for (name, text) in PATTERNS {
        queries.push((name, Query::new(drawn(text)?)));
    }
    for (name, text, steps) in SEQUENCES {
        let mut query = Query::new(drawn(text)?);
        query.sequence = steps.to_vec();
        queries.push((name, query));
    }
    for (name, text, later) in LATER {
        let mut query = Query::new(drawn(text)?);
        query.later = later
            .iter()
            .map(|text| drawn(text))
            .collect::<Result<_, _>>()?;
        queries.push((name, query));
    }
    for (name, query) in queries {
        let found = few_store.search(&query)?.main;
        let expected = look(&few, &query);
        assert_eq!((found.games, found.hits), expected, "{name}");
        let (mut first, mut main) = (None, None);
        let mut best = vec![Duration::MAX; pools.len()];
        let (begun, mut rounds) = (Instant::now(), 0);
        while rounds < 6 || begun.elapsed() < SHORTEST {
            for (pool, best) in pools.iter().zip(&mut best) {
                pool.install(|| {
                    let series = Instant::now();
                    loop {
                        let start = Instant::now();
                        let answer = store.search(&query)?;
                        let time = start.elapsed();
                        first.get_or_insert(time);
                        *best = time.min(*best);
                        main = Some(answer.main);
                        if series.elapsed() > SERIES {
                            return Ok::<_, StoreError>(());
                        }
                    }
                })?;
            }
            rounds += 1;
        }
        let main = main.unwrap_or_default();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        print!(
            "| {name} | {} | {} | {:.2} | {:.3} | 1/{:.1} |",
            main.games,
            main.hits,
            milliseconds(first.unwrap_or_default()),
            milliseconds(best[0]),
            naive.as_secs_f64() / best[0].as_secs_f64(),
        );
        for other in &best[1..] {
            let times = best[0].as_secs_f64() / other.as_secs_f64();
            print!(" {:.3} | {times:.2} |", milliseconds(*other));
        }
        println!();
    }
    println!("most memory: {}", memory());
    Ok(())
}

fn make(path: &Path, file: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let mut indexer = Indexer::open(path, false)?;
    indexer.add([file.to_owned()], |done| assert!(done.error.is_none()))?;
    Ok(indexer.finish(false)?.games)
}

/// The most that was ever resident, as the system says it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or("?").trim().to_owned()
}

fn size(folder: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() {
            size(&entry.path())?
        } else {
            metadata.len()
        };
    }
    Ok(bytes)
}

/// How long it takes to play all games from their records, the records in memory.
fn replay_all(file: &Path) -> Result<Duration, Box<dyn std::error::Error>> {
    let collection = Collection::from_bytes(std::fs::read(file)?);
    let start = Instant::now();
    let mut board = BareBoard::new(Size::GO);
    let mut captured = 0_u64;
    for game in collection.games() {
        board.clear();
        for node in game.main_line() {
            let Some((who, raw)) = node.play() else {
                continue;
            };
            let color = if who == "B" {
                Color::Black
            } else {
                Color::White
            };
            if let Ok(Move::Play(point)) = value::r#move::parse(raw, Size::GO) {
                captured += u64::from(board.play(point, color)?.captured);
            }
        }
    }
    std::hint::black_box(captured);
    Ok(start.elapsed())
}
