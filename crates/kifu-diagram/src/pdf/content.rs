//! Shortens the contents of pages.
//!
//! The writer draws each path and each line of text for itself: it saves the state, sets matrix, color and font, draws, and
//! restores the state. Here neighbors with one matrix share a block, and what they have in common is set once. No number of
//! a path changes, so that pages look the same.

use super::number::{Number, write};

/// What the writer sets before it paints: commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State<'a> {
    /// The matrix, and the parameters of a graphics state dictionary: a block has one of each.
    block: (&'a [u8], &'a [u8]),
    fill: &'a [u8],
    stroke: &'a [u8],
    width: &'a [u8],
    cap: &'a [u8],
    join: &'a [u8],
    miter: &'a [u8],
    dash: &'a [u8],
    font: &'a [u8],
}

impl<'a> State<'a> {
    /// The state in which a block begins, where the writer sets nothing that is usual.
    const fn new(block: (&'a [u8], &'a [u8])) -> Self {
        Self {
            block,
            fill: b"0 g",
            stroke: b"0 G",
            width: b"1 w",
            cap: b"0 J",
            join: b"0 j",
            miter: b"10 M",
            dash: b"[]0 d",
            font: b"",
        }
    }
}

/// A step of a path, with its operator at the end.
#[derive(Clone, Copy, Debug)]
struct Step<'a>(&'a [u8]);

impl<'a> Step<'a> {
    fn operator(self) -> u8 {
        self.0.last().copied().unwrap_or_default()
    }

    /// The numbers of the point to which the step leads.
    fn point(self) -> Option<(&'a [u8], &'a [u8])> {
        let space = self.0.iter().position(|&byte| byte == b' ')?;
        let (x, rest) = self.0.split_at(space);
        Some((x, rest[1..].strip_suffix(&[b' ', self.operator()])?))
    }
}

/// Returns shorter contents that draw the same; `None` if they have operators that the writer does not use for pages of
/// this crate.
pub(super) fn shorten(content: &[u8]) -> Option<Vec<u8>> {
    let mut writer = Writer::default();
    let mut rest = content.trim_ascii_start();
    let mut state: Option<State<'_>> = None;
    let mut is_text = false;
    while !rest.is_empty() {
        let from = rest;
        let Command { operator, whole } = Command::next(&mut rest)?;
        let operands = whole[..whole.len() - operator.len()].trim_ascii_end();
        let Some(now) = &mut state else {
            match operator {
                b"q" => state = Some(State::new((b"", b""))),
                b"BMC" | b"BDC" | b"EMC" => writer.mark(whole),
                _ => return None,
            }
            continue;
        };
        match operator {
            b"Q" => state = None,
            b"cm" if now.block.0.is_empty() => now.block.0 = whole,
            b"gs" if now.block.1.is_empty() => now.block.1 = whole,
            b"g" | b"rg" => now.fill = whole,
            b"G" | b"RG" => now.stroke = whole,
            b"cs" => now.fill = pattern(from, &mut rest, b"scn")?,
            b"CS" => now.stroke = pattern(from, &mut rest, b"SCN")?,
            b"w" => now.width = whole,
            b"J" => now.cap = whole,
            b"j" => now.join = whole,
            b"M" => now.miter = whole,
            b"d" => now.dash = whole,
            b"Tf" => now.font = whole,
            b"Tr" if operands == b"0" => {}
            b"m" | b"l" | b"c" | b"h" => writer.path.push(Step(whole)),
            b"f" | b"f*" | b"S" | b"B" | b"B*" => writer.paint(now, operator),
            b"BT" => {
                is_text = true;
                writer.begin_text(now);
            }
            b"ET" => is_text = false,
            // The text in other characters.
            b"BDC" | b"BMC" | b"EMC" if is_text => writer.line(whole),
            b"Tm" => writer.move_text(now, whole),
            b"Tj" | b"TJ" => writer.show(operands)?,
            _ => return None,
        }
    }
    writer.end_block();
    state.is_none().then_some(writer.out)
}

/// An operator with its operands.
struct Command<'a> {
    operator: &'a [u8],
    whole: &'a [u8],
}

