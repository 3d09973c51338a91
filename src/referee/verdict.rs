//! The verdict on a game, with its reasons: the stated result is kept unless a rule overrules it.

use super::cases::{Decision, Foul};
use super::game::Game;
use super::rule_hit::{self, RuleCheck};
use super::rules;
use crate::finding::{Bilingual, Class, Finding, Message, Rule, Seat, Severity, both, in_quotes, message};
use crate::notation::{csa, ending_of_comment, is_perpetual, is_perpetual_in_japanese, remarks_at};
use crate::played::{MoveAnalysis, MoveContext, StartKind, resolve};
use crate::profile::{FoulVerdict, Profile, RepetitionResult, ResignPriority};
use crate::record::{Outcome, Remark, Terminal};
use crate::shogi::Color;

/// The result of a game by the rules, with its reasons.
#[derive(Debug)]
pub(super) struct Verdict<'a> {
    pub game: &'a Game<'a>,
    pub outcome: Option<Outcome>,
    /// The rule of the earliest decision, even if this decision agrees with the stated result; `None` without a
    /// decision.
    pub rule: Option<&'static Rule>,
    /// The statement of the record, the facts that overrule or explain this statement, if any, and the
    /// conclusion.
    pub reasons: Vec<Message>,
}

/// Returns the verdict on a game.
///
/// The earliest decision takes precedence; of several at one ply, the first. It overrules a stated result that
/// contradicts it. Any other stated result is kept. If there is neither a decision nor a stated result, an
/// illegal last move loses, unless the record states a known kind of end.
pub(super) fn verdict<'a>(game: &'a Game<'a>, decisions: &[Decision]) -> Verdict<'a> {
    let mut reasons = vec![statement(game)];
    let stated = game.stated();
    let decision = decisions.iter().min_by_key(|decision| decision.ply);
    let overrules = |decision: &&Decision| stated.is_none() || game.contradicts(decision.outcome);
    let outcome = if let Some(decision) = decision.filter(overrules) {
        reasons.push(decision.message.clone());
        Some(decision.outcome)
    } else if stated.is_some() {
        reasons.extend(unclaimed_foul_reason(game));
        reasons.extend(replay_reason(game));
        stated
    } else {
        let loss = loss_by_last_move(game);
        reasons.extend(loss.iter().map(|(_, reason)| reason.clone()));
        loss.map(|(outcome, _)| outcome)
    };
    reasons.push(conclusion(outcome));
    Verdict {
        game,
        outcome,
        rule: decision.map(|decision| decision.rule),
        reasons,
    }
}

/// Returns the outcome of a game whose record stops without a result; `None` if the board does not decide the game.
pub(super) fn outcome_on_board(game: &Game<'_>) -> Option<Outcome> {
    let automatic_outcome = game.automatic_end.as_ref().map(|end| end.outcome);
    automatic_outcome.or_else(|| Some(loss_by_last_move(game)?.0))
}

/// Returns the outcome and the reason of a loss by an illegal last move, if the record states no end or only
/// one of unknown kind.
fn loss_by_last_move(game: &Game<'_>) -> Option<(Outcome, Message)> {
    if game
        .terminal()
        .is_some_and(|terminal| terminal != Terminal::Other)
    {
        return None;
    }
    let Foul { side, ply, rule, .. } = *game.foul_at_end()?;
    let reason = message!(
        "{side} made an illegal move at ply {ply} ({rule})",
        "{ply}手目に{side}の反則（{rule}）",
        side,
        ply,
        rule
    );
    Some((Outcome::Win(side.opponent()), reason))
}

/// Returns the reason about the first illegal move, if the record states an end other than by an illegal move
/// and its result is not already a loss of the offender.
fn unclaimed_foul_reason(game: &Game<'_>) -> Option<Message> {
    let first_foul = game.first_foul()?;
    let is_other_end = !matches!(game.terminal()?, Terminal::FoulLoss | Terminal::FoulWin);
    let is_loss_stated = game.stated() == Some(Outcome::Win(first_foul.side.opponent()));
    (is_other_end && !is_loss_stated).then(|| unclaimed_message(game, first_foul))
}

