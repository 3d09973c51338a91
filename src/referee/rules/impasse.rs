//! Rules about impasse (持将棋) and entering-king declarations.

use crate::finding::{CommaListWithAnd, Count, Findings, Message, Severity, Words, both, message, rules};
use crate::profile::{Declaration, DeclarationFailure, ImpasseAgreement, Profile};
use crate::record::{Outcome, Terminal};
use crate::referee::event;
use crate::referee::game::Game;
use crate::referee::impasse::{self, DeclarationResult, Shortfall, StandingRange};
use crate::referee::rule_hit::RuleHit;
use crate::shogi::{Color, Standing};

rules! {
    DECLARATION_INVALID = "declaration-invalid", RecordError, Results,
        "a declared win whose conditions are not met", "入玉宣言の失敗";
    DECLARATION_ONLY_DRAW = "declaration-only-draw", RecordError, Results,
        "a declared win that is only a draw", "引き分けにとどまる入玉宣言";
    DECLARATION_UNJUDGED = "declaration-unjudged", Notice, Results,
        "a declaration that could not be checked", "判定できない入玉宣言";
    JISHOGI_NO_ENTERED_KING = "jishogi-no-entered-king", RecordError, Results,
        "an impasse without entered kings", "入玉のない持将棋";
    JISHOGI_POINTS = "jishogi-points", RecordError, Results,
        "an impasse that one side wins by points", "点数で勝敗の決まる持将棋";
    IMPASSE_BY_OTHER_PROFILE = "impasse-by-other-profile", Doubt, Results,
        "an impasse valid under another profile", "別の規定で正しい持将棋";
    IMPASSE_UNNOTICED = "impasse-unnoticed", Notice, Results,
        "play after an entering-king win", "入玉勝ちの見逃し";
}

pub(super) fn declaration_invalid(game: &Game<'_>) -> Option<RuleHit> {
    let side = game.declarer().or_else(|| game.draw_declarer())?;
    let needed = impasse::min_points(game.profile.declaration, side);
    let (standing, needed) = game.standing(side).zip(needed)?;
    let shortfalls = impasse::shortfalls(&standing.max, needed);
    if shortfalls.is_empty() {
        return None;
    }
    let standing = standing.min;
    let hit = RuleHit::from(message!(
        "the declaration by {side} fails: {reasons}",
        "{side}の宣言は条件を満たさない：{reasons}",
        side,
        reasons = impasse::reasons(game.end, &standing, &shortfalls)
    ));
    let squares = impasse::squares(game.end, &standing, &shortfalls);
    let hit = hit.with_side(side).with_cells(squares);
    Some(match game.profile.declaration_failure {
        // The server has already reported the failure, so the finding is only a note.
        _ if game.terminal() == Some(Terminal::FoulLoss) => hit.with_severity(Severity::Note),
        DeclarationFailure::Loses => hit.with_outcome(Outcome::Win(side.opponent())),
        DeclarationFailure::NotApplicable => hit.with_outcome(Outcome::None),
    })
}

pub(super) fn declaration_only_draw(game: &Game<'_>) -> Option<RuleHit> {
    let declaration = game.profile.declaration;
    let side = game
        .declarer()
        .filter(|_| game.terminal() == Some(Terminal::DeclareWin))?;
    let standing = game.standing(side)?;
    let min = impasse::min_points(declaration, side)?;
    let needed = impasse::winning_points(declaration, side)?;
    if standing.common_result(|standing| impasse::declaration_result(declaration, standing))
        != Some(Some(DeclarationResult::Draws))
    {
        return None;
    }
    let standing = standing.min;
    let hit = RuleHit::from(message!(
        "{side} declared a win with {points} ({breakdown}); {needed} are required, and {min} to {max} draw",
        "{side}の勝ち宣言は{points}点（{breakdown}）：勝ちには{needed}点が必要で、{min}点から{max}点は引き分け",
        side,
        points = Count(standing.entered.value(), "point"),
        breakdown = standing.entered,
        needed,
        min,
        max = needed - 1
    ));
    let squares = impasse::squares(game.end, &standing, &[Shortfall::Points(needed)]);
    Some(
        hit.with_side(side)
            .with_cells(squares)
            .with_outcome(Outcome::Draw),
    )
}

