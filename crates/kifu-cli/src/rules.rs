//! Selection of the rules for each file: the command line, and the nearest `kifu.toml` of each file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use globset::{Glob, GlobMatcher};
use kifu::lint::normalize::Aliases;
use kifu::lint::{self, Linter, Options};
use kifu_batch::path_of;

use crate::config::{Choice, Config, FixConfig, Players, read_toml};
use crate::paths::{canonical_folder, resolved};

/// Which rules apply
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Rules {
    /// Apply only these rules: names or prefixes of codes, such as `V2,S301`; `ALL` is every rule, except the normal
    /// forms of `N`
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "Rules"
    )]
    select: Vec<String>,

    /// Do not apply these rules: names or prefixes of codes
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "Rules"
    )]
    ignore: Vec<String>,

    /// Also report valid but unusual properties and values
    #[arg(long, help_heading = "Rules")]
    strict: bool,

    /// Table of other names of players, in TOML: `"Go Seigen" = ["Wu Qingyuan", "呉清源"]`; for `N607`
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    players: Option<PathBuf>,

    /// Use this configuration instead of the nearest `kifu.toml` of each file
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    config: Option<PathBuf>,
}

impl Rules {
    /// The configuration that is used instead of the nearest one of each file.
    #[cfg(feature = "lsp")]
    pub(crate) fn config(&self) -> Option<&Path> {
        self.config.as_deref()
    }
}

/// The rules for one file.
#[derive(Debug)]
pub(crate) struct FileRules {
    pub(crate) options: Options,
    pub(crate) fix: FixConfig,
}

/// The rules of a configuration file.
#[derive(Debug)]
struct Configured {
    /// The canonical folder to which paths in the file are relative.
    folder: PathBuf,
    base: Arc<FileRules>,
    /// Patterns of paths, and the rules ignored there.
    ignores: Vec<(GlobMatcher, Vec<String>)>,
    /// The rules for files that match these patterns, by their numbers.
    by_match: Mutex<HashMap<Vec<usize>, Arc<FileRules>>>,
}

/// The rules for each file of a run.
#[derive(Debug)]
pub(crate) struct RuleSets<'r> {
    rules: &'r Rules,
    /// The configuration of the command line.
    given: Option<Arc<Configured>>,
    by_folder: Mutex<HashMap<PathBuf, Result<Arc<Configured>, String>>>,
    by_config: Mutex<HashMap<PathBuf, Result<Arc<Configured>, String>>>,
}

impl Rules {
    /// The rules for each file of these paths.
    ///
    /// # Errors
    /// The configuration of the command line, or that of every path, cannot be read, or a rule is unknown.
    pub(crate) fn sets(&self, paths: &[PathBuf]) -> anyhow::Result<RuleSets<'_>> {
        let given = match &self.config {
            Some(path) => Some(Arc::new(self.configured(Config::read(path)?)?)),
            None => None,
        };
        let sets = RuleSets {
            rules: self,
            given,
            by_folder: Mutex::default(),
            by_config: Mutex::default(),
        };
        // Where nothing can be read, one error is enough.
        let configured = paths.iter().map(|path| {
            let folder = path.parent().filter(|_| !path.is_dir());
            sets.configured(folder.unwrap_or(path)).map(drop)
        });
        let any = configured.reduce(Result::or).unwrap_or(Ok(()));
        any.map(|()| sets)
    }

    /// The table of players, from the configuration and its file, and from the file of the command line.
    fn players(&self, mut all: Players, file: Option<&PathBuf>) -> anyhow::Result<Aliases> {
        for path in [file, self.players.as_ref()].into_iter().flatten() {
            for (name, mut spellings) in read_toml::<Players>(path)? {
                all.entry(name).or_default().append(&mut spellings);
            }
        }
        Aliases::new(all).context("the table of players")
    }

    /// The codes of the rules that a file ignores, without those that the command line selects by a code at least as long.
    fn not_asked_for(&self, ignored: &str) -> Vec<String> {
        let ignored = code_of(ignored);
        let selects = |code: &str| {
            let mut selected = self.select.iter().map(|name| code_of(name));
            selected.any(|name| name.starts_with(ignored) && code.starts_with(name))
        };
        let codes = lint::rules().map(|rule| rule.code);
        let codes = codes.filter(|code| code.starts_with(ignored) && !selects(code));
        codes.map(str::to_owned).collect()
    }

    fn configured(&self, config: Config) -> anyhow::Result<Configured> {
        let Choice {
            mut select,
            mut ignore,
            strict,
            players,
        } = config.check;
        let of_file = || config.path.display().to_string();
        let own = Options::default().with_select(select.clone());
        ensure_known(&own.with_ignore(ignore.clone())).with_context(of_file)?;
        if !self.select.is_empty() {
            select.clone_from(&self.select);
            ignore = ignore
                .iter()
                .flat_map(|own| self.not_asked_for(own))
                .collect();
        }
        ignore.extend_from_slice(&self.ignore);
        let options = Options::default()
            .with_strict(strict || self.strict)
            .with_select(select)
            .with_ignore(ignore)
            .with_players(self.players(
                config.players,
                players.map(|path| config.folder.join(path)).as_ref(),
            )?);
        ensure_known(&options)?;
        let mut ignores = Vec::new();
        for (pattern, rules) in config.per_file_ignores {
            ensure_known(&Options::default().with_ignore(rules.clone())).with_context(of_file)?;
            // A pattern without a slash matches names in any folder.
            let anywhere = if pattern.contains('/') {
                pattern.clone()
            } else {
                format!("**/{pattern}")
            };
            let glob = Glob::new(&anywhere)
                .map_err(|error| {
                    anyhow::anyhow!("`{pattern}` in `per-file-ignores`: {}", error.kind())
                })
                .with_context(of_file)?;
            ignores.push((glob.compile_matcher(), rules));
        }
        Ok(Configured {
            folder: canonical_folder(&config.folder),
            base: Arc::new(FileRules {
                options,
                fix: config.fix,
            }),
            ignores,
            by_match: Mutex::default(),
        })
    }
}

