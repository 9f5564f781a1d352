//! Guessing moves and solving problems.

use kifu::Node;
use kifu_diagram::Point;
use kifu_diagram::figure::{self, Verdict};

use super::edit::{Change, Mark};
use super::model::{Mode, Model, Question};
use crate::output::count;

/// The task of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Reads it.
    Read,
    /// Guesses each next move; the tree and the comments are hidden.
    Guess {
        cursor: Point,
        right: u32,
        tried: u32,
    },
    /// Puts marks on it.
    Mark {
        cursor: Point,
        /// The property and the start of an arrow or a line whose end is missing.
        start: Option<(&'static str, Point)>,
    },
    /// Solves it; the tree answers.
    Solve { cursor: Point, state: State },
}

/// How far a problem is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Open,
    Over(Verdict),
}

impl Task {
    pub(super) const fn cursor(self) -> Option<Point> {
        match self {
            Self::Read => None,
            Self::Guess { cursor, .. } | Self::Mark { cursor, .. } | Self::Solve { cursor, .. } => {
                Some(cursor)
            }
        }
    }

    /// Its keys and what they do, for the help screen.
    pub(super) const fn keys(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Read => &[],
            Self::Guess { .. } => &[
                ("arrows, h j k l", "move the cursor"),
                ("enter, space", "guess the point (or click it)"),
                ("m x v w", "numbers, coordinates, variations, whole board"),
                ("p s", "pixels or text, next skin"),
                ("esc", "end guessing"),
                ("q", "quit"),
            ],
            Self::Mark { .. } => &[
                ("arrows, h j k l", "move the cursor"),
                ("t", "triangle"),
                ("s", "square"),
                ("c", "circle"),
                ("x", "cross"),
                ("S", "selected"),
                ("a, 1", "next letter, number"),
                ("L", "label of your own"),
                ("B, W", "territory"),
                ("A, -", "arrow, line: two ends"),
                ("same key again", "removes the mark"),
                ("w", "whole board or part"),
                ("esc", "end marking"),
                ("q", "quit"),
            ],
            Self::Solve { .. } => &[
                ("arrows, h j k l", "move the cursor"),
                ("enter, space", "play the point (or click it)"),
                ("r", "start again"),
                ("n", "next problem"),
                ("m x v w", "numbers, coordinates, variations, whole board"),
                ("p s", "pixels or text, next skin"),
                ("esc", "show the tree"),
                ("q", "quit"),
            ],
        }
    }

    /// Without the start of an arrow or a line; `None` if there is none.
    const fn without_start(self) -> Option<Self> {
        match self {
            Self::Mark {
                cursor,
                start: Some(_),
            } => Some(Self::Mark {
                cursor,
                start: None,
            }),
            _ => None,
        }
    }

    fn cursor_mut(&mut self) -> Option<&mut Point> {
        match self {
            Self::Read => None,
            Self::Guess { cursor, .. } | Self::Mark { cursor, .. } | Self::Solve { cursor, .. } => {
                Some(cursor)
            }
        }
    }
}

impl<'a> Model<'a> {
    /// The middle of the board, if it has points.
    fn middle(&self) -> Option<Point> {
        let scene = self.drawn()?.scene;
        let part = scene.window().rect;
        let middle = |low: u16, high: u16| low + (high - low) / 2;
        (scene.rows > 1)
            .then(|| Point::new(middle(part.left, part.right), middle(part.top, part.bottom)))
    }

    pub(super) fn start_guessing(&mut self) {
        let Some(next) = self.next_move() else {
            "no move follows: go back to guess the next one".clone_into(&mut self.message);
            return;
        };
        match self.middle() {
            Some(cursor) => {
                self.task = Task::Guess {
                    cursor,
                    right: 0,
                    tried: 0,
                };
                self.go_before(next);
            }
            None => "moves of this game cannot be guessed on a board".clone_into(&mut self.message),
        }
    }

    pub(super) fn start_marking(&mut self) {
        match self.middle() {
            Some(cursor) => {
                let start = None;
                self.task = Task::Mark { cursor, start };
            }
            None => "this game has no points to mark".clone_into(&mut self.message),
        }
    }

