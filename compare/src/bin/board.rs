//! Boards of Go beside each other: how many moves of real games each plays in a second.
//!
//! ```sh
//! cargo run --release --bin board -- [path/to/pro19.tar.gz [part of a board's name]]
//! ```
//!
//! Takes the main lines of an archive of SGF files (19×19, no setup, no passes, black and white by
//! turns, no move against any rules: what every board here can play), holds them in memory, and
//! lets each board play all of them several times over. First each must show that it plays right:
//! after every game its position and prisoners are compared with those of a flood fill. A slow board
//! plays a part of the games.

use std::{
    env,
    fs::File,
    hint::black_box,
    io::Read,
    process::ExitCode,
    time::{Duration, Instant},
};

use flate2::read::GzDecoder;
use go_game_board::{Board as LibegoBoard, Color as LibegoColor, Player, Vertex};
use goban::{
    pieces::{goban::Goban, stones::Color as GobanColor},
    rules::{CHINESE, GobanSizes, JAPANESE, Move as GobanMove, Rule, game::Game as GobanGame},
};
use kifu_go::{BareBoard, Board, Color, Game, Point, Rules, Size};

type Moves = Vec<Point>;

/// A final position (0 empty, 1 black, 2 white, row by row) and what black and white captured.
type End = (Vec<u8>, [u32; 2]);

trait Contender {
    fn name(&self) -> &'static str;
    /// Plays a game to its end and returns something that depends on every move.
    fn play(&mut self, moves: &[Point]) -> u64;
    /// Where the last game played ended.
    fn end(&self) -> End;
    /// A slow one plays a part of the games only.
    fn share(&self) -> usize {
        1
    }
}

fn color(turn: usize) -> Color {
    if turn.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

fn picture(get: impl Fn(Point) -> Option<Color>) -> Vec<u8> {
    Size::GO
        .points()
        .map(|point| get(point).map_or(0, |color| color as u8 + 1))
        .collect()
}

struct Bare(BareBoard, BareBoard, [u32; 2]);

impl Contender for Bare {
    fn name(&self) -> &'static str {
        "kifu-go BareBoard: captures"
    }

    fn play(&mut self, moves: &[Point]) -> u64 {
        self.0.clone_from(&self.1);
        self.2 = [0; 2];
        for (turn, point) in moves.iter().enumerate() {
            if let Ok(taken) = self.0.play(*point, color(turn)) {
                self.2[turn % 2] += u32::from(taken.captured);
                self.2[1 - turn % 2] += u32::from(taken.suicide);
            }
        }
        u64::from(self.2[0])
    }

    fn end(&self) -> End {
        (picture(|point| self.0.get(point)), self.2)
    }
}

struct Hashed(Board, Board, [u32; 2]);

impl Contender for Hashed {
    fn name(&self) -> &'static str {
        "kifu-go Board: captures, hash"
    }

    fn play(&mut self, moves: &[Point]) -> u64 {
        self.0.clone_from(&self.1);
        self.2 = [0; 2];
        let mut hashes = 0;
        for (turn, point) in moves.iter().enumerate() {
            if let Ok(taken) = self.0.play(*point, color(turn)) {
                self.2[turn % 2] += u32::from(taken.captured);
                self.2[1 - turn % 2] += u32::from(taken.suicide);
            }
            hashes ^= self.0.hash();
        }
        hashes
    }

    fn end(&self) -> End {
        (picture(|point| self.0.get(point)), self.2)
    }
}

/// How a [`Game`] is played.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Play,
    TryPlay,
    PlayUndo,
}

struct Full(Game, How);

impl Contender for Full {
    fn name(&self) -> &'static str {
        match self.1 {
            How::Play => "kifu-go Game: + superko, undo log",
            How::TryPlay => "kifu-go Game: + legality first",
            How::PlayUndo => "kifu-go Game: played and undone",
        }
    }

    fn play(&mut self, moves: &[Point]) -> u64 {
        self.0 = Game::new(Size::GO, Rules::AGA);
        self.0.reserve(moves.len());
        let mut broken = 0;
        for (turn, point) in moves.iter().enumerate() {
            broken += u64::from(match self.1 {
                How::TryPlay => self.0.try_play(color(turn), *point).is_err(),
                _ => self.0.play(color(turn), *point).illegal.is_some(),
            });
        }
        if self.1 == How::PlayUndo {
            let end = self.0.clone();
            self.0.undo_to(0);
            broken ^= self.0.hash();
            self.0 = end;
        }
        broken
    }

    fn end(&self) -> End {
        let prisoners = Color::BOTH.map(|color| self.0.prisoners(color));
        (picture(|point| self.0.board().get(point)), prisoners)
    }
}

struct Rival {
    game: GobanGame,
    rule: Rule,
    check: bool,
}

