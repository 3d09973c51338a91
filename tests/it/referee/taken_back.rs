//! Moves that are taken back.

use super::summary::end_summary;
use crate::support::table::{assert_cases, rows};

#[test]
fn a_taken_back_move_is_ignored() {
    const GAMES: &str = "
        # Another move of the same side, the same piece again, and the same move again.
        +7776FU %MATTA +2726FU -3334FU %TORYO | resign: take-back@2 | white white
        +5958OU %MATTA +5968OU -3334FU %CHUDAN | interrupt: take-back@2 | none none
        +7776FU -3334FU %MATTA +7776FU -8384FU %TORYO | resign: take-back@3 | white white
        # White's.
        +7776FU -3334FU %MATTA -8384FU +2726FU %TORYO | resign: take-back@3 | black black
        # What is made instead is judged, too.
        +7776FU %MATTA +2725FU %CHUDAN | interrupt: take-back@2 illegal-piece-movement@3 foul-unnoticed@3 | none none
        # Nothing is made instead; nothing was taken back.
        +7776FU %MATTA -3334FU %TORYO | resign: take-back@2 | white white
        +7776FU +2726FU %CHUDAN | interrupt: double-move@2 foul-unnoticed@2 | none none
    ";
    let csa_summary = |moves: &str| end_summary(&format!("V2.2\nPI\n+\n{}\n", moves.replace(' ', "\n")));
    assert_cases(rows(GAMES), |[moves, end, winners]| {
        (format!("{end} | {winners}"), csa_summary(moves))
    });
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 待った\n   3 ２六歩(27)\n   4 ３四歩(33)\n   5 投了\n\n変化：4手\n   4 ８四歩(83)\n\n変化：1手\n   1 ２六歩(27)\n   2 ３四歩(33)\n";
    assert_eq!(end_summary(kif), "resign: take-back@2 | white white");
    // A repetition is reported even if its last move is then taken back. If a taken-back move is made again, the
    // position after it is counted once.
    let shuffle = "+2838HI -8272HI +3828HI -7282HI ".repeat(2);
    let last_move_taken_back = csa_summary(&format!(
        "{shuffle}+2838HI -8272HI +3828HI -7282HI %MATTA -3334FU %CHUDAN"
    ));
    assert_eq!(
        last_move_taken_back,
        "interrupt: sennichite@12 take-back@13 | none none"
    );
    let same_move_again = csa_summary(&format!(
        "{shuffle}+2838HI %MATTA +2838HI -8272HI +3828HI -7282HI %SENNICHITE"
    ));
    assert_eq!(same_move_again, "repetition: take-back@10 | draw draw");
}
