//! Compiles the text of a selection into a sequence of steps.
//!
//! ```text
//! selection = [or]
//! or        = and *("or" and)
//! and       = not *(["and"] not)
//! not       = *"not" part
//! part      = "(" or ")" / "has(" property *("," property) ")" / "plays(" moves ")"
//!           / (field / ["root." / "below."] PROPERTY) [comparison value]
//! ```
//!
//! Operators wait on a stack until their right side is read; a jump that leaves out the right side is
//! written when `and` or `or` is met, and learns where it leads when that side ends.

use crate::condition::{Comparison, Condition, Origin, Scope};
use crate::error::{SelectionError, SelectionErrorKind as Kind};
use crate::field::Field;
use crate::moves::Plays;

/// An error of reading the game that a `@` names.
pub(crate) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Reads a field of the game that a `@` names: the name, and the field. `None` if the game does not have it.
pub(crate) type Reference<'r> = &'r mut dyn FnMut(&str, Field) -> Result<Option<String>, Cause>;

/// The next step of the evaluation, which keeps one current result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// Sets the result to that of this condition.
    Test(Condition),
    /// Negates the result.
    Not,
    /// Jumps to a later step if the result has this value.
    Jump { if_true: bool, to: usize },
}

/// Operator that waits for its right side.
enum Waiting {
    Open(usize),
    Not,
    /// `or` or `and`, and its jump.
    Or(usize),
    And(usize),
}

impl Waiting {
    /// Binding strength of the operator.
    const fn strength(&self) -> u8 {
        match self {
            Self::Open(_) => 0,
            Self::Or(_) => 1,
            Self::And(_) => 2,
            Self::Not => 3,
        }
    }
}

/// Reads a selection; no steps if it is empty.
pub(crate) fn read(text: &str, reference: Reference<'_>) -> Result<Vec<Step>, SelectionError> {
    let mut reader = Reader {
        text,
        reference,
        at: 0,
        steps: Vec::new(),
        waiting: Vec::new(),
    };
    reader.skip_blanks();
    if reader.rest().is_empty() {
        return Ok(Vec::new());
    }
    reader.all()?;
    Ok(reader.steps)
}

struct Reader<'a, 'r> {
    text: &'a str,
    /// Reads a field of the game that a `@` names.
    reference: Reference<'r>,
    at: usize,
    steps: Vec<Step>,
    waiting: Vec<Waiting>,
}

