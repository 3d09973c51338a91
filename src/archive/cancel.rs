//! Ctrl-C.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that says that the run shall end after the record in hand. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// The flag that Ctrl-C sets. A second Ctrl-C ends the process at once, for whoever waits for something that
    /// does not come.
    ///
    /// # Errors
    ///
    /// When the system does not let the signal be caught, or it is caught already.
    pub fn on_ctrl_c(status: i32) -> Result<Self, ctrlc::Error> {
        let cancel = Self::default();
        let flag = Self::clone(&cancel);
        ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::Relaxed) {
                process::exit(status);
            }
        })?;
        Ok(cancel)
    }

    /// Whether the run shall end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Says that the run shall end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
