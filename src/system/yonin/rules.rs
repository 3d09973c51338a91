//! The rules of yonin shogi.

use super::board::{self, HAND_KINDS, Piece, SEATS, relative_square, seat, seat_from_letter};
use super::game::{Elimination, Yonin};
use crate::finding::{List, Message, Seat, Severity, message, rules};
use crate::notation::yonin::Action;
use crate::record::{Outcome, Terminal};
use crate::referee::rule_hit::{RuleHit, checks};
use crate::referee::rules as shogi;
use crate::referee::rules::starts;
use crate::shogi::{PieceKind, Square};
use crate::system::checks;
use crate::system::model::{ClaimCase, GameChecks, GameState, PlyCase, StartCase};

rules! {
    CHECK_CLAIM = "yonin-check-claim", Doubt, Notation, "a wrong or missing check claim", "王手の宣言の誤り";
    DEAD_KING_CAPTURED = "yonin-dead-king-captured", RecordError, Fouls,
        "capturing the king of an eliminated player", "脱落した人の玉を取る";
    ELIMINATED_MOVES = "yonin-eliminated-moves", RecordError, Fouls,
        "a move by an eliminated player", "脱落した人の指し手";
    ELIMINATION_MISSING = "elimination-missing", RecordError, Results,
        "a move by a mated player", "詰んだ人が指し続けている";
    LAST_SURVIVOR = "result-not-last-survivor", RecordError, Results,
        "a winner who is not the last survivor", "勝者が最後の一人ではない";
    MATE_CREDIT = "yonin-mate-credit", RecordError, Results,
        "a mate credited to the wrong player", "詰ませた人の誤り";
    PAWN_RANK = "yonin-pawn-rank2", Notice, Fouls,
        "not promoting a pawn on the second rank", "2段目の歩の不成";
    PIECE_KIND = "yonin-piece-kind", RecordError, Fouls,
        "a piece that yonin shogi does not have", "四人将棋にない駒";
    REPETITION = "yonin-repetition", Notice, Results, "a position that occurs four times", "同一局面4回";
    WRONG_TURN = "yonin-wrong-turn", RecordError, Fouls, "a player moving out of turn", "四人将棋の手番違い";
}

/// The checks of yonin shogi, in the order in which they run.
pub(super) static RULES: GameChecks<Yonin> = GameChecks {
    start: checks![
        shogi::reading::UNREADABLE_BOARD => unreadable_position [.stop_later_rules()],
        shogi::starts::START_KING_COUNT => wrong_king_count,
        shogi::starts::START_PIECE_COUNT => surplus_pieces,
        shogi::starts::START_NIFU => nifu_start,
        shogi::starts::START_DEAD_PIECE => dead_pawns,
    ],
    ply: checks![
        ELIMINATION_MISSING => elimination_missing [.stop_later_rules()],
        ELIMINATED_MOVES => eliminated_moves [.stop_later_rules()],
        WRONG_TURN => wrong_turn,
        shogi::written::PASS => checks::pass [.stop_later_rules()],
        shogi::moves::EMPTY_SOURCE => checks::empty_source [.stop_later_rules()],
        shogi::moves::OPPONENT_PIECE_MOVED => checks::opponent_piece [.stop_later_rules()],
        shogi::moves::ILLEGAL_PIECE_MOVEMENT => checks::shape [.stop_later_rules()],
        shogi::moves::BLOCKED_PATH => checks::blocked_path [.stop_later_rules()],
        shogi::moves::CAPTURE_OWN_PIECE => checks::own_piece [.stop_later_rules()],
        DEAD_KING_CAPTURED => dead_king_captured [.stop_later_rules()],
        shogi::moves::KING_CAPTURED => king_captured [.stop_later_rules()],
        shogi::moves::UNPROMOTABLE_PROMOTED => unpromotable,
        shogi::moves::ALREADY_PROMOTED => already_promoted,
        shogi::moves::PROMOTION_OUTSIDE_ZONE => outside_zone,
        PIECE_KIND => piece_kind [.stop_later_rules()],
        shogi::moves::KING_DROP => king_drop [.stop_later_rules()],
        shogi::moves::DROP_NOT_IN_HAND => not_in_hand,
        shogi::moves::DROP_ON_OCCUPIED => on_occupied,
        shogi::moves::PROMOTED_DROP => promoted_drop,
        shogi::moves::DEAD_PIECE => piece_that_cannot_move_again,
        PAWN_RANK => pawn_rank,
        shogi::moves::NIFU => nifu,
        shogi::moves::OWN_KING_IN_CHECK => own_king_in_check,
        shogi::moves::UCHIFUZUME => uchifuzume,
        CHECK_CLAIM => check_claim,
        REPETITION => checks::repetition,
    ],
    claim: checks![
        shogi::reading::UNREADABLE_RESULT => unreadable_claim,
        LAST_SURVIVOR => eliminated_survivor,
        shogi::results::MATE_CLAIMED_NOT_MATE => false_mate,
        MATE_CREDIT => mate_credit,
    ],
    end: checks![LAST_SURVIVOR => last_survivor [.with_outcome(Outcome::None)]],
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};

