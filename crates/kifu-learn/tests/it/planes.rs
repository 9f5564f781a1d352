//! Planes, streams and exports.

use kifu_go::Symmetry;
use kifu_learn::{
    Opened, Options, PlaneSet, Preset, Stream, StreamOptions, SymmetryChoice, expand, planes,
    planes_threaded,
};
use kifu_sgf::Collection;

fn collection() -> Collection {
    let game = |n: usize| {
        let letter = |n: usize| char::from(b'a' + (n % 9) as u8);
        let moves: Vec<String> = (0..20)
            .map(|k| {
                let color = if k % 2 == 0 { 'B' } else { 'W' };
                format!(";{color}[{}{}]", letter(k + n), letter(k * 2 + n * 3))
            })
            .collect();
        let result = ["B+R", "W+2.5", "0", "?"][n % 4];
        format!("(;SZ[9]KM[6.5]RE[{result}]{})", moves.concat())
    };
    Collection::from((0..150).map(game).collect::<Vec<_>>().concat())
}

/// The points of a plane.
fn points(set: &PlaneSet, options: &Options, position: usize, plane: usize) -> Vec<usize> {
    let bytes = kifu_learn::plane_bytes(options.side);
    let start = (position * options.preset.planes() + plane) * bytes;
    let mut out = vec![0; usize::from(options.side) * usize::from(options.side)];
    expand(&set.planes[start..start + bytes], &mut out);
    (0..out.len()).filter(|at| out[*at] == 1).collect()
}

#[test]
fn stones_are_seen_by_the_player_to_move() {
    let record = Collection::from("(;SZ[5]AB[aa]KM[0.5]RE[W+3];W[bb];B[cc];W[])");
    let options = Options {
        side: 6,
        ..Options::default()
    };
    let set = planes(record.games(), &options);
    assert_eq!(set.policy, [7, 14, 36]);
    assert_eq!(set.value, [1.0, -1.0, 1.0]);
    assert_eq!(set.lead, [3.0, -3.0, 3.0]);
    assert_eq!(points(&set, &options, 0, 0), [] as [usize; 0]);
    assert_eq!(points(&set, &options, 0, 1), [0]);
    assert_eq!(points(&set, &options, 1, 0), [0]);
    assert_eq!(points(&set, &options, 1, 1), [7]);
    assert_eq!(points(&set, &options, 2, 2).len(), 22);
    assert_eq!(set.size, [[5, 5]; 3]);
}

#[test]
fn an_eye_may_lack_one_diagonal_point_but_none_at_the_edge() {
    let options = Options {
        preset: Preset::AlphaGo,
        side: 9,
        ..Options::default()
    };
    let is_sensible = |stones: &str, point: usize| {
        let record = Collection::from(format!("(;SZ[9]{stones};B[ii])"));
        points(&planes(record.games(), &options), &options, 0, 46).contains(&point)
    };
    let center = 4 * 9 + 4;
    for diagonal in ["dd", "fd", "df", "ff"] {
        let stones = format!("AB[ed][de][fe][ef]AW[{diagonal}]");
        assert!(!is_sensible(&stones, center), "{diagonal}");
    }
    for pair in ["[dd][fd]", "[dd][ff]", "[df][fd]", "[df][ff]"] {
        let stones = format!("AB[ed][de][fe][ef]AW{pair}");
        assert!(is_sensible(&stones, center), "{pair}");
    }
    assert!(!is_sensible("AB[ba][ab]", 0));
    assert!(is_sensible("AB[ba][ab]AW[bb]", 0));
}

#[test]
fn what_cannot_be_a_target_is_left_out() {
    let record = Collection::from("(;SZ[9];B[aa];W[aa];B[zz];W[bb]B[cc];AB[dd];W[ee]AE[aa];B[ff])");
    let options = Options {
        side: 9,
        ..Options::default()
    };
    let set = planes(record.games(), &options);
    assert_eq!(set.policy, [0, 50]);
    let large = Collection::from("(;SZ[19];B[aa])(;GM[2]SZ[8];B[aa])");
    assert!(planes(large.games(), &options).is_empty());
    let larger = Collection::from("(;SZ[53];B[aa])(;SZ[52:300];B[aa])(;SZ[52];B[aa])");
    let options = Options {
        side: 52,
        ..Options::default()
    };
    assert_eq!(planes(larger.games(), &options).game, [2]);
}

