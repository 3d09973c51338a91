//! One small game in every format, compared exactly.

use std::fs;
use std::path::Path;

/// The example in the text formats, by file name.
const LISTINGS: &[(&str, &str)] = &[
    (
        "kifu.kifu",
        "\
#KIF version=2.0 encoding=UTF-8
開始日時：2024/05/05 15:05:40
棋戦：見本
手合割：平手　　
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)+
   3 ２二角成(88) ( 0:03/00:00:04)
*角交換
   4 同　銀(31)   ( 0:01/00:00:03)
   5 ４五角打     ( 0:05/00:00:09)
   6 投了         ( 0:00/00:00:03)
まで5手で先手の勝ち

変化：2手
   2 ８四歩(83)   ( 0:07/00:00:07)
   3 中断         ( 0:00/00:00:01)
まで2手で中断

",
    ),
    (
        "ki2u.ki2u",
        "\
開始日時：2024/05/05 15:05:40
棋戦：見本
先手：甲
後手：乙

▲７六歩    △３四歩    ▲２二角成
*角交換
△同　銀    ▲４五角
まで5手で先手の勝ち

変化：2手
△８四歩
まで2手で中断
",
    ),
    (
        "csa.csa",
        "\
V2.2
N+甲
N-乙
$EVENT:見本
$START_TIME:2024/05/05 15:05:40
PI
+
+7776FU
T1
-3334FU
T2
+8822UM
T3
'*角交換
-3122GI
T1
+0045KA
T5
%TORYO
T0
",
    ),
    (
        "usi.usi",
        "\
position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e
",
    ),
    (
        "sfen.sfen",
        "\
lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6
",
    ),
    (
        "usen.usen",
        "\
~0.7ku2jm8rl09kbxo.r~1.36e.p
",
    ),
    (
        "bod.bod",
        "\
後手の持駒：角　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金 ・v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v銀 ・|二
|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三
| ・ ・ ・ ・ ・ ・v歩 ・ ・|四
| ・ ・ ・ ・ ・ 角 ・ ・ ・|五
| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六
| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七
| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
後手番
手数＝5  ４五角打  まで
",
    ),
];

/// Returns the listing of the example with this file name.
pub fn listing(file: &str) -> &'static str {
    let listing = LISTINGS.iter().find(|(name, _)| *name == file);
    listing.expect("a listing").1
}

/// Returns the example in CSA V3.0.
pub fn csa3() -> String {
    listing("csa.csa").replace("V2.2", "'CSA encoding=UTF-8\nV3.0")
}

const JKF: &str = r#"{"header":{"開始日時":"2024/05/05 15:05:40","棋戦":"見本","先手":"甲","後手":"乙"},
 "initial":{"preset":"HIRATE"},
 "moves":[
  {},
  {"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":1},"total":{"h":0,"m":0,"s":1}}},
  {"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"time":{"now":{"m":0,"s":2},"total":{"h":0,"m":0,"s":2}},
   "forks":[[
    {"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"},"time":{"now":{"m":0,"s":7},"total":{"h":0,"m":0,"s":7}}},
    {"special":"CHUDAN","time":{"now":{"m":0,"s":0},"total":{"h":0,"m":0,"s":1}}}]]},
  {"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true,"capture":"KA"},"time":{"now":{"m":0,"s":3},"total":{"h":0,"m":0,"s":4}},"comments":["角交換"]},
  {"move":{"color":1,"from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI","same":true,"capture":"UM"},"time":{"now":{"m":0,"s":1},"total":{"h":0,"m":0,"s":3}}},
  {"move":{"color":0,"to":{"x":4,"y":5},"piece":"KA"},"time":{"now":{"m":0,"s":5},"total":{"h":0,"m":0,"s":9}}},
  {"special":"TORYO","time":{"now":{"m":0,"s":0},"total":{"h":0,"m":0,"s":3}}}]}"#;

fn read_fixture(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/same/example");
    fs::read_to_string(folder.join(name)).ok()
}

/// The fixtures equal the listings. Other tests compare the fixtures with the output of the writers.
#[test]
fn the_example_is_written_exactly() {
    let Some(jkf) = read_fixture("jkf.jkf") else {
        eprintln!("skipped: the fixtures are not part of the published crate");
        return;
    };
    for (name, listing) in LISTINGS {
        assert_eq!(read_fixture(name).as_deref(), Some(*listing), "{name}");
    }
    assert_eq!(read_fixture("csa3.csa"), Some(csa3()));
    let value = |text| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(value(&jkf), value(JKF));
}
