//! Go, by the replay of `kifu-go`.

use kifu_go::replay::Replay;
use kifu_go::{Color, Move};
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::note::{Note, NoteKind};
use super::reader::{Reader, go_move};
use super::rules::{Played, Rules};
use crate::scene::{Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Go<'a> {
    replay: Replay<'a>,
    size: Size,
}

impl<'a> Go<'a> {
    pub(super) fn new(tree: GameTree<'a>) -> Self {
        let replay = Replay::new(tree);
        let size = replay.start().size.into();
        Self { replay, size }
    }
}

fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

impl<'a> Rules<'a> for Go<'a> {
    fn board(&self) -> Scene {
        Scene::go(self.size.columns, self.size.rows)
    }

    fn reader(&self) -> Reader {
        Reader::GoLike(self.size)
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.replay.go_to(node);
        notes.extend(self.replay.notes().iter().map(|note| Note {
            node: note.node,
            span: note.span,
            kind: NoteKind::Go(note.kind),
        }));
        let (color, mv) = self.replay.played()?;
        Some(Played {
            side: side(color),
            number: self.replay.game().move_number(),
            place: match mv {
                Move::Pass => None,
                Move::At(point) => Some(Point::new(point.x.into(), point.y.into())),
            },
            swaps: false,
        })
    }

    fn leave(&mut self) -> bool {
        self.replay.back()
    }

    fn pieces(&self, scene: &mut Scene) {
        let board = self.replay.game().board();
        for point in board.size().points() {
            if let Some(color) = board.get(point) {
                let point = Point::new(point.x.into(), point.y.into());
                scene.spot(point).piece = Some(Piece::Stone(side(color)));
            }
        }
    }

    fn to_play(&self) -> Side {
        side(self.replay.game().to_play())
    }

    fn prisoners(&self) -> Option<[u32; 2]> {
        let game = self.replay.game();
        Some([Color::Black, Color::White].map(|color| game.prisoners(color)))
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        go_move(raw, self.size).ok()?
    }
}