type Ply = PlyCase<Yonin>;
type Claim = ClaimCase<Yonin>;
type Start = StartCase<Yonin>;

// Turns.

fn elimination_missing(case: &Ply) -> Option<Message> {
    let mover = case.seat();
    (case.before.eliminated[case.mover] == Some(Elimination::Mated)).then(|| {
        message!(
            "{mover} moves, but had no legal move and has been eliminated",
            "{mover}が指しているが、{mover}は合法手がなく、すでに脱落している",
            mover
        )
    })
}

fn eliminated_moves(case: &Ply) -> Option<Message> {
    let mover = case.seat();
    (case.before.eliminated[case.mover] == Some(Elimination::Stated)).then(|| {
        message!(
            "{mover} moves, but has been eliminated",
            "{mover}が指しているが、{mover}はすでに脱落している",
            mover
        )
    })
}

fn wrong_turn(case: &Ply) -> Option<Message> {
    let before = &case.before;
    if case.mover == before.side_to_move || !before.board.alive[case.mover] {
        return None;
    }
    let (mover, side_to_move) = (case.seat(), seat(before.side_to_move));
    Some(if before.is_answering_check {
        message!(
            "{mover} moves, but it is {side_to_move}'s turn to answer the check",
            "{mover}が指しているが、王手をかけられた{side_to_move}が応じる番である",
            mover,
            side_to_move
        )
    } else if case.last_mover == Some(case.mover) {
        checks::double_move_message(mover, side_to_move)
    } else {
        checks::out_of_turn_message(mover, side_to_move)
    })
}

// Moves of the pieces.

fn dead_king_captured(case: &Ply) -> Option<Message> {
    let (board, to) = (&case.before.board, case.step()?.1);
    let piece = board.at(to).filter(|&piece| board.is_fixed(piece))?;
    let owner = seat(piece.owner);
    Some(if piece.kind == PieceKind::King {
        message!(
            "the king on {to} cannot be captured: {owner} has been eliminated",
            "{owner}は脱落しており、{to}の玉は取れない",
            owner,
            to
        )
    } else {
        message!(
            "the piece on {to} cannot be captured under the rules of this event: {owner} has been eliminated",
            "{owner}は脱落しており、大会の規定により{to}の駒は取れない",
            owner,
            to
        )
    })
}

fn king_captured(case: &Ply) -> Option<Message> {
    let (board, (_, to)) = (&case.before.board, case.own_step()?);
    let king = board.at(to).filter(|piece| piece.kind == PieceKind::King)?;
    let owner = seat(king.owner);
    board.alive[king.owner].then(|| {
        message!(
            "the move captures {owner}'s king, which is not allowed",
            "{owner}の玉を取っているが、玉は取れない",
            owner
        )
    })
}

fn own_king_in_check(case: &Ply) -> Option<RuleHit> {
    let board = case.after.board_with_players_of(&case.before);
    board.in_check(case.mover).then(|| {
        let king = board.king(case.mover);
        let attackers = king.map(|king| board.attackers(king, case.mover));
        let message = message!(
            "{mover}'s king can be captured after this move",
            "この手の後、{mover}の玉を取られる",
            mover = case.seat()
        );
        RuleHit::from(message).with_cells(king.into_iter().chain(attackers.unwrap_or_default()))
    })
}

