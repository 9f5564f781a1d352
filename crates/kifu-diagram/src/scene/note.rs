//! Notes under a diagram: moves that could not be shown on it.

use super::{Color, Point, Scene};

/// Where a move of a [`Note`] was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// Where the move of this number stands: "12 at 7".
    Number(u32),
    /// Where this label stands: "12 at a".
    Label(String),
    /// At a point without number or label: "12 at D4".
    Point(Point),
    /// Nowhere: "12 pass".
    Pass,
    /// Outside the part shown: "12 elsewhere".
    Elsewhere,
}

/// A move that the diagram cannot show where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The number of the move.
    pub number: u32,
    /// Who made it, if that is to be said.
    pub side: Option<Color>,
    /// Where.
    pub place: Place,
}

impl Scene {
    /// The notes as a book prints them: "12 at 7, 15, 18 at 6, 20 pass". Moves
    /// in a row at the same place are put together. Empty without notes.
    pub fn notes_line(&self) -> String {
        let mut line = String::new();
        let mut notes = self.notes.iter().peekable();
        while let Some(note) = notes.next() {
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(&note.number.to_string());
            while let Some(next) = notes.next_if(|next| next.place == note.place) {
                line.push_str(", ");
                line.push_str(&next.number.to_string());
            }
            line.push(' ');
            match &note.place {
                Place::Number(number) => {
                    line.push_str("at ");
                    line.push_str(&number.to_string());
                }
                Place::Label(label) => {
                    line.push_str("at ");
                    line.push_str(label);
                }
                Place::Point(point) => {
                    line.push_str("at ");
                    line.push_str(&self.point_name(*point));
                }
                Place::Pass => line.push_str("pass"),
                Place::Elsewhere => line.push_str("elsewhere"),
            }
        }
        line
    }

    /// Whose turn it is and the prisoners, in one line:
    /// "Black to play · prisoners: Black 3, White 5". Empty if neither is set.
    pub fn status_line(&self) -> String {
        let mut parts = Vec::new();
        if let Some(side) = self.to_play {
            parts.push(format!("{} to play", self.names.of(side)));
        }
        if let Some([black, white]) = self.prisoners {
            parts.push(format!(
                "prisoners: {} {black}, {} {white}",
                self.names.black, self.names.white
            ));
        }
        parts.join(" · ")
    }
}
