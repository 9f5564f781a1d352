use kifu::encoding::EncodingProblemKind;
use kifu::syntax::ProblemKind;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// Allowed, or once allowed; some programs do not expect it.
    Hint,
    /// Wrong, and what was meant is beyond doubt.
    Warning,
    /// Other programs will read something else, or nothing; or something is lost.
    Error,
}

impl Severity {
    /// All, the worst first.
    pub(super) const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Hint];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    pub(super) const fn of_grammar(kind: ProblemKind) -> Self {
        use ProblemKind as P;
        match kind {
            // The standard has readers look for the first `(;`; old files may use long names.
            P::TextBeforeTree | P::LowercaseIdentifier => Self::Hint,
            P::TextBetweenTrees
            | P::EmptyTree
            | P::InvalidIdentifier
            | P::IdentifierWithoutValue
            | P::UnexpectedText
            | P::NulByte => Self::Warning,
            _ => Self::Error,
        }
    }

    pub(super) const fn of_encoding(kind: EncodingProblemKind) -> Self {
        use EncodingProblemKind as E;
        match kind {
            E::ByteOrderMark | E::MixedCharsets | E::EscapedTrailByte | E::ValuesOnly => Self::Hint,
            E::UnknownCharset | E::MissingCharset => Self::Warning,
            _ => Self::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu::syntax::ProblemKind;

    use super::Severity;

    #[test]
    fn what_is_lost_is_an_error() {
        for kind in [ProblemKind::NoGameTree, ProblemKind::ValueWithoutIdentifier] {
            assert_eq!(Severity::of_grammar(kind), Severity::Error);
        }
        assert!(Severity::Error > Severity::Warning && Severity::Warning > Severity::Hint);
    }
}
