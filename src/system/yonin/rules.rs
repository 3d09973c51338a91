//! The rules of yonin shogi, one file for each that it has alone; those that it shares with shogi are asked in
//! [`drop`], [`movement`] and [`promotion`].

use super::board::{self, HELD, Man, SEATS, letter, reach, seat, seen};
use super::game::{Out, Yonin};
use crate::finding::{HowOften, List, Severity, message, rules};
use crate::notation::yonin::{Action, GAME};
use crate::record::{Outcome, Terminal};
use crate::referee::report::{Check, Details, Report};
use crate::referee::rules as shogi;
use crate::referee::rules::starts;
use crate::shogi::{PieceKind, Square};
use crate::system::driver::{Board, PlyCase, Rules, StartCase, WordCase};

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

/// What the rules are asked, and in what order.
pub(super) static RULES: Rules<Yonin> = Rules {
    game: &GAME,
    start: &[
        (&shogi::reading::UNREADABLE_BOARD, position),
        (&shogi::starts::START_KING_COUNT, kings),
        (&shogi::starts::START_PIECE_COUNT, pieces),
        (&shogi::starts::START_NIFU, nifu_start),
        (&shogi::starts::START_DEAD_PIECE, dead),
    ],
    ply: PLY,
    word: WORD,
    end: &[(&LAST_SURVIVOR, last_survivor)],
    after_end: &shogi::results::MOVES_AFTER_END,
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};

/// A ply that cannot have been played so is told by the first of them.
const PLY: &[Check<PlyCase<Yonin>>] = &[
    (&ELIMINATION_MISSING, elimination_missing),
    (&ELIMINATED_MOVES, eliminated_moves),
    (&WRONG_TURN, wrong_turn),
    (&shogi::written::PASS, pass),
    (&shogi::moves::EMPTY_SOURCE, empty_source),
    (&shogi::moves::OPPONENT_PIECE_MOVED, opponent_piece),
    (&shogi::moves::ILLEGAL_PIECE_MOVEMENT, shape),
    (&shogi::moves::BLOCKED_PATH, blocked_path),
    (&shogi::moves::CAPTURE_OWN_PIECE, own_piece),
    (&DEAD_KING_CAPTURED, dead_king_captured),
    (&shogi::moves::KING_CAPTURED, king_captured),
    (&shogi::moves::UNPROMOTABLE_PROMOTED, unpromotable),
    (&shogi::moves::ALREADY_PROMOTED, already),
    (&shogi::moves::PROMOTION_OUTSIDE_ZONE, outside_zone),
    (&PIECE_KIND, piece_kind),
    (&shogi::moves::KING_DROP, king),
    (&shogi::moves::DROP_NOT_IN_HAND, not_in_hand),
    (&shogi::moves::DROP_ON_OCCUPIED, on_occupied),
    (&shogi::moves::PROMOTED_DROP, promoted_drop),
    (&shogi::moves::DEAD_PIECE, dead_piece),
    (&PAWN_RANK, pawn_rank),
    (&shogi::moves::NIFU, nifu_drop),
    (&shogi::moves::OWN_KING_IN_CHECK, own_king_in_check),
    (&shogi::moves::UCHIFUZUME, uchifuzume),
    (&CHECK_CLAIM, check_claim),
    (&REPETITION, repetition),
];

const WORD: &[Check<WordCase<Yonin>>] = &[
    (&shogi::reading::UNREADABLE_RESULT, states_no_player),
    (&LAST_SURVIVOR, put_out),
    (&shogi::results::MATE_CLAIMED_NOT_MATE, check),
    (&MATE_CREDIT, mate_credit),
];

