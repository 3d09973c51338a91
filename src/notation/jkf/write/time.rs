//! Times.

use serde::Serialize;

/// The time of a move and the total of its side.
#[derive(Serialize)]
pub(super) struct Time {
    now: Spent,
    total: Total,
}

#[derive(Serialize)]
struct Spent {
    m: u32,
    s: u32,
}

#[derive(Serialize)]
struct Total {
    h: u64,
    m: u64,
    s: u64,
}

impl Time {
    /// From seconds.
    pub(super) const fn of(spent: u32, total: u64) -> Self {
        Self {
            now: Spent {
                m: spent / 60,
                s: spent % 60,
            },
            total: Total {
                h: total / 3600,
                m: total / 60 % 60,
                s: total % 60,
            },
        }
    }
}
