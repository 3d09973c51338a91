//! The page of the records of yonin shogi.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "Yonin shogi is shogi for four on the board of shogi. A record has headers, then a line a ply: its number, the seat \
         that moves (`S`, `W`, `N`, `E`), and the move as USI has it. Squares are named as South sees them.",
        "四人将棋は将棋盤で四人が指す将棋である。棋譜は、ヘッダーの後に一行一手で、手数、指す人の席（`S`、`W`、`N`、`E`）、\
         USIの形の指し手を書く。ますの名は南から見たものとする。",
    ),
    source: both(
        "There is no standard; the form is defined here. The rules are those of the document on yonin shogi.",
        "標準はなく、ここで定める。規則は四人将棋の文書による。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "arrows in place of the letters of the seats",
                "席の文字の代わりの矢印",
            ),
            text: "Yonin: 1\n1 ↑ 6i7h\n",
            written: "Yonin: 1\n1 S 6i7h\n",
        },
        Accepted {
            what: both("a full stop after the number", "手数の後のピリオド"),
            text: "Yonin: 1\n1. S 6i7h\n",
            written: "Yonin: 1\n1 S 6i7h\n",
        },
        Accepted {
            what: both("times as in KIF", "KIFの形の消費時間"),
            text: "Yonin: 1\n1 S 6i7h ( 0:05/00:00:05)\n",
            written: "Yonin: 1\n1 S 6i7h (0:05/00:00:05)\n",
        },
        Accepted {
            what: both(
                "no blank after the number or before the time; no number, or one of full width",
                "手数の後や消費時間の前に空白がないもの、手数がないか全角のもの",
            ),
            text: "Yonin: 1\n1.S 6i7h(0:05/00:00:05)\nW 9g8g\n３ N 3a3b\n",
            written: "Yonin: 1\n1 S 6i7h (0:05/00:00:05)\n2 W 9g8g\n3 N 3a3b\n",
        },
        Accepted {
            what: both(
                "words for the end in any case, with names of seats, and on the line of a ply",
                "大文字・小文字を問わない終局などの語、席の名、指し手の行にある語",
            ),
            text: "Yonin: 1\n1 S 6i7h #Resign west\n",
            written: "1 S 6i7h\n#Resign west\n",
        },
    ],
    example: "Yonin: 1\nFirst: S\nS: Kim\nW: Sato\nN: Lee\nE: Ito\n1 S 6i7h\n2 W 9g8g\n3 N 3a3b\n4 E 1d2c\n5 S 5i6i\n\
              6 W 8g7h !S\n7 S 7i7h\n#interrupt\n",
    writes: &[
        both(
            "seats as letters, the number and the ply with one blank between, comments on lines of their own",
            "席は文字。手数と指し手の間は空白一つ。コメントは独立した行",
        ),
        both(
            "words for the end as they stand: `#mate E by S`, `#resign W`, `#result S`",
            "終局などの語はそのまま。`#mate E by S`、`#resign W`、`#result S`",
        ),
    ],
    dialects: &[Dialect {
        program: Words::same("kifu"),
        marks: both("the line `Yonin: 1` at the beginning", "先頭の行 `Yonin: 1`"),
        quirk: both(
            "no other program is known to write it",
            "ほかに書くソフトは知られていない",
        ),
    }],
};
