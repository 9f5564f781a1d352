//! Labels of moves, explained under the board: "A = 12".

use super::{Place, Scene, Spot};

impl Scene {
    /// Adds a reference, in order of label.
    fn add_reference(&mut self, label: String, number: u32) {
        let place = self
            .references
            .partition_point(|(other, _)| *other <= label);
        self.references.insert(place, (label, number));
    }

    /// Shows the numbers of moves in place of the labels on them, which become references: a figure without one of its
    /// numbers has a move that nobody finds. Labels that are numbers stay: comments speak of the numbers of their author.
    pub(crate) fn show_numbers(&mut self) {
        let mut labels = Vec::new();
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
            labels.push((label, number));
        }
        for (label, number) in labels {
            self.add_reference(label, number);
        }
    }

    /// Refers from a label of the comment to the number at its point, unless the label is a number of the figure.
    pub(crate) fn refer(&mut self, label: String, spot: &Spot) {
        let Some(number) = shown_number(spot) else {
            return;
        };
        let mut shown = self.spots.values().filter_map(shown_number);
        if !is_number(&label) || !shown.any(|number| number.to_string() == label.trim()) {
            self.add_reference(label, number);
        }
    }
}

/// The number that a point shows: that of its move, or the label in its place.
fn shown_number(spot: &Spot) -> Option<u32> {
    let number = spot.number?;
    let label = spot.label.as_deref();
    Some(label.map_or(number, |label| label.trim().parse().unwrap_or(number)))
}

fn is_number(label: &str) -> bool {
    label.trim().bytes().all(|byte| byte.is_ascii_digit())
}
