mod property;
mod rule;

use std::io::Write as _;

use clap::ValueEnum;
use kifu::lint;
use kifu::schema::{Game, PROPERTIES, PropertyDef};
use serde_json::Value;

use crate::exit::Exit;
use crate::output::Output;

/// Explain a rule, a property or a game
///
/// For a rule of `kifu check`: what it finds, why that matters, an example, and what a fix does. For a property: where
/// it may occur, what values it takes, in which games and versions. The long names of old files are understood.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu explain S301
  kifu explain KM
  kifu explain backgammon
  kifu explain --list rules
  kifu explain --list properties --game-type go --format json")]
pub(crate) struct Explain {
    /// Codes or names of rules, such as `S301`, identifiers of properties, such as `KM`, and names of games
    #[arg(required_unless_present = "list", value_name = "WORD")]
    words: Vec<String>,

    /// List all rules, properties or games
    #[arg(long, alias = "all", value_name = "WHAT", conflicts_with = "words")]
    list: Option<All>,

    /// Game whose properties are explained, by number or name
    #[arg(long, alias = "game", value_name = "GAME", value_parser = property::game)]
    game_type: Option<Game>,

    /// Output format; lists are concise by default
    #[arg(long, alias = "output-format", value_name = "FORMAT")]
    format: Option<Format>,
}

/// The lists that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum All {
    Rules,
    Properties,
    Games,
}

/// How rules and properties are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line each
    Concise,
    /// Everything, for reading
    Full,
    /// One JSON array
    Json,
}

/// The item with a given name.
enum Item {
    Rule(&'static lint::Rule),
    Property(&'static PropertyDef),
    Game(Game),
}

impl Explain {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        if self.list == Some(All::Games) {
            let text = property::games(self.format == Some(Format::Json), &output.palette)?;
            output.write_all(text.as_bytes())?;
            return Ok(exit);
        }
        let items = match self.list {
            Some(All::Rules) => lint::rules().map(Item::Rule).collect(),
            Some(_) => {
                let all = PROPERTIES.iter().filter(|one| self.is_in_game(one));
                all.map(Item::Property).collect()
            }
            None => self.named(&mut exit, output),
        };
        let default = if self.list.is_some() {
            Format::Concise
        } else {
            Format::Full
        };
        Self::show(&items, self.format.unwrap_or(default), output)?;
        Ok(exit)
    }

    /// The items with the given names. Unknown names are reported.
    fn named(&self, exit: &mut Exit, output: &mut Output) -> Vec<Item> {
        let mut items = Vec::new();
        for word in &self.words {
            if let Some(rule) = lint::rule(word) {
                items.push(Item::Rule(rule));
                continue;
            }
            let known = property::named(word);
            let before = items.len();
            let own = known.iter().filter(|one| self.is_in_game(one));
            items.extend(own.map(Item::Property));
            if items.len() > before {
                continue;
            }
            if let Some(game) = property::game_named(word) {
                items.push(Item::Game(game));
                continue;
            }
            exit.add(Exit::Failure);
            match self.game_type {
                Some(game) if !known.is_empty() => {
                    output.error(format_args!("`{word}`: not a property of {game}"));
                }
                _ => output.error(unknown(word)),
            }
        }
        items
    }

    fn show(items: &[Item], format: Format, output: &mut Output) -> anyhow::Result<()> {
        if format == Format::Json {
            let all = items.iter().map(|item| match item {
                Item::Rule(rule) => rule::data(rule),
                Item::Property(definition) => property::data(definition),
                Item::Game(game) => property::game_data(*game),
            });
            let all = serde_json::to_string_pretty(&all.collect::<Value>())?;
            return Ok(writeln!(output, "{all}")?);
        }
        let palette = output.palette;
        for (index, item) in items.iter().enumerate() {
            if index > 0 && format == Format::Full {
                writeln!(output)?;
            }
            let text = match (item, format) {
                (Item::Rule(rule), Format::Concise) => rule::line(rule),
                (Item::Rule(rule), _) => rule.to_markdown(),
                (Item::Property(definition), Format::Concise) => {
                    property::line(definition, &palette)?
                }
                (Item::Property(definition), _) => property::entry(definition, &palette)?,
                (Item::Game(game), Format::Concise) => property::game_line(*game, &palette),
                (Item::Game(game), _) => property::game_entry(*game, &palette)?,
            };
            output.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Whether a definition holds in the game that was asked for.
    fn is_in_game(&self, definition: &PropertyDef) -> bool {
        self.game_type.is_none_or(|game| {
            kifu::schema::lookup(game, definition.identifier)
                .is_some_and(|found| found == definition)
        })
    }
}

/// The message about a word that names nothing, with the nearest name.
fn unknown(word: &str) -> String {
    let rules = lint::rules().flat_map(|rule| [rule.code, rule.name]);
    let games = Game::ALL.into_iter().map(Game::key);
    let names = rules.chain(games);
    let advice = match kifu::select::nearest(word, names) {
        Some(name) => format!(": did you mean `{name}`?"),
        None => {
            "; `kifu explain --list rules`, `--list properties` and `--list games` list them".into()
        }
    };
    format!("`{word}`: not a rule, a property or a game{advice}")
}
