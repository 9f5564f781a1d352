/// Confidence of a format that bytes are in this format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The bytes are in another format.
    #[default]
    No,
    /// No evidence against it, but other files look the same.
    Possible,
    /// The bytes look like this format.
    Likely,
    /// No other format begins like this.
    Certain,
}

impl Confidence {
    /// Returns `self` if `is_so`, otherwise [`Confidence::No`].
    pub(crate) const fn when(self, is_so: bool) -> Self {
        if is_so { self } else { Self::No }
    }
}
