use core::fmt;

/// Kinds of forbidden repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ko {
    /// A stone that just captured a single stone may not be recaptured immediately, if that would repeat the position
    /// before.
    Simple,
    /// No position may be repeated, with either player to move.
    Positional,
    /// No position may be repeated with the same player to move.
    Situational,
}

/// Scoring method of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scoring {
    /// Stones on the board and the empty points they surround.
    Area,
    /// Surrounded empty points and prisoners; points in seki do not count.
    Territory,
}

/// Points that White gets for the handicap stones, besides komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each handicap stone.
    EachStone,
    /// A point for each handicap stone except the first.
    EachStoneButOne,
}

/// A set of rules: legality of moves and scoring.
///
/// The named sets follow the rule texts. Where practice differs, change single fields:
///
/// ```
/// use kifu_go::{Ko, Rules};
///
/// let servers = Rules { ko: Ko::Simple, ..Rules::CHINESE };
/// assert_eq!(Rules::from_name("chinese"), Some(Rules::CHINESE));
/// # let _ = servers;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The name, in the spelling of FF\[4\] for `RU` if it has one.
    pub name: &'static str,
    /// Forbidden repetitions.
    pub ko: Ko,
    /// Whether a move may remove the player's own stones.
    pub suicide: bool,
    /// Scoring method.
    pub scoring: Scoring,
    /// Points for White for handicap stones; area scoring only.
    pub handicap_bonus: HandicapBonus,
}

impl Rules {
    /// Rules of the American Go Association: situational superko, no suicide, area scoring (or territory with pass
    /// stones, with the same result).
    pub const AGA: Self = Self {
        name: "AGA",
        ko: Ko::Situational,
        suicide: false,
        scoring: Scoring::Area,
        handicap_bonus: HandicapBonus::EachStoneButOne,
    };
    /// Chinese rules of 2002: no position may recur (article 20), no suicide, area.
    pub const CHINESE: Self = Self {
        name: "Chinese",
        ko: Ko::Positional,
        suicide: false,
        scoring: Scoring::Area,
        handicap_bonus: HandicapBonus::EachStone,
    };
    /// Ing's rules (`GOE`, edition of 1996): suicide allowed, area scoring.
    ///
    /// Ing's ko rule is not a function of the moves played. It forbids *invariations* (variations that only repeat an
    /// earlier position) in two ways. In a *fighting ko*, on which the life of groups of both sides depends, a stone
    /// just taken may be retaken only after a move elsewhere or a pass, in multiple kos as in a single one. In a
    /// *disturbing ko*, which only one side can win or lose by (eternal life, a double ko in a seki), that side may
    /// take only once. The rules distinguish them by diagrams, and referees judge by the life and death of the groups
    /// around.
    ///
    /// This set has the part that can be decided: the simple ko, and situational superko for every longer cycle. So
    /// every cycle is forbidden, and in a single ko the same move is forbidden. But in a fighting ko of three and more
    /// it is stricter than Ing, who allows play to continue after a move elsewhere; and in a disturbing ko it stops
    /// the player who closes the cycle, not the one who disturbs. [`Illegal::Superko`](crate::Illegal::Superko) in a
    /// game by these rules is a matter for a referee; [`Illegal::Ko`](crate::Illegal::Ko) is not.
    pub const ING: Self = Self {
        name: "GOE",
        ko: Ko::Situational,
        suicide: true,
        scoring: Scoring::Area,
        handicap_bonus: HandicapBonus::None,
    };
    /// Japanese rules of 1989: simple ko (a longer cycle ends without result), no suicide, territory.
    pub const JAPANESE: Self = Self {
        name: "Japanese",
        ko: Ko::Simple,
        suicide: false,
        scoring: Scoring::Territory,
        handicap_bonus: HandicapBonus::None,
    };
    /// Korean rules: here equal to the Japanese rules.
    pub const KOREAN: Self = Self {
        name: "Korean",
        ..Self::JAPANESE
    };
    /// Rules of the New Zealand Go Society: situational superko, suicide allowed, area.
    pub const NEW_ZEALAND: Self = Self {
        name: "NZ",
        ko: Ko::Situational,
        suicide: true,
        scoring: Scoring::Area,
        handicap_bonus: HandicapBonus::None,
    };
    /// The Tromp–Taylor rules: positional superko, suicide allowed, area.
    pub const TROMP_TAYLOR: Self = Self {
        name: "Tromp-Taylor",
        ko: Ko::Positional,
        suicide: true,
        scoring: Scoring::Area,
        handicap_bonus: HandicapBonus::None,
    };