/// The code of a rule that is given by its name; the beginning of codes stays.
fn code_of(name: &str) -> &str {
    let found = lint::rules().find(|rule| rule.name == name);
    found.map_or(name, |rule| rule.code)
}

fn ensure_known(options: &Options) -> anyhow::Result<()> {
    if let Some(unknown) = options.unknown().next() {
        let names = lint::rules().flat_map(|rule| [rule.code, rule.name]);
        let near = kifu::select::nearest(unknown, names);
        match near {
            Some(name) => anyhow::bail!("`{unknown}`: unknown rule: did you mean `{name}`?"),
            None => {
                anyhow::bail!("`{unknown}`: unknown rule; `kifu explain --list rules` lists them")
            }
        }
    }
    Ok(())
}

impl RuleSets<'_> {
    /// The rules for a file.
    ///
    /// # Errors
    /// Its `kifu.toml` cannot be read.
    pub(crate) fn of(&self, name: &str) -> anyhow::Result<Arc<FileRules>> {
        let path = path_of(name);
        let configured = self.configured(path.parent().unwrap_or(Path::new("")))?;
        Ok(configured.of(&path))
    }

    /// The configuration for the files of a folder.
    fn configured(&self, folder: &Path) -> anyhow::Result<Arc<Configured>> {
        if let Some(given) = &self.given {
            return Ok(Arc::clone(given));
        }
        let mut by_folder = self
            .by_folder
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_folder.get(folder) {
            return known.clone().map_err(anyhow::Error::msg);
        }
        let found = self.find(folder).map_err(|error| format!("{error:#}"));
        by_folder.insert(folder.to_owned(), found.clone());
        found.map_err(anyhow::Error::msg)
    }

    fn find(&self, folder: &Path) -> anyhow::Result<Arc<Configured>> {
        // A folder in an archive uses the configuration of the archive.
        let folder = folder.ancestors().find(|folder| folder.is_dir());
        let folder = dunce::canonicalize(folder.unwrap_or(Path::new(".")))?;
        let path = crate::config::find(&folder);
        let key = path.clone().unwrap_or_default();
        let mut by_config = self
            .by_config
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let known = by_config.entry(key).or_insert_with(|| {
            let config = match path {
                Some(path) => Config::read(&path),
                None => Ok(Config::default()),
            };
            let configured = config.and_then(|config| self.rules.configured(config));
            configured
                .map(Arc::new)
                .map_err(|error| format!("{error:#}"))
        });
        known.clone().map_err(anyhow::Error::msg)
    }
}

impl Configured {
    fn of(&self, path: &Path) -> Arc<FileRules> {
        if self.ignores.is_empty() {
            return Arc::clone(&self.base);
        }
        // A pattern may name a link, or the folder that the link leads to.
        let typed = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let resolved = resolved(path);
        let names = [&typed, &resolved].map(|own| own.strip_prefix(&self.folder).unwrap_or(path));
        let matches = (0..self.ignores.len()).filter(|number| {
            let pattern = &self.ignores[*number].0;
            names.iter().any(|name| pattern.is_match(name))
        });
        let matches: Vec<usize> = matches.collect();
        if matches.is_empty() {
            return Arc::clone(&self.base);
        }
        let mut by_match = self.by_match.lock().unwrap_or_else(PoisonError::into_inner);
        let rules = by_match.entry(matches).or_insert_with_key(|matches| {
            let mut options = self.base.options.clone();
            for number in matches {
                options.ignore.extend_from_slice(&self.ignores[*number].1);
            }
            Arc::new(FileRules {
                options,
                fix: self.base.fix,
            })
        });
        Arc::clone(rules)
    }
}

/// The linters of a thread, one for each set of rules.
#[derive(Default)]
pub(crate) struct Linters {
    all: Vec<(Arc<FileRules>, Linter)>,
}

impl Linters {
    /// The linter with these rules.
    pub(crate) fn get(&mut self, rules: &Arc<FileRules>) -> &mut Linter {
        let known = self
            .all
            .iter()
            .position(|(known, _)| Arc::ptr_eq(known, rules));
        let number = known.unwrap_or_else(|| {
            let linter = Linter::new(&rules.options);
            self.all.push((Arc::clone(rules), linter));
            self.all.len() - 1
        });
        &mut self.all[number].1
    }
}
