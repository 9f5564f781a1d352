//! Expressions that select games.
//!
//! A selection consists of conditions: a field, a comparison, a value. `and`, `or`, `not` and parentheses combine
//! them; `and` may be omitted.
//!
//! | selection | the games |
//! |---|---|
//! | `black=Lee*` | whose black player's name begins with Lee; `*` is any text, `?` any character |
//! | `player~"吴清源"` | with a player of either color whose name contains this |
//! | `date>=2016-03` | that may have been played in March 2016 or later |
//! | `date=2016` | that may have been played in 2016 |
//! | `result=B+R` | that Black won by resignation; `B`, `W+T`, `*+R`, `B+3.5`, `draw`, `void` work the same way |
//! | `winner=B`, `loser=W` | the same games as `result=B`: by color; any other value is the name of the player |
//! | `how=time`, `year>=1990` | decided on time; played in 1990 or later by the first day of the date |
//! | `margin<1` | decided by less than a point |
//! | `komi=7.5 handicap=0 size=19` | with these numbers |
//! | `rank>=9p` | with a player of this rank or a higher one |
//! | `moves<50` | with fewer than 50 moves on the main line |
//! | `rules` | that name their rules; any field alone selects games that have it |
//! | `has(C) and not has(LB)` | with a comment somewhere, and no label |
//! | `file=lee/*.sgf` | in these files, in any folder `lee`; `file=/home/*` begins with the whole path |
//! | `encoding=gb18030 or program=foxwq` | in this encoding, or written by this program |
//! | `player=~"^(lee\|yi) "` | with a player whose name matches the regular expression; letter case is ignored |
//! | `plays(cf dd)`, `plays(1-12: cf)`, `plays(black 120: Q16)` | with these moves on the main line, all of them in the range, of any color or one |
//! | `captures>50 whitecaptured<3` | by captured stones |
//! | `KM=6.5`, `root.C~ko`, `below.C=~"joseki\|tesuji"`, `XY` | by a value of any property: in capitals; of all nodes, of the root, or of all others |
//! | `date=@lee.sgf dyer=@lee.sgf` | with the date and the signature of the first game in this file, if the caller reads files |
//!
//! Names and other texts are compared without regard to case. Values with blanks or parentheses
//! are quoted: `event="Meijin (old)"`, with `\"` for a quote and `\\` for a backslash.
//!
//! # Names of players
//! `player=`, `black=`, `white=`, `winner=` and `loser=` (and `~`) with one name of a player find all of that player's
//! names: `player="Go Seigen"` finds 吳清源 and Wu Qingyuan. [`Players`] is the table; [`Selection::with_players`]
//! replaces it.
//!
//! # Missing values
//! A condition on a missing value is false, and so is one on a number that cannot be read. `komi=missing` selects games
//! without a value and `komi=unreadable` those whose value cannot be read; texts can be missing only (`black=missing`,
//! or `black=""`; in quotes, `"missing"` is a text like any other). `!=` and `!~` are the opposite of `=` and `~`, so
//! they are true for a missing value. An incomplete date matches if one of its possible days does: a game of `2016`
//! matches both `date<2016-06` and `date>2016-06`.
//!
//! ```
//! use kifu_select::Selection;
//! use kifu_sgf::Collection;
//!
//! let games = Collection::from("(;PB[Lee Sedol]RE[B+R]DT[2016-03-13])(;PB[Lee Changho]RE[W+0.5])");
//! let selection = "black=lee* and result=B+R".parse::<Selection>()?;
//! let found = games.games().filter(|game| selection.matches(*game)).count();
//! assert_eq!(found, 1);
//! # Ok::<(), kifu_select::SelectionError>(())
//! ```
//!
//! # Promises
//! - A selection of any length is read and answered without recursion, in linear time.
//! - An error says what is wrong, and where.
//! - The header is looked at first: variations and comments are read only where a condition asks for
//!   them.
#![forbid(unsafe_code)]

mod condition;
mod error;
mod facts;
mod field;
mod group;
mod identifiers;
mod moves;
mod near;
mod outcome;
mod period;
mod players;
mod record;
mod selection;
mod sequence;
mod syntax;
mod text;
mod value;

pub use error::{SelectionError, SelectionErrorKind};
pub use facts::{Facts, is_readable};
pub use field::{Field, Kind};
pub use group::{UNREADABLE, groups, join_groups, result_group};
pub use near::nearest;
pub use outcome::{how, pairing};
pub use players::{Known, Players, SharedName};
pub use record::Record;
pub use selection::{Matcher, Selection};
pub use sequence::{MoveSequence, MoveSequenceError, next_moves};
pub use value::game_matches;
