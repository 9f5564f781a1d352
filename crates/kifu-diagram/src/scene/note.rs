//! Notes under a diagram: moves that could not be shown on it.

use super::{Color, Point, Scene};
use crate::lang::{NotePlace, Word};

/// Position of a move in a [`Note`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// At the move of this number: "12 at 7".
    Number(u32),
    /// At this label: "12 at a".
    Label(String),
    /// At a point without number or label: "12 at D4".
    Point(Point),
    /// Nowhere: "12 pass".
    Pass,
    /// The player resigns: "12 resigns".
    Resign,
    /// The player forfeits the game: "12 forfeits".
    Forfeit,
    /// The players agree on a draw: "12 draw".
    Draw,
    /// The player takes the opponent's side: "2 swaps".
    Swap,
    /// Outside the part shown: "12 elsewhere".
    Elsewhere,
}

/// A move that the diagram cannot show at its point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The number of the move.
    pub number: u32,
    /// The player of the move, if the note names it.
    pub side: Option<Color>,
    /// Position of the move.
    pub place: Place,
}

impl Scene {
    /// Returns the notes as one line, as in books: "12, 18 at 7; 15 at 6; 20 pass; A = 3". Moves at one point are grouped,
    /// ordered by the first of each group; references are last. Empty without notes and references.
    pub fn notes_line(&self) -> String {
        self.tied_notes().replace('\u{a0}', " ")
    }

    /// Returns the notes, with no-break spaces where a line should not break.
    pub(crate) fn tied_notes(&self) -> String {
        let mut groups: Vec<(&Place, Vec<u32>)> = Vec::new();
        for note in &self.notes {
            match groups.iter_mut().find(|(place, _)| **place == note.place) {
                Some((_, numbers)) => numbers.push(note.number),
                None => groups.push((&note.place, vec![note.number])),
            }
        }
        // A comma between lists would join them.
        let has_list = groups.iter().any(|(_, numbers)| numbers.len() > 1);
        let entries = groups.into_iter().map(|(place, numbers)| {
            let place = match place {
                Place::Number(number) => NotePlace::At(number.to_string()),
                Place::Label(label) => NotePlace::At(label.clone()),
                Place::Point(point) => NotePlace::At(self.point_name(*point)),
                Place::Pass => NotePlace::Word(Word::Pass),
                Place::Resign => NotePlace::Word(Word::Resigns),
                Place::Forfeit => NotePlace::Word(Word::Forfeits),
                Place::Draw => NotePlace::Word(Word::Draw),
                Place::Swap => NotePlace::Word(Word::Swaps),
                Place::Elsewhere => NotePlace::Word(Word::Elsewhere),
            };
            self.lang.moves_at(&numbers, &place)
        });
        let between = match (self.lang.is_solid(), has_list) {
            (true, _) => "　",
            (false, true) => "; ",
            (false, false) => ", ",
        };
        let references = self.references.iter().map(|(label, number)| {
            let entry = self.lang.reference(label, *number);
            entry.replace(' ', "\u{a0}")
        });
        entries.chain(references).collect::<Vec<_>>().join(between)
    }

    /// Whose turn it is and the prisoners, in one line:
    /// "Black to play · prisoners: Black 3, White 5". Empty if neither is set.
    pub fn status_line(&self) -> String {
        let mut parts = Vec::new();
        if let Some(side) = self.to_play {
            parts.push(self.lang.to_play(side, &self.names));
        }
        if let Some([black, white]) = self.prisoners {
            parts.push(format!(
                "{} {} {black}, {} {white}",
                self.lang.word(Word::Prisoners),
                self.names.black,
                self.names.white
            ));
        }
        let line = parts.join(" · ");
        let mut rest = line.chars();
        match rest.next() {
            Some(first) if first.is_ascii_lowercase() => {
                format!("{}{}", first.to_ascii_uppercase(), rest.as_str())
            }
            _ => line,
        }
    }
}
