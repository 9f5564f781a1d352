//! A source as a table of DataFusion.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{DFSchema, Statistics};
use datafusion::error::Result;
use datafusion::logical_expr::utils::conjunction;
use datafusion::logical_expr::{Expr, Operator, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;

use super::{Filter, Request, Scan, Source};
#[cfg(feature = "cluster")]
use crate::cluster::Merge;
use crate::database::{Database, Databases, Predicate};
#[cfg(feature = "cluster")]
use crate::functions::answers;
use crate::origin::Origin;
use crate::row;

/// A source as a table.
#[derive(Debug)]
pub(crate) struct Table {
    databases: Arc<Databases>,
    origin: Origin,
    source: Arc<dyn Source>,
}

impl Table {
    pub(crate) fn new(
        databases: Arc<Databases>,
        database: Option<&Database>,
        origin: Origin,
    ) -> Result<Self> {
        Ok(Self {
            source: origin.source(&databases, database)?,
            databases,
            origin,
        })
    }

    /// Whether a filter is a predicate over whole games.
    fn predicate(&self, filter: &Expr) -> Option<Predicate> {
        self.source.database()?;
        row::predicate(filter)
    }

    /// Whether the source evaluates a filter.
    fn filters(&self, filter: &Expr) -> bool {
        let columns = filter.column_refs();
        if !self.source.filters_columns() {
            return self.source.database().is_some() && !columns.is_empty() && is_of_games(filter);
        }
        let mut is_plain = !columns.is_empty();
        // A subquery or a function that reads games is better evaluated for the remaining rows.
        let _ = filter.apply(|expr| {
            let is_other = match expr {
                Expr::ScalarFunction(function) => row::is_of_rows(function.func.name()),
                Expr::Exists(_) | Expr::InSubquery(_) | Expr::ScalarSubquery(_) => true,
                _ => expr.is_volatile(),
            };
            is_plain &= !is_other;
            Ok(if is_other {
                TreeNodeRecursion::Stop
            } else {
                TreeNodeRecursion::Continue
            })
        });
        is_plain
    }
}

/// Whether an expression only compares the columns `segment` and `game`. Other operations could fail for games that have
/// no rows.
fn is_of_games(filter: &Expr) -> bool {
    let mut compares = true;
    let _ = filter.apply(|expr| {
        compares &= match expr {
            Expr::Column(column) => matches!(column.name.as_str(), "segment" | "game"),
            Expr::BinaryExpr(binary) => matches!(
                binary.op,
                Operator::And
                    | Operator::Or
                    | Operator::Eq
                    | Operator::NotEq
                    | Operator::Lt
                    | Operator::LtEq
                    | Operator::Gt
                    | Operator::GtEq
            ),
            other => matches!(
                other,
                Expr::Literal(..) | Expr::InList(_) | Expr::Between(_) | Expr::Not(_)
            ),
        };
        Ok(if compares {
            TreeNodeRecursion::Continue
        } else {
            TreeNodeRecursion::Stop
        })
    });
    compares
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        self.source.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        let kind = |filter: &&Expr| {
            if self.predicate(filter).is_some() || self.filters(filter) {
                TableProviderFilterPushDown::Exact
            } else {
                TableProviderFilterPushDown::Unsupported
            }
        };
        Ok(filters.iter().map(kind).collect())
    }

    fn statistics(&self) -> Option<Statistics> {
        let mut statistics = Statistics::new_unknown(&self.schema());
        statistics.num_rows = self
            .source
            .rows()
            .map_or(Precision::Absent, Precision::Exact);
        Some(statistics)
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let schema = self.source.schema();
        let all: Vec<usize> = (0..schema.fields().len()).collect();
        let mut request = Request {
            columns: projection.cloned().unwrap_or(all),
            limit,
            ..Request::default()
        };
        let mut rest = Vec::new();
        for filter in filters {
            match self.predicate(filter) {
                Some(predicate) => request.predicates.push(predicate),
                None => rest.push(filter.clone()),
            }
        }
        request.filter = conjunction(rest)
            .map(|filter| self.filter(state, &filter))
            .transpose()?;
        let target = state.config().target_partitions();
        #[cfg(feature = "cluster")]
        if crate::cluster::is_on(state) {
            if let Some(plan) = self.merged(&request.columns, target)? {
                return Ok(plan);
            }
            // A scan of one partition cannot be shared: operators above it may rely on seeing all rows.
            let segments = self.source.segments().filter(|segments| *segments > 1);
            request.segments = segments.map(|segments| 0..segments);
        }
        let partitions = match &request.segments {
            Some(segments) => segments.len().min(target.max(2)),
            None => self.source.parts().clamp(1, target.max(1)),
        };
        Ok(Arc::new(Scan::new(
            self.databases.clone(),
            (self.origin.clone(), self.source.clone()),
            request,
            partitions,
        )))
    }
}

impl Table {
    /// A plan that lets machines search some of the segments each, and adds up their answers; `None` if it has one segment,
    /// or is not made of an answer.
    #[cfg(feature = "cluster")]
    fn merged(&self, columns: &[usize], target: usize) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        let Some((database, arguments)) = self.source.answers() else {
            return Ok(None);
        };
        let origin = Origin {
            name: answers::NAME.to_owned(),
            arguments,
        };
        let source = origin.source(&self.databases, Some(database))?;
        let Some(segments) = source.segments().filter(|segments| *segments > 1) else {
            return Ok(None);
        };
        let request = Request {
            columns: vec![0],
            segments: Some(0..segments),
            ..Request::default()
        };
        let partitions = segments.min(target.max(2));
        let databases = self.databases.clone();
        let scan = Scan::new(databases, (origin, source), request, partitions);
        let of = (self.origin.clone(), self.source.clone());
        let merge = Merge::new(Arc::new(scan), of, columns.to_vec())?;
        Ok(Some(Arc::new(merge)))
    }

    fn filter(&self, state: &dyn Session, filter: &Expr) -> Result<Filter> {
        let schema = self.source.schema();
        let columns = filter.column_refs();
        let numbers = columns.iter().map(|column| schema.index_of(&column.name));
        let mut numbers: Vec<usize> = numbers.collect::<std::result::Result<_, _>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        let own = Arc::new(schema.project(&numbers)?);
        // Only names matter: the table has other names in the plan.
        let plain = filter.clone().transform(|expr| {
            Ok(match expr {
                Expr::Column(mut column) => {
                    column.relation = None;
                    Transformed::yes(Expr::Column(column))
                }
                other => Transformed::no(other),
            })
        })?;
        let own = DFSchema::try_from(own)?;
        let shown = plain.data.to_string();
        Ok(Filter {
            condition: state.create_physical_expr(plain.data, &own)?,
            columns: numbers,
            shown,
        })
    }
}
