//! Rules about moves: the side to move, the piece, its movement, captures, promotions, drops, and the safety of
//! the king.

use crate::finding::{File, Message, PieceOn, Words, both, message, rules};
use crate::played::{MoveAnalysis, Turn};
use crate::referee::rule_hit::RuleHit;
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square, in_camp, is_dead, may_promote, reaches};

rules! {
    GOTE_MOVES_FIRST = "gote-moves-first", Foul, Fouls, "a first move by the second player", "後手の先着";
    DOUBLE_MOVE = "double-move", Foul, Fouls, "two moves in a row", "二手指し";
    OUT_OF_TURN = "out-of-turn", RecordError, Fouls, "a move by the wrong side", "手番違い";
    WRONG_SIDE_MARK = "wrong-side-mark", Doubt, Notation,
        "a move marked with the wrong side", "手番の記号違い";
    EMPTY_SOURCE = "empty-source", RecordError, Fouls, "no piece on the origin square", "移動元に駒がない";
    OPPONENT_PIECE_MOVED = "opponent-piece-moved", Foul, Fouls,
        "moving the opponent's piece", "相手の駒を動かす";
    PIECE_MISMATCH = "piece-mismatch", RecordError, Fouls,
        "a piece of another kind than written", "駒の種類が違う";
    UNPROMOTION = "unpromotion", Foul, Fouls, "turning a promoted piece back", "成駒を元に戻す";
    ILLEGAL_PIECE_MOVEMENT = "illegal-piece-movement", Foul, Fouls,
        "a move that the piece cannot make", "動けない所へ動かす";
    BLOCKED_PATH = "blocked-path", Foul, Fouls, "jumping over a piece", "駒を飛び越える";
    CAPTURE_OWN_PIECE = "capture-own-piece", RecordError, Fouls,
        "moving onto one's own piece", "自分の駒のあるマスへ動かす";
    KING_CAPTURED = "king-captured", Notice, Fouls, "capture of the king", "玉を取る";
    UNPROMOTABLE_PROMOTED = "unpromotable-promoted", Foul, Fouls,
        "promoting a gold or a king", "成れない駒が成る";
    ALREADY_PROMOTED = "already-promoted", RecordError, Fouls,
        "promoting a promoted piece", "成駒がさらに成る";
    PROMOTION_OUTSIDE_ZONE = "promotion-outside-zone", Foul, Fouls,
        "promoting outside the promotion zone", "成れない所で成る";
    KING_DROP = "king-drop", RecordError, Fouls, "dropping a king", "玉を打つ";
    DROP_NOT_IN_HAND = "drop-not-in-hand", RecordError, Fouls,
        "dropping a piece that is not in hand", "持駒にない駒を打つ";
    DROP_ON_OCCUPIED = "drop-on-occupied", RecordError, Fouls,
        "dropping on an occupied square", "駒のあるマスに打つ";
    PROMOTED_DROP = "promoted-drop", Foul, Fouls, "dropping a piece with its promoted side up", "成駒を打つ";
    DEAD_PIECE = "dead-piece", Foul, Fouls, "a piece that can never move", "行き所のない駒";
    NIFU = "nifu", Foul, Fouls, "two pawns on a file", "二歩";
    OWN_KING_IN_CHECK = "own-king-in-check", Foul, Fouls,
        "leaving or putting one's own king in check", "王手放置";
    UCHIFUZUME = "uchifuzume", Foul, Fouls, "mate by a pawn drop", "打ち歩詰め";
    POINTLESS_NONPROMOTION = "pointless-nonpromotion", Notice, Fouls,
        "a bishop, rook or pawn that does not promote", "無意味な不成";
}

pub(super) fn gote_moves_first(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    (analysis.turn == Turn::WhiteFirst).then(|| {
        message!(
            "{mover} makes the first move, but it is Black's turn",
            "{mover}が初手を指したが、先手の手番である",
            mover = analysis.mover
        )
    })
}

pub(super) fn double_move(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    (analysis.turn == Turn::Double).then(|| {
        message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が二手続けて指した。{due}の手番である",
            mover = analysis.mover,
            due = analysis.mover.opponent()
        )
    })
}

pub(super) fn out_of_turn(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    (analysis.turn == Turn::Other).then(|| {
        message!(
            "{mover} moves, but it is {due}'s turn",
            "{mover}が指しているが、{due}の手番である",
            mover = analysis.mover,
            due = analysis.before.side_to_move()
        )
    })
}

pub(super) fn wrong_side_mark(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    (analysis.turn == Turn::WrongMark).then(|| message!(
            "the move has {marked}'s mark, but it is {mover}'s turn and piece; read as {mover}'s (further wrong marks in this line are not listed)",
            "{marked}の記号が付いているが、手番も駒も{mover}である。{mover}の手として読む（この手順の以後の誤りは省略）",
            marked = analysis.mover.opponent(),
            mover = analysis.mover
        ))
}

