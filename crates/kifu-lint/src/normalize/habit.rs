//! Habits of programs, repaired if one reading is possible.

use kifu_sgf::Collection;

use crate::change::{Change, Outcome, Place};
use crate::quirk;

/// Repairs habits, and reports those it only recognizes.
pub(super) fn mend(collection: &mut Collection, changes: &mut Vec<Change>) {
    for number in 0..collection.len() {
        let Some(game) = collection.game(number) else {
            continue;
        };
        let found = quirk::detect(game);
        let place = Place::of_node(number, &game.root());
        let (mended, left): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|quirk| !quirk.steps.is_empty());
        for quirk in left {
            if quirk.habit.is_repairable() {
                changes.push(place.at(quirk.span).change(
                    Outcome::Kept,
                    format!(
                        "leave a habit of {} ({})",
                        quirk.habit.program, quirk.habit.name
                    ),
                    format!("{}; the value is ambiguous", quirk.evidence),
                ));
            }
        }
        let Some(mut game) = collection.game_mut(number).filter(|_| !mended.is_empty()) else {
            continue;
        };
        for quirk in mended {
            let place = place.at(quirk.span);
            changes.push(match quirk::repair(&mut game, &quirk) {
                Ok(_) => place.change(
                    Outcome::Changed,
                    format!("{} ({})", quirk.habit.repair, quirk.habit.name),
                    quirk.evidence,
                ),
                Err(error) => place.change(Outcome::Kept, "leave the node", error.to_string()),
            });
        }
    }
}
