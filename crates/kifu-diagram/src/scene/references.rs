//! Labels of moves, explained under the board: "A = 12".

use super::{Place, Scene, Spot};

impl Scene {
    /// Shows the numbers of moves in place of the labels on them, which become references: a figure without one of its
    /// numbers has a move that nobody finds. Labels that are numbers stay: comments speak of the numbers of their author.
    pub(crate) fn show_numbers(&mut self) {
        for spot in self.spots.values_mut() {
            let Some(number) = spot.number else {
                continue;
            };
            let Some(label) = spot.label.take_if(|label| !is_number(label)) else {
                continue;
            };
            for note in &mut self.notes {
                if matches!(&note.place, Place::Label(at) if *at == label) && number < note.number {
                    note.place = Place::Number(number);
                }
            }
            let reference = (label, number);
            let place = self.references.partition_point(|own| *own <= reference);
            self.references.insert(place, reference);
        }
    }
}

/// The number that a point shows: that of its move, or the label in its place. `None` for a point without a move.
pub(crate) fn shown_number(spot: &Spot) -> Option<u32> {
    let number = spot.number?;
    let label = spot.label.as_deref();
    Some(label.map_or(number, |label| label.trim().parse().unwrap_or(number)))
}

fn is_number(label: &str) -> bool {
    label.trim().bytes().all(|byte| byte.is_ascii_digit())
}
