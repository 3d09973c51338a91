//! The page of the records of janggi.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "Korean programs keep games of janggi (장기, Korean chess) so: headers in brackets, then numbered moves, several a \
         line. A point is the rank from the edge of Red (0 for the tenth) and the file from the left of Blue; a move is the \
         point of origin, the piece and the point it goes to: `79졸78`. A pass is `한수쉼`. A record is of gung-janggi \
         (궁장기) where `[규칙 \"궁장기\"]` says so, or where it has the headers 홍차림 or 청차림 or one of the words below. \
         `빅` after a move says that the generals face each other, `진` that something is promoted, `#no-win` that neither \
         side can win with what is left. A record begins at a header that says of which game it is and stands there \
         already, as 초대국자 does, and at any such header after moves, with the headers right before it; 총수, 대국결과 and \
         others after the moves belong to the game above.",
        "韓国のソフトはチャンギ（장기）の棋譜をこの形で保存する。角括弧のヘッダーの後に、番号付きの指し手を一行に何手か書く。\
         点は紅側の端からの段（10段目は0）と青から見て左からの筋で表し、指し手は元の点、駒、行き先の点からなる（`79졸78`）。\
         パスは `한수쉼` と書く。`[규칙 \"궁장기\"]` があるか、ヘッダー 홍차림・청차림 か以下の語があれば、\
         宮チャンギ（궁장기）の棋譜である。指し手の後の `빅` は将どうしの向かい合い、`진` は昇格、\
         `#no-win` は双方とも勝てない駒だけになったことを表す。どの対局かを示すヘッダー（초대국자 など）がもう一度現れた所と、\
         指し手の後にそのようなヘッダーが現れた所（直前のヘッダーも含む）から次の棋譜が始まる。指し手の後の 총수、대국결과 \
         などは前の対局に属する。",
    ),
    source: both(
        "No definition is known; the form is that of programs that write it. The words of gung-janggi are defined here, by \
         “대국규정 및 규칙”.",
        "定義は知られておらず、これを書くソフトの形による。宮チャンギの語は “대국규정 및 규칙” によりここで定める。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "a move a line, and numbers without a blank",
                "一行一手、空白のない番号",
            ),
            text: "[초차림 \"마상마상\"]\n1.79졸78\n2.41병42\n",
            written: "1. 79졸78  2. 41병42\n",
        },
        Accepted {
            what: both(
                "Chinese characters for pieces, and the side before them",
                "漢字の駒名と、その前の側の文字",
            ),
            text: "1. 79楚卒78 2. 41漢兵42\n",
            written: "1. 79卒78  2. 41兵42\n",
        },
        Accepted {
            what: both(
                "what a move takes, and 장군 for a check",
                "取った駒と、王手を表す 장군",
            ),
            text: "1. 79졸78\n2. 12마33장군\n",
            written: "1. 79졸78  2. 12마33 장군\n",
        },
        Accepted {
            what: both(
                "comments in braces, and a result after the moves",
                "波括弧のコメントと、指し手の後の結果",
            ),
            text: "1. 79졸78 {좋은 수}\n[대국결과 \"초 완승\"]\n",
            written: "[대국결과 \"초 완승\"]\n1. 79졸78\n{좋은 수}\n",
        },
        Accepted {
            what: both("times as in KIF", "KIFの形の消費時間"),
            text: "1. 79졸78 (0:05/00:00:05)\n",
            written: "1. 79졸78 (0:05/00:00:05)\n",
        },
    ],
    example: "[규칙 \"궁장기\"]\n[홍대국자 \"김\"]\n[청대국자 \"이\"]\n[홍차림 \"마상마상\"]\n[청차림 \"마상마상\"]\n\
              [대국결과 \"청 기권승\"]\n1. 79졸78  2. 41병42  3. 02마83  4. 12마33  5. 한수쉼\n",
    writes: &[
        both(
            "six moves a line, fewer where something is said between them",
            "一行に六手。間に何か書かれていればそこまで",
        ),
        both(
            "headers and their values as they stand; the result among them",
            "ヘッダーとその値はそのまま。結果もその中に置く",
        ),
    ],
    dialects: &[
        Dialect {
            program: both("programs of Korea", "韓国のソフト"),
            marks: both("`<0>` between the moves", "指し手の間の `<0>`"),
            quirk: both("the mark is passed over", "読み飛ばす"),
        },
        Dialect {
            program: Words::same("Tygem"),
            marks: both(
                "the line `\\HS`: a record of Go in a file of the same extension",
                "行 `\\HS`。同じ拡張子の囲碁の棋譜",
            ),
            quirk: both("it is reported as another game", "別のゲームの棋譜として報告する"),
        },
    ],
};