pub(super) fn empty_source(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let from = analysis.from.filter(|_| analysis.piece.is_none())?;
    Some(message!(
        "there is no piece on {from} to move to {to}",
        "{from}に駒がなく、{to}へ動かせない",
        from,
        to = analysis.to
    ))
}

pub(super) fn opponent_piece_moved(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let is_turn_unusual = matches!(
        analysis.turn,
        Turn::WhiteFirst | Turn::Double | Turn::Other | Turn::AfterGap
    );
    let (from, piece) = analysis.moving()?;
    (piece.color != analysis.mover && !is_turn_unusual).then(|| {
        message!(
            "{mover} moves {piece}",
            "{mover}が{piece}を動かしている",
            mover = analysis.mover,
            piece = PieceOn::at(analysis.before, from).with_owner()
        )
    })
}

pub(super) fn piece_mismatch(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (written_kind, (from, piece)) = analysis.mismatched_kind().zip(analysis.moving())?;
    Some(message!(
        "the record has a {written_kind}, but the piece on {from} is a {kind}",
        "棋譜では{written_kind}だが、{from}にあるのは{kind}である",
        written_kind,
        from,
        kind = piece.kind
    ))
}

pub(super) fn unpromotion(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (from, piece) = analysis.moving().filter(|_| analysis.is_written_unpromoted())?;
    Some(message!(
        "{piece} moves as an unpromoted {base}",
        "{piece}が、成る前の{base}として動いている",
        base = piece.kind.base(),
        piece = PieceOn::at(analysis.before, from)
    ))
}

pub(super) fn illegal_piece_movement(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (from, piece) = analysis.moving()?;
    (!reaches(piece, from, analysis.to)).then(|| {
        message!(
            "{piece} cannot move to {to}: a {kind} does not move that way",
            "{piece}は{to}へ動けない。{kind}の動きでない",
            kind = piece.kind,
            piece = PieceOn::at(analysis.before, from),
            to = analysis.to
        )
    })
}

pub(super) fn blocked_path(analysis: &MoveAnalysis<'_>) -> Option<RuleHit> {
    let from = analysis.from?;
    let blocker = analysis.before.first_blocker(from, analysis.to)?;
    let hit = RuleHit::from(message!(
        "{piece} cannot reach {to}: {blocker} is in the way",
        "{piece}は{to}へ動けない。間に{blocker}がある",
        piece = PieceOn::at(analysis.before, from),
        to = analysis.to,
        blocker = PieceOn::at(analysis.before, blocker).with_owner()
    ));
    Some(hit.with_cells([blocker]))
}

pub(super) fn capture_own_piece(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let ((from, piece), target) = analysis.moving().zip(analysis.target())?;
    (piece.color == target.color).then(|| {
        message!(
            "{piece} cannot move to {to}: the player's own {own} is there",
            "{piece}は{to}へ動けない。自分の{own}がある",
            piece = PieceOn::at(analysis.before, from),
            to = analysis.to,
            own = target.kind
        )
    })
}

pub(super) fn king_captured(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    analysis.captures_king().then(|| {
        message!(
            "{piece} is captured: {mover} wins",
            "{piece}が取られた。{mover}の勝ち",
            piece = PieceOn::at(analysis.before, analysis.to).with_owner(),
            mover = analysis.mover
        )
    })
}

pub(super) fn unpromotable_promoted(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let kind = analysis.piece.filter(|_| analysis.promotes)?.kind;
    matches!(kind, PieceKind::Gold | PieceKind::King).then(|| {
        message!(
            "a {kind} promotes on {to}, but a {kind} has no promoted side",
            "{kind}が{to}で成っているが、{kind}に成る面はない",
            kind,
            to = analysis.to
        )
    })
}

pub(super) fn already_promoted(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (from, piece) = analysis.moving().filter(|_| analysis.promotes)?;
    piece.kind.is_promoted().then(|| {
        message!(
            "{piece} is already promoted and cannot promote again",
            "{piece}はすでに成っており、さらに成ることはできない",
            piece = PieceOn::at(analysis.before, from)
        )
    })
}

pub(super) fn promotion_outside_zone(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (from, piece) = analysis.moving().filter(|_| analysis.promotes)?;
    let (to, side) = (analysis.to, piece.color);
    let is_allowed = piece.kind.promoted().is_none() || in_camp(side, from) || in_camp(side, to);
    let ranks = match side {
        Color::Black => both("a to c", "一段目から三段目"),
        Color::White => both("g to i", "七段目から九段目"),
    };
    (!is_allowed).then(|| {
        message!(
            "neither {from} nor {to} is in {side}'s promotion zone (ranks {ranks})",
            "{from}も{to}も、{side}の駒が成れる段（{ranks}）にない",
            from,
            to,
            ranks,
            side
        )
    })
}

