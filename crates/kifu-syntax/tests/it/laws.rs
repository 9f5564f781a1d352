//! Laws for every input, of any bytes.

use std::io::Read;

use kifu_syntax::{
    ColumnUnit, Event, EventKind, EventSink, LineIndex, Parser, Part, Position, Problem,
    ProblemKind, Properties, Reader, Span, plain,
};
use kifu_testkit::{corpus, grammar, workspace};
use proptest::prelude::*;

use crate::visits;

/// Bytes that SGF is made of, so that all that can go wrong does.
pub(crate) fn sgf_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => proptest::sample::select(&b"()[];\\ABabz3 \n\r\t\0\x01\x1A:]["[..]).prop_map(|byte| vec![byte]),
        4 => proptest::sample::select(vec![
            &b"(;FF[4]"[..], b";B[aa]", b";W[bb];B[cc]", b"C[x [3d] y]", b"\n(;GM[1]", b"\n \t(;SZ[9]", b"\xEF\xBB\xBF", b"KO",
            b"\\]", b"]]", b"text",
            b";B[aa];W[bb];B[cc];W[dd];B[ee]", b";W[ff];B[gg];W[hh];B[ii];W[jj];B[kk]\n", b"\n(;AB[aa]", b"\n(;PB[a]", b"EV[b]", b"Comment[x]", b"\xC3\xA9",
            b";W:[dd]", b"]-[ee", b"(;AB=[ff]", b"Black[gg]", b"C[",

        ]).prop_map(<[u8]>::to_vec),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Hands out at most `step` bytes a read.
struct Drops<'a> {
    rest: &'a [u8],
    step: usize,
}

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.step.min(buffer.len()).min(self.rest.len());
        let (now, rest) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = rest;
        Ok(count)
    }
}

/// Takes events, and knows which of them came as rows of plain nodes.
#[derive(Default)]
struct Rows {
    events: Vec<Event>,
    in_rows: usize,
}

impl EventSink for Rows {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn plain_nodes(&mut self, first: usize, count: usize) {
        assert!(count > 0);
        self.in_rows += count;
        for at in (0..count).map(|number| first + 6 * number) {
            let event = |kind, from, to| Event::new(kind, Span::new(at + from, at + to));
            self.event(event(EventKind::NodeBegin, 0, 1));
            self.event(event(EventKind::Identifier, 1, 2));
            self.event(event(EventKind::Value, 3, 5));
        }
    }
}

fn fed(input: &[u8]) -> (Rows, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut rows = Rows::default();
    Parser::with_sink(input, &mut problems).feed(&mut rows);
    (rows, problems)
}

#[test]
fn rows_of_moves_come_as_rows() {
    let input = b"(;GM[1];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff](;B[gg];W[hh])\n(;B[ii]))";
    assert_eq!(fed(input).0.in_rows, 9);
}

fn whole(input: &[u8]) -> (Vec<Event>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut events = Vec::new();
    Parser::with_sink(input, &mut problems).for_each(|event| events.push(event));
    (events, problems)
}

fn one_by_one(input: &[u8]) -> (Vec<Event>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut events = Vec::new();
    let mut parser = Parser::with_sink(input, &mut problems);
    while let Some(event) = parser.next() {
        assert!(parser.offset() >= event.span.end);
        events.push(event);
    }
    (events, problems)
}

fn streamed(input: &[u8], step: usize) -> (Vec<Event>, Vec<Vec<u8>>, Vec<Problem>) {
    let mut reader = Reader::with_sink(Drops { rest: input, step }, Vec::new());
    let (mut events, mut bytes) = (Vec::new(), Vec::new());
    while let Some(event) = reader.next_event().expect("a slice can be read") {
        bytes.push(reader.bytes(event.span).to_vec());
        events.push(event);
    }
    (events, bytes, reader.into_sink())
}

/// Bytes allowed between two events without a problem that covers them.
fn is_lawful_gap(input: &[u8], gap: Span, problems: &[Problem]) -> bool {
    gap.range().all(|at| {
        matches!(input[at], b'\t'..=b'\r' | b' ' | 0x1A)
            || matches!(input[at], b'[' | b']')
            || "\u{feff}".as_bytes().contains(&input[at])
            || problems
                .iter()
                .any(|problem| problem.span.range().contains(&at))
    })
}

