//! `gunjin-end-unclaimed` 軍人将棋の終局の見落とし: an unnoticed end of the game.

use crate::finding::rule;

rule!(
    "gunjin-end-unclaimed",
    RecordError,
    Results,
    "an unnoticed end of the game",
    "軍人将棋の終局の見落とし"
);