#[test]
fn katago_marks_points_that_superko_forbids() {
    let options = Options {
        preset: Preset::KataGo,
        side: 3,
        ..Options::default()
    };
    let last = |record: &str, rules: &str| {
        let record = Collection::from(record.replace("RU", &format!("RU[{rules}]")));
        let set = planes(record.games(), &options);
        points(&set, &options, set.len() - 1, 6)
    };
    let repeats = "(;SZ[2]RU;B[ba];W[ab];B[aa];W[bb];B[ba];W[aa];B[])";
    for (rules, banned) in [("Tromp-Taylor", &[1][..]), ("NZ", &[1]), ("Japanese", &[])] {
        assert_eq!(last(repeats, rules), banned, "{rules}");
    }
    // A stone that dies alone repeats the position, but it is suicide for KataGo.
    let alone = "(;SZ[3]RU;B[ac];W[cc];B[bc];W[ab];B[ba];W[bb];B[aa];W[ac];B[];W[bc];B[])";
    assert_eq!(last(alone, "Tromp-Taylor"), [] as [usize; 0]);
}

#[test]
fn komi_of_katago_counts_stones_and_handicap() {
    let options = Options {
        preset: Preset::KataGo,
        side: 9,
        ..Options::default()
    };
    // Komi that White gets before each move.
    let komi = |record: &str| -> Vec<f32> {
        let set = planes(Collection::from(record).games(), &options);
        let own = set.globals.chunks(19).map(|numbers| numbers[5] * 20.0);
        let white = own.zip(&set.color);
        white
            .map(|(komi, color)| if *color == 2 { komi } else { -komi }.round())
            .collect()
    };
    // A point for each black stone, even if it was captured; passes do not count.
    assert_eq!(
        komi("(;SZ[9]KM[6]RU[Japanese];B[aa];W[ba];B[];W[ab];B[ii];W[])"),
        [6.0, 7.0, 6.0, 6.0, 5.0, 6.0]
    );
    let rules =
        |rules: &str, handicap: &str| komi(&format!("(;SZ[9]KM[0]RU[{rules}]{handicap};W[aa])"));
    let three = "AB[cc][gg][cg]";
    assert_eq!(rules("Japanese", three), [3.0]);
    assert_eq!(rules("Chinese", three), [3.0]);
    assert_eq!(rules("AGA", three), [2.0]);
    assert_eq!(rules("NZ", three), [0.0]);
    assert_eq!(rules("Chinese", ";AB[cc][gg]"), [2.0]);
    assert_eq!(rules("Chinese", "AB[cc]"), [0.0]);
    assert_eq!(rules("Chinese", "AB[cc][gg]AW[cg]"), [0.0]);
    assert_eq!(rules("Chinese", "HA[2]AB[cc][gg][cg]"), [2.0]);
    // Less than two stones are no handicap: those on the board count, as in KataGo.
    assert_eq!(rules("Chinese", "HA[0]AB[cc][gg][cg]"), [3.0]);
    assert_eq!(rules("Chinese", "HA[1]"), [0.0]);
    assert_eq!(rules("AGA", "HA[1]"), [0.0]);
}

#[test]
fn rules_of_katago_are_those_it_knows_by_the_name() {
    let options = Options {
        preset: Preset::KataGo,
        side: 9,
        ..Options::default()
    };
    let ko = |rules: &str| {
        let record = Collection::from(format!("(;SZ[9]RU[{rules}];B[aa])"));
        planes(record.games(), &options).globals[6..8].to_vec()
    };
    assert_eq!(ko("Chinese"), [0.0, 0.0]);
    assert_eq!(ko("GOE"), [1.0, 0.5]);
    assert_eq!(ko("AGA"), [1.0, -0.5]);
    assert_eq!(ko("Japanese"), [0.0, 0.0]);
    assert_eq!(ko("koPOSITIONALscoreAREAtaxNONEsui0"), [1.0, 0.5]);
}

#[test]
fn agz_keeps_eight_positions() {
    let record = collection();
    let options = Options {
        preset: Preset::AlphaGoZero,
        side: 9,
        ..Options::default()
    };
    let set = planes(record.games().take(1), &options);
    // Plane 2 of a position is plane 0 of the one two moves before, for the same player.
    for position in 2..set.len() {
        for (now, before) in [(4, 0), (5, 1), (14, 10)] {
            assert_eq!(
                points(&set, &options, position, now),
                points(&set, &options, position - 2, before)
            );
        }
    }
    assert_eq!(points(&set, &options, 0, 16).len(), 81);
    assert!(points(&set, &options, 1, 16).is_empty());
    assert!(points(&set, &options, 0, 2).is_empty());
}

