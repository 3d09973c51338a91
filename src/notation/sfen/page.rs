//! The page of SFEN.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "SFEN is a position in one line: the board rank by rank, whose turn it is, the hands, and the number of the next \
              move.",
        "SFENは、一行で表す局面である。段ごとの盤面、手番、持駒、次の手の手数からなる。",
    ),
    source: both(
        "It is defined with the protocol USI. As a record, a position has no moves.",
        "USIプロトコルとともに定義されている。棋譜としては、指し手のない局面である。",
    ),
    accepts: &[
        Accepted {
            what: both("the word sfen before the position", "局面の前の語sfen"),
            text: "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1",
            written: "4k4/9/9/9/9/9/9/9/4K4 b P 1\n",
        },
        Accepted {
            what: both("no counter", "手数のないもの"),
            text: "4k4/9/9/9/9/9/9/9/4K4 w -",
            written: "4k4/9/9/9/9/9/9/9/4K4 w - 1\n",
        },
        Accepted {
            what: both(
                "hands in any order, with pieces that come twice, and with a count of 1",
                "任意の順の持駒、同じ駒が2回書かれた持駒、枚数1を書いた持駒",
            ),
            text: "4k4/9/9/9/9/9/9/9/4K4 b pPP1Rg 5",
            written: "4k4/9/9/9/9/9/9/9/4K4 b R2Pgp 5\n",
        },
        Accepted {
            what: both("empty squares in several numbers", "いくつかの数に分けた空きマス"),
            text: "1111k1111/9/9/9/9/9/9/9/54 b - 1",
            written: "4k4/9/9/9/9/9/9/9/9 b - 1\n",
        },
        Accepted {
            what: both(
                "a name or comment after the position, comments with #, blank lines",
                "局面の後の名前やコメント、「#」のコメント、空行",
            ),
            text: "# problems\n\n4k4/9/9/9/9/9/9/9/4K4 b P 1 the first",
            written: "4k4/9/9/9/9/9/9/9/4K4 b P 1\n",
        },
    ],
    example: "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6\n",
    writes: &[
        both(
            "the position after the last move of the main line",
            "本譜の最後の指し手の後の局面",
        ),
        both(
            "hands in the order R B G S N L P, Black's first, without a count of 1",
            "持駒は先手から、R、B、G、S、N、L、Pの順で、枚数1は書かない",
        ),
        both(
            "always a counter: the number of the next move",
            "手数（次の手の番号）は必ず書く",
        ),
    ],
    dialects: &[
        Dialect {
            program: both("many", "多くのソフト"),
            marks: both("the counter 1 in the middle of a game", "途中の局面でも手数が1"),
            quirk: both(
                "so it is not trusted for more than the number of the next move",
                "したがって、次の手の番号より多くのことは読み取らない",
            ),
        },
        Dialect {
            program: Words::same("Fairy-Stockfish"),
            marks: both("hands like PPP", "PPPのような持駒"),
            quirk: both(
                "letters that come again in place of counts",
                "枚数の代わりに文字を繰り返す",
            ),
        },
    ],
};
