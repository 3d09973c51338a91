//! The page of board diagrams.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "BOD is a board as programs draw it in text and copy it: White's hand, nine rows, Black's hand, whose turn it is, and \
              how many moves led to it.",
        "BODは、将棋ソフトが文字で描いてコピーする盤面である。後手の持駒、九つの段、先手の持駒、\
                    手番、そこまでの手数からなる。",
    ),
    source: both(
        "It is the board that stands in KIF before the moves, alone. There is no other definition.",
        "KIFで指し手の前に置かれる盤面が、それだけで独立したもの。ほかに定義はない。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "rows without the kanji of their rank, without the edges, and without the files above",
                "段の漢字、枠、上の筋の数字のない盤面",
            ),
            text: ROWS,
            written: "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n",
        },
        Accepted {
            what: both(
                "pieces in hand with any blanks, without blanks, in any order, with digits for counts; なし, nothing, and no line",
                "持駒の間の空白が何でも、またなくてもよい。順序は自由で、枚数は算用数字でもよい。\
                    「なし」でも、空でも、行自体がなくてもよい",
            ),
            text: HANDS,
            written: "先手の持駒：飛二　金　歩十二　\n",
        },
        Accepted {
            what: both(
                ". and ･ for an empty square, V for v, + for Black's mark, 王 for 玉, 竜 for 龍",
                "空きマスの「.」と「･」、「v」の代わりの「V」、先手の印の「+」、玉の代わりの王、\
                    龍の代わりの竜",
            ),
            text: MARKS,
            written: "|v玉 ・ ・ ・ ・ ・ ・ ・ 龍|一\n",
        },
        Accepted {
            what: both(
                "the turn and the number of moves in any order, with headers and comments between",
                "手番と手数の順序は自由で、間にヘッダーやコメントがあってもよい",
            ),
            text: TURN,
            written: "後手番\n手数＝26  ▲２二銀(31)  まで\n",
        },
    ],
    example: "後手の持駒：角　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n|v香v桂v銀v金v玉v金 ・v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v銀 ・|二\n|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三\n| ・ ・ ・ ・ ・ ・v歩 ・ ・|四\n| ・ ・ ・ ・ ・ 角 ・ ・ ・|五\n| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七\n| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n+---------------------------+\n先手の持駒：なし\n後手番\n手数＝5  ４五角打  まで\n",
    writes: &[
        both(
            "the position after the last move of the main line",
            "本譜の最後の指し手の後の局面",
        ),
        both(
            "v before White's pieces, a blank before Black's; 全 圭 杏 for promoted silver, knight and lance",
            "後手の駒の前に「v」、先手の駒の前に空白。成銀、成桂、成香は全、圭、杏",
        ),
        both(
            "hands in the order 飛 角 金 銀 桂 香 歩 with full-width blanks, counts in kanji, なし where there is nothing",
            "持駒は飛、角、金、銀、桂、香、歩の順で全角空白で区切り、枚数は漢数字。なければ「なし」",
        ),
        both(
            "後手番 where White is to move; the number of moves and the last of them where any were made",
            "後手の番なら「後手番」。指し手があれば手数と最後の手",
        ),
    ],
    dialects: &[
        Dialect {
            program: Words::same("Kifu for iPhone"),
            marks: both(
                "half-width blanks between the pieces in hand",
                "持駒の間が半角空白",
            ),
            quirk: both(
                "other readers lose pieces there",
                "ほかのソフトはそこで駒を読み落とす",
            ),
        },
        Dialect {
            program: both("ShogiHome (as Electron Shogi)", "ShogiHome（旧Electron将棋）"),
            marks: both("hands from 歩 to 飛", "持駒が歩から飛の順"),
            quirk: both("only in old versions", "古い版のみ"),
        },
        Dialect {
            program: both("Piyo Shogi", "ぴよ将棋"),
            marks: both("王 for Black's king", "先手の玉が王"),
            quirk: both(
                "other programs write 玉 for both",
                "ほかのソフトは双方とも玉と書く",
            ),
        },
        Dialect {
            program: Words::same("bioshogi"),
            marks: both("手数＝ before 後手番", "「手数＝」が「後手番」より前"),
            quirk: both("tsshogi writes them the other way round", "tsshogiは逆の順に書く"),
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
