//! The flag that ends a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that says that the run shall end after the record in hand. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Whether the run shall end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Says that the run shall end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}