impl Contender for Rival {
    fn name(&self) -> &'static str {
        if self.check {
            "goban 0.20 Game::try_play, Japanese"
        } else {
            "goban 0.20 Game::play"
        }
    }

    fn play(&mut self, moves: &[Point]) -> u64 {
        self.game = GobanGame::new(GobanSizes::Nineteen, self.rule);
        for point in moves {
            let turn = GobanMove::Play(point.y as u8, point.x as u8);
            if self.check {
                let _ = self.game.try_play(turn);
            } else {
                self.game.play(turn);
            }
        }
        self.game.goban().zobrist_hash()
    }

    fn end(&self) -> End {
        let goban: &Goban = self.game.goban();
        let stone = |point: Point| match goban.get_color((point.y as u8, point.x as u8)) {
            None => None,
            Some(GobanColor::Black) => Some(Color::Black),
            Some(GobanColor::White) => Some(Color::White),
        };
        let (black, white) = self.game.prisoners();
        (picture(stone), [black, white])
    }

    fn share(&self) -> usize {
        20
    }
}

/// The board of libego, ported by its author: made for playouts, of legal moves alone.
struct Libego {
    board: LibegoBoard,
    empty: LibegoBoard,
    /// Moves of black and white.
    moves: [u32; 2],
}

fn vertex(point: Point) -> Vertex {
    Vertex::from_coords(point.y as isize, point.x as isize)
}

impl Contender for Libego {
    fn name(&self) -> &'static str {
        "go_game_board 0.1: captures, ko, hash"
    }

    fn play(&mut self, moves: &[Point]) -> u64 {
        self.board.load(&self.empty);
        self.moves = [0; 2];
        for (turn, point) in moves.iter().enumerate() {
            let player = [Player::Black, Player::White][turn % 2];
            self.board.play_legal(player, vertex(*point));
            self.moves[turn % 2] += 1;
        }
        black_box(self.board.positional_hash());
        self.board.move_no() as u64
    }

    fn end(&self) -> End {
        let picture = picture(|point| match self.board.color_at(vertex(point)) {
            LibegoColor::Black => Some(Color::Black),
            LibegoColor::White => Some(Color::White),
            _ => None,
        });
        // It does not count prisoners; who is no longer on the board was captured.
        let left = |stone: u8| picture.iter().filter(|found| **found == stone).count() as u32;
        let prisoners = [self.moves[1] - left(2), self.moves[0] - left(1)];
        (picture, prisoners)
    }
}

/// The letter of the rules and a flood fill for each neighbor.
struct Flood {
    stones: Vec<u8>,
    prisoners: [u32; 2],
    seen: Vec<usize>,
}

impl Flood {
    fn remove_if_dead(&mut self, at: usize) -> u32 {
        self.seen.clear();
        self.seen.push(at);
        let mut done = 0;
        while done < self.seen.len() {
            let (x, y) = (self.seen[done] % 19, self.seen[done] / 19);
            for (on, near) in neighbors(x, y) {
                if !on {
                    continue;
                }
                if self.stones[near] == 0 {
                    return 0;
                }
                if self.stones[near] == self.stones[at] && !self.seen.contains(&near) {
                    self.seen.push(near);
                }
            }
            done += 1;
        }
        for at in &self.seen {
            self.stones[*at] = 0;
        }
        self.seen.len() as u32
    }
}

fn neighbors(x: usize, y: usize) -> [(bool, usize); 4] {
    let at = y * 19 + x;
    [
        (y > 0, at.wrapping_sub(19)),
        (x > 0, at.wrapping_sub(1)),
        (x < 18, at + 1),
        (y < 18, at + 19),
    ]
}

impl Contender for Flood {
    fn name(&self) -> &'static str {
        "flood fill: captures"
    }

    fn play(&mut self, moves: &[Point]) -> u64 {
        self.stones.fill(0);
        self.prisoners = [0; 2];
        for (turn, point) in moves.iter().enumerate() {
            let (x, y) = (usize::from(point.x), usize::from(point.y));
            let own = (turn % 2) as u8 + 1;
            self.stones[y * 19 + x] = own;
            for (on, near) in neighbors(x, y) {
                if on && self.stones[near] == 3 - own {
                    self.prisoners[turn % 2] += self.remove_if_dead(near);
                }
            }
            self.prisoners[1 - turn % 2] += self.remove_if_dead(y * 19 + x);
        }
        u64::from(self.prisoners[0])
    }

    fn end(&self) -> End {
        (self.stones.clone(), self.prisoners)
    }
}

