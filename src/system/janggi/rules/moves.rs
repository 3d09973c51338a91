//! Rules of janggi about starts and plies.

use super::results::is_refuted;
use crate::finding::{Cell, HowOften, Ordinal, message, rules};
use crate::notation::gib::{How, Kind, Point, Step};
use crate::record::Outcome;
use crate::referee::report::{Details, Report};
use crate::system::driver::{self, PlyCase};
use crate::system::janggi::board::{self, BLUE, Board, Man, RED, palace_of, seat};
use crate::system::janggi::game::{self, Ended, Janggi};
use crate::system::janggi::stated::Said;

rules! {
    SETUP = "gung-setup", RecordError, Starts, "an invalid setup (차림)", "ありえない並び（차림）";
    RED_MOVES_FIRST = "red-moves-first", Foul, Fouls,
        "a first move by Red (홍의 선착)", "紅の先着（홍의 선착）";
    MOVE_SHAPE = "gung-move-shape", Foul, Fouls,
        "a move that the piece cannot make (행마 잘못)", "動けない所へ動かす（행마 잘못）";
    PASS_LIMIT = "gung-pass-limit", Foul, Fouls,
        "a third pass in a row (한수쉼)", "3回続けてのパス（한수쉼）";
    PROMOTION_MISSING = "gung-promotion-missing", Foul, Fouls,
        "moving an unpromoted piece like a promoted one (진급)", "昇格していない駒が昇格したように動く（진급）";
    PROMOTION_CLAIM = "gung-promotion-claim", Doubt, Notation,
        "진 without a promotion (진급)", "昇格のない 진（진급）";
    UNNOTICED_CHECK = "unnoticed-check", Notice, Fouls,
        "leaving one's own general in check (묵장)", "王手の見落とし（묵장）";
    CHECK_CLAIM = "janggi-check-claim", Doubt, Notation, "장군 without a check", "王手でない 장군";
    BIKJANG_CLAIM = "gung-bikjang-claim", Doubt, Notation, "빅 without bikjang (빅장)", "빅장でない 빅";
    BIKJANG_IGNORED = "janggi-bikjang", Notice, Results,
        "bikjang (빅장) left unanswered", "応じられなかった빅장";
    SECOND_BIKJANG = "gung-second-bikjang", Notice, Results,
        "bikjang (빅장) against a promoted general (왕장)", "昇格した将（왕장）への빅장";
    REPEATED_POSITION = "janggi-repetition", Notice, Results,
        "a position that occurs three times (동형반복)", "同一局面3回（동형반복）";
    REPETITION = "gung-repetition", Foul, Fouls,
        "repeating a move or a check (반복수, 만년장)", "同じ手の反復（반복수、만년장）";
}

pub(super) fn setup(case: &driver::StartCase<Janggi>, report: &mut Report) {
    orders(case, report);
    surplus(case, report);
    outside(case, report);
}

// The start position: the checks of rules that shogi has, too.

type StartCase = driver::StartCase<Janggi>;

/// The check of `unreadable-board`: a position that cannot be read.
pub(super) fn position(case: &StartCase, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let is_read = match name.as_str() {
            "국면" => board::read(value).is_some(),
            "FEN" => value.trim().is_empty() || board::read(value).is_some(),
            "판" => game::drawn_board(value).is_some(),
            _ => true,
        };
        if !is_read {
            report
                .add(message!(
                    "no moves were checked: this is not a valid position of janggi",
                    "指し手は判定しなかった：チャンギの局面として読めない"
                ))
                .at(*span)
                .stopping();
        }
    }
}

/// The same of an order of horses and elephants.
pub(super) fn order(case: &StartCase, report: &mut Report) {
    orders(case, report);
}

/// What is no order of horses and elephants.
pub(super) fn orders(case: &StartCase, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let is_order = game::HEADERS.concat().contains(&name.as_str());
        if is_order && !value.trim().is_empty() && game::order(value).is_none() {
            report
                .add(message!(
                    "expected an order of horses and elephants: 마상마상, 마상상마, 상마마상 or 상마상마",
                    "馬と象の4通りの並び（마상마상、마상상마、상마마상、상마상마）のいずれでもない"
                ))
                .at(*span);
        }
    }
}

/// The check of `start-king-count`: every side has one general.
pub(super) fn generals(case: &StartCase, report: &mut Report) {
    for player in [BLUE, RED] {
        let generals = case.board.men.count_of(player, Kind::General);
        if generals != 1 {
            let seat = seat(player);
            report
                .add(if generals == 0 {
                    message!(
                        "{seat} has no general in the start position",
                        "開始局面に{seat}の将がない",
                        seat
                    )
                } else {
                    message!(
                        "{seat} has {generals} generals in the start position",
                        "開始局面に{seat}の将が{generals}枚ある",
                        seat,
                        generals
                    )
                })
                .of_seat(seat)
                .marking(cells(case, player, Kind::General));
        }
    }
}

