/// The exit status of a verb. Of several outcomes, the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Success without findings: 0.
    #[default]
    Clean,
    /// Success with findings: 1.
    Findings,
    /// Failure: 2.
    Failure,
    /// SGFC compatibility: nothing worse than warnings: 5.
    SgfcWarnings,
    /// SGFC compatibility: errors: 10.
    SgfcErrors,
    /// SGFC compatibility: no game record, or unreadable: 20.
    SgfcFatal,
}

impl Exit {
    /// The numeric exit status.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Failure => 2,
            Self::SgfcWarnings => 5,
            Self::SgfcErrors => 10,
            Self::SgfcFatal => 20,
        }
    }

    /// Combines this outcome with another one.
    pub(crate) fn add(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn codes_are_what_the_manual_says() {
        let all = [Exit::Clean, Exit::Findings, Exit::Failure];
        assert_eq!(all.map(Exit::code), [0, 1, 2]);
    }

    #[test]
    fn the_worst_outcome_counts() {
        let all = [Exit::Clean, Exit::Findings, Exit::Failure];
        for (index, first) in all.into_iter().enumerate() {
            for (other, second) in all.into_iter().enumerate() {
                let mut exit = first;
                exit.add(second);
                assert_eq!(exit, all[index.max(other)]);
            }
        }
    }
}
