//! Western notation of single moves in the form of Hodges: `P-7f`, `Bx2b+`, `P*5e`, `G6i-5h`.

use crate::shogi::{Move, Piece, PieceKind, Position, Square, may_promote};

/// Returns a move in the form of Hodges. `kind` is the kind of the piece before the move.
///
/// The origin is only written if another piece of the same kind could legally move to the destination. `=` means that the piece could
/// have been promoted.
pub(crate) fn hodges(position: &Position, mv: Move, kind: PieceKind) -> String {
    let piece = kind.symbol();
    let Move::Board { from, to, promote } = mv else {
        return format!("{piece}*{}", mv.to());
    };
    let moved = Piece::new(
        position
            .piece_at(from)
            .map_or(position.side_to_move(), |it| it.color),
        kind,
    );
    let origin = if is_ambiguous(position, moved, from, to) {
        from.name()
    } else {
        ""
    };
    let separator = if position.piece_at(to).is_some() { 'x' } else { '-' };
    let promotion = match promote {
        true => "+",
        false if may_promote(moved, from, to) => "=",
        false => "",
    };
    format!("{piece}{origin}{separator}{to}{promotion}")
}

/// Returns whether a piece that is equal to `moved`, on another square than `from`, could legally move to `to`.
fn is_ambiguous(position: &Position, moved: Piece, from: Square, to: Square) -> bool {
    let is_legal = |from: Square| {
        [false, true]
            .into_iter()
            .any(|promote| position.is_legal(Move::Board { from, to, promote }))
    };
    position
        .candidates(moved, to)
        .any(|other| other != from && is_legal(other))
}

#[cfg(test)]
mod tests {
    use super::hodges;
    use crate::shogi::{Move, Position};

    #[test]
    fn moves_are_in_the_form_of_hodges() {
        let two_golds = "4k4/9/9/9/9/9/9/9/3G1GK2 b - 1";
        // The gold on 5i is pinned in the second position, but can move in the first one.
        let [free, pinned] = [
            "4k4/9/9/9/9/9/9/5G3/4GK3 b - 1",
            "4k4/9/9/9/9/9/9/5G3/r3GK3 b - 1",
        ];
        let knights = "4k4/9/9/4N4/9/9/9/9/4K4 b - 1";
        let recapture = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";
        for (sfen, mv, expected) in [
            (Position::startpos().to_sfen(1).as_str(), "7g7f", "P-7f"),
            (Position::startpos().to_sfen(1).as_str(), "6i5h", "G6i-5h"),
            (recapture, "3a2b", "Sx2b"),
            (two_golds, "6i5h", "G6i-5h"),
            (two_golds, "6i7h", "G-7h"),
            (free, "4h5h", "G4h-5h"),
            (pinned, "4h5h", "G-5h"),
            (knights, "5d4b+", "N-4b+"),
            ("4k4/9/9/9/3N5/9/9/9/4K4 b - 1", "6e7c", "N-7c="),
            ("4k4/9/+R8/9/9/9/9/9/4K4 b P 1", "9c9b", "+R-9b"),
            ("4k4/9/+R8/9/9/9/9/9/4K4 b P 1", "P*5e", "P*5e"),
        ] {
            let position: Position = sfen.parse().unwrap();
            let mv: Move = mv.parse().unwrap();
            let kind = match mv {
                Move::Board { from, .. } => position.piece_at(from).unwrap().kind,
                Move::Drop { kind, .. } => kind,
            };
            let text = hodges(&position, mv, kind);
            assert_eq!(text, expected, "{sfen}");
        }
    }
}
