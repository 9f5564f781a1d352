/// Confidence of a format that bytes are in this format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// They are something else.
    #[default]
    No,
    /// No evidence against it, but other files look the same.
    Possible,
    /// It looks like it.
    Likely,
    /// Nothing else begins like this.
    Certain,
}

impl Confidence {
    /// `self` if it is so, else [`Confidence::No`].
    pub(crate) const fn when(self, is_so: bool) -> Self {
        if is_so { self } else { Self::No }
    }
}