#[test]
fn a_symmetry_turns_planes_and_targets() {
    let record = Collection::from("(;SZ[5:3];B[ea];W[aa])");
    let options = Options {
        side: 6,
        symmetry: SymmetryChoice::Fixed(Symmetry::Rotate90),
        ..Options::default()
    };
    let set = planes(record.games(), &options);
    // The upper right corner becomes the lower right one of a board of 3 columns and 5 rows.
    assert_eq!(set.policy, [4 * 6 + 2, 2]);
    assert_eq!(points(&set, &options, 1, 1), [4 * 6 + 2]);
    assert_eq!(set.size, [[3, 5]; 2]);
}

#[test]
fn threads_change_nothing() {
    let record = collection();
    let games: Vec<_> = record.games().collect();
    for preset in Preset::ALL {
        let options = Options {
            preset,
            side: 9,
            symmetry: SymmetryChoice::Random(3),
            ..Options::default()
        };
        let one = planes(games.iter().copied(), &options);
        assert!(one.len() > 500, "{}", one.len());
        for threads in [2, 5] {
            let many = planes_threaded(&games, &options, threads);
            assert_eq!(one.planes, many.planes);
            assert_eq!(one.policy, many.policy);
            assert_eq!(one.game, many.game);
        }
    }
}

/// All batches of a stream over three files.
fn batches(change: impl Fn(&mut StreamOptions)) -> Vec<PlaneSet> {
    let mut options = StreamOptions {
        batch: 64,
        buffer: 500,
        seed: 7,
        ..StreamOptions::default()
    };
    options.set.side = 9;
    change(&mut options);
    let open = |_| Ok(Opened::from(collection()));
    let mut stream = Stream::new(3, open, options);
    std::iter::from_fn(|| stream.next_batch()).collect()
}

#[test]
fn the_order_of_a_stream_depends_on_the_seed_alone() {
    let policy = |batches: &[PlaneSet]| -> Vec<i64> {
        batches.iter().flat_map(|set| set.policy.clone()).collect()
    };
    let first = policy(&batches(|_| ()));
    assert_eq!(first, policy(&batches(|options| options.threads = 4)));
    assert_ne!(first, policy(&batches(|options| options.seed = 8)));
    assert_ne!(first, policy(&batches(|options| options.epoch = 1)));
    let plain = policy(&batches(|options| options.buffer = 0));
    let record = collection();
    let options = Options {
        side: 9,
        ..Options::default()
    };
    let once = planes(record.games(), &options).policy;
    assert_eq!(plain, [once.clone(), once.clone(), once].concat());
    let sorted = |mut list: Vec<i64>| {
        list.sort_unstable();
        list
    };
    assert_eq!(sorted(first.clone()), sorted(plain));
    let shards = (0..3).flat_map(|part| policy(&batches(|options| options.shard = (part, 3))));
    assert_eq!(sorted(shards.collect()), sorted(first.clone()));
    // Fewer files than parts: the games are divided.
    let shards: Vec<_> = (0..7)
        .map(|part| policy(&batches(|options| options.shard = (part, 7))))
        .collect();
    assert!(shards.iter().all(|shard| shard.len() > first.len() / 10));
    assert_eq!(sorted(shards.concat()), sorted(first));
}

#[test]
fn an_interrupted_stream_loses_nothing() {
    let options = || {
        let mut options = StreamOptions {
            batch: 100,
            buffer: 50,
            ..StreamOptions::default()
        };
        options.set.side = 9;
        options
    };
    let open = |_| Ok(Opened::from(collection()));
    let mut plain = Stream::new(3, open, options());
    let plain: Vec<_> = std::iter::from_fn(|| plain.next_batch()).collect();
    let mut stream = Stream::new(3, open, options());
    let (mut batches, mut checks) = (Vec::new(), 0);
    loop {
        let next = stream.try_next_batch(|| {
            checks += 1;
            if checks % 2 == 0 { Err(()) } else { Ok(()) }
        });
        match next {
            Ok(Some(batch)) => batches.push(batch),
            Ok(None) => break,
            Err(()) => {}
        }
    }
    assert!(checks > 4 && batches.len() == plain.len());
    for (batch, plain) in batches.iter().zip(&plain) {
        assert_eq!(batch.policy, plain.policy);
    }
}

