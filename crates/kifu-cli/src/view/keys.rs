//! Keys, and what they do: the table that the help screen shows.

/// Something the user wants while looking at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Forward(usize),
    Back(usize),
    Start,
    End,
    /// The variation before (-1) or after (1).
    Variation(isize),
    /// The child of this number, from 0.
    Child(usize),
    Branch(isize),
    Comment(isize),
    Figure(isize),
    AskNumber,
    AskText,
    Again(isize),
    Game(isize),
    Games,
    Info,
    Turn,
    Scroll(isize),
    Hints,
    View,
    /// Numbers on the stones.
    Numbers,
    /// The names of points.
    Names,
    /// Draws the board as pixels or as text.
    Pixels,
    /// The next skin.
    Skin,
    /// Goes on by itself.
    Autoplay,
    /// Guess the next move.
    Guess,
    /// Solve the problem.
    Solve,
    /// Edit the comment.
    Edit,
    /// Put marks.
    Mark,
    Help,
    Quit,
}

/// Keys for an action, and the words for it; of several rows the first has the words.
pub(crate) struct Binding {
    pub(crate) keys: &'static [&'static str],
    pub(crate) action: Action,
    pub(crate) words: &'static str,
}

const fn row(keys: &'static [&'static str], action: Action, words: &'static str) -> Binding {
    Binding {
        keys,
        action,
        words,
    }
}

/// The keys while a game is shown.
pub(crate) const BINDINGS: &[Binding] = &[
    row(&["right", "l", "space"], Action::Forward(1), "forward"),
    row(&["left", "h", "backspace"], Action::Back(1), "back"),
    row(&["pagedown"], Action::Forward(10), "ten forward"),
    row(&["pageup"], Action::Back(10), "ten back"),
    row(&["home"], Action::Start, "start"),
    row(&["end"], Action::End, "end"),
    row(&["down", "j"], Action::Variation(1), "next variation"),
    row(&["up", "k"], Action::Variation(-1), "previous variation"),
    row(&["1"], Action::Child(0), "take variation 1 to 9"),
    row(&["2"], Action::Child(1), ""),
    row(&["3"], Action::Child(2), ""),
    row(&["4"], Action::Child(3), ""),
    row(&["5"], Action::Child(4), ""),
    row(&["6"], Action::Child(5), ""),
    row(&["7"], Action::Child(6), ""),
    row(&["8"], Action::Child(7), ""),
    row(&["9"], Action::Child(8), ""),
    row(&["b"], Action::Branch(1), "next branch"),
    row(&["B"], Action::Branch(-1), "previous branch"),
    row(&["c"], Action::Comment(1), "next comment"),
    row(&["C"], Action::Comment(-1), "previous comment"),
    row(&["f"], Action::Figure(1), "next figure"),
    row(&["F"], Action::Figure(-1), "previous figure"),
    row(&["g"], Action::AskNumber, "go to a move"),
    row(&["/"], Action::AskText, "search text"),
    row(&["n"], Action::Again(1), "next hit"),
    row(&["N"], Action::Again(-1), "previous hit"),
    row(&[">"], Action::Game(1), "next game"),
    row(&["<"], Action::Game(-1), "previous game"),
    row(&["o"], Action::Games, "list of games"),
    row(&["i"], Action::Info, "about game and node"),
    row(&["tab"], Action::Turn, "board or text"),
    row(&["d", "]"], Action::Scroll(5), "scroll the comment"),
    row(&["u", "["], Action::Scroll(-5), "scroll it back"),
    row(&["v"], Action::Hints, "variations on board"),
    row(&["w"], Action::View, "whole board or part"),
    row(&["m"], Action::Numbers, "move numbers"),
    row(&["x"], Action::Names, "coordinates"),
    row(&["p"], Action::Pixels, "pixels or text"),
    row(&["s"], Action::Skin, "next skin"),
    row(&["a"], Action::Autoplay, "go on by itself"),
    row(&["G"], Action::Guess, "guess the next move"),
    row(&["P"], Action::Solve, "solve the problem"),
    row(&["e"], Action::Edit, "edit the comment"),
    row(&["M"], Action::Mark, "put marks"),
    row(&["?", "f1"], Action::Help, "this help"),
    row(&["q", "esc", "ctrl-c"], Action::Quit, "quit"),
];

/// The keys of the page about the game and the node.
pub(crate) const INFO_KEYS: &[(&str, &str)] = &[
    ("down, up, j, k", "scroll by a line"),
    ("pagedown, pageup", "scroll by ten lines"),
    ("home", "scroll to the start"),
    ("?", "this help"),
    ("any other key", "go back to the game"),
];

/// The keys of the list of games of a file.
pub(crate) const GAMES_KEYS: &[(&str, &str)] = &[
    ("down, up, j, k", "choose a game"),
    ("pagedown, pageup", "ten games"),
    ("home, end", "first, last game"),
    ("enter, right", "open the game"),
    ("?", "this help"),
    ("any other key", "go back to the game"),
];

/// The action of a key while a game is shown.
pub(crate) fn action(key: &str) -> Option<Action> {
    BINDINGS
        .iter()
        .find(|binding| binding.keys.contains(&key))
        .map(|binding| binding.action)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::BINDINGS;

    #[test]
    fn no_key_does_two_things() {
        let mut seen = BTreeSet::new();
        for key in BINDINGS.iter().flat_map(|binding| binding.keys) {
            assert!(seen.insert(key), "{key}");
        }
    }
}
