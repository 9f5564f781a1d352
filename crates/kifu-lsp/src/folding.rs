//! Folding ranges: games, variations, long comments, and long lines of play in blocks.

use gen_lsp_types::{FoldingRange, FoldingRangeKind};
use kifu_sgf::{GameTree, Node};
use kifu_syntax::Span;

use crate::document::Document;
use crate::lines::{begins_variation, label};
use crate::outline::name_of_game;

/// Number of moves in a block of the main line.
const BLOCK: usize = 50;

/// Maximum number of folds.
const MOST: usize = 10_000;

/// All folds, in no particular order. A range within one line cannot be folded.
pub(crate) fn folds(document: &Document) -> Vec<FoldingRange> {
    let mut folds = Folds {
        document,
        all: Vec::new(),
    };
    for game in document.collection().games() {
        if folds.all.len() >= MOST {
            break;
        }
        if let Some(span) = game.span() {
            folds.add(span, None, Some(name_of_game(game)));
        }
        folds.of_nodes(game);
        folds.of_main_line(game);
    }
    folds.all.truncate(MOST);
    folds.all
}

struct Folds<'d> {
    document: &'d Document,
    all: Vec<FoldingRange>,
}

impl Folds<'_> {
    fn add(&mut self, span: Span, kind: Option<FoldingRangeKind>, text: Option<String>) {
        let (start, end) = (
            self.document.position(span.start),
            self.document.position(span.end),
        );
        if start.line < end.line {
            self.all.push(FoldingRange {
                start_line: start.line,
                start_character: Some(start.character),
                end_line: end.line,
                end_character: Some(end.character),
                kind,
                collapsed_text: text,
            });
        }
    }

    fn of_nodes(&mut self, game: GameTree<'_>) {
        // Variations whose end is not known yet: the first node of each, and the offset of its beginning.
        let mut open: Vec<(Node<'_>, usize)> = Vec::new();
        let mut end = 0;
        for node in game.nodes() {
            if self.all.len() >= MOST {
                return;
            }
            while let Some((first, start)) = open.pop_if(|(first, _)| node.depth() <= first.depth())
            {
                self.add(Span::new(start, end), None, Some(label(first)));
            }
            let span = node.span().unwrap_or_default();
            end = span.end;
            if begins_variation(node) {
                open.push((node, span.start));
            }
            for property in node.properties().filter(|property| property.is("C")) {
                for span in property.value_spans() {
                    self.add(span, Some(FoldingRangeKind::Comment), None);
                }
            }
        }
        for (first, start) in open.into_iter().rev() {
            self.add(Span::new(start, end), None, Some(label(first)));
        }
    }

    fn of_main_line(&mut self, game: GameTree<'_>) {
        let mut first = None;
        let (mut moves, mut number) = (0, 1);
        let mut last = Span::default();
        for node in game.main_line().skip(1) {
            let span = node.span().unwrap_or_default();
            let start = *first.get_or_insert(span.start);
            last = span;
            moves += usize::from(node.play().is_some());
            if moves == BLOCK {
                self.block(Span::new(start, span.end), number, moves);
                (first, moves, number) = (None, 0, number + BLOCK);
            }
        }
        // The last moves are a block only if there are other blocks.
        if let Some(start) = first.filter(|_| number > 1) {
            self.block(Span::new(start, last.end), number, moves);
        }
    }

    fn block(&mut self, span: Span, first: usize, moves: usize) {
        let text = format!("moves {first} to {}", first + moves.max(1) - 1);
        self.add(span, Some(FoldingRangeKind::Region), Some(text));
    }
}
