//! The page of USI.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "USI is the protocol of shogi engines; its files are lists of games as the command `position` has them, one a \
              line: the start and the moves, and nothing else.",
    source: "The protocol is that of Shogidokoro. Words behind the last move are not part of it.",
    accepts: &[
        Accepted {
            what: "lines without the word position",
            text: "startpos moves 7g7f 3c3d",
            written: "position startpos moves 7g7f 3c3d\n",
        },
        Accepted {
            what: "lines without a start: the even one",
            text: "moves 7g7f 3c3d",
            written: "position startpos moves 7g7f 3c3d\n",
        },
        Accepted {
            what: "lines without the word moves, behind startpos or position",
            text: "startpos 7g7f",
            written: "position startpos moves 7g7f\n",
        },
        Accepted {
            what: "positions without the word sfen and without their counter",
            text: "4k4/9/9/9/9/9/9/9/4K4 b P moves P*5e",
            written: "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves P*5e\n",
        },
        Accepted {
            what: "several blanks, tabs, blanks before the line",
            text: "  position\tstartpos   moves 7g7f",
            written: "position startpos moves 7g7f\n",
        },
        Accepted {
            what: "the letter of a dropped piece in lower case",
            text: "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 moves p*5e",
            written: "moves P*5e\n",
        },
        Accepted {
            what: "0000 and pass for a turn that is let pass",
            text: "startpos moves 7g7f pass 2g2f",
            written: "moves 7g7f 0000 2g2f\n",
        },
        Accepted {
            what: "words for a result behind the last move: resign, win, draw, rep_draw, timeout, break; and what engines \
                   write there: rep_win, rep_lose, rep_sup, rep_inf",
            text: "startpos moves 7g7f 3c3d resign",
            written: "moves 7g7f 3c3d\n",
        },
        Accepted {
            what: "blank lines, comments with #, and positions without moves",
            text: "# openings\n\nstartpos moves 2g2f",
            written: "position startpos moves 2g2f\n",
        },
    ],
    example: "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n",
    writes: &[
        "position startpos for the even start, else position sfen with the counter",
        "the main line up to its end; a record is a line",
        "no word for the result, as no engine knows one",
        "every move as written, legal or not; a pass as 0000",
    ],
    dialects: &[
        Dialect {
            program: "Shogidokoro, ShogiGUI, ShogiHome",
            marks: "lines on the clipboard",
            quirk: "read lines without position, too",
        },
        Dialect {
            program: "tsshogi",
            marks: "resign, rep_draw and others behind the last move",
            quirk: "only on demand",
        },
        Dialect {
            program: "YaneuraOu",
            marks: "rep_sup, rep_inf in lines that were looked at",
            quirk: "they are no results: two occurrences are enough",
        },
    ],
};
