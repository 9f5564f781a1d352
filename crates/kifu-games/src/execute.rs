use kifu_board::Color;
use kifu_sgf::schema::normal_identifier;
use kifu_sgf::value::{self, ValueErrorKind, number};
use kifu_sgf::{Node, Property};

use crate::NoteKind;

/// Effect of a property on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A move: `B`, `W`.
    Move(Color),
    /// Stones set up or removed: `AB`, `AW`, `AE`.
    Setup(Option<Color>),
    /// The number of the move: `MN`.
    Number,
    /// The player to move: `PL`.
    Turn,
    /// The move is executed even if it is illegal: `KO`.
    Force,
    /// Setup of one game only: `AA` of Amazons, `CO`, `CV` and `DI` of Backgammon, `RP` of Octi.
    Other(&'static str),
}

impl Effect {
    /// Returns the effect of a property, by its identifier as written; `None` if it has none.
    #[must_use]
    #[inline]
    pub fn of(written: &str) -> Option<Self> {
        match written {
            "B" => Some(Self::Move(Color::Black)),
            "W" => Some(Self::Move(Color::White)),
            _ if written.bytes().any(|byte| byte.is_ascii_lowercase()) => {
                Self::of_normal(&normal_identifier(written))
            }
            _ => Self::of_normal(written),
        }
    }

    /// The effect of a property, by its identifier in the form of FF\[4\].
    #[must_use]
    #[inline]
    pub fn of_normal(identifier: &str) -> Option<Self> {
        Some(match identifier {
            "B" => Self::Move(Color::Black),
            "W" => Self::Move(Color::White),
            "AB" => Self::Setup(Some(Color::Black)),
            "AW" => Self::Setup(Some(Color::White)),
            "AE" => Self::Setup(None),
            "MN" => Self::Number,
            "PL" => Self::Turn,
            "KO" => Self::Force,
            "AA" => Self::Other("AA"),
            "CO" => Self::Other("CO"),
            "CV" => Self::Other("CV"),
            "DI" => Self::Other("DI"),
            "RP" => Self::Other("RP"),
            _ => return None,
        })
    }
}

/// A move of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play<'a> {
    /// Player of the move.
    pub color: Color,
    /// The first value, raw.
    pub value: &'a str,
    /// The second value, which a move must not have.
    pub second: Option<&'a str>,
    /// Whether the node has `KO`.
    pub is_forced: bool,
    /// Whether the node has a move before this one.
    pub is_further: bool,
}

