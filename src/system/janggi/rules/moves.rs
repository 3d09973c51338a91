//! Rules of janggi and gung-janggi about the plies: turns, moves of the pieces, marks, and repetition.

use crate::finding::{Message, Ordinal, message, rules};
use crate::notation::gib::{Kind, Point};
use crate::record::Terminal;
use crate::referee::rule_hit::RuleHit;
use crate::system::janggi::board::{RED, seat};
use crate::system::janggi::game::Janggi;
use crate::system::model::{MoveFault, PlyCase};

rules! {
    RED_MOVES_FIRST = "red-moves-first", Foul, Fouls,
        "a first move by Red (홍의 선착)", "紅の先着";
    MOVE_SHAPE = "gung-move-shape", Foul, Fouls,
        "a move that the piece cannot make (행마 잘못)", "動けない所へ動かす";
    PASS_LIMIT = "gung-pass-limit", Foul, Fouls,
        "a third pass in a row (한수쉼)", "3回続けてのパス";
    PROMOTION_MISSING = "gung-promotion-missing", Foul, Fouls,
        "moving an unpromoted piece like a promoted one (진급)", "昇格していない駒が昇格したように動く";
    PROMOTION_CLAIM = "gung-promotion-claim", Doubt, Notation,
        "진 without a promotion (진급)", "昇格しない手に昇格の印";
    UNNOTICED_CHECK = "unnoticed-check", Notice, Fouls,
        "leaving one's own general in check (묵장)", "王手の見落とし";
    CHECK_CLAIM = "janggi-check-claim", Doubt, Notation, "장군 without a check", "王手でない手に王手の印";
    BIKJANG_CLAIM = "gung-bikjang-claim", Doubt, Notation, "빅 without bikjang (빅장)", "ビクチャンでない手にビクチャンの印";
    BIKJANG_IGNORED = "janggi-bikjang", Notice, Results,
        "bikjang (빅장) left unanswered", "応じられなかったビクチャン";
    SECOND_BIKJANG = "gung-second-bikjang", Notice, Results,
        "bikjang (빅장) against a promoted general (왕장)", "昇格した将へのビクチャン";
    REPEATED_POSITION = "janggi-repetition", Notice, Results,
        "a position that occurs three times (동형반복)", "同一局面3回";
    REPETITION = "gung-repetition", Foul, Fouls,
        "repeating a move or a check (반복수, 만년장)", "同じ手の反復";
}

type Ply = PlyCase<Janggi>;

// Turns.

pub(super) fn red_moves_first(case: &Ply) -> Option<Message> {
    (case.last_mover.is_none() && case.before.has_default_start && case.mover == RED).then(|| {
        message!(
            "Red makes the first move, but it is Blue's turn",
            "紅が初手を指しているが、青の手番である"
        )
    })
}

/// Reports a first ply by the side that is not to move in a given position. `red-moves-first` covers the usual start
/// position.
pub(super) fn out_of_turn(case: &Ply) -> Option<Message> {
    let (mover, before) = (case.seat(), &case.before);
    (case.last_mover.is_none() && !before.has_default_start && case.mover != before.side_to_move).then(|| {
        message!(
            "{mover} moves, but in this position it is {side_to_move}'s turn",
            "{mover}が指しているが、この局面は{side_to_move}の手番である",
            mover,
            side_to_move = seat(before.side_to_move)
        )
    })
}

// Moves of the pieces.

/// Reports a moving or captured piece that is not of the written kind, and a written capture on an empty point.
pub(super) fn wrong_kind(case: &Ply) -> Vec<Message> {
    let Some(step) = case.ply.ply.step.filter(|_| case.own_step().is_some()) else {
        return Vec::new();
    };
    let kind_at = |point: Point| case.before.board.at(point).map(|piece| piece.kind);
    let mismatch = |written_kind: Option<Kind>, point: Point| {
        let (written_kind, kind) = written_kind
            .zip(kind_at(point))
            .filter(|(written_kind, kind)| written_kind != kind)?;
        Some(message!(
            "the record and the board differ on {point}: {written_kind} in the record, {kind} on the board",
            "{point}の駒が棋譜では{written_kind}だが、盤上では{kind}である",
            written_kind,
            point,
            kind
        ))
    };
    let (to, captured) = (step.to, case.ply.ply.captured.and_then(Kind::from_letter));
    let phantom_capture = captured.filter(|_| kind_at(to).is_none()).map(|written_kind| {
        message!(
            "the record has a capture on {to} ({written_kind}), but there is no piece on {to}",
            "棋譜では{to}で{written_kind}を取っているが、{to}に駒はない",
            written_kind,
            to
        )
    });
    let messages = [
        mismatch(step.kind(), step.from),
        mismatch(captured, to),
        phantom_capture,
    ];
    messages.into_iter().flatten().collect()
}