fn check_claim(case: &PlyCase<Yonin>, report: &mut Report) {
    // Who is mated by the ply is in check, too.
    let mut men = case.after.men.clone();
    men.alive = case.before.men.alive;
    let checked = |seat: usize| seat != case.mover && men.in_check(seat);
    let wrong: Vec<_> = case
        .ply
        .claims
        .iter()
        .filter(|&&it| !checked(it))
        .map(|&it| seat(it))
        .collect();
    if !wrong.is_empty() {
        report.add(message!(
            "check is claimed on {names}, but there is no such check",
            "{names}への王手が宣言されているが、王手はかかっていない",
            names = List(wrong)
        ));
    }
    let (checks, claimed) = case.before.checks;
    let all_claimed = checks > 0 && checks == claimed;
    // Who was in check before has been told so.
    let is_new = |it: usize| checked(it) && !case.before.men.in_check(it);
    let missing: Vec<_> = (0..case.after.men.alive.len())
        .filter(|&it| case.before.men.alive[it] && is_new(it) && !case.ply.claims.contains(&it))
        .map(seat)
        .collect();
    if (all_claimed || !case.ply.claims.is_empty()) && !missing.is_empty() {
        report.add(message!(
            "the check on {names} is not claimed",
            "{names}への王手が宣言されていない",
            names = List(missing)
        ));
    }
}

fn dead_king_captured(case: &PlyCase<Yonin>, report: &mut Report) {
    let Some((_, to)) = squares(case) else {
        return;
    };
    let men = &case.before.men;
    let Some(man) = men.at(to).filter(|&man| men.is_fixed(man)) else {
        return;
    };
    let owner = seat(man.owner);
    let message = if man.kind == PieceKind::King {
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
    };
    report.add(message).stopping();
}

// Drops: the checks of rules that shogi has, too.

type DropCase = PlyCase<Yonin>;

/// What is dropped, and where.
fn dropped(case: &DropCase) -> Option<(PieceKind, Square)> {
    match case.ply.action {
        Action::Drop { kind, to, .. } => Some((kind, to)),
        _ => None,
    }
}

fn king(case: &DropCase, report: &mut Report) {
    if let Some((PieceKind::King, to)) = dropped(case) {
        report
            .add(message!(
                "a king is dropped on {to}, but a king is never in hand",
                "{to}に玉を打つが、玉が持駒になることはない",
                to
            ))
            .stopping();
    }
}

fn not_in_hand(case: &DropCase, report: &mut Report) {
    let Some((kind, to)) = dropped(case) else { return };
    if case.before.men.held(case.mover, kind) == 0 {
        let mover = seat(case.mover);
        report.add(message!(
            "{mover} has no {kind} in hand to drop on {to}",
            "{mover}は{to}に{kind}を打つが、持駒に{kind}がない",
            mover,
            kind,
            to
        ));
    }
}

fn on_occupied(case: &DropCase, report: &mut Report) {
    let Some((kind, to)) = dropped(case) else { return };
    if case.before.men.at(to).is_some() {
        report.add(message!(
            "a {kind} is dropped on {to}, which is occupied",
            "駒のある{to}に{kind}を打っている",
            kind,
            to
        ));
    }
}

fn promoted_drop(case: &DropCase, report: &mut Report) {
    if let Action::Drop {
        kind,
        to,
        promoted: true,
    } = case.ply.action
    {
        report.add(message!(
            "a {kind} is dropped on {to} promoted side up; pieces in hand are unpromoted",
            "{to}に{kind}を成った面で打つが、持駒は成っていない面でしか打てない",
            kind = kind.base(),
            to
        ));
    }
}

/// Where a pawn is dropped unpromoted.
fn pawn(case: &DropCase) -> Option<Square> {
    match case.ply.action {
        Action::Drop {
            kind: PieceKind::Pawn,
            to,
            promoted: false,
        } => Some(to),
        _ => None,
    }
}

fn nifu_drop(case: &DropCase, report: &mut Report) {
    let Some(to) = pawn(case) else { return };
    if case.before.men.has_pawn_on_line(to, case.mover) {
        let mover = seat(case.mover);
        report.add(message!(
            "{mover} already has an unpromoted pawn in the line of {to}",
            "{to}の筋には{mover}の歩がすでにある",
            mover,
            to
        ));
    }
}

