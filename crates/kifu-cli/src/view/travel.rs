use kifu::Node;

use super::model::Model;

impl<'a> Model<'a> {
    /// Goes to a place of the line, or to its end.
    pub(super) fn step(&mut self, to: usize) {
        let to = to.min(self.line.len() - 1);
        let node = if to + 1 == self.at {
            self.node.parent()
        } else {
            self.tree.node(self.line[to].node)
        };
        if let Some(node) = node
            && to != self.at
        {
            self.go_to(node);
        }
    }

    /// Goes to the nearest node on the line, before or after this one, that is `wanted`.
    pub(super) fn travel(&mut self, by: isize, what: &str, wanted: impl Fn(Node<'a>) -> bool) {
        let node = |at: usize| self.tree.node(self.line[at].node);
        let is_wanted = |at: &usize| node(*at).is_some_and(&wanted);
        let found = if by < 0 {
            (0..self.at).rev().find(is_wanted)
        } else {
            (self.at + 1..self.line.len()).find(is_wanted)
        };
        match found {
            Some(at) => self.step(at),
            None if by < 0 => self.message = format!("no {what} before this move"),
            None => self.message = format!("no further {what} on this line"),
        }
    }

    /// Takes the variation of this number, from 0: a child, or a sibling where those are shown.
    pub(super) fn child(&mut self, number: usize) {
        let variation = if self.has_siblings {
            self.node.siblings().nth(number)
        } else {
            self.node.children().nth(number)
        };
        match variation {
            Some(child) => self.go_to(child),
            None => self.message = format!("there is no variation {} here", number + 1),
        }
    }

    /// Goes to a variation before or after: of this node, or else of the nearest above that has
    /// one, as many nodes below as this one is, or fewer.
    pub(super) fn variation(&mut self, by: isize) {
        let other = |node: &Node<'a>| {
            if by < 0 {
                node.previous_sibling()
            } else {
                node.next_sibling()
            }
        };
        let mut above = self.node.path_up().enumerate();
        let found = above.find_map(|(below, node)| Some((below, other(&node)?)));
        let Some((below, variation)) = found else {
            self.message = if by < 0 {
                "no variation before this one".to_owned()
            } else {
                "no further variation".to_owned()
            };
            return;
        };
        let target = variation.main_line().take(below + 1).last();
        self.go_to(target.unwrap_or(variation));
    }

    /// Goes to a move of the line.
    pub(crate) fn jump(&mut self, number: u32) {
        match self.line.iter().position(|stop| stop.number == number) {
            Some(at) => self.step(at),
            None => {
                self.message = format!("no move {number}; the last is {}", self.last_number());
            }
        }
    }

    pub(super) fn other_game(&mut self, by: isize) {
        if !self.opens_other_game(by) {
            self.message = if by < 0 {
                "this is the first game".to_owned()
            } else {
                "this is the last game".to_owned()
            };
        }
    }

    /// Opens a game before or after this one: of the list that shows this one, or else of the file. False if there is none.
    fn opens_other_game(&mut self, by: isize) -> bool {
        let number = self.tree.number();
        let list = self.list.as_ref();
        let listed = list.and_then(|list| Some((list, list.place_of(number)?)));
        let Some((list, place)) = listed else {
            let other = number.checked_add_signed(by);
            return other.is_some_and(|number| self.open(number));
        };
        let other = place.checked_add_signed(by);
        match other.and_then(|at| list.games.get(at).copied()) {
            Some((input, game)) if input == list.input => self.open(game),
            other => {
                self.next = other;
                other.is_some()
            }
        }
    }
}
