//! The page of USI.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "USI is the protocol of shogi engines; its files are lists of games as the command `position` has them, one a \
              line: the start and the moves, and nothing else.",
        "USIは思考エンジンのプロトコルである。ファイルは、`position` コマンドの形で一行に一局を書いたもの\
                    で、開始局面と指し手のほかには何もない。",
    ),
    source: both(
        "The protocol is that of Shogidokoro. Words after the last move are not part of it.",
        "将棋所のプロトコル。最後の指し手の後の語はその一部ではない。",
    ),
    accepts: &[
        Accepted {
            what: both("lines without the word position", "語positionのない行"),
            text: "startpos moves 7g7f 3c3d",
            written: "position startpos moves 7g7f 3c3d\n",
        },
        Accepted {
            what: both(
                "lines without a start: the even one",
                "開始局面のない行。平手とみなす",
            ),
            text: "moves 7g7f 3c3d",
            written: "position startpos moves 7g7f 3c3d\n",
        },
        Accepted {
            what: both(
                "lines without the word moves, after startpos or position",
                "語movesがなく、startposやpositionに続く行",
            ),
            text: "startpos 7g7f",
            written: "position startpos moves 7g7f\n",
        },
        Accepted {
            what: both(
                "positions without the word sfen and without their counter",
                "語sfenや手数のない局面",
            ),
            text: "4k4/9/9/9/9/9/9/9/4K4 b P moves P*5e",
            written: "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves P*5e\n",
        },
        Accepted {
            what: both(
                "several blanks, tabs, blanks before the line",
                "連続する空白、タブ、行頭の空白",
            ),
            text: "  position\tstartpos   moves 7g7f",
            written: "position startpos moves 7g7f\n",
        },
        Accepted {
            what: both(
                "the letter of a dropped piece in lower case",
                "打つ駒の文字が小文字のもの",
            ),
            text: "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves p*5e",
            written: "moves P*5e\n",
        },
        Accepted {
            what: both(
                "0000 and pass for a turn that is let pass",
                "パスを表す0000とpass",
            ),
            text: "startpos moves 7g7f pass 2g2f",
            written: "moves 7g7f 0000 2g2f\n",
        },
        Accepted {
            what: both(
                "words for a result after the last move: resign, win, draw, rep_draw, timeout, break; and what engines \
                   write there: rep_win, rep_lose, rep_sup, rep_inf",
                "最後の指し手の後の結果の語。resign、win、draw、rep_draw、timeout、breakと、思考エンジンの書くrep_win、\
                    rep_lose、rep_sup、rep_inf",
            ),
            text: "startpos moves 7g7f 3c3d resign",
            written: "moves 7g7f 3c3d\n",
        },
        Accepted {
            what: both(
                "blank lines, comments with #, and positions without moves",
                "空行、「#」のコメント、指し手のない局面",
            ),
            text: "# openings\n\nstartpos moves 2g2f",
            written: "position startpos moves 2g2f\n",
        },
    ],
    example: "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n",
    writes: &[
        both(
            "position startpos for the even start, else position sfen with the counter",
            "平手はposition startpos、それ以外は手数の付いたposition sfen",
        ),
        both(
            "the main line up to its end; a record is a line",
            "本譜を終わりまで。一局が一行",
        ),
        both(
            "no word for the result, as no engine knows one",
            "思考エンジンの知る語がないため、結果は書かない",
        ),
        both(
            "every move as written, legal or not; a pass as 0000",
            "指し手は合法かどうかにかかわらず棋譜のまま。パスは0000",
        ),
    ],
    dialects: &[
        Dialect {
            program: both("Shogidokoro, ShogiGUI, ShogiHome", "将棋所、ShogiGUI、ShogiHome"),
            marks: both("lines on the clipboard", "クリップボードの行"),
            quirk: both("read lines without position, too", "positionのない行も読む"),
        },
        Dialect {
            program: Words::same("tsshogi"),
            marks: both(
                "resign, rep_draw and others after the last move",
                "最後の指し手の後のresign、rep_drawなど",
            ),
            quirk: both("only on demand", "指定したときだけ"),
        },
        Dialect {
            program: Words::same("YaneuraOu"),
            marks: both(
                "rep_sup, rep_inf in lines that were looked at",
                "調べた手順のrep_sup、rep_inf",
            ),
            quirk: both(
                "they are no results: two occurrences are enough",
                "結果ではない。同一局面が2回で現れる",
            ),
        },
    ],
};
