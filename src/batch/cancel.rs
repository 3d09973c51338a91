//! Ctrl-C, and the other signals that ask a process to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

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

/// A flag that says that the run shall end after the record in hand. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    asked: Arc<AtomicBool>,
    /// The signal that asked, 0 if none did.
    signal: Arc<AtomicUsize>,
}

impl Cancel {
    /// The flag that signals set. A second one ends the process at once, for whoever waits for something that does not
    /// come. A terminal that is closed is nothing to a process that was told not to mind, as `nohup` does.
    ///
    /// # Errors
    ///
    /// When the system does not let them be caught.
    pub fn on_signals() -> io::Result<Self> {
        let cancel = Self::default();
        for signal in signals() {
            // In this order: the first signal must not find the flag set by itself.
            flag::register_conditional_shutdown(signal, exit_status(signal), Arc::clone(&cancel.asked))?;
            // Who finds it set asks which signal it was.
            flag::register_usize(signal, Arc::clone(&cancel.signal), signal.unsigned_abs() as usize)?;
            flag::register(signal, Arc::clone(&cancel.asked))?;
        }
        Ok(cancel)
    }

    /// Whether the run shall end.
    pub fn is_set(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Says that the run shall end.
    pub fn set(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// What the process ends with, as a shell would say it of one that the signal has killed: 130 after Ctrl-C.
    pub fn status(&self) -> u8 {
        let signal = self.signal.load(Ordering::Relaxed);
        let signal = if signal == 0 {
            SIGINT.unsigned_abs() as usize
        } else {
            signal
        };
        u8::try_from(128 + signal).unwrap_or(u8::MAX)
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
