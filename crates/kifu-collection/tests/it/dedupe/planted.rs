//! Duplicates of every kind, planted among real games.
#![expect(
    clippy::print_stdout,
    reason = "`cargo test -- --nocapture` shows what is found of each kind"
)]

use std::collections::BTreeMap;

use kifu_collection::dedupe::{Finder, Fingerprint, Kind, Line, Options};
use kifu_sgf::{Collection, GameTree};

use super::{Moves, record, turned};

/// Every so many games one is copied, with a change.
const EVERY: usize = 5;

/// The changes by name, and the largest difference that they may be found as.
const CHANGES: [(&str, Kind); 9] = [
    ("bytes", Kind::Bytes),
    ("tree", Kind::Tree),
    ("turned, colors exchanged", Kind::Moves),
    ("broken off", Kind::Prefix),
    ("one move wrong", Kind::Near),
    ("two moves exchanged", Kind::Near),
    ("one move missing", Kind::Near),
    ("some moves wrong", Kind::Dyer),
    ("another game that day", Kind::Players),
];

fn moves_of(game: GameTree<'_>) -> Moves {
    let plays = game.main_line().filter_map(|node| node.play());
    let plays = plays.filter_map(|(color, raw)| {
        let [column, row] = raw.as_bytes().try_into().ok()?;
        Some((color.chars().next()?, [column, row]))
    });
    plays.collect()
}

/// The record of a game with a change; `None` if it cannot be made.
fn changed(game: GameTree<'_>, change: usize, seed: usize) -> Option<String> {
    let mut moves = moves_of(game);
    let header = game.root().get("AB").map_or(String::new(), |stones| {
        let points = stones.values().map(|point| format!("[{point}]"));
        format!("AB{}", points.collect::<String>())
    });
    let count = moves.len();
    let (name, _) = CHANGES[change];
    let at = seed * 7919 % (count - 3);
    match name {
        "bytes" => return Some(game.span()?.of_str(game.collection().text()).to_owned()),
        "tree" => {
            let text = game.span()?.of_str(game.collection().text());
            return Some(text.replace(";W[", "\n;W["));
        }
        "turned, colors exchanged" if !header.is_empty() => return None,
        "turned, colors exchanged" => moves = turned(&moves),
        "broken off" => moves.truncate((count * 3 / 5).max(31)),
        "one move wrong" => moves[at].1 = moves[(at + 9) % count].1,
        "two moves exchanged" => {
            let point = moves[at].1;
            moves[at].1 = moves[at + 2].1;
            moves[at + 2].1 = point;
        }
        "one move missing" => _ = moves.remove(at),
        "some moves wrong" => (0..5).for_each(|number| moves[75 + number * 5].1 = *b"ss"),
        _ => {
            let root = game.root();
            let value = |identifier| root.value(identifier).unwrap_or_default();
            let header = format!("PB[{}]PW[{}]DT[{}]", value("PW"), value("PB"), value("DT"));
            return Some(record(&header, &super::moves(seed as u64 + 1, 150)));
        }
    }
    Some(record(&header, &moves))
}

/// The pairs that are found among `texts`: numbers and kind.
fn pairs(texts: &[String]) -> Vec<(u32, u32, Kind)> {
    let mut finder = Finder::new(Options::default());
    let read = |text: &String| Collection::from(text.as_str());
    for text in texts {
        finder.add(Fingerprint::of(read(text).game(0).unwrap()));
    }
    for number in finder.games_to_read().to_vec() {
        finder.give(
            number,
            Line::of(read(&texts[number as usize]).game(0).unwrap()),
        );
    }
    let groups = finder.groups();
    let pairs = groups.iter().flat_map(|group| {
        let pair = |number: u32, to: u32, kind| (number.min(to), number.max(to), kind);
        let others = group.others.iter();
        others.map(move |other| pair(other.number, other.to, other.relation.kind()))
    });
    pairs.collect()
}

#[test]
fn planted_duplicates_are_found_and_nothing_else() {
    let Some(folder) = kifu_testkit::corpus::archive("pro19") else {
        return;
    };
    let mut texts = Vec::new();
    for path in kifu_testkit::corpus::files(&folder, "sgf") {
        let collection = Collection::open(path).unwrap();
        let game = collection.game(0).filter(|_| collection.len() == 1);
        texts.extend(
            game.filter(|game| moves_of(*game).len() >= 110)
                .map(|game| game.span().unwrap().of_str(collection.text()).to_owned()),
        );
    }
    // Duplicates of the archive itself are set aside.
    let own = pairs(&texts);
    let mut by_kind: BTreeMap<Kind, usize> = BTreeMap::new();
    for (_, _, kind) in &own {
        *by_kind.entry(*kind).or_default() += 1;
    }
    println!("{} games; pairs of their own: {by_kind:?}", texts.len());
    let twice: std::collections::BTreeSet<u32> = own
        .iter()
        .flat_map(|(one, other, _)| [*one, *other])
        .collect();
    let mut number = 0..;
    texts.retain(|_| !twice.contains(&number.next().unwrap_or_default()));

    let originals = texts.len();
    let mut planted = BTreeMap::new();
    for number in (0..originals).step_by(EVERY) {
        let change = number / EVERY % CHANGES.len();
        let collection = Collection::from(texts[number].as_str());
        let game = collection.game(0).unwrap();
        let root = game.root();
        let is_dated = root.value("DT").is_some_and(|date| date.len() >= 10)
            && root.has("PB")
            && root.has("PW");
        if CHANGES[change].1 == Kind::Players && !is_dated {
            continue;
        }
        if let Some(text) = changed(game, change, number) {
            planted.insert((number as u32, texts.len() as u32), change);
            texts.push(text);
        }
    }
    let found = pairs(&texts);
    let mut right = [0_usize; CHANGES.len()];
    let mut wrong = Vec::new();
    for (one, other, kind) in &found {
        match planted.get(&(*one, *other)) {
            Some(change) if *kind <= CHANGES[*change].1 => right[*change] += 1,
            _ => wrong.push((one, other, kind)),
        }
    }
    let mut of = [0_usize; CHANGES.len()];
    for change in planted.values() {
        of[*change] += 1;
    }
    for (change, (name, _)) in CHANGES.iter().enumerate() {
        println!("{name:28} {:4} of {:4}", right[change], of[change]);
    }
    let all: usize = right.iter().sum();
    let share = |part: usize, whole: usize| part * 10_000 / whole;
    let (precision, recall) = (share(all, found.len()), share(all, planted.len()));
    let count = planted.len();
    println!("{count} planted; in ten thousand: precision {precision}, recall {recall}");
    for (one, other, kind) in wrong.iter().take(3) {
        let [one, other] = [one, other].map(|number| &texts[**number as usize]);
        println!("not planted: {kind:?}\n{one}\n{other}");
    }
    assert!(precision >= 9997, "{precision}");
    assert!(recall >= 9979, "{recall}");
}
