//! The page of USEN.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "USEN puts a game with its variations into the address of a web page: the start, then after every ~ a line of \
              play with the plies before it, three characters a move, and a letter for its end.",
        "USENは、変化を含む一局をWebページのアドレスに収める形式である。開始局面に続き、\
                    「~」ごとに一つの手順を、その前の手数、一手三文字の指し手、終局の文字で書く。",
    ),
    source: both(
        "It was made for Shogi Playground and its library mog-core. The letters are r (resigned), t (time), p (broken off), \
             j (持将棋) and i with an illegal last move.",
        "Shogi Playgroundとそのライブラリーmog-coreのために作られた。終局の文字は、r（投了）\
                    、t（時間切れ）、p（中断）、j（持将棋）、i（最後の手が反則）である。",
    ),
    accepts: &[
        Accepted {
            what: both("a line without its last point", "最後の点のない手順"),
            text: "~0.7ku2jm",
            written: "~0.7ku2jm.\n",
        },
        Accepted {
            what: both(
                "lines that leave the line before them, where they cannot leave the main line",
                "本譜から分かれることができず、直前の手順から分かれる手順",
            ),
            text: "~0.7ku2jm6y2.~1.36e6y22jm.~4.5t2.",
            written: "~1.36e6y22jm5t2",
        },
        Accepted {
            what: both("a number of plies before the main line", "本譜の前の手数"),
            text: "4k4_9_9_9_9_9_9_9_4K4.b.-~12.",
            written: "4k4_9_9_9_9_9_9_9_4K4.b.-~12..\n",
        },
        Accepted {
            what: both(
                "several games, one a line, with comments after them or on lines with #",
                "一行に一局ずつの複数の対局。後ろや「#」の行のコメント",
            ),
            text: "# openings\n~0.7ku2jm. a name",
            written: "~0.7ku2jm.\n",
        },
        Accepted {
            what: both(
                "another word for the end, which is reported and kept",
                "ほかの終局の語。報告し、そのまま残す",
            ),
            text: "~0.7ku.q",
            written: "~0.7ku.",
        },
    ],
    example: "~0.7ku2jm8rl09kbxo.r~1.36e.p\n",
    writes: &[
        both(
            "nothing for the even start, else the position without counter",
            "平手は何も書かず、それ以外は手数のない局面",
        ),
        both(
            "every variation from the main line, so that what nested ones share is repeated; the latest first: this means the \
         same to all readers",
            "変化はすべて本譜から書き、入れ子の変化が共有する手は繰り返す。遅く分かれるものから書く。\
                    こうすればどのソフトでも同じ意味になる",
        ),
        both(
            "both points of a line, whatever stands between them",
            "手順の二つの点は、間に何もなくても書く",
        ),
        both(
            "r, t, p and j; j for other draws as well; i for a foul that was the last move and lost the game; nothing for \
         other results, which are counted as lost",
            "r、t、p、j。ほかの引き分けもj。最後の手が反則で負けたときはi。それ以外の結果は書かず、\
                    失われたものに数える",
        ),
    ],
    dialects: &[
        Dialect {
            program: Words::same("Shogi Playground (mog-core)"),
            marks: both("branches by descending offset", "分岐は手数の多い順"),
            quirk: both(
                "every branch leaves the main line; j is a declared win as well as 持将棋",
                "分岐はすべて本譜から。jは持将棋のほか宣言勝ちも表す",
            ),
        },
        Dialect {
            program: both("tsshogi, ShogiHome", "tsshogi、ShogiHome"),
            marks: both("branches in the order of the tree", "分岐は木の順"),
            quirk: both(
                "a branch leaves the line before it; the letter of one line is carried to the next; p for every result without \
                    a letter, 千日手 too",
                "分岐は直前の手順から。ある手順の終局の文字が次の手順に引き継がれる。文字のない結果は千日手も含めてすべてp",
            ),
        },
    ],
};
