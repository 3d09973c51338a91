//! Catches panics, so that a panic in one record does not end the run over all others.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::Path;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// File and line of the last panic that was caught in this thread.
    static LOCATION: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work` and turns a panic in it into an error.
///
/// The error has the panic message, and the place if the panic hook called [`note_panic`]. Data that `work` was
/// changing may be inconsistent after a panic, so the caller must discard it.
///
/// # Errors
///
/// Returns an error if `work` panics.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    result.map_err(|payload| {
        let place = LOCATION.take();
        match panic_message(payload.as_ref()) {
            "" => place,
            words if place.is_empty() => words.to_owned(),
            words => format!("{words} ({place})"),
        }
    })
}

/// Stores the file and line of a panic. The panic hook of the program must call this function.
///
/// Returns `true` if the panic occurred in the work of [`catch_panic`]. In this case, the hook need not print
/// the panic.
pub(crate) fn note_panic(panic: &PanicHookInfo<'_>) -> bool {
    let is_guarded = GUARDED.get();
    if is_guarded {
        LOCATION.set(location(panic));
    }
    is_guarded
}

/// Returns the file name and the line. The directory is left out, because it is one of the build machine.
fn location(panic: &PanicHookInfo<'_>) -> String {
    panic.location().map_or_else(String::new, |at| {
        let file = Path::new(at.file()).file_name().unwrap_or_default();
        format!("{}:{}", file.to_string_lossy(), at.line())
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let message = payload.downcast_ref::<&str>().copied();
    message
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message() {
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !note_panic(panic) {
                previous_hook(panic);
            }
        }));
        let empty: [u8; 0] = [];
        let message = catch_panic(|| empty[std::hint::black_box(0)]).unwrap_err();
        assert!(
            message.starts_with("index out of bounds") && message.contains("(mod.rs:"),
            "{message}"
        );
        assert_eq!(catch_panic(|| 7), Ok(7));
    }
}