impl<'a> Command<'a> {
    /// Splits the first command off a text, and the space after it.
    fn next(text: &mut &'a [u8]) -> Option<Self> {
        let bytes = *text;
        let mut at = 0;
        loop {
            match *bytes.get(at)? {
                b'(' => at += super::strings::end(&bytes[at..])?,
                b'<' if bytes.get(at + 1) == Some(&b'<') => at += 2,
                b'<' => at += bytes[at..].iter().position(|&byte| byte == b'>')?,
                b'/' => at += 1 + bytes[at + 1..].iter().position(|&byte| is_end(byte))?,
                b'A'..=b'Z' | b'a'..=b'z' => break,
                _ => at += 1,
            }
        }
        let length = bytes[at..].iter().position(|&byte| is_end(byte));
        let (whole, after) = bytes.split_at(length.map_or(bytes.len(), |length| at + length));
        *text = after.trim_ascii_start();
        Some(Self {
            operator: &whole[at..],
            whole,
        })
    }
}

/// The command of a color space, and that of the pattern after it.
fn pattern<'a>(from: &'a [u8], rest: &mut &'a [u8], operator: &[u8]) -> Option<&'a [u8]> {
    let is_pattern = Command::next(rest)?.operator == operator;
    let both = &from[..from.len() - rest.len()];
    is_pattern.then(|| both.trim_ascii_end())
}

/// Whether a byte ends a name or an operator.
const fn is_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'(' | b')' | b'<' | b'>' | b'[' | b']')
}

/// Writes commands, and remembers what is set.
#[derive(Debug, Default)]
struct Writer<'a> {
    out: Vec<u8>,
    path: Vec<Step<'a>>,
    /// What the open block has set.
    set: Option<State<'a>>,
    is_text: bool,
}

impl<'a> Writer<'a> {
    /// Begins or ends marked content, which holds whole texts.
    fn mark(&mut self, command: &[u8]) {
        self.end_text();
        self.line(command);
    }

    fn line(&mut self, command: &[u8]) {
        self.out.extend_from_slice(command);
        self.out.push(b'\n');
    }

    /// Opens a block with a matrix, unless that is open.
    fn begin_block(&mut self, block: (&'a [u8], &'a [u8])) {
        if self.set.is_some_and(|set| set.block == block) {
            return;
        }
        self.end_block();
        self.out.extend_from_slice(b"q ");
        for command in [block.0, block.1] {
            if !command.is_empty() {
                self.line(command);
            }
        }
        self.set = Some(State::new(block));
    }

    fn end_block(&mut self) {
        self.end_text();
        if self.set.take().is_some() {
            self.line(b"Q");
        }
    }

    fn begin_text(&mut self, state: &State<'a>) {
        self.begin_block(state.block);
        if !self.is_text {
            self.is_text = true;
            self.out.extend_from_slice(b"BT ");
        }
    }

    fn end_text(&mut self) {
        if core::mem::take(&mut self.is_text) {
            self.line(b"ET");
        }
    }

    /// Sets a part of the state if it differs.
    fn set(
        &mut self,
        part: impl for<'s> Fn(&'s mut State<'a>) -> &'s mut &'a [u8],
        state: &State<'a>,
    ) {
        let mut state = *state;
        let wanted = *part(&mut state);
        if let Some(set) = &mut self.set {
            let old = core::mem::replace(part(set), wanted);
            if old != wanted {
                self.line(wanted);
            }
        }
    }

    fn paint(&mut self, state: &State<'a>, operator: &[u8]) {
        self.begin_block(state.block);
        self.end_text();
        if operator != b"S" {
            self.set(|state| &mut state.fill, state);
        }
        if !operator.starts_with(b"f") {
            self.set(|state| &mut state.stroke, state);
            self.set(|state| &mut state.width, state);
            self.set(|state| &mut state.cap, state);
            self.set(|state| &mut state.join, state);
            self.set(|state| &mut state.miter, state);
            self.set(|state| &mut state.dash, state);
        }
        // A rectangle has corners, which only round joins make round ends.
        let is_round = operator == b"S" && (state.cap, state.join) == (b"1 J", b"1 j");
        let path = core::mem::take(&mut self.path);
        let mut rest = &path[..];
        while let Some((first, after)) = rest.split_first() {
            if let Some(place) = dot(rest).filter(|_| is_round) {
                self.out.extend_from_slice(place);
                self.line(b".01 0 re");
                rest = &rest[2..];
            } else if let Some(corner) = rectangle(rest) {
                for number in corner {
                    write(&mut self.out, number);
                    self.out.push(b' ');
                }
                self.line(b"re");
                rest = &rest[5..];
            } else {
                self.line(first.0);
                rest = after;
            }
        }
        self.line(operator);
        self.path = path;
        self.path.clear();
    }