/// Returns the reason that a draw by repetition leads to another game, if the game ended in this way and the rules
/// require another game.
fn replay_reason(game: &Game<'_>) -> Option<Message> {
    let is_replayed = game.terminal() == Some(Terminal::Repetition)
        && game.stated() == Some(Outcome::Draw)
        && game.profile.repetition_result == RepetitionResult::Replay;
    is_replayed.then(|| {
        message!(
            "under the rules of {event}, such a game is replayed with colours exchanged",
            "{event}の規定では先後を入れ替えて指し直し",
            event = game.profile.quoted_title()
        )
    })
}

fn conclusion(outcome: Option<Outcome>) -> Message {
    outcome.map_or_else(
        || message!("the result is unknown", "勝敗は不明"),
        |outcome| message!("{outcome}", "{outcome}", outcome),
    )
}

/// Returns the message that describes the end or the result that the record states, or the absence of both.
fn statement(game: &Game<'_>) -> Message {
    let Some((ply, ending)) = game.ending else {
        let plies = game.plies;
        return if let Some(claim) = game.claim {
            message!(
                "after ply {plies} the record states {text}",
                "{plies}手目の後の記載は{text}",
                plies,
                text = in_quotes(&claim.text)
            )
        } else {
            message!(
                "the record stops after ply {plies} without a result",
                "棋譜は{plies}手目で終わり、結果の記載がない",
            )
        };
    };
    let end_description = end_description(game, &ending.word);
    let is_refused = ending.terminal == Terminal::DeclareWin && game.terminal() == Some(Terminal::FoulLoss);
    let by_server = is_refused.then(|| {
        both(
            ", which the server did not accept",
            "したが、サーバーは認めなかった",
        )
    });
    message!(
        "{end_description} at ply {ply}{by_server}",
        "{ply}手目に{end_description}{by_server}",
        end_description,
        ply,
        by_server
    )
}

/// Returns a description of the end that the record states, without the ply. `word` is the end token as
/// written, which is quoted if the kind of end is unknown.
fn end_description(game: &Game<'_>, word: &str) -> Message {
    let side = side_of_end(game);
    let opponent = side.opponent();
    let foul_loser = game.foul_loser().unwrap_or(side);
    let terminal = game.ending.map_or(Terminal::Other, |(_, ending)| ending.terminal);
    let terminal = if game.is_unexplained_usi_win() {
        Terminal::Other
    } else {
        terminal
    };
    match terminal {
        Terminal::Resign => message!("{side} resigned", "{side}が投了", side),
        Terminal::Timeout => message!("{side} lost on time", "{side}が時間切れ", side),
        Terminal::FoulLoss | Terminal::FoulWin => {
            message!(
                "{foul_loser} lost by an illegal move",
                "{foul_loser}の反則負け",
                foul_loser
            )
        }
        Terminal::BothFoul => message!("both sides lost by illegal moves", "両者反則負け"),
        Terminal::DeclareWin => message!(
            "{side} declared an entering-king win",
            "{side}が入玉勝ちを宣言",
            side
        ),
        Terminal::Mate => message!("the record states mate of {side}", "{side}が詰みとの記載", side),
        Terminal::WinByDefault => message!("{opponent} lost by default", "{opponent}の不戦敗", opponent),
        Terminal::Disconnect => message!("{side} lost the connection", "{side}の接続切れ", side),
        Terminal::LoseByDefault => message!("{side} lost by default", "{side}の不戦敗", side),
        Terminal::Repetition => message!("the game ended by repetition (千日手)", "千日手で終局"),
        Terminal::Impasse => message!("the game ended by impasse", "持将棋で終局"),
        Terminal::Draw => message!("the game ended in a draw", "引き分けで終局"),
        Terminal::MaxMoves => message!("the game ended at the move limit", "最大手数で終局"),
        Terminal::Interrupt => message!("the game was interrupted", "中断"),
        Terminal::Sealed => message!("the game was adjourned", "封じ手で指し掛け"),
        Terminal::NoMate => message!("the record states that there is no mate", "不詰との記載"),
        // The kinds after `Other` belong to other games and do not occur in records of shogi.
        Terminal::Error
        | Terminal::TakeBack
        | Terminal::Other
        | Terminal::LastSurvivor
        | Terminal::Headquarters
        | Terminal::Extermination
        | Terminal::GeneralCaptured
        | Terminal::PieceCount
        | Terminal::SecondPlayer
        | Terminal::CheckWin => {
            message!(
                "the record ends with {word}",
                "{word}との記載で終わる",
                word = in_quotes(word)
            )
        }
    }
}

