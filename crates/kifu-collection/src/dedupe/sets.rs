/// Sets of records that are joined, each known by its first.
#[derive(Debug)]
pub(super) struct Sets {
    above: Vec<u32>,
    /// For each union of two sets, the records that caused it.
    pub(super) joins: Vec<(u32, u32)>,
}

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self {
            above: (0..).take(count).collect(),
            joins: Vec::new(),
        }
    }

    /// The first record of the set of `number`.
    pub(super) fn top(&mut self, mut number: u32) -> u32 {
        while self.above[number as usize] != number {
            let above = self.above[number as usize];
            // Halves the path for later lookups.
            self.above[number as usize] = self.above[above as usize];
            number = above;
        }
        number
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        let (first, second) = (self.top(one), self.top(other));
        if first != second {
            self.joins.push((one, other));
            self.above[first.max(second) as usize] = first.min(second);
        }
    }
}
