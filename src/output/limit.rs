//! The limit that the system may set to the size of files (`ulimit -f`).

/// Lets a file that would become larger than the system allows be one that cannot be written, with a reason, like any
/// other. If nobody minds the signal that comes with it, it ends the process in the middle of its work.
///
/// # Errors
///
/// When the system does not let the signal be caught.
#[cfg(unix)]
pub(crate) fn outlive_limit() -> std::io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::{consts::SIGXFSZ, flag};

    // The failed call tells all that there is to know.
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}

/// Here is no such limit.
///
/// # Errors
///
/// Never.
#[cfg(not(unix))]
pub(crate) const fn outlive_limit() -> std::io::Result<()> {
    Ok(())
}
