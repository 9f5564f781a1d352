//! The arguments of the functions of `kifu sql` that search: a drawing, and options.

use kifu_go::Size;
use kifu_store::{Drawing, Query, Step};

/// The first line is a drawing, with `/` between its rows; each other line is an option.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let drawing = lines.next().unwrap_or_default();
    let options: Vec<&str> = lines.collect();
    let query = match Query::read(drawing, options.iter().copied()) {
        Ok(query) => query,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    // A drawing of the pattern without its edges is the pattern at the same place.
    let shown = query.pattern.to_string();
    let again = shown
        .parse::<Drawing>()
        .and_then(|drawing| drawing.pattern());
    let again = again.and_then(|pattern| pattern.anchored(query.pattern.anchor()));
    assert_eq!(again.as_ref(), Ok(&query.pattern), "{shown}");
    assert!(query.moves.start() <= query.moves.end());
    let cells = query.pattern.columns() * query.pattern.rows();
    for step in &query.sequence {
        match step {
            Step::Play(_, cell) | Step::Capture(cell) => assert!(*cell < cells),
            Step::Gap => {}
        }
    }
    // Options say the same in any order, but for patterns that come one after the other.
    let is_anchor = |option: &&&str| option.trim_start().starts_with("anchor");
    if options.iter().filter(is_anchor).count() < 2 {
        let sorted = options
            .iter()
            .copied()
            .filter(|option| !is_repeated(option));
        let sorted = Query::read(drawing, sorted.collect::<Vec<_>>().into_iter().rev());
        assert!(sorted.is_ok(), "{options:?}");
    }
    for size in [Size::NINE, Size::GO] {
        let _ = query.fits(size);
    }
}

/// Whether an option may be given again.
fn is_repeated(option: &str) -> bool {
    option.trim_start().starts_with("then")
}