/// Where the pieces of a kind stand.
fn cells(case: &StartCase, player: usize, kind: Kind) -> impl Iterator<Item = Cell> {
    let pieces = case.board.men.all();
    let own = pieces.filter(move |(_, man)| man.owner == player && man.kind == kind);
    own.filter_map(|(point, _)| point.cell())
}

/// The check of `start-piece-count`: no more pieces than a set has.
pub(super) fn pieces(case: &StartCase, report: &mut Report) {
    surplus(case, report);
}

/// What of a position is more than a set has.
pub(super) fn surplus(case: &StartCase, report: &mut Report) {
    for player in [BLUE, RED] {
        for kind in Kind::all().filter(|&it| it != Kind::General) {
            let most = if kind == Kind::Soldier { 5 } else { 2 };
            let count = case.board.men.count_of(player, kind);
            if count > most {
                let seat = seat(player);
                report
                    .add(message!(
                        "{seat} has {count} {kind}s in the start position; a set has {most}",
                        "開始局面に{seat}の{kind}が{count}枚ある。一組には{most}枚しかない",
                        seat,
                        count,
                        kind,
                        most
                    ))
                    .of_seat(seat)
                    .marking(cells(case, player, kind));
            }
        }
    }
}

/// The check of `start-dead-piece`: generals and guards stand in their palace.
pub(super) fn outside(case: &StartCase, report: &mut Report) {
    for (point, man) in case.board.men.all() {
        let is_bound = man.kind == Kind::General || man.kind == Kind::Guard && !man.promoted;
        if is_bound && palace_of(point) != Some(man.owner) {
            let (kind, owner) = (man.kind, seat(man.owner));
            report
                .add(message!(
                    "{owner}'s {kind} on {point} is outside its palace",
                    "{owner}の{kind}が宮の外の{point}にある",
                    kind,
                    owner,
                    point
                ))
                .of_seat(owner)
                .marking(point.cell());
        }
    }
}

pub(super) fn red_moves_first(case: &MovementCase, report: &mut Report) {
    if case.before.last.is_none() && case.before.is_usual && case.mover == RED {
        report.add(message!(
            "Red makes the first move, but it is Blue's turn",
            "紅が初手を指しているが、青の手番である"
        ));
    }
}

// Whose turn it is: the checks of rules that shogi has, too.

type TurnCase = PlyCase<Janggi>;

/// The first ply of a position is made by the side that is not to move. Of a game from the usual start
/// `red-moves-first` tells it.
pub(super) fn out_of_turn(case: &TurnCase, report: &mut Report) {
    let before = &case.before;
    if before.last.is_none() && !before.is_usual && case.mover != before.due {
        let (mover, due) = (seat(case.mover), seat(before.due));
        report.add(message!(
            "{mover} moves, but in this position it is {due}'s turn",
            "{mover}が指しているが、この局面は{due}の手番である",
            mover,
            due
        ));
    }
}

pub(super) fn twice(case: &TurnCase, report: &mut Report) {
    if case.before.last == Some(case.mover) && case.mover != case.before.due {
        let (mover, due) = (seat(case.mover), seat(case.before.due));
        report.add(message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が2手続けて指した。{due}の手番である",
            mover,
            due
        ));
    }
}

