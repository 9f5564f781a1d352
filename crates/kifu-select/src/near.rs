//! The name that a mistyped word stands for.

/// Returns the name that is nearest to a mistyped word, if one differs in few letters; upper and lower case count as
/// equal.
///
/// ```
/// assert_eq!(kifu_select::nearest("balck", ["black", "white"]), Some("black"));
/// assert_eq!(kifu_select::nearest("komi", ["black", "white"]), None);
/// ```
#[must_use]
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const FAR: usize = 3;
    // Nobody mistypes so long a word for one of these.
    if word.len() > 40 {
        return None;
    }
    let word = word.to_lowercase();
    names
        .into_iter()
        .map(|name| (distance(&word, &name.to_lowercase()), name))
        .min()
        .filter(|(distance, nearest)| *distance < FAR && *distance < nearest.len() / 2 + 1)
        .map(|(_, nearest)| nearest)
}

/// Returns the edit distance between two words: letters to insert, remove, change, or swap with their neighbors.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<_>, Vec<_>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for (i, own) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in to.iter().enumerate() {
            let mut least = rows[i][j] + usize::from(own != other);
            least = least.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from[i - 1] == *other && to[j - 1] == *own {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}
