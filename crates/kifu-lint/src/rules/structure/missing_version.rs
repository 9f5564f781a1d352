//! ## What it does
//!
//! Checks for games without `FF`.
//!
//! ## Why is this bad
//!
//! A game without `FF` is FF[1] by the standard. FF[1] has lower-case letters in identifiers and no rectangles,
//! no encodings and few properties.
//!
//! ## Example
//!
//! ```text
//! (;GM[1]SZ[9]AP[Kifu:1];B[ee])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]SZ[9]AP[Kifu:1];B[ee])
//! ```
//!
//! ## Fix safety
//!
//! Safe if everything in the game means in FF[4] what it means in FF[1]. With lower-case letters in identifiers or
//! properties that FF[4] no longer has, there is no fix: `kifu convert --to ff4` converts such games. There is none either if `FF` is in another
//! node: `S303` moves it.
//!
//! ## References
//!
//! FF[4], `FF`: the default is 1.
//!
//! ## SGFC equivalent
//!
//! Message 40, if the game has a property that FF[1] does not have. SGFC reports each of them.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S330",
    "missing-version",
    Severity::Warning,
    Some(40),
    page!("missing_version.rs"),
);

/// Version of a game without `FF`.
pub(crate) const DEFAULT: u8 = 1;

/// Evidence for the version of a game without `FF`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence {
    /// Offset at which a fix inserts `FF`; `None` if the game has one.
    place: Option<usize>,
    /// Whether text in the game has another meaning in FF\[4\].
    is_old: bool,
    /// Whether there is a property that FF\[1\] does not have.
    is_new: bool,
}

/// Begins a game with this root.
pub(crate) fn begin(cx: &mut Context<'_>, root: &Node<'_>) {
    let place = root.get("FF").is_none().then_some(root.start.end);
    cx.game.undeclared = Evidence {
        place,
        ..Evidence::default()
    };
}

/// Takes a property as evidence.
#[inline]
pub(crate) fn count(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let evidence = &mut cx.game.undeclared;
    if evidence.place.is_none() {
        return;
    }
    evidence.is_old |= node.has_lower_case(prop);
    if let Some(def) = prop.def {
        evidence.is_old |= def.is_changed_by_ff4(prop.count());
        evidence.is_new |= !def.versions.contains(DEFAULT);
    }
}

/// Records that `FF` is in another node, from which a fix moves it: no other version is added.
pub(crate) fn find_elsewhere(cx: &mut Context<'_>) {
    cx.game.undeclared.is_old = true;
}

/// Reports the current game if it has no `FF`.
pub(crate) fn end_game(cx: &mut Context<'_>) {
    let evidence = std::mem::take(&mut cx.game.undeclared);
    let Some(place) = evidence.place else {
        return;
    };
    let root = cx.game.root;
    // Before a `;` that is missing there is no place yet.
    let fix = (!evidence.is_old && !root.is_empty())
        .then(|| Fix::safe("add `FF[4]`", vec![Edit::insert(place, "FF[4]")]));
    cx.report(
        Diagnostic::new(&RULE, root, "no `FF`, which means FF[1]")
            .why("programs may read the game by the rules of an old version")
            .sgfc(if evidence.is_new { RULE.sgfc } else { None })
            .fix(fix),
    );
}