pub(super) fn king_drop(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    (analysis.dropped == Some(PieceKind::King)).then(|| {
        message!(
            "a king is dropped on {to}, but a king can never be in hand",
            "{to}に玉を打っているが、玉は持駒にならない",
            to = analysis.to
        )
    })
}

pub(super) fn drop_not_in_hand(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let kind = analysis.dropped?.base();
    (analysis.before.hand(analysis.mover).get(kind) == 0).then(|| {
        message!(
            "{mover} has no {kind} in hand to drop on {to}",
            "{mover}は{to}に{kind}を打つが、持駒に{kind}がない",
            mover = analysis.mover,
            kind,
            to = analysis.to
        )
    })
}

pub(super) fn drop_on_occupied(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (kind, _) = analysis.dropped.zip(analysis.target())?;
    Some(message!(
        "a {kind} is dropped on an occupied square: {piece}",
        "{piece}のあるマスに{kind}を打っている",
        kind,
        piece = PieceOn::at(analysis.before, analysis.to).with_owner()
    ))
}

pub(super) fn promoted_drop(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let kind = analysis.dropped?;
    (kind.is_promoted() || analysis.promotes).then(|| {
        message!(
            "a {kind} is dropped on {to} with its promoted side up",
            "{to}に{kind}を成った面で打っている",
            kind = kind.base(),
            to = analysis.to
        )
    })
}

pub(super) fn dead_piece(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let kind = analysis.placed()?;
    let to = analysis.to;
    is_dead(kind, analysis.mover, to).then(|| {
        if analysis.dropped.is_some() {
            message!(
                "a {kind} dropped on {to} can never move",
                "{to}に{kind}を打つと、行き所のない駒になる",
                kind,
                to
            )
        } else {
            message!(
                "the {kind} moves to {to} without promoting and can never move again",
                "{to}へ動いた{kind}が成らず、行き所のない駒になる",
                kind,
                to
            )
        }
    })
}

pub(super) fn nifu(analysis: &MoveAnalysis<'_>) -> Option<RuleHit> {
    let (mover, file) = (analysis.mover, analysis.to.file());
    let before = analysis.before;
    let pawn = before
        .unpromoted_pawn_on_file(mover, file)
        .filter(|_| analysis.drops_pawn())?;
    let hit = RuleHit::from(message!(
        "{mover} already has an unpromoted pawn on file {file}, on {pawn}",
        "{file}筋にはすでに{mover}の歩がある（{pawn}）",
        mover,
        file = File(file),
        pawn
    ));
    Some(hit.with_cells([pawn]))
}

pub(super) fn own_king_in_check(analysis: &MoveAnalysis<'_>) -> Option<RuleHit> {
    let mover = analysis.mover;
    let after = analysis.after.as_ref()?;
    let king = after.king(mover)?;
    let attackers = attackers(after, mover);
    if attackers.is_empty() {
        return None;
    }
    let hit = RuleHit::from(message!(
        "{reason}: {king} can be taken by {attackers}",
        "{reason}。{king}を{attackers}で取られる",
        reason = reason(analysis, &attackers),
        king = PieceOn::at(after, king).with_owner(),
        attackers = PieceOn::list(after, &attackers)
    ));
    Some(hit.with_cells([king]).with_cells(attackers))
}

/// Returns the squares of the pieces that attack the king of a side.
fn attackers(position: &Position, side: Color) -> Vec<Square> {
    let king = position.king(side).into_iter();
    king.flat_map(|king| position.attackers(king, side.opponent()))
        .collect()
}

/// Describes how the king was put in check or left in check.
fn reason(analysis: &MoveAnalysis<'_>, attackers_after: &[Square]) -> Words {
    let attackers_before = attackers(analysis.before, analysis.mover);
    if analysis.piece.is_some_and(|piece| piece.kind == PieceKind::King) {
        both(
            "the king moves into check (自殺手)",
            "玉が相手の利きに入る（自殺手）",
        )
    } else if attackers_before.is_empty() {
        both(
            "a pinned piece moves off its line (自殺手)",
            "玉を守る駒が利きの筋から外れる（自殺手）",
        )
    } else if attackers_before
        .iter()
        .all(|checker| attackers_after.contains(checker))
    {
        both(
            "the check is ignored (王手放置)",
            "王手が放置されている（王手放置）",
        )
    } else {
        both(
            "the check is not fully parried (王手放置)",
            "王手を防ぎきっていない（王手放置）",
        )
    }
}

