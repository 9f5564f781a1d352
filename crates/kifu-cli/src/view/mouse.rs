//! Clicks and the wheel.

use kifu::NodeId;
use kifu_diagram::Point;
use ratatui::layout::Rect;

use super::model::{Mode, Model, Stop};
use super::task::Task;
use crate::screen::Mouse;

impl Model<'_> {
    /// The mouse was used: a click goes to the move at a point, or to a node of the tree; the wheel steps.
    pub(crate) fn mouse(&mut self, mouse: Mouse) {
        self.message.clear();
        if self.mode != Mode::Play {
            match mouse {
                Mouse::Up => self.press("up"),
                Mouse::Down => self.press("down"),
                Mouse::Click(..) => {}
            }
            return;
        }
        match mouse {
            Mouse::Up if self.task == Task::Read => self.step(self.at.saturating_sub(1)),
            Mouse::Down if self.task == Task::Read => self.step(self.at + 1),
            Mouse::Click(column, row) => self.click(column, row),
            _ => {}
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        let is_there = |(place, _): &&(Rect, NodeId)| place.contains((column, row).into());
        let node = self.branches.iter().find(is_there).map(|&(_, node)| node);
        let point = self.grid.and_then(|grid| grid.point(column, row));
        if let Some(node) = node.and_then(|id| self.tree.node(id)) {
            self.go_to(node);
        } else if let Some(point) = point {
            if self.task == Task::Read {
                self.go_to_move_at(point);
            } else {
                self.play_at(point);
            }
        }
    }

    /// Goes to the next move at a point: a variation here, or else a later or an earlier move of the
    /// line.
    fn go_to_move_at(&mut self, point: Point) {
        let Some(walk) = &self.walk else {
            return;
        };
        if let Some(child) = walk.child_at(point) {
            self.go_to(child);
            return;
        }
        let is_here = |stop: &&Stop| {
            let node = self.tree.node(stop.node);
            node.is_some_and(|node| walk.place_of(node) == Some(point))
        };
        let later = self.line[self.at + 1..].iter().find(is_here);
        let earlier = || self.line[..=self.at].iter().rev().find(is_here);
        let found = later.or_else(earlier).map(|stop| stop.node);
        match found.and_then(|id| self.tree.node(id)) {
            Some(node) => self.go_to(node),
            None => "no move of this line is there".clone_into(&mut self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu::Collection;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use crate::screen::Mouse;
    use crate::view::tests::{pressed, screen, text};

    /// The column and the row of the last such sign on the screen.
    fn place_of(sign: char, terminal: &Terminal<TestBackend>) -> (u16, u16) {
        let shown = text(terminal);
        let lines = shown.lines().zip(0..).collect::<Vec<_>>();
        let found = lines.into_iter().rev().find_map(|(line, row)| {
            let column = line.chars().position(|other| other == sign)?;
            Some((u16::try_from(column).expect("a column"), row))
        });
        found.unwrap_or_else(|| panic!("there is no {sign}:\n{shown}"))
    }

    #[test]
    fn a_click_finds_the_point_in_windows_of_every_size() {
        for sgf in [
            "(;SZ[19]LB[dq:@];B[pd];W[dq])",
            "(;SZ[19]LB[dq:@]VW[aj:js];B[pd];W[dq])",
            "(;GM[11]SZ[11]LB[d9:@];B[a1];W[d9])",
        ] {
            let collection = Collection::from(sgf);
            for (width, height) in [
                (80, 24),
                (100, 30),
                (110, 40),
                (79, 42),
                (44, 24),
                (40, 30),
                (190, 60),
            ] {
                for has_color in [false, true] {
                    let mut model = pressed(&collection, "");
                    model.look.has_color = has_color;
                    let (column, row) = place_of('@', &screen(&mut model, width, height));
                    model.mouse(Mouse::Click(column, row));
                    assert_eq!(model.node.id().get(), 2, "{sgf} {width}x{height}");
                    model.press("home");
                    screen(&mut model, width, height);
                    model.press("G");
                    model.mouse(Mouse::Click(column, row));
                    assert!(model.message.starts_with("no: "), "{}", model.message);
                }
            }
        }
    }

    #[test]
    fn a_click_in_the_tree_goes_to_its_node() {
        let collection = Collection::from("(;SZ[9];B[ee](;W[cc];B[gc])(;W[gg];B[cg]))");
        for (width, height) in [(80, 24), (150, 60), (40, 24)] {
            let mut model = pressed(&collection, "right");
            let (column, row) = place_of('└', &screen(&mut model, width, height));
            for (right, node) in [(0, 4), (1, 4), (3, 5)] {
                model.mouse(Mouse::Click(column + right, row));
                assert_eq!(model.node.id().get(), node);
                screen(&mut model, width, height);
            }
            // The tree is hidden.
            model.press("home");
            model.press("G");
            screen(&mut model, width, height);
            model.mouse(Mouse::Click(column, row));
            assert_eq!(model.node.id().get(), 0);
        }
    }
}
