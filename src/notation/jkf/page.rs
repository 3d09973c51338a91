//! The page of JKF.

use crate::finding::{Words, both};
use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: both(
        "JKF, the JSON Kifu Format, is a record as a JSON object: `header`, `initial` for the start, and `moves`, whose first \
              entry stands for the start position; variations are `forks` of the entry that they replace.",
        "JKF（JSON Kifu Format）は、一つのJSONオブジェクトで表す棋譜である。`header`、\
                    開始局面の `initial`、指し手の `moves` からなり、`moves` の最初の項目は開始局面を表す。\
                    変化は、置き換わる項目の `forks` に入る。",
    ),
    source: both(
        "It is version 1.0, as Kifu for JS defines it in a description and a schema. Pieces and results have the names of \
             CSA.",
        "Kifu for JSの説明とスキーマによる版1.0。駒と結果はCSAの名前で書く。",
    ),
    accepts: &[
        Accepted {
            what: both(
                "null for whatever is absent, keys in any order",
                "ないものの代わりのnull、任意の順のキー",
            ),
            text: r#"{"moves":[{},{"move":{"to":{"y":6,"x":7},"from":{"x":7,"y":7},"piece":"FU","color":0,"promote":null}}],"initial":null,"header":{}}"#,
            written: r#""from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU""#,
        },
        Accepted {
            what: both("moves without color and piece", "colorとpieceのない指し手"),
            text: r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]}"#,
            written: r#"{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#,
        },
        Accepted {
            what: both(
                "moves without from: a drop, or what `relative` says",
                "fromのない指し手。打つ手か、`relative` の示す手とみなす",
            ),
            text: r#"{"header":{},"moves":[{},{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}}]}"#,
            written: r#""from":{"x":4,"y":9}"#,
        },
        Accepted {
            what: both("moves with same in place of to", "toの代わりにsameのある指し手"),
            text: r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4}}},{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"promote":true}},{"move":{"from":{"x":3,"y":1},"same":true,"piece":"GI"}}]}"#,
            written: r#""to":{"x":2,"y":2},"piece":"GI","same":true,"capture":"UM""#,
        },
        Accepted {
            what: both(
                "comment, one string, beside comments",
                "commentsのほか、一つの文字列のcomment",
            ),
            text: r#"{"header":{},"moves":[{"comment":"見本"},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]}"#,
            written: r#""moves":[{"comments":["見本"]}"#,
        },
        Accepted {
            what: both(
                "a start in header alone, as 手合割",
                "headerの手合割だけで示した開始局面",
            ),
            text: r#"{"header":{"手合割":"二枚落ち　"},"moves":[{},{"move":{"from":{"x":7,"y":1},"to":{"x":6,"y":2}}}]}"#,
            written: r#""initial":{"preset":"2"}"#,
        },
        Accepted {
            what: both(
                "moves after a result, a result beside a move, a first move in the place of the start",
                "結果の後の指し手、指し手と同じ項目の結果、開始局面の項目にある初手",
            ),
            text: r#"{"header":{},"moves":[{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"special":"TORYO"}]}"#,
            written: r#""piece":"FU"}},{"special":"TORYO"}]"#,
        },
        Accepted {
            what: both(
                "keys that JKF does not have, which are reported and left out",
                "JKFにないキー。報告し、書き出さない",
            ),
            text: r#"{"type":1,"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"eval":50}]}"#,
            written: r#""piece":"FU""#,
        },
        Accepted {
            what: both(
                "MAX_MOVES and words that JKF does not have for the result",
                "MAX_MOVESなど、JKFにない結果の語",
            ),
            text: r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},{"special":"MAX_MOVES"}]}"#,
            written: r#"{"special":"CHUDAN","comments":["MAX_MOVES"]}"#,
        },
        Accepted {
            what: both(
                "several records, in an array or one after the other",
                "複数の棋譜。配列でも、続けて書いてもよい",
            ),
            text: r#"[{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]},{"header":{},"moves":[{},{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}]}]"#,
            written: r#""from":{"x":2,"y":7}"#,
        },
    ],
    example: r#"{"header":{"先手":"甲","後手":"乙"},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":1},"total":{"h":0,"m":0,"s":1}}},{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"comments":["角道"],"forks":[[{"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]]},{"special":"TORYO"}]}
"#,
    writes: &[
        both(
            "one object in one line, in the normalised form of Kifu for JS, keys always in the same order",
            "Kifu for JSの正規化した形で、一行に一つのオブジェクト。キーの順はいつも同じ",
        ),
        both(
            "initial always: the preset where there is one, else OTHER with the board",
            "initialは必ず書く。presetがあればその名前、なければOTHERと盤面",
        ),
        both(
            "color and piece at every move, from but at drops, same and promote where they mean something, capture as it was \
         captured (promoted), relative only where another piece could go there",
            "colorとpieceはすべての指し手に、fromは打つ手以外に、sameとpromoteは意味のあるところに書く。\
                    captureは取ったときの駒（成駒なら成駒）、relativeは同じ種類のほかの駒も行けるときだけ",
        ),
        both(
            "time with hours, minutes and seconds; totals are the sums unless the record says otherwise",
            "消費時間は時、分、秒。棋譜に別の累計がない限り、累計は合計",
        ),
        both(
            "CHUDAN and the word as a comment for a result that JKF has no name for",
            "JKFに名前のない結果はCHUDANとし、元の語をコメントに書く",
        ),
        both(
            "bookmarks as comments that begin with &",
            "しおりは「&」で始まるコメント",
        ),
    ],
    dialects: &[
        Dialect {
            program: Words::same("Kifu for JS"),
            marks: both(
                "header, initial, moves in this order",
                "header、initial、movesの順",
            ),
            quirk: both(
                "bookmarks as comments that begin with &; minimal files without pieces are filled in by it",
                "しおりは「&」で始まるコメント。駒名を省いたファイルを補って読む",
            ),
        },
        Dialect {
            program: both("Kifu for JS before 1.0", "1.0より前のKifu for JS"),
            marks: both("result and type beside moves", "movesと並ぶresultとtype"),
            quirk: both("no initial, no color", "initialもcolorもない"),
        },
        Dialect {
            program: both("Kifu for iPhone, converted", "Kifu for iPhone（変換したもの）"),
            marks: both("HIRATE with data", "HIRATEとdata"),
            quirk: both("the board counts", "盤面に従う"),
        },
        Dialect {
            program: both("tsshogi, ShogiHome", "tsshogi、ShogiHome"),
            marks: Words::same("MAX_MOVES"),
            quirk: both(
                "results without a name of JKF are left out",
                "JKFに名前のない結果を書かない",
            ),
        },
        Dialect {
            program: Words::same("rsshogi"),
            marks: both("relative H at every drop", "打つ手に必ずrelativeのH"),
            quirk: both(
                "capture names the piece unpromoted; CHUDAN for results without a name",
                "captureは成る前の駒名。名前のない結果はCHUDAN",
            ),
        },
    ],
};
