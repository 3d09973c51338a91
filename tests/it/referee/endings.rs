//! Words for the end of a game: words with a side, and `win` in USI.

use kifu::profile::Profile;

use super::summary::{after_two, end_summary, summary};
use crate::support::checking;
use crate::support::table::{assert_cases, rows};

#[test]
fn end_words_may_contain_a_side() {
    // The rest of a game, the end and its findings, and the stated and actual winner.
    const CASES: &str = "
        3 裁定引分 | draw: - | draw draw
        3 引分 | draw: agreed-draw@3 | draw draw
        3 棄権 | lose-by-default: - | white white
        3 先手の時間切れ | timeout: - | white white
        # White's clock ran out, though it is Black's turn.
        3 後手の時間切れ | timeout: - | black black
        3 後手の投了 | resign: - | black black
        3 後手の勝ち | other: - | white white
        3 後手の反則勝ち | foul-loss: foul-result-without-foul@3 | white white
        3 後手の反則負け | foul-win: foul-result-without-foul@3 | black black
        3 後手の不戦敗 | win-by-default: - | black black
        まで2手で後手の時間切れ | timeout: - | black black
        まで2手で後手の反則により先手の勝ち | foul-win: foul-result-without-foul@2 | black black
        3 両者反則負け | foul-loss: - | none none
        3 後手の勝手 | other: unknown-terminal@3 | null null
        # Perpetual check that did not occur.
        3 連続王手の千日手 | foul-loss: perpetual-claimed-not@3 result-overturned@3 | white none
        3 王手千日手 | foul-loss: perpetual-claimed-not@3 result-overturned@3 | white none
        まで2手で連続王手の千日手 | foul-loss: perpetual-claimed-not@2 result-overturned@2 | white none
        3 反則負け / *連続王手の千日手 | foul-loss: perpetual-claimed-not@3 | white white
        3 連続王手 | other: unknown-terminal@3 | null null
        # A line that says nothing leaves it to the next.
        まで / まで2手で先手の反則勝ち | foul-win: unreadable-result@2 foul-result-without-foul@2 | black black
        まで2手で先手の反則勝ち / まで | foul-win: unreadable-result@2 foul-result-without-foul@2 | black black
        まで / まで | null: unreadable-result@2 unreadable-result@2 end-token-missing@2 | null null
        # Comments that programs write instead.
        *時間切れにて終局 | timeout: - | white white
        *接続切れにて終局 | other: - | white white
        まで2手で接続切れ | other: - | white white
        まで2手で通信切断 | other: - | white white
        まで2手で接続切れにより後手の勝ち | other: - | white white
        3 後手の接続切れ | other: - | black black
        まで2手で電波切れ | null: unreadable-result@2 end-token-missing@2 | null null
        3 ２三飛(28) / *反則手にて終局 | foul-win: blocked-path@3 | white white
        3 ２三飛(28) / *反則手にて終局 / まで3手で後手の勝ち | foul-win: blocked-path@3 | white white
        *時間切れにて終局と思われる | null: end-token-missing@2 | null null
        3 中断 / *時間切れにて終局 | interrupt: - | none none
    ";
    assert_cases(rows(CASES), |[lines, end, winners]| {
        (format!("{end} | {winners}"), end_summary(&after_two(lines)))
    });
    let jishogi = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%JISHOGI\n";
    assert_eq!(
        end_summary(&format!("{jishogi}'Win by entering king declaration.\n")),
        "declare-win: declaration-invalid@3 result-overturned@3 | black white"
    );
}

#[test]
fn the_board_decides_the_meaning_of_a_usi_win() {
    const CASES: &str = "
        # Mate: the side that has moved has won.
        4k4/9/4P4/9/9/9/9/9/4K4 b G 1 | G*5b win | mate: - | black black
        4k4/9/9/9/9/9/4p4/9/4K4 w g 1 | G*5h win | mate: - | white white
        # A declaration that holds: 28 points.
        2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 w 2s4n2l16p 1 | 1f1g win | declare-win: - | black black
        # Neither.
        lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 | 7g7f 3c3d win | other: declaration-unjudged@3 | black black
        4k4/9/4P4/9/9/9/9/9/4K4 b G 1 | 5i4i chudan | interrupt: - | none none
        4k4/9/4P4/9/9/9/9/9/4K4 b G 1 | 5i4i none | other: - | null null
        4k4/9/4P4/9/9/9/9/9/4K4 b G 1 | G*5b (none) | other: - | null black
    ";
    assert_cases(rows(CASES), |[start, moves, end, winners]| {
        let got = end_summary(&format!("position sfen {start} moves {moves}\n"));
        (format!("{end} | {winners}"), got)
    });
}

#[test]
fn a_win_in_usi_that_is_a_draw_by_24_points_is_a_declaration() {
    let line = "position sfen 2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1 moves win\n";
    let profile = Profile::named("jsa-pro").expect("a known profile");
    let judgements = checking::check_file_by(profile, line.as_bytes());
    assert_eq!(
        summary(&judgements[0]),
        "declaration-only-draw@1 result-overturned@1 | black draw"
    );
    // Under the default rules, the conditions are not met, and the word states only a win.
    assert_eq!(end_summary(line), "other: declaration-unjudged@1 | black black");
}
