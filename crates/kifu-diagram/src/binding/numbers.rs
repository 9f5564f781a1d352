//! Move numbers, and notes on moves that cannot be shown.

use std::collections::{BTreeMap, BTreeSet};

use kifu_games::Played;
use kifu_sgf::value::PrintMode;

use super::{Captured, Numbers, Options, Walk, markup};
use crate::scene::{self, Color, Note, Piece, Place, Point, Scene};

/// A move with a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    /// Number of ancestors of its node.
    depth: usize,
    number: u32,
    color: Color,
    /// The point; `None` for a pass, a swap, a resignation.
    pub(super) place: Option<Point>,
    /// Whether a later move without a number is on the point.
    is_covered: bool,
}

impl Walk<'_> {
    /// Returns the moves on the path from the root to number, of those with at least `begin` ancestors.
    pub(super) fn selected(&self, numbers: Numbers, begin: usize) -> Vec<Numbered> {
        let figure = self.here().figure;
        let mut plays: Vec<Numbered> = Vec::new();
        if numbers == Numbers::None || !self.has_numbers() {
            return plays;
        }
        let most = match numbers {
            Numbers::Last(count) => count as usize,
            _ => usize::MAX,
        };
        // A swap changes the moves before it.
        let mut is_swapped = false;
        let mut covered: BTreeMap<Point, usize> = BTreeMap::new();
        for depth in (begin..=self.replay.depth()).rev() {
            let Some(played) = self.replay.played_at(depth) else {
                continue;
            };
            let is_wanted = match numbers {
                Numbers::None => false,
                Numbers::All | Numbers::Last(_) => plays.len() < most,
                Numbers::Range(first, last) => (first..=last).contains(&played.number),
                Numbers::Figure => depth >= figure,
            };
            let mut numbered = numbered(played, depth, is_swapped);
            if is_wanted {
                numbered.is_covered = numbered.place.is_some_and(|at| covered.contains_key(&at));
                plays.push(numbered);
            } else if let Some(place) = numbered.place.filter(|_| plays.len() < most) {
                covered.insert(place, depth);
            }
            is_swapped ^= played.swaps;
        }
        plays.reverse();
        plays
    }

    /// Puts numbers on the scene, which has the pieces already. `begin`: number of ancestors of the first node whose labels
    /// the scene may show.
    pub(super) fn add_numbers(
        &self,
        scene: &mut Scene,
        options: &Options,
        plays: &[Numbered],
        begin: usize,
    ) {
        let mode = match options.print_mode.unwrap_or(self.here().print_mode) {
            PrintMode::None if options.numbers != Numbers::Figure => PrintMode::AsTheyAre,
            mode => mode,
        };
        let first = plays.first().map_or(0, |played| played.number);
        let printed = |played: &Numbered| mode.printed(first, played.number);
        if mode == PrintMode::None {
            for played in plays {
                if let (Captured::Kept, Some(place)) = (options.captured, played.place) {
                    let piece = piece(scene, played);
                    scene.spot(place).piece.get_or_insert(piece);
                }
            }
            return;
        }
        // The visible move on each point: the first one if captured stones stay, otherwise the last one if its
        // piece is still there.
        let mut seen: BTreeMap<Point, usize> = BTreeMap::new();
        for (index, played) in plays.iter().enumerate() {
            let Some(place) = played.place else {
                continue;
            };
            match options.captured {
                Captured::Kept => {
                    let is_free = scene.at(place).is_none_or(|spot| spot.piece.is_none());
                    if is_free {
                        let piece = piece(scene, played);
                        scene.spot(place).piece = Some(piece);
                        seen.insert(place, index);
                    }
                }
                Captured::Removed => {
                    let piece = scene.at(place).and_then(|spot| spot.piece);
                    // Setup may have put the other color on the point; in other games pieces change theirs.
                    let is_shown = piece.is_some_and(|piece| {
                        scene.board != scene::Board::Lines || piece.side() == Some(played.color)
                    });
                    if is_shown && !played.is_covered {
                        seen.insert(place, index);
                    }
                }
            }
        }
        for (&place, &index) in &seen {
            scene.spot(place).number = printed(&plays[index]);
        }
        if options.notes {
            let hidden = plays.iter().enumerate().filter(|&(index, played)| {
                played
                    .place
                    .is_none_or(|place| seen.get(&place) != Some(&index))
            });
            let hidden: Vec<Numbered> = hidden.map(|(_, &played)| played).collect();
            // Without names along the edges nobody finds a point.
            let has_letters = !scene.coordinates.has_names() && !hidden.is_empty();
            let mut letters = has_letters.then(|| Letters::new(self.taken_labels(begin)));
            for played in hidden {
                let Some(number) = printed(&played) else {
                    continue;
                };
                let place = match played.place {
                    None => self.action(played.depth),
                    Some(point) => place(scene, point, number, letters.as_mut()),
                };
                let side = Some(played.color);
                scene.notes.push(Note {
                    number,
                    side,
                    place,
                });
            }
        }
    }

    /// The labels of the nodes with at least `begin` ancestors up to this one, and the letters that their comments quote.
    fn taken_labels(&self, begin: usize) -> BTreeSet<String> {
        let count = (self.replay.depth() + 1).saturating_sub(begin);
        let notation = self.replay.position().notation();
        let mut taken = BTreeSet::new();
        for node in self.node().path_up().take(count) {
            let labels = markup::labels(node, notation, &mut Vec::new());
            taken.extend(labels.into_iter().map(|(_, label)| label));
            taken.extend(markup::quoted(&node.comment().unwrap_or_default()));
        }
        taken
    }

    /// What a move without a point is: a pass unless its value is another word.
    fn action(&self, depth: usize) -> Place {
        let id = self.replay.node_at(depth);
        let node = id.and_then(|id| self.tree.node(id));
        let raw = node.and_then(|node| self.replay.play_of(node));
        // Little Golem writes an offer after the move: `resign|draw`.
        let word = raw.and_then(|(_, raw)| raw.split('|').next());
        match word.map(|word| word.trim().to_lowercase()).as_deref() {
            Some("resign") => Place::Resign,
            Some("forfeit") => Place::Forfeit,
            Some("draw") => Place::Draw,
            Some("swap" | "swap-sides" | "swap-pieces") => Place::Swap,
            _ => Place::Pass,
        }
    }
}