    /// Begins a line of text. Its place is written as it is: sums of distances would put words of one line at heights that
    /// differ by a rounding error, by which programs would order them.
    fn move_text(&mut self, state: &State<'a>, command: &[u8]) {
        self.set(|state| &mut state.fill, state);
        self.set(|state| &mut state.font, state);
        self.line(command);
    }

    /// Shows the strings of a text, with the distances between them.
    fn show(&mut self, operands: &[u8]) -> Option<()> {
        let text = super::strings::shorten(operands)?;
        self.out.extend_from_slice(&text);
        let operator: &[u8] = if text.starts_with(b"[") { b"TJ" } else { b"Tj" };
        self.line(operator);
        Some(())
    }
}

/// The place of a line of almost no length, which is a rectangle of no height: that is half as long, and most of it is
/// the same for all dots.
fn dot<'a>(path: &[Step<'a>]) -> Option<&'a [u8]> {
    let ([from, to], after) = path.split_first_chunk()?;
    let is_line = (from.operator(), to.operator()) == (b'm', b'l')
        && after.first().is_none_or(|step| step.operator() == b'm');
    let ((x, y), (end, level)) = (from.point().filter(|_| is_line)?, to.point()?);
    let is_dot = y == level && Number::parse(end)? - Number::parse(x)? == Number::DOT;
    is_dot.then(|| &from.0[..from.0.len() - 1])
}

