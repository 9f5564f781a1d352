//! Go rules: problems on the board.

pub(crate) mod handicap_stones;
pub(crate) mod ko;
pub(crate) mod komi_and_result;
pub(crate) mod move_on_stone;
pub(crate) mod position_repeats;
pub(crate) mod result_and_position;
pub(crate) mod same_color_twice;
pub(crate) mod suicide;
pub(crate) mod superko;

use crate::Rule;

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &move_on_stone::RULE,
    &ko::RULE,
    &superko::RULE,
    &suicide::RULE,
    &position_repeats::RULE,
    &same_color_twice::RULE,
    &handicap_stones::RULE,
    &komi_and_result::RULE,
    &result_and_position::RULE,
];
