//! Writing into memory.

/// Writing into memory cannot fail, so that nothing is lost where the result is dropped.
macro_rules! put {
    ($out:expr, $($words:tt)*) => {{
        #[allow(unused_imports, reason = "it is there where what is written to is any writer")]
        use std::io::Write as _;
        let _ = write!($out, $($words)*);
    }};
}
pub(super) use put;