fn check_events(input: &[u8]) -> Result<(), TestCaseError> {
    let (events, problems) = whole(input);
    let (stepped, stepped_problems) = one_by_one(input);
    prop_assert_eq!(&events, &stepped);
    prop_assert_eq!(&problems, &stepped_problems);
    let (rows, fed_problems) = fed(input);
    prop_assert_eq!(&rows.events, &stepped);
    prop_assert_eq!(&fed_problems, &stepped_problems);
    let mut end = 0;
    let mut depth = 0_usize;
    for event in &events {
        prop_assert!(event.span.start >= end && event.span.end <= input.len());
        prop_assert!(is_lawful_gap(
            input,
            Span::new(end, event.span.start),
            &problems
        ));
        end = event.span.end;
        match event.kind {
            EventKind::TreeBegin => depth += 1,
            EventKind::TreeEnd => depth = depth.checked_sub(1).expect("trees are balanced"),
            _ => prop_assert!(depth > 0),
        }
    }
    prop_assert_eq!(depth, 0);
    prop_assert!(is_lawful_gap(input, Span::new(end, input.len()), &problems));
    Ok(())
}

/// Number of `events` up to the end of the outermost of `open` trees, the innermost ones that are open after `at` of
/// them.
pub(crate) fn behind_trees(events: &[Event], at: usize, mut open: usize) -> usize {
    let mut behind = at;
    while open > 0 {
        open += usize::from(events[behind].kind == EventKind::TreeBegin);
        open -= usize::from(events[behind].kind == EventKind::TreeEnd);
        behind += 1;
    }
    behind
}

/// A game tree, and a variation whose end is given, reads as it does in the whole.
fn trees_are_pieces(input: &[u8]) {
    let (events, problems) = whole(input);
    let is_cut = |problem: &Problem| problem.kind == ProblemKind::UnterminatedValue;
    let some_value_is_cut = problems.iter().any(is_cut);
    let mut depth = 0_usize;
    for (index, event) in events.iter().enumerate() {
        depth += usize::from(event.kind == EventKind::TreeBegin);
        depth -= usize::from(event.kind == EventKind::TreeEnd);
        if event.kind != EventKind::TreeBegin || event.span.is_empty() {
            continue;
        }
        let mut open = 0_usize;
        let end = events[index..].iter().position(|event| {
            open += usize::from(event.kind == EventKind::TreeBegin);
            open -= usize::from(event.kind == EventKind::TreeEnd);
            open == 0
        });
        let tree = &events[index..=index + end.expect("trees are balanced")];
        let part = Part::tree(input, event.span.start);
        let known = part.clone().within(tree[tree.len() - 1].span.end);
        // Where a value is cut before a game depends on the whole game.
        if depth == 1 || !some_value_is_cut {
            assert_eq!(known.collect::<Vec<_>>(), tree);
        }
        if depth == 1 {
            assert_eq!(part.collect::<Vec<_>>(), tree);
        }
    }
}

#[test]
fn problems_are_small() {
    fn is_copy<T: Copy>() {}
    is_copy::<Problem>();
    assert!(size_of::<Problem>() <= 3 * size_of::<usize>());
}

