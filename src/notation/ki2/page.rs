//! The page of KI2.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "KI2 is the notation of Kakinoki Shogi for people, that of books and newspapers: a mark for the side, the \
              square, the piece, and a word (右 左 直 上 寄 引 打) where several pieces could go there. It has no numbers and \
              no times.",
        "KI2は、人が読むための柿木将棋の形式で、本や新聞の書き方である。手番の記号、移動先、\
                    駒名を書き、同じ種類の駒がいくつか行けるときは「右」「左」「直」「上」「寄」\
                    「引」「打」を添える。手数も消費時間もない。",
    ),
    source: both(
        "Headers, boards, comments and 変化 blocks are those of KIF. What the words mean is defined by the Japan Shogi \
             Association; which piece a move is about is found on the board.",
        "ヘッダー、盤面、コメント、変化はKIFと同じ。添える語の意味は日本将棋連盟の定めによる。\
                    どの駒の手かは盤面から求める。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "any number of moves a line, with and without blanks between",
                "一行に何手でも、空白があってもなくてもよい",
            ),
            text: "▲７六歩△３四歩▲２二角成△同銀",
            written: "▲７六歩    △３四歩    ▲２二角成  △同　銀",
        },
        Accepted {
            what: both(
                "the marks ☗ ☖ ▽, and ▼, which says nothing of the side",
                "「☗」「☖」「▽」の印と、手番を示さない「▼」",
            ),
            text: "☗７六歩 ▽３四歩 ▼２六歩 ☖８四歩",
            written: "▲７六歩    △３四歩    ▲２六歩    △８四歩",
        },
        Accepted {
            what: both(
                "moves without marks, on lines of their own; the first is reported",
                "記号のない指し手だけの行。最初のものを報告する",
            ),
            text: "手合割：平手\n７六歩\n３四歩 ２六歩",
            written: "▲７六歩    △３四歩    ▲２六歩",
        },
        Accepted {
            what: both(
                "squares in digits of either width and in kanji",
                "全角、半角、漢数字のマス",
            ),
            text: "▲76歩 △３４歩 ▲二六歩",
            written: "▲７六歩    △３四歩    ▲２六歩",
        },
        Accepted {
            what: both(
                "同 with any blank or none; 仝",
                "「同」の後の空白は何でも、またなくてもよい。「仝」も読む",
            ),
            text: "▲７六歩 △３四歩 ▲２二角成 △仝銀",
            written: "△同　銀",
        },
        Accepted {
            what: both(
                "words in any order, more words than are needed, 行 and 入 for 上, 生 for 不成",
                "添える語の順は自由で、余分でもよい。上の代わりの行と入、不成の代わりの生",
            ),
            text: "▲５八金右上",
            written: "▲５八金右",
        },
        Accepted {
            what: both(
                "the origin in parentheses, in place of words or beside them",
                "語の代わり、または語に加えた、括弧の中の移動元",
            ),
            text: "▲５八金(49)",
            written: "▲５八金右",
        },
        Accepted {
            what: both(
                "打 where no piece on the board could go there",
                "盤上の駒が行けないところの「打」",
            ),
            text: "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角打",
            written: "▲４五角",
        },
        Accepted {
            what: both(
                "a result with a mark, like a move, or as a word after the last move",
                "指し手のように印を付けた結果と、最後の指し手の後の結果の語",
            ),
            text: "▲７六歩 △投了",
            written: "まで1手で先手の勝ち",
        },
        Accepted {
            what: both(
                "a まで line with 、 or without 手数, right after the last move too",
                "「、」のある、または手数のない「まで」の行。最後の指し手に続けてもよい",
            ),
            text: "▲７六歩 まで、1手で先手の勝ち",
            written: "まで1手で先手の勝ち",
        },
        Accepted {
            what: both(
                "both players on one line, with half-width colons too, and a row of hyphens before the moves",
                "一行に書いた両対局者（半角コロンでもよい）、指し手の前のハイフンの列",
            ),
            text: "先手: 甲  後手: 乙\n------\n▲７六歩△３四歩",
            written: "先手：甲\n後手：乙\n",
        },
        Accepted {
            what: both(
                "comments and bookmarks between moves; they belong to the last move before them",
                "指し手の間のコメントとしおり。直前の指し手のものとする",
            ),
            text: "▲７六歩\n*好手\n△３四歩",
            written: "▲７六歩\n*好手\n△３四歩",
        },
    ],
    example: "開始日時：2024/05/05 15:05:40\n先手：甲\n後手：乙\n\n▲７六歩    △３四歩    ▲２二角成\n*角交換\n△同　銀    ▲４五角\nまで5手で先手の勝ち\n\n変化：2手\n△８四歩\nまで2手で中断\n",
    writes: &[
        both(
            "six moves a line, each twelve columns wide; the line ends after a move with a comment",
            "一行に六手、各十二桁。コメントのある指し手の後で改行する",
        ),
        both(
            "▲ and △; 同 with a full-width blank before a single character and without one before more",
            "「▲」と「△」。「同」の後は、一文字なら全角空白を置き、二文字以上なら置かない",
        ),
        both(
            "the words of the Japan Shogi Association: 打 only where a piece on the board could go there too, the motion where \
         that is enough, else the side, else both; 直 stands alone and never for 龍 and 馬; the origin in parentheses where \
         no words tell the piece",
            "日本将棋連盟の表記に従う。「打」は盤上の駒も行けるときだけ。動作で足りれば動作、\
                    足りなければ左右、それでも足りなければ両方を書く。「直」は単独で用い、龍と馬には用いない。\
                    語で示せない駒は移動元を括弧に書く",
        ),
        both(
            "成, and 不成 wherever a promotion was possible and declined",
            "「成」と、成れるのに成らなかったときの「不成」",
        ),
        both(
            "the even start is not named, and players without a name are left out",
            "平手は書かず、名前のない対局者は省く",
        ),
        both(
            "a まで line as the only result; 変化 blocks as in KIF, the latest first",
            "結果は「まで」の行だけ。変化はKIFと同じく、分岐の遅いものから書く",
        ),
    ],
    dialects: &[
        Dialect {
            program: both("Kakinoki Shogi", "柿木将棋"),
            marks: both("six moves a line, twelve columns each", "一行に六手、各十二桁"),
            quirk: both(
                "half-width digits for squares are an option",
                "マスの半角数字は設定による",
            ),
        },
        Dialect {
            program: Words::same("激指"),
            marks: both(
                "a row of hyphens; both players on one line",
                "ハイフンの列。両対局者を一行に",
            ),
            quirk: both("no blanks between moves", "指し手の間に空白がない"),
        },
        Dialect {
            program: both(
                "shogidb2 and other collections on the web",
                "shogidb2などのWebの棋譜集",
            ),
            marks: both("△投了 as a move", "指し手としての「△投了」"),
            quirk: both(
                "打 at every drop; 同歩 without a blank",
                "打つ手に必ず「打」。空白のない「同歩」",
            ),
        },
        Dialect {
            program: both("tsshogi, ShogiHome", "tsshogi、ShogiHome"),
            marks: Words::same("#KI2 version=2.0 encoding=…"),
            quirk: both(
                "a blank after every 同; do not know 行 and 入",
                "「同」の後に必ず空白。「行」と「入」を知らない",
            ),
        },
    ],
};
