//! Structure rules: allowed positions and combinations of properties.

pub(crate) mod annotation_without_move;
pub(crate) mod arrow_to_itself;
pub(crate) mod bad_and_good;
pub(crate) mod clears_nothing;
pub(crate) mod contradicting_annotations;
pub(crate) mod duplicate_point;
pub(crate) mod duplicate_property;
pub(crate) mod empty_node;
pub(crate) mod game_info_below_game_info;
pub(crate) mod game_unchecked;
pub(crate) mod games_differ;
pub(crate) mod imitated_sibling;
pub(crate) mod long_identifier;
pub(crate) mod missing_size;
pub(crate) mod missing_version;
pub(crate) mod move_in_root;
pub(crate) mod newer_than_version;
pub(crate) mod property_not_in_version;
pub(crate) mod property_of_another_game;
pub(crate) mod repeats_inherited;
pub(crate) mod root_property_elsewhere;
pub(crate) mod setup_after_root;
pub(crate) mod setup_and_move;
pub(crate) mod setup_without_effect;
pub(crate) mod several_games;
pub(crate) mod two_moves;
pub(crate) mod unknown_property;
pub(crate) mod variation_like_a_game;
pub(crate) mod versions_differ;
pub(crate) mod view_of_old;
pub(crate) mod wrong_board;

use crate::Rule;

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &setup_and_move::RULE,
    &two_moves::RULE,
    &root_property_elsewhere::RULE,
    &game_info_below_game_info::RULE,
    &duplicate_property::RULE,
    &annotation_without_move::RULE,
    &contradicting_annotations::RULE,
    &bad_and_good::RULE,
    &unknown_property::RULE,
    &long_identifier::RULE,
    &property_not_in_version::RULE,
    &property_of_another_game::RULE,
    &move_in_root::RULE,
    &duplicate_point::RULE,
    &setup_without_effect::RULE,
    &several_games::RULE,
    &versions_differ::RULE,
    &games_differ::RULE,
    &setup_after_root::RULE,
    &newer_than_version::RULE,
    &view_of_old::RULE,
    &empty_node::RULE,
    &imitated_sibling::RULE,
    &clears_nothing::RULE,
    &missing_size::RULE,
    &arrow_to_itself::RULE,
    &game_unchecked::RULE,
    &repeats_inherited::RULE,
    &missing_version::RULE,
    &wrong_board::RULE,
    &variation_like_a_game::RULE,
];
