//! The page of KIF.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "KIF is the notation of Kakinoki Shogi and of most records in Japan: headers, perhaps a board, then a \
              numbered line for every move, with the square it starts from and the time it took.",
    source: "The definition is that of the author of Kakinoki Shogi. It leaves open which line a 変化 block leaves; \
             here it leaves the latest line, as in the files of Kifu for Windows.",
    accepts: &[
        Accepted {
            what: "no separator, no indent, no times, no headers",
            text: "1 ７六歩(77)",
            written: "   1 ７六歩(77)",
        },
        Accepted {
            what: "a mark of the side before the square",
            text: "1 ▲７六歩(77)\n2 ☖３四歩(33)",
            written: "   2 ３四歩(33)",
        },
        Accepted {
            what: "numbers and squares in digits of either width",
            text: "１ 76歩（77）\n　２ ３４歩(33)",
            written: "   1 ７六歩(77)",
        },
        Accepted {
            what: "a move without origin, where only one piece can have made it",
            text: "1 ７六歩\n2 ３四歩",
            written: "   2 ３四歩(33)",
        },
        Accepted {
            what: "同 with a blank of either width, without any, or with one behind the piece; 仝",
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀　(31)",
            written: "   4 同　銀(31)",
        },
        Accepted {
            what: "a capture with its square in place of 同",
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ２二銀(31)",
            written: "   4 同　銀(31)",
        },
        Accepted {
            what: "王 for 玉, 竜 for 龍, and 全 圭 杏 for 成銀 成桂 成香",
            text: "1 ５八王(59)",
            written: "   1 ５八玉(59)",
        },
        Accepted {
            what: "不成 and 生, though KIF does not mark a promotion that is declined",
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角不成(88)",
            written: "   3 ２二角(88)",
        },
        Accepted {
            what: "打(00), and (00) alone, for a drop",
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ４五角打(00)",
            written: "   5 ４五角打",
        },
        Accepted {
            what: "times without padding, without total, with blanks anywhere, with hours, with fractions of a second",
            text: "1 ７六歩(77) (0:5/)\n2 ３四歩(33) (00:01 / 00:00:01)\n3 ２六歩(27)(0:2.5/0:0:7.5)",
            written: "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２六歩(27)   ( 0:02/00:00:07)",
        },
        Accepted {
            what: "a second time behind the first, which says nothing new",
            text: "1 ７六歩(77) ( 0:01/00:00:01) ( 0:01/00:00:01)",
            written: "   1 ７六歩(77)   ( 0:01/00:00:01)",
        },
        Accepted {
            what: "any word for a result, with a time too; a known one in its spellings",
            text: "1 ７六歩(77)\n2 封じ手 (33:00/00:33:00)",
            written: "   2 封じ手       (33:00/00:33:00)",
        },
        Accepted {
            what: "comments, bookmarks, the head of the moves and the lines of a board behind blanks; a byte order mark before any line",
            text: "1 ７六歩(77)\n　 *見本",
            written: "   1 ７六歩(77)  \n*見本",
        },
        Accepted {
            what: "a result in a まで line alone",
            text: "1 ７六歩(77)\nまで、1手で先手の勝ち",
            written: "まで1手で先手の勝ち",
        },
        Accepted {
            what: "変化 blocks within variations, in any order, with blanks and 手目, and after a result",
            text: "1 ７六歩(77)\n2 ３四歩(33)\n3 中断\n\n変化：  2手目\n2 ８四歩(83)",
            written: "\n変化：2手\n   2 ８四歩(83)",
        },
        Accepted {
            what: "a number that comes twice without a 変化 line, for a variation",
            text: "1 ７六歩(77)\n2 ３四歩(33)\n2 ８四歩(83)",
            written: "\n変化：2手\n   2 ８四歩(83)",
        },
        Accepted {
            what: "a padded 手合割, 先手 and 後手 in handicap games, a board beside 手合割：平手 (the board counts)",
            text: "手合割：二枚落ち　\n後手：甲\n1 ６二銀(71)",
            written: "手合割：二枚落ち\n後手：甲\n",
        },
        Accepted {
            what: "headers with a half-width colon, behind the board, and with any key",
            text: "備考: 見本\n1 ７六歩(77)",
            written: "備考： 見本\n",
        },
        Accepted {
            what: "hands in any order, with or without blanks between the pieces, and hands with no word",
            text: "後手の持駒：\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n先手の持駒：歩二 飛金\n1 ５二金打",
            written: "先手の持駒：飛　金　歩二　",
        },
        Accepted {
            what: "a turn that is let pass",
            text: "1 パス\n2 ３四歩(33)",
            written: "   1 パス",
        },
        Accepted {
            what: "comments and bookmarks before the headers and between them",
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
        "the first line names the encoding; 手合割 always stands, as wide as four characters, and so do both players",
        "a board only where no name of 手合割 tells the position, or where the game starts in the middle",
        "headers in the order of the record; those of CSA under their Japanese keys",
        "numbers four columns wide, moves twelve, times as (mm:ss/hh:mm:ss); no times and the short separator where \
         the record has none",
        "玉, 龍, 成銀 成桂 成香, 同 with a full-width blank; 打 at every drop, the origin at every other move",
        "a まで line behind every line of play that has a result",
        "the variations that leave the main line latest first, each behind a blank line; + at a move to which a 変化 \
         block comes",
        "comments (*) and bookmarks (&) behind their move, in their order; lines of programs (#) of the start on top",
    ],
    dialects: &[
        Dialect {
            program: "Kifu for Windows",
            marks: "a line # --- Kifu for Windows … on top",
            quirk: "a board beside 手合割：平手; variations of variations; &読み込み時表示 for the position to show first; \
                    the versions for telephones part the pieces in hand with half-width blanks",
        },
        Dialect {
            program: "Kakinoki Shogi",
            marks: "# ---- 柿木将棋 … 棋譜ファイル",
            quirk: "the date as 対局日; a board beside 手合割：平手; 手合割 padded with full-width blanks",
        },
        Dialect {
            program: "Shogidokoro",
            marks: "# KIF形式棋譜ファイル, then # Generated by Shogidokoro",
            quirk: "blanks around the stroke in times: (00:01 / 00:00:01)",
        },
        Dialect {
            program: "ShogiGUI",
            marks: "no line of its own; comments **対局 and **解析",
            quirk: "wide columns; variations without a 変化 line; reads a file in UTF-8 only if it is called .kifu",
        },
        Dialect {
            program: "ShogiHome",
            marks: "comments *評価値=…, **評価値=…; # KIF形式棋譜ファイル Generated by Electron Shogi in old files",
            quirk: "対局日 and 開始日時 together; other words for results are kept; 持将棋 for a game that was too long",
        },
        Dialect {
            program: "81Dojo",
            marks: "場所：81Dojo",
            quirk: "numbers to the left; times without padding: (0:5/0:0:5), ( 0:7/); Time-up for 切れ負け; a foul that ends \
                    the game only in the comment *反則手にて終局",
        },
        Dialect {
            program: "lishogi",
            marks: "UTF-8 in .kif",
            quirk: "fractions of a second in times",
        },
        Dialect {
            program: "Shogi Wars (as downloaded)",
            marks: "場所：将棋ウォーズ",
            quirk: "no separator, indent or times; captures never with 同; no line end behind the last line",
        },
        Dialect {
            program: "Piyo Shogi",
            marks: "# ---- ぴよ将棋 棋譜ファイル ----",
            quirk: "王 for Black's king; the date 0000/00/00; remarks as comments *#",
        },
        Dialect {
            program: "IS-SHOGI, 東大将棋",
            marks: "手合割：詰将棋",
            quirk: "every time twice; a name of the start that no list has, beside a board",
        },
        Dialect {
            program: "激指",
            marks: "# ---- 激指 柿木形式棋譜ファイル ----",
            quirk: "analysis in comments <analyze>…</analyze>",
        },
        Dialect {
            program: "shogidb2",
            marks: "dates like 2017-03-22T01:00:00.000Z",
            quirk: "a time of 0 at every move",
        },
    ],
};
