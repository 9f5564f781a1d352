//! A board that is played on is the board that is set up; hashes kept along are hashes reckoned anew;
//! undoing leads back; symmetries keep what they must; what is legal can be played.

use kifu_go::{BareBoard, Board, Color, Game, Move, Point, Rules, Size, Symmetry};

/// Checks all laws of Go: the first bytes are the size and the rules, the others what happens.
pub fn check(data: &[u8]) {
    let [width, height, rules, acts @ ..] = data else {
        return;
    };
    let side = |byte: u8| match byte {
        200.. => u16::from(byte % 52) + 1,
        _ => u16::from(byte % 6) + 1,
    };
    let size = Size::new(side(*width), side(*height)).expect("a size in range");
    let rules = Rules::ALL[usize::from(*rules) % Rules::ALL.len()];
    let mut game = Game::new(size, rules);
    let mut bare = BareBoard::new(size);
    let mut states = Vec::new();
    let (acts, _) = acts.as_chunks::<3>();
    for &[act, x, y] in acts.iter().take(400) {
        states.push((game.board().clone(), game.hash(), game.ko(), game.to_play()));
        let color = if act & 1 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let point = Point::new(u16::from(x) % size.columns(), u16::from(y) % size.rows());
        match act >> 1 {
            0..100 => {
                if game.check(color, point).is_ok() {
                    assert!(game.clone().try_play(color, point).is_ok());
                }
                let taken = bare.play(point, color).expect("a point of the board");
                let mut board = game.board().clone();
                assert_eq!(board.play(point, color), Ok(taken));
                game.play(color, point);
                assert_eq!(game.board(), &board);
            }
            100..105 => {
                game.pass(color);
            }
            105..110 => {
                states.pop();
                if game.undo() {
                    let (board, hash, ko, to_play) = states.pop().expect("there was a step");
                    assert_eq!(game.board(), &board);
                    assert_eq!(
                        (game.hash(), game.ko(), game.to_play()),
                        (hash, ko, to_play)
                    );
                }
                bare = BareBoard::new(size);
                for (point, color) in game.board().stones() {
                    bare.set(point, Some(color)).expect("a point of the board");
                }
                continue;
            }
            110..120 => {
                let stone = [None, Some(color)][usize::from(act >> 1) % 2];
                game.setup([(point, stone)]).expect("a point of the board");
                bare.set(point, stone).expect("a point of the board");
            }
            _ => {
                let before = game.clone();
                if let Err(illegal) = game.try_play(color, point) {
                    assert_eq!(before.check(color, point), Err(illegal));
                    assert_eq!(game.board(), before.board());
                    assert_eq!(game.depth(), before.depth());
                    states.pop();
                } else {
                    bare.play(point, color).expect("a point of the board");
                }
            }
        }
        sound(game.board(), &bare);
    }
    assert!(game.check(Color::Black, Move::Pass).is_ok());
    let score = game.score(6.5, &[]);
    assert!(score.lead().is_finite());
    while let Some((board, hash, ko, to_play)) = states.pop() {
        assert!(game.undo());
        assert_eq!(game.board(), &board);
        assert_eq!(
            (game.hash(), game.ko(), game.to_play()),
            (hash, ko, to_play)
        );
    }
    assert!(!game.undo());
}

/// Stones, groups and hash are those of a board that is set up anew.
fn sound(board: &Board, bare: &BareBoard) {
    let mut fresh = Board::new(board.size());
    for (point, color) in board.stones() {
        fresh.set(point, Some(color)).expect("a point of the board");
    }
    assert_eq!(&fresh, board);
    assert_eq!(fresh.hash(), board.hash());
    assert_eq!(&Board::from(bare), board);
    let stones = board.groups().map(|group| group.len()).sum::<usize>();
    assert_eq!(stones, board.stones().count());
    let (hash, symmetry) = board.canonical_hash();
    assert_eq!(board.transformed(symmetry).hash(), hash);
    let turned = board.transformed(Symmetry::ALL[1]);
    assert_eq!(turned.canonical_hash().0, hash);
    assert_eq!(board.colors_swapped().colors_swapped(), *board);
}