pub(super) fn declaration_unjudged(game: &Game<'_>) -> impl Iterator<Item = RuleHit> {
    let usi_win = game.is_unexplained_usi_win().then(|| {
        let side = game.to_move();
        RuleHit::from(usi_win_message(side))
            .with_side(side)
            .with_severity(Severity::Warning)
    });
    let hits = [
        unchecked_declaration(game),
        unchecked_impasse(game),
        usi_win,
        unchecked_automatic_win(game),
    ];
    hits.into_iter().flatten()
}

/// Returns the note that a declaration was not checked, with the reason; `None` if the record has no
/// declaration or the declaration can be checked.
fn unchecked_declaration(game: &Game<'_>) -> Option<RuleHit> {
    let draw_declarer = game.draw_declarer();
    let side = game.declarer().or(draw_declarer)?;
    let reason = reason_not_checked(game, side, draw_declarer.is_some())?;
    let hit = RuleHit::from(message!(
        "the declaration by {side} was not checked: {reason}",
        "{side}の入玉宣言は判定しなかった：{reason}",
        side,
        reason
    ));
    Some(hit.with_side(side))
}

/// Returns the note that an agreed impasse was not checked, because there are more pieces than in a set. `None`
/// if there is no such impasse.
fn unchecked_impasse(game: &Game<'_>) -> Option<RuleHit> {
    let is_known = game.has_impasse_to_check() && game.is_board_known;
    let surplus = impasse::surplus_message(game.end).filter(|_| is_known)?;
    Some(RuleHit::from(message!(
        "the impasse was not checked: {surplus}",
        "持将棋は判定しなかった：{surplus}",
        surplus
    )))
}

/// Returns the reason why a declaration cannot be checked; `None` if the declaration can be checked.
fn reason_not_checked(game: &Game<'_>, side: Color, is_draw_declared: bool) -> Option<Message> {
    let declaration = game.profile.declaration;
    if declaration == Declaration::None {
        return Some(message!(
            "the rules of {event} have no declaration",
            "{event}の規定には宣言法がない",
            event = game.profile.quoted_title()
        ));
    }
    let Some(standing) = game.standing(side) else {
        let surplus = impasse::surplus_message(game.end).filter(|_| game.is_board_known);
        return Some(surplus.unwrap_or_else(|| IN_DOUBT.into()));
    };
    // A player who declares a draw does not need the points for a win.
    let effective_result = |standing: &Standing| match impasse::declaration_result(declaration, standing) {
        Some(DeclarationResult::Wins) if is_draw_declared => Some(DeclarationResult::Draws),
        other => other,
    };
    let is_uncertain = standing.common_result(effective_result).is_none();
    is_uncertain.then(|| side_credit_message(&standing))
}

/// Returns a note about an automatic win that could not be checked and after which the game continued; `None`
/// if there is no such win. A server awards such a win without a declaration.
fn unchecked_automatic_win(game: &Game<'_>) -> Option<RuleHit> {
    let is_certain_before = |ply| {
        game.line
            .ends
            .impasse
            .is_some_and(|(certain_ply, _)| certain_ply < ply)
    };
    let (ply, standing) = game
        .line
        .ends
        .impasse_uncertain
        .filter(|&(ply, _)| game.is_board_known && !is_certain_before(ply))?;
    let (next_ply, span) = game.first_move_after(ply)?;
    let side = standing.min.side;
    let hit = RuleHit::from(message!(
        "an entering-king win by {side} before this move was not checked: {reason}",
        "この手の前の{side}の入玉勝ちは判定しなかった：{reason}",
        side,
        reason = impasse::surplus_message(game.end).unwrap_or_else(|| side_credit_message(&standing))
    ));
    Some(hit.at_ply(next_ply, span).with_side(side))
}

/// The reason why a declaration is not checked if the final position is uncertain or a king is missing.
static IN_DOUBT: Words = both(
    "the final position is uncertain, or a king is missing",
    "終局図が確かでないか、玉がない",
);

/// Returns a message such as "White has 22 points, and 5 more if …".
fn side_credit_message(standing: &StandingRange) -> Message {
    let side = standing.min.side;
    let points = impasse::credit_message(standing.min.entered, standing.max.entered);
    message!("{side} has {points}", "{side}は{points}", side, points)
}

/// Returns the message about a final `win` in USI if the position is neither mate nor a valid declaration.
fn usi_win_message(side: Color) -> Message {
    message!(
        "the final \"win\" was read as a win for {side}, but the position is neither mate nor a valid declaration",
        "末尾の「win」を{side}の勝ちとして読んだが、詰みでも、宣言の条件を満たす局面でもない",
        side
    )
}

