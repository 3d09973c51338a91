//! The page of the records of gunjin shogi.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "Gunjin shogi is played with hidden pieces on 8 by 8 cells with a bar across the middle. A record has headers, then a \
         line a ply: its number, the seat that moves (`S`, `N`), and the move, `b5-b6` onto an empty cell, `b4xb5 >` into a \
         battle: `>` the mover wins, `<` it loses, `=` both are removed. Columns are a to h from the left of South, rows 1 to 8 \
         from its edge; the headquarters are `d1` and `d8`. `Setup-S:` and `Setup-N:` have the rows of a side from the front to \
         the back, from left to right as South sees them, the last with seven entries, or `hidden`; `Position:` has eight rows \
         from the top, and whose turn it is. `Board: X X` names the gates on the left and on the right: X, Y, A (an inverted \
         Y), I.",
        "軍人将棋は、中央に仕切りのある8×8の盤で、駒を伏せて指す。棋譜は、ヘッダーの後に一行一手で、手数、指す側（`S`、`N`）、\
         指し手を書く。空きますへは `b5-b6`、戦いは `b4xb5 >` と書き、`>` は動いた駒の勝ち、`<` は負け、`=` は相打ちである。列は南から見て\
         左からaからh、行は南の端から1から8で、総司令部は `d1` と `d8` である。`Setup-S:` と `Setup-N:` には前の行から、南から見て左から右へ\
         駒を書き（最後の行は7つ）、または `hidden` と書く。`Position:` には上から8行と手番を書く。`Board: X X` は左右の突入口の形\
         （X、Y、A（逆Y）、I）である。",
    ),
    source: both(
        "There is no standard; the form is defined here. The rules are those of the document on gunjin shogi.",
        "標準はなく、ここで定める。規則は軍人将棋の文書による。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "digits for empty cells in the rows of `Position:`",
                "`Position:` の行で空きますの数を表す数字",
            ),
            text: "Gunjin: 1\nPosition: TGn 6 / 8 / 8 / 8 / 8 / 8 / 8 / TGs 6 S\n1 S a1-a2\n",
            written: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n",
        },
        Accepted {
            what: both(
                "arrows in place of the letters of the seats",
                "席の文字の代わりの矢印",
            ),
            text: "Gunjin: 1\n1 ↑ b4xb5 >\n",
            written: "Gunjin: 1\n1 S b4xb5 >\n",
        },
        Accepted {
            what: both(
                "`e1` and `e8` for the headquarters",
                "総司令部を `e1`、`e8` と書いたもの",
            ),
            text: "Gunjin: 1\n1 S f8-e8\n",
            written: "Gunjin: 1\n1 S f8-d8\n",
        },
        Accepted {
            what: both(
                "full-width signs, and none between cell and sign",
                "全角の記号、ますとの間に空白のない記号",
            ),
            text: "Gunjin: 1\n1. S b4xb5＝\n",
            written: "Gunjin: 1\n1 S b4xb5 =\n",
        },
    ],
    example: "Gunjin: 1\nBoard: X X\nFirst: S\nS: Kim\nN: Lee\nSetup-S:\n  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  \
              MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\nSetup-N: hidden\n1 S b4xb5 >\n2 N g8xg4 =\n3 S b5xb6 >\n#resign N\n",
    writes: &[
        both(
            "seats as letters, the number and the ply with one blank between, comments on lines of their own",
            "席は文字。手数と指し手の間は空白一つ。コメントは独立した行",
        ),
        both(
            "words for the end as they stand: `#hq S`, `#exterminated N`, `#resign S`",
            "終局などの語はそのまま。`#hq S`、`#exterminated N`、`#resign S`",
        ),
    ],
    dialects: &[Dialect {
        program: Words::same("kifu"),
        marks: both("the line `Gunjin: 1` at the beginning", "先頭の行 `Gunjin: 1`"),
        quirk: both(
            "no other program is known to write it",
            "ほかに書くソフトは知られていない",
        ),
    }],
};
