//! Nothing takes more than linear time: a piece of input repeated many times is read, looked at and
//! written in a time by the byte that is bounded by that of an ordinary file.

use std::fmt::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use kifu_sgf::{Collection, GameReader};
use kifu_syntax::{EventKind, Parser, Part, Reader};

/// The length that is tried.
const LENGTH: usize = 300_000;

/// How many times longer than an ordinary file of that length any other may take. A look ahead goes 64
/// KiB at the most, so what restarts it at every byte takes a thousand times as long.
const FACTOR: u32 = 100;

/// Checks a beginning, a piece that is repeated, and an end.
pub fn check(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let (before, rest) = rest.split_at(rest.len().min(usize::from(first % 16)));
    let (unit, behind) = rest.split_at(rest.len() - rest.len().min(usize::from(first / 16)));
    if unit.is_empty() || unit.len() > 200 {
        return;
    }
    let mut input = before.to_vec();
    input.extend(unit.iter().cycle().take(LENGTH));
    input.extend(behind);
    for (name, work) in WORKS {
        let allowed = baseline(work) * FACTOR;
        // A machine under load is not slow three times.
        let fastest = (0..3)
            .map(|_| time(work, &input))
            .find(|time| *time <= allowed);
        assert!(fastest.is_some(), "{name} takes more than {allowed:?}");
    }
}

type Work = fn(&[u8]);

const WORKS: [(&str, Work); 6] = [
    ("events", |input| {
        let mut problems = Vec::new();
        Parser::with_sink(input, &mut problems).for_each(drop);
    }),
    ("stream", |input| {
        let mut reader = Reader::new(input);
        while reader.next_event().expect("a slice can be read").is_some() {}
    }),
    ("parts", |input| {
        let mut nodes = Parser::new(input)
            .filter(|event| event.kind == EventKind::NodeBegin)
            .map(|event| event.span.start)
            .peekable();
        while let Some(node) = nodes.next() {
            let end = nodes.peek().map_or(input.len(), |next| *next);
            Part::node(input, node).within(end).for_each(drop);
        }
    }),
    ("tree", |input| {
        let collection = Collection::from_bytes(input.to_vec());
        for node in collection.games().flat_map(|game| game.nodes()) {
            for property in node.properties() {
                property.values().for_each(|value| {
                    std::hint::black_box(value);
                });
            }
        }
        assert_eq!(collection.to_bytes().expect("nothing is new"), input);
        std::hint::black_box(collection.to_canonical());
    }),
    ("change", |input| {
        let mut collection = Collection::from_bytes(input.to_vec());
        for number in 0..collection.len() {
            let mut game = collection.game_mut(number).expect("it is there");
            let ids = game
                .tree()
                .nodes()
                .map(|node| node.id())
                .collect::<Vec<_>>();
            for id in ids {
                game.set(id, "N", &["new"]).expect("it is there");
            }
        }
        let _ = std::hint::black_box(collection.to_bytes());
    }),
    ("game by game", |input| {
        GameReader::new(input).for_each(|game| {
            std::hint::black_box(game).expect("a slice can be read");
        });
    }),
];

fn time(work: Work, input: &[u8]) -> Duration {
    let start = Instant::now();
    work(input);
    start.elapsed()
}

/// The cost of an ordinary file of that length.
fn baseline(work: Work) -> Duration {
    static TIMES: OnceLock<Vec<Duration>> = OnceLock::new();
    let times = TIMES.get_or_init(|| {
        let mut input = String::new();
        while input.len() < LENGTH {
            input.push_str("(;FF[4]GM[1]SZ[19]PB[Black]PW[White]C[A comment.]");
            for number in 0..200_u8 {
                let (column, row) = (
                    char::from(b'a' + number % 19),
                    char::from(b'a' + number / 19),
                );
                let _ = write!(input, ";B[{column}{row}]");
            }
            input.push_str("(;W[aa])(;W[bb]))\n");
        }
        let slowest = |work: Work| (0..3).map(|_| time(work, input.as_bytes())).max();
        WORKS
            .iter()
            .map(|(_, work)| slowest(*work).unwrap_or_default())
            .collect()
    });
    let number = WORKS
        .iter()
        .position(|(_, other)| std::ptr::fn_addr_eq(*other, work));
    number.map_or(Duration::from_secs(1), |number| times[number])
}
