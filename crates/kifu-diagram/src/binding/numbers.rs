//! Move numbers, and notes on moves that cannot be shown.

use std::collections::{BTreeMap, BTreeSet};

use kifu_sgf::value::PrintMode;

use super::rules::Played;
use super::{Captured, Numbers, Options, Walk};
use crate::scene::{self, Note, Piece, Place, Point, Scene};

impl Walk<'_> {
    /// The moves on the way from the root that are to be numbered, each with the
    /// number of nodes above it.
    pub(super) fn selected(&self, numbers: Numbers) -> Vec<(usize, Played)> {
        let figure = self.here().figure;
        let mut plays: Vec<(usize, Played)> = Vec::new();
        if numbers == Numbers::None || !self.rules.has_numbers() {
            return plays;
        }
        for (depth, frame) in self.frames.iter().enumerate() {
            let Some(played) = frame.played else {
                continue;
            };
            if played.swaps {
                for (_, earlier) in &mut plays {
                    earlier.side = earlier.side.other();
                    earlier.place = earlier.place.map(|p| Point::new(p.y, p.x));
                }
                continue;
            }
            let is_wanted = match numbers {
                Numbers::None => false,
                Numbers::All | Numbers::Last(_) => true,
                Numbers::Range(first, last) => (first..=last).contains(&played.number),
                Numbers::Figure => depth >= figure,
            };
            if is_wanted {
                plays.push((depth, played));
            }
        }
        if let Numbers::Last(count) = numbers {
            let rest = plays.len().saturating_sub(count as usize);
            plays.drain(..rest);
        }
        plays
    }

    /// Puts numbers on the scene, which has the pieces already.
    pub(super) fn add_numbers(
        &self,
        scene: &mut Scene,
        options: &Options,
        plays: &[(usize, Played)],
    ) {
        let mode = match options.print_mode.unwrap_or(self.here().print_mode) {
            PrintMode::None if options.numbers != Numbers::Figure => PrintMode::AsTheyAre,
            mode => mode,
        };
        let first = plays.first().map_or(0, |(_, played)| played.number);
        let printed = |played: &Played| mode.printed(first, played.number);
        if mode == PrintMode::None {
            for (_, played) in plays {
                if let (Captured::Kept, Some(place)) = (options.captured, played.place) {
                    let piece = piece(scene, played);
                    scene.spot(place).piece.get_or_insert(piece);
                }
            }
            return;
        }
        // Where each move is to be seen: at the first on its point if all stay, else at the last,
        // if its piece still stands.
        let mut seen: BTreeMap<Point, usize> = BTreeMap::new();
        for (index, (_, played)) in plays.iter().enumerate() {
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
                    if scene.at(place).is_some_and(|spot| spot.piece.is_some()) {
                        seen.insert(place, index);
                    }
                }
            }
        }
        for (&place, &index) in &seen {
            scene.spot(place).number = printed(&plays[index].1);
        }
        if options.notes {
            let hidden = plays.iter().enumerate().filter(|&(index, (_, played))| {
                played
                    .place
                    .is_none_or(|place| seen.get(&place) != Some(&index))
            });
            let hidden: Vec<Played> = hidden.map(|(_, &(_, played))| played).collect();
            let keeps = options.captured == Captured::Kept;
            for played in hidden {
                let Some(number) = printed(&played) else {
                    continue;
                };
                let place = match played.place {
                    None => Place::Pass,
                    Some(point) => place(scene, point, keeps),
                };
                let side = Some(played.side);
                scene.notes.push(Note {
                    number,
                    side,
                    place,
                });
            }
        }
    }
}

/// The piece a move puts down.
fn piece(scene: &Scene, played: &Played) -> Piece {
    if scene.board == scene::Board::Holes {
        Piece::Peg(played.side)
    } else {
        Piece::Stone(played.side)
    }
}

/// How the point of a hidden move is called. A stone without a name gets a
/// letter if `letters` says so.
fn place(scene: &mut Scene, point: Point, letters: bool) -> Place {
    if let Some(spot) = scene.at(point) {
        match (&spot.label, spot.number) {
            (Some(label), _) if !label.is_empty() => return Place::Label(label.clone()),
            (_, Some(number)) => return Place::Number(number),
            _ => {}
        }
        if letters && spot.mark.is_none() && spot.piece.is_some() {
            let used: BTreeSet<&str> = scene
                .spots
                .values()
                .filter_map(|spot| spot.label.as_deref())
                .collect();
            let free = (0..=u16::MAX)
                .map(|index| scene::Axis::LowerLetters.name(index))
                .find(|letter| !used.contains(letter.as_str()));
            if let Some(letter) = free {
                scene.spot(point).label = Some(letter.clone());
                return Place::Label(letter);
            }
        }
    }
    Place::Point(point)
}

/// Notes moves whose numbers lie outside of what is drawn.
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
    let hidden: Vec<bool> = scene
        .notes
        .iter()
        .map(|note| matches!(note.place, Place::Point(point) if !window.shows(point)))
        .collect();
    for (note, is_hidden) in scene.notes.iter_mut().zip(hidden) {
        if is_hidden {
            note.place = Place::Elsewhere;
        }
    }
    scene.notes.append(&mut elsewhere);
    scene.notes.sort_by_key(|note| note.number);
}
