//! Semantic tokens: identifiers by their type, and escapes in texts.

use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use kifu_sgf::schema::{self, BasicType, Game, Group, PropertyDef, PropertyType};
use kifu_sgf::{GameTree, Property};
use kifu_syntax::Span;

use crate::document::{Ascending, Document};
use crate::locate::games_in;

/// The token types, in the order of their numbers. All but the last are defined by the protocol, so that themes have
/// colors for them.
const TYPES: [&str; 8] = [
    "function",
    "method",
    "decorator",
    "keyword",
    "property",
    "variable",
    "regexp",
    "escapeSequence",
];

const MOVE: u32 = 0;
const SETUP: u32 = 1;
const MARKUP: u32 = 2;
const ROOT: u32 = 3;
const INFO: u32 = 4;
const OTHER: u32 = 5;
const UNKNOWN: u32 = 6;
const ESCAPE: u32 = 7;

/// The modifier `deprecated`.
const DEPRECATED: u32 = 1;

/// Maximum length in bytes of a text whose tokens are all sent at once.
const LONGEST: usize = 4 << 20;

pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend::new(
        TYPES.iter().map(|name| (*name).to_owned()).collect(),
        vec!["deprecated".to_owned()],
    )
}

/// The tokens of a span; `None` for all of the text, unless that is too long.
pub(crate) fn tokens(document: &Document, within: Option<Span>) -> SemanticTokens {
    let text = document.text();
    let within = match within {
        Some(span) => Span::new(span.start, span.end.min(span.start + LONGEST)),
        None if text.len() > LONGEST => return SemanticTokens::default(),
        None => Span::new(0, text.len()),
    };
    let mut tokens = Tokens {
        document,
        positions: Ascending::from(document, 0),
        line: 0,
        character: 0,
        within,
        data: Vec::new(),
    };
    if within.start > 0 {
        tokens.positions = Ascending::from(document, within.start);
    }
    for game in games_in(document.collection(), within) {
        tokens.of_game(game);
    }
    SemanticTokens::new(None, tokens.data)
}

struct Tokens<'d> {
    document: &'d Document,
    positions: Ascending<'d>,
    /// The beginning of the last token.
    line: u32,
    character: u32,
    within: Span,
    data: Vec<SemanticToken>,
}

impl Tokens<'_> {
    fn of_game(&mut self, game: GameTree<'_>) {
        let kind = game.kind();
        let first = crate::locate::node_at(game, self.within.start);
        for node in std::iter::successors(Some(first), kifu_sgf::Node::next_in_file) {
            for property in node.properties() {
                let Some(span) = property.span() else {
                    continue;
                };
                if span.start >= self.within.end {
                    return;
                }
                if span.end >= self.within.start {
                    self.of_property(kind, property, span.start);
                }
            }
        }
    }

    fn of_property(&mut self, kind: Option<Game>, property: Property<'_>, start: usize) {
        let written = property.written_identifier();
        let definition = schema::lookup(kind, &property.identifier());
        let modifiers = match definition {
            Some(definition) if definition.is_obsolete() => DEPRECATED,
            _ => 0,
        };
        self.push(
            Span::new(start, start + written.len()),
            type_of(definition),
            modifiers,
        );
        if definition.is_none_or(has_text) {
            let text = self.document.text();
            for span in property.value_spans() {
                self.of_escapes(text, span);
            }
        }
    }

    /// Each `\` with the character after it.
    fn of_escapes(&mut self, text: &str, span: Span) {
        let value = span.of_str(text);
        let mut from = 0;
        while let Some(at) = value[from..].find('\\') {
            let at = from + at;
            let escaped = value[at + 1..].chars().next();
            let length = match escaped {
                // A soft line break: the token ends with the line.
                Some('\n' | '\r') | None => 0,
                Some(char) => char.len_utf8(),
            };
            let start = span.start + at;
            self.push(Span::new(start, start + 1 + length), ESCAPE, 0);
            from = at + 1 + escaped.map_or(0, char::len_utf8);
        }
    }

    fn push(&mut self, span: Span, token_type: u32, modifiers: u32) {
        if span.start < self.within.start || span.start >= self.within.end {
            return;
        }
        let position = self.positions.position(span.start);
        let delta_line = position.line - self.line;
        let delta_start = if delta_line == 0 {
            position.character - self.character
        } else {
            position.character
        };
        (self.line, self.character) = (position.line, position.character);
        self.data.push(SemanticToken {
            delta_line,
            delta_start,
            length: self.positions.length(span),
            token_type,
            token_modifiers_bitset: modifiers,
        });
    }
}

/// The type of an identifier.
fn type_of(definition: Option<&PropertyDef>) -> u32 {
    let Some(definition) = definition else {
        return UNKNOWN;
    };
    match definition.property_type {
        PropertyType::Move => MOVE,
        PropertyType::Setup => SETUP,
        PropertyType::Root => ROOT,
        PropertyType::GameInfo => INFO,
        PropertyType::None => match definition.group {
            Some(
                Group::MarkupPoint
                | Group::Territory
                | Group::Arrow
                | Group::Line
                | Group::Label
                | Group::Dim
                | Group::View
                | Group::OctiMarkup,
            ) => MARKUP,
            _ => OTHER,
        },
    }
}

/// Whether values are texts, where `\` escapes.
fn has_text(definition: &PropertyDef) -> bool {
    let is_text = |basic| matches!(basic, BasicType::Text | BasicType::SimpleText);
    let types = definition.value;
    types.single.is_some_and(is_text)
        || types
            .compose
            .is_some_and(|(first, second)| is_text(first) || is_text(second))
}