    /// All named sets.
    pub const ALL: [Self; 7] = [
        Self::AGA,
        Self::CHINESE,
        Self::ING,
        Self::JAPANESE,
        Self::KOREAN,
        Self::NEW_ZEALAND,
        Self::TROMP_TAYLOR,
    ];

    /// Returns the set with this name, in any case and spacing: the FF\[4\] names for `RU` (`AGA`, `GOE`, `Japanese`,
    /// `NZ`), and names that programs write, [`KataGo`](Self::from_katago) among them. `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        const NAMES: [(&str, Rules); 15] = [
            ("aga", Rules::AGA),
            ("american", Rules::AGA),
            ("chinese", Rules::CHINESE),
            ("cn", Rules::CHINESE),
            ("goe", Rules::ING),
            ("ing", Rules::ING),
            ("inggoe", Rules::ING),
            ("japanese", Rules::JAPANESE),
            ("jp", Rules::JAPANESE),
            ("korean", Rules::KOREAN),
            ("kr", Rules::KOREAN),
            ("nz", Rules::NEW_ZEALAND),
            ("newzealand", Rules::NEW_ZEALAND),
            ("tromptaylor", Rules::TROMP_TAYLOR),
            ("tt", Rules::TROMP_TAYLOR),
        ];
        let letters = || name.chars().filter(char::is_ascii_alphanumeric);
        let same =
            |key: &&(&str, Self)| key.0.chars().eq(letters().map(|c| c.to_ascii_lowercase()));
        let named = NAMES.iter().find(same).map(|(_, rules)| *rules);
        named.or_else(|| Self::from_katago(name))
    }

    /// The rules of a text as `KataGo` writes it: `koPOSITIONALscoreAREAtaxNONEsui1`, then optionally `button`
    /// (`0`, `1`), `whb` (`0`, `N`, `N-1`) and `fpok` (`0`, `1`).
    ///
    /// Taxes, the button and friendly passes have no part in [`Rules`]. `None` for any other text.
    #[must_use]
    pub fn from_katago(text: &str) -> Option<Self> {
        /// Takes the key and one of its values from the start of `rest`.
        fn take<T: Copy>(rest: &mut &str, key: &str, values: &[(&str, T)]) -> Option<T> {
            let after = rest.strip_prefix(key)?;
            let (after, value) = values
                .iter()
                .find_map(|(name, value)| Some((after.strip_prefix(name)?, *value)))?;
            *rest = after;
            Some(value)
        }
        const YES_OR_NO: [(&str, bool); 2] = [("0", false), ("1", true)];
        let mut rest = text;
        let kos = [
            ("SIMPLE", Ko::Simple),
            ("POSITIONAL", Ko::Positional),
            ("SITUATIONAL", Ko::Situational),
        ];
        let ko = take(&mut rest, "ko", &kos)?;
        let ways = [("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
        let scoring = take(&mut rest, "score", &ways)?;
        take(&mut rest, "tax", &[("NONE", ()), ("SEKI", ()), ("ALL", ())])?;
        let suicide = take(&mut rest, "sui", &YES_OR_NO)?;
        take(&mut rest, "button", &YES_OR_NO);
        let bonuses = [
            ("0", HandicapBonus::None),
            ("N-1", HandicapBonus::EachStoneButOne),
            ("N", HandicapBonus::EachStone),
        ];
        let handicap_bonus = take(&mut rest, "whb", &bonuses).unwrap_or(HandicapBonus::None);
        take(&mut rest, "fpok", &YES_OR_NO);
        rest.is_empty().then_some(Self {
            name: "KataGo",
            ko,
            suicide,
            scoring,
            handicap_bonus,
        })
    }
}

impl Rules {
    /// Returns the points that White gets for a number of handicap stones, besides komi. A handicap begins at two stones:
    /// one is the first move of a game without komi.
    #[must_use]
    pub const fn handicap_points(&self, stones: u32) -> u32 {
        if stones < 2 {
            return 0;
        }
        match (self.scoring, self.handicap_bonus) {
            (Scoring::Territory, _) | (_, HandicapBonus::None) => 0,
            (_, HandicapBonus::EachStone) => stones,
            (_, HandicapBonus::EachStoneButOne) => stones - 1,
        }
    }
}

impl Default for Rules {
    /// [`Rules::JAPANESE`]: the rules of most records without `RU`.
    fn default() -> Self {
        Self::JAPANESE
    }
}

impl fmt::Display for Rules {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}
