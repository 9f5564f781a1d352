//! How a scan travels: by the name of what is read, and what is asked of it.

use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf::PhysicalExprNode;
use prost::Message as _;
use serde::{Deserialize, Serialize};

use super::Merge;
use crate::database::{Database, Databases, Predicate};
use crate::error::wrong;
use crate::origin::Origin;
use crate::scan::{Filter, Request, Scan};

/// Partitions that a message can ask for.
const MOST_PARTITIONS: usize = 1 << 12;

/// Writes and reads scans of one index.
#[derive(Debug)]
pub(super) struct Codec {
    pub(super) databases: Arc<Databases>,
    pub(super) database: Database,
}

/// A node of a plan.
#[derive(Serialize, Deserialize)]
enum Node {
    Scan(Form),
    Merge {
        name: String,
        arguments: Vec<String>,
        columns: Vec<usize>,
    },
}

#[derive(Serialize, Deserialize)]
struct Form {
    name: String,
    arguments: Vec<String>,
    columns: Vec<usize>,
    selections: Vec<String>,
    positions: Vec<Vec<String>>,
    filter: Option<FilterForm>,
    limit: Option<usize>,
    segments: Option<Range<usize>>,
    partitions: usize,
}

#[derive(Serialize, Deserialize)]
struct FilterForm {
    condition: Vec<u8>,
    columns: Vec<usize>,
    shown: String,
}

fn damaged(cause: impl std::fmt::Display) -> DataFusionError {
    wrong(format!("a part of a plan cannot be read: {cause}"))
}

impl Codec {
    fn form(&self, scan: &Scan, converter: &dyn PhysicalProtoConverterExtension) -> Result<Form> {
        let request = &scan.request;
        let (mut selections, mut positions) = (Vec::new(), Vec::new());
        for predicate in &request.predicates {
            match predicate {
                Predicate::Where(text) => selections.push(text.clone()),
                Predicate::Position(arguments) => positions.push(arguments.clone()),
            }
        }
        let filter = |filter: &Filter| -> Result<FilterForm> {
            let node = converter.physical_expr_to_proto(&filter.condition, self)?;
            Ok(FilterForm {
                condition: node.encode_to_vec(),
                columns: filter.columns.clone(),
                shown: filter.shown.clone(),
            })
        };
        Ok(Form {
            name: scan.origin.name.clone(),
            arguments: scan.origin.arguments.clone(),
            columns: request.columns.clone(),
            selections,
            positions,
            filter: request.filter.as_ref().map(filter).transpose()?,
            limit: request.limit,
            segments: request.segments.clone(),
            partitions: scan.partitions(),
        })
    }

    fn scan(
        &self,
        form: Form,
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Scan> {
        let origin = Origin {
            name: form.name,
            arguments: form.arguments,
        };
        if origin.is_local() {
            return Err(wrong(format!(
                "`{}` reads files of one machine: run it without workers",
                origin.name
            )));
        }
        let source = origin.source(&self.databases, Some(&self.database))?;
        let schema = source.schema();
        let project = |columns: &[usize]| -> Result<Schema> {
            schema.project(columns).map_err(DataFusionError::from)
        };
        project(&form.columns)?;
        let filter = |form: FilterForm| -> Result<Filter> {
            let node = PhysicalExprNode::decode(form.condition.as_slice()).map_err(damaged)?;
            let own = project(&form.columns)?;
            let context = PhysicalPlanDecodeContext::new(context, self);
            Ok(Filter {
                condition: converter.proto_to_physical_expr(&node, &own, &context)?,
                columns: form.columns,
                shown: form.shown,
            })
        };
        let selections = form.selections.into_iter().map(Predicate::Where);
        let positions = form.positions.into_iter().map(Predicate::Position);
        let most = source.segments().unwrap_or(0);
        let segments = form.segments;
        if segments
            .as_ref()
            .is_some_and(|segments| segments.end > most)
            || !(1..=MOST_PARTITIONS).contains(&form.partitions)
        {
            return Err(damaged("more segments or partitions than there are"));
        }
        let request = Request {
            columns: form.columns,
            predicates: selections.chain(positions).collect(),
            masks: Vec::new(),
            filter: form.filter.map(filter).transpose()?,
            limit: form.limit,
            segments,
        };
        let databases = self.databases.clone();
        Ok(Scan::new(
            databases,
            (origin, source),
            request,
            form.partitions,
        ))
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match serde_json::from_slice(bytes).map_err(damaged)? {
            Node::Scan(form) => Ok(Arc::new(self.scan(form, context, converter)?)),
            Node::Merge {
                name,
                arguments,
                columns,
            } => {
                let [input] = inputs else {
                    return Err(damaged("a merge of nothing"));
                };
                let origin = Origin { name, arguments };
                let source = origin.source(&self.databases, Some(&self.database))?;
                let merge = Merge::new(input.clone(), (origin, source), columns)?;
                Ok(Arc::new(merge))
            }
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let form = if let Some(scan) = node.downcast_ref::<Scan>() {
            Node::Scan(self.form(scan, converter)?)
        } else if let Some(merge) = node.downcast_ref::<Merge>() {
            Node::Merge {
                name: merge.origin.name.clone(),
                arguments: merge.origin.arguments.clone(),
                columns: merge.columns.clone(),
            }
        } else {
            return Err(DataFusionError::NotImplemented(format!(
                "`{}` cannot be sent to workers",
                node.name()
            )));
        };
        serde_json::to_writer(bytes, &form).map_err(damaged)
    }
}
