//! A session: an index, the tables and functions over it, and statements.

use std::path::Path;
use std::sync::Arc;

use datafusion::error::DataFusionError;
use datafusion::execution::{SendableRecordBatchStream, SessionStateBuilder};
use datafusion::logical_expr::registry::FunctionRegistry;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::{DataFrame, SQLOptions, SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::ast::Statement as Sql;
use datafusion::sql::sqlparser::tokenizer::Token;

#[cfg(feature = "cluster")]
use crate::cluster::{Index, Workers};
use crate::database::{Database, Databases, Opened};
use crate::error::{Result, SqlError, wrong};
use crate::functions::session_function::SessionFunction;
use crate::functions::{self, Function, scalar, tree};
use crate::memory;
use crate::origin::Origin;
use crate::row;
use crate::scan::Table;
use crate::tables::PLAYERS;

/// The tables of an index.
const TABLES: [&str; 5] = ["games", "moves", "players", "problems", "setup"];

/// Whether a statement only asks, as far as its first word tells.
fn is_allowed(statement: &Statement) -> bool {
    match statement {
        Statement::Statement(statement) => matches!(
            **statement,
            Sql::Query(_)
                | Sql::Explain { .. }
                | Sql::ExplainTable { .. }
                | Sql::Set(_)
                | Sql::ShowColumns { .. }
                | Sql::ShowCreate { .. }
                | Sql::ShowFunctions { .. }
                | Sql::ShowTables { .. }
                | Sql::ShowVariable { .. }
        ),
        Statement::Explain(statement) => is_allowed(&statement.statement),
        Statement::Reset(_) => true,
        Statement::CopyTo(_) | Statement::CreateExternalTable(_) => false,
    }
}

/// The resource limits of a session.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Maximum memory in bytes for sorting, grouping and joining: what needs more uses temporary files, or is an error.
    /// The default is no limit.
    pub memory: Option<usize>,
    /// Number of threads. The default is one for each core.
    pub threads: Option<usize>,
    /// Workers that execute parts of the queries. The default is none: this process executes everything.
    #[cfg(feature = "cluster")]
    pub workers: Option<Workers>,
}

/// Answers SQL over an index.
pub struct Session {
    context: SessionContext,
    databases: Arc<Databases>,
    /// Workers, and the index that they share with the session.
    #[cfg(feature = "cluster")]
    workers: Option<(Workers, Index)>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

/// Registers the functions with a value for each row or group.
pub(crate) fn register_functions_of_rows(
    registry: &mut dyn FunctionRegistry,
    databases: &Arc<Databases>,
) -> datafusion::error::Result<()> {
    for kind in scalar::Kind::ALL {
        let function = SessionFunction::new(kind, databases.clone());
        registry.register_udf(Arc::new(ScalarUDF::new_from_impl(function)))?;
    }
    for kind in [tree::Kind::OpeningTree, tree::Kind::ContinuationTree] {
        let aggregate = SessionFunction::new(kind, databases.clone());
        registry.register_udaf(Arc::new(AggregateUDF::new_from_impl(aggregate)))?;
    }
    Ok(())
}

/// Removes the temporary folders also if a statement that was stopped still uses the indexes.
impl Drop for Session {
    fn drop(&mut self) {
        self.databases.clear();
    }
}

impl Session {
    /// Opens an index: a folder, or the address of a published index. Without an index, only `sgf_files` and statements
    /// without games work.
    ///
    /// # Errors
    /// The index is missing or damaged.
    pub fn open(index: Option<&Path>) -> Result<Self> {
        Self::with(index, Options::default())
    }

    /// Opens an index, with limits.
    ///
    /// # Errors
    /// The errors of [`Session::open`].
    pub fn with(index: Option<&Path>, options: Options) -> Result<Self> {
        let opened = index.map(Opened::at).transpose()?;
        Self::of(opened, options)
    }