/// Shortest known move limit of an event (moves).
///
/// A longer game may have been drawn by a move limit that the applied rules do not contain.
const MIN_MOVE_LIMIT: u32 = 256;

pub(super) fn jishogi_no_entered_king(game: &Game<'_>) -> Option<RuleHit> {
    let may_be_limit = game.profile.max_moves.is_none() && game.moves_until(game.plies) >= MIN_MOVE_LIMIT;
    if !game.has_impasse_to_check() || may_be_limit || profile_that_fits(game).is_some() {
        return None;
    }
    let [Some(black), Some(white)] = Color::ALL.map(|side| game.standing(side)) else {
        return None;
    };
    let sides = [black.min, white.max];
    let standings_outside: Vec<_> = sides
        .into_iter()
        .filter(|standing| !standing.king_entered())
        .collect();
    let required_count = game.profile.impasse_entered_kings;
    if sides.len() - standings_outside.len() >= required_count as usize {
        return None;
    }
    let kings = standings_outside.iter().map(|standing| {
        message!(
            "{side}'s king is on {square}",
            "{side}玉は{square}",
            side = standing.side,
            square = standing.king
        )
    });
    let required_kings = if required_count > 1 {
        both("both kings", "両玉")
    } else {
        both("at least one king", "少なくとも一方の玉")
    };
    let message = message!(
        "an impasse requires {required_kings} in the enemy camp, but {kings}",
        "持将棋には{required_kings}の入玉が必要だが、{kings}にいる",
        required_kings,
        kings = CommaListWithAnd(kings.collect())
    );
    let squares = standings_outside.iter().filter_map(|standing| standing.king);
    // If the rules have draws by declaration, 持将棋 is also written for such a draw.
    let to_move = sides.iter().find(|side| side.side == game.to_move());
    let may_draw = to_move.is_some_and(|standing| {
        impasse::declaration_result(game.profile.declaration, standing) == Some(DeclarationResult::Draws)
    });
    Some(if may_draw {
        let message = message.followed_by(possible_declaration_note(game.to_move()));
        RuleHit::from(message)
            .with_cells(squares)
            .with_severity(Severity::Note)
    } else {
        RuleHit::from(message)
            .with_cells(squares)
            .with_outcome(Outcome::None)
    })
}

fn possible_declaration_note(side: Color) -> Message {
    message!(
        "; possibly a draw declared by {side}, who is to move and meets the conditions",
        "。ただし、手番の{side}は条件を満たしており、引き分けの宣言の可能性がある",
        side
    )
}

pub(super) fn jishogi_points(game: &Game<'_>) -> Option<RuleHit> {
    if !game.has_impasse_to_check() || !game.is_certain || profile_that_fits(game).is_some() {
        return None;
    }
    let [Some(black), Some(white)] = Color::ALL.map(|side| game.standing(side)) else {
        return None;
    };
    let black = black.min;
    let entered_count = [black, white.min]
        .iter()
        .filter(|standing| standing.king_entered())
        .count();
    if entered_count < game.profile.impasse_entered_kings as usize {
        return None;
    }
    let agreement = game.profile.impasse_agreement;
    let Some(winner) = white.common_result(|white| winner(agreement, &black, white)) else {
        return Some(RuleHit::from(unchecked_points_message(&white)).with_severity(Severity::Note));
    };
    let winner = winner?;
    let (white, rule) = (white.min, rule_of(agreement));
    let [first, second] = [black, white].map(|standing| impasse::points_message(&standing));
    let reason = message!(
        "{first} and {second}: {winner} wins {rule}",
        "{first}、{second}：{rule}で{winner}の勝ち",
        first,
        second,
        rule,
        winner
    );
    let hit = RuleHit::from(message!(
        "the result is an impasse, but {reason}",
        "持将棋とあるが、{reason}",
        reason
    ))
    .with_side(winner.opponent());
    Some(hit.with_outcome_and_reason(Outcome::Win(winner), reason))
}

/// Returns the note about an impasse whose result depends on points for the pieces of a handicap.
///
/// The record does not state whether the missing pieces are a handicap.
fn unchecked_points_message(white: &StandingRange) -> Message {
    message!(
        "the points of this impasse were not checked: White has {points}",
        "この持将棋の点数は判定しなかった：後手は{points}",
        points = impasse::credit_message(white.min.all, white.max.all)
    )
}

