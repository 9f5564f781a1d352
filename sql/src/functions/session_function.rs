//! Functions that read the indexes of their session.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::logical_expr::{Signature, TypeSignature, Volatility};

use crate::database::Databases;

/// A function of a session.
#[derive(Debug)]
pub(crate) struct SessionFunction<K> {
    pub(super) kind: K,
    pub(super) databases: Arc<Databases>,
    pub(super) signature: Signature,
}

impl<K> SessionFunction<K> {
    pub(crate) fn new(kind: K, databases: Arc<Databases>) -> Self {
        // The columns of the row are added after the statement was parsed.
        let any = TypeSignature::OneOf(vec![TypeSignature::Nullary, TypeSignature::VariadicAny]);
        Self {
            kind,
            databases,
            signature: Signature::new(any, Volatility::Stable),
        }
    }
}

impl<K: PartialEq> PartialEq for SessionFunction<K> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && Arc::ptr_eq(&self.databases, &other.databases)
    }
}

impl<K: Eq> Eq for SessionFunction<K> {}

impl<K: Hash> Hash for SessionFunction<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
    }
}