    fn of(opened: Option<Opened>, options: Options) -> Result<Self> {
        let mut config = SessionConfig::new().with_information_schema(true);
        if let Some(threads) = options.threads {
            config = config.with_target_partitions(threads);
        }
        #[cfg(feature = "cluster")]
        if options.workers.is_some() && config.target_partitions() < 2 {
            // Plans for one partition lack the steps that combine the parts of workers.
            config = config.with_target_partitions(2);
        }
        // It refuses plans that differ from what they execute only in whether a column may have nulls.
        let execution = &mut config.options_mut().execution;
        execution.skip_physical_aggregate_schema_check = true;
        memory::lower_reservations(config.options_mut(), options.memory);
        let builder = SessionStateBuilder::new()
            .with_config(config)
            .with_runtime_env(memory::runtime(options.memory)?)
            .with_default_features();
        #[cfg(feature = "cluster")]
        let is_shared = options.workers.is_some();
        #[cfg(not(feature = "cluster"))]
        let is_shared = false;
        // Workers do not report what they leave out, so everything must be readable.
        let databases = Arc::new(if is_shared {
            Databases::default()
        } else {
            Databases::leaving_out()
        });
        #[cfg(feature = "cluster")]
        let state = opened.as_ref().map(|opened| opened.state.clone());
        let database = opened.map(|opened| databases.add(opened.store));
        #[cfg(feature = "cluster")]
        let index = database.clone().zip(state).map(|(database, state)| Index {
            databases: databases.clone(),
            database,
            state,
        });
        #[cfg(feature = "cluster")]
        let workers = options.workers.zip(index);
        #[cfg(feature = "cluster")]
        let builder = match &workers {
            Some((workers, index)) => workers.extend(builder, index)?,
            None => builder,
        };
        let session = Self {
            context: SessionContext::new_with_state(builder.build()),
            databases,
            #[cfg(feature = "cluster")]
            workers,
        };
        session.register_functions(database.as_ref())?;
        if let Some(database) = &database {
            session.register_tables(database)?;
        }
        Ok(session)
    }

    fn register_tables(&self, database: &Database) -> Result<()> {
        for name in ["games", "moves", "setup", "problems"] {
            let databases = self.databases.clone();
            let table = Table::new(databases, Some(database), Origin::table(name))?;
            self.context.register_table(name, Arc::new(table))?;
        }
        Ok(())
    }

    fn register_functions(&self, database: Option<&Database>) -> Result<()> {
        let state = self.context.state_ref();
        let mut state = state.write();
        for kind in functions::Kind::ALL {
            let function = Function {
                kind: *kind,
                databases: self.databases.clone(),
                database: database.cloned(),
            };
            state.register_udtf(kind.name(), Arc::new(function));
        }
        register_functions_of_rows(&mut *state, &self.databases)?;
        state.register_function_rewrite(row::rewrite())?;
        Ok(())
    }

    /// Parses the statements of a text.
    ///
    /// # Errors
    /// The text is not SQL.
    pub fn statements(&self, text: &str) -> Result<Vec<Statement>> {
        let statements = self.statements_with_lines(text)?;
        Ok(statements.into_iter().map(|(own, _)| own).collect())
    }

    /// Parses the statements of a text, each with the number of its first line, from 1. A byte order mark at the start
    /// is ignored.
    ///
    /// # Errors
    /// The text is not SQL.
    pub fn statements_with_lines(&self, text: &str) -> Result<Vec<(Statement, u64)>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // `parse_statements` does not return places. It reports errors.
        let all = DFParserBuilder::new(text).build()?.parse_statements()?;
        let mut parser = DFParserBuilder::new(text).build()?;
        let mut lines = Vec::with_capacity(all.len());
        for _ in &all {
            while parser.parser.consume_token(&Token::SemiColon) {}
            lines.push(parser.parser.peek_token().span.start.line);
            parser.parse_statement()?;
        }
        Ok(all.into_iter().zip(lines).collect())
    }

    /// Whether a statement has an answer, unlike `SET`.
    #[must_use]
    pub fn has_answer(statement: &Statement) -> bool {
        match statement {
            Statement::Statement(statement) => !matches!(**statement, Sql::Set(_)),
            Statement::Reset(_) => false,
            _ => true,
        }
    }

    /// The answer of a statement; rows are read when the answer is executed. Only queries, `EXPLAIN`, `SHOW`, `DESCRIBE`,
    /// `SET` and `RESET` are executed: the caller writes the answer.
    ///
    /// # Errors
    /// The statement contains an unknown name, writes files, or changes tables.
    pub async fn run(&self, statement: Statement) -> Result<DataFrame> {
        self.make_views().await?;
        let refused = || {
            wrong(
                "statements that write files or change tables are not supported: only queries, EXPLAIN, SHOW, DESCRIBE, SET \
                 and RESET are",
            )
        };
        if !is_allowed(&statement) {
            return Err(refused().into());
        }
        let planned = self.context.state().statement_to_plan(statement).await;
        let plan = planned.map_err(|error| self.explained(error))?;
        let allowed = SQLOptions::new()
            .with_allow_ddl(false)
            .with_allow_dml(false);
        allowed.verify_plan(&plan).map_err(|_| refused())?;
        Ok(self.context.execute_logical_plan(plan).await?)
    }