pub(super) fn promotion_missing(case: &Ply) -> Option<Message> {
    let (kind, from, to) = case.step_with_fault(MoveFault::Unpromoted)?;
    Some(message!(
        "the {kind} on {from} cannot move to {to}: it is not promoted",
        "{from}の{kind}は昇格していないため、{to}へ動けない",
        kind,
        from,
        to
    ))
}

/// Reports a move after which the general of the mover can be captured.
///
/// If the move makes the generals face each other, and the opposing general is promoted, `second_bikjang`
/// reports the threat by that general instead. Nothing is reported after the capture of the opposing general.
pub(super) fn general_left_in_check(case: &Ply) -> Option<RuleHit> {
    let board = &case.after.board;
    let opposing_general = board.general(1 - case.mover).map(|(point, _)| point);
    let mut checkers = board.checkers(case.mover);
    if faces_promoted(case) {
        checkers.retain(|&checker| Some(checker) != opposing_general);
    }
    (!checkers.is_empty() && opposing_general.is_some()).then(|| {
        let message = message!(
            "{mover}'s general can be captured after this move",
            "この手の後、{mover}の将を取られる",
            mover = case.seat()
        );
        RuleHit::from(message).with_cells(checkers.into_iter().filter_map(Point::cell))
    })
}

/// Returns whether a ply makes the generals face each other and the opposing general is promoted. Only gung-janggi has
/// promotion.
fn faces_promoted(case: &Ply) -> bool {
    let is_gung = case.before.ruling.is_gung();
    is_gung && case.after.bikjang_caller == Some(case.mover) && case.after.is_promoted(1 - case.mover)
}

pub(super) fn second_bikjang(case: &Ply) -> Option<Message> {
    faces_promoted(case).then(|| {
        message!(
            "{mover}'s general faces {taker}'s promoted general, which can capture it",
            "{mover}の将が{taker}の昇格した将と向かい合い、取られる形である",
            mover = case.seat(),
            taker = seat(1 - case.mover)
        )
    })
}

pub(super) fn bikjang_ignored(case: &Ply) -> Option<Message> {
    let is_called = case.before.bikjang_caller == Some(1 - case.mover);
    (is_called && case.after.board.are_facing() && case.after.ended.is_none()).then(|| {
        message!(
            "the generals still face each other (빅장)",
            "将どうしが向かい合ったままである（ビクチャン）"
        )
    })
}

// Marks on a ply.

pub(super) fn bikjang_claim(case: &Ply) -> Option<Message> {
    (case.ply.ply.bikjang && !case.after.board.are_facing()).then(|| {
        message!(
            "the move is marked 빅, but the generals do not face each other",
            "ビクチャンの印（`빅`）があるが、将どうしは向かい合っていない"
        )
    })
}

pub(super) fn promotion_claim(case: &Ply) -> Option<Message> {
    (case.ply.ply.promotes && !case.after.has_promoted).then(|| {
        message!(
            "the move is marked 진, but no piece is promoted",
            "昇格の印（`진`）があるが、昇格する駒はない"
        )
    })
}

pub(super) fn check_claim(case: &Ply) -> Option<Message> {
    let (board, opponent) = (&case.after.board, 1 - case.mover);
    let is_captured = case.after.won_by(Terminal::GeneralCaptured).is_some();
    let is_check = is_captured || board.in_check(opponent) || board.are_facing();
    (case.ply.ply.checks && !is_check && case.before.marks.are_reliable()).then(|| {
        message!(
            "the move is marked 장군, but {opponent}'s general is not in check",
            "王手の印（`장군`）があるが、{opponent}の将に王手はかかっていない",
            opponent = seat(opponent)
        )
    })
}

// Repetition.

pub(super) fn pass_limit(case: &Ply) -> Option<Message> {
    let (mover, limit) = (case.seat(), case.before.pass_limit);
    (case.step().is_none() && case.after.shuttles[case.mover].passes == limit).then(|| {
        message!(
            "{mover} passes for the {ordinal} time in a row",
            "{mover}のパスが続けて{ordinal}である",
            ordinal = Ordinal(limit),
            mover
        )
    })
}

pub(super) fn repetition(case: &Ply) -> Option<Message> {
    let (after, limit) = (&case.after, case.before.repeat_limit);
    let shuttle = after.shuttles[case.mover];
    if shuttle.times() == limit && shuttle.is_first() {
        Some(message!(
            "the same move back and forth for the {ordinal} time",
            "往復の同じ手が{ordinal}である",
            ordinal = Ordinal(limit)
        ))
    } else if after.board.in_check(1 - case.mover) && case.occurrences == limit {
        Some(message!(
            "the {ordinal} check in the same position",
            "同じ局面での{ordinal}の王手である",
            ordinal = Ordinal(limit)
        ))
    } else {
        None
    }
}
