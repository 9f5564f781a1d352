//! Adds up the answers of machines, each for some of the segments.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray as _, RecordBatch, RecordBatchOptions};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, Distribution, ExecutionPlan, Partitioning, PlanProperties,
};
use futures::{StreamExt as _, stream};
use kifu::store::Answer;

use crate::error::{of_store, wrong};
use crate::origin::Origin;
use crate::scan::Source;

/// A plan node that adds up the answers of its input and returns the rows of the sum, which a source makes.
#[derive(Debug)]
pub(crate) struct Merge {
    input: Arc<dyn ExecutionPlan>,
    pub(crate) origin: Origin,
    source: Arc<dyn Source>,
    pub(crate) columns: Vec<usize>,
    properties: Arc<PlanProperties>,
}

impl Merge {
    /// The rows of a source, from the answers of `search_answers` for its arguments.
    pub(crate) fn new(
        input: Arc<dyn ExecutionPlan>,
        (origin, source): (Origin, Arc<dyn Source>),
        columns: Vec<usize>,
    ) -> Result<Self> {
        let schema = Arc::new(source.schema().project(&columns)?);
        let properties = Arc::new(PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(1),
            EmissionType::Final,
            Boundedness::Bounded,
        ));
        Ok(Self {
            input,
            origin,
            source,
            columns,
            properties,
        })
    }
}

impl DisplayAs for Merge {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KifuMerge: {}", self.source.name())
    }
}

impl ExecutionPlan for Merge {
    fn name(&self) -> &'static str {
        "KifuMerge"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn required_input_distribution(&self) -> Vec<Distribution> {
        vec![Distribution::SinglePartition]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let input = children.into_iter().next();
        let input = input.ok_or_else(|| DataFusionError::Internal("a merge of nothing".into()))?;
        let of = (self.origin.clone(), self.source.clone());
        Ok(Arc::new(Self::new(input, of, self.columns.clone())?))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let mut answers = self.input.execute(partition, context)?;
        let (source, columns, schema) = (self.source.clone(), self.columns.clone(), self.schema());
        let own = schema.clone();
        let rows = async move {
            let mut whole = Answer::default();
            while let Some(batch) = answers.next().await {
                for text in batch?.column(0).as_string::<i32>().iter().flatten() {
                    let answer = serde_json::from_str(text);
                    whole.add(answer.map_err(|error| wrong(format!("an answer: {error}")))?);
                }
            }
            if let Some(error) = whole.damaged.pop() {
                return Err(of_store(error));
            }
            let (columns, rows) = source.of_answer(&whole, &columns)?;
            let options = RecordBatchOptions::new().with_row_count(Some(rows));
            Ok(RecordBatch::try_new_with_options(own, columns, &options)?)
        };
        let rows = stream::once(rows);
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)))
    }
}