    /// The error of a table that does not exist, with the tables that do.
    fn explained(&self, error: DataFusionError) -> DataFusionError {
        let DataFusionError::Plan(message) = error.find_root() else {
            return error;
        };
        let name = message
            .strip_prefix("table 'datafusion.public.")
            .and_then(|rest| rest.strip_suffix("' not found"));
        let Some(name) = name else {
            return error;
        };
        let names = self.tables();
        wrong(match (&names[..], TABLES.contains(&name)) {
            ([], true) => format!(
                "`{name}`: no index is given, so there are no tables; `sgf_files('folder')` reads a folder"
            ),
            ([], false) => format!("`{name}`: no such table (no index is given)"),
            (names, _) => format!(
                "`{name}`: no such table (expected one of {})",
                names.join(", ")
            ),
        })
    }

    /// The tables of the index, by name; none without an index.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static str> {
        let is_there = self
            .context
            .table_exist("games")
            .is_ok_and(|is_there| is_there);
        if is_there {
            TABLES.to_vec()
        } else {
            Vec::new()
        }
    }

    /// The rows of the answer of a statement. With workers, the rows are collected first, because a query restarts on
    /// the remaining workers if one dies; `note` is called with reports about workers.
    ///
    /// # Errors
    /// The errors of [`Session::run`] and of the execution; no worker is available, or the answer is too large to
    /// collect.
    pub async fn answer(
        &self,
        statement: Statement,
        note: &mut (dyn FnMut(String) + Send),
    ) -> Result<SendableRecordBatchStream> {
        #[cfg(feature = "cluster")]
        if let Some(workers) = &self.workers {
            return self.distributed(workers, statement, note).await;
        }
        let _ = note;
        Ok(self.run(statement).await?.execute_stream().await?)
    }

    /// The errors of files and records that the answers since the last call leave out: records that `problems`, `sgf()` and
    /// selections need and that cannot be read, and files of `sgf_files`. With workers, such an error ends the statement instead.
    #[must_use]
    pub fn take_unread(&self) -> Vec<SqlError> {
        self.databases.take_unread()
    }

    /// Stops work that does not notice that its answer was dropped: `sgf_files` reads no more files.
    pub fn stop(&self) {
        self.databases.stop();
    }

    async fn make_views(&self) -> Result<()> {
        if self.context.table_exist("games")? && !self.context.table_exist("players")? {
            let players = self.context.sql(PLAYERS).await?;
            players.collect().await?;
        }
        Ok(())
    }

    /// The answer of the last statement of a text; the statements before it are executed.
    ///
    /// # Errors
    /// The errors of [`Session::statements`] and [`Session::run`].
    pub async fn query(&self, text: &str) -> Result<DataFrame> {
        let mut statements = self.statements(text)?;
        let last = statements
            .pop()
            .ok_or_else(|| wrong("there is no statement"))?;
        for statement in statements {
            self.run(statement).await?.collect().await?;
        }
        self.run(last).await
    }

    /// The functions that Kifu adds.
    pub fn functions(&self) -> Vec<&'static str> {
        let tables = functions::Kind::ALL.iter().map(|kind| kind.name());
        let rows = row::OF_ROWS.iter().map(|(name, _)| *name);
        let mut names: Vec<_> = tables
            .chain(rows)
            .chain(["symmetry", "continuation_tree"])
            .collect();
        names.sort_unstable();
        names
    }

    /// The names that can occur in a statement, for completion: tables, columns and functions.
    pub async fn names(&self) -> Vec<String> {
        // Without it the other names are complete.
        let _ = self.make_views().await;
        let state = self.context.state();
        let mut names: Vec<String> = state.scalar_functions().keys().cloned().collect();
        names.extend(state.aggregate_functions().keys().cloned());
        names.extend(state.table_functions().keys().cloned());
        for catalog in self.context.catalog_names() {
            let Some(catalog) = self.context.catalog(&catalog) else {
                continue;
            };
            for schema in catalog
                .schema_names()
                .iter()
                .filter(|name| *name != "information_schema")
            {
                let Some(schema) = catalog.schema(schema) else {
                    continue;
                };
                for table in schema.table_names() {
                    if let Ok(Some(provider)) = schema.table(&table).await {
                        let fields = provider.schema();
                        names.extend(fields.fields().iter().map(|field| field.name().clone()));
                    }
                    names.push(table);
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}
