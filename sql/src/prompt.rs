//! The prompt: multi-line statements, history, completion, and dot commands.

use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer};
use kifu_sql::Session;
use kifu_sql::output::Format;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use crate::execute::{Executor, Failure, Shown};

/// The settings that `.` commands change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) format: Format,
    /// Maximum number of rows shown; 0 is all.
    pub(crate) most: usize,
    pub(crate) has_timer: bool,
}

const HELP: &str = "\
Statements end with `;` and may take several lines. Ctrl-C stops one that runs, Ctrl-D leaves.
  \\d            tables
  \\d TABLE      columns of a table
  \\df           functions
  .mode FORMAT  table, csv, json, json-lines, markdown or line
  .maxrows N    rows of an answer that are shown; 0 is all
  .timer on|off how long a statement took
  .read FILE    execute the statements of a file
  .quit         leave";

/// SQL keywords for completion.
const WORDS: &[&str] = &[
    "AND",
    "AS",
    "ASC",
    "BETWEEN",
    "BY",
    "CASE",
    "COUNT",
    "DESC",
    "DESCRIBE",
    "DISTINCT",
    "ELSE",
    "END",
    "EXPLAIN",
    "FROM",
    "GROUP BY",
    "HAVING",
    "IN",
    "IS NULL",
    "JOIN",
    "LEFT JOIN",
    "LIKE",
    "LIMIT",
    "NOT",
    "NULL",
    "ON",
    "OR",
    "ORDER BY",
    "OVER",
    "PARTITION BY",
    "SELECT",
    "THEN",
    "UNION ALL",
    "USING",
    "WHEN",
    "WHERE",
    "WITH",
];

struct Sql {
    names: Vec<String>,
}

impl Helper for Sql {}
impl Hinter for Sql {
    type Hint = String;
}
impl Highlighter for Sql {}

impl Completer for Sql {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        place: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(completions(&self.names, line, place))
    }
}

/// The beginning of the word before a position, and its completions.
fn completions(names: &[String], line: &str, place: usize) -> (usize, Vec<Pair>) {
    let before = line.get(..place).unwrap_or_default();
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let start = before.rfind(|character| !is_part(character));
    let start = start.map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    });
    let word = before[start..].to_lowercase();
    if word.is_empty() {
        return (start, Vec::new());
    }
    let words = WORDS.iter().map(|word| (*word).to_owned());
    let all = names.iter().cloned().chain(words);
    let fitting = all.filter(|name| name.to_lowercase().starts_with(&word));
    let pairs = fitting.map(|name| Pair {
        display: name.clone(),
        replacement: name,
    });
    (start, pairs.collect())
}

impl Validator for Sql {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_whole(context.input()) {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}

/// Whether a text is a command, or ends with a complete statement (outside of quotes and comments).
fn is_whole(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.starts_with(['\\', '.']) {
        return true;
    }
    match Tokenizer::new(&GenericDialect {}, text).tokenize() {
        Ok(tokens) => {
            let mut tokens = tokens.iter().rev();
            // Comments are white space.
            let last = tokens.find(|token| !matches!(token, Token::Whitespace(_)));
            last == Some(&Token::SemiColon)
        }
        // Quotes and comments may be open; other errors are reported at once.
        Err(error) => !["Unterminated", "EOF"]
            .iter()
            .any(|word| error.message.contains(word)),
    }
}

/// The path of the history.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().map(|home| home.join(".local/state"));
    let folder = state
        .filter(|path| path.is_absolute())
        .or_else(home)?
        .join("kifu");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("sql_history"))
}

/// Reads statements and executes them until the end of input.
pub(crate) fn run(executor: &mut Executor, mut settings: Settings) -> Result<(), Failure> {
    let other = |error: ReadlineError| Failure::Other(error.to_string());
    let mut editor: Editor<Sql, FileHistory> = Editor::new().map_err(other)?;
    let names = executor.runtime.block_on(executor.session.names());
    editor.set_helper(Some(Sql { names }));
    let history = history();
    if let Some(path) = &history {
        // It does not exist before the first session.
        let _ = editor.load_history(path);
    }
    let mut error = io::stderr();
    writeln!(error, "`.help` lists commands")?;
    loop {
        let text = match editor.readline("kifu> ") {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(other(error)),
        };
        if text.trim().is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(&text);
        match command(text.trim(), executor, &mut settings) {
            Ok(true) => {}
            Ok(false) => break,
            Err(Failure::Interrupted) => {
                let rest = if executor.leave_rest()? {
                    "; a part of the statement cannot be stopped, and runs to its end or until you leave"
                } else {
                    ""
                };
                writeln!(error, "interrupted{rest}")?;
            }
            Err(failure) => writeln!(error, "error: {failure}")?,
        }
    }
    if let Some(path) = &history {
        let _ = editor.save_history(path);
    }
    Ok(())
}

