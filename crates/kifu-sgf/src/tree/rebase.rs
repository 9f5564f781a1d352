//! Another text for the same games.

use super::collection::{Collection, Slot};
use super::edited::{Content, Edited, EditedNode};
use super::equality::Compare;
use super::sequences::NONE;

impl Collection {
    /// Replaces the text, the encoding and the changes by those of `other` if both have the same games (in the sense of
    /// [`Compare::Unordered`]); returns whether they have. Nodes keep their ids, and ids of removed nodes stay unused.
    ///
    /// Use it after changing the written text, such as its line ends, to continue editing.
    ///
    /// ```
    /// use kifu_sgf::{Collection, NodeId};
    ///
    /// let mut collection = Collection::from("(;SZ[9];B[aa];W[bb])");
    /// let first = NodeId::new(1);
    /// collection.game_mut(0).unwrap().insert_before(first)?;
    /// let text = collection.to_text().replace(";", "\n;");
    /// assert!(collection.rebase(Collection::from(text)));
    /// assert_eq!(collection.to_text(), "(\n;SZ[9]\n(\n;)\n(\n;B[aa]\n;W[bb]))");
    /// assert_eq!(collection.game(0).unwrap().node(first).unwrap().value("B"), Some("aa"));
    /// # Ok::<(), kifu_sgf::EditError>(())
    /// ```
    pub fn rebase(&mut self, mut other: Self) -> bool {
        self.read_all();
        other.read_all();
        if !self.is_same(&other, Compare::Unordered) {
            return false;
        }
        for number in 0..self.len() {
            let Slot::Edited(edited) = &self.slots()[number] else {
                continue;
            };
            let count = edited.nodes.len();
            let game = self.game(number).into_iter();
            let ids: Vec<u32> = game
                .flat_map(|game| game.nodes())
                .map(|node| node.id().get())
                .collect();
            if ids.len() < count || ids.iter().zip(0..).any(|(id, new)| *id != new) {
                other.game_to_change(number);
                other.edited_mut(number).0.renumber(&ids, count);
            }
        }
        *self = other;
        true
    }
}

impl Edited {
    /// Gives the nodes, which are in file order, the numbers `ids`. There are `count` numbers; others are of removed nodes.
    fn renumber(&mut self, ids: &[u32], count: usize) {
        let id = |old: u32| if old == NONE { NONE } else { ids[old as usize] };
        let mut unused = EditedNode::new(Content::Own(Vec::new()));
        unused.removed = true;
        let nodes = std::mem::replace(&mut self.nodes, vec![unused; count]);
        for (mut node, &new) in nodes.into_iter().zip(ids) {
            for link in [
                &mut node.parent,
                &mut node.first_child,
                &mut node.last_child,
                &mut node.previous_sibling,
                &mut node.next_sibling,
            ] {
                *link = id(*link);
            }
            self.nodes[new as usize] = node;
        }
        self.root = id(self.root);
    }
}
