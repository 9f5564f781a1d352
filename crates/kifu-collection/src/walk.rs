use kifu_sgf::Node;

/// The nodes of a subtree in file order, each with what `step` makes of the value of its parent.
///
/// The values of the nodes on the way down are held, no others.
pub(crate) fn down<'a, T, F>(top: Node<'a>, first: T, step: F) -> Down<'a, T, F>
where
    F: FnMut(&T, Node<'a>) -> T,
{
    Down {
        nodes: top.subtree(),
        path: Vec::new(),
        first,
        step,
    }
}

/// See [`down`].
pub(crate) struct Down<'a, T, F> {
    nodes: kifu_sgf::Nodes<'a>,
    path: Vec<(Node<'a>, T)>,
    first: T,
    step: F,
}

impl<'a, T: Clone, F: FnMut(&T, Node<'a>) -> T> Iterator for Down<'a, T, F> {
    type Item = (Node<'a>, T);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.nodes.next()?;
        let parent = node.parent();
        while self
            .path
            .last()
            .is_some_and(|(last, _)| Some(*last) != parent)
        {
            self.path.pop();
        }
        let above = self.path.last().map_or(&self.first, |(_, value)| value);
        let value = (self.step)(above, node);
        self.path.push((node, value.clone()));
        Some((node, value))
    }
}