/// The check, which janggi asks for `illegal-piece-movement`.
pub(super) fn move_shape(case: &MovementCase, report: &mut Report) {
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| fault(case) == Some(Fault::Shape)) else {
        return;
    };
    let kind = man.kind;
    report
        .add(message!(
            "the {kind} on {from} cannot move to {to}",
            "{from}の{kind}は{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}

// How pieces move: the checks of rules that shogi has, too.

pub(super) type MovementCase = PlyCase<Janggi>;

/// What is wrong with the way a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It could move so if it were promoted.
    Unpromoted,
    /// Something stands in the way of a chariot.
    Blocked,
    /// It cannot move so.
    Shape,
    /// An own piece stands there.
    OwnPiece,
}

/// The move, and the mover's piece that makes it.
pub(super) fn own(case: &MovementCase) -> Option<(Step, Man)> {
    let step = case.ply.ply.step?;
    let man = case.before.men.at(step.from)?;
    (man.owner == case.mover).then_some((step, man))
}

/// What is wrong with a move, if anything is.
pub(super) fn fault(case: &MovementCase) -> Option<Fault> {
    let (Step { from, to, .. }, man) = own(case)?;
    let men = &case.before.men;
    if men.reach_of(man, from).contains(&to) {
        let is_own = men.at(to).is_some_and(|there| there.owner == man.owner);
        return is_own.then_some(Fault::OwnPiece);
    }
    let promoted = Man {
        promoted: true,
        ..man
    };
    let reaches = |board: &Board, man: Man| board.reach_of(man, from).contains(&to);
    if case.before.ruling.is_gung() && !man.promoted && reaches(men, promoted) {
        Some(Fault::Unpromoted)
    } else if man.kind == Kind::Chariot && reaches(&Board::empty(), man) {
        Some(Fault::Blocked)
    } else {
        Some(Fault::Shape)
    }
}

pub(super) fn empty_source(case: &MovementCase, report: &mut Report) {
    let from = case.ply.ply.step.map(|it| it.from);
    if let Some(from) = from.filter(|&from| case.before.men.at(from).is_none()) {
        report
            .add(message!("there is no piece on {from}", "{from}に駒がない", from))
            .stopping();
    }
}

pub(super) fn opponent_piece(case: &MovementCase, report: &mut Report) {
    let Some(step) = case.ply.ply.step else { return };
    let man = case.before.men.at(step.from);
    if let Some(man) = man.filter(|man| man.owner != case.mover) {
        let (from, owner) = (step.from, seat(man.owner));
        report
            .add(message!(
                "{mover} moves {owner}'s piece on {from}",
                "{mover}が{from}にある{owner}の駒を動かしている",
                mover = seat(case.mover),
                from,
                owner
            ))
            .stopping();
    }
}

/// The piece that moves, or that is taken, is not the one that is named.
pub(super) fn misnamed(case: &MovementCase, report: &mut Report) {
    let Some((step, man)) = own(case) else { return };
    if let Some(named) = step.kind().filter(|&named| named != man.kind) {
        report.add(words(named, step.from, man.kind));
    }
    let Some(named) = case.ply.ply.takes.and_then(Kind::of_letter) else {
        return;
    };
    match case.before.men.at(step.to) {
        Some(there) if there.kind == named => {}
        Some(there) => {
            report.add(words(named, step.to, there.kind));
        }
        None => {
            let to = step.to;
            report.add(message!(
                "the record has a capture on {to} ({named}), but there is no piece on {to}",
                "棋譜では{to}で{named}を取っているが、{to}に駒はない",
                named,
                to
            ));
        }
    }
}

fn words(named: Kind, at: Point, kind: Kind) -> crate::finding::Message {
    message!(
        "the record and the board differ on {at}: {named} in the record, {kind} on the board",
        "{at}の駒が棋譜では{named}だが、盤上では{kind}である",
        named,
        at,
        kind
    )
}

pub(super) fn blocked_path(case: &MovementCase, report: &mut Report) {
    let Some((Step { from, to, .. }, _)) = own(case).filter(|_| fault(case) == Some(Fault::Blocked)) else {
        return;
    };
    report
        .add(message!(
            "the chariot on {from} cannot reach {to}: a piece is in the way",
            "{from}の車は{to}へ動けない。間に駒がある",
            from,
            to
        ))
        .stopping();
}

pub(super) fn own_piece(case: &MovementCase, report: &mut Report) {
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| fault(case) == Some(Fault::OwnPiece))
    else {
        return;
    };
    report
        .add(message!(
            "the {kind} on {from} cannot move to {to}: the player's own piece is there",
            "{from}の{kind}は{to}へ動けない。自分の駒がある",
            kind = man.kind,
            from,
            to
        ))
        .stopping();
}

pub(super) fn pass_limit(case: &MovementCase, report: &mut Report) {
    let limit = case.before.pass_limit;
    if case.ply.ply.step.is_none() && case.after.runs[case.mover].passes == limit {
        let mover = seat(case.mover);
        report.add(message!(
            "{mover} passes for the {ordinal} time in a row",
            "{mover}のパスが続けて{ordinal}である",
            ordinal = Ordinal(limit),
            mover
        ));
    }
}