/// Returns the side that wins by points; `None` if the impasse is a draw, or if the rules have no points for an
/// agreed impasse.
fn winner(agreement: ImpasseAgreement, black: &Standing, white: &Standing) -> Option<Color> {
    let [black, white] = [black, white].map(|standing| standing.all.value());
    match agreement {
        ImpasseAgreement::None => None,
        ImpasseAgreement::Points24 => {
            match (black < impasse::MIN_POINTS_24, white < impasse::MIN_POINTS_24) {
                (true, false) => Some(Color::White),
                (false, true) => Some(Color::Black),
                _ => None,
            }
        }
        ImpasseAgreement::Points27 if black > white => Some(Color::Black),
        ImpasseAgreement::Points27 => Some(Color::White),
    }
}

/// Returns the words for the rule by which the points decide an agreed impasse.
fn rule_of(agreement: ImpasseAgreement) -> Words {
    match agreement {
        ImpasseAgreement::Points24 => both(
            "under the 24-point rule (fewer than 24 lose)",
            "24点法（24点未満は負け）",
        ),
        _ => both(
            "under the 27-point rule (more points win; at 27 each, White wins)",
            "27点法（多い側の勝ち、同点は後手の勝ち）",
        ),
    }
}

pub(super) fn impasse_by_other_profile(game: &Game<'_>) -> Option<Message> {
    let other_profile = profile_that_fits(game)?;
    Some(message!(
        "this impasse is a draw under the rules of {other}, but not under the default rules, those of {default}",
        "この持将棋は{other}の規定では引き分けだが、既定である{default}の規定では引き分けにならない",
        other = other_profile.quoted_title(),
        default = game.profile.quoted_title()
    ))
}

/// Returns the first other built-in profile under which the stated impasse is correct.
///
/// Returns `None` if a profile was chosen, if the impasse is correct under the default profile or under no
/// profile, or if the impasse cannot be checked.
pub(super) fn profile_that_fits(game: &Game<'_>) -> Option<&'static Profile> {
    let is_wrong = |hits: [Option<RuleHit>; 2]| hits.iter().flatten().any(RuleHit::is_above_note);
    // Under a correct profile, there is not even a note that the points are uncertain.
    let is_right = |[kings, points]: [Option<RuleHit>; 2]| {
        points.is_none() && !kings.is_some_and(|hit| hit.is_above_note())
    };
    if game.is_profile_chosen
        || !game.is_certain
        || !game.has_impasse_to_check()
        || !is_wrong(objections(game, game.profile))
    {
        return None;
    }
    let mut other_profiles = Profile::all()
        .iter()
        .filter(|profile| profile.name != game.profile.name);
    other_profiles.find(|other_profile| {
        // The rules that the record states apply under every profile.
        let profile = event::effective_profile(game.record, other_profile, &mut Findings::default());
        profile.impasse_agreement != ImpasseAgreement::None && is_right(objections(game, &profile))
    })
}

/// Returns the findings about the kings and the points of an impasse, as if this profile had been chosen.
fn objections(game: &Game<'_>, profile: &Profile) -> [Option<RuleHit>; 2] {
    let game = Game {
        profile,
        is_profile_chosen: true,
        ..game.clone()
    };
    [jishogi_no_entered_king(&game), jishogi_points(&game)]
}

pub(super) fn impasse_unnoticed(game: &Game<'_>) -> Option<RuleHit> {
    let (ply, standing) = game.line.ends.impasse.filter(|_| game.is_board_known)?;
    let (next_ply, span) = game.ignored_end_at(ply, &IMPASSE_UNNOTICED)?;
    let side = standing.side;
    let hit = RuleHit::from(message!(
        "{side} had already won by entering king: {pieces} pieces in the enemy camp, {points} points ({breakdown})",
        "すでに{side}の入玉勝ち：敵陣に{pieces}枚、{points}点（{breakdown}）",
        side,
        pieces = standing.in_camp,
        points = standing.entered.value(),
        breakdown = standing.entered
    ));
    let contradicts = game.contradicts(Outcome::Win(side));
    Some(
        hit.at_ply(next_ply, span)
            .with_side(side)
            .with_cells(standing.king)
            .warning_if(contradicts),
    )
}