fn check_claim(case: &Ply) -> impl Iterator<Item = Message> {
    let board = case.after.board_with_players_of(&case.before);
    let is_checked = |seat: usize| seat != case.mover && board.in_check(seat);
    let claims = &case.ply.claims;
    let wrong_seats: Vec<Seat> = claims
        .iter()
        .filter(|&&claim| !is_checked(claim))
        .map(|&claim| seat(claim))
        .collect();
    let wrong_claims = (!wrong_seats.is_empty()).then(|| {
        message!(
            "check is claimed on {names}, but there is no such check",
            "{names}への王手が宣言されているが、王手はかかっていない",
            names = List(wrong_seats)
        )
    });
    let (checks, claimed) = case.before.checks;
    let are_all_claimed = checks > 0 && checks == claimed;
    // A check that already existed before the ply need not be claimed again.
    let is_new = |index: usize| is_checked(index) && !case.before.board.in_check(index);
    let missing_seats: Vec<Seat> = (0..SEATS)
        .filter(|&player| board.alive[player] && is_new(player) && !claims.contains(&player))
        .map(seat)
        .collect();
    let are_due = (are_all_claimed || !claims.is_empty()) && !missing_seats.is_empty();
    let missing_claims = are_due.then(|| {
        message!(
            "the check on {names} is not claimed",
            "{names}への王手が宣言されていない",
            names = List(missing_seats)
        )
    });
    wrong_claims.into_iter().chain(missing_claims)
}

// Drops.

/// Returns the kind and the square of a drop; `None` for any other ply.
fn drop_of(case: &Ply) -> Option<(PieceKind, Square)> {
    match case.ply.action {
        Action::Drop { kind, to, .. } => Some((kind, to)),
        _ => None,
    }
}

fn piece_kind(case: &Ply) -> Option<Message> {
    let kind = drop_of(case)?.0.base();
    (kind != PieceKind::King && !HAND_KINDS.contains(&kind)).then(|| {
        message!(
            "a {kind} is not a piece of yonin shogi",
            "四人将棋に{kind}という駒はない",
            kind
        )
    })
}

fn king_drop(case: &Ply) -> Option<Message> {
    let (_, to) = drop_of(case).filter(|&(kind, _)| kind == PieceKind::King)?;
    Some(message!(
        "a king is dropped on {to}, but a king is never in hand",
        "{to}に玉を打つが、玉が持駒になることはない",
        to
    ))
}

fn not_in_hand(case: &Ply) -> Option<Message> {
    let ((kind, to), mover) = (drop_of(case)?, case.seat());
    (case.before.board.count_in_hand(case.mover, kind) == 0).then(|| {
        message!(
            "{mover} has no {kind} in hand to drop on {to}",
            "{mover}は{to}に{kind}を打つが、持駒に{kind}がない",
            mover,
            kind,
            to
        )
    })
}

fn on_occupied(case: &Ply) -> Option<Message> {
    let (kind, to) = drop_of(case).filter(|&(_, to)| case.before.board.at(to).is_some())?;
    Some(message!(
        "a {kind} is dropped on {to}, which is occupied",
        "駒のある{to}に{kind}を打っている",
        kind,
        to
    ))
}

fn promoted_drop(case: &Ply) -> Option<Message> {
    let is_promoted = matches!(case.ply.action, Action::Drop { promoted: true, .. });
    let (kind, to) = drop_of(case).filter(|_| is_promoted)?;
    Some(message!(
        "a {kind} is dropped on {to} promoted side up; pieces in hand are unpromoted",
        "{to}に{kind}を成った面で打つが、持駒は成っていない面でしか打てない",
        kind = kind.base(),
        to
    ))
}

/// Returns the square on which the ply drops an unpromoted pawn; `None` for any other ply.
fn dropped_pawn(case: &Ply) -> Option<Square> {
    match case.ply.action {
        Action::Drop {
            kind: PieceKind::Pawn,
            to,
            promoted: false,
        } => Some(to),
        _ => None,
    }
}

