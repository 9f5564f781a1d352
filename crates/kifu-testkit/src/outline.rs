use std::fmt::Write;

/// Writes trees in the notation of the suite: SGF without its values.
///
/// `(;FF SZ AB*3;B(;W)(;W;B))`: a node is `;` with its identifiers as written, in the order of the input, with a space
/// between them; `*N` after an identifier is its number of values if that is not one. A node with one child is
/// followed by it in the same sequence, one with more has them in parentheses. Several games have a space between
/// them. The output depends on the tree, not on its notation: `(;B(;W))` is `(;B;W)`, and a node after a variation is
/// another variation. Variations without a common root are next to each other in the parentheses of their game.
///
/// ```
/// use kifu_testkit::Outline;
///
/// let mut outline = Outline::default();
/// outline.tree_begin();
/// outline.node_begin();
/// outline.property("AB", 2);
/// outline.tree_begin();
/// outline.node_begin();
/// outline.tree_end();
/// outline.node_begin();
/// outline.property("B", 1);
/// outline.tree_end();
/// assert_eq!(outline.finish(), "(;AB*2(;)(;B))");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Outline {
    nodes: Vec<Node>,
    /// The roots of each game.
    games: Vec<Vec<usize>>,
    /// The last node of each open sequence.
    open: Vec<Option<usize>>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    properties: String,
    children: Vec<usize>,
}

/// The items that remain to be written.
enum Work {
    Text(char),
    Nodes(Vec<usize>),
}

impl Outline {
    /// A game begins, or a variation of the last node.
    pub fn tree_begin(&mut self) {
        if let Some(&last) = self.open.last() {
            self.open.push(last);
        } else {
            self.games.push(Vec::new());
            self.open.push(None);
        }
    }

    /// A node begins: a child of the last node of its sequence.
    pub fn node_begin(&mut self) {
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        let siblings = match self.open.last_mut().and_then(|last| last.replace(id)) {
            Some(parent) => Some(&mut self.nodes[parent].children),
            None => self.games.last_mut(),
        };
        if let Some(siblings) = siblings {
            siblings.push(id);
        }
    }

    /// A property of the last node.
    pub fn property(&mut self, identifier: &str, values: usize) {
        let Some(node) = self.nodes.last_mut() else {
            return;
        };
        if !node.properties.is_empty() {
            node.properties.push(' ');
        }
        node.properties.push_str(identifier);
        if values != 1 {
            // Writing to a `String` cannot fail.
            let _ = write!(node.properties, "*{values}");
        }
    }

    /// A game or a variation ends.
    pub fn tree_end(&mut self) {
        self.open.pop();
    }

    /// The outline of all games.
    #[must_use]
    pub fn finish(mut self) -> String {
        let mut text = String::new();
        for roots in std::mem::take(&mut self.games) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push('(');
            let mut work = vec![Work::Text(')'), Work::Nodes(roots)];
            while let Some(next) = work.pop() {
                match next {
                    Work::Text(char) => text.push(char),
                    Work::Nodes(nodes) => match nodes[..] {
                        [id] => {
                            let node = std::mem::take(&mut self.nodes[id]);
                            text.push(';');
                            text.push_str(&node.properties);
                            work.push(Work::Nodes(node.children));
                        }
                        _ => work.extend(nodes.iter().rev().flat_map(|&id| {
                            [Work::Text(')'), Work::Nodes(vec![id]), Work::Text('(')]
                        })),
                    },
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> String {
        let mut outline = Outline::default();
        for char in text.chars() {
            match char {
                '(' => outline.tree_begin(),
                ')' => outline.tree_end(),
                ';' => outline.node_begin(),
                _ => outline.property(char.encode_utf8(&mut [0; 4]), 1),
            }
        }
        outline.finish()
    }

    #[test]
    fn the_tree_counts_and_not_how_it_was_written() {
        assert_eq!(outline("(;)"), "(;)");
        assert_eq!(outline("()"), "()");
        assert_eq!(outline("(;A(;B))"), "(;A;B)");
        assert_eq!(outline("(;A(;B);C;D)"), "(;A(;B)(;C;D))");
        assert_eq!(outline("((;A)(;B))"), "((;A)(;B))");
        assert_eq!(outline("((;A))(;B)"), "(;A) (;B)");
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = "(;".repeat(100_000);
        assert_eq!(outline(&deep), format!("({})", ";".repeat(100_000)));
    }
}
