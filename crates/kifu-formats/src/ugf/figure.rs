use kifu_sgf::value::Point;

use super::data::{Plan, Step};
use super::sections::Line;
use crate::note::{Notes, quote};

/// The text about a move, or, with the number 0, about the game.
#[derive(Debug, Default)]
pub(super) struct Remark {
    pub(super) number: usize,
    pub(super) text: String,
    pub(super) labels: Vec<(Point, String)>,
}

/// A diagram of a variation: a whole position, and moves from it.
#[derive(Debug)]
pub(super) struct Figure {
    /// Line at which it begins in the file.
    pub(super) line: usize,
    /// Number of the move it belongs to.
    pub(super) number: usize,
    pub(super) title: String,
    pub(super) steps: Vec<Step>,
    pub(super) remark: Remark,
}

/// Reads `[Figure]`.
pub(super) fn read(lines: &[Line], plan: Plan, notes: &mut Notes) -> (Vec<Remark>, Vec<Figure>) {
    let (mut remarks, mut figures) = (Vec::new(), Vec::new());
    let mut figure: Option<Figure> = None;
    let mut remark: Option<Remark> = None;
    for (number, line) in lines {
        let (command, rest) = line.split_once(',').unwrap_or((line, ""));
        match command.trim() {
            ".Text" => {
                close(remark.take(), figure.as_mut(), &mut remarks);
                remark = Some(Remark {
                    number: first_number(rest),
                    ..Remark::default()
                });
            }
            ".EndText" => close(remark.take(), figure.as_mut(), &mut remarks),
            ".Fig" => {
                close(remark.take(), figure.as_mut(), &mut remarks);
                figures.extend(figure.take());
                figure = Some(Figure {
                    line: *number,
                    number: first_number(rest),
                    title: rest.split(',').nth(5).unwrap_or_default().trim().to_owned(),
                    steps: Vec::new(),
                    remark: Remark::default(),
                });
            }
            ".EndFig" => {
                close(remark.take(), figure.as_mut(), &mut remarks);
                figures.extend(figure.take());
            }
            ".#" if remark.is_some() => {
                let mut fields = rest.splitn(3, ',');
                let point = plan.of_numbers(
                    fields.next().unwrap_or_default(),
                    fields.next().unwrap_or_default(),
                );
                let label = fields.next().unwrap_or_default().trim();
                match (point, &mut remark) {
                    (Some(point), Some(remark)) if !label.is_empty() => {
                        remark.labels.push((point, label.to_owned()));
                    }
                    _ => notes.line(
                        *number,
                        format_args!("ignored, labels no point: {}", quote(line)),
                    ),
                }
            }
            _ => match (&mut remark, &mut figure, Step::parse(line, plan)) {
                (Some(remark), ..) => {
                    if !remark.text.is_empty() {
                        remark.text.push('\n');
                    }
                    remark.text.push_str(line.trim_end());
                }
                (None, Some(figure), Some(step)) => figure.steps.push(step),
                _ => notes.line(
                    *number,
                    format_args!("ignored, outside of figures and remarks: {}", quote(line)),
                ),
            },
        }
    }
    close(remark, figure.as_mut(), &mut remarks);
    figures.extend(figure);
    (remarks, figures)
}

/// Adds a remark to its figure or, outside of figures, to its move.
fn close(remark: Option<Remark>, figure: Option<&mut Figure>, remarks: &mut Vec<Remark>) {
    match (remark, figure) {
        (Some(remark), Some(figure)) => {
            if !figure.remark.text.is_empty() && !remark.text.is_empty() {
                figure.remark.text.push('\n');
            }
            figure.remark.text.push_str(&remark.text);
            figure.remark.labels.extend(remark.labels);
        }
        (Some(remark), None) => remarks.push(remark),
        (None, _) => {}
    }
}

/// The first field, if it is a number, else 0.
fn first_number(fields: &str) -> usize {
    let first = fields.split(',').next().unwrap_or_default();
    first.trim().parse().unwrap_or(0)
}
