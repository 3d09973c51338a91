//! The page of JKF.

use crate::notation::{Accepted, Dialect, FormatPage};

pub(super) static PAGE: FormatPage = FormatPage {
    summary: "JKF, the JSON Kifu Format, is a record as a JSON object: `header`, `initial` for the start, and `moves`, whose first \
              entry stands for the start position; variations are `forks` of the entry that they replace.",
    source: "It is version 1.0, as Kifu for JS defines it in a description and a schema. Pieces and results have the names of \
             CSA.",
    accepts: &[
        Accepted {
            what: "null for whatever is absent, keys in any order",
            text: r#"{"moves":[{},{"move":{"to":{"y":6,"x":7},"from":{"x":7,"y":7},"piece":"FU","color":0,"promote":null}}],"initial":null,"header":{}}"#,
            written: r#""from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU""#,
        },
        Accepted {
            what: "moves without color and piece",
            text: r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]}"#,
            written: r#"{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#,
        },
        Accepted {
            what: "moves without from: a drop, or what `relative` says",
            text: r#"{"header":{},"moves":[{},{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}}]}"#,
            written: r#""from":{"x":4,"y":9}"#,
        },
        Accepted {
            what: "moves with same in place of to",
            text: r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4}}},{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"promote":true}},{"move":{"from":{"x":3,"y":1},"same":true,"piece":"GI"}}]}"#,
            written: r#""to":{"x":2,"y":2},"piece":"GI","same":true,"capture":"UM""#,
        },
        Accepted {
            what: "comment, one string, beside comments",
            text: r#"{"header":{},"moves":[{"comment":"見本"},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]}"#,
            written: r#""moves":[{"comments":["見本"]}"#,
        },
        Accepted {
            what: "a start in header alone, as 手合割",
            text: r#"{"header":{"手合割":"二枚落ち　"},"moves":[{},{"move":{"from":{"x":7,"y":1},"to":{"x":6,"y":2}}}]}"#,
            written: r#""initial":{"preset":"2"}"#,
        },
        Accepted {
            what: "moves behind a result, a result beside a move, a first move in the place of the start",
            text: r#"{"header":{},"moves":[{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"special":"TORYO"}]}"#,
            written: r#""piece":"FU"}},{"special":"TORYO"}]"#,
        },
        Accepted {
            what: "keys that JKF does not have, which are reported and left out",
            text: r#"{"type":1,"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"eval":50}]}"#,
            written: r#""piece":"FU""#,
        },
        Accepted {
            what: "MAX_MOVES and words that JKF does not have for the result",
            text: r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},{"special":"MAX_MOVES"}]}"#,
            written: r#"{"special":"CHUDAN","comments":["MAX_MOVES"]}"#,
        },
        Accepted {
            what: "several records, in an array or one behind the other",
            text: r#"[{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]},{"header":{},"moves":[{},{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}]}]"#,
            written: r#""from":{"x":2,"y":7}"#,
        },
    ],
    example: r#"{"header":{"先手":"甲","後手":"乙"},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":1},"total":{"h":0,"m":0,"s":1}}},{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"comments":["角道"],"forks":[[{"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]]},{"special":"TORYO"}]}
"#,
    writes: &[
        "one object in one line, in the normalised form of Kifu for JS, keys always in the same order",
        "initial always: the preset where there is one, else OTHER with the board",
        "color and piece at every move, from but at drops, same and promote where they mean something, capture as it was \
         captured (promoted), relative only where another piece could go there",
        "time with hours, minutes and seconds; totals are the sums unless the record says otherwise",
        "CHUDAN and the word as a comment for a result that JKF has no name for",
        "bookmarks as comments that begin with &",
    ],
    dialects: &[
        Dialect {
            program: "Kifu for JS",
            marks: "header, initial, moves in this order",
            quirk: "bookmarks as comments that begin with &; minimal files without pieces are filled in by it",
        },
        Dialect {
            program: "Kifu for JS before 1.0",
            marks: "result and type beside moves",
            quirk: "no initial, no color",
        },
        Dialect {
            program: "Kifu for iPhone, converted",
            marks: "HIRATE with data",
            quirk: "the board counts",
        },
        Dialect {
            program: "tsshogi, ShogiHome",
            marks: "MAX_MOVES",
            quirk: "results without a name of JKF are left out",
        },
        Dialect {
            program: "rsshogi",
            marks: "relative H at every drop",
            quirk: "capture names the piece unpromoted; CHUDAN for results without a name",
        },
    ],
};