pub(super) fn promotion_missing(case: &MovementCase, report: &mut Report) {
    let is_it = fault(case) == Some(Fault::Unpromoted);
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| is_it) else {
        return;
    };
    let kind = man.kind;
    report
        .add(message!(
            "the {kind} on {from} cannot move to {to}: it is not promoted",
            "{from}の{kind}は昇格していないため、{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}

pub(super) fn promotion_claim(case: &MovementCase, report: &mut Report) {
    if case.ply.ply.promotes && !case.after.has_promoted {
        report.add(message!(
            "the move is marked 진, but no piece is promoted",
            "진 とあるが、昇格する駒はない"
        ));
    }
}

pub(super) fn unnoticed_check(case: &MovementCase, report: &mut Report) {
    let men = &case.after.men;
    let mut checkers = men.checkers(case.mover);
    if faces_promoted(case) {
        let facing = men.general(1 - case.mover).map(|(point, _)| point);
        checkers.retain(|&it| Some(it) != facing);
    }
    if !checkers.is_empty() && men.general(1 - case.mover).is_some() {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover}'s general can be captured after this move",
                "この手の後、{mover}の将を取られる",
                mover
            ))
            .marking(checkers.into_iter().filter_map(Point::cell));
    }
}

pub(super) fn check_claim(case: &MovementCase, report: &mut Report) {
    let (men, other) = (&case.after.men, 1 - case.mover);
    let is_taken = matches!(case.after.ended, Some(Ended::Captured { .. }));
    let holds = is_taken || men.in_check(other) || men.are_facing();
    if case.ply.ply.checks && !holds && case.before.marks.are_kept() {
        let other = seat(other);
        report.add(message!(
            "the move is marked 장군, but {other}'s general is not in check",
            "장군 とあるが、{other}の将に王手はかかっていない",
            other
        ));
    }
}

pub(super) fn bikjang_claim(case: &MovementCase, report: &mut Report) {
    if case.ply.ply.bikjang && !case.after.men.are_facing() {
        report.add(message!(
            "the move is marked 빅, but the generals do not face each other",
            "빅 とあるが、将どうしは向かい合っていない"
        ));
    }
}

pub(super) fn bikjang_ignored(case: &MovementCase, report: &mut Report) {
    let is_called = case.before.called == Some(1 - case.mover);
    if is_called && case.after.men.are_facing() && case.after.ended.is_none() {
        report.add(message!(
            "the generals still face each other (빅장)",
            "将どうしが向かい合ったままである（빅장）"
        ));
    }
}

/// Whether a ply makes the generals face each other, and that of the other side is promoted.
pub(super) fn faces_promoted(case: &MovementCase) -> bool {
    case.after.called == Some(case.mover) && case.after.is_promoted(1 - case.mover)
}

pub(super) fn second_bikjang(case: &MovementCase, report: &mut Report) {
    if faces_promoted(case) {
        let (mover, taker) = (seat(case.mover), seat(1 - case.mover));
        report.add(message!(
            "{mover}'s general faces {taker}'s promoted general, which can capture it",
            "{mover}の将が{taker}の昇格した将と向かい合い、取られる形である",
            mover,
            taker
        ));
    }
}

pub(super) fn repeated_position(case: &MovementCase, report: &mut Report) {
    if case.occurrences == case.before.repeat_limit {
        let count = case.occurrences;
        report.add(message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(count)
        ));
    }
}

pub(super) fn repetition(case: &MovementCase, report: &mut Report) {
    let after = &case.after;
    let run = after.runs[case.mover];
    let limit = case.before.repeat_limit;
    if run.times() == limit && run.is_first() {
        report.add(message!(
            "the same move back and forth for the {ordinal} time",
            "往復の同じ手が{ordinal}である",
            ordinal = Ordinal(limit)
        ));
    } else if after.men.in_check(1 - case.mover) && case.occurrences == limit {
        report.add(message!(
            "the {ordinal} check in the same position",
            "同じ局面での{ordinal}の王手である",
            ordinal = Ordinal(limit)
        ));
    }
}

// What janggi forbids and gung-janggi does not: the checks of rules that shogi has, too.

/// The own general is left or put where it can be taken.
pub(super) fn own_general(case: &MovementCase, report: &mut Report) {
    let men = &case.after.men;
    let checkers = men.checkers(case.mover);
    if !checkers.is_empty() && men.general(1 - case.mover).is_some() {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover}'s general can be captured after this move",
                "この手の後、{mover}の将を取られる",
                mover
            ))
            .marking(checkers.into_iter().filter_map(Point::cell));
    }
}

/// Mate is claimed, but it is no mate.
pub(super) fn mate(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Mate);
    if let Some(winner) = told.and_then(|it| it.winner).filter(|&it| is_refuted(game, it)) {
        let loser = seat(1 - winner);
        report
            .add(message!(
                "the result is a mate of {loser}, but {loser} is not mated",
                "結果は{loser}の詰みだが、{loser}は詰んでいない",
                loser
            ))
            .at(game.said_at)
            .deciding(Outcome::None);
    }
}
