//! Special cases of Kakinoki's formats: unusual result words, contradictory results, and headers that resemble other
//! lines.

use super::written;

/// A record, the target, the end of the written text, and the losses.
const CASES: &[(&str, &str, &str, &str)] = &[
    // An unknown word ends the game, and its alternatives remain alternatives.
    (
        "手合割：平手\n1 ７六歩(77)\n2 閉館\n\n変化：2手\n2 ３四歩(33)\n",
        "ki2u",
        "▲７六歩\nまで1手で閉館\n\n変化：2手\n△３四歩\n",
        "",
    ),
    // A contradictory result line: in KI2, the result is written among the moves.
    (
        "手合割：平手\n1 ７六歩(77)\n2 投了\nまで1手で後手の勝ち\n",
        "ki2u",
        "▲７六歩    △投了\nまで1手で後手の勝ち\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 投了\nまで1手で後手の勝ち\n",
        "usi",
        "position startpos moves 7g7f\n",
        "1 result (投了); 1 contradictory result line (まで1手で後手の勝ち)",
    ),
    // The result of perpetual check differs from that of other illegal moves. Only Kakinoki's formats have a word for
    // perpetual check.
    (
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n%OUTE_SENNICHITE\n",
        "csa",
        "-3334FU\n%ILLEGAL_MOVE\n'*連続王手の千日手\n",
        "1 result (%OUTE_SENNICHITE)",
    ),
    (
        "V2.2\nPI\n+\n+7776FU\n-3334FU\nGOTE_WIN_OUTE_SENNICHI\n",
        "csa",
        "-3334FU\n%ILLEGAL_MOVE\n'*連続王手の千日手\n",
        "1 result (GOTE_WIN_OUTE_SENNICHI)",
    ),
    (
        "V2.2\nPI\n+\n+7776FU\n-3334FU\nGOTE_WIN_ILLEGAL_MOVE\n",
        "csa",
        "-3334FU\n%ILLEGAL_MOVE\n",
        "",
    ),
    (
        "V2.2\nPI\n+\n+7776FU\n%OUTE_SENNICHITE\n",
        "kifu",
        "   2 反則負け    \n*連続王手の千日手\nまで1手で後手の反則負け\n\n",
        "1 result (%OUTE_SENNICHITE)",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 王手千日手\n",
        "kifu",
        "   2 連続王手の千日手\nまで1手で連続王手の千日手\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で連続王手の千日手\n",
        "ki2u",
        "▲７六歩\nまで1手で連続王手の千日手\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で連続王手の千日手\n",
        "csa",
        "+7776FU\n%ILLEGAL_MOVE\n'*連続王手の千日手\n",
        "1 result (まで1手で連続王手の千日手)",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 反則負け\nまで1手で連続王手の千日手\n",
        "kifu",
        "   2 反則負け    \nまで1手で連続王手の千日手\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 千日手\nまで1手で千日手\n",
        "csa",
        "+7776FU\n%SENNICHITE\n",
        "",
    ),
    // A lost connection is not a resignation. Only Kakinoki's formats have words for a lost connection.
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で接続切れ\n",
        "kifu",
        "   1 ７六歩(77)  \nまで1手で接続切れ\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 通信切断\n",
        "ki2u",
        "▲７六歩\nまで1手で接続切れ\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で接続切れにより先手の勝ち\n",
        "csa",
        "+7776FU\n%CHUDAN\n'*まで1手で接続切れにより先手の勝ち\n",
        "1 result (まで1手で接続切れにより先手の勝ち)",
    ),
    (
        "PI\n+\n+7776FU\nSENTE_WIN_DISCONNECT\n",
        "kifu",
        "   1 ７六歩(77)  \n   2 接続切れ    \nまで1手で接続切れ\n\n",
        "",
    ),
    (
        "PI\n+\n+7776FU\nSENTE_WIN_TIMEOUT\n",
        "csa",
        "+7776FU\n%TIME_UP\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で先手の勝ち\n",
        "csa",
        "+7776FU\n%TORYO\n",
        "",
    ),
    // The year decides if an impasse could be agreed on. CSA cannot write a year alone, so the result is lost with the
    // year.
    (
        "手合割：平手\n開始日時：1967\n1 ７六歩(77)\n2 持将棋\n",
        "csa",
        "+7776FU\n%JISHOGI\n",
        "1 result (持将棋); 1 header (開始日時)",
    ),
    (
        "手合割：平手\n開始日時：1967\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "+7776FU\n%CHUDAN\n",
        "1 header (開始日時)",
    ),
    (
        "手合割：平手\n開始日時：1967/05/03\n1 ７六歩(77)\n2 持将棋\n",
        "csa",
        "$START_TIME:1967/05/03\nPI\n+\n+7776FU\n%JISHOGI\n",
        "",
    ),
    // Two results and two result lines. A result line after the second end would apply to the first end.
    (
        "手合割：平手\n1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n3 中断\n",
        "kifu",
        "   1 ７六歩(77)  \n   2 投了        \nまで1手で先手の勝ち\n   3 中断        \n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で先手の勝ち\nまで1手で中断\n",
        "kifu",
        "   1 ７六歩(77)  \nまで1手で先手の勝ち\nまで1手で中断\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で先手の勝ち\nまで1手で中断\n",
        "csa",
        "+7776FU\n%CHUDAN\n",
        "1 result (まで1手で先手の勝ち)",
    ),
    // A result line without a winner: the word in the line is the end.
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で対局終了\n",
        "kifu",
        "   1 ７六歩(77)  \nまで1手で対局終了\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで、1手でトライ\n",
        "ki2u",
        "▲７六歩\nまで1手でトライ\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で閉館\n",
        "csa",
        "+7776FU\n%CHUDAN\n'*まで1手で閉館\n",
        "1 result (まで1手で閉館)",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n*トライにて終局\n",
        "kifu",
        "   1 ７六歩(77)  \n*トライにて終局\nまで1手でトライ\n\n",
        "",
    ),
    // A result line with an unknown winner is not an end.
    (
        "手合割：平手\n1 ７六歩(77)\nまで1手で誰かの勝ち\n",
        "csa",
        "+\n+7776FU\n",
        "1 contradictory result line (まで1手で誰かの勝ち)",
    ),
    // Unknown names of a start, and display settings, which CSA cannot represent.
    (
        "手合割：半香落ち\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "+7776FU\n%CHUDAN\n",
        "1 header (手合割)",
    ),
    (
        "手合割：平手\n盤面回転\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "+7776FU\n%CHUDAN\n",
        "1 header (盤面回転)",
    ),
    // A program line that would be a header of CSA, and one that would not.
    (
        "#棋戦：春\n#備考\n手合割：平手\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "'備考\nPI\n+\n+7776FU\n%CHUDAN\n",
        "1 program line",
    ),
    // A program line in a game that would begin another record at the beginning of a line.
    (
        "手合割：平手\n1 ７六歩(77)\n #KIF version=2.0\n2 中断\n",
        "kifu",
        "   1 ７六歩(77)  \n #KIF version=2.0\n   2 中断        \nまで1手で中断\n\n",
        "",
    ),
    // A header that would be a move of KI2, but not one of KIF.
    (
        "手合割：平手\n☖先手：甲\n▽備考：乙\n▲戦型：丙\n1 ７六歩(77)\n",
        "ki2u",
        "▲７六歩\n",
        "3 headers (☖先手, ▽備考, ▲戦型)",
    ),
    (
        "手合割：平手\n☖先手：甲\n1 ７六歩(77)\n",
        "kifu",
        "☖先手：甲\n先手：\n後手：\n手数----指手--\n   1 ７六歩(77)  \n\n",
        "",
    ),
    // A line with an unknown name before a half-width colon is not a header.
    (
        "手合割：平手\nhttps://example.com\ntitle: 実戦\n記録係: 丁\n備考: 丙\n1 ７六歩(77)\n",
        "kifu",
        "記録係： 丁\n備考： 丙\n先手：\n後手：\n手数----指手--\n*https://example.com\n*title: 実戦\n   1 ７六歩(77)  \n\n",
        "",
    ),
    // Separate 秒読み and 持ち時間: CSA has one key for both.
    (
        "手合割：平手\n持ち時間：10分\n秒読み：60秒\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:00:10+60\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：なし\n秒読み：60秒\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME:0+60+0\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：10分切れたら\n秒読み：60秒（最後の10秒から）\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:00:10+60\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n秒読み：30\n1 ７六歩(77) (0:29/)\n2 中断\n",
        "csa3",
        "$TIME:0+30+0\nPI\n+\n+7776FU\nT29\n%CHUDAN\n",
        "",
    ),
    // The main time of a game with 秒読み alone may be unknown.
    (
        "手合割：平手\n秒読み：30\n1 ７六歩(77) (0:30/)\n2 中断\n",
        "csa3",
        "PI\n+\n+7776FU\nT30\n%CHUDAN\n",
        "1 header (秒読み)",
    ),
    (
        "手合割：平手\n先手持ち時間：10分\n後手持ち時間：5分\n秒読み：30秒\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME+:600+30+0\n$TIME-:300+30+0\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    // Values that contradict each other or that cannot be read are kept as words.
    (
        "手合割：平手\n持ち時間：10分+30秒\n秒読み：60秒\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:10分+30秒 秒読み60秒\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：10分\n秒読み：適宜\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME_LIMIT:10分 秒読み適宜\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    // Words without a byoyomi do not exclude one, but `$TIME_LIMIT:00:10+00` does.
    (
        "手合割：平手\n持ち時間：10分\n1 ７六歩(77) (10:20/)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:10分\nPI\n+\n+7776FU\nT620\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：３分切れ負け\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:00:03+00\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：01:00+30\n1 ７六歩(77) (5:00/)\n2 ３四歩(33) (0:01/)\n3 中断\n",
        "csa3",
        "$TIME:3600+30+0\nPI\n+\n+7776FU\nT300\n-3334FU\nT1\n%CHUDAN\n",
        "",
    ),
    // An ambiguous time limit keeps its text. In CSA, a time below an hour has one reading, and a longer time has two.
    (
        "手合割：平手\n持ち時間：05:00+10\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME_LIMIT:05:00+10\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：00:10+30\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME:600+30+0\nPI\n+\n+7776FU\n%CHUDAN\n",
        "1 time limit that may be read differently (持ち時間)",
    ),
    (
        "手合割：平手\n持ち時間：6時間\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:06:00+00\nPI\n+\n+7776FU\n%CHUDAN\n",
        "1 time limit that may be read differently (持ち時間)",
    ),
    (
        "V2.2\n$TIME_LIMIT:06:00+00\nPI\n+\n+7776FU\nT420\n-3334FU\nT0\n%CHUDAN\n",
        "kifu",
        "持ち時間：6時間\n手合割：平手　　\n先手：\n後手：\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 7:00/00:07:00)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 中断        \nまで2手で中断\n\n",
        "",
    ),
    (
        "V2.2\n$TIME_LIMIT:06:00+00\nPI\n+\n+7776FU\nT20\n-3334FU\nT0\n%CHUDAN\n",
        "kifu",
        "持ち時間：06:00+00\n手合割：平手　　\n先手：\n後手：\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:20/00:00:20)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 中断        \nまで2手で中断\n\n",
        "",
    ),
    // Seven minutes for a move rule out a limit of six minutes, unless the game ends with that move.
    (
        "手合割：平手\n持ち時間：6時間\n1 ７六歩(77) (7:00/)\n2 ３四歩(33) (0:00/)\n3 中断\n",
        "csa",
        "$TIME_LIMIT:06:00+00\nPI\n+\n+7776FU\nT420\n-3334FU\nT0\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：6時間\n1 ７六歩(77) (7:00/)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:06:00+00\nPI\n+\n+7776FU\nT420\n%CHUDAN\n",
        "1 time limit that may be read differently (持ち時間)",
    ),
    (
        "手合割：平手\n持ち時間：6時間\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME:21600+0+0\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：45分\n1 ７六歩(77)\n2 中断\n",
        "csa",
        "$TIME_LIMIT:00:45+00\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "手合割：平手\n持ち時間：10分+30秒加算\n1 ７六歩(77)\n2 中断\n",
        "csa3",
        "$TIME:600+0+30\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    (
        "V2.2\n$TIME_LIMIT:05:00+00\nPI\n+\n+7776FU\n%CHUDAN\n",
        "csa3",
        "$TIME_LIMIT:05:00+00\nPI\n+\n+7776FU\n%CHUDAN\n",
        "",
    ),
    // A result that is only in the summary of a server.
    (
        "V2\nPI\n+\n+7776FU\n'summary:max_moves:a draw:b draw\n",
        "kifu",
        "   1 ７六歩(77)  \n#summary:max_moves:a draw:b draw\n   2 最大手数    \nまで1手で最大手数\n\n",
        "",
    ),
    // Only a diagram has a line for the moves before its position.
    (
        include_str!("../../../../fixtures/bod/middlegame.bod"),
        "kifu",
        "先手の持駒：歩二　\n後手番\n先手：\n後手：\n手数----指手--\n*二局目の急所。\n*銀が一枚足りない。\n\n",
        "the move number of the start position (17); the last move before the start position",
    ),
    // Alternatives that are equal on the board become one line. Moves of two different golds remain two.
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩\n2 ３四歩(33)\n3 投了\n",
        "kifu",
        "   1 ７六歩(77)  \n   2 ３四歩(33)  \n   3 投了        \nまで2手で後手の勝ち\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ５八金(49)\n2 ３四歩\n*甲\n3 投了\n変化：2手\n2 ３四歩(33)( 0:05/00:00:05)\n*乙\n3 ２六歩(27)\n4 中断\n変化：1手\n1 ５八金(69)\n2 中断\n",
        "kifu",
        "   1 ５八金(49)  +\n   2 ３四歩(33)   ( 0:05/00:00:05)\n*甲\n*乙\n   3 投了        +\nまで2手で後手の勝ち\n\n変化：3手\n   3 ２六歩(27)  \n   4 中断        \nまで3手で中断\n\n変化：1手\n   1 ５八金(69)  \n   2 中断        \nまで1手で中断\n\n",
        "",
    ),
    (
        "手合割：平手\n▲５八金右 △３四歩\nまで2手で中断\n\n変化：1手\n▲５八金左 △３四歩\nまで2手で中断\n\n変化：1手\n▲５八金右上 △８四歩\nまで2手で中断\n",
        "ki2u",
        "▲５八金右  △３四歩\nまで2手で中断\n\n変化：2手\n△８四歩\nまで2手で中断\n\n変化：1手\n▲５八金左  △３四歩\nまで2手で中断\n",
        "",
    ),
    // An end belongs to the line of play in which it is written, whatever its number, and takes no turn.
    (
        "手合割：平手\n1 ７六歩(77)\n0 中断\n2 ３四歩(33)\n3 ２六歩(27)\n",
        "csa",
        "+7776FU\n%CHUDAN\n-3334FU\n+2726FU\n",
        "1 move number out of order",
    ),
    // An end that only a comment states is written as a result.
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*時間切れにて終局\n",
        "csa",
        "-3334FU\n'*時間切れにて終局\n%TIME_UP\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*時間切れにて終局\n",
        "usen",
        "~0.7ku2jm.t\n",
        "1 comment line",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*時間切れにて終局\n",
        "usi",
        "position startpos moves 7g7f 3c3d\n",
        "1 result (時間切れにて終局); 1 comment line",
    ),
    // If the record has an end, a comment with another end is ignored.
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n*時間切れにて終局\n3 投了\n",
        "usi",
        "position startpos moves 7g7f 3c3d\n",
        "1 result (投了); 1 comment line",
    ),
    // %JISHOGI is a declared win if a comment states a declaration, and a draw without such a comment. A result line
    // with 持将棋 takes precedence over the comment.
    (
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n%JISHOGI\n'Win by entering king declaration.\n",
        "kifu",
        "   3 入玉勝ち    \n#Win by entering king declaration.\nまで2手で先手の入玉勝ち\n\n",
        "",
    ),
    (
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n%JISHOGI\n'Win by entering king.\n",
        "kifu",
        "   3 持将棋      \n#Win by entering king.\nまで2手で持将棋\n\n",
        "",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 持将棋\n*Win by entering king declaration.\nまで2手で持将棋\n",
        "csa",
        "%JISHOGI\n'*Win by entering king declaration.\n",
        "1 result (Win by entering king declaration.)",
    ),
    // %HIKIWAKE may be a declared draw if the king of the side to move is in the enemy camp.
    (
        "手合割：平手\n1 ７六歩(77)\n2 引き分け\n",
        "csa",
        "+7776FU\n%HIKIWAKE\n",
        "",
    ),
    (
        "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手番\n1 ４一玉(51)\n2 ４五玉(55)\n3 引き分け\n",
        "csa",
        "%HIKIWAKE\n",
        "1 result (引き分け)",
    ),
    // In KI2 the result line is the end.
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\nまで2手で乙の勝ち\n",
        "ki2u",
        "▲７六歩    △３四歩\nまで2手で乙の勝ち\n",
        "1 result (まで2手で乙の勝ち)",
    ),
    (
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\nまで2手で後手の勝ち\n",
        "ki2u",
        "▲７六歩    △３四歩\nまで2手で後手の勝ち\n",
        "",
    ),
    // In KI2, the reason of an end can only be that of the side to move (White's 投了 in the second case). If the side
    // that has just moved resigns (first case), only the winner is written.
    (
        "V2.2\nPI\n+\n+7776FU\nGOTE_WIN_TORYO\n",
        "ki2u",
        "▲７六歩    △後手の勝ち\nまで1手で後手の勝ち\n",
        "1 result (GOTE_WIN_TORYO)",
    ),
    (
        "V2.2\nPI\n+\n+7776FU\nSENTE_WIN_TORYO\n",
        "ki2u",
        "▲７六歩\nまで1手で先手の勝ち\n",
        "",
    ),
    // A handicap piece that is not on its square.
    (
        "V2.2\nPI82KA\n-\n-3334FU\n%TORYO\n",
        "csa",
        "-3334FU\n%TORYO\n",
        "1 unreadable place (82KA)",
    ),
    (
        "V2.2\nPI82HI\n-\n-3334FU\n%TORYO\n",
        "csa",
        "-3334FU\n%TORYO\n",
        "",
    ),
    // Headers of JKF that would be read as other lines.
    (
        r#"{"header":{"1 ７六歩(77)":"x","まで":"x","a：b":"x","":"x","手数＝3":"x","先手の持駒":"x"},"moves":[{},{"special":"CHUDAN"}]}"#,
        "kifu",
        "   1 中断        \nまで0手で中断\n\n",
        "6 headers (1 ７六歩(77), まで, a：b, , 手数＝3, 先手の持駒)",
    ),
    (
        r##"{"header":{"先手":"甲","#h":"x","*c":"y","|b":"z"},"moves":[{},{"special":"CHUDAN"}]}"##,
        "ki2u",
        "先手：甲\n\nまで0手で中断\n",
        "3 headers (#h, *c, |b)",
    ),
];

#[test]
fn every_loss_is_reported() {
    for &(text, target, expected, losses) in CASES {
        let (written, reported_losses) = written(text, target);
        assert!(written.ends_with(expected), "{text}\nto {target}:\n{written}");
        assert_eq!(reported_losses, losses, "{text}\nto {target}");
    }
}

/// Frequent kinds of lines are counted in one pass. A quadratic count would take minutes.
#[test]
fn many_lines_of_a_kind_are_counted_at_once() {
    let line_count = 40_000;
    let (interruptions, wins) = (
        "まで1手で中断\n".repeat(line_count),
        "まで9手で後手の勝ち\n".repeat(line_count),
    );
    let (written, reported_losses) = written(
        &format!("手合割：平手\n1 ７六歩(77)\n{interruptions}{wins}"),
        "usi",
    );
    assert_eq!(written, "position startpos moves 7g7f\n");
    assert!(
        reported_losses.contains(&format!("{} contradictory result lines", 2 * line_count - 2)),
        "{reported_losses}"
    );
}
