use kifu::Collection;
use kifu::collection::transform::{self, Handicap, Komi, Strip, Turn, ValuePattern};
use kifu::go::Symmetry;
use kifu::select::Record;

use super::rewrite::{Remark, Rewrite, Weight};
use crate::exit::Exit;
use crate::output::Output;
use crate::selected::Selected;

/// Turn boards, swap colors, shorten or strip games
///
/// All properties with points or colors follow, in the notation of each game. A game that the change
/// would make invalid, such as a mirrored Hex game, is left unchanged and reported. Files are rewritten
/// in place; standard input goes to standard output. Everything else keeps its bytes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu transform --symmetry rotate-90 --diff game.sgf
  kifu transform --swap-colors -o swapped.sgf game.sgf
  kifu transform --main-line --strip-kind comments games/")]
pub(crate) struct Transform {
    #[command(flatten)]
    rewrite: Rewrite,

    #[command(flatten)]
    selected: Selected,

    /// Rotate or mirror the board
    #[arg(long, value_name = "HOW")]
    symmetry: Option<SymmetryChoice>,

    /// Swap the colors, and with them players, results and komi
    #[arg(long)]
    swap_colors: bool,

    /// The komi when colors are swapped
    #[arg(
        long,
        alias = "komi",
        value_name = "WHAT",
        default_value = "negate",
        requires = "swap_colors"
    )]
    swap_komi: KomiChoice,

    /// The number of handicap stones when colors are swapped
    #[arg(
        long,
        alias = "handicap",
        value_name = "WHAT",
        default_value = "keep",
        requires = "swap_colors"
    )]
    swap_handicap: HandicapChoice,

    /// Keep only the main line
    #[arg(long)]
    main_line: bool,

    /// End each variation after N moves
    #[arg(long, value_name = "N")]
    crop_variations: Option<usize>,

    /// End all variations after move N
    #[arg(long, value_name = "N")]
    truncate: Option<usize>,

    /// Remove the passes at the end of each variation
    #[arg(long)]
    strip_passes: bool,

    /// Cut comments after N characters; 0 removes them
    #[arg(long, value_name = "N")]
    crop_comments: Option<usize>,

    /// Remove these properties, separated by commas: `LB,BL`
    #[arg(long, value_name = "IDENTIFIERS", value_delimiter = ',', value_parser = identifier)]
    strip: Vec<String>,

    /// Remove these kinds of properties, separated by commas: comments, markup, judgment, analysis,
    /// timing, figures, game-info, private, obsolete
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    strip_kind: Vec<transform::Kind>,

    /// Remove values: `C=text` is an exact match, `C~text` a value that contains the text, `~text` any
    /// property
    #[arg(long, value_name = "PATTERN")]
    strip_value: Vec<ValuePattern>,
}

/// The ways to turn and mirror a board.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum SymmetryChoice {
    /// A quarter turn clockwise
    #[value(name = "rotate-90")]
    Rotate90,
    /// Half a turn
    #[value(name = "rotate-180")]
    Rotate180,
    /// A quarter turn counter-clockwise
    #[value(name = "rotate-270")]
    Rotate270,
    /// Left and right exchanged
    MirrorColumns,
    /// Top and bottom exchanged
    MirrorRows,
    /// Mirrored at the diagonal from the upper left
    Transpose,
    /// Mirrored at the diagonal from the upper right
    AntiTranspose,
}

impl SymmetryChoice {
    /// The choice of a symmetry; none for no change.
    pub(super) const fn of(symmetry: Symmetry) -> Option<Self> {
        Some(match symmetry {
            Symmetry::Identity => return None,
            Symmetry::Rotate90 => Self::Rotate90,
            Symmetry::Rotate180 => Self::Rotate180,
            Symmetry::Rotate270 => Self::Rotate270,
            Symmetry::MirrorColumns => Self::MirrorColumns,
            Symmetry::MirrorRows => Self::MirrorRows,
            Symmetry::Transpose => Self::Transpose,
            Symmetry::AntiTranspose => Self::AntiTranspose,
        })
    }
}