/// The moves of a main line that any board can play; none for other games.
fn main_line(bytes: &[u8]) -> Option<Moves> {
    let mut moves = vec![];
    let mut name: Vec<u8> = vec![];
    let mut fresh = true;
    let mut at = bytes.iter().position(|byte| *byte == b'(')?;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b')' => break,
            b'A'..=b'Z' => {
                if !fresh {
                    name.clear();
                    fresh = true;
                }
                name.push(byte);
            }
            b';' => name.clear(),
            b'[' => {
                fresh = false;
                let from = at;
                while *bytes.get(at)? != b']' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let value = &bytes[from..at];
                at += 1;
                match &name[..] {
                    b"SZ" if value != b"19" => return None,
                    b"AB" | b"AW" | b"AE" => return None,
                    b"B" | b"W" => {
                        let [x, y] = value else { return None };
                        let point = Point::from_letters(*x, *y)?;
                        let turn = usize::from(name == b"W");
                        if !Size::GO.contains(point) || moves.len() % 2 != turn {
                            return None;
                        }
                        moves.push(point);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let mut game = Game::new(Size::GO, Rules::JAPANESE);
    let legal = moves.iter().enumerate().all(|(turn, point)| {
        let played = game.play(color(turn), *point);
        played.illegal.is_none() && played.repeats.is_none()
    });
    (legal && !moves.is_empty()).then_some(moves)
}

fn read(path: &str) -> std::io::Result<Vec<Moves>> {
    let mut games = vec![];
    let mut bytes = vec![];
    for entry in tar::Archive::new(GzDecoder::new(File::open(path)?)).entries()? {
        bytes.clear();
        entry?.read_to_end(&mut bytes)?;
        games.extend(main_line(&bytes));
    }
    Ok(games)
}

const ROUNDS: u32 = 15;

/// The games that are timed at once.
const CHUNK: usize = 100;

fn main() -> ExitCode {
    let corpus = || {
        let folder = env::var("KIFU_CORPUS").unwrap_or_else(|_| "../../shared/corpus".into());
        format!("{folder}/pro19.tar.gz")
    };
    let path = env::args().nth(1).unwrap_or_else(corpus);
    let games = match read(&path) {
        Ok(games) => games,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let total: usize = games.iter().map(Vec::len).sum();
    println!(
        "{} games, {total} moves; best of {ROUNDS} rounds for each {CHUNK} games",
        games.len()
    );

    let flood = || Flood {
        stones: vec![0; 361],
        prisoners: [0; 2],
        seen: vec![],
    };
    let full = |how| Box::new(Full(Game::default(), how));
    let rival = |rule, check| {
        Box::new(Rival {
            game: GobanGame::new(GobanSizes::Nineteen, rule),
            rule,
            check,
        })
    };
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(Bare(
            BareBoard::new(Size::GO),
            BareBoard::new(Size::GO),
            [0; 2],
        )),
        Box::new(Hashed(Board::new(Size::GO), Board::new(Size::GO), [0; 2])),
        full(How::Play),
        full(How::TryPlay),
        full(How::PlayUndo),
        Box::new(Libego {
            board: LibegoBoard::with_size(19, 19),
            empty: LibegoBoard::with_size(19, 19),
            moves: [0; 2],
        }),
        rival(CHINESE, false),
        rival(JAPANESE, true),
        Box::new(flood()),
    ];

    if let Some(part) = env::args().nth(2) {
        contenders.retain(|contender| contender.name().contains(&part));
    }

    let mut oracle = flood();
    let ends: Vec<End> = games
        .iter()
        .map(|moves| {
            oracle.play(moves);
            oracle.end()
        })
        .collect();

    let mut wrong = vec![0; contenders.len()];
    for (contender, wrong) in contenders.iter_mut().zip(&mut wrong) {
        let step = contender.share();
        for (moves, end) in games.iter().zip(&ends).step_by(step) {
            contender.play(moves);
            *wrong += usize::from(contender.end() != *end);
        }
    }

    // A chunk is short enough to run between two interruptions, so that the sum of the best times of
    // all chunks is what the whole takes on a machine that does nothing else.
    let chunks: Vec<&[Moves]> = games.chunks(CHUNK).collect();
    let mut best = vec![vec![Duration::MAX; chunks.len()]; contenders.len()];
    for _ in 0..ROUNDS {
        for (contender, best) in contenders.iter_mut().zip(&mut best) {
            let step = contender.share();
            for (chunk, best) in chunks.iter().zip(best).step_by(step) {
                let start = Instant::now();
                for moves in *chunk {
                    black_box(contender.play(moves));
                }
                *best = (*best).min(start.elapsed());
            }
        }
    }

    println!(
        "{:<38} {:>12} {:>9} {:>12}",
        "board", "moves/s", "ns/move", "wrong games"
    );
    for ((contender, best), wrong) in contenders.iter().zip(&best).zip(&wrong) {
        let step = contender.share();
        let played = chunks.iter().step_by(step).copied().flatten();
        let moves: usize = played.map(Vec::len).sum();
        let time: Duration = best.iter().step_by(step).sum();
        let rate = moves as f64 / time.as_secs_f64();
        println!(
            "{:<38} {:>10.1} M {:>9.1} {:>12}",
            contender.name(),
            rate / 1e6,
            1e9 / rate,
            wrong
        );
    }
    if wrong.iter().all(|wrong| *wrong == 0) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