impl<'a> Reader<'a, '_> {
    fn all(&mut self) -> Result<(), SelectionError> {
        loop {
            self.operand()?;
            // After an operand: parentheses that close, then an operator or the end.
            loop {
                self.skip_blanks();
                if !self.take(")") {
                    break;
                }
                self.unwind(1);
                if self.waiting.pop().is_none() {
                    return Err(SelectionError::new(Kind::Unexpected, self.at - 1..self.at));
                }
            }
            if self.rest().is_empty() {
                self.unwind(1);
                return match self.waiting.pop() {
                    Some(Waiting::Open(at)) => {
                        Err(SelectionError::new(Kind::NotClosed, at..at + 1))
                    }
                    _ => Ok(()),
                };
            }
            if self.take_word("or") {
                self.operator(false);
            } else {
                self.take_word("and");
                self.operator(true);
            }
        }
    }

    /// `not` and `(`, as many as there are, and the condition after them.
    fn operand(&mut self) -> Result<(), SelectionError> {
        loop {
            self.skip_blanks();
            let start = self.at;
            if self.take("(") {
                self.waiting.push(Waiting::Open(start));
            } else if self.take_word("not") {
                self.waiting.push(Waiting::Not);
            } else {
                let condition = self.condition()?;
                self.steps.push(Step::Test(condition));
                return Ok(());
            }
        }
    }

    /// Handles `and` or `or`: completes operators on its left that bind as tightly.
    fn operator(&mut self, and: bool) {
        self.unwind(if and { 2 } else { 1 });
        let jump = self.steps.len();
        self.steps.push(Step::Jump {
            if_true: !and,
            to: jump,
        });
        self.waiting.push(if and {
            Waiting::And(jump)
        } else {
            Waiting::Or(jump)
        });
    }

    /// Ends all that waits and binds at least as tight as `strength`.
    fn unwind(&mut self, strength: u8) {
        while let Some(waiting) = self
            .waiting
            .pop_if(|waiting| waiting.strength() >= strength)
        {
            let end = self.steps.len();
            match waiting {
                Waiting::Not => self.steps.push(Step::Not),
                Waiting::And(jump) | Waiting::Or(jump) => {
                    if let Some(Step::Jump { to, .. }) = self.steps.get_mut(jump) {
                        *to = end;
                    }
                }
                Waiting::Open(_) => {}
            }
        }
    }

    fn condition(&mut self) -> Result<Condition, SelectionError> {
        let start = self.at;
        let name = self.word();
        let span = start..self.at;
        if name.is_empty() {
            let length = self.rest().chars().next().map_or(0, char::len_utf8);
            return Err(SelectionError::new(
                Kind::ConditionExpected,
                start..start + length,
            ));
        }
        if name.eq_ignore_ascii_case("has") {
            return self.has(start);
        }
        if name.eq_ignore_ascii_case("plays") {
            return self.plays(start);
        }
        let scope = match name.to_ascii_lowercase().as_str() {
            "root" if self.take(".") => Some(Scope::Root),
            "below" if self.take(".") => Some(Scope::BelowRoot),
            _ => None,
        };
        if let Some(scope) = scope {
            let from = self.at;
            let identifier = self.word();
            if !is_identifier(identifier) {
                let kind = Kind::UnknownField { nearest: None };
                return Err(SelectionError::new(kind, from..self.at));
            }
            return self.property(identifier, scope);
        }
        if Field::from_name(name).is_none() && is_identifier(name) {
            return self.property(name, Scope::All);
        }
        let Some(field) = Field::from_name(name) else {
            let nearest = Field::nearest(name);
            return Err(SelectionError::new(Kind::UnknownField { nearest }, span));
        };
        self.skip_blanks();
        let sign = self.at;
        let Some(comparison) = self.comparison() else {
            return Ok(Condition::given(field));
        };
        let sign = sign..self.at;
        self.skip_blanks();
        let from = self.at;
        let is_reference = self.take("@");
        let mut origin = if self.rest().starts_with('"') {
            Origin::Quoted
        } else {
            Origin::Written
        };
        let mut value = self.value()?;
        let span = from..self.at;
        if is_reference {
            value = match (self.reference)(&value, field) {
                Ok(Some(value)) => value,
                Ok(None) => return Err(SelectionError::new(Kind::NotInReference(field), span)),
                Err(cause) => {
                    return Err(SelectionError::new(
                        Kind::NoReference(cause.to_string()),
                        span,
                    ));
                }
            };
            origin = Origin::Game;
        }
        Condition::new(field, comparison, &value, origin).map_err(|kind| match kind {
            Kind::NoSuchComparison(_) => SelectionError::new(kind, sign),
            _ => SelectionError::new(kind, span),
        })
    }

    /// The comparison of a property, after its identifier.
    fn property(&mut self, identifier: &str, scope: Scope) -> Result<Condition, SelectionError> {
        self.skip_blanks();
        let comparison = self.comparison();
        self.skip_blanks();
        let from = self.at;
        let value = match comparison {
            Some(_) => self.value()?,
            None => String::new(),
        };
        let compared = comparison.map(|comparison| (comparison, &*value));
        Condition::on_property(identifier, scope, compared)
            .map_err(|kind| SelectionError::new(kind, from..self.at))
    }

    /// `(cf, dd)`, after `plays`.
    fn plays(&mut self, start: usize) -> Result<Condition, SelectionError> {
        self.skip_blanks();
        let moves = self
            .rest()
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'));
        let Some((moves, _)) = moves else {
            return Err(SelectionError::new(Kind::MovesExpected, start..self.at));
        };
        self.at += moves.len() + 2;
        match Plays::parse(moves) {
            Some(plays) => Ok(Condition::Plays(plays)),
            None => Err(SelectionError::new(Kind::MovesExpected, start..self.at)),
        }
    }

    /// `(C, LB)`, after `has`.
    fn has(&mut self, start: usize) -> Result<Condition, SelectionError> {
        let mut identifiers = Vec::new();
        self.skip_blanks();
        if !self.take("(") {
            return Err(SelectionError::new(
                Kind::IdentifierExpected,
                start..self.at,
            ));
        }
        loop {
            self.skip_blanks();
            let identifier = self.word();
            if identifier.is_empty() {
                return Err(SelectionError::new(
                    Kind::IdentifierExpected,
                    start..self.at,
                ));
            }
            identifiers.push(identifier.to_ascii_uppercase());
            self.skip_blanks();
            if self.take(")") {
                return Ok(Condition::Has(identifiers));
            }
            self.take(",");
        }
    }

    fn comparison(&mut self) -> Option<Comparison> {
        [
            ("!=", Comparison::IsNot),
            ("!~", Comparison::HasNot),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("=~", Comparison::Matches),
            ("==", Comparison::Is),
            ("=", Comparison::Is),
            ("~", Comparison::Has),
            ("<", Comparison::Below),
            (">", Comparison::Above),
        ]
        .into_iter()
        .find_map(|(sign, comparison)| self.take(sign).then_some(comparison))
    }

    /// A value: in quotes, or up to a blank or a parenthesis.
    fn value(&mut self) -> Result<String, SelectionError> {
        let start = self.at;
        if !self.take("\"") {
            let ends = |character: char| character.is_whitespace() || "()".contains(character);
            let end = self.rest().find(ends).unwrap_or(self.rest().len());
            let value = &self.rest()[..end];
            if value.is_empty() {
                return Err(SelectionError::new(Kind::ValueExpected, start..start));
            }
            self.at += end;
            return Ok(value.to_owned());
        }
        let mut value = String::new();
        let mut characters = self.rest().char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.at += at + 1;
                    return Ok(value);
                }
                '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => value.push(character),
            }
        }
        Err(SelectionError::new(Kind::NotQuoted, start..start + 1))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Takes a keyword, if it is a whole word.
    fn take_word(&mut self, keyword: &str) -> bool {
        let start = self.at;
        if self.word().eq_ignore_ascii_case(keyword) {
            return true;
        }
        self.at = start;
        false
    }

    /// Reads a word of letters and digits; empty if there is none.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|character: char| !character.is_alphanumeric() && character != '_')
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}

/// Whether a word is the identifier of a property: capital letters, and perhaps digits.
fn is_identifier(word: &str) -> bool {
    let is_capital = |byte: &u8| byte.is_ascii_uppercase();
    word.as_bytes().first().is_some_and(is_capital)
        && word
            .bytes()
            .all(|byte| is_capital(&byte) || byte.is_ascii_digit())
}