impl From<SymmetryChoice> for Symmetry {
    fn from(choice: SymmetryChoice) -> Self {
        match choice {
            SymmetryChoice::Rotate90 => Self::Rotate90,
            SymmetryChoice::Rotate180 => Self::Rotate180,
            SymmetryChoice::Rotate270 => Self::Rotate270,
            SymmetryChoice::MirrorColumns => Self::MirrorColumns,
            SymmetryChoice::MirrorRows => Self::MirrorRows,
            SymmetryChoice::Transpose => Self::Transpose,
            SymmetryChoice::AntiTranspose => Self::AntiTranspose,
        }
    }
}

/// Treatment of the komi.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum KomiChoice {
    /// Change its sign, so that the result still holds
    Negate,
    /// Keep it
    Keep,
    /// Remove it
    Drop,
}

impl From<KomiChoice> for Komi {
    fn from(choice: KomiChoice) -> Self {
        match choice {
            KomiChoice::Negate => Self::Negate,
            KomiChoice::Keep => Self::Keep,
            KomiChoice::Drop => Self::Drop,
        }
    }
}

/// Treatment of the number of handicap stones.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum HandicapChoice {
    /// Keep it
    Keep,
    /// Remove it; the stones stay
    Drop,
}

impl From<HandicapChoice> for Handicap {
    fn from(choice: HandicapChoice) -> Self {
        match choice {
            HandicapChoice::Keep => Self::Keep,
            HandicapChoice::Drop => Self::Drop,
        }
    }
}

fn identifier(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err("an identifier is made of letters: `LB`".to_owned());
    }
    Ok(text.to_ascii_uppercase())
}

impl Transform {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let transform = self.transform();
        anyhow::ensure!(
            !transform.is_empty(),
            "nothing to do: select a change, such as `--symmetry rotate-90` or `--main-line`"
        );
        let selection = self.selected.selection();
        self.rewrite.run(output, |part, collection| {
            let selected: Vec<_> = collection
                .games()
                .filter(|game| {
                    let record = Record::in_file(*game, part.file).after_games(part.first);
                    selection.matches(record)
                })
                .map(|game| game.number())
                .collect();
            let mut remarks = Vec::new();
            for number in selected {
                remarks.extend(changed(collection, number, &transform));
            }
            Ok(remarks)
        })
    }

    fn transform(&self) -> transform::Transform {
        let strip = Strip::default();
        let strip = self
            .strip
            .iter()
            .fold(strip, |strip, id| strip.identifier(id));
        let kinds = self.strip_kind.iter();
        let strip = kinds.fold(strip, |strip, kind| strip.kind(*kind));
        let values = self.strip_value.iter().cloned();
        transform::Transform {
            main_line: self.main_line,
            crop_variations: self.crop_variations,
            truncate: self.truncate,
            strip_passes: self.strip_passes,
            strip: values.fold(strip, Strip::value),
            crop_comments: self.crop_comments,
            turn: Turn {
                symmetry: self.symmetry.map_or_else(Symmetry::default, Into::into),
                swaps_colors: self.swap_colors,
                komi: self.swap_komi.into(),
                handicap: self.swap_handicap.into(),
            },
        }
    }
}

/// Changes a game, and reports values that did not follow.
fn changed(
    collection: &mut Collection,
    number: usize,
    transform: &transform::Transform,
) -> Vec<Remark> {
    let start = collection.game(number).and_then(|game| game.span());
    let Some(mut game) = collection.game_mut(number) else {
        return Vec::new();
    };
    match transform.apply(&mut game) {
        Ok(notes) => notes
            .into_iter()
            .map(|note| Remark {
                span: note.span,
                weight: Weight::Kept,
                text: note.message,
            })
            .collect(),
        Err(refusal) => vec![Remark {
            span: start,
            weight: Weight::Failed,
            text: format!("not changed: {refusal}"),
        }],
    }
}
