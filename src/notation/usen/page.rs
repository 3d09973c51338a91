//! The page of USEN.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "USEN puts a game with its variations into the address of a web page: the start, then behind every ~ a line of \
              play with the plies before it, three characters a move, and a letter for its end.",
    source: "It was made for Shogi Playground and its library mog-core. The letters are r (resigned), t (time), p (broken off), \
             j (持将棋) and i with an illegal last move.",
    accepts: &[
        Accepted {
            what: "a line without its last point",
            text: "~0.7ku2jm",
            written: "~0.7ku2jm.\n",
        },
        Accepted {
            what: "lines that leave the line before them, where they cannot leave the main line",
            text: "~0.7ku2jm6y2.~1.36e6y22jm.~4.5t2.",
            written: "~1.36e6y22jm5t2",
        },
        Accepted {
            what: "a number of plies before the main line",
            text: "4k4_9_9_9_9_9_9_9_4K4.b.-~12.",
            written: "4k4_9_9_9_9_9_9_9_4K4.b.-~12..\n",
        },
        Accepted {
            what: "several games, one a line, with comments behind them or on lines with #",
            text: "# openings\n~0.7ku2jm. a name",
            written: "~0.7ku2jm.\n",
        },
        Accepted {
            what: "another word for the end, which is reported and kept",
            text: "~0.7ku.q",
            written: "~0.7ku.",
        },
    ],
    example: "~0.7ku2jm8rl09kbxo.r~1.36e.p\n",
    writes: &[
        "nothing for the even start, else the position without counter",
        "every variation from the main line, so that what nested ones share is repeated; the latest first: this means the \
         same to all readers",
        "both points of a line, whatever stands between them",
        "r, t, p and j; j for other draws as well; i for a foul that was the last move and lost the game; nothing for \
         other results, which are counted as lost",
    ],
    dialects: &[
        Dialect {
            program: "Shogi Playground (mog-core)",
            marks: "branches by descending offset",
            quirk: "every branch leaves the main line; j is a declared win as well as 持将棋",
        },
        Dialect {
            program: "tsshogi, ShogiHome",
            marks: "branches in the order of the tree",
            quirk: "a branch leaves the line before it; the letter of one line is carried to the next; p for every result without \
                    a letter, 千日手 too",
        },
    ],
};
