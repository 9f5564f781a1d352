//! The screen of a terminal, as far as the viewer uses one.

use unicode_width::UnicodeWidthChar as _;

/// The text on a screen, and the place of the cursor.
#[derive(Debug)]
pub(super) struct Screen {
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
    /// The start of a control sequence or a character whose end is missing.
    rest: Vec<u8>,
}

impl Screen {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self {
            rows: vec![vec![' '; columns]; rows],
            row: 0,
            column: 0,
            rest: Vec::new(),
        }
    }

    pub(super) fn text(&self) -> String {
        let lines = self.rows.iter().map(|row| row.iter().collect::<String>());
        lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    /// Shows the output of a program.
    pub(super) fn show(&mut self, output: &[u8]) {
        let mut all = std::mem::take(&mut self.rest);
        all.extend_from_slice(output);
        let valid = match std::str::from_utf8(&all) {
            Ok(_) => all.len(),
            Err(error) => error.valid_up_to(),
        };
        let mut text = std::str::from_utf8(&all[..valid]).expect("valid text");
        while let Some(first) = text.chars().next() {
            let length = match first {
                '\u{1b}' => length_of_sequence(text),
                _ => Some(first.len_utf8()),
            };
            let Some((token, after)) = length.and_then(|length| text.split_at_checked(length))
            else {
                break;
            };
            self.take(token);
            text = after;
        }
        let rest = valid - text.len();
        self.rest = all.split_off(rest);
    }

    fn take(&mut self, token: &str) {
        if let Some(sequence) = token.strip_prefix("\u{1b}[") {
            self.control(sequence);
            return;
        }
        match token.chars().next() {
            Some('\r') => self.column = 0,
            Some('\n') if self.row + 1 == self.rows.len() => {
                let width = self.rows[0].len();
                self.rows.remove(0);
                self.rows.push(vec![' '; width]);
            }
            Some('\n') => self.row += 1,
            Some('\u{8}') => self.column = self.column.saturating_sub(1),
            Some(sign) if !sign.is_control() => self.put(sign),
            _ => {}
        }
    }

    fn put(&mut self, sign: char) {
        let width = sign.width().unwrap_or(0);
        let row = &mut self.rows[self.row];
        for (column, sign) in (self.column..).zip([sign, ' ']).take(width) {
            if let Some(cell) = row.get_mut(column) {
                *cell = sign;
            }
        }
        self.column += width;
    }

    /// A control sequence after its introducer.
    fn control(&mut self, sequence: &str) {
        let (numbers, last) = sequence.split_at(sequence.len() - 1);
        let mut numbers = numbers.split(';').map(|number| number.parse().unwrap_or(1));
        let mut next = |most: usize| numbers.next().unwrap_or(1).clamp(1, most) - 1;
        match last {
            "H" => {
                self.row = next(self.rows.len());
                self.column = next(self.rows[0].len());
            }
            // The viewer clears the whole screen only.
            "J" => self.rows.iter_mut().for_each(|row| row.fill(' ')),
            "h" if sequence == "?1049h" => self.rows.iter_mut().for_each(|row| row.fill(' ')),
            "l" if sequence == "?1049l" => self.column = 0,
            _ => {}
        }
    }
}

/// The length of the control sequence at the start of a text; `None` if its end is missing.
fn length_of_sequence(text: &str) -> Option<usize> {
    match text.chars().nth(1)? {
        '[' => {
            let last = text[2..].find(|sign: char| ('@'..='~').contains(&sign))?;
            Some(last + 3)
        }
        ']' | 'P' | '_' => Some(text.find(['\u{7}', '\\'])? + 1),
        sign => Some(1 + sign.len_utf8()),
    }
}
