use kifu_sgf::{GameTree, Node};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// The nodes of a game by their numbers in file order, and the links between them.
pub(crate) struct Flat<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) parent: Vec<u32>,
    first_child: Vec<u32>,
    next_sibling: Vec<u32>,
}

impl<'a> Flat<'a> {
    pub(crate) fn new(game: GameTree<'a>) -> Self {
        Self::of(game.root())
    }

    /// A node and its subtree.
    pub(crate) fn of(top: Node<'a>) -> Self {
        let mut flat = Self {
            nodes: Vec::new(),
            parent: Vec::new(),
            first_child: Vec::new(),
            next_sibling: Vec::new(),
        };
        // The nodes above the next one, each with its number and its last child so far.
        let mut path: Vec<(Node<'a>, u32, u32)> = Vec::new();
        for node in top.subtree() {
            let number = flat.nodes.len() as u32;
            let above = if number == 0 { None } else { node.parent() };
            while path.last().is_some_and(|(last, ..)| Some(*last) != above) {
                path.pop();
            }
            let parent = match path.last_mut() {
                None => NONE,
                Some((_, parent, last)) => {
                    if *last == NONE {
                        flat.first_child[*parent as usize] = number;
                    } else {
                        flat.next_sibling[*last as usize] = number;
                    }
                    *last = number;
                    *parent
                }
            };
            path.push((node, number, NONE));
            flat.nodes.push(node);
            flat.parent.push(parent);
            flat.first_child.push(NONE);
            flat.next_sibling.push(NONE);
        }
        flat
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, number: u32) -> Node<'a> {
        self.nodes[number as usize]
    }

    pub(crate) fn children(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let link = |number: u32| (number != NONE).then_some(number);
        std::iter::successors(link(self.first_child[number as usize]), move |child| {
            link(self.next_sibling[*child as usize])
        })
    }
}
