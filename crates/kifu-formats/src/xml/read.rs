use std::collections::HashMap;

use kifu_sgf::encoding::Charset;
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use super::game::Builder;
use crate::draft::Draft;
use crate::text::Text;

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, declared(bytes));
    let text = text.whole();
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let source = Source { text: &text };
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(Event::Start(start)) if start.name().0 == "GoGame" => {
                let open = Open {
                    builder: Builder::begin(draft, &Attributes::of(&start)),
                    frames: Vec::new(),
                    counts: HashMap::new(),
                };
                if !game(&mut reader, &source, open) {
                    break;
                }
            }
            Ok(_) => {}
            Err(error) => {
                let line = source.line(reader.buffer_position());
                draft
                    .notes
                    .line(line, format_args!("the rest is ignored, not XML: {error}"));
                break;
            }
        }
    }
}

/// Reads a game to its end; false if it is the end of the file too.
fn game(reader: &mut Reader<&[u8]>, source: &Source<'_>, mut open: Open<'_>) -> bool {
    loop {
        let event = reader.read_event();
        let line = || source.line(reader.buffer_position());
        match event {
            Ok(Event::Eof) => {
                open.finish(&line);
                return false;
            }
            Ok(event) => {
                if !open.event(&event, &line) {
                    open.builder.finish();
                    return true;
                }
            }
            Err(error) => {
                let number = line();
                open.builder.notes().line(
                    number,
                    format_args!("the rest is ignored, not XML: {error}"),
                );
                open.finish(&line);
                return false;
            }
        }
    }
}

/// The text that is read.
struct Source<'a> {
    text: &'a str,
}

impl Source<'_> {
    /// Returns the line of an offset. Only notes need it, and few of them are kept.
    fn line(&self, offset: u64) -> usize {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        before.split(|byte| *byte == b'\n').count()
    }
}

/// The encoding of the XML declaration.
fn declared(bytes: &[u8]) -> Option<Charset> {
    let head = &bytes[..bytes.len().min(256)];
    let head = String::from_utf8_lossy(head);
    let (_, rest) = head.split_once("encoding=")?;
    let quote = rest.chars().next()?;
    Charset::for_label(rest.get(1..)?.split(quote).next()?)
}

/// The text of `&name;`: the sign of a number or of an entity of XML, or else the reference itself.
pub(crate) fn reference(name: &str) -> String {
    let whole = format!("&{name};");
    match unescape(&whole) {
        Ok(text) => text.into_owned(),
        Err(_) => whole,
    }
}

fn name(start: &BytesStart<'_>) -> String {
    start.name().0.to_owned()
}

/// The attributes of an element.
#[derive(Debug, Default)]
pub(super) struct Attributes(Vec<(String, String)>);

/// No element has more.
const ATTRIBUTES: usize = 32;

impl Attributes {
    fn of(start: &BytesStart<'_>) -> Self {
        let mut attributes = start.attributes();
        // The checks compare each name with all others.
        attributes.with_checks(false);
        let list = attributes.flatten().take(ATTRIBUTES).map(|attribute| {
            let raw: &str = &attribute.value;
            let value = unescape(raw).map_or_else(|_| raw.to_owned(), std::borrow::Cow::into_owned);
            (attribute.key.0.to_owned(), value)
        });
        Self(list.collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut list = self.0.iter();
        list.find(|(found, _)| found == name)
            .map(|(_, value)| &value[..])
    }
}

/// An element that is open.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) name: String,
    pub(super) attributes: Attributes,
    /// Text of the element, without that of its child elements.
    pub(super) text: String,
    /// Values of `P`, `at` and `Arg` in it.
    pub(super) parts: Vec<String>,
}

/// A game that is open, and the elements in it.
struct Open<'a> {
    builder: Builder<'a>,
    frames: Vec<Frame>,
    /// Number of open elements by name.
    counts: HashMap<String, usize>,
}

impl Open<'_> {
    /// Takes an event; false at the end of the game.
    fn event(&mut self, event: &Event<'_>, line: &dyn Fn() -> usize) -> bool {
        match event {
            Event::Start(start) => self.start(start),
            Event::Empty(start) => {
                self.start(start);
                self.end(line);
            }
            Event::End(end) => {
                let name = end.name().0;
                if self.counts.get(name).is_none_or(|count| *count == 0) {
                    return name != "GoGame";
                }
                // An element inside that was not closed ends here too.
                loop {
                    let is_last = self.frames.last().is_none_or(|frame| frame.name == name);
                    self.end(line);
                    if is_last {
                        break;
                    }
                }
            }
            Event::Text(text) => self.text(text),
            Event::CData(text) => self.text(text),
            Event::GeneralRef(name) => self.text(&reference(name)),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Eof => {}
        }
        true
    }

    fn text(&mut self, text: &str) {
        if let Some(frame) = self.frames.last_mut() {
            frame.text.push_str(text);
        }
    }

    fn start(&mut self, start: &BytesStart<'_>) {
        let frame = Frame {
            name: name(start),
            attributes: Attributes::of(start),
            text: String::new(),
            parts: Vec::new(),
        };
        self.builder.start(&frame.name);
        *self.counts.entry(frame.name.clone()).or_default() += 1;
        self.frames.push(frame);
    }

    fn end(&mut self, line: &dyn Fn() -> usize) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        if let Some(count) = self.counts.get_mut(&frame.name) {
            *count -= 1;
        }
        match &frame.name[..] {
            "P" | "at" | "Arg" => {
                if let Some(parent) = self.frames.last_mut() {
                    parent.parts.push(frame.text);
                }
            }
            _ => self.builder.end(frame, line),
        }
    }

    fn finish(mut self, line: &dyn Fn() -> usize) {
        while !self.frames.is_empty() {
            self.end(line);
        }
        self.builder
            .notes()
            .line(line(), "the file ends within a game");
        self.builder.finish();
    }
}
