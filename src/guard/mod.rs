//! A panic over one record must not end the work on a million others.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::Path;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// File and line of the last panic that was caught in this thread.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`; a panic in it becomes an `Err` with what it said, and where, if [`note_panic`] was told.
///
/// What `work` had in its hands when it panicked may be half done: the caller throws it away.
///
/// # Errors
///
/// When `work` panics.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    result.map_err(|payload| {
        let place = PLACE.take();
        match said(payload.as_ref()) {
            "" => place,
            words if place.is_empty() => words.to_owned(),
            words => format!("{words} ({place})"),
        }
    })
}

/// Notes where a panic happened, for a program whose panic hook calls this. Whether it happened in guarded work, so that
/// nothing need be printed.
pub(crate) fn note_panic(panic: &PanicHookInfo<'_>) -> bool {
    let is_guarded = GUARDED.get();
    if is_guarded {
        PLACE.set(place(panic));
    }
    is_guarded
}

/// The name of the file and the line; where the program was built is nobody's business.
fn place(panic: &PanicHookInfo<'_>) -> String {
    panic.location().map_or_else(String::new, |at| {
        let file = Path::new(at.file()).file_name().unwrap_or_default();
        format!("{}:{}", file.to_string_lossy(), at.line())
    })
}

fn said(payload: &(dyn Any + Send)) -> &str {
    let word = payload.downcast_ref::<&str>().copied();
    word.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_words() {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !note_panic(panic) {
                usual(panic);
            }
        }));
        let nothing: [u8; 0] = [];
        let words = guarded(|| nothing[std::hint::black_box(0)]).unwrap_err();
        assert!(
            words.starts_with("index out of bounds") && words.contains("(mod.rs:"),
            "{words}"
        );
        assert_eq!(guarded(|| 7), Ok(7));
    }
}
