use super::*;
use alloc::vec::Vec;

#[test]
fn a_row_is_nodes_one_by_one() {
    let row = b";B[aa];W[zZ];B[MN];W[Az];Z[pd];B[";
    let mut input = *row;
    assert_eq!(plain_row(&input, 0), Some(ROW));
    for at in 0..row.len() {
        for byte in 0..=u8::MAX {
            input[at] = byte;
            let is_plain = |node: &usize| is_plain_node(&input, node * NODE_LENGTH);
            let count = (0..ROW).take_while(is_plain).count();
            // The last one of the row is plain, with any text after it.
            let is_row = count == ROW || at >= ROW * NODE_LENGTH;
            assert_eq!(
                plain_row(&input, 0),
                is_row.then_some(count),
                "{byte} at {at}"
            );
        }
        input[at] = row[at];
    }
    assert_eq!(plain_row(&row[..ROW_BYTES], 0), Some(ROW - 1));
    assert_eq!(plain_row(&row[..ROW_BYTES - 1], 0), None);
}

#[test]
fn plain_nodes_end_where_the_next_one_begins() {
    let six = b";B[aa];W[bb];B[cc];W[dd];B[ee];W[ff]))";
    assert_eq!(nodes(six, 0), Some((ROW, 30)));
    assert_eq!(nodes(six, 6), Some((ROW - 1, 30)));
    assert_eq!(nodes(six, 12), None);
    let lines = b";B[aa];W[bb];B[cc];W[dd];B[ee]\n;W[ff]))";
    assert_eq!(nodes(lines, 0), Some((ROW, 31)));
    for at in [six.len(), six.len() + 1, usize::MAX] {
        assert_eq!(nodes(six, at), None);
    }
}

/// Whether `text` matches `pattern`: `X` is any upper-case letter, `y` any letter, and `.` any byte.
fn is_like(text: &[u8], pattern: &[u8]) -> bool {
    text.iter().zip(pattern).all(|(byte, sign)| match sign {
        b'X' => byte.is_ascii_uppercase(),
        b'y' => byte.is_ascii_alphabetic(),
        b'.' => true,
        sign => byte == sign,
    })
}

/// Checks `is` with texts that differ from `text` in a byte.
#[track_caller]
fn is_what_is_like(text: &[u8], pattern: &[u8], is: impl Fn(&[u8], usize) -> bool) {
    let mut input = text.to_vec();
    assert!(is(&input, 0));
    for at in 0..text.len() {
        for byte in 0..=u8::MAX {
            input[at] = byte;
            assert_eq!(is(&input, 0), is_like(&input, pattern), "{byte} at {at}");
        }
        input[at] = text[at];
    }
    input.insert(0, b']');
    assert!(is(&input, 1));
    (0..pattern.len()).for_each(|end| assert!(!is(&text[..end], 0)));
    assert!(!is(text, text.len() + 1));
}

#[test]
fn rows_and_lines_are_nodes_one_by_one() {
    is_what_is_like(b"B[aZ];W[", b"X[yy];X[", move_property);
    is_what_is_like(
        b";B[aa];W[zZ];B[MN];W[Az];Z[pd];B[",
        b";X[yy];X[yy];X[yy];X[yy];X[yy];X[",
        is_followed_row,
    );
    is_what_is_like(
        b";B[aa];W[zZ];B[MN];W[Az];Z[pd]\n;B[abcde",
        b";X[yy];X[yy];X[yy];X[yy];X[yy]\n;X[.....",
        is_line_row,
    );
    is_what_is_like(
        b";B[aZ]\r\n;W[abcde",
        b";X[yy]\r\n;X[.....",
        is_node_before::<{ between::CRLF }>,
    );
    is_what_is_like(
        b";B[aZ]\n;W[abcdef",
        b";X[yy]\n;X[......",
        is_node_before::<{ between::LF }>,
    );
    is_what_is_like(
        b";B[aZ](;W[abcdef",
        b";X[yy](;X[......",
        is_node_before::<{ between::TREE }>,
    );
}

#[test]
fn a_value_of_medium_length_ends_at_its_first_bracket() {
    const MOST: usize = 16 + 2 * BLOCK;
    for length in 0..100 {
        let mut rest = [b'x'; 110];
        rest[length] = b']';
        let found = medium_value_length(&rest);
        assert_eq!(found, (length < MOST).then_some(length));
        for before in 0..length.min(MOST) {
            for sign in [b'[', b'\\', 0] {
                rest[before] = sign;
                assert_eq!(medium_value_length(&rest), None, "{sign} at {before}");
            }
            rest[before] = b']';
            assert_eq!(medium_value_length(&rest), Some(before));
            rest[before] = b'x';
        }
    }
}

#[test]
fn what_plainly_goes_on_goes_on() {
    const SIGNS: &[u8] = b"[]();Ab\n\r \0:";
    for number in 0..SIGNS.len().pow(5) {
        let place = |at| SIGNS[number / SIGNS.len().pow(at) % SIGNS.len()];
        let rest = (0..5).map(place).collect::<Vec<_>>();
        for open in [false, true] {
            let slow = lookahead::node_goes_on(&rest, 0, true, &|| open);
            assert!(
                !plainly_goes_on(&rest, 0, || open) || slow == Ok(true),
                "{rest:?}"
            );
        }
    }
}