fn uchifuzume(case: &DropCase, report: &mut Report) {
    let Some(to) = pawn(case) else { return };
    if let Some(mated) = case.before.men.mated_by_pawn(case.mover, to) {
        let mated = seat(mated);
        report.add(message!(
            "the pawn dropped on {to} mates {mated}",
            "{to}に打った歩で{mated}が詰んでいる",
            to,
            mated
        ));
    }
}

fn eliminated_moves(case: &PlyCase<Yonin>, report: &mut Report) {
    if case.before.out[case.mover] == Some(Out::Told) {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover} moves, but has been eliminated",
                "{mover}が指しているが、{mover}はすでに脱落している",
                mover
            ))
            .stopping();
    }
}

fn elimination_missing(case: &PlyCase<Yonin>, report: &mut Report) {
    if case.before.out[case.mover] == Some(Out::Mated) {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover} moves, but had no legal move and has been eliminated",
                "{mover}が指しているが、{mover}は合法手がなく、すでに脱落している",
                mover
            ))
            .stopping();
    }
}

fn last_survivor(game: &Yonin, report: &mut Report) {
    let Some(stated) = game.stated() else { return };
    let (Some(Outcome::Win(winner)), Terminal::LastSurvivor | Terminal::Resign) =
        (stated.outcome, stated.terminal)
    else {
        return;
    };
    let survives = game.is_over() && game.men.alive[winner.index()];
    if !survives {
        let found = report.add(if game.men.alive[winner.index()] {
            message!(
                "the result is a win for {winner}, but other players are still in the game",
                "結果は{winner}の勝ちだが、ほかの対局者も残っている",
                winner
            )
        } else {
            message!(
                "the result is a win for {winner}, but {winner} has been eliminated",
                "結果は{winner}の勝ちだが、{winner}は脱落している",
                winner
            )
        });
        found.of_seat(winner).deciding(Outcome::None);
    }
}

/// A word that puts the last survivor out.
fn put_out(case: &WordCase<Yonin>, report: &mut Report) {
    let (word, game) = (&case.word, &case.before);
    let about = word.rest.first().and_then(|it| letter(it));
    let puts_out = matches!(&*word.name, "mate" | "resign" | "timeout" | "foul");
    let survivor = about.filter(|&it| puts_out && game.is_over() && game.men.alive[it]);
    if let Some(survivor) = survivor.map(seat) {
        let name = format!("#{}", word.name);
        let found = report.add(message!(
            "the record has `{name}` for {survivor}, but {survivor} is the last survivor",
            "{survivor}について `{name}` とあるが、{survivor}は最後の一人である",
            name,
            survivor
        ));
        found.of_seat(survivor);
    }
}

// Whether a player of whom the record says that he is mated had a legal move.

/// The check of `mate-claimed-not-mate`.
fn check(case: &WordCase<Yonin>, report: &mut Report) {
    let about = case.word.rest.first().and_then(|it| letter(it));
    let Some(loser) = about.filter(|_| case.word.name == "mate") else {
        return;
    };
    // One who is out by the board needs no word, and may have one.
    if case.before.men.alive[loser] && !case.before.is_over() {
        let loser = seat(loser);
        report.add(message!(
            "the record states that {loser} is mated, but {loser} has a legal move",
            "棋譜では{loser}の詰みだが、{loser}には合法手がある",
            loser
        ));
    }
}

fn mate_credit(case: &WordCase<Yonin>, report: &mut Report) {
    if case.word.name != "mate" {
        return;
    }
    let named = |at: usize| case.word.rest.get(at).and_then(|it| letter(it));
    let (Some(loser), Some(credited)) = (named(0), named(2)) else {
        return;
    };
    if let Some(mover) = case.before.mated_by[loser].filter(|&it| it != credited) {
        let [loser, credited, mover] = [loser, credited, mover].map(seat);
        report
            .add(message!(
                "the record credits the mate of {loser} to {credited}, but {mover} mated {loser}",
                "{loser}を詰ませたのは{credited}とあるが、詰ませたのは{mover}である",
                loser,
                credited,
                mover
            ))
            .of_seat(mover);
    }
}

// How pieces move: the checks of rules that shogi has, too.

type MovementCase = PlyCase<Yonin>;

