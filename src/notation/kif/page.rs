//! The page of KIF.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "KIF is the notation of Kakinoki Shogi and of most records in Japan: headers, perhaps a board, then a \
              numbered line for every move, with the square it starts from and the time it took.",
        "KIFは、柿木将棋の形式で、日本の棋譜の大半がこれである。ヘッダー、場合により盤面、\
                    そして一手に一行ずつ、手数、指し手、移動元、消費時間を書く。",
    ),
    source: both(
        "The definition is that of the author of Kakinoki Shogi. It leaves open which line a 変化 block leaves; \
             here it leaves the latest line, as in the files of Kifu for Windows.",
        "柿木将棋の作者による定義。変化がどの手順から分かれるかは定められていない。ここでは、\
                    Kifu for Windowsのファイルと同じく、直前の手順から分かれるとする。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "no separator, no indent, no times, no headers",
                "見出しの行、字下げ、消費時間、ヘッダーのないもの",
            ),
            text: "1 ７六歩(77)",
            written: "   1 ７六歩(77)",
        },
        Accepted {
            what: both("a mark of the side before the square", "移動先の前の手番の記号"),
            text: "1 ▲７六歩(77)\n2 ☖３四歩(33)",
            written: "   2 ３四歩(33)",
        },
        Accepted {
            what: both(
                "numbers and squares in digits of either width",
                "全角または半角の手数とマス",
            ),
            text: "１ 76歩（77）\n　２ ３４歩(33)",
            written: "   1 ７六歩(77)",
        },
        Accepted {
            what: both(
                "a move without origin, where only one piece can have made it",
                "移動元のない指し手（動ける駒が一つだけのとき）",
            ),
            text: "1 ７六歩\n2 ３四歩",
            written: "   2 ３四歩(33)",
        },
        Accepted {
            what: both(
                "同 with a blank of either width, without any, or with one after the piece; 仝",
                "「同」の後の空白は全角でも半角でもなくてもよく、駒名の後でもよい。「仝」も読む",
            ),
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀　(31)",
            written: "   4 同　銀(31)",
        },
        Accepted {
            what: both(
                "a capture with its square in place of 同",
                "「同」の代わりにマスを書いた、取る手",
            ),
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ２二銀(31)",
            written: "   4 同　銀(31)",
        },
        Accepted {
            what: both(
                "王 for 玉, 竜 for 龍, and 全 圭 杏 for 成銀 成桂 成香",
                "玉の代わりの王、龍の代わりの竜、成銀、成桂、成香の代わりの全、圭、杏",
            ),
            text: "1 ５八王(59)",
            written: "   1 ５八玉(59)",
        },
        Accepted {
            what: both(
                "不成 and 生, though KIF does not mark a promotion that is declined",
                "「不成」と「生」（KIFでは成らないことを書かない）",
            ),
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角不成(88)",
            written: "   3 ２二角(88)",
        },
        Accepted {
            what: both(
                "打(00), and (00) alone, for a drop",
                "打つ手の「打(00)」と「(00)」だけのもの",
            ),
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ４五角打(00)",
            written: "   5 ４五角打",
        },
        Accepted {
            what: both(
                "times without padding, without total, with blanks anywhere, with hours, with fractions of a second",
                "桁揃えのない、累計のない、途中に空白のある、時間の位のある、秒未満のある消費時間",
            ),
            text: "1 ７六歩(77) (0:5/)\n2 ３四歩(33) (00:01 / 00:00:01)\n3 ２六歩(27)(0:2.5/0:0:7.5)",
            written: "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２六歩(27)   ( 0:02/00:00:07)",
        },
        Accepted {
            what: both(
                "a second time after the first, which says nothing new",
                "同じ内容の二つ目の消費時間",
            ),
            text: "1 ７六歩(77) ( 0:01/00:00:01) ( 0:01/00:00:01)",
            written: "   1 ７六歩(77)   ( 0:01/00:00:01)",
        },
        Accepted {
            what: both(
                "any word for a result, with a time too; a known one in its spellings",
                "どのような語でもよい終局の語。時間があってもよく、知られた語は表記の違いも読む",
            ),
            text: "1 ７六歩(77)\n2 封じ手 (33:00/00:33:00)",
            written: "   2 封じ手       (33:00/00:33:00)",
        },
        Accepted {
            what: both(
                "comments, bookmarks, the head of the moves and the lines of a board after blanks; a byte order mark before any line",
                "行頭に空白のあるコメント、しおり、指し手の見出し、盤面の行。どの行の前にあってもよいバイト順マーク",
            ),
            text: "1 ７六歩(77)\n　 *見本",
            written: "   1 ７六歩(77)  \n*見本",
        },
        Accepted {
            what: both("both players on one line", "一行に書いた両対局者"),
            text: "先手：甲　後手：乙\n1 ７六歩(77)",
            written: "先手：甲\n後手：乙\n",
        },
        Accepted {
            what: both("a result in a まで line alone", "「まで」の行だけにある結果"),
            text: "1 ７六歩(77)\nまで、1手で先手の勝ち",
            written: "まで1手で先手の勝ち",
        },
        Accepted {
            what: both(
                "変化 blocks within variations, in any order, with blanks and 手目, and after a result",
                "変化の中の変化、任意の順の変化、空白や「手目」のある変化、結果の後の変化",
            ),
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 中断\n\n変化：  2手目\n2 ８四歩(83)",
            written: "\n変化：2手\n   2 ８四歩(83)",
        },
        Accepted {
            what: both(
                "a number that comes twice without a 変化 line, for a variation",
                "「変化」の行なしに同じ手数がもう一度来るもの。変化とみなす",
            ),
            text: "1 ７六歩(77)\n2 ３四歩(33)\n2 ８四歩(83)",
            written: "\n変化：2手\n   2 ８四歩(83)",
        },
        Accepted {
            what: both(
                "a padded 手合割, 先手 and 後手 in handicap games, a board beside 手合割：平手 (the board counts)",
                "空白を補った手合割、駒落ちの先手と後手、「手合割：平手」とともにある盤面（盤面に従う）",
            ),
            text: "手合割：二枚落ち　\n後手：甲\n1 ６二銀(71)",
            written: "手合割：二枚落ち\n後手：甲\n",
        },
        Accepted {
            what: both(
                "headers with a half-width colon, after the board, and with any key",
                "半角コロンのヘッダー、盤面の後のヘッダー、任意のキーのヘッダー",
            ),
            text: "備考: 見本\n1 ７六歩(77)",
            written: "備考： 見本\n",
        },
        Accepted {
            what: both(
                "hands in any order, with or without blanks between the pieces, and hands with no word",
                "順序が自由で、空白があってもなくてもよい持駒と、空の持駒",
            ),
            text: "後手の持駒：\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n先手の持駒：歩二 飛金\n1 ５二金打",
            written: "先手の持駒：飛　金　歩二　",
        },
        Accepted {
            what: both("a turn that is let pass", "パス"),
            text: "1 パス\n2 ３四歩(33)",
            written: "   1 パス",
        },
        Accepted {
            what: both(
                "comments and bookmarks before the headers and between them",
                "ヘッダーの前や間のコメントとしおり",
            ),
            text: "*見本\n手合割：平手\n&ここ\n1 ７六歩(77)",
            written: "*見本\n&ここ\n   1 ７六歩(77)",
        },
    ],
    example: "#KIF version=2.0 encoding=Shift_JIS\n開始日時：2024/05/05 15:05:40\n手合割：平手　　\n先手：甲\n後手：乙\n\
              手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)+\n   \
              3 ２二角成(88) ( 0:03/00:00:04)\n*角交換\n   4 同　銀(31)   ( 0:01/00:00:03)\n   5 ４五角打     ( 0:05/00:00:09)\n   \
              6 投了         ( 0:00/00:00:03)\nまで5手で先手の勝ち\n\n変化：2手\n   2 ８四歩(83)   ( 0:07/00:00:07)\n   \
              3 中断         ( 0:00/00:00:04)\nまで2手で中断\n\n",
    writes: &[
        both(
            "the first line names the encoding; 手合割 always stands, as wide as four characters, and so do both players",
            "最初の行が文字コードを示す。手合割は四文字分の幅で必ず書き、両対局者も必ず書く",
        ),
        both(
            "a board only where no name of 手合割 tells the position, or where the game starts in the middle",
            "盤面は、手合割の名前で示せない局面か、途中からの棋譜のときだけ書く",
        ),
        both(
            "headers in the order of the record; those of CSA under their Japanese keys",
            "ヘッダーは元の順。CSAのキーは日本語のキーにする",
        ),
        both(
            "numbers four columns wide, moves twelve, times as (mm:ss/hh:mm:ss); no times and the short separator where \
         the record has none",
            "手数は四桁、指し手は十二桁、消費時間は（分:秒/時:分:秒）の形。消費時間のない棋譜では書かず、\
                    見出しの行も短くする",
        ),
        both(
            "玉, 龍, 成銀 成桂 成香, 同 with a full-width blank; 打 at every drop, the origin at every other move",
            "「玉」「龍」「成銀」「成桂」「成香」、全角空白の付いた「同」。打つ手には必ず「打」\
                    、ほかの手には必ず移動元",
        ),
        both(
            "▲ or △ only before a move that the board would give to the other side; the number of a move that is missing stays free",
            "盤面からは反対の側の手と読まれる指し手の前だけに「▲」「△」を書き、欠けた指し手の番号は空けておく",
        ),
        both(
            "a まで line after every line of play that has a result",
            "結果のある手順の後に「まで」の行",
        ),
        both(
            "the variations that leave the main line latest first, each after a blank line; + at a move to which a 変化 \
         block comes",
            "本譜から遅く分かれる変化から順に、それぞれ空行の後に書く。変化のある指し手に「+」を付ける",
        ),
        both(
            "comments (*) and bookmarks (&) after their move, in their order; lines of programs (#) of the start on top",
            "コメント「*」としおり「&」は指し手の後に元の順で、開始局面のプログラムの行「#」\
                    は先頭に書く",
        ),
    ],
    dialects: &[
        Dialect {
            program: Words::same("Kifu for Windows"),
            marks: both(
                "a line # --- Kifu for Windows … on top",
                "先頭の「# --- Kifu for Windows …」の行",
            ),
            quirk: both(
                "a board beside 手合割：平手; variations of variations; &読み込み時表示 for the position to show first; \
                    the versions for telephones part the pieces in hand with half-width blanks",
                "「手合割：平手」とともに盤面。変化の変化。最初に表示する局面に「&読み込み時表示」\
                    。携帯電話版は持駒を半角空白で区切る",
            ),
        },
        Dialect {
            program: both("Kakinoki Shogi", "柿木将棋"),
            marks: Words::same("# ---- 柿木将棋 … 棋譜ファイル"),
            quirk: both(
                "the date as 対局日; a board beside 手合割：平手; 手合割 padded with full-width blanks",
                "日付は対局日。「手合割：平手」とともに盤面。全角空白を補った手合割",
            ),
        },
        Dialect {
            program: both("Shogidokoro", "将棋所"),
            marks: both(
                "# KIF形式棋譜ファイル, then # Generated by Shogidokoro",
                "「# KIF形式棋譜ファイル」に続く「# Generated by Shogidokoro」",
            ),
            quirk: both(
                "blanks around the stroke in times: (00:01 / 00:00:01)",
                "消費時間の斜線の前後に空白: (00:01 / 00:00:01)",
            ),
        },
        Dialect {
            program: Words::same("ShogiGUI"),
            marks: both(
                "no line of its own; comments **対局 and **解析",
                "固有の行はない。コメントの「**対局」と「**解析」",
            ),
            quirk: both(
                "wide columns; variations without a 変化 line; reads a file in UTF-8 only if it is called .kifu",
                "桁の幅が広い。「変化」の行のない変化。UTF-8のファイルは拡張子が .kifu のときだけ読む",
            ),
        },
        Dialect {
            program: Words::same("ShogiHome"),
            marks: both(
                "comments *評価値=…, **評価値=…; # KIF形式棋譜ファイル Generated by Electron Shogi in old files",
                "コメントの「*評価値=…」「**評価値=…」。古いファイルの「# KIF形式棋譜ファイル Generated by Electron Shogi」",
            ),
            quirk: both(
                "対局日 and 開始日時 together; other words for results are kept; 持将棋 for a game that was too long",
                "対局日と開始日時がともにある。ほかの終局の語を残す。手数超過を持将棋と書く",
            ),
        },
        Dialect {
            program: Words::same("81Dojo"),
            marks: Words::same("場所：81Dojo"),
            quirk: both(
                "numbers to the left; times without padding: (0:5/0:0:5), ( 0:7/); Time-up for 切れ負け; a foul that ends \
                    the game only in the comment *反則手にて終局",
                "手数が左詰め。桁揃えのない消費時間: (0:5/0:0:5)、( 0:7/)。切れ負けに「Time-up」\
                    。反則での終局はコメント「*反則手にて終局」だけで示す",
            ),
        },
        Dialect {
            program: Words::same("lishogi"),
            marks: both("UTF-8 in .kif", ".kif でUTF-8"),
            quirk: both("fractions of a second in times", "消費時間に秒未満"),
        },
        Dialect {
            program: both(
                "Shogi Wars (as downloaded)",
                "将棋ウォーズ（ダウンロードしたもの）",
            ),
            marks: Words::same("場所：将棋ウォーズ"),
            quirk: both(
                "no separator, indent or times; captures never with 同; no line end after the last line",
                "見出しの行も字下げも消費時間もない。取る手に「同」を使わない。最後の行に改行がない",
            ),
        },
        Dialect {
            program: both("Piyo Shogi", "ぴよ将棋"),
            marks: Words::same("# ---- ぴよ将棋 棋譜ファイル ----"),
            quirk: both(
                "王 for Black's king; the date 0000/00/00; remarks as comments *#",
                "先手の玉が王。日付が0000/00/00。ソフトの注記がコメント「*#」",
            ),
        },
        Dialect {
            program: both("IS-SHOGI, 東大将棋", "IS将棋、東大将棋"),
            marks: Words::same("手合割：詰将棋"),
            quirk: both(
                "every time twice; a name of the start that no list has, beside a board",
                "消費時間を2回書く。どの一覧にもない手合割の名前と盤面",
            ),
        },
        Dialect {
            program: Words::same("激指"),
            marks: Words::same("# ---- 激指 柿木形式棋譜ファイル ----"),
            quirk: both(
                "analysis in comments <analyze>…</analyze>",
                "コメントの中の解析「<analyze>…</analyze>」",
            ),
        },
        Dialect {
            program: Words::same("shogidb2"),
            marks: both(
                "dates like 2017-03-22T01:00:00.000Z",
                "2017-03-22T01:00:00.000Zのような日付",
            ),
            quirk: both("a time of 0 at every move", "すべての指し手の消費時間が0"),
        },
    ],
};
