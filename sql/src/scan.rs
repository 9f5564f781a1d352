//! The interface between DataFusion and the store: one provider and one plan for all tables and table functions.
//!
//! A [`Source`] has parts, as a table has segments, and passes on the rows of each part. The needs of a query reach it
//! as a [`Request`]: the columns, the games that predicates select, a filter over columns, and the number of rows.

mod table;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions, UInt32Array,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::Statistics;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, MetricsSet};
use datafusion::physical_plan::stream::{
    RecordBatchReceiverStream, RecordBatchReceiverStreamBuilder,
};
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, StatisticsArgs,
};
#[cfg(feature = "cluster")]
use kifu::store::Answer;
use tokio::sync::mpsc::Sender;

use crate::database::{Database, Databases, Masks, Predicate, has};
use crate::origin::Origin;

pub(crate) use self::table::Table;

/// Maximum number of rows in a batch.
pub(crate) const ROWS: usize = 8192;

/// Something that can be read as a table.
pub(crate) trait Source: fmt::Debug + Send + Sync {
    /// Its name in plans.
    fn name(&self) -> String;

    /// All of its columns.
    fn schema(&self) -> SchemaRef;

    /// The index of its games, if its first two columns are `segment` and `game`.
    fn database(&self) -> Option<&Database>;

    /// Number of parts that can be read separately.
    fn parts(&self) -> usize;

    /// Number of segments, if machines can share the reading of them; [`Request::segments`] selects them.
    #[cfg(feature = "cluster")]
    fn segments(&self) -> Option<usize> {
        Some(self.parts())
    }

    /// The arguments of `search_answers`, if its rows come from a whole answer ([`of_answer`](Self::of_answer)), which is
    /// the sum of the answers for parts of the segments.
    #[cfg(feature = "cluster")]
    fn answers(&self) -> Option<(&Database, Vec<String>)> {
        None
    }

    /// Some of its columns for an answer, and their number of rows.
    #[cfg(feature = "cluster")]
    fn of_answer(&self, _: &Answer, _: &[usize]) -> Result<(Vec<ArrayRef>, usize)> {
        let message = format!("`{}` is not made of an answer", self.name());
        Err(DataFusionError::Internal(message))
    }

    /// Number of rows, if known without reading.
    fn rows(&self) -> Option<usize> {
        None
    }

    /// Whether it filters by any of its columns, which saves reading the others. The filter of another source has only
    /// the columns `segment` and `game`, and selects games.
    fn filters_columns(&self) -> bool {
        false
    }

    /// Whether it evaluates a predicate itself, without being given the selected games.
    fn takes(&self, predicate: &Predicate) -> bool {
        let _ = predicate;
        false
    }

    /// Passes on the rows of a part.
    fn read(&self, part: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()>;
}

/// A request to a source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// The requested columns, by their numbers in its schema.
    pub(crate) columns: Vec<usize>,
    /// Predicates that select whole games.
    pub(crate) predicates: Vec<Predicate>,
    /// The games selected by those predicates that the source does not evaluate itself.
    pub(crate) masks: Vec<Masks>,
    /// A condition on columns; see [`Source::filters_columns`].
    pub(crate) filter: Option<Filter>,
    /// Number of rows after which to stop.
    pub(crate) limit: Option<usize>,
    /// The segments to read, for a source that is shared by machines; `None` is all.
    pub(crate) segments: Option<Range<usize>>,
}

/// A condition on columns.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// The condition, over the schema of `columns`.
    pub(crate) condition: Arc<dyn PhysicalExpr>,
    /// The columns of the source that it reads.
    pub(crate) columns: Vec<usize>,
    pub(crate) shown: String,
}

/// A batch of rows that may have no columns: a condition that is always null reads none.
pub(crate) fn batch_of(
    schema: &SchemaRef,
    columns: Vec<ArrayRef>,
    rows: usize,
) -> Result<RecordBatch> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(RecordBatch::try_new_with_options(
        Arc::clone(schema),
        columns,
        &options,
    )?)
}

impl Filter {
    /// The rows of a batch of its columns that satisfy the condition.
    pub(crate) fn holds(&self, batch: &RecordBatch) -> Result<BooleanArray> {
        let value = self.condition.evaluate(batch)?;
        let array = value.into_array(batch.num_rows())?;
        let flags = array.as_any().downcast_ref::<BooleanArray>();
        flags
            .cloned()
            .ok_or_else(|| DataFusionError::Internal("a condition is not boolean".into()))
    }

