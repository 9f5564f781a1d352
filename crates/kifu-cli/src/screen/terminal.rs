//! The abilities of the terminal: from the environment, and from its answers.

use std::env;

use super::answers::Answers;

/// A way to send pictures to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The terminal graphics protocol of kitty.
    Kitty,
    /// Inline images of iTerm2.
    Iterm,
    /// Sixel graphics of the VT340.
    Sixel,
}

/// Known properties of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// How it shows pictures; `None` if it shows none.
    pub(crate) protocol: Option<Protocol>,
    /// Width and height of a cell in pixels.
    pub(crate) cell: Option<(u16, u16)>,
    /// The color of its background.
    pub(crate) background: Option<(u8, u8, u8)>,
    /// Whether a multiplexer (tmux, screen) draws on the terminal.
    pub(crate) is_multiplexed: bool,
}

/// The cell assumed for protocols that scale pictures to cells.
const USUAL_CELL: (u16, u16) = (10, 20);

/// The cells that are believed, in pixels: a wrong answer must not ask for a huge picture.
const LEAST_CELL: (u16, u16) = (3, 6);
const MOST_CELL: (u16, u16) = (80, 160);

impl Terminal {
    /// Combines the environment with the answers of the terminal; `window` is the size of a cell by the system.
    pub(super) fn of(
        environment: Environment,
        answers: &Answers,
        window: Option<(u16, u16)>,
    ) -> Self {
        let is_believable = |cell: &(u16, u16)| {
            (LEAST_CELL.0..=MOST_CELL.0).contains(&cell.0)
                && (LEAST_CELL.1..=MOST_CELL.1).contains(&cell.1)
        };
        let cell = window
            .filter(is_believable)
            .or(answers.cell.filter(is_believable));
        // The answers come in the order of the questions, so a terminal that knows kitty's protocol says so first.
        let is_silent = !answers.is_complete;
        let protocol = if !cfg!(feature = "pictures") || environment.is_plain {
            None
        } else if answers.has_kitty || is_silent && environment.names_kitty {
            Some(Protocol::Kitty)
        } else if environment.names_iterm {
            Some(Protocol::Iterm)
        } else if answers.has_sixel && cell.is_some() {
            Some(Protocol::Sixel)
        } else {
            None
        };
        Self {
            protocol,
            cell,
            background: answers.background,
            is_multiplexed: environment.is_multiplexed,
        }
    }

    /// Whether its background is known to be dark.
    pub(crate) fn is_dark(&self) -> bool {
        self.background.is_some_and(|(r, g, b)| {
            // The weights of Rec. 601.
            u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114 < 128_000
        })
    }

    /// The size of a cell in pixels.
    pub(crate) fn cell(&self) -> (u16, u16) {
        self.cell.unwrap_or(USUAL_CELL)
    }
}

/// The variables of the environment that describe the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is known by variables of its own"
)]
pub(super) struct Environment {
    /// A terminal without control sequences, or one that does not ignore unknown ones.
    pub(super) is_plain: bool,
    names_kitty: bool,
    names_iterm: bool,
    pub(super) is_multiplexed: bool,
}

impl Environment {
    pub(super) fn read() -> Self {
        Self::from(|name| env::var(name).ok())
    }

