//! The page of CSA.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "CSA is the notation of computer shogi, of its servers and tournaments: a statement a line, every move with its \
              side, both squares and the piece as it is after the move. It has no variations.",
        "CSAは、コンピューター将棋とその対局サーバーや大会の形式である。一行に一つの文を書き、\
                    指し手には手番、移動元と移動先、動いた後の駒名を書く。変化はない。",
    ),
    source: both(
        "The Computer Shogi Association defines it: V1 (1997), V2 (2002), V2.1 (2005), V2.2 (2008) and V3.0 (2024). All \
             are read; a record without a version line is of the first.",
        "コンピュータ将棋協会の規格。V1（1997年）、V2（2002年）、V2.1（2005年）、V2.2（2008年）\
                    、V3.0（2024年）があり、すべて読む。バージョンの行がない棋譜は最初の版とみなす。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "statements with commas between them; a comment after one runs to the end of the line",
                "コンマで区切った文。その後のコメントは行末まで続く",
            ),
            text: "PI,+\n+7776FU,T12,'* 30 -3334FU,+2726FU\n-3334FU,T3",
            written: "+7776FU\nT12\n'* 30 -3334FU,+2726FU\n-3334FU\nT3\n",
        },
        Accepted {
            what: both(
                "several records, with lines / between them; each may repeat the version or not",
                "「/」の行で区切った複数の棋譜。バージョンは繰り返しても省いてもよい",
            ),
            text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n%TORYO",
            written: "+2726FU\n%TORYO\n",
        },
        Accepted {
            what: both(
                "keys of any version in any version, and keys that no version has",
                "どの版のキーもどの版でも読む。どの版にもないキーも読む",
            ),
            text: "V2.2\n$TIME:30+0+5\n$ANSWER:-5141OU\nPI\n+\n+7776FU",
            written: "+7776FU",
        },
        Accepted {
            what: both(
                "information, and names, after the moves",
                "指し手の後の棋譜情報と対局者名",
            ),
            text: "PI\n+\n+7776FU\n$END_TIME:2024/05/05",
            written: "$END_TIME:2024/05/05\n",
        },
        Accepted {
            what: both(
                "ranks without the blank at their end, with a . there, or with their blanks run together",
                "段の行末に空白がないもの、「.」があるもの、空白が詰まったもの",
            ),
            text: "P1 * * * * -OU * * * *\nP9 *  *  *  * +OU *  *  *  *\nP+00KI\n+\n+0052KI",
            written: "P1 *  *  *  * -OU *  *  *  * \n",
        },
        Accepted {
            what: both(
                "ranks that are left out, empty P+ and P-, AL in any line, with ranks too",
                "省かれた段、空の「P+」「P-」、どの行にあってもよい「AL」（段の行とともにでもよい）",
            ),
            text: "P1 *  *  *  * -OU *  *  *  * \nP+00KI\nP-00AL\n+\n+0052KI",
            written: "P+00KI\nP-00HI00HI00KA00KA",
        },
        Accepted {
            what: both(
                "no start position and no turn line: the even start, and the side of the first move",
                "開始局面も手番の行もないもの。平手とみなし、手番は初手の側とする",
            ),
            text: "+7776FU",
            written: "PI\n+\n+7776FU\n",
        },
        Accepted {
            what: both(
                "times with a sign, with decimals in any version, with nothing after the point",
                "符号の付いた消費時間。小数はどの版でもよく、小数点の後に何もなくてもよい",
            ),
            text: "PI\n+\n+7776FU\nT+5\n-3334FU\nT1.\n+2726FU\nT6.125",
            written: "+7776FU\nT5\n-3334FU\nT1\n+2726FU\nT6\n",
        },
        Accepted {
            what: both(
                "text after a move, which is reported and left out",
                "指し手の後の文字。報告し、書き出さない",
            ),
            text: "PI\n+\n+7776FU,v=12",
            written: "+7776FU\n",
        },
        Accepted {
            what: both(
                "the summary of a game server for a result that has no % line",
                "結果の「%」行がないときの、対局サーバーによる要約",
            ),
            text: "N+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n'summary:time up:a lose:b win",
            written: "-3334FU\n'summary:time up:a lose:b win\n",
        },
        Accepted {
            what: both(
                "a result that names the winner, as Shogi Wars writes it",
                "将棋ウォーズの書き方による、勝者を示す結果",
            ),
            text: "PI\n+\n+7776FU\nSENTE_WIN_TORYO",
            written: "+7776FU\n%TORYO\n",
        },
        Accepted {
            what: both(
                "comments for readers, '*, in all versions, empty ones too; engine lines '** are comments",
                "読む人のためのコメント「'*」はどの版でもよく、空でもよい。思考エンジンの行「'**」\
                    もコメントとする",
            ),
            text: "V2\nPI\n+\n'* start\n+7776FU\n'** 30 -3334FU\n'*",
            written: "+7776FU\n'** 30 -3334FU\n'*\n",
        },
        Accepted {
            what: both(
                "an unknown version, which is read like V3.0, and an unknown word after %, which is kept",
                "知らないバージョン（V3.0として読む）と、「%」の後の知らない語（そのまま残す）",
            ),
            text: "V2.5\nPI\n+\n+7776FU\n%FUSEN",
            written: "%CHUDAN\n'*%FUSEN\n",
        },
    ],
    example: "V2.2\nN+甲\nN-乙\n$EVENT:見本\n$START_TIME:2024/05/05 15:05:40\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n+8822UM\nT3\n'*角交換\n-3122GI\nT1\n+0045KA\nT5\n%TORYO\nT0\n",
    writes: &[
        both(
            "one statement a line; V2.2 unless V3.0 is asked for (csa3), whose first line names the encoding",
            "一行に一つの文。V3.0（csa3）を指定しない限りV2.2。V3.0では最初の行が文字コードを示す",
        ),
        both(
            "headers under the keys of CSA, players first; those without a key are counted as lost, those without a value \
             have no line",
            "ヘッダーはCSAのキーで、対局者から書く。対応するキーのないものは失われたものに数え、値のないものは書かない",
        ),
        both(
            "dates as 2024/03/05 or 2024/03/05 10:00:00, whatever their spelling was; what is no date, or no whole one, is \
             lost",
            "日付は元の書き方によらず2024/03/05か2024/03/05 10:00:00。日付でないものと、年月日のそろわないものは失われる",
        ),
        both(
            "PI with the pieces that are not there for the even start and every handicap, else P1 to P9, the hands, and the \
         turn line",
            "平手と駒落ちは「PI」とない駒で、それ以外は「P1」から「P9」と持駒で書き、手番の行を続ける",
        ),
        both(
            "T in whole seconds, cut, in V2.2; in V3.0 as many decimals as are needed",
            "「T」はV2.2では秒未満を切り捨て、V3.0では必要なだけ小数を書く",
        ),
        both(
            "a foul of the side that has just moved as %+ILLEGAL_ACTION or %-ILLEGAL_ACTION; the sign is that of the offender",
            "直前に指した側の反則は「%+ILLEGAL_ACTION」か「%-ILLEGAL_ACTION」。符号は反則した側を示す",
        ),
        both(
            "%CHUDAN and the word as a comment for a result without a word of its own",
            "対応する語のない結果は「%CHUDAN」とし、元の語をコメントに書く",
        ),
        both(
            "comments as '*, bookmarks as comments that begin with &, lines of programs as ' comments",
            "コメントは「'*」、しおりは「&」で始まるコメント、プログラムの行は「'」のコメント",
        ),
        both(
            "a line / between records that are joined",
            "一つのファイルにまとめる棋譜の間に「/」の行",
        ),
    ],
    dialects: &[
        Dialect {
            program: both("floodgate, shogi-server", "floodgate、shogi-server"),
            marks: both(
                "$EVENT:wdoor+…, 'Max_Moves:, 'rating:, 'summary:",
                "「$EVENT:wdoor+…」「'Max_Moves:」「'rating:」「'summary:」",
            ),
            quirk: both(
                "no % line for time, fouls, repetition and too many moves: the summary says it; %KACHI for a declaration \
                    that failed, too; engine lines '** after moves; the last board as comments",
                "時間切れ、反則、千日手、手数超過に「%」行がなく、要約で示す。失敗した宣言も「%KACHI」\
                    。指し手の後に思考エンジンの行「'**」。終局時の盤面をコメントに書く",
            ),
        },
        Dialect {
            program: both("tournament servers (WCSC)", "大会のサーバー（WCSC）"),
            marks: both("UTF-8 with a byte order mark", "バイト順マーク付きのUTF-8"),
            quirk: both("$END_TIME after the moves", "「$END_TIME」が指し手の後"),
        },
        Dialect {
            program: Words::same("Kifu for Windows"),
            marks: both(
                "'encoding=Shift_JIS; ' ---- Kifu for Windows …",
                "「'encoding=Shift_JIS」「' ---- Kifu for Windows …」",
            ),
            quirk: both(
                "P1 to P9 for the even start, too",
                "平手でも「P1」から「P9」を書く",
            ),
        },
        Dialect {
            program: both("ShogiHome, tsshogi", "ShogiHome、tsshogi"),
            marks: both("'**評価値=…, '**読み筋=…", "「'**評価値=…」「'**読み筋=…」"),
            quirk: both(
                "a comment that begins with * looks like an engine line; times in $START_TIME without a date in older files; \
                    V3.0 keys in V2.2 files",
                "「*」で始まるコメントが思考エンジンの行に見える。古いファイルでは「$START_TIME」\
                    に日付のない時刻。V2.2のファイルにV3.0のキー",
            ),
        },
        Dialect {
            program: Words::same("shogidb2"),
            marks: Words::same("$START:2017-03-22T01:00:00.000Z"),
            quirk: both("keys of its own", "独自のキー"),
        },
        Dialect {
            program: both("Shogi Wars (as exported)", "将棋ウォーズ（書き出したもの）"),
            marks: both("T-600, T+600", "「T-600」「T+600」"),
            quirk: both(
                "signs before times, even below zero",
                "消費時間に符号があり、負の値もある",
            ),
        },
        Dialect {
            program: Words::same("AobaZero"),
            marks: both(
                "+7776FU,'* 30 …; +7776FU,v=12",
                "「+7776FU,'* 30 …」「+7776FU,v=12」",
            ),
            quirk: both(
                "comments and values on the line of the move",
                "指し手と同じ行にコメントや評価値",
            ),
        },
        Dialect {
            program: both("Shogi Wars", "将棋ウォーズ"),
            marks: both(
                "SENTE_WIN_TORYO, DRAW_SENNICHI",
                "「SENTE_WIN_TORYO」「DRAW_SENNICHI」",
            ),
            quirk: both(
                "the result as a word that names the winner, without %",
                "結果を、「%」のない、勝者を示す語で書く",
            ),
        },
        Dialect {
            program: both("engines of the 1990s and 2000s", "1990年代、2000年代の将棋ソフト"),
            marks: both("no version line", "バージョンの行がない"),
            quirk: both(
                "EUC-JP; ,T0 with blanks before the comma; %JISHOGI for a declared win",
                "EUC-JP。「,T0」のコンマの前に空白。宣言勝ちに「%JISHOGI」",
            ),
        },
    ],
};
