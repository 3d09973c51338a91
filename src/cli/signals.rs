//! Ctrl-C, and the other signals that ask a process to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::status::Status;
use crate::batch::Cancel;

/// What asks a process to end: Ctrl-C, `kill`, and a terminal that is closed.
#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::SIGHUP;
    let mut signals = vec![SIGINT, SIGTERM];
    signals.extend((!is_ignored(SIGHUP)).then_some(SIGHUP));
    signals
}

/// What asks a process to end: Ctrl-C, and a terminal that is closed.
#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// The signals that ask a process to end, and whether one came.
#[derive(Debug, Default)]
pub(super) struct Signals {
    asked: Arc<AtomicBool>,
    /// The signal that asked, 0 if none did.
    signal: Arc<AtomicUsize>,
}

impl Signals {
    /// Listens for them. A second one ends the process at once, for whoever waits for something that does not come. A
    /// terminal that is closed is nothing to a process that was told not to mind, as `nohup` does.
    ///
    /// # Errors
    ///
    /// When the system does not let them be caught.
    pub(super) fn listen() -> io::Result<Self> {
        let listening = Self::default();
        for signal in signals() {
            // In this order: the first signal must not find the flag set by itself.
            flag::register_conditional_shutdown(signal, exit_status(signal), Arc::clone(&listening.asked))?;
            // Who finds it set asks which signal it was.
            flag::register_usize(
                signal,
                Arc::clone(&listening.signal),
                signal.unsigned_abs() as usize,
            )?;
            flag::register(signal, Arc::clone(&listening.asked))?;
        }
        Ok(listening)
    }

    /// The flag that they set.
    pub(super) fn cancel(&self) -> Cancel {
        Arc::clone(&self.asked).into()
    }

    /// What the process ends with, as a shell would say it of one that the signal has killed: 130 after Ctrl-C.
    pub(super) fn status(&self) -> Status {
        let signal = match self.signal.load(Ordering::Relaxed) {
            0 => SIGINT.unsigned_abs() as usize,
            signal => signal,
        };
        Status::Interrupted(u8::try_from(128 + signal).unwrap_or(u8::MAX))
    }
}

const fn exit_status(signal: i32) -> i32 {
    128 + signal
}

/// Whether the process was started with this signal ignored, where the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
    mask.is_some_and(|it| it >> (signal - 1) & 1 == 1)
}
