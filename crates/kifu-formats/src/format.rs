use kifu_sgf::{Collection, GameTree};

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::{self, Head};
use crate::loss::Losses;
use crate::{Confidence, Loss, Notes, Refusal, Support};

/// Result of reading a file.
#[derive(Debug)]
pub struct Import {
    /// The games, as SGF; empty if there was none.
    pub collection: Collection,
    /// Notes on text that was not understood, or was guessed.
    pub notes: Notes,
}

/// Result of writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The file.
    pub bytes: Vec<u8>,
    /// Losses: properties by name, then the rest.
    pub losses: Vec<Loss>,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident: $module:ident,)*) => {
        /// A format of game records other than SGF.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$doc])* $format,)*
        }

        impl Format {
            /// All formats. If two have equal confidence in a file, the first one is used.
            pub const ALL: &[Self] = &[$(Self::$format,)*];

            const fn definition(self) -> &'static Definition {
                match self {
                    $(Self::$format => &crate::$module::DEFINITION,)*
                }
            }
        }
    };
}

formats! {
    /// Tygem GIB: the log of a game on the server Tygem.
    Gib: gib,
    /// NGF of wBaduk and Cyberoro.
    Ngf: ngf,
    /// UGF and UGI of Pandanet.
    Ugf: ugf,
    /// Diagrams of Sensei's Library: lines that begin with `$$`.
    Sensei: sensei,
    /// Commands of the Go Text Protocol.
    Gtp: gtp,
    /// Plain lists of points, and the first format of the program goban.
    Coordinates: coordinates,
    /// The XML of Jago and GoGui.
    Xml: xml,
    /// Ishi, also called the Standard Format for Go data files.
    Ishi: ishi,
    /// Problems of GoTools.
    GoTools: gotools,
    /// GGF of the server GGS.
    Ggf: ggf,
    /// WTHOR, the archive of Othello games.
    Wthor: wthor,
    /// HSGF: Hex of the server Little Golem.
    Hsgf: hsgf,
    /// NIP of the NHK Cup.
    Nip: nip,
    /// NK, a dialect of SGF from Japan.
    Nk: nk,
    /// PGN of chess, and PDN of Othello.
    Pgn: pgn,
    /// Records of Gomocup, written by Piskvork.
    Psq: psq,
    /// `RenLib`: libraries of Renju openings.
    Renlib: renlib,
    /// XML of the Renju database of RIF.
    Rif: rif,
    /// Logs of the server `PandaNet` (IGS).
    Igs: igs,
    /// JSON of the server OGS: games and reviews.
    Ogs: ogs,
    /// JSON lines of the analysis engine of `KataGo`.
    Katago: katago,
    /// Records inside of JSON, from Fox, Yike and Tygem.
    Fox: fox,
}

impl Format {
    /// Detects the format of `bytes`; `None` for SGF, and if no format is detected.
    ///
    /// Only the first 4 KiB are examined, and all of JSON, whose keys come in any order.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::detect(bytes).map(|(format, _)| format)
    }

    /// The format of the highest confidence, and that confidence; of equals the first in [`Format::ALL`].
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<(Self, Confidence)> {
        if head::is_common_sgf(bytes) {
            return None;
        }
        let head = Head::of(bytes);
        let before = head.before_sgf();
        let mut best: Option<(Self, Confidence)> = None;
        for &format in Self::ALL {
            let confidence = format.confidence_in(&head, before.as_ref());
            if confidence > best.map_or(Confidence::No, |(_, best)| best) {
                best = Some((format, confidence));
            }
        }
        best
    }

    /// Whether it looks like SGF, or contains SGF, and has evidence to distinguish itself.
    const fn is_dialect(self) -> bool {
        matches!(
            self,
            Self::Ggf | Self::Hsgf | Self::Nk | Self::Ogs | Self::Katago | Self::Fox
        )
    }

    /// Whether it is detected by its first lines, so that SGF after them is a quotation in a comment or another game.
    const fn has_signature(self) -> bool {
        !matches!(
            self,
            Self::Sensei | Self::Gtp | Self::Coordinates | Self::Igs
        )
    }

    /// Confidence that `bytes` are in this format. If a game of SGF begins in them, only the dialects of SGF
    /// have any, and formats whose first lines, before that game, are certain.
    #[must_use]
    pub fn confidence(self, bytes: &[u8]) -> Confidence {
        let head = Head::of(bytes);
        self.confidence_in(&head, head.before_sgf().as_ref())
    }

    /// `before`: the text before the first game of SGF, if there is one.
    fn confidence_in(self, head: &Head<'_>, before: Option<&Head<'_>>) -> Confidence {
        let detect = self.definition().detect;
        match before {
            Some(before) if !self.is_dialect() => {
                let has_text = self.has_signature() && !before.text.trim().is_empty();
                Confidence::Certain.when(has_text && detect(before) == Confidence::Certain)
            }
            _ => detect(head),
        }
    }

    /// The format of this [`name`](Self::name), in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|format| format.name().eq_ignore_ascii_case(name))
            .copied()
    }

    /// Name of the format in options: `gib`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.definition().name
    }

    /// Common name of the format: `Tygem GIB`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.definition().title
    }

    /// File name extensions, in lower case; the first is the usual one.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        self.definition().extensions
    }

    /// Contents that the format can hold.
    #[must_use]
    pub const fn support(self) -> &'static Support {
        &self.definition().support
    }

    /// Whether it can be written. All formats can be read.
    #[must_use]
    pub const fn writes(self) -> bool {
        self.definition().write.is_some()
    }

    /// The names of all formats that can be written, separated by commas.
    #[must_use]
    pub fn names_written() -> String {
        let written = Self::ALL.iter().filter(|format| format.writes());
        let names: Vec<_> = written.map(|format| format.name()).collect();
        names.join(", ")
    }

    /// Reads a file of this format. It never fails: text that is not understood becomes a note.
    #[must_use]
    pub fn read(self, bytes: &[u8]) -> Import {
        let mut draft = Draft::default();
        (self.definition().read)(bytes, &mut draft);
        let Draft { collection, notes } = draft;
        Import { collection, notes }
    }

    /// Writes one game.
    ///
    /// # Errors
    /// The format is read-only, is for other games, or does not support the board.
    pub fn write(self, game: GameTree<'_>) -> Result<Export, Refusal> {
        self.write_games(&[game])
    }

    /// Writes all games of a collection into one file.
    ///
    /// # Errors
    /// The errors of [`write`](Self::write), and if there are several games but the format is limited to one.
    pub fn write_all(self, collection: &Collection) -> Result<Export, Refusal> {
        self.write_games(&collection.games().collect::<Vec<_>>())
    }

    fn write_games(self, games: &[GameTree<'_>]) -> Result<Export, Refusal> {
        let Definition { support, write, .. } = self.definition();
        let Some(write) = write else {
            return Err(Refusal::ReadOnly { format: self });
        };
        if games.len() != 1 && !support.many {
            return Err(Refusal::OneGameOnly {
                format: self,
                games: games.len(),
            });
        }
        let mut losses = Losses::default();
        for game in games {
            let kind = game.kind();
            if !kind.is_some_and(|kind| support.games.contains(&kind)) {
                return Err(Refusal::OtherGame {
                    format: self,
                    game: kind,
                });
            }
            losses.survey(*game, support);
        }
        let bytes = write(games, &mut losses)?;
        Ok(Export {
            bytes,
            losses: losses.list(),
        })
    }
}