/// Returns the side that the word for the end of the game is about.
///
/// This is the side to move, unless the record specifies an offender and the word, applied to one of the sides, means the
/// stated result.
fn side_of_end(game: &Game<'_>) -> Color {
    // `true` if the word, applied to this side, means the result that the record states.
    let word_is_about =
        |side: Color| game.stated() == game.ending.and_then(|(_, it)| it.terminal.outcome(side));
    let offender = game.ending.and_then(|(_, ending)| ending.offender);
    let named_side = offender.and_then(|loser| {
        [loser, loser.opponent()]
            .into_iter()
            .find(|&side| word_is_about(side))
    });
    named_side.unwrap_or_else(|| game.to_move())
}

// Illegal moves that the record itself states and punishes correctly are not errors of the record.

/// Turns the findings about the illegal last move into acknowledged notes, if the record states a loss by this
/// move and the verdict agrees.
pub(super) fn acknowledge(verdict: &Verdict<'_>, findings: &mut [Finding]) {
    let Some((foul, offender)) = verdict.game.punished_foul() else {
        return;
    };
    if verdict.outcome != Some(Outcome::Win(offender.opponent())) {
        return;
    }
    let is_about_foul = |finding: &&mut Finding| {
        finding.rule.class == Class::Foul
            && finding.variation.is_empty()
            && finding.ply == Some(foul.ply)
            && finding.seat == Some(foul.side.into())
    };
    for finding in findings.iter_mut().filter(is_about_foul) {
        finding.severity = Severity::Note;
        finding.acknowledged = true;
        let words = both(" (the record states this illegal move)", "（棋譜にも反則と記載）");
        finding.message = std::mem::take(&mut finding.message).followed_by(words);
    }
}

// Consequences of an unclaimed illegal move under the rules of the event.

/// Returns whether an unclaimed illegal move loses the game. `false` if this move or an earlier one contradicts
/// the board.
pub(super) fn unclaimed_foul_loses(game: &Game<'_>, foul: &Foul) -> bool {
    let loses = loses(game.profile, game.stated(), foul.ply == game.plies);
    // The illegal move is not certain if it, or an earlier move, contradicts the board.
    loses && foul.is_certain
}

/// Returns the message about the consequence of an unclaimed illegal move.
pub(super) fn unclaimed_message(game: &Game<'_>, foul: &Foul) -> Message {
    let is_broken_off = game.stated() == Some(Outcome::None);
    let loses = unclaimed_foul_loses(game, foul);
    let loses_after_end = game.profile.resign_priority == ResignPriority::No;
    let result = if !loses && loses_after_end && !foul.is_certain {
        both(
            "such an illegal move loses, but the position was already uncertain",
            "そのような反則は負けだが、局面がすでに確かでない",
        )
    } else {
        consequence(loses, is_broken_off)
    };
    unclaimed_foul_message(foul.side.into(), foul.ply, foul.rule, game.profile, result)
}

/// Returns whether an unclaimed illegal move loses under these rules, in a game with this stated result.
/// `is_last` is `true` if the illegal move is the last move of the game.
pub(crate) fn loses<S: Copy>(profile: &Profile, stated: Option<Outcome<S>>, is_last: bool) -> bool {
    match stated {
        // The game was neither continued nor resigned, so the illegal move is its last event.
        Some(Outcome::None) if is_last => matches!(
            profile.foul_verdict,
            FoulVerdict::Immediate | FoulVerdict::Refused
        ),
        None | Some(Outcome::None) => false,
        Some(_) => profile.resign_priority == ResignPriority::No,
    }
}

/// Returns the consequence of an unclaimed illegal move, in words. `broken_off` is `true` if the record states
/// an end without a result.
pub(crate) fn consequence(loses: bool, broken_off: bool) -> Bilingual<&'static str> {
    match (loses, broken_off) {
        (true, true) => both("an illegal move loses at once", "反則は直ちに負け"),
        (true, false) => both(
            "an illegal move found after the end still loses",
            "終局後に見つかった反則も負け",
        ),
        (false, true) => both("an interrupted game has no loser", "中断された対局に負けはない"),
        (false, false) => both("the result is kept", "終局の結果は変わらない"),
    }
}

