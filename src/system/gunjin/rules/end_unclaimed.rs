//! `gunjin-end-unclaimed` 軍人将棋の終局の見落とし: play goes on after the end.

use crate::finding::rule;

rule!(
    "gunjin-end-unclaimed",
    RecordError,
    Results,
    "an unnoticed end of the game",
    "軍人将棋の終局の見落とし"
);