#[test]
fn trees_of_the_regressions_are_pieces() {
    for path in corpus::files(&workspace().join("testdata/regressions"), "") {
        let input = std::fs::read(&path).expect("the file can be read");
        if input.len() < 10_000 {
            trees_are_pieces(&input);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_sink_takes_what_it_wants(input in sgf_like()) {
        let (events, problems) = whole(&input);
        let mut first = None;
        prop_assert!(Parser::with_sink(&input, &mut first).eq(events.iter().copied()));
        prop_assert_eq!(first, problems.first().copied());
        prop_assert!(Parser::with_sink(&input, ()).eq(events));
    }

    #[test]
    fn every_nul_is_reported(input in sgf_like()) {
        let (_, problems) = whole(&input);
        let mut nuls = input.iter().enumerate().filter(|(_, byte)| **byte == 0);
        let is_reported = |at| {
            let mut nul = problems.iter().filter(|problem| problem.kind == ProblemKind::NulByte);
            nul.any(|problem| problem.span.range().contains(&at))
        };
        prop_assert!(nuls.all(|(at, _)| is_reported(at)), "{:?}", problems);
    }

    #[test]
    fn events_and_gaps_are_the_input(input in sgf_like()) {
        check_events(&input)?;
    }

    #[test]
    fn chunked_is_whole(input in sgf_like(), step in 1_usize..8) {
        let (events, problems) = whole(&input);
        let (streamed, bytes, streamed_problems) = streamed(&input, step);
        prop_assert_eq!(&events, &streamed);
        prop_assert_eq!(problems, streamed_problems);
        for (event, bytes) in events.iter().zip(bytes) {
            prop_assert_eq!(event.span.of(&input), bytes);
        }
    }

    #[test]
    fn skipping_is_reading_and_ignoring(input in sgf_like(), at in 0_usize..40, what in 0..3) {
        let (events, problems) = whole(&input);
        let mut skipped_problems = Vec::new();
        let mut parser = Parser::with_sink(&input, &mut skipped_problems);
        for _ in 0..at {
            if parser.next().is_none() {
                break;
            }
        }
        let depth = parser.depth();
        let at = at.min(events.len());
        let behind = match what {
            0 => {
                parser.skip_node();
                at + visits::properties(&events[at..])
            }
            1 => {
                parser.skip_tree();
                behind_trees(&events, at, depth.min(1))
            }
            _ => {
                parser.skip_game();
                behind_trees(&events, at, depth)
            }
        };
        if what > 0 && depth > 0 {
            prop_assert_eq!(parser.offset(), events[behind - 1].span.end);
        }
        prop_assert_eq!(parser.collect::<Vec<_>>(), &events[behind..]);
        prop_assert_eq!(problems, skipped_problems);
    }

    #[test]
    fn a_plain_game_reads_the_same_alone(
        game in r"[ \n]{0,2}\(;(GM\[1\]|C\[([a-z:(;]|\\[\]a]){0,6}\]|B\[[a-s]{2}\]|;[ \n]{0,2}W\[[a-s]{0,2}\]|\[ab\]|[ \n\])(;]){1,7}\)[ \n]{0,2}",
        next in proptest::sample::select(vec![&b""[..], b"(", b"(;", b"(;B[aa"]),
        rest in sgf_like(),
    ) {
        let input = [game.as_bytes(), next, &rest].concat();
        if let Some(length) = plain::game_length(&input) {
            let (alone, problems) = whole(&input[..length]);
            let (events, _) = whole(&input);
            prop_assert!(problems.is_empty());
            prop_assert!(events.starts_with(&alone));
            let next = events[alone.len()];
            prop_assert_eq!(next.kind, EventKind::TreeBegin);
            prop_assert!(next.span.start >= length && !next.span.is_empty());
        }
    }

    #[test]
    fn a_part_is_its_piece_of_the_whole(input in sgf_like()) {
        let (events, _) = whole(&input);
        for (index, event) in events.iter().enumerate() {
            if event.span.is_empty() && event.kind != EventKind::NodeBegin {
                continue;
            }
            let is_node = |next: &&Event| next.kind == EventKind::NodeBegin;
            let next = events[index + 1..].iter().find(is_node);
            let end = next.map_or(input.len(), |next| next.span.start);
            let part = match event.kind {
                EventKind::NodeBegin => Part::node(&input, event.span.start),
                EventKind::Identifier => Part::property(&input, event.span.start),
                _ => continue,
            };
            let part = part.within(end).collect::<Vec<_>>();
            if event.kind == EventKind::NodeBegin && grammar::tokens(&input).is_some() {
                let is_tree = |event: &&Event| matches!(event.kind, EventKind::TreeBegin | EventKind::TreeEnd);
                let length = events[index..].iter().take_while(|event| !is_tree(event)).count();
                let mut sequence = Part::sequence(&input, event.span.start);
                prop_assert_eq!(&sequence.by_ref().collect::<Vec<_>>()[..], &events[index..index + length]);
                let last = events[index..index + length].last().map_or(0, |event| event.span.end);
                prop_assert!((last..=last + 1).contains(&sequence.end()));
            }
            let stop = |kind| match event.kind {
                EventKind::NodeBegin => !matches!(kind, EventKind::Identifier | EventKind::Value),
                _ => kind != EventKind::Value,
            };
            let length = events[index + 1..].iter().take_while(|next| !stop(next.kind)).count();
            prop_assert_eq!(&part[..], &events[index..=index + length]);
            if grammar::tokens(&input).is_some() {
                let unlimited = match event.kind {
                    EventKind::NodeBegin => Part::node(&input, event.span.start),
                    _ => Part::property(&input, event.span.start),
                };
                prop_assert!(unlimited.eq(part));
            }
        }
    }

    #[test]
    fn a_tree_is_its_piece_of_the_whole(input in sgf_like()) {
        trees_are_pieces(&input);
    }

    #[test]
    fn properties_read_in_place_are_those_of_the_parser(input in sgf_like()) {
        let starts = Parser::new(&input).filter(|event| event.kind == EventKind::NodeBegin);
        let starts = starts.map(|event| event.span.start).collect::<Vec<_>>();
        let ends = starts.iter().skip(1).copied().chain([input.len()]);
        let limits = starts.iter().copied().zip(ends);
        for (node, end) in limits.flat_map(|(node, end)| [(node, end), (node, usize::MAX)]) {
            let mut expected: Vec<(Span, Vec<Span>)> = Vec::new();
            let mut part = Part::node(&input, node).within(end);
            let mut ends = Vec::new();
            while let Some(event) = part.next() {
                match (event.kind, expected.last_mut()) {
                    (EventKind::Identifier, _) => {
                        expected.push((event.span, Vec::new()));
                        ends.push(event.span.end);
                    }
                    (EventKind::Value, Some((_, values))) => {
                        values.push(event.span);
                        *ends.last_mut().expect("it goes with the property") = part.end();
                    }
                    _ => {}
                }
            }
            let found = Properties::of_node(&input, node).within(end).collect::<Vec<_>>();
            let values = |property: &kifu_syntax::Property<'_>| {
                (property.identifier_span(), property.value_spans().collect::<Vec<_>>())
            };
            prop_assert_eq!(found.iter().map(values).collect::<Vec<_>>(), &expected[..]);
            for ((property, (_, spans)), end) in found.iter().zip(&expected).zip(ends) {
                prop_assert_eq!(property.len(), spans.len());
                prop_assert_eq!(property.value_span(), spans.first().copied());
                prop_assert_eq!(property.span().end, end);
            }
        }
    }

    #[test]
    fn positions_count_lines_and_columns(text in "[a\u{e9}\u{68cb}\n\r]{0,40}", at in 0_usize..60) {
        let at = text.floor_char_boundary(at);
        let (mut line, mut start, mut rest) = (1, 0, &text[..]);
        while let Some(next) = rest.find(['\n', '\r']) {
            let is_pair = rest[next..].starts_with("\r\n") || rest[next..].starts_with("\n\r");
            rest = &rest[next + if is_pair { 2 } else { 1 }..];
            if text.len() - rest.len() > at {
                break;
            }
            line += 1;
            start = text.len() - rest.len();
        }
        let column = text[start..at].chars().count() + 1;
        let position = LineIndex::new(text.as_bytes()).position(text.as_bytes(), at);
        prop_assert_eq!((position.line, position.column), (line, column));
    }

    #[test]
    fn columns_are_of_all_units_and_lead_back(
        text in "[a\u{e9}\u{68cb}\u{1f600}\n\r]{0,40}",
        repeat in 1_usize..40,
        at in 0_usize..4000,
    ) {
        let text = text.repeat(repeat);
        let at = text.floor_char_boundary(at);
        let lines = LineIndex::new(text.as_bytes());
        let line = lines.position(text.as_bytes(), at).line;
        let start = lines.line_start(line).unwrap();
        let before = &text[start..at];
        for (unit, units) in [
            (ColumnUnit::Utf8, before.len()),
            (ColumnUnit::Utf16, before.encode_utf16().count()),
            (ColumnUnit::Characters, before.chars().count()),
        ] {
            let position = lines.position_in(text.as_bytes(), at, unit);
            prop_assert_eq!(position, Position { line, column: units + 1 });
            let back = lines.offset_of(text.as_bytes(), position, unit).unwrap();
            // Inside of a line break, and after it, the position is the end of the line.
            let end = start + before.trim_end_matches(['\n', '\r']).len();
            prop_assert_eq!(back, end);
            // The second half of a pair leads to the character.
            if unit != ColumnUnit::Characters && text[at..].starts_with('\u{1f600}') {
                let inside = Position { column: position.column + 1, ..position };
                prop_assert_eq!(lines.offset_of(text.as_bytes(), inside, unit), Some(at));
            }
            let far = Position { column: usize::MAX, ..position };
            let rest = text[start..].find(['\n', '\r']).map_or(text.len(), |rest| start + rest);
            prop_assert_eq!(lines.offset_of(text.as_bytes(), far, unit), Some(rest));
        }
        let none = Position { line: lines.lines() + 1, column: 1 };
        prop_assert_eq!(lines.offset_of(text.as_bytes(), none, ColumnUnit::Utf16), None);
    }
}