/// Receiver of the effects of properties, such as a position.
pub trait Target<'a> {
    /// A value of `AB`, `AW` or `AE`, in the order of the file.
    fn set_up(&mut self, stone: Option<Color>, value: &'a str);

    /// All values of `AB`, `AW` and `AE` of the node were given. Not called for nodes without them.
    fn end_setup(&mut self) {}

    /// A value of a property that only one game has ([`Effect::Other`]).
    fn other(&mut self, _identifier: &'static str, _value: &'a str) {}

    /// The number of the move before the next one.
    fn set_number(&mut self, _number: u32) {}

    /// A move, after setup.
    fn play(&mut self, play: Play<'a>);

    /// The player to move, after moves.
    fn set_to_play(&mut self, _color: Color) {}

    /// Reports a value that is unreadable or skipped.
    fn note(&mut self, _value: &'a str, _kind: NoteKind) {}
}

/// Executes nodes: finds the properties that change the position, and applies them in a fixed order: setup, the number
/// of the move, moves, the player to move.
///
/// It takes the properties of a tree ([`node`](Self::node)), or identifiers and values one by one from a parser. One
/// executor serves many games and reuses its memory.
///
/// ```
/// use kifu_board::Color;
/// use kifu_games::{Effect, Executor, Play, Target};
///
/// #[derive(Default)]
/// struct Log(Vec<String>);
/// impl<'a> Target<'a> for Log {
///     fn set_up(&mut self, stone: Option<Color>, value: &'a str) {
///         self.0.push(format!("{stone:?} {value}"));
///     }
///     fn play(&mut self, play: Play<'a>) {
///         self.0.push(format!("{} {}", play.color, play.value));
///     }
/// }
///
/// let mut log = Log::default();
/// let mut executor = Executor::default();
/// for (identifier, value) in [("B", "dd"), ("C", "a comment"), ("AW", "pp")] {
///     executor.property(Effect::of(identifier));
///     executor.value(value, &mut log);
/// }
/// executor.end_node(&mut log);
/// assert_eq!(log.0, ["Some(White) pp", "black dd"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Executor<'a> {
    effect: Option<Effect>,
    /// Whether no value of the property was given yet.
    is_first: bool,
    has_setup: bool,
    is_forced: bool,
    moves: Vec<Play<'a>>,
    number: Option<u32>,
    to_play: Option<Color>,
}

impl<'a> Executor<'a> {
    /// Begins a property with this effect; values of one without an effect are ignored.
    #[inline]
    pub fn property(&mut self, effect: Option<Effect>) {
        self.effect = effect;
        self.is_first = true;
        match effect {
            Some(Effect::Setup(_)) => self.has_setup = true,
            Some(Effect::Force) => self.is_forced = true,
            _ => {}
        }
    }

    /// Takes a raw value of the property.
    #[inline]
    pub fn value(&mut self, raw: &'a str, on: &mut impl Target<'a>) {
        let is_first = core::mem::replace(&mut self.is_first, false);
        match self.effect {
            Some(Effect::Move(color)) => self.add_move(color, raw, is_first),
            Some(Effect::Setup(stone)) => on.set_up(stone, raw),
            Some(Effect::Number) if is_first => match move_number(raw) {
                Ok(number) => self.number = Some(number),
                Err(error) => on.note(raw, NoteKind::NotAMoveNumber(error)),
            },
            Some(Effect::Turn) if is_first => match value::color::parse_lenient(raw) {
                Ok(read) => self.to_play = Some(read.value),
                Err(error) => on.note(raw, NoteKind::NotAPlayer(error.kind)),
            },
            Some(Effect::Other(identifier)) => on.other(identifier, raw),
            Some(Effect::Number | Effect::Turn | Effect::Force) | None => {}
        }
    }

    #[inline]
    fn add_move(&mut self, color: Color, value: &'a str, is_first: bool) {
        if is_first {
            self.moves.push(Play {
                color,
                value,
                second: None,
                is_forced: false,
                is_further: !self.moves.is_empty(),
            });
        } else if let Some(play) = self.moves.last_mut() {
            play.second.get_or_insert(value);
        }
    }

    /// Executes the properties given since the last node.
    #[inline]
    pub fn end_node(&mut self, on: &mut impl Target<'a>) {
        self.effect = None;
        if core::mem::take(&mut self.has_setup) {
            on.end_setup();
        }
        if let Some(number) = self.number.take() {
            on.set_number(number.saturating_sub(u32::from(!self.moves.is_empty())));
        }
        let is_forced = core::mem::take(&mut self.is_forced);
        for play in self.moves.drain(..) {
            on.play(Play { is_forced, ..play });
        }
        if let Some(color) = self.to_play.take() {
            on.set_to_play(color);
        }
    }

    /// Drops the properties given since the last node.
    pub fn clear(&mut self) {
        self.effect = None;
        (self.has_setup, self.is_forced) = (false, false);
        self.moves.clear();
        (self.number, self.to_play) = (None, None);
    }

    /// Moves given since the last node.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &[Play<'a>] {
        &self.moves
    }

    /// Executes a node of a tree.
    pub fn node(&mut self, node: Node<'a>, on: &mut impl Target<'a>) {
        for property in node.properties() {
            self.of_tree(property, Effect::of(property.written_identifier()), on);
        }
        self.end_node(on);
    }

    /// Takes a property of a tree with this effect.
    #[inline]
    pub(crate) fn of_tree(
        &mut self,
        property: Property<'a>,
        effect: Option<Effect>,
        on: &mut impl Target<'a>,
    ) {
        if effect.is_none() {
            return;
        }
        self.property(effect);
        for value in property.values() {
            self.value(value, on);
        }
        // An identifier without a value is a move nonetheless.
        if self.is_first && matches!(effect, Some(Effect::Move(_))) {
            self.value("", on);
        }
    }
}

fn move_number(raw: &str) -> Result<u32, ValueErrorKind> {
    let read = number::parse_lenient(raw).map_err(|error| error.kind)?;
    u32::try_from(read.value).map_err(|_| ValueErrorKind::OutOfRange)
}