fn nifu(case: &Ply) -> Option<Message> {
    let (to, mover) = (dropped_pawn(case)?, case.seat());
    case.before.board.has_pawn_on_line(to, case.mover).then(|| {
        message!(
            "{mover} already has an unpromoted pawn in the line of {to}",
            "{to}の筋には{mover}の歩がすでにある",
            mover,
            to
        )
    })
}

fn uchifuzume(case: &Ply) -> Option<Message> {
    let to = dropped_pawn(case)?;
    let loser = case.before.board.mated_by_pawn(case.mover, to)?;
    Some(message!(
        "the pawn dropped on {to} mates {loser}",
        "{to}に打った歩で{loser}が詰んでいる",
        to,
        loser = seat(loser)
    ))
}

// Promotion.

/// Returns the origin, the destination and the piece of a ply that promotes a piece of its own player; `None`
/// for any other ply.
fn promotion_of(case: &Ply) -> Option<(Square, Square, Piece)> {
    let promotes = matches!(case.ply.action, Action::Step { promotes: true, .. });
    let (from, to) = case.own_step().filter(|_| promotes)?;
    Some((from, to, case.before.board.at(from)?))
}

fn unpromotable(case: &Ply) -> Option<Message> {
    let kind = promotion_of(case)?.2.kind;
    (kind.promoted().is_none() && !kind.is_promoted())
        .then(|| message!("a {kind} cannot promote", "{kind}は成れない", kind))
}

fn already_promoted(case: &Ply) -> Option<Message> {
    let (from, _, Piece { kind, .. }) = promotion_of(case).filter(|it| it.2.kind.is_promoted())?;
    Some(message!(
        "the {kind} on {from} is already promoted and cannot promote again",
        "{from}の{kind}はすでに成っており、さらに成ることはできない",
        kind,
        from
    ))
}

fn outside_zone(case: &Ply) -> Option<Message> {
    let (from, to, _) = promotion_of(case).filter(|promotion| promotion.2.kind.promoted().is_some())?;
    (!board::Board::may_promote(from, to, case.mover)).then(|| {
        message!(
            "neither {from} nor {to} is in the opposite camp, where pieces promote",
            "{from}も{to}も向かいの陣の外であり、成れない",
            from,
            to
        )
    })
}

fn piece_that_cannot_move_again(case: &Ply) -> Option<Message> {
    let (kind, to) = match case.ply.action {
        Action::Step { promotes: false, .. } => {
            let (from, to) = case.own_step()?;
            (case.before.board.at(from)?.kind, to)
        }
        _ => (PieceKind::Pawn, dropped_pawn(case)?),
    };
    board::Board::is_dead(kind, to, case.mover).then(|| {
        message!(
            "an unpromoted {kind} on {to} can never move",
            "{to}の不成の{kind}は行き所のない駒になる",
            kind = PieceKind::Pawn,
            to
        )
    })
}

fn pawn_rank(case: &Ply) -> Option<RuleHit> {
    let Action::Step {
        to, promotes: false, ..
    } = case.ply.action
    else {
        return None;
    };
    let piece = case
        .after
        .board
        .at(to)
        .filter(|piece| piece.owner == case.mover)?;
    (piece.kind == PieceKind::Pawn && relative_square(to, case.mover).depth == 2).then(|| {
        let message = message!(
            "the pawn moves to {to} without promoting",
            "{to}へ動いた歩が成っていない",
            to
        );
        RuleHit::from(message)
            .with_severity((case.before.rules.pawn_forced_ranks >= 2).then_some(Severity::Error))
    })
}

// Claims about players, and the result.

/// Returns the player whom a claim is about; `None` if the first word after the name of the claim is not a seat.
fn claimed_player(case: &Claim) -> Option<usize> {
    case.word.rest.first().and_then(|it| seat_from_letter(it))
}

