//! Nodes and games, copied.

use kifu_sgf::encoding::{Charset, DecodeOptions};
use kifu_sgf::{Collection, Compare, GameTree, GameTreeMut, Node, NodeId, Property};
use kifu_syntax::Span;
use kifu_syntax::text::escape_brackets;

use crate::fingerprint::fingerprint;

/// Adds the properties of `from` to the node `to`.
pub(crate) fn copy_node(game: &mut GameTreeMut<'_>, to: NodeId, from: Node<'_>) {
    for property in from.properties() {
        copy_property(game, to, property);
    }
}

/// Adds a property to the node `to`.
pub(crate) fn copy_property(game: &mut GameTreeMut<'_>, to: NodeId, property: Property<'_>) {
    // An identifier and values that were read can be set as such.
    let _ = game.push_property(to, property.written_identifier(), &raw_values(property));
}

/// The raw values of a property, as they can be set.
pub(crate) fn raw_values(property: Property<'_>) -> Vec<String> {
    property.values().map(escaped).collect()
}

/// A raw value that can be set: brackets left unescaped in a broken file are escaped.
pub(crate) fn escaped(raw: &str) -> String {
    escape_brackets(raw).into_owned()
}

/// Sets `CA` to UTF-8 if it names another encoding, or if it is missing and the game is not ASCII.
pub(crate) fn declare_utf8(game: &mut GameTreeMut<'_>) {
    if !correct_charset(game) && !game.tree().root().has("CA") && !is_ascii(game.tree()) {
        game.set_charset(Charset::UTF_8);
    }
}

/// Makes `CA` name UTF-8 if it names another encoding. Returns whether it did.
pub(crate) fn correct_charset(game: &mut GameTreeMut<'_>) -> bool {
    let declared = game.tree().root().simple_text("CA");
    let is_wrong =
        declared.is_some_and(|declared| Charset::for_label(&declared) != Some(Charset::UTF_8));
    if is_wrong {
        game.set_charset(Charset::UTF_8);
    }
    is_wrong
}

/// Makes `CA` name UTF-8 if it names an encoding that cannot represent the game.
pub(crate) fn keep_writable(game: &mut GameTreeMut<'_>) {
    let declared = game.tree().root().simple_text("CA");
    let charset = declared.and_then(|declared| Charset::for_label(&declared));
    if charset.is_some_and(|charset| !can_hold(charset, game.tree())) {
        game.set_charset(Charset::UTF_8);
    }
}

/// Whether a game in a UTF-8 file can be written in `charset`.
fn can_hold(charset: Charset, tree: GameTree<'_>) -> bool {
    let mut properties = tree.nodes().flat_map(|node| node.properties());
    charset.extends_ascii()
        && properties.all(|property| property.values().all(|value| charset.encode(value).is_ok()))
}

/// Whether all values of a game are ASCII.
fn is_ascii(tree: GameTree<'_>) -> bool {
    let mut properties = tree.nodes().flat_map(|node| node.properties());
    properties.all(|property| property.values().all(str::is_ascii))
}

/// The bytes of a game as a file of its own, and a line feed.
///
/// They are the very bytes of the game in its file wherever these read the same on their own. Where
/// they do not, because the file was in UTF-16, only its other games showed the encoding, or the
/// game has no end, the game is written in UTF-8 and says so in `CA`.
///
/// ```
/// use kifu_collection::game_bytes;
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("Dear all,\n(;GM[1] PB[A] ;B[aa])  (;PB[B])");
/// assert_eq!(game_bytes(collection.game(0).unwrap()), b"(;GM[1] PB[A] ;B[aa])\n");
/// ```
#[must_use]
pub fn game_bytes(game: GameTree<'_>) -> Vec<u8> {
    bytes_alone(game).unwrap_or_else(|| utf8_bytes(game))
}

/// The bytes of a game, if they read the same on their own.
fn bytes_alone(game: GameTree<'_>) -> Option<Vec<u8>> {
    if reads_alone(game) {
        return own_bytes(game);
    }
    Some(own(game)?.into_source().into_bytes())
}

/// Whether the bytes of a game read the same on their own, whatever they are: a lawful game in UTF-8 that its own `CA`
/// names, or in ASCII. Other games are read to find out.
fn reads_alone(game: GameTree<'_>) -> bool {
    let collection = game.collection();
    let source = collection.source();
    let Some(span) = game.span() else {
        return false;
    };
    if !collection.problems().is_empty()
        || !source.problems().is_empty()
        || source.segment_at(span.start).charset != Charset::UTF_8
    {
        return false;
    }
    let text = span.of_str(collection.text());
    // Escapes of ISO-2022 and HZ are ASCII too.
    if text.is_ascii() {
        return !text.contains(['\u{1B}', '~']);
    }
    let declared = game.root().simple_text("CA");
    declared.is_some_and(|declared| Charset::for_label(&declared) == Some(Charset::UTF_8))
}

