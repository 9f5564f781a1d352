//! The tables of games.

use std::fmt::Write as _;

use kifu_select::Selection;

use crate::index;

/// Rows far apart, near each other, doubled and in any order are those of the whole table.
#[test]
fn games_in_any_order_are_those_of_the_whole_table() {
    let mut games = String::new();
    for number in 0_u32..9000 {
        let komi = if number.is_multiple_of(3) {
            "KM[6.5]"
        } else {
            ""
        };
        let comment = if number.is_multiple_of(7) { "C[x]" } else { "" };
        let date = 1900 + number % 100;
        let record = format_args!("(;SZ[9]PB[Black {number}]DT[{date}]{komi};B[aa]{comment})");
        writeln!(games, "{record}").unwrap();
    }
    let (_folder, store) = index(&games);
    let mut all = Vec::new();
    let every = Selection::default();
    let read = store
        .select(&every)
        .for_each(|id, info| all.push((id, info)));
    read.unwrap();
    assert_eq!(all.len(), 9000);
    let mut state = 1_u32;
    for count in [1, 5, 100, 3000] {
        let chosen: Vec<_> = (0..count)
            .flat_map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let row = state as usize % all.len();
                [row, (row + state as usize % 50).min(all.len() - 1)]
            })
            .map(|row| &all[row])
            .collect();
        let ids: Vec<_> = chosen.iter().map(|(id, _)| *id).collect();
        let read = store.games(&ids).unwrap();
        assert!(read.iter().eq(chosen.iter().map(|(_, info)| info)));
    }
    // A game that the index does not have.
    let mut beyond = all[0].0;
    beyond.game = 9000;
    store.games(&[all[0].0, beyond]).unwrap_err();
}