/// The first corner of a rectangle, its width and its height.
fn rectangle(path: &[Step<'_>]) -> Option<[Number; 4]> {
    let (steps, _) = path.split_first_chunk::<5>()?;
    let [a, b, c, d, _] = *steps;
    if steps.map(Step::operator) != *b"mlllh" {
        return None;
    }
    let (a, b, c, d) = (a.point()?, b.point()?, c.point()?, d.point()?);
    let is_rectangle = (a.1, b.0, c.1, d.0) == (b.1, c.0, d.1, a.0);
    let [x, y, right, bottom] = [a.0, a.1, b.0, c.1].map(Number::parse);
    let (x, y) = (x.filter(|_| is_rectangle)?, y?);
    Some([x, y, right? - x, bottom? - y])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::shorten;

    fn short(content: &str) -> Option<String> {
        let out = shorten(content.as_bytes())?;
        Some(String::from_utf8_lossy(&out).replace('\n', " "))
    }

    #[test]
    fn neighbors_share_a_block() {
        for (content, expected) in [
            // Rectangles, and what the block has set.
            (
                "q 1 0 0 -1 0 9 cm 1 g 0 0 m 4 0 l 4 5.5 l 0 5.5 l\nh\nf\nQ\n\
                 q 1 0 0 -1 0 9 cm 1 g 0 1 m 4 1 l 4 3 l\nh\nf\nQ",
                "q 1 0 0 -1 0 9 cm 1 g 0 0 4 5.5 re f 0 1 m 4 1 l 4 3 l h f Q ",
            ),
            // Each width is set, also before equal dots, and the default after another one.
            (
                "q 2 0 0 2 0 0 cm 0 G 19 w 1 J 1 j 20 0 m 20.01 0 l 40 0 m 40.01 0 l\nS\nQ\n\
                 q 2 0 0 2 0 0 cm 1 G 17.2 w 1 J 1 j 20 0 m 20.01 0 l\nS\nQ\n\
                 q 2 0 0 2 0 0 cm 1 G 1 J 0 0 m 5 0 l\nS\nQ",
                "q 2 0 0 2 0 0 cm 19 w 1 J 1 j 20 0 .01 0 re 40 0 .01 0 re S \
                 1 G 17.2 w 20 0 .01 0 re S 1 w 0 j 0 0 m 5 0 l S Q ",
            ),
            // Without round joins a rectangle would be a square.
            (
                "q 1 0 0 1 0 0 cm 0 G 9 w 1 J 2 0 m 2.01 0 l\nS\nQ",
                "q 1 0 0 1 0 0 cm 9 w 1 J 2 0 m 2.01 0 l S Q ",
            ),
            // Another matrix, or other transparency, is another block.
            (
                "q 1 0 0 1 5 0 cm 1 g 0 0 m 4 0 l\nf\nQ\nq 1 0 0 1 6 0 cm 1 g 0 0 m 4 0 l\nf\nQ\n\
                 q 1 0 0 1 6 0 cm /g0 gs 1 g 0 0 m 4 0 l\nf\nQ",
                "q 1 0 0 1 5 0 cm 1 g 0 0 m 4 0 l f Q q 1 0 0 1 6 0 cm 1 g 0 0 m 4 0 l f Q \
                 q 1 0 0 1 6 0 cm /g0 gs 1 g 0 0 m 4 0 l f Q ",
            ),
            // Dashes end; a pattern has a color space.
            (
                "q 0 G [3 3] 0 d 0 0 m 4 0 l\nS\nQ\nq 0 G 0 0 m 4 0 l\nS\nQ\n\
                 q /Pattern cs/p0 scn 0 0 m 4 0 l\nf\nQ",
                "q [3 3] 0 d 0 0 m 4 0 l S []0 d 0 0 m 4 0 l S /Pattern cs/p0 scn 0 0 m 4 0 l f Q ",
            ),
        ] {
            assert_eq!(short(content).as_deref(), Some(expected), "{content}");
        }
    }

    #[test]
    fn texts_share_an_object() {
        for (content, expected) in [
            (
                "q 1 0 0 -1 0 9 cm 1 g\nBT 0 Tr/f0 9 Tf 1 0 0 -1 13.42 4.11 Tm(A)Tj\nET\nQ\n\
                 q 1 0 0 -1 0 9 cm 1 g\nBT 0 Tr/f0 9 Tf 1 0 0 -1 33.42 2.11 Tm[(B)]TJ\nET\nQ\n\
                 q 1 0 0 -1 0 9 cm 0 g\nBT 0 Tr/f1 9 Tf 1 0 0 -1 33 2 Tm[(C)]TJ\nET\nQ",
                "q 1 0 0 -1 0 9 cm BT 1 g /f0 9 Tf 1 0 0 -1 13.42 4.11 Tm (A)Tj \
                 1 0 0 -1 33.42 2.11 Tm (B)Tj 0 g /f1 9 Tf 1 0 0 -1 33 2 Tm (C)Tj ET Q ",
            ),
            // Marked content has whole texts, and other characters for a text are in it.
            (
                "/P<</MCID 0>>BDC\nq 1 0 0 -1 0 9 cm 0 g\n\
                 BT /Span<</ActualText(Tj)>>BDC 0 Tr/f0 9 Tf 1 0 0 -1 1 2 Tm(A)Tj EMC\nET\nQ\nEMC/P<</MCID 1>>BDC\n\
                 q 1 0 0 -1 0 9 cm 0 g\nBT 0 Tr/f0 9 Tf 1 0 0 -1 1 3 Tm(A)Tj\nET\nQ\nEMC",
                "/P<</MCID 0>>BDC q 1 0 0 -1 0 9 cm BT /Span<</ActualText(Tj)>>BDC /f0 9 Tf 1 0 0 -1 1 2 Tm (A)Tj EMC \
                 ET EMC /P<</MCID 1>>BDC BT 1 0 0 -1 1 3 Tm (A)Tj ET EMC Q ",
            ),
        ] {
            assert_eq!(short(content).as_deref(), Some(expected), "{content}");
        }
    }

    #[test]
    fn contents_with_other_operators_are_left() {
        for content in [
            "q q Q Q",
            "q 1 0 0 1 0 0 cm 1 0 0 1 0 0 cm Q",
            "q 0 0 m 4 0 l W n Q",
            "q /x0 Do Q",
            "q 1 g",
            "1 g",
            "q BT 1 Tr ET Q",
            "q 1 g (",
        ] {
            assert_eq!(short(content), None, "{content}");
        }
        assert_eq!(short("").as_deref(), Some(""));
    }

    proptest! {
        #[test]
        fn any_contents_are_read(content: Vec<u8>, text in "[q Qcmlhf0-9.()<>/\\[\\]\\\\TjSwBT-]{0,60}") {
            let _ = shorten(&content);
            let _ = shorten(text.as_bytes());
        }
    }
}