/// The bytes of a game as a file of its own, as [`game_bytes`], with the text before it in the file; the last game
/// also has the text after it. The flag is set if text was left out, because the file would not read as this one game.
///
/// White space at the beginning is left out, and so is text of nothing else.
///
/// ```
/// use kifu_collection::game_bytes_with_text;
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("Dear all,\n(;PB[A])\nand\n(;PB[B])\nBye\n");
/// let files = collection.games().map(|game| game_bytes_with_text(game).0);
/// assert_eq!(
///     files.collect::<Vec<_>>(),
///     [&b"Dear all,\n(;PB[A])\n"[..], b"and\n(;PB[B])\nBye\n"]
/// );
/// ```
#[must_use]
pub fn game_bytes_with_text(game: GameTree<'_>) -> (Vec<u8>, bool) {
    let alone = bytes_alone(game);
    let is_own = alone.is_some();
    let bytes = alone.unwrap_or_else(|| utf8_bytes(game));
    let Some(span) = game.span() else {
        return (bytes, false);
    };
    let collection = game.collection();
    let source = collection.source();
    let end_of = |game: GameTree<'_>| game.span().map(|span| span.end);
    let text = |start: usize, end: usize| {
        let text = collection.text().get(start..end).unwrap_or_default();
        let start = start + (text.len() - text.trim_start().len());
        if is_own {
            let span = source.to_bytes_span(Span::new(start, end));
            span.of(source.bytes()).to_vec()
        } else {
            text.trim_start().as_bytes().to_vec()
        }
    };
    let number = game.number();
    let before = number
        .checked_sub(1)
        .and_then(|before| collection.game(before));
    let before = text(before.and_then(end_of).unwrap_or(0), span.start);
    let after = if number + 1 == collection.len() {
        text(span.end, collection.text().len())
    } else {
        Vec::new()
    };
    if before.is_empty() && after.is_empty() {
        return (bytes, false);
    }
    let whole = [before, bytes.clone(), after].concat();
    if reads_as(&Collection::from_bytes(whole.clone()), game, 1) {
        (whole, false)
    } else {
        (bytes, true)
    }
}

/// A game as a collection of its own, read from its [`game_bytes`].
pub(crate) fn alone(game: GameTree<'_>) -> Collection {
    own(game).unwrap_or_else(|| Collection::from_bytes(utf8_bytes(game)))
}

/// A game read from its own bytes, if they read the same on their own.
fn own(game: GameTree<'_>) -> Option<Collection> {
    let read = Collection::from_bytes(own_bytes(game)?);
    reads_as(&read, game, 1).then_some(read)
}

/// The bytes of a game as a part of a file with others, and a line feed.
///
/// Like [`game_bytes`], but a game that is not ASCII always names its encoding in `CA`, so that other games in the
/// file cannot mislead a reader.
#[must_use]
pub fn joined_bytes(game: GameTree<'_>) -> Vec<u8> {
    if let Some(own) = own_bytes(game) {
        let own = if own.is_ascii() {
            Some(own)
        } else {
            declared(game, &own)
        };
        if let Some(own) = own {
            // Another game after it must stay one.
            let read = Collection::from_bytes([own.as_slice(), b"(;)\n"].concat());
            if reads_as(&read, game, 2) {
                return own;
            }
        }
    }
    utf8_bytes(game)
}

/// The bytes of a game in its file, and a line feed; `None` if the file's encoding is not ASCII-compatible.
fn own_bytes(game: GameTree<'_>) -> Option<Vec<u8>> {
    let source = game.collection().source();
    let span = game.span()?;
    if !source.segment_at(span.start).charset.extends_ascii() {
        return None;
    }
    let span = source.to_bytes_span(span);
    let mut bytes = span.of(source.bytes()).to_vec();
    bytes.push(b'\n');
    Some(bytes)
}

/// The bytes of a game with its encoding declared in `CA`.
fn declared(game: GameTree<'_>, own: &[u8]) -> Option<Vec<u8>> {
    let start = game.span()?.start;
    let charset = game.collection().source().segment_at(start).charset;
    let says = game.root().simple_text("CA");
    if says.is_some_and(|says| Charset::for_label(&says) == Some(charset)) {
        return Some(own.to_vec());
    }
    let options = DecodeOptions::default().with_charset(charset);
    let mut single = Collection::from_bytes_with(own.to_vec(), &options);
    let mut changed = single.game_mut(0)?;
    changed.set_charset(charset);
    single.to_bytes().ok()
}

/// Whether the first of so many games is the game, whatever its `CA` says.
fn reads_as(read: &Collection, game: GameTree<'_>, games: usize) -> bool {
    if read.len() != games {
        return false;
    }
    read.game(0).is_some_and(|found| {
        found.is_same(game, Compare::Ordered) || fingerprint(found) == fingerprint(game)
    })
}

/// A game in UTF-8, declared in `CA` unless the game is ASCII, and a line feed. An incomplete game is completed.
#[must_use]
pub fn utf8_bytes(game: GameTree<'_>) -> Vec<u8> {
    let mut single = Collection::new();
    declare_utf8(&mut single.add_copy(game));
    // All that was read can be written in UTF-8.
    let mut bytes = single.to_bytes().unwrap_or_default();
    if !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    bytes
}