/// Reports a claim that needs a player but has no valid seat, and a claim that belongs to gunjin shogi.
fn unreadable_claim(case: &Claim) -> Option<Message> {
    let name = format!("#{}", case.word.name);
    match &*case.word.name {
        "hq" | "exterminated" => Some(message!(
            "`{name}` belongs to gunjin shogi and has no meaning in yonin shogi",
            "`{name}` は軍人将棋の語であり、四人将棋では何も意味しない",
        )),
        "draw" | "interrupt" => None,
        _ => claimed_player(case).is_none().then(|| {
            message!(
                "expected a player (S, W, N or E) after `{name}`",
                "`{name}` の後に対局者（S、W、N、E）が必要である",
            )
        }),
    }
}

/// Reports a claim that eliminates the last survivor.
fn eliminated_survivor(case: &Claim) -> Option<RuleHit> {
    let (word, game) = (&*case.word.name, &case.before);
    let eliminates = matches!(word, "mate" | "resign" | "timeout" | "foul");
    let survivor =
        claimed_player(case).filter(|&player| eliminates && game.is_over() && game.board.alive[player])?;
    let survivor = seat(survivor);
    let message = message!(
        "the record has `{name}` for {survivor}, but {survivor} is the last survivor",
        "{survivor}について `{name}` とあるが、{survivor}は最後の一人である",
        name = format!("#{word}"),
        survivor
    );
    Some(RuleHit::from(message).with_seat(survivor))
}

/// Reports a claim of mate against a player who has a legal move.
fn false_mate(case: &Claim) -> Option<Message> {
    let loser = claimed_player(case).filter(|_| case.word.name == "mate")?;
    // A claim about a player who is already eliminated on the board is allowed.
    let is_playing = case.before.board.alive[loser] && !case.before.is_over();
    is_playing.then(|| {
        message!(
            "the record states that {loser} is mated, but {loser} has a legal move",
            "棋譜では{loser}の詰みだが、{loser}には合法手がある",
            loser = seat(loser)
        )
    })
}

fn mate_credit(case: &Claim) -> Option<RuleHit> {
    let seat_at = |index: usize| case.word.rest.get(index).and_then(|it| seat_from_letter(it));
    let (loser, credited) = (seat_at(0).filter(|_| case.word.name == "mate")?, seat_at(2)?);
    let mover = case.before.mated_by[loser].filter(|&mover| mover != credited)?;
    let [loser, credited, mover] = [loser, credited, mover].map(seat);
    let message = message!(
        "the record credits the mate of {loser} to {credited}, but {mover} mated {loser}",
        "{loser}を詰ませたのは{credited}とあるが、詰ませたのは{mover}である",
        loser,
        credited,
        mover
    );
    Some(RuleHit::from(message).with_seat(mover))
}

fn last_survivor(game: &Yonin) -> Option<RuleHit> {
    let stated = game.stated_end()?;
    let (Some(Outcome::Win(winner)), Terminal::LastSurvivor | Terminal::Resign) =
        (stated.outcome, stated.terminal)
    else {
        return None;
    };
    let message = if !game.board.alive[winner.index()] {
        message!(
            "the result is a win for {winner}, but {winner} has been eliminated",
            "結果は{winner}の勝ちだが、{winner}は脱落している",
            winner
        )
    } else if !game.is_over() {
        message!(
            "the result is a win for {winner}, but other players are still in the game",
            "結果は{winner}の勝ちだが、ほかの対局者も残っている",
            winner
        )
    } else {
        return None;
    };
    Some(RuleHit::from(message).with_seat(winner))
}

// A start position given by the record.

/// Reports a player in the game who does not have exactly one king (`start-king-count`).
fn wrong_king_count(case: &Start) -> impl Iterator<Item = RuleHit> {
    let board = &case.game.board;
    players(case).filter_map(|player| {
        let pieces = board
            .pieces_of(player)
            .filter(|&(_, kind)| kind == PieceKind::King);
        let kings: Vec<Square> = pieces.map(|(square, _)| square).collect();
        let seat = seat(player);
        let message = match kings.len() {
            1 => return None,
            0 => message!(
                "{seat} has no king in the start position",
                "開始局面に{seat}の玉がない",
                seat
            ),
            count => message!(
                "{seat} has {count} kings in the start position",
                "開始局面に{seat}の玉が{count}枚ある",
                seat,
                count
            ),
        };
        Some(RuleHit::from(message).with_seat(seat).with_cells(kings))
    })
}

