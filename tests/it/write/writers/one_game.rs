//! One game in every notation.

use super::written;

const KIF: &str = "\
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

";

const CSA: &str = "\
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
";

#[test]
fn as_csa() {
    let lost = "1 variation";
    assert_eq!(written(KIF, "csa"), (format!("V2.2\n{CSA}"), lost.to_owned()));
    let declared = format!("'CSA encoding=UTF-8\nV3.0\n{CSA}");
    assert_eq!(written(KIF, "csa3"), (declared, lost.to_owned()));
}

#[test]
fn as_usi() {
    let (text, lost) = written(KIF, "usi");
    assert_eq!(text, "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n");
    let expected = "1 variation; 1 result (投了); 5 times; 1 time of a result; \
                    4 headers (開始日時, 棋戦, 先手, 後手); 1 line of comment";
    assert_eq!(lost, expected);
}

#[test]
fn as_sfen() {
    let (text, lost) = written(KIF, "sfen");
    assert_eq!(
        text,
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6\n"
    );
    assert!(lost.starts_with("6 moves; "), "{lost}");
}

#[test]
fn as_usen() {
    let (text, lost) = written(KIF, "usen");
    assert_eq!(text, "~0.7ku2jm8rl09kbxo.r~1.36e.p\n");
    let expected = "6 times; 2 times of results; 4 headers (開始日時, 棋戦, 先手, 後手); 1 line of comment";
    assert_eq!(lost, expected);
}
