/// How a verb ended. Of several outcomes the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done, and nothing to say: 0.
    #[default]
    Clean,
    /// Done, and something was found: 1.
    Findings,
    /// Something could not be done: 2.
    Failure,
    /// As SGFC: nothing worse than warnings: 5.
    SgfcWarnings,
    /// As SGFC: errors: 10.
    SgfcErrors,
    /// As SGFC: no game record, or not to be read: 20.
    SgfcFatal,
}

impl Exit {
    /// The number the shell sees.
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

    /// Takes another outcome into account.
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
