//! The page of SFEN.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "SFEN is a position in one line: the board rank by rank, whose turn it is, the hands, and the number of the next \
              move.",
    source: "It is defined with the protocol USI. As a record, a position has no moves.",
    accepts: &[
        Accepted {
            what: "the word sfen before the position",
            text: "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1",
            written: "4k4/9/9/9/9/9/9/9/4K4 b P 1\n",
        },
        Accepted {
            what: "no counter",
            text: "4k4/9/9/9/9/9/9/9/4K4 w -",
            written: "4k4/9/9/9/9/9/9/9/4K4 w - 1\n",
        },
        Accepted {
            what: "hands in any order, with pieces that come twice, and with a count of 1",
            text: "4k4/9/9/9/9/9/9/9/4K4 b pPP1Rg 5",
            written: "4k4/9/9/9/9/9/9/9/4K4 b R2Pgp 5\n",
        },
        Accepted {
            what: "empty squares in several numbers",
            text: "1111k1111/9/9/9/9/9/9/9/54 b - 1",
            written: "4k4/9/9/9/9/9/9/9/9 b - 1\n",
        },
        Accepted {
            what: "a name or comment behind the position, comments with #, blank lines",
            text: "# problems\n\n4k4/9/9/9/9/9/9/9/4K4 b P 1 the first",
            written: "4k4/9/9/9/9/9/9/9/4K4 b P 1\n",
        },
    ],
    example: "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6\n",
    writes: &[
        "the position behind the last move of the main line",
        "hands in the order R B G S N L P, Black's first, without a count of 1",
        "always a counter: the number of the next move",
    ],
    dialects: &[
        Dialect {
            program: "many",
            marks: "the counter 1 in the middle of a game",
            quirk: "so it is not trusted for more than the number of the next move",
        },
        Dialect {
            program: "Fairy-Stockfish",
            marks: "hands like PPP",
            quirk: "letters that come again in place of counts",
        },
    ],
};
