//! `gunjin-end-unclaimed` 軍人将棋の終局の見落とし: play goes on after the end.

use crate::finding::rule;

rule! {
    name: "gunjin-end-unclaimed",
    class: RecordError,
    group: Results,
    title: "play goes on after the end", "軍人将棋の終局の見落とし",
    what:
        "The headquarters are taken, nothing is left to a side that can move, or it has no move; the record does not say so, and the game goes on.",
        "総司令部が占領されたか、動ける駒がなくなったか、動ける手がないのに、棋譜に記載がなく、手が続いている。",
    why: "The game was over, and what stands after it was not played in it.", "すでに終局しており、その後の手は対局の手でない。",
    remedy: "Ask who noticed it, and drop the plies after it.", "終局を確かめ、その後の手を除く。",
    source: "The document on gunjin shogi: how the game is won.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . MJs . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c8-d8\n2 N a8-a7\n#interrupt\n" },
        "a major has taken the headquarters", "少佐が総司令部を占領した",
    good: Record { text: "Gunjin: 1\nPosition: TGn . CPs . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S c8-d8\n2 N a8-a7\n#interrupt\n" },
        "a captain takes nothing", "大尉では占領にならない",
}
