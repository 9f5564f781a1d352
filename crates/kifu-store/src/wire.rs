//! The serialized form of answers for other processes: counts, samples, and errors as texts.

use std::path::PathBuf;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::answer::{Answer, Continued, Counts, Tallies, Tally, Year};
use crate::directory::Winner;
use crate::error::{StoreError, StoreErrorKind};
use crate::found::{Found, FoundGames, GameId, Slot};
use crate::pattern::Pattern;

/// The version of the form. Processes of different versions do not add up each other's answers.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Form {
    version: u32,
    columns: u16,
    places: usize,
    main: Counts,
    variations: Counts,
    continued: Continued,
    without: Tally,
    years: Vec<(Option<u16>, Year)>,
    tallies: Vec<(u16, Tally)>,
    reached: Vec<(u16, u64)>,
    games: usize,
    found: Vec<Hit>,
    hits: Vec<Hit>,
    searched: u64,
    unread: u64,
    damaged: Vec<Damage>,
}

/// A hit: segment, game, node, move number, look, continuation, whether in a variation, winner, date, rank.
#[derive(Serialize, Deserialize)]
struct Hit(
    u32,
    u32,
    u32,
    u32,
    u16,
    u16,
    bool,
    u8,
    Option<u32>,
    Option<i16>,
);

#[derive(Serialize, Deserialize)]
struct Damage {
    path: String,
    message: String,
    of_records: bool,
}

impl Hit {
    fn of(found: &Found) -> Self {
        Self(
            found.game.segment,
            found.game.game,
            found.node,
            found.move_number,
            Slot::look_of(found.corner, found.transform),
            Slot::next_number(found.next),
            found.is_variation,
            found.winner as u8,
            found.date,
            found.rank,
        )
    }

    fn found(&self) -> Option<Found> {
        let Self(segment, game, node, move_number, look, next, is_variation, winner, date, rank) =
            *self;
        let (corner, transform) = Slot::look_at(look);
        (game <= u16::MAX.into()).then(|| Found {
            game: GameId { segment, game },
            node,
            move_number,
            transform,
            corner,
            next: Slot::next_of(next),
            is_variation,
            winner: Winner::from_byte(winner),
            date,
            rank,
        })
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let damaged = self.damaged.iter().map(|error| {
            let path = error.path.display().to_string();
            let text = error.to_string();
            let message = text.strip_prefix(&format!("{path}: ")).unwrap_or(&text);
            Damage {
                message: message.to_owned(),
                path,
                of_records: error.is_of_records(),
            }
        });
        let form = Form {
            version: VERSION,
            columns: self.columns,
            places: self.tallies.places(),
            main: self.main,
            variations: self.variations,
            continued: self.continued,
            without: self.without,
            years: self.years.iter().map(|(year, of)| (*year, *of)).collect(),
            tallies: self.tallies.iter().collect(),
            reached: self
                .reached
                .iter()
                .map(|(place, of)| (*place, *of))
                .collect(),
            games: self.found.len(),
            found: self.found.iter().map(|found| Hit::of(&found)).collect(),
            hits: self.hits.iter().map(Hit::of).collect(),
            searched: self.searched,
            unread: self.unread,
            damaged: damaged.collect(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = Form::deserialize(deserializer)?;
        if form.version != VERSION {
            return Err(D::Error::custom(format_args!(
                "version {} of answers, expected {VERSION}",
                form.version
            )));
        }
        // More places than any pattern has would waste memory.
        if form.places > Pattern::MOST_CELLS * 2 {
            return Err(D::Error::custom("too many cells"));
        }
        let games = |hits: &[Hit]| -> Result<Vec<Found>, D::Error> {
            let found: Option<Vec<_>> = hits.iter().map(Hit::found).collect();
            let found = found.ok_or_else(|| D::Error::custom("no game has this number"))?;
            if found.is_sorted_by_key(|found| found.game) {
                Ok(found)
            } else {
                Err(D::Error::custom("games are not in their order"))
            }
        };
        let found = games(&form.found)?;
        if found.len() > form.games {
            return Err(D::Error::custom("more games than were counted"));
        }
        let mut tallies = Tallies::new(form.places);
        for (place, tally) in form.tallies {
            let own = tallies.at(place.into());
            own.ok_or_else(|| D::Error::custom("a continuation outside the pattern"))?
                .add(tally);
        }
        let damaged = form.damaged.into_iter().map(|damage| StoreError {
            path: PathBuf::from(damage.path),
            kind: StoreErrorKind::Reported {
                message: damage.message,
                of_records: damage.of_records,
            },
        });
        Ok(Self {
            main: form.main,
            variations: form.variations,
            continued: form.continued,
            without: form.without,
            years: form.years.into_iter().collect(),
            found: FoundGames::of_sample(&found, form.games),
            hits: games(&form.hits)?,
            searched: form.searched,
            unread: form.unread,
            damaged: damaged.collect(),
            tallies,
            columns: form.columns,
            reached: form.reached.into_iter().collect(),
        })
    }
}
