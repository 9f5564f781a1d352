//! Whether the patterns of a query have a place on the boards of an index.

use std::error;
use std::fmt;

use kifu_go::Size;

use super::Query;
use crate::instance::{instances, transforms};
use crate::pattern::Pattern;

/// The patterns of a query fit on no board of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPlace {
    /// Columns and rows of the patterns.
    patterns: Vec<(u16, u16)>,
    sizes: Vec<Size>,
    at_edges: bool,
}

impl NoPlace {
    /// Whether they would fit with [`Query::slides_onto_edges`]: the drawing lacks edges.
    #[must_use]
    pub const fn fits_at_edges(&self) -> bool {
        self.at_edges
    }
}

impl fmt::Display for NoPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = self.patterns.iter();
        let patterns: Vec<_> = patterns
            .map(|(columns, rows)| format!("{columns}×{rows}"))
            .collect();
        let sizes: Vec<_> = self.sizes.iter().map(ToString::to_string).collect();
        let (patterns, sizes) = (patterns.join(" or "), sizes.join(", "));
        write!(f, "a pattern of {patterns} points ")?;
        if self.at_edges {
            write!(
                f,
                "fits on boards of {sizes} only at edges that it does not show"
            )
        } else {
            write!(f, "does not fit on boards of {sizes}")
        }
    }
}

impl error::Error for NoPlace {}

impl Query {
    /// Whether the pattern and all later patterns fit on boards of a size.
    #[must_use]
    pub fn fits(&self, size: Size) -> bool {
        self.fits_with(size, self.slides_onto_edges)
    }

    fn fits_with(&self, size: Size, slides_onto_edges: bool) -> bool {
        let transforms = transforms(&self.symmetries, self.swaps_colors);
        let has_place = |pattern: &Pattern| {
            !instances(pattern, size, &transforms, slides_onto_edges).is_empty()
        };
        has_place(&self.pattern) && self.later.iter().all(has_place)
    }

    /// Refuses a query that cannot find anything on boards of these sizes, as those of [`Store::sizes`]. Without sizes
    /// there is nothing to refuse.
    ///
    /// # Errors
    /// The patterns fit on no board.
    ///
    /// [`Store::sizes`]: crate::Store::sizes
    pub fn ensure_place(&self, sizes: &[Size]) -> Result<(), NoPlace> {
        let fit = |slides| sizes.iter().any(|size| self.fits_with(*size, slides));
        if sizes.is_empty() || fit(self.slides_onto_edges) {
            return Ok(());
        }
        let patterns = std::iter::once(&self.pattern).chain(&self.later);
        Err(NoPlace {
            patterns: patterns
                .map(|pattern| (pattern.columns(), pattern.rows()))
                .collect(),
            sizes: sizes.to_vec(),
            at_edges: fit(true),
        })
    }
}