/// Executes a command line. Returns whether to continue.
fn command(text: &str, executor: &Executor, settings: &mut Settings) -> Result<bool, Failure> {
    if !text.starts_with(['\\', '.']) {
        statement(text, executor, *settings)?;
        return Ok(true);
    }
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let argument = argument.trim().trim_end_matches(';');
    let statement = |text: &str| statement(text, executor, *settings);
    match (name.trim_end_matches(';'), argument) {
        ("\\q" | ".quit" | ".exit", _) => return Ok(false),
        ("\\d", "") => statement(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
        )?,
        ("\\d", table) => {
            let table = known_table(&executor.session, table)?;
            // All columns are shown, however many rows an answer may have.
            let settings = Settings {
                most: 0,
                ..*settings
            };
            let sql = format!(
                "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = '{table}' \
                 ORDER BY ordinal_position"
            );
            self::statement(&sql, executor, settings)?;
        }
        ("\\df", _) => {
            let names = executor.session.functions();
            writeln!(io::stdout(), "{}", names.join("\n"))?;
        }
        (".mode", format) => settings.format = mode(format)?,
        (".maxrows", number) => match number.parse() {
            Ok(most) => settings.most = most,
            Err(_) => return Err(Failure::Other(format!("`{number}`: not a number"))),
        },
        (".timer", "on") => settings.has_timer = true,
        (".timer", "off") => settings.has_timer = false,
        (".timer", state) => {
            return Err(Failure::Other(format!("`{state}`: expected `on` or `off`")));
        }
        (".read", file) => {
            let text = std::fs::read_to_string(file);
            statement(&text.map_err(|error| Failure::Other(format!("{file}: {error}")))?)?;
        }
        (".help" | "\\?", _) => writeln!(io::stdout(), "{HELP}")?,
        (name, _) => {
            return Err(Failure::Other(format!(
                "`{name}`: unknown command; `.help` lists them"
            )));
        }
    }
    Ok(true)
}

/// The format with a name, of those that a terminal can show.
fn mode(name: &str) -> Result<Format, Failure> {
    let format = Format::from_name(name).filter(|format| !format.is_binary());
    format.ok_or_else(|| {
        let all = Format::ALL.iter().filter(|(_, own)| !own.is_binary());
        let names: Vec<&str> = all.map(|(name, _)| *name).collect();
        Failure::Other(format!(
            "`{name}`: not a format of the prompt (expected one of {})",
            names.join(", ")
        ))
    })
}

/// The table with a name.
fn known_table(session: &Session, name: &str) -> Result<&'static str, Failure> {
    let tables = session.tables();
    let found = tables.iter().find(|own| own.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let known = match &tables[..] {
            [] => "no index is given".to_owned(),
            tables => format!("expected one of {}", tables.join(", ")),
        };
        Failure::Other(format!("`{name}`: no such table ({known})"))
    })
}

fn statement(text: &str, executor: &Executor, settings: Settings) -> Result<(), Failure> {
    let start = Instant::now();
    let is_terminal = io::stdout().is_terminal();
    let most = (is_terminal && settings.most > 0).then_some(settings.most);
    let mut output = BufWriter::new(io::stdout());
    let shown = Shown {
        format: settings.format,
        most,
        is_file: false,
    };
    // What cannot be read was reported.
    let _ = executor.execute(&[text], shown, &mut output)?;
    output.flush()?;
    if settings.has_timer {
        writeln!(io::stderr(), "{:.3} s", start.elapsed().as_secs_f64())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kifu_sql::Session;

    use super::{completions, is_whole, known_table};

    #[test]
    fn unknown_tables_are_errors() {
        let session = Session::open(None).unwrap();
        for name in ["nope", "it's"] {
            let error = known_table(&session, name).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("`{name}`: no such table (no index is given)")
            );
        }
    }

    #[test]
    fn a_statement_ends_with_a_semicolon() {
        for whole in [
            "",
            "SELECT 1;",
            "SELECT ';' ; ",
            "\\d",
            ".mode csv",
            "SELECT 1; -- it's",
            "SELECT 1;\n-- x\n",
            "SELECT /* it's */ 1;",
            "SELECT 1; /* a /* b */ c */",
            "SELECT 1 ? 2;",
        ] {
            assert!(is_whole(whole), "{whole}");
        }
        for open in [
            "SELECT 1",
            "SELECT ';",
            "SELECT 1 -- ;",
            "SELECT \";",
            "SELECT 1 /* a;",
            "SELECT 1 /* /* a */;",
            "SELECT 1; SELECT 2",
        ] {
            assert!(!is_whole(open), "{open}");
        }
    }

    #[test]
    fn words_go_on() {
        let names = [
            "games".to_owned(),
            "game_key".to_owned(),
            "moves".to_owned(),
        ];
        let of = |line: &str| {
            let (start, pairs) = completions(&names, line, line.len());
            (
                start,
                pairs
                    .into_iter()
                    .map(|pair| pair.replacement)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            of("select * from ga"),
            (14, vec!["games".to_owned(), "game_key".to_owned()])
        );
        assert_eq!(of("sel"), (0, vec!["SELECT".to_owned()]));
        assert_eq!(of("x = 'é"), (5, vec![]));
        assert_eq!(of("select "), (7, vec![]));
    }
}
