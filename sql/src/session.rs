//! A session: an index, the tables and functions over it, and statements.

use std::path::Path;
use std::sync::Arc;

use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::logical_expr::registry::FunctionRegistry as _;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::{DataFrame, SQLOptions, SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParserBuilder, Statement};
use kifu::store::Store;

use crate::database::{Database, Databases};
use crate::error::{Result, wrong};
use crate::functions::{self, Function, scalar, tree};
use crate::row;
use crate::scan::Table;
use crate::tables::PLAYERS;
use crate::tables::games::Games;
use crate::tables::moves::{Changes, Kind};
use crate::tables::problems::Problems;

/// How much a session may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Bytes of memory for sorting, grouping and joining; what needs more spills to temporary files. The default is no
    /// limit.
    pub memory: Option<usize>,
    /// Threads. The default is one for each core.
    pub threads: Option<usize>,
}

/// Answers SQL over an index.
pub struct Session {
    context: SessionContext,
    databases: Arc<Databases>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Session {
    /// Opens an index; without one only `sgf_files` and what needs no games can be asked.
    ///
    /// # Errors
    /// The index is missing or damaged.
    pub fn open(index: Option<&Path>) -> Result<Self> {
        Self::with(index, Options::default())
    }

    /// Opens an index, with limits.
    ///
    /// # Errors
    /// Those of [`Session::open`].
    pub fn with(index: Option<&Path>, options: Options) -> Result<Self> {
        let store = index.map(Store::open).transpose()?;
        Self::of(store, options)
    }

    /// A session over an index that is open.
    ///
    /// # Errors
    /// The tables cannot be set up.
    pub fn of(store: Option<Store>, options: Options) -> Result<Self> {
        let mut config = SessionConfig::new().with_information_schema(true);
        if let Some(threads) = options.threads {
            config = config.with_target_partitions(threads);
        }
        let mut runtime = RuntimeEnvBuilder::new();
        if let Some(bytes) = options.memory {
            runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(bytes)));
        }
        let context = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
        let databases = Arc::new(Databases::default());
        let database = store.map(|store| databases.add(store));
        let session = Self { context, databases };
        session.register_functions(database.as_ref())?;
        if let Some(database) = &database {
            session.register_tables(database)?;
        }
        Ok(session)
    }

    fn register_tables(&self, database: &Database) -> Result<()> {
        let games = Games::new(database.clone(), "games");
        let moves = Changes::new(database.clone(), Kind::Moves);
        let setup = Changes::new(database.clone(), Kind::Setup);
        let problems = Problems::new(database.clone());
        for (name, table) in [
            ("games", Table::new(self.databases.clone(), games)),
            ("moves", Table::new(self.databases.clone(), moves)),
            ("setup", Table::new(self.databases.clone(), setup)),
            ("problems", Table::new(self.databases.clone(), problems)),
        ] {
            self.context.register_table(name, Arc::new(table))?;
        }
        Ok(())
    }

    fn register_functions(&self, database: Option<&Database>) -> Result<()> {
        let state = self.context.state_ref();
        let mut state = state.write();
        for kind in functions::Kind::ALL {
            let function = Function {
                kind,
                databases: self.databases.clone(),
                database: database.cloned(),
            };
            state.register_udtf(kind.name(), Arc::new(function));
        }
        for kind in scalar::Kind::ALL {
            let function = scalar::Function::new(kind, self.databases.clone());
            state.register_udf(Arc::new(ScalarUDF::new_from_impl(function)))?;
        }
        for kind in [tree::Kind::OpeningTree, tree::Kind::ContinuationTree] {
            let aggregate = tree::Tree::new(kind, self.databases.clone());
            state.register_udaf(Arc::new(AggregateUDF::new_from_impl(aggregate)))?;
        }
        state.register_function_rewrite(row::rewrite())?;
        Ok(())
    }

    /// The statements of a text, without those that write files: an answer is written by whoever asks.
    ///
    /// # Errors
    /// The text is not SQL.
    pub fn statements(&self, text: &str) -> Result<Vec<Statement>> {
        let statements = DFParserBuilder::new(text).build()?.parse_statements()?;
        Ok(statements.into_iter().collect())
    }

    /// The answer of a statement; rows are read when it is executed.
    ///
    /// # Errors
    /// The statement names what is not there, or writes files.
    pub async fn run(&self, statement: Statement) -> Result<DataFrame> {
        if self.has_view_to_make().await? {
            let players = self.context.sql(PLAYERS).await?;
            players.collect().await?;
        }
        let plan = self.context.state().statement_to_plan(statement).await?;
        let allowed = SQLOptions::new().with_allow_dml(false);
        allowed.verify_plan(&plan).map_err(|_| {
            wrong("statements that write files or change tables are not supported; use the output options of the command")
        })?;
        Ok(self.context.execute_logical_plan(plan).await?)
    }

    async fn has_view_to_make(&self) -> Result<bool> {
        Ok(self.context.table_exist("games")? && !self.context.table_exist("players")?)
    }

    /// The answer of the last statement of a text; those before it are executed.
    ///
    /// # Errors
    /// Those of [`Session::statements`] and [`Session::run`].
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

    /// The names that can follow in a statement: tables, columns and functions, for completion.
    pub async fn names(&self) -> Vec<String> {
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
