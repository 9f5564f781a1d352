//! All rules, one file each, and the order in which they check a node.

pub(crate) mod encoding;
pub(crate) mod form;
pub(crate) mod go;
pub(crate) mod loss;
pub(crate) mod program;
pub(crate) mod structure;
pub(crate) mod syntax;
pub(crate) mod value;

use kifu_sgf::schema::{Game, PropertyType};
use kifu_sgf::value::{Size, size};
use kifu_syntax::Span;

use crate::Rule;
use crate::context::Context;
use crate::first_game;
use crate::node::Node;
use crate::quirk;
use crate::replay::Replay;
use structure::root_property_elsewhere::key;

/// All rules, in the order of their chapters.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let standard = [
        syntax::RULES,
        encoding::RULES,
        structure::RULES,
        value::RULES,
        go::RULES,
    ];
    standard
        .into_iter()
        .flatten()
        .copied()
        .chain(quirk::rules())
        .chain(form::RULES.iter().copied())
}

/// The rule of this code or name.
#[must_use]
pub fn rule(code_or_name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code.eq_ignore_ascii_case(code_or_name) || rule.name == code_or_name)
}

/// Reads the facts of the root by which its nodes are read.
pub(crate) fn begin_game(cx: &mut Context<'_>, node: &mut Node<'_>) {
    let game = Game::from_value(node.value("GM"));
    node.resolve(game);
    let size = node
        .value("SZ")
        .and_then(|raw| size::parse_lenient(raw).ok())
        .map(|read| read.value)
        .or_else(|| game.and_then(size::default_of))
        .unwrap_or(Size::GO);
    let most = game.and_then(Game::max_size).unwrap_or(u16::MAX);
    let value = |id: &str| {
        let prop = node.get(id)?;
        node.spans(prop).first().copied()
    };
    cx.game.game = game;
    cx.game.size = size.at_most(most);
    cx.game.version = first_game::version(node.value("FF"));
    cx.game.root = node.start;
    // Not after an identifier without a value, which would become part of another.
    let last = node.props.iter().rfind(|prop| prop.count() > 0);
    cx.game.root_end = last.map_or(node.start.end, |prop| prop.end);
    cx.game.handicap = value("HA");
    cx.game.komi = value("KM");
    cx.game.result = value("RE");
    cx.game.rules = value("RU");
    cx.game.charset = value("CA");
    cx.game.version_end = node.get("FF").map_or(node.start.end, |prop| prop.end);
    cx.file.games += 1;
    structure::missing_version::begin(cx, node);
    structure::wrong_board::begin(cx, node);
    cx.game.has_sina_header = quirk::sina_header::explains(cx, node);
    program::suspect_root(cx, node);
    for prop in &node.props {
        let Some(def) = prop.def else {
            continue;
        };
        let key = key(def.identifier);
        if !cx.game.root_props.iter().any(|(own, _)| *own == key) {
            let span = node.spans(prop).first().copied().unwrap_or_default();
            cx.game.root_props.push((key, span));
        }
    }
}

/// Runs the rules that need the whole game; `moves` is its number of moves.
pub(crate) fn end_game(cx: &mut Context<'_>, moves: usize) {
    structure::missing_version::end_game(cx);
    structure::wrong_board::end_game(cx, moves);
}

/// Checks a node whose properties are resolved, then plays it.
pub(crate) fn check_node(cx: &mut Context<'_>, node: &mut Node<'_>, replay: &mut Replay) {
    let mut has = [false; 5];
    let mut grouped = false;
    for prop in &node.props {
        if let Some(def) = prop.def {
            has[def.property_type as usize] = true;
            grouped |= def.group.is_some();
        } else {
            program::suspect(cx, prop);
            form::line_break::keep(cx, node, prop);
            if cx.found.meets(prop.span()) && !quirk::sina_header::names(cx, node, prop) {
                structure::unknown_property::check(cx, node, prop);
                structure::long_identifier::check(cx, node, prop);
                structure::property_of_another_game::check(cx, node, prop);
            }
        }
    }
    let has = |property_type: PropertyType| has[property_type as usize];
    let several = node.props.len() > 1;
    if several {
        structure::duplicate_property::check(cx, node);
    }
    if has(PropertyType::Setup) {
        if has(PropertyType::Move) {
            structure::setup_and_move::check(cx, node);
        }
        structure::setup_after_root::check(cx, node);
        structure::imitated_sibling::check(cx, node);
    }
    if has(PropertyType::Move) {
        structure::two_moves::check(cx, node);
        structure::bad_and_good::check(cx, node);
        structure::annotation_without_move::check(cx, node);
    }
    if grouped {
        if several {
            structure::contradicting_annotations::check(cx, node);
            program::suspect_move_marks(cx, node);
        }
        structure::duplicate_point::check(cx, node);
    }
    if node.is_root {
        structure::several_games::check(cx, node);
        structure::versions_differ::check(cx, node);
        structure::games_differ::check(cx, node);
        structure::game_unchecked::check(cx, node);
        structure::missing_size::check(cx, node);
        structure::move_in_root::check(cx, node);
        if cx.game.game == Some(Game::Go) {
            go::handicap_stones::check(cx, node);
            go::komi_and_result::check(cx, node);
        }
    } else if has(PropertyType::Root) {
        structure::variation_like_a_game::check(cx, node);
        for prop in node.of_type(PropertyType::Root) {
            structure::root_property_elsewhere::check(cx, node, prop);
        }
    }
    structure::empty_node::check(cx, node);
    for prop in &node.props {
        structure::missing_version::count(cx, node, prop);
        let Some(def) = prop.def else {
            continue;
        };
        // The numbers of moves count nodes.
        if node.play().is_some_and(|play| std::ptr::eq(play, prop)) {
            structure::wrong_board::count(cx, node, prop);
        }
        if quirk::sina_header::names(cx, node, prop) {
            continue;
        }
        // Dimmed points also apply to the nodes below, in every reading.
        if !cx.found.meets(prop.span()) && !matches!(def.identifier, "VW" | "DD") {
            continue;
        }
        structure::property_not_in_version::check(cx, node, prop);
        match def.identifier {
            "KI" => value::integer_komi::check(cx, node, prop),
            "B" | "W" => value::pass_in_old_version::check(cx, node, prop),
            "AR" | "LN" => structure::arrow_to_itself::check(cx, node, prop),
            "VW" | "DD" => {
                structure::view_of_old::check(cx, node, prop);
                structure::repeats_inherited::check(cx, node, prop);
                structure::clears_nothing::check(cx, node, prop);
            }
            _ => {}
        }
        structure::newer_than_version::check(cx, node, prop);
        value::check(cx, node, prop, def);
        form::check(cx, node, prop, def);
    }
    if several {
        form::property_order::check(cx, node);
    }
    if has(PropertyType::GameInfo) {
        let mut first: Option<Span> = None;
        for prop in node.of_type(PropertyType::GameInfo) {
            structure::game_info_below_game_info::check(cx, node, prop);
            if structure::game_info_below_game_info::describes(prop) {
                first.get_or_insert(prop.span());
            }
        }
        if cx.state.info.get().is_none() {
            cx.state.info = first.into();
        }
    }
    if node.is_root {
        program::check_root(cx, node);
    }
    replay.node(cx, node);
}

/// Checks the last node of the main line.
pub(crate) fn end_main_line(cx: &mut Context<'_>, node: &Node<'_>, replay: &Replay) {
    if let Some(game) = replay.game() {
        go::result_and_position::check(cx, node, game);
    }
}