/// A move with its number; a later swap changes its color, and mirrors it on the long diagonal.
fn numbered(played: Played, depth: usize, is_swapped: bool) -> Numbered {
    let Played { color, place, .. } = played;
    let is_mirrored = is_swapped && !played.swaps;
    Numbered {
        depth,
        number: played.number,
        color: if is_mirrored { color.opponent() } else { color },
        place: if is_mirrored {
            place.map(|point| Point::new(point.y, point.x))
        } else {
            place
        },
        is_covered: false,
    }
}

/// Gives moves the numbers of their depths, which are in order.
pub(super) fn renumber(plays: &mut [Numbered], numbers: &[(usize, u32)]) {
    for played in plays {
        let found = numbers.binary_search_by_key(&played.depth, |&(depth, _)| depth);
        if let Ok(index) = found {
            played.number = numbers[index].1;
        }
    }
}

/// The piece a move puts down.
fn piece(scene: &Scene, played: &Numbered) -> Piece {
    if scene.board == scene::Board::Holes {
        Piece::Peg(played.color)
    } else {
        Piece::Stone(played.color)
    }
}

/// Letters that no label has.
struct Letters {
    used: BTreeSet<String>,
    next: u16,
}

impl Letters {
    fn new(used: BTreeSet<String>) -> Self {
        Self { used, next: 0 }
    }

    fn free(&mut self) -> Option<String> {
        loop {
            let letter = scene::Axis::LowerLetters.name(self.next).to_string();
            self.next = self.next.checked_add(1)?;
            if !self.used.contains(&letter) {
                return Some(letter);
            }
        }
    }
}

/// Returns the name for the point of a hidden move: one of the letters, which a board without names along its edges has, if
/// the point has no name and no mark.
fn place(scene: &mut Scene, point: Point, own: u32, letters: Option<&mut Letters>) -> Place {
    if !scene.has(point) {
        return Place::Point(point);
    }
    let has_names = scene.coordinates.has_names();
    let spot = scene.at(point);
    let label = spot.and_then(|spot| spot.label.as_ref());
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        return Place::Label(label.clone());
    }
    if let Some(number) = spot.and_then(|spot| spot.number) {
        // A reader looks for a number that came before, if the edges do not name the point.
        return if number < own || !has_names {
            Place::Number(number)
        } else {
            Place::Point(point)
        };
    }
    let takes_letter = spot.is_none_or(|spot| spot.mark.is_none());
    if let Some(letter) = letters.filter(|_| takes_letter).and_then(Letters::free) {
        scene.spot(point).label = Some(letter.clone());
        return Place::Label(letter);
    }
    Place::Point(point)
}

/// Adds notes on moves whose numbers are outside of the visible part.
pub(super) fn outside(scene: &mut Scene) {
    if scene.crop.is_none() && scene.visible.is_none() {
        return;
    }
    let window = scene.window();
    let mut elsewhere: Vec<Note> = scene
        .spots
        .iter()
        .filter(|&(&point, _)| !window.shows(point) && scene.has(point))
        .filter_map(|(_, spot)| {
            Some(Note {
                number: spot.number?,
                side: spot.piece.and_then(Piece::side),
                place: Place::Elsewhere,
            })
        })
        .collect();
    let is_shown = |label: &str| {
        let mut shown = scene.shown();
        let mut references = scene.references.iter();
        references.any(|(known, _)| known == label)
            || shown.any(|(_, spot)| spot.label.as_deref() == Some(label))
    };
    let hidden: Vec<bool> = scene
        .notes
        .iter()
        .map(|note| match &note.place {
            Place::Point(point) => !window.shows(*point),
            Place::Label(label) => !is_shown(label),
            _ => false,
        })
        .collect();
    for (note, is_hidden) in scene.notes.iter_mut().zip(hidden) {
        if is_hidden {
            note.place = Place::Elsewhere;
        }
    }
    scene.notes.append(&mut elsewhere);
    scene.notes.sort_by_key(|note| note.number);
}
