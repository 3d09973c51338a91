//! The page of CSA.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "CSA is the notation of computer shogi, of its servers and tournaments: a statement a line, every move with its \
              side, both squares and the piece as it is after the move. It has no variations.",
    source: "The Computer Shogi Association defines it: V1 (1997), V2 (2002), V2.1 (2005), V2.2 (2008) and V3.0 (2024). All \
             are read; a record without a version line is of the first.",
    accepts: &[
        Accepted {
            what: "statements with commas between them; a comment behind one runs to the end of the line",
            text: "PI,+\n+7776FU,T12,'* 30 -3334FU,+2726FU\n-3334FU,T3",
            written: "+7776FU\nT12\n'* 30 -3334FU,+2726FU\n-3334FU\nT3\n",
        },
        Accepted {
            what: "several records, with lines / between them; each may repeat the version or not",
            text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n%TORYO",
            written: "+2726FU\n%TORYO\n",
        },
        Accepted {
            what: "keys of any version in any version, and keys that no version has",
            text: "V2.2\n$TIME:30+0+5\n$ANSWER:-5141OU\nPI\n+\n+7776FU",
            written: "+7776FU",
        },
        Accepted {
            what: "information, and names, behind the moves",
            text: "PI\n+\n+7776FU\n$END_TIME:2024/05/05",
            written: "$END_TIME:2024/05/05\n",
        },
        Accepted {
            what: "ranks without the blank at their end, with a . there, or with their blanks run together",
            text: "P1 * * * * -OU * * * *\nP9 *  *  *  * +OU *  *  *  *\nP+00KI\n+\n+0052KI",
            written: "P1 *  *  *  * -OU *  *  *  * \n",
        },
        Accepted {
            what: "ranks that are left out, empty P+ and P-, AL in any line, with ranks too",
            text: "P1 *  *  *  * -OU *  *  *  * \nP+00KI\nP-00AL\n+\n+0052KI",
            written: "P+00KI\nP-00HI00HI00KA00KA",
        },
        Accepted {
            what: "no start position and no turn line: the even start, and the side of the first move",
            text: "+7776FU",
            written: "PI\n+\n+7776FU\n",
        },
        Accepted {
            what: "times with a sign, with decimals in any version, with nothing behind the point",
            text: "PI\n+\n+7776FU\nT+5\n-3334FU\nT1.\n+2726FU\nT6.125",
            written: "+7776FU\nT5\n-3334FU\nT1\n+2726FU\nT6\n",
        },
        Accepted {
            what: "text behind a move, which is reported and left out",
            text: "PI\n+\n+7776FU,v=12",
            written: "+7776FU\n",
        },
        Accepted {
            what: "the summary of a game server for a result that has no % line",
            text: "N+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n'summary:time up:a lose:b win",
            written: "-3334FU\n'summary:time up:a lose:b win\n",
        },
        Accepted {
            what: "comments for readers, '*, in all versions, empty ones too; engine lines '** are comments",
            text: "V2\nPI\n+\n'* start\n+7776FU\n'** 30 -3334FU\n'*",
            written: "+7776FU\n'** 30 -3334FU\n'*\n",
        },
        Accepted {
            what: "an unknown version, which is read like V3.0, and an unknown word behind %, which is kept",
            text: "V2.5\nPI\n+\n+7776FU\n%FUSEN",
            written: "%CHUDAN\n'*%FUSEN\n",
        },
    ],
    example: "V2.2\nN+甲\nN-乙\n$EVENT:見本\n$START_TIME:2024/05/05 15:05:40\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n+8822UM\nT3\n'*角交換\n-3122GI\nT1\n+0045KA\nT5\n%TORYO\nT0\n",
    writes: &[
        "one statement a line; V2.2 unless V3.0 is asked for (csa3), whose first line names the encoding",
        "headers under the keys of CSA, players first; those without a key are counted as lost",
        "PI with the pieces that are not there for the even start and every handicap, else P1 to P9, the hands, and the \
         turn line",
        "T in whole seconds, cut, in V2.2; in V3.0 as many decimals as are needed",
        "a foul of the side that has just moved as %+ILLEGAL_ACTION or %-ILLEGAL_ACTION; the sign is that of the offender",
        "%CHUDAN and the word as a comment for a result without a word of its own",
        "comments as '*, bookmarks as comments that begin with &, lines of programs as ' comments",
        "a line / between records that are joined",
    ],
    dialects: &[
        Dialect {
            program: "floodgate, shogi-server",
            marks: "$EVENT:wdoor+…, 'Max_Moves:, 'rating:, 'summary:",
            quirk: "no % line for time, fouls, repetition and too many moves: the summary says it; %KACHI for a declaration \
                    that failed, too; engine lines '** behind moves; the last board as comments",
        },
        Dialect {
            program: "tournament servers (WCSC)",
            marks: "UTF-8 with a byte order mark",
            quirk: "$END_TIME behind the moves",
        },
        Dialect {
            program: "Kifu for Windows",
            marks: "'encoding=Shift_JIS; ' ---- Kifu for Windows …",
            quirk: "P1 to P9 for the even start, too",
        },
        Dialect {
            program: "ShogiHome, tsshogi",
            marks: "'**評価値=…, '**読み筋=…",
            quirk: "a comment that begins with * looks like an engine line; times in $START_TIME without a date in older files; \
                    V3.0 keys in V2.2 files",
        },
        Dialect {
            program: "shogidb2",
            marks: "$START:2017-03-22T01:00:00.000Z",
            quirk: "keys of its own",
        },
        Dialect {
            program: "Shogi Wars (as exported)",
            marks: "T-600, T+600",
            quirk: "signs before times, even below zero",
        },
        Dialect {
            program: "AobaZero",
            marks: "+7776FU,'* 30 …; +7776FU,v=12",
            quirk: "comments and values on the line of the move",
        },
        Dialect {
            program: "engines of the 1990s and 2000s",
            marks: "no version line",
            quirk: "EUC-JP; ,T0 with blanks before the comma; %JISHOGI for a declared win",
        },
    ],
};
