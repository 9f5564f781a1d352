use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Result;

/// A value that is read once, on first use.
#[derive(Debug)]
pub(super) struct Once<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Once<T> {
    /// The value; `keep` decides whether it may stay in memory.
    pub(super) fn get(
        &self,
        read: impl FnOnce() -> Result<T>,
        keep: impl FnOnce(&T) -> bool,
    ) -> Result<Arc<T>> {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = &*place {
            return Ok(value.clone());
        }
        let value = Arc::new(read()?);
        if keep(&value) {
            *place = Some(value.clone());
        }
        Ok(value)
    }
}

impl<T> Once<T> {
    /// The value, if it was already read.
    pub(super) fn at_hand(&self) -> Option<Arc<T>> {
        // A reader in progress holds the lock.
        self.0.try_lock().ok()?.clone()
    }
}
