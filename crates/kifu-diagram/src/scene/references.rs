//! Labels of moves, explained under the board: "A = 12".

use super::{Place, Scene};

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

    /// Shows the numbers of moves in place of the labels that are left on them. Those for which `refers` holds become
    /// references.
    pub(crate) fn show_all_numbers(&mut self, refers: impl Fn(&str, u32) -> bool) {
        for spot in self.spots.values_mut() {
            let Some(number) = spot.number else {
                continue;
            };
            let Some(label) = spot.label.take() else {
                continue;
            };
            for note in &mut self.notes {
                if matches!(&note.place, Place::Label(at) if *at == label) {
                    note.place = Place::Number(number);
                }
            }
            if refers(&label, number) {
                self.references.push((label, number));
            }
        }
    }
}

fn is_number(label: &str) -> bool {
    label.trim().bytes().all(|byte| byte.is_ascii_digit())
}