    pub(super) fn start_solving(&mut self) {
        self.go_to(figure::problem_node(self.tree));
        match self.middle() {
            Some(cursor) => {
                self.task = Task::Solve {
                    cursor,
                    state: State::Open,
                };
            }
            None => "this game cannot be solved on a board".clone_into(&mut self.message),
        }
    }

    /// The last line of the screen.
    pub(super) fn task_line(&self) -> String {
        match self.task {
            Task::Read => String::new(),
            Task::Mark { start: None, .. } => {
                "mark: t s c x S  label: a 1 L  area: B W  arrow: A  line: -  esc ends  ? help"
                    .to_owned()
            }
            Task::Mark {
                start: Some((identifier, _)),
                ..
            } => {
                let (what, key) = match identifier {
                    "AR" => ("arrow", "A"),
                    _ => ("line", "-"),
                };
                format!("{what}: {key} at its end  esc cancels  ? help")
            }
            Task::Guess { right, tried, .. } => {
                format!(
                    "guess: {right} of {tried} right  arrows and enter, or click  esc ends  ? help"
                )
            }
            Task::Solve { state, .. } => {
                let what = match state {
                    State::Open => "your move",
                    State::Over(Verdict::Correct | Verdict::Solution) => "correct",
                    State::Over(Verdict::Wrong) => "wrong",
                    State::Over(_) => "end of the line",
                };
                format!("problem: {what}  r again  n next  esc shows the tree  ? help")
            }
        }
    }

    /// Does what a key asks for in a task; false for keys that mean what they mean elsewhere.
    pub(super) fn press_in_task(&mut self, key: &str) -> bool {
        let drawn = self.drawn();
        let part = drawn.as_ref().map(|drawn| drawn.scene.window().rect);
        let (left, top, right, bottom) = part.map_or((0, 0, 0, 0), |part| {
            (part.left, part.top, part.right, part.bottom)
        });
        let mut task = self.task;
        let is_marking = matches!(task, Task::Mark { .. });
        let is_solving = matches!(task, Task::Solve { .. });
        let Some(cursor) = task.cursor_mut() else {
            return false;
        };
        // The visible part changes with the node and with `w`.
        *cursor = Point::new(cursor.x.max(left).min(right), cursor.y.max(top).min(bottom));
        let point = *cursor;
        match key {
            "left" | "h" => cursor.x = cursor.x.saturating_sub(1).max(left),
            "right" | "l" => cursor.x = (cursor.x + 1).min(right),
            "up" | "k" => cursor.y = cursor.y.saturating_sub(1).max(top),
            "down" | "j" => cursor.y = (cursor.y + 1).min(bottom),
            "enter" | "space" => {
                self.play_at(point);
                return true;
            }
            "esc" => task = task.without_start().unwrap_or(Task::Read),
            "r" if is_solving => {
                self.start_solving();
                return true;
            }
            "n" if is_solving => {
                self.other_game(1);
                if self.message.is_empty() && self.next.is_none() {
                    self.start_solving();
                }
                return true;
            }
            key if is_marking && !matches!(key, "?" | "f1" | "m" | "v" | "w" | "p" | "q") => {
                self.task = task;
                let is_shown = drawn.is_some_and(|drawn| drawn.scene.window().shows(point));
                self.mark(key, point, is_shown);
                return true;
            }
            "?" | "f1" | "m" | "x" | "v" | "w" | "p" | "s" | "q" => return false,
            _ => self.message = format!("`{key}` does nothing here; ? lists the keys"),
        }
        self.task = task;
        true
    }

    /// The mark of a key is put on a point, or taken away.
    fn mark(&mut self, key: &str, point: Point, is_shown: bool) {
        let mark = match key {
            "t" => Mark::Sign("TR"),
            "s" => Mark::Sign("SQ"),
            "c" => Mark::Sign("CR"),
            "x" => Mark::Sign("MA"),
            "S" => Mark::Sign("SL"),
            "B" => Mark::Sign("TB"),
            "W" => Mark::Sign("TW"),
            "a" => Mark::NextLetter,
            "1" => Mark::NextNumber,
            "L" => Mark::Label(String::new()),
            "A" => Mark::Line("AR", point),
            "-" => Mark::Line("LN", point),
            _ => {
                self.message = format!("`{key}` puts no mark; ? lists the keys");
                return;
            }
        };
        if !is_shown {
            "this point is not shown; w shows the whole board".clone_into(&mut self.message);
            return;
        }
        match mark {
            Mark::Label(_) => self.mode = Mode::Ask(Question::Label(point), String::new()),
            Mark::Line(identifier, _) => self.draw_line(identifier, point),
            mark => self.wish = Some(Change::Mark(mark, point)),
        }
    }

