//! The page of board diagrams.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "BOD is a board as programs draw it in text and copy it: White's hand, nine rows, Black's hand, whose turn it is, and \
              how many moves led to it.",
    source: "It is the board that stands in KIF before the moves, alone. There is no other definition.",
    accepts: &[
        Accepted {
            what: "rows without the kanji of their rank, without the edges, and without the files above",
            text: ROWS,
            written: "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n",
        },
        Accepted {
            what: "pieces in hand with any blanks, without blanks, in any order, with digits for counts; なし, nothing, and no line",
            text: HANDS,
            written: "先手の持駒：飛二　金　歩十二　\n",
        },
        Accepted {
            what: ". and ･ for an empty square, V for v, + for Black's mark, 王 for 玉, 竜 for 龍",
            text: MARKS,
            written: "|v玉 ・ ・ ・ ・ ・ ・ ・ 龍|一\n",
        },
        Accepted {
            what: "the turn and the number of moves in any order, with headers and comments between",
            text: TURN,
            written: "後手番\n手数＝26  ▲２二銀(31)  まで\n",
        },
    ],
    example: "後手の持駒：角　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n|v香v桂v銀v金v玉v金 ・v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v銀 ・|二\n|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三\n| ・ ・ ・ ・ ・ ・v歩 ・ ・|四\n| ・ ・ ・ ・ ・ 角 ・ ・ ・|五\n| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七\n| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n+---------------------------+\n先手の持駒：なし\n後手番\n手数＝5  ４五角打  まで\n",
    writes: &[
        "the position behind the last move of the main line",
        "v before White's pieces, a blank before Black's; 全 圭 杏 for promoted silver, knight and lance",
        "hands in the order 飛 角 金 銀 桂 香 歩 with full-width blanks, counts in kanji, なし where there is nothing",
        "後手番 where White is to move; the number of moves and the last of them where any were made",
    ],
    dialects: &[
        Dialect {
            program: "Kifu for iPhone",
            marks: "half-width blanks between the pieces in hand",
            quirk: "other readers lose pieces there",
        },
        Dialect {
            program: "ShogiHome (as Electron Shogi)",
            marks: "hands from 歩 to 飛",
            quirk: "only in old versions",
        },
        Dialect {
            program: "Piyo Shogi",
            marks: "王 for Black's king",
            quirk: "other programs write 玉 for both",
        },
        Dialect {
            program: "bioshogi",
            marks: "手数＝ before 後手番",
            quirk: "tsshogi writes them the other way round",
        },
    ],
};

/// Nine rows and a hand, and nothing else.
const ROWS: &str = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    先手の持駒：金";

/// Hands as careless programs write them.
const HANDS: &str = "後手の持駒：\n\
    | ・ ・ ・ ・v玉 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    先手の持駒：歩12 金飛二";

/// Every mark and every sign for an empty square.
const MARKS: &str = "|V王 . ･ ・ ・ . . . 竜|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・+歩 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|";

/// What stands below a board, in another order.
const TURN: &str = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    手数＝26  ▲２二銀(31)  まで\n\
    *見本\n\
    後手番";