/// From where a piece moves, and where to.
fn squares(case: &MovementCase) -> Option<(Square, Square)> {
    match case.ply.action {
        Action::Step { from, to, .. } => Some((from, to)),
        _ => None,
    }
}

/// The same, and the mover's piece.
fn own(case: &MovementCase) -> Option<(Square, Square, Man)> {
    let (from, to) = squares(case)?;
    let man = case.before.men.at(from)?;
    (man.owner == case.mover).then_some((from, to, man))
}

fn pass(case: &MovementCase, report: &mut Report) {
    if case.ply.action == Action::Pass {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover} passes, which is not allowed",
                "{mover}がパスしているが、パスは認められない",
                mover
            ))
            .stopping();
    }
}

fn empty_source(case: &MovementCase, report: &mut Report) {
    if let Some((from, _)) = squares(case).filter(|&(from, _)| case.before.men.at(from).is_none()) {
        report
            .add(message!("there is no piece on {from}", "{from}に駒がない", from))
            .stopping();
    }
}

fn opponent_piece(case: &MovementCase, report: &mut Report) {
    let Some((from, _)) = squares(case) else { return };
    let man = case.before.men.at(from).filter(|man| man.owner != case.mover);
    if let Some(man) = man {
        let owner = seat(man.owner);
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

fn shape(case: &MovementCase, report: &mut Report) {
    let Some((from, to, man)) = own(case) else { return };
    let on_empty_board = reach(from, man.kind, man.owner, |_| false);
    if !on_empty_board.contains(&to) {
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
}

fn blocked_path(case: &MovementCase, report: &mut Report) {
    let Some((from, to, man)) = own(case) else { return };
    let can = reach(from, man.kind, man.owner, |_| false).contains(&to);
    if can && !case.before.men.reach(from).contains(&to) {
        let kind = man.kind;
        report
            .add(message!(
                "the {kind} on {from} cannot reach {to}: a piece is in the way",
                "{from}の{kind}は{to}へ動けない。間に駒がある",
                from,
                to,
                kind
            ))
            .stopping();
    }
}

fn own_piece(case: &MovementCase, report: &mut Report) {
    let Some((from, to, man)) = own(case) else { return };
    if case
        .before
        .men
        .at(to)
        .is_some_and(|there| there.owner == man.owner)
    {
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
}

fn king_captured(case: &MovementCase, report: &mut Report) {
    let Some((_, to, _)) = own(case) else { return };
    let king = case.before.men.at(to).filter(|man| man.kind == PieceKind::King);
    if let Some(king) = king.filter(|king| case.before.men.alive[king.owner]) {
        let owner = seat(king.owner);
        report
            .add(message!(
                "the move captures {owner}'s king, which is not allowed",
                "{owner}の玉を取っているが、玉は取れない",
                owner
            ))
            .stopping();
    }
}

fn own_king_in_check(case: &MovementCase, report: &mut Report) {
    let mut men = case.after.men.clone();
    men.alive = case.before.men.alive;
    if men.in_check(case.mover) {
        let mover = seat(case.mover);
        let king = men.king(case.mover);
        let attackers = king
            .map(|king| men.attackers(king, case.mover))
            .unwrap_or_default();
        report
            .add(message!(
                "{mover}'s king can be captured after this move",
                "この手の後、{mover}の玉を取られる",
                mover
            ))
            .marking(king.into_iter().chain(attackers));
    }
}

fn pawn_rank(case: &PlyCase<Yonin>, report: &mut Report) {
    let Action::Step {
        to, promotes: false, ..
    } = case.ply.action
    else {
        return;
    };
    let man = case.after.men.at(to).filter(|man| man.owner == case.mover);
    if man.is_none_or(|man| man.kind != PieceKind::Pawn) || seen(to, case.mover).depth != 2 {
        return;
    }
    report
        .add(message!(
            "the pawn moves to {to} without promoting",
            "{to}へ動いた歩が成っていない",
            to
        ))
        .weighing((case.before.rules.pawn_forced_ranks >= 2).then_some(Severity::Error));
}

fn piece_kind(case: &PlyCase<Yonin>, report: &mut Report) {
    let Action::Drop { kind, .. } = case.ply.action else {
        return;
    };
    let kind = kind.base();
    if kind != PieceKind::King && !HELD.contains(&kind) {
        report
            .add(message!(
                "a {kind} is not a piece of yonin shogi",
                "四人将棋に{kind}という駒はない",
                kind
            ))
            .stopping();
    }
}

// Promotion: the checks of rules that shogi has, too.

type PromotionCase = PlyCase<Yonin>;

/// The piece that this ply promotes.
fn promoted_promotion(case: &PromotionCase) -> Option<(Square, Square, Man)> {
    let promotes = matches!(case.ply.action, Action::Step { promotes: true, .. });
    own(case).filter(|_| promotes)
}

fn unpromotable(case: &PromotionCase, report: &mut Report) {
    let Some((_, _, man)) = promoted_promotion(case) else {
        return;
    };
    let kind = man.kind;
    if kind.promoted().is_none() && !kind.is_promoted() {
        report.add(message!("a {kind} cannot promote", "{kind}は成れない", kind));
    }
}

fn already(case: &PromotionCase, report: &mut Report) {
    let Some((from, _, man)) = promoted_promotion(case) else {
        return;
    };
    if man.kind.is_promoted() {
        report.add(message!(
            "the {kind} on {from} is already promoted and cannot promote again",
            "{from}の{kind}はすでに成っており、さらに成ることはできない",
            kind = man.kind,
            from
        ));
    }
}

fn outside_zone(case: &PromotionCase, report: &mut Report) {
    let Some((from, to, man)) = promoted_promotion(case) else {
        return;
    };
    if man.kind.promoted().is_some() && !board::Board::may_promote(from, to, case.mover) {
        report.add(message!(
            "neither {from} nor {to} is in the opposite camp, where pieces promote",
            "{from}も{to}も向かいの陣の外であり、成れない",
            from,
            to
        ));
    }
}

fn dead_piece(case: &PromotionCase, report: &mut Report) {
    let (kind, to) = match case.ply.action {
        Action::Step { to, promotes, .. } if !promotes => match own(case) {
            Some((_, _, man)) => (man.kind, to),
            None => return,
        },
        Action::Drop {
            kind,
            to,
            promoted: false,
        } => (kind, to),
        _ => return,
    };
    if board::Board::is_dead(kind, to, case.mover) {
        let kind = PieceKind::Pawn;
        report.add(message!(
            "an unpromoted {kind} on {to} can never move",
            "{to}の不成の{kind}は行き所のない駒になる",
            kind,
            to
        ));
    }
}

fn repetition(case: &PlyCase<Yonin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.rules.repeat_limit {
        report.add(message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(count)
        ));
    }
}

// The start position, where a record gives one.

/// The check of `start-king-count`: every player who is in the game has one king.
fn kings(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        let kings: Vec<Square> = board
            .men(player)
            .filter(|&(_, kind)| kind == PieceKind::King)
            .map(|(at, _)| at)
            .collect();
        if kings.len() != 1 {
            let seat = seat(player);
            report
                .add(if kings.is_empty() {
                    message!(
                        "{seat} has no king in the start position",
                        "開始局面に{seat}の玉がない",
                        seat
                    )
                } else {
                    message!(
                        "{seat} has {count} kings in the start position",
                        "開始局面に{seat}の玉が{count}枚ある",
                        seat,
                        count = kings.len()
                    )
                })
                .of_seat(seat)
                .marking(kings);
        }
    }
}

/// The check of `unreadable-board`: a position or a first seat that cannot be read.
fn position(case: &StartCase<Yonin>, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let is_read = match name.as_str() {
            "Position" => board::read(value).is_some(),
            "First" => letter(value.trim()).is_some(),
            _ => true,
        };
        if !is_read {
            report
                .add(message!(
                    "no moves were checked: this is not a valid {name} of yonin shogi",
                    "指し手は判定しなかった：四人将棋の {name} として読めない",
                    name
                ))
                .at(*span)
                .stopping();
        }
    }
}

/// What a set has of the kinds that can be held in hand.
const SET: [usize; HELD.len()] = [4, 8, 8, 12];

/// The check of `start-piece-count`: on the board and in all hands there is no more than a set has.
fn pieces(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for (place, (kind, most)) in HELD.into_iter().zip(SET).enumerate() {
        let is_of = |&at: &Square| board.at(at).is_some_and(|man| man.kind.base() == kind);
        let standing: Vec<Square> = board::squares().filter(is_of).collect();
        let held: usize = board.hands.iter().map(|hand| usize::from(hand[place])).sum();
        let count = standing.len() + held;
        if count > most {
            report.add(starts::words(count, kind, most)).marking(standing);
        }
    }
}

/// The check of `start-nifu`: nobody has two pawns on a line that runs away from him.
fn nifu_start(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        let pawns: Vec<Square> = pawns(board, player).collect();
        let is_second = |at: usize| {
            let line = seen(pawns[at], player).lateral;
            pawns[..at].iter().any(|&it| seen(it, player).lateral == line)
        };
        if let Some(second) = (0..pawns.len()).find(|&at| is_second(at)).map(|at| pawns[at]) {
            let seat = seat(player);
            report
                .add(message!(
                    "{seat} has more than one unpromoted pawn in the line of {second} in the start position",
                    "開始局面の{second}の筋に{seat}の歩が2枚以上ある",
                    seat,
                    second
                ))
                .of_seat(seat)
                .marking([second]);
        }
    }
}