/// Returns the message that an illegal move was not claimed, with its consequence under this profile.
pub(crate) fn unclaimed_foul_message(
    seat: Seat,
    ply: u32,
    rule: &'static Rule,
    profile: &Profile,
    consequence: Bilingual<&'static str>,
) -> Message {
    message!(
        "{seat}'s illegal move at ply {ply} ({rule}) was not claimed before the end; under the rules of {event}, {consequence}",
        "{ply}手目の{seat}の反則（{rule}）は終局までに指摘されず、{event}の規定では{consequence}",
        seat,
        ply,
        rule,
        event = profile.quoted_title(),
        consequence
    )
}

// The move that a game server refused at the end of a game.

/// Returns the move in a comment `ILLEGAL_MOVE(+7776FU)` at the end of the game, and the rules that this move
/// breaks. `None` if no such comment has a move that can be read and resolved in the position at the end.
pub(super) fn refused_move<'a>(game: &Game<'a>) -> Option<(&'a str, Vec<&'static Rule>)> {
    remarks_at_end(game).find_map(|remark| {
        let text = remark
            .text
            .trim_start_matches('*')
            .trim()
            .strip_prefix("ILLEGAL_MOVE(")?
            .strip_suffix(')')?;
        let written = csa::parse_single_move(text)?;
        let resolved = resolve(game.end, &written).ok()?;
        let before = game.end;
        let context = MoveContext {
            before,
            ply: game.plies + 1,
            previous_mover: Some(game.to_move().opponent()).filter(|_| game.plies > 0),
            previous_mark: None,
            after_gap: false,
            skipped_side: None,
            start_kind: StartKind::new(&game.record.start.position),
        };
        let mut analysis = MoveAnalysis::new(&resolved, &context);
        let mut fouls = broken_rules(rules::BEFORE, &analysis);
        if let Some(mv) = analysis.as_move().filter(|_| fouls.is_empty()) {
            let mut after = before.clone();
            if after.play(mv).is_some() {
                analysis.after = Some(after);
                fouls = broken_rules(rules::AFTER, &analysis);
            }
        }
        Some((text, fouls))
    })
}

/// Returns the rules of a table that the case breaks.
fn broken_rules<C>(rules: &[RuleCheck<C>], case: &C) -> Vec<&'static Rule> {
    rule_hit::findings(rules, case).map(|it| it.rule).collect()
}

// Comments about the end of a game.
//
// Such a comment may replace an end token (`*反則手にて終局`), be the summary of a game server, or be the words of
// a person.

/// Returns whether a comment at the end mentions an illegal move. Comments that are themselves the result are
/// ignored.
pub(super) fn foul_in_comments(game: &Game<'_>) -> bool {
    const WORDS: &[&str] = &[
        "反則",
        "二歩",
        "王手放置",
        "打ち歩詰",
        "二手指",
        "連続王手",
        "行き所",
        "illegal",
    ];
    // A comment that is itself the result carries no further information.
    let mut remarks = remarks_at_end(game).filter(|remark| ending_of_comment(&remark.text).is_none());
    remarks.any(|remark| WORDS.iter().any(|word| remark.text.contains(word)))
}

/// Returns whether a comment at the end mentions 連続王手の千日手 (perpetual check).
pub(super) fn perpetual_in_comments(game: &Game<'_>) -> bool {
    remarks_at_end(game).any(|remark| remark.text.contains("連続王手の千日手"))
}

/// Returns whether the game ends with a word of a game server for perpetual check, such as `%OUTE_SENNICHITE`.
pub(super) fn is_perpetual_by_server(game: &Game<'_>) -> bool {
    game.ending
        .is_some_and(|(_, ending)| csa::is_perpetual(&ending.word))
}

/// Returns whether the end token or the まで line has a Japanese word for perpetual check: 連続王手の千日手 or 王手千日手.
pub(super) fn is_perpetual_in_words(game: &Game<'_>) -> bool {
    let is_end_word = game
        .ending
        .is_some_and(|(_, ending)| is_perpetual_in_japanese(&ending.word));
    is_end_word
        || game
            .claim
            .is_some_and(|claim| !claim.text.starts_with('\'') && is_perpetual(claim))
}

/// Returns the word for the end of the game in the summary of a game server; `None` if there is no summary.
pub(super) fn word_of_summary<'a>(game: &Game<'a>) -> Option<&'a str> {
    let summary = game.claim?.text.strip_prefix("'summary:")?;
    summary.split(':').next()
}

/// Returns the remarks on the last move of a game and after it.
pub(super) fn remarks_at_end<'a>(game: &Game<'a>) -> impl Iterator<Item = &'a Remark<'a>> {
    remarks_at(game.record, game.last_move)
}