    /// The games of segments that satisfy a condition on the columns `segment` and `game`, one bit per game. Other
    /// segments have none.
    fn games(&self, source: &dyn Source, of: &Database, segments: Range<usize>) -> Result<Masks> {
        let schema = Arc::new(source.schema().project(&self.columns)?);
        let mut masks = vec![Vec::new(); segments.end];
        for view in of.store.snapshot().segments() {
            let number = view.number() as usize;
            if !segments.contains(&number) {
                continue;
            }
            let games = view.rows();
            let columns = self.columns.iter().map(|column| match column {
                0 => same(of.first + view.number(), games),
                _ => Arc::new(UInt32Array::from_iter_values(0..games as u32)),
            });
            let batch = batch_of(&schema, columns.collect(), games)?;
            masks[number] = vec![0; games.div_ceil(64)];
            for (game, holds) in self.holds(&batch)?.iter().enumerate() {
                masks[number][game / 64] |= u64::from(holds == Some(true)) << (game % 64);
            }
        }
        Ok(Arc::new(masks))
    }
}

impl Request {
    /// Whether all predicates select a game.
    pub(crate) fn selects(&self, segment: u32, game: u32) -> bool {
        let mut masks = self.masks.iter();
        masks.all(|mask| {
            mask.get(segment as usize)
                .is_some_and(|words| has(words, game))
        })
    }

    /// The segments to search out of `count`, in the form of a query: those with selected games.
    pub(crate) fn segments_searched(&self, count: usize) -> Option<BTreeSet<u32>> {
        if self.segments.is_none() && self.masks.is_empty() {
            return None;
        }
        let segments = self.segments.clone().unwrap_or(0..count);
        let segments = segments.map(|segment| segment as u32);
        let has_games = |segment: &u32| {
            let games = self.games(*segment);
            games.is_none_or(|words| words.iter().any(|word| *word != 0))
        };
        Some(segments.filter(has_games).collect())
    }

    /// The games of a segment that all predicates select; `None` if there are no predicates.
    pub(crate) fn games(&self, segment: u32) -> Option<Vec<u64>> {
        let mut masks = self.masks.iter();
        let mut games = masks
            .next()?
            .get(segment as usize)
            .cloned()
            .unwrap_or_default();
        for mask in masks {
            let other = mask.get(segment as usize);
            for (at, word) in games.iter_mut().enumerate() {
                *word &= other.and_then(|other| other.get(at)).copied().unwrap_or(0);
            }
        }
        Some(games)
    }
}

/// The destination of the rows of a part.
pub(crate) struct Rows<'a> {
    /// The indexes of the session, which note what cannot be read.
    pub(crate) databases: &'a Databases,
    sender: &'a Sender<Result<RecordBatch>>,
    schema: SchemaRef,
    metrics: &'a BaselineMetrics,
    left: usize,
}

impl Rows<'_> {
    /// Sends rows of the requested columns, in their order. Returns `Break` if no more are needed.
    pub(crate) fn put(&mut self, columns: Vec<ArrayRef>, rows: usize) -> Result<ControlFlow<()>> {
        let rows = rows.min(self.left);
        let columns = columns
            .into_iter()
            .map(|column| column.slice(0, rows))
            .collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)?;
        self.left -= rows;
        self.metrics.record_output(rows);
        if rows > 0 && self.sender.blocking_send(Ok(batch)).is_err() || self.left == 0 {
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether no more rows are needed, for example because the query was stopped.
    pub(crate) fn are_unwanted(&self) -> bool {
        self.left == 0 || self.sender.is_closed()
    }
}

/// Reads a source, some parts in each partition.
#[derive(Debug)]
pub(crate) struct Scan {
    databases: Arc<Databases>,
    #[cfg_attr(
        not(feature = "cluster"),
        expect(dead_code, reason = "only scans that travel are made again")
    )]
    pub(crate) origin: Origin,
    pub(crate) source: Arc<dyn Source>,
    pub(crate) request: Request,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl Scan {
    pub(crate) fn new(
        databases: Arc<Databases>,
        (origin, source): (Origin, Arc<dyn Source>),
        request: Request,
        partitions: usize,
    ) -> Self {
        let all = source.schema();
        let fields: Vec<_> = request
            .columns
            .iter()
            .map(|at| all.field(*at).clone())
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let properties = Arc::new(PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(partitions),
            EmissionType::Incremental,
            Boundedness::Bounded,
        ));
        Self {
            databases,
            origin,
            source,
            request,
            properties,
            metrics: ExecutionPlanMetricsSet::new(),
        }
    }

    pub(crate) fn partitions(&self) -> usize {
        self.properties.partitioning.partition_count()
    }

    /// The parts or segments of a partition: neighbors, so that rows stay in index order.
    fn parts(&self, partition: usize) -> Range<usize> {
        let all = self.request.segments.clone();
        slice(
            &all.unwrap_or(0..self.source.parts()),
            partition,
            self.partitions(),
        )
    }

    /// Scans that read some of the segments each, and together the same as this one; `None` if it cannot be shared.
    #[cfg(feature = "cluster")]
    pub(crate) fn shares(&self, count: usize) -> Option<Vec<Arc<dyn ExecutionPlan>>> {
        let segments = self.request.segments.as_ref()?;
        let share = |number: usize| -> Arc<dyn ExecutionPlan> {
            let request = Request {
                segments: Some(slice(segments, number, count)),
                ..self.request.clone()
            };
            let source = (self.origin.clone(), self.source.clone());
            let databases = self.databases.clone();
            Arc::new(Self::new(databases, source, request, self.partitions()))
        };
        Some((0..count).map(share).collect())
    }
}

