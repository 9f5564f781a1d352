//! The board at a node: as a picture, as text, and in words.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gen_lsp_types::{Range, TextDocumentIdentifier};
use kifu_board::Color;
use kifu_diagram::binding::{Options, ToPlay, Walk};
use kifu_diagram::{Scene, Theme, layout, svg, text};
use kifu_sgf::{Collection, Node, NodeId};
use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::locate::node_at;
use crate::message::Failure;

/// Maximum length of a picture in a hover: VS Code truncates Markdown after 100,000 characters.
const LONGEST: usize = 90_000;

/// The board at a node.
#[derive(Debug)]
pub(crate) struct Board {
    scene: Scene,
    /// `Move 12: Black Q16`; empty for a node without a move.
    pub(crate) title: String,
    /// The number of the move of the node.
    move_number: Option<u32>,
    /// The player of the move.
    by: Option<Color>,
    to_play: Color,
    /// Number of stones that the move of this node captures.
    pub(crate) captured: u32,
    /// Stones captured by Black and by White up to this node.
    prisoners: Option<[u32; 2]>,
    /// What in the node is illegal, or cannot be read or executed.
    pub(crate) notes: Vec<String>,
}

impl Board {
    /// The board at a node; `None` if the rules of the game are unknown.
    pub(crate) fn at(node: Node<'_>) -> Option<Self> {
        let mut walk = Walk::new(node.game()).ok()?;
        let options = Options {
            prisoners: true,
            to_play: ToPlay::WhenSet,
            ..Options::default()
        };
        let mut before = None;
        if let Some(parent) = node.parent() {
            walk.skip_to(parent);
            before = walk.position().prisoners();
        }
        walk.go_to(node);
        let prisoners = walk.position().prisoners();
        let move_number = walk.move_number();
        let played = walk.move_name();
        let title = match (&played, move_number) {
            (Some((color, name)), Some(number)) => {
                format!("Move {number}: {} {name}", name_of(*color))
            }
            _ => String::new(),
        };
        // The stones of a suicide are prisoners of the opponent.
        let captured = |by: Color| {
            let [before, after] = [before, prisoners].map(|prisoners| {
                let [black, white] = prisoners.unwrap_or_default();
                if by == Color::Black { black } else { white }
            });
            after.saturating_sub(before)
        };
        let drawn = walk.scene(&options);
        let own = drawn.notes.iter().filter(|note| note.node == node.id());
        Some(Self {
            notes: own.map(ToString::to_string).collect(),
            scene: drawn.scene,
            title,
            move_number,
            captured: played.as_ref().map_or(0, |(color, _)| captured(*color)),
            by: played.map(|(color, _)| color),
            to_play: walk.to_play(),
            prisoners,
        })
    }

    /// The board as SVG.
    pub(crate) fn to_svg(&self) -> String {
        svg::draw(&layout::draw(&self.scene, &Theme::default()))
    }

    /// The board as text.
    pub(crate) fn to_text(&self) -> String {
        text::draw(&self.scene, &text::Options::default())
    }

    /// The board as Markdown: a picture, or text if the picture would be too large.
    pub(crate) fn to_markdown(&self, is_picture: bool) -> String {
        if is_picture {
            let picture = STANDARD.encode(self.to_svg());
            if picture.len() <= LONGEST {
                return format!("![Board](data:image/svg+xml;base64,{picture})");
            }
        }
        format!("```text\n{}\n```", self.to_text().trim_end())
    }
}

/// The name of a player.
pub(crate) const fn name_of(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Parameters of `kifu/board`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardParams {
    pub(crate) text_document: TextDocumentIdentifier,
    #[serde(flatten)]
    place: NodePlace,
    #[serde(default)]
    format: Format,
}

/// Parameters of `kifu/node`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeParams {
    pub(crate) text_document: TextDocumentIdentifier,
    #[serde(flatten)]
    place: NodePlace,
}

/// A reference to a node: a position in the text, or a number in a game. Both count from 0.
#[derive(Debug, Deserialize)]
struct NodePlace {
    position: Option<gen_lsp_types::Position>,
    #[serde(default)]
    game: usize,
    #[serde(default)]
    node: u32,
}

/// The format of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Text,
    /// Only the position of the node.
    None,
}

/// A node, and the board at it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardAnswer {
    game: usize,
    node: u32,
    /// The range of the node in the text.
    range: Range,
    #[serde(flatten)]
    board: Option<Drawn>,
}

/// A drawn board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Drawn {
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    title: String,
    move_number: Option<u32>,
    color: Option<&'static str>,
    to_play: &'static str,
    captured: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    prisoners: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Answers `kifu/board`.
pub(crate) fn board(
    document: &Document,
    params: &BoardParams,
) -> Result<Option<BoardAnswer>, Failure> {
    let Some(node) = find(document, &params.place)? else {
        return Ok(None);
    };
    let mut answer = place_of(document, node);
    if params.format == Format::None {
        return Ok(Some(answer));
    }
    answer.board = Board::at(node).map(|board| Drawn {
        svg: (params.format == Format::Svg).then(|| board.to_svg()),
        text: (params.format == Format::Text).then(|| board.to_text()),
        move_number: board.move_number,
        color: board.by.map(name_of),
        to_play: name_of(board.to_play),
        captured: board.captured,
        prisoners: board.prisoners,
        title: board.title,
        notes: board.notes,
    });
    Ok(Some(answer))
}

/// Answers `kifu/node`.
pub(crate) fn node(
    document: &Document,
    params: &NodeParams,
) -> Result<Option<BoardAnswer>, Failure> {
    Ok(find(document, &params.place)?.map(|node| place_of(document, node)))
}

fn place_of(document: &Document, node: Node<'_>) -> BoardAnswer {
    BoardAnswer {
        game: node.game().number(),
        node: node.id().get(),
        range: document.range(node.span().unwrap_or_default()),
        board: None,
    }
}

/// The node at a place. A position between games refers to the game before it.
fn find<'d>(document: &'d Document, place: &NodePlace) -> Result<Option<Node<'d>>, Failure> {
    let collection = document.collection();
    if let Some(position) = place.position {
        return Ok(node_before(collection, document.offset(position)));
    }
    let game = collection.game(place.game);
    let node = game.and_then(|game| game.node(NodeId::new(place.node)));
    match node {
        Some(node) => Ok(Some(node)),
        None => Err(Failure::failed(format!(
            "game {} has no node {}",
            place.game, place.node
        ))),
    }
}

/// The last node that begins at or before an offset, or the first node if there is none.
fn node_before(collection: &Collection, offset: usize) -> Option<Node<'_>> {
    let before = crate::locate::last_game_before(collection, offset);
    let game = before.or_else(|| collection.game(0))?;
    Some(node_at(game, offset))
}