#[test]
fn positions_of_a_stream_know_their_file_and_game() {
    // Move `xy` of game `y` in file `x`.
    let game = |file: u8, game: u8| {
        let letter = |number: u8| char::from(b'a' + number);
        format!("(;SZ[9];B[{}{}];W[ii])", letter(file), letter(game))
    };
    for threads in [1, 3] {
        let open = |file| {
            let part = move |number: u8| {
                let two = [0, 1].map(|at| game(file as u8, 2 * number + at));
                Ok(Collection::from(two.concat()))
            };
            Ok(Opened::Parts(Box::new((0..3).map(part))))
        };
        let mut options = StreamOptions {
            buffer: 40,
            threads,
            ..StreamOptions::default()
        };
        options.set.side = 9;
        let mut stream = Stream::new(4, open, options);
        let sets: Vec<_> = std::iter::from_fn(|| stream.next_batch()).collect();
        let mut found = 0;
        for set in &sets {
            for at in (0..set.len()).filter(|at| set.number[*at] == 0) {
                let policy = i64::from(9 * set.game[at] + set.file[at]);
                assert_eq!(set.policy[at], policy);
                found += 1;
            }
        }
        assert_eq!(found, 24);
    }
}

#[test]
fn a_group_that_a_suicide_removes_has_no_liberties() {
    let source = "(;SZ[5]RU[NZ]AB[aa]AW[ca][ab][bb]PL[B];B[ee])";
    let options = Options {
        preset: Preset::AlphaGo,
        side: 5,
        ..Options::default()
    };
    let set = planes(Collection::from(source.to_owned()).games(), &options);
    let of_point = (0..48).filter(|plane| points(&set, &options, 0, *plane).contains(&1));
    assert_eq!(of_point.collect::<Vec<_>>(), [2, 3, 20, 46]);
}

#[test]
fn records_of_an_archive_are_divided() {
    let games = |shard| {
        let part = |n: u8| Collection::from(format!("(;SZ[9];B[{}a])", char::from(b'a' + n)));
        let open = move |_| Ok(Opened::Parts(Box::new((0..6).map(move |n| Ok(part(n))))));
        let mut options = StreamOptions {
            shard,
            ..StreamOptions::default()
        };
        options.set.side = 9;
        Stream::new(1, open, options).next_batch().unwrap().policy
    };
    assert_eq!(
        [games((0, 3)), games((1, 3)), games((2, 3))],
        [[0, 3], [1, 4], [2, 5]]
    );
}

/// Files of one game each are divided although there are fewer than parts.
#[test]
fn few_files_of_one_game_are_divided() {
    let games = |shard| {
        let open = |number: usize| {
            let letter = char::from(b'a' + number as u8);
            Ok(Collection::from(format!("(;SZ[9];B[{letter}a])")).into())
        };
        let mut options = StreamOptions {
            shard,
            ..StreamOptions::default()
        };
        options.set.side = 9;
        let batch = Stream::new(4, open, options).next_batch();
        batch.map_or_else(Vec::new, |batch| batch.policy)
    };
    let parts = (0..5).map(|part| games((part, 5)));
    assert!(parts.eq([vec![0], vec![1], vec![2], vec![3], vec![]]));
}

#[test]
fn unreadable_files_are_reported() {
    let open = |number| match number {
        1 => Err(std::io::Error::other("broken disk")),
        _ => Ok(Collection::from("(;SZ[9];B[aa])").into()),
    };
    let mut options = StreamOptions::default();
    options.set.side = 9;
    let mut stream = Stream::new(3, open, options);
    assert_eq!(stream.next_batch().map(|set| set.len()), Some(2));
    assert!(stream.next_batch().is_none());
    assert_eq!(stream.skipped().len(), 1);
}

#[test]
fn parts_of_an_input_come_in_order() {
    let part = |n: u8| Collection::from(format!("(;SZ[9];B[{}a])", char::from(b'a' + n)));
    let open = move |number| {
        Ok(match number {
            1 => Opened::Parts(Box::new((3..7).map(move |n| match n {
                5 => Err(std::io::Error::other("broken member")),
                n => Ok(part(n)),
            }))),
            n => part(n as u8).into(),
        })
    };
    for threads in [1, 2, 3, 8] {
        let mut options = StreamOptions {
            threads,
            ..StreamOptions::default()
        };
        options.set.side = 9;
        let mut stream = Stream::new(3, open, options);
        let batch = stream.next_batch().unwrap();
        assert_eq!(batch.policy, [0, 3, 4, 6, 2], "{threads} threads");
        assert!(stream.next_batch().is_none());
        assert_eq!(stream.skipped().len(), 1);
    }
}