pub(super) fn uchifuzume(analysis: &MoveAnalysis<'_>) -> Option<RuleHit> {
    let (pawn, loser) = (analysis.to, analysis.mover.opponent());
    let after = analysis.after.as_ref().filter(|_| analysis.drops_pawn())?;
    let king = after.king(loser)?;
    let is_checked_by_pawn = after.attackers(king, analysis.mover).any(|square| square == pawn);
    if !is_checked_by_pawn || after.in_check(analysis.mover) || after.has_legal_move() {
        return None;
    }
    let protectors: Vec<_> = after.attackers(pawn, analysis.mover).collect();
    let pinned_pieces = pinned_defenders(after, pawn, king, loser);
    let hit = RuleHit::from(uchifuzume_message(
        after,
        [pawn, king],
        &protectors,
        &pinned_pieces,
    ));
    let pin_squares = pinned_pieces
        .iter()
        .flat_map(|pin| [pin.piece].into_iter().chain(pin.by.iter().copied()));
    Some(
        hit.with_cells([king])
            .with_cells(protectors)
            .with_cells(pin_squares),
    )
}

/// A piece that attacks the pawn but cannot capture it, because the piece is pinned to its king.
struct Pinned {
    /// The square of the piece.
    piece: Square,
    /// The squares of the pieces that would attack the king if the piece captured the pawn.
    by: Vec<Square>,
}

/// Returns the pieces of the mated side that attack the pawn but are pinned to their king.
fn pinned_defenders(after: &Position, pawn: Square, king: Square, loser: Color) -> Vec<Pinned> {
    let defenders = after.attackers(pawn, loser).filter(|&square| square != king);
    let pinned_pieces = defenders.map(|from| {
        let mut after_capture = after.clone();
        let _ = after_capture.play(Move::Board {
            from,
            to: pawn,
            promote: false,
        });
        Pinned {
            piece: from,
            by: after_capture.attackers(king, loser.opponent()).collect(),
        }
    });
    pinned_pieces.collect()
}

/// Describes a mate by a dropped pawn, and why the pawn cannot be captured.
fn uchifuzume_message(
    after: &Position,
    [pawn, king]: [Square; 2],
    protectors: &[Square],
    pinned: &[Pinned],
) -> Message {
    let mut description = message!(
        "the pawn dropped on {pawn} mates: {king} cannot escape",
        "{pawn}に打った歩で詰み。{king}は逃げられない",
        pawn,
        king = PieceOn::at(after, king).with_owner()
    );
    let mut clauses = Vec::new();
    if !protectors.is_empty() {
        let is_single = protectors.len() == 1;
        clauses.push(message!(
            "{protectors} {protect} the pawn",
            "{protectors}が歩を守っている",
            protectors = PieceOn::list(after, protectors),
            protect = if is_single { "protects" } else { "protect" }
        ));
    }
    for Pinned { piece, by } in pinned {
        clauses.push(message!(
            "{piece} is pinned by {by}",
            "{piece}は、動けば{by}の利きが玉に通るため、歩を取れない",
            piece = PieceOn::at(after, *piece),
            by = PieceOn::list(after, by)
        ));
    }
    let last_index = clauses.len().saturating_sub(1);
    for (index, clause) in clauses.into_iter().enumerate() {
        let separator = if index == last_index {
            both(", and ", "。")
        } else {
            both(", ", "。")
        };
        description = description
            .followed_by(Message::from(separator))
            .followed_by(clause);
    }
    description
}

pub(super) fn pointless_nonpromotion(analysis: &MoveAnalysis<'_>) -> Option<Message> {
    let (from, piece) = analysis.moving().filter(|_| !analysis.promotes)?;
    // If the record gives another kind of piece, it is unknown whether the piece promoted.
    let is_pointless = analysis.mismatched_kind().is_none() && is_pointless(piece, from, analysis.to);
    is_pointless.then(|| {
        message!(
            "{piece} moves to {to} without promoting, which some events forbid",
            "{piece}が{to}で成れるのに成らなかった。認めない大会もある",
            piece = PieceOn::at(analysis.before, from),
            to = analysis.to
        )
    })
}

/// Returns whether a move, legal or not, breaks the rule against pointless non-promotion.
pub(in crate::referee) fn is_pointless_nonpromotion(position: &Position, mv: Move) -> bool {
    match mv {
        Move::Board {
            from,
            to,
            promote: false,
        } => position
            .piece_at(from)
            .is_some_and(|piece| is_pointless(piece, from, to)),
        _ => false,
    }
}

/// Returns whether the piece is a bishop, rook or pawn that may promote on this move, but can move without
/// promoting.
fn is_pointless(piece: Piece, from: Square, to: Square) -> bool {
    matches!(piece.kind, PieceKind::Bishop | PieceKind::Rook | PieceKind::Pawn)
        && may_promote(piece, from, to)
        && !is_dead(piece.kind, piece.color, to)
}
