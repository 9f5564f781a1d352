use kifu_sgf::schema::Game;

/// Contents that a format can hold.
///
/// Listed properties can be held; a single value may still not fit, and is then a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// Games that the format supports.
    pub games: &'static [Game],
    /// Whether a file can have several games.
    pub many: bool,
    /// Whether variations can be held.
    pub variations: bool,
    /// Properties of the root that can be held.
    pub root: &'static [&'static str],
    /// Properties of all other nodes that can be held. An `*` means every property.
    pub nodes: &'static [&'static str],
}

impl Support {
    /// Whether a property can be held: in the root, or in any other node.
    #[must_use]
    pub fn has(&self, identifier: &str, is_root: bool) -> bool {
        self.names(identifier, is_root) || self.list(is_root).contains(&"*")
    }

    /// Whether the format has a place of its own for a property: in the root, or in any other node.
    pub(crate) fn names(&self, identifier: &str, is_root: bool) -> bool {
        self.list(is_root).contains(&identifier)
    }

    const fn list(&self, is_root: bool) -> &'static [&'static str] {
        if is_root { self.root } else { self.nodes }
    }
}