    /// An arrow or a line begins or ends at a point.
    fn draw_line(&mut self, identifier: &'static str, point: Point) {
        let Task::Mark { start, .. } = &mut self.task else {
            return;
        };
        match start.take_if(|(other, _)| *other == identifier) {
            None => *start = Some((identifier, point)),
            Some((_, from)) if from == point => {
                "the end must be another point".clone_into(&mut self.message);
            }
            Some((_, from)) => {
                self.wish = Some(Change::Mark(Mark::Line(identifier, from), point));
            }
        }
    }

    /// The user plays at a point in a task.
    pub(super) fn play_at(&mut self, point: Point) {
        if let Some(cursor) = self.task.cursor_mut() {
            *cursor = point;
        }
        match self.task {
            Task::Read | Task::Mark { .. } => {}
            Task::Guess { .. } => self.guess(point),
            Task::Solve { state, .. } => {
                if state == State::Open {
                    self.solve(point);
                }
            }
        }
    }

    /// The next node with a move. Those before it have only setup or text, and nothing to guess.
    fn next_move(&self) -> Option<Node<'a>> {
        let mut next = self.node.first_child();
        while let Some(node) = next.filter(|node| node.play().is_none()) {
            next = node.first_child();
        }
        next
    }

    fn go_before(&mut self, next: Node<'a>) {
        if let Some(before) = next.parent().filter(|before| *before != self.node) {
            self.go_to(before);
        }
    }

    fn guess(&mut self, point: Point) {
        let Some(next) = self.next_move() else {
            self.message = self.score();
            return;
        };
        let walk = self.walk.as_ref();
        let place = walk.and_then(|walk| walk.place_of(next));
        let is_right = place == Some(point);
        if let (Task::Guess { right, tried, .. }, Some(_)) = (&mut self.task, place) {
            *right += u32::from(is_right);
            *tried += 1;
        }
        self.go_to(next);
        let answer = match place {
            Some(_) if is_right => "right".to_owned(),
            Some(place) => {
                let away = u32::from(place.x.abs_diff(point.x).max(place.y.abs_diff(point.y)));
                format!("no: {} away", count(away as usize, "point"))
            }
            None => "the next move was no stone".to_owned(),
        };
        self.message = match self.next_move() {
            Some(after) => {
                self.go_before(after);
                answer
            }
            None => format!("{answer}; {}", self.score()),
        };
    }

    /// The score after the last move.
    fn score(&self) -> String {
        match self.task {
            Task::Guess { right, tried, .. } => {
                format!("the game is over: {right} of {tried} right")
            }
            _ => String::new(),
        }
    }

    fn solve(&mut self, point: Point) {
        let child = self.walk.as_ref().and_then(|walk| walk.child_at(point));
        let Some(child) = child else {
            "this move is not in the tree: try another".clone_into(&mut self.message);
            return;
        };
        self.go_to(child);
        // The tree answers with its first move.
        if let Some(answer) = self.node.first_child() {
            self.go_to(answer);
        }
        if self.node.is_leaf() {
            let verdict = figure::verdict(self.node);
            if let Task::Solve { state, .. } = &mut self.task {
                *state = State::Over(verdict);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu::Collection;

    use crate::view::tests::pressed;

    #[test]
    fn guesses_are_of_moves_and_end_with_the_score() {
        let words = "(;SZ[9];C[x];B[ee];AB[aa];C[y];W[cc];C[z])";
        let end = "the game is over: 1 of 2 right";
        for (keys, node, message) in [
            ("G", 1, ""),
            ("G enter", 4, "right"),
            ("G enter enter", 5, &*format!("no: 2 points away; {end}")),
            ("G enter enter enter", 5, end),
            (
                "end left G",
                5,
                "no move follows: go back to guess the next one",
            ),
        ] {
            let collection = Collection::from(words);
            let model = pressed(&collection, keys);
            assert_eq!(model.node.number(), node, "{keys}");
            assert_eq!(model.message, message, "{keys}");
        }
    }
}