/// The check of `start-dead-piece`: no pawn stands where it can never move.
fn dead(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        for at in pawns(board, player).filter(|&at| board::Board::is_dead(PieceKind::Pawn, at, player)) {
            let seat = seat(player);
            report
                .add(message!(
                    "{seat}'s pawn on {at} in the start position can never move",
                    "開始局面の{at}の{seat}の歩は行き所のない駒である",
                    seat,
                    at
                ))
                .of_seat(seat)
                .marking([at]);
        }
    }
}

fn pawns(board: &board::Board, player: usize) -> impl Iterator<Item = Square> + '_ {
    let pawns = board.men(player).filter(|&(_, kind)| kind == PieceKind::Pawn);
    pawns.map(|(at, _)| at)
}

// Words about the end: the check of a rule that shogi has, too.

/// The check of `unreadable-result`: a word about a player that names none, or one of another game.
fn states_no_player(case: &WordCase<Yonin>, report: &mut Report) {
    if let name @ ("hq" | "exterminated") = &*case.word.name {
        let name = format!("#{name}");
        report.add(message!(
            "`{name}` belongs to gunjin shogi and has no meaning in yonin shogi",
            "`{name}` は軍人将棋の語であり、四人将棋では何も意味しない",
            name
        ));
        return;
    }
    let is_about_all = matches!(&*case.word.name, "draw" | "interrupt");
    let about = case.word.rest.first().and_then(|it| letter(it));
    if !is_about_all && about.is_none() {
        let name = format!("#{}", case.word.name);
        report.add(message!(
            "expected a player (S, W, N or E) after `{name}`",
            "`{name}` の後に対局者（S、W、N、E）が必要である",
            name
        ));
    }
}

fn wrong_turn(case: &PlyCase<Yonin>, report: &mut Report) {
    let (before, mover) = (&case.before, case.mover);
    if mover == before.due || !before.men.alive[mover] {
        return;
    }
    let due = seat(before.due);
    let mover = seat(mover);
    report.add(if before.answers {
        message!(
            "{mover} moves, but it is {due}'s turn to answer the check",
            "{mover}が指しているが、王手をかけられた{due}が応じる番である",
            mover,
            due
        )
    } else if before.last == Some(case.mover) {
        message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が2手続けて指した。{due}の手番である",
            mover,
            due
        )
    } else {
        message!(
            "{mover} moves, but it is {due}'s turn",
            "{mover}が指しているが、{due}の手番である",
            mover,
            due
        )
    });
}