    fn from(variable: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name| variable(name).unwrap_or_default();
        let (term, program) = (text("TERM"), text("TERM_PROGRAM"));
        let has = |name| !text(name).is_empty();
        let multiplexers = ["tmux", "screen"];
        let is_multiplexed = has("TMUX")
            || has("STY")
            || multiplexers.iter().any(|name| term.starts_with(name))
            || multiplexers.contains(&program.as_str());
        Self {
            is_plain: matches!(term.as_str(), "" | "dumb" | "linux"),
            // A multiplexer hands the variables of another terminal down.
            names_kitty: !is_multiplexed
                && (has("KITTY_WINDOW_ID")
                    || matches!(term.as_str(), "xterm-kitty" | "xterm-ghostty")
                    || program == "ghostty"),
            names_iterm: !is_multiplexed
                && (matches!(program.as_str(), "iTerm.app" | "WezTerm" | "mintty")
                    || text("LC_TERMINAL") == "iTerm2"),
            is_multiplexed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, Environment, Protocol, Terminal};

    /// Variables, bytes that the terminal sends, the cell by the system, and the protocol.
    type Case<'a> = (&'a str, &'a str, Option<(u16, u16)>, Option<Protocol>);

    const CELL: Option<(u16, u16)> = Some((10, 20));
    const KITTY: Option<Protocol> = Some(Protocol::Kitty);
    const ITERM: Option<Protocol> = Some(Protocol::Iterm);
    const SIXEL: Option<Protocol> = Some(Protocol::Sixel);

    const CASES: &[Case<'_>] = &[
        // Nothing is known.
        ("TERM=xterm-256color", "", None, None),
        ("TERM=xterm-256color", "", CELL, None),
        ("TERM=xterm-256color", "\x1b[?62c", CELL, None),
        // Answers.
        (
            "TERM=xterm-256color",
            "\x1b_Gi=31;OK\x1b\\\x1b[?62c",
            None,
            KITTY,
        ),
        (
            "TERM=xterm-256color",
            "\x1b_Gi=31;OK\x1b\\\x1b[?62;4c",
            CELL,
            KITTY,
        ),
        (
            "TERM=xterm-256color",
            "\x1b_Gi=31;ENOENT:no\x1b\\\x1b[?62c",
            CELL,
            None,
        ),
        (
            "TERM=xterm-256color",
            "\x1b_Gi=7;OK\x1b\\\x1b[?62c",
            CELL,
            None,
        ),
        ("TERM=xterm-256color", "\x1b[?62;4c", CELL, SIXEL),
        ("TERM=xterm-256color", "\x1b[?4;6c", CELL, None),
        ("TERM=xterm-256color", "\x1b[?62;14;44c", CELL, None),
        // Sixel needs the size of cells, from the system or the terminal.
        ("TERM=xterm-256color", "\x1b[?62;4c", None, None),
        (
            "TERM=xterm-256color",
            "\x1b[6;20;10t\x1b[?62;4c",
            None,
            SIXEL,
        ),
        (
            "TERM=xterm-256color",
            "\x1b[6;9999;9999t\x1b[?62;4c",
            None,
            None,
        ),
        (
            "TERM=xterm-256color",
            "\x1b[6;0;0t\x1b[?62;4c",
            Some((0, 0)),
            None,
        ),
        // The environment, if the terminal answers nothing.
        ("TERM=xterm-kitty", "", None, KITTY),
        ("TERM=xterm-ghostty", "", None, KITTY),
        ("TERM=xterm-256color KITTY_WINDOW_ID=1", "", None, KITTY),
        ("TERM=xterm-256color TERM_PROGRAM=ghostty", "", None, KITTY),
        (
            "TERM=xterm-256color TERM_PROGRAM=iTerm.app",
            "",
            None,
            ITERM,
        ),
        ("TERM=xterm-256color TERM_PROGRAM=WezTerm", "", None, ITERM),
        ("TERM=xterm-256color LC_TERMINAL=iTerm2", "", None, ITERM),
        ("TERM=xterm-256color TERM_PROGRAM=vscode", "", CELL, None),
        ("TERM=xterm-256color KITTY_WINDOW_ID=", "", None, None),
        // Another terminal that was started from kitty.
        (
            "TERM=xterm-256color KITTY_WINDOW_ID=1",
            "\x1b[?62;22c",
            CELL,
            None,
        ),
        (
            "TERM=xterm-256color KITTY_WINDOW_ID=1",
            "\x1b[?62;4c",
            CELL,
            SIXEL,
        ),
        // The better protocol of two.
        (
            "TERM=xterm-256color TERM_PROGRAM=WezTerm",
            "\x1b_Gi=31;OK\x1b\\\x1b[?62;4c",
            CELL,
            KITTY,
        ),
        (
            "TERM=xterm-256color TERM_PROGRAM=iTerm.app",
            "\x1b[?62;4c",
            CELL,
            ITERM,
        ),
        // Multiplexers hand variables down.
        (
            "TERM=tmux-256color TERM_PROGRAM=tmux LC_TERMINAL=iTerm2",
            "",
            CELL,
            None,
        ),
        ("TERM=xterm-kitty TMUX=/tmp/tmux", "", CELL, None),
        ("TERM=screen KITTY_WINDOW_ID=1", "", CELL, None),
        ("TERM=screen.xterm-kitty STY=1", "", CELL, None),
        ("TERM=tmux-256color", "\x1b[?62;4c", CELL, SIXEL),
        // Terminals without control sequences.
        ("TERM=dumb KITTY_WINDOW_ID=1", "", CELL, None),
        ("TERM=linux", "\x1b[?6;4c", CELL, None),
        ("", "\x1b[?62;4c", CELL, None),
    ];

    fn environment(variables: &str) -> Environment {
        Environment::from(|name| {
            let pairs = variables.split(' ').filter_map(|pair| pair.split_once('='));
            let mut found = pairs.filter(|(own, _)| *own == name);
            found.next().map(|(_, value)| value.to_owned())
        })
    }

    #[cfg(feature = "pictures")]
    #[test]
    fn protocols() {
        for (variables, sent, window, expected) in CASES {
            let mut answers = Answers::default();
            answers.read(sent.as_bytes());
            let terminal = Terminal::of(environment(variables), &answers, *window);
            assert_eq!(terminal.protocol, *expected, "{variables} {sent:?}");
        }
    }

    #[test]
    fn multiplexers() {
        for (variables, is_multiplexed) in [
            ("TERM=tmux-256color", true),
            ("TERM=screen-256color", true),
            ("TERM=xterm TMUX=/tmp/tmux-0/default,1,0", true),
            ("TERM=xterm TERM_PROGRAM=tmux", true),
            ("TERM=xterm-256color TMUX=", false),
            ("TERM=xterm-kitty KITTY_WINDOW_ID=1", false),
        ] {
            let own = environment(variables);
            assert_eq!(own.is_multiplexed, is_multiplexed, "{variables}");
        }
    }

    #[test]
    fn backgrounds() {
        for (background, is_dark) in [
            (None, false),
            (Some((0, 0, 0)), true),
            (Some((255, 255, 255)), false),
            // Solarized.
            (Some((0, 43, 54)), true),
            (Some((253, 246, 227)), false),
        ] {
            let terminal = Terminal {
                background,
                ..Terminal::default()
            };
            assert_eq!(terminal.is_dark(), is_dark, "{background:?}");
        }
    }
}