/// One of `count` slices of a range with nearly equal lengths.
fn slice(range: &Range<usize>, number: usize, count: usize) -> Range<usize> {
    let at = |place: usize| range.start + range.len() * place / count;
    at(number)..at(number + 1)
}

impl DisplayAs for Scan {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let schema = self.schema();
        let names: Vec<&str> = schema
            .fields()
            .iter()
            .map(|field| field.name().as_str())
            .collect();
        write!(
            f,
            "KifuScan: {}, columns=[{}]",
            self.source.name(),
            names.join(", ")
        )?;
        for predicate in &self.request.predicates {
            match predicate {
                Predicate::Where(text) => write!(f, ", where=[{text}]")?,
                Predicate::Position(arguments) => {
                    write!(f, ", position=[{}]", arguments.join(", "))?;
                }
            }
        }
        if let Some(filter) = &self.request.filter {
            write!(f, ", filter=[{}]", filter.shown)?;
        }
        if let Some(limit) = self.request.limit {
            write!(f, ", limit={limit}")?;
        }
        if let Some(segments) = &self.request.segments {
            write!(f, ", segments={segments:?}")?;
        }
        Ok(())
    }
}

impl ExecutionPlan for Scan {
    fn name(&self) -> &'static str {
        "KifuScan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        match &self.request.filter {
            Some(filter) => f(&filter.condition),
            None => Ok(TreeNodeRecursion::Continue),
        }
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, partition: usize, _: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mut builder: RecordBatchReceiverStreamBuilder =
            RecordBatchReceiverStream::builder(self.schema(), 2);
        let (databases, source) = (self.databases.clone(), self.source.clone());
        let (mut request, schema) = (self.request.clone(), self.schema());
        let (sender, parts) = (builder.tx(), self.parts(partition));
        let metrics = BaselineMetrics::new(&self.metrics, partition);
        builder.spawn_blocking(move || {
            if let Some(database) = source.database() {
                let predicates = request.predicates.iter();
                request.masks = predicates
                    .filter(|predicate| !source.takes(predicate))
                    .map(|predicate| databases.selected(database, predicate))
                    .collect::<Result<_>>()?;
                if let Some(filter) = &request.filter
                    && !source.filters_columns()
                {
                    let is_share = request.segments.is_some() || source.parts() > 1;
                    let segments = if is_share {
                        parts.clone()
                    } else {
                        0..database.store.snapshot().segments().len()
                    };
                    let games = filter.games(&*source, database, segments)?;
                    request.masks.push(games);
                }
            }
            let mut rows = Rows {
                databases: &databases,
                sender: &sender,
                schema,
                metrics: &metrics,
                left: request.limit.unwrap_or(usize::MAX),
            };
            if request.segments.is_some() && source.parts() == 1 && !parts.is_empty() {
                // The share reads its segments itself.
                request.segments = Some(parts);
                let _timer = metrics.elapsed_compute().timer();
                return source.read(0, &request, &mut rows);
            }
            for part in parts {
                if rows.are_unwanted() {
                    break;
                }
                let _timer = metrics.elapsed_compute().timer();
                source.read(part, &request, &mut rows)?;
            }
            Ok(())
        });
        Ok(builder.build())
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }

    fn statistics_from_inputs(
        &self,
        _: &[Arc<Statistics>],
        args: &StatisticsArgs,
    ) -> Result<Arc<Statistics>> {
        let mut statistics = Statistics::new_unknown(&self.schema());
        let is_all = self.request.predicates.is_empty()
            && self.request.filter.is_none()
            && self
                .request
                .segments
                .as_ref()
                .is_none_or(|segments| segments.len() == self.source.parts());
        if args.partition().is_none()
            && is_all
            && let Some(rows) = self.source.rows()
        {
            let rows = self.request.limit.map_or(rows, |limit| limit.min(rows));
            statistics.num_rows = Precision::Exact(rows);
        }
        Ok(Arc::new(statistics))
    }
}

/// A nullable column.
pub(crate) fn column(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

/// The first two columns of tables with rows of games.
pub(crate) fn of_game() -> [Field; 2] {
    [
        Field::new("segment", DataType::UInt32, false),
        Field::new("game", DataType::UInt32, false),
    ]
}

/// A column with the same number in each row.
pub(crate) fn same(number: u32, rows: usize) -> ArrayRef {
    Arc::new(UInt32Array::from_value(number, rows))
}