/// Returns the players who are in the game.
fn players(case: &Start) -> impl Iterator<Item = usize> {
    (0..SEATS).filter(|&player| case.game.board.alive[player])
}

/// Reports a position or a first seat that cannot be read (`unreadable-board`).
fn unreadable_position(case: &Start) -> impl Iterator<Item = RuleHit> {
    let unreadable = case
        .headers
        .iter()
        .filter(|(name, value, _)| match name.as_str() {
            "Position" => board::read(value).is_none(),
            "First" => seat_from_letter(value.trim()).is_none(),
            _ => false,
        });
    unreadable.map(|(name, _, span)| {
        let message = message!(
            "no moves were checked: this is not a valid {name} of yonin shogi",
            "指し手は判定しなかった：四人将棋の {name} として読めない",
        );
        RuleHit::from(message).at_span(*span)
    })
}

/// Number of pieces in a set, for each kind in `HAND_KINDS`.
const SET_COUNTS: [usize; HAND_KINDS.len()] = [4, 8, 8, 12];

/// Reports the kinds of which the board and the hands have more pieces than a set (`start-piece-count`).
fn surplus_pieces(case: &Start) -> impl Iterator<Item = RuleHit> {
    let board = &case.game.board;
    let kinds = HAND_KINDS.into_iter().zip(SET_COUNTS).enumerate();
    kinds.filter_map(|(index, (kind, max))| {
        let is_kind = |&square: &Square| board.at(square).is_some_and(|piece| piece.kind.base() == kind);
        let board_squares: Vec<Square> = board::squares().filter(is_kind).collect();
        let held_count: usize = board.hands.iter().map(|hand| usize::from(hand[index])).sum();
        let count = board_squares.len() + held_count;
        (count > max)
            .then(|| RuleHit::from(starts::surplus_message(count, kind, max)).with_cells(board_squares))
    })
}

/// Reports two unpromoted pawns of a player on one line in the player's direction of play (`start-nifu`).
fn nifu_start(case: &Start) -> impl Iterator<Item = RuleHit> {
    players(case).filter_map(|player| {
        let pawns: Vec<Square> = pawns(&case.game.board, player).collect();
        let is_second = |index: usize| {
            let line = relative_square(pawns[index], player).lateral;
            pawns[..index]
                .iter()
                .any(|&pawn| relative_square(pawn, player).lateral == line)
        };
        let second_pawn = pawns[(0..pawns.len()).find(|&index| is_second(index))?];
        let seat = seat(player);
        let message = message!(
            "{seat} has more than one unpromoted pawn in the line of {second_pawn} in the start position",
            "開始局面の{second_pawn}の筋に{seat}の歩が2枚以上ある",
            seat,
            second_pawn
        );
        Some(RuleHit::from(message).with_seat(seat).with_cells([second_pawn]))
    })
}

/// Reports a pawn that can never move (`start-dead-piece`).
fn dead_pawns(case: &Start) -> impl Iterator<Item = RuleHit> {
    let pawns =
        players(case).flat_map(|player| pawns(&case.game.board, player).map(move |square| (player, square)));
    let dead_pawns = pawns.filter(|&(player, square)| board::Board::is_dead(PieceKind::Pawn, square, player));
    dead_pawns.map(|(player, square)| {
        let seat = seat(player);
        let message = message!(
            "{seat}'s pawn on {square} in the start position can never move",
            "開始局面の{square}の{seat}の歩は行き所のない駒である",
            seat,
            square
        );
        RuleHit::from(message).with_seat(seat).with_cells([square])
    })
}

fn pawns(board: &board::Board, player: usize) -> impl Iterator<Item = Square> + '_ {
    let pawns = board
        .pieces_of(player)
        .filter(|&(_, kind)| kind == PieceKind::Pawn);
    pawns.map(|(square, _)| square)
}
