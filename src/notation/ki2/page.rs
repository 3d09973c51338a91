//! The page of KI2.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "KI2 is the notation of Kakinoki Shogi for people, that of books and newspapers: a mark for the side, the \
              square, the piece, and a word (右 左 直 上 寄 引 打) where several pieces could go there. It has no numbers and \
              no times.",
    source: "Headers, boards, comments and 変化 blocks are those of KIF. What the words mean is defined by the Japan Shogi \
             Association; which piece a move is about is found on the board.",
    accepts: &[
        Accepted {
            what: "any number of moves a line, with and without blanks between",
            text: "▲７六歩△３四歩▲２二角成△同銀",
            written: "▲７六歩    △３四歩    ▲２二角成  △同　銀",
        },
        Accepted {
            what: "the marks ☗ ☖ ▽, and ▼, which says nothing of the side",
            text: "☗７六歩 ▽３四歩 ▼２六歩 ☖８四歩",
            written: "▲７六歩    △３四歩    ▲２六歩    △８四歩",
        },
        Accepted {
            what: "squares in digits of either width and in kanji",
            text: "▲76歩 △３４歩 ▲二六歩",
            written: "▲７六歩    △３四歩    ▲２六歩",
        },
        Accepted {
            what: "同 with any blank or none; 仝",
            text: "▲７六歩 △３四歩 ▲２二角成 △仝銀",
            written: "△同　銀",
        },
        Accepted {
            what: "words in any order, more words than are needed, 行 and 入 for 上, 生 for 不成",
            text: "▲５八金右上",
            written: "▲５八金右",
        },
        Accepted {
            what: "the origin in parentheses, in place of words or beside them",
            text: "▲５八金(49)",
            written: "▲５八金右",
        },
        Accepted {
            what: "打 where no piece on the board could go there",
            text: "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角打",
            written: "▲４五角",
        },
        Accepted {
            what: "a result with a mark, like a move, or as a word behind the last move",
            text: "▲７六歩 △投了",
            written: "まで1手で先手の勝ち",
        },
        Accepted {
            what: "a まで line with 、 or without 手数, right behind the last move too",
            text: "▲７六歩 まで、1手で先手の勝ち",
            written: "まで1手で先手の勝ち",
        },
        Accepted {
            what: "both players on one line with half-width colons, and a row of hyphens before the moves",
            text: "先手: 甲  後手: 乙\n------\n▲７六歩△３四歩",
            written: "先手： 甲\n後手： 乙\n",
        },
        Accepted {
            what: "comments and bookmarks between moves; they belong to the last move before them",
            text: "▲７六歩\n*好手\n△３四歩",
            written: "▲７六歩\n*好手\n△３四歩",
        },
    ],
    example: "開始日時：2024/05/05 15:05:40\n先手：甲\n後手：乙\n\n▲７六歩    △３四歩    ▲２二角成\n*角交換\n△同　銀    ▲４五角\nまで5手で先手の勝ち\n\n変化：2手\n△８四歩\nまで2手で中断\n",
    writes: &[
        "six moves a line, each twelve columns wide; the line ends behind a move with a comment",
        "▲ and △; 同 with a full-width blank before a single character and without one before more",
        "the words of the Japan Shogi Association: 打 only where a piece on the board could go there too, the motion where \
         that is enough, else the side, else both; 直 stands alone and never for 龍 and 馬; the origin in parentheses where \
         no words tell the piece",
        "成, and 不成 wherever a promotion was possible and declined",
        "the even start is not named, and players without a name are left out",
        "a まで line as the only result; 変化 blocks as in KIF, the latest first",
    ],
    dialects: &[
        Dialect {
            program: "Kakinoki Shogi",
            marks: "six moves a line, twelve columns each",
            quirk: "half-width digits for squares are an option",
        },
        Dialect {
            program: "激指",
            marks: "a row of hyphens; both players on one line",
            quirk: "no blanks between moves",
        },
        Dialect {
            program: "shogidb2 and other collections on the web",
            marks: "△投了 as a move",
            quirk: "打 at every drop; 同歩 without a blank",
        },
        Dialect {
            program: "tsshogi, ShogiHome",
            marks: "#KI2 version=2.0 encoding=…",
            quirk: "a blank behind every 同; do not know 行 and 入",
        },
    ],
};
