//! Three passes over the inputs: fingerprints of all games, moves of similar games, and descriptions of the games in
//! groups.

use std::collections::{BTreeMap, BTreeSet};

use kifu::collection::dedupe::{Finder, Fingerprint, Group, Kind, Line, Options};
use kifu::select::{Field, Record};

use super::{Dedupe, UpTo};
use kifu_batch::Games;

use crate::each::{each_games_into, each_games_of};
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;

/// A game: the number of its file, and its index in the file, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: u32,
    pub(super) game: u32,
}

/// The result of a search for duplicates.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) finder: Finder,
    /// The names of all inputs, with their numbers of games.
    pub(super) files: Vec<(String, u32)>,
    /// The position of each game.
    pub(super) places: Vec<Place>,
    pub(super) groups: Vec<Group>,
    /// Descriptions of the games in groups: players, date, result.
    pub(super) titles: BTreeMap<Place, String>,
}

impl Found {
    /// The name of a record.
    pub(super) fn name(&self, number: u32) -> String {
        let place = self.places[number as usize];
        let (name, games) = &self.files[place.file as usize];
        if *games > 1 {
            format!("{name} #{}", place.game + 1)
        } else {
            name.clone()
        }
    }

    pub(super) fn title(&self, number: u32) -> &str {
        let place = self.places[number as usize];
        self.titles.get(&place).map_or("", String::as_str)
    }

    /// The file and number of each of these games, by the name of the file.
    fn by_name(&self, numbers: impl IntoIterator<Item = u32>) -> Wanted<'_> {
        let mut wanted = Wanted::new();
        for number in numbers {
            let place = self.places[number as usize];
            let name = self.files[place.file as usize].0.as_str();
            wanted.entry(name).or_default().insert(place.game, number);
        }
        wanted
    }
}

/// Numbers of games by the names of their files and their numbers there.
type Wanted<'n> = BTreeMap<&'n str, BTreeMap<u32, u32>>;

impl Dedupe {
    pub(super) fn find(&self, exit: &mut Exit, output: &mut Output) -> anyhow::Result<Found> {
        anyhow::ensure!(
            !self.inputs.has_stream(),
            "standard input and pipes can be read once only; give a file"
        );
        let options = Options::default()
            .with_least_moves(self.least_moves)
            .with_kinds_to(self.up_to.map_or(Kind::Players, UpTo::kind));
        let mut found = Found {
            finder: Finder::new(options),
            files: Vec::new(),
            places: Vec::new(),
            groups: Vec::new(),
            titles: BTreeMap::new(),
        };
        exit.add(self.take_prints(&mut found, output)?);
        let wanted: Vec<u32> = found.finder.games_to_read().to_vec();
        let wanted = found.by_name(wanted);
        // Unreadable inputs were reported on the first pass.
        let (_, lines) = gather(&self.inputs.with_formats(), &wanted, output, |record, _| {
            Line::of(record.game())
        })?;
        for (number, line) in lines {
            found.finder.give(number, line);
        }
        found.groups = found.finder.groups();
        let members = found.groups.iter().flat_map(|group| {
            let others = group.others.iter().map(|member| member.number);
            others.chain([group.best])
        });
        let members: BTreeSet<u32> = members.collect();
        let wanted = found.by_name(members);
        let (_, titles) = gather(&self.inputs.with_formats(), &wanted, output, |record, _| {
            title(&record)
        })?;
        let titles = titles.into_iter();
        found.titles = titles
            .map(|(number, title)| (found.places[number as usize], title))
            .collect();
        Ok(found)
    }

    fn take_prints(&self, found: &mut Found, output: &mut Output) -> anyhow::Result<Exit> {
        let selection = self.selected.selection();
        let work = |games: Games<'_>| {
            let before = games.first as u32;
            let prints = (before..)
                .zip(games.collection.games())
                .filter(|(_, game)| {
                    let record = Record::in_file(*game, games.file).after_games(games.first);
                    selection.matches(record)
                });
            let prints: Vec<_> = prints
                .map(|(number, game)| (number, Fingerprint::of(game)))
                .collect();
            let count = games.collection.len() as u32;
            (games.file.to_owned(), games.first, count, prints)
        };
        each_games_into(
            &self.inputs.with_formats(),
            output,
            work,
            |_, (name, first, count, prints)| {
                if first == 0 {
                    found.files.push((name, 0));
                }
                if let Some((_, games)) = found.files.last_mut() {
                    *games += count;
                    let file = (found.files.len() - 1) as u32;
                    for (game, print) in prints {
                        found.places.push(Place { file, game });
                        found.finder.add(print);
                    }
                }
                Ok(())
            },
        )
    }
}

/// The results of `make` for each requested game.
fn gather<R: Send>(
    inputs: &Inputs,
    wanted: &Wanted<'_>,
    output: &mut Output,
    make: impl Fn(Record<'_>, u32) -> R + Sync,
) -> anyhow::Result<(Exit, Vec<(u32, R)>)> {
    let mut all = Vec::new();
    if wanted.is_empty() {
        return Ok((Exit::Clean, all));
    }
    let is_wanted = |name: &str| wanted.contains_key(name);
    let work = |games: Games<'_>| {
        let Some(numbers) = wanted.get(games.file) else {
            return Vec::new();
        };
        let first = games.first as u32;
        let made = (first..)
            .zip(games.collection.games())
            .filter_map(|(own, game)| {
                let number = *numbers.get(&own)?;
                let record = Record::in_file(game, games.file).after_games(games.first);
                Some((number, make(record, number)))
            });
        made.collect()
    };
    let exit = each_games_of(inputs, output, is_wanted, work, |_, made| {
        all.extend(made.into_iter().flatten());
        Ok(())
    })?;
    Ok((exit, all))
}

/// Players, date and result.
fn title(record: &Record<'_>) -> String {
    let text = |field| record.text(field).unwrap_or_default().trim().to_owned();
    let (black, white) = (text(Field::Black), text(Field::White));
    let players = if black.is_empty() && white.is_empty() {
        text(Field::Name)
    } else {
        let or = |name: String| {
            if name.is_empty() {
                "?".to_owned()
            } else {
                name
            }
        };
        format!("{} – {}", or(black), or(white))
    };
    let parts = [players, text(Field::Date), text(Field::Result)];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
