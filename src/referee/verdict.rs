//! Who won, and why: what the record states stands, unless a rule says that it cannot.

use super::complaint::Decision;
use super::game::{Foul, Game};
use super::words::{self, japanese};
use crate::finding::{Message, Rule, Words, both, say};
use crate::notation::quote::quoted;
use crate::profile::{FoulVerdict, RepetitionResult, ResignPriority};
use crate::record::{Outcome, Terminal};
use crate::shogi::Color;

/// Who won by the rules.
#[derive(Debug)]
pub(super) struct Verdict {
    pub outcome: Option<Outcome>,
    /// The rule that overrules what the record states, where one does.
    pub rule: Option<&'static Rule>,
    /// What the record states, what the board or the profile says to that, and what follows.
    pub because: Vec<Message>,
}

/// The earliest decision counts, of several at one ply the first; without any, what the record states.
pub(super) fn verdict(game: &Game<'_>, decisions: &[Decision]) -> Verdict {
    let mut because = vec![statement(game)];
    let stated = game.stated();
    let decision = decisions.iter().min_by_key(|decision| decision.ply);
    let overrules = |it: &&Decision| stated.is_none() || game.states_otherwise_than(it.outcome);
    let outcome = if let Some(decision) = decision.filter(overrules) {
        because.push(decision.message.clone());
        Some(decision.outcome)
    } else if stated.is_some() {
        because.extend(unclaimed_foul(game));
        because.extend(another_game(game));
        stated
    } else {
        let foul = foul_at_end(game);
        because.extend(foul.iter().map(|(_, reason)| reason.clone()));
        foul.map(|(outcome, _)| outcome)
    };
    because.push(conclusion(outcome));
    Verdict {
        outcome,
        rule: decision.map(|decision| decision.rule),
        because,
    }
}

/// Who won a game whose record stops without a word.
pub(super) fn outcome_on_board(game: &Game<'_>) -> Option<Outcome> {
    let over = game.over.as_ref().map(|end| end.outcome);
    over.or_else(|| Some(foul_at_end(game)?.0))
}

/// A game that stops at a foul, and nothing is said of it.
fn foul_at_end(game: &Game<'_>) -> Option<(Outcome, Message)> {
    if game
        .terminal()
        .is_some_and(|terminal| terminal != Terminal::Other)
    {
        return None;
    }
    let Foul { side, ply, rule, .. } = *game.foul_at_end()?;
    let reason = say(
        format!(
            "{} committed a foul at ply {ply} ({})",
            words::side(side),
            rule.name
        ),
        format!("{ply}手目に{}の反則（{}）", japanese::side(side), rule.japanese),
    );
    Some((Outcome::Win(side.opponent()), reason))
}

/// Whether a foul that nobody claimed loses.
pub(super) fn loses_when_found(game: &Game<'_>, foul: &Foul) -> bool {
    let profile = game.profile;
    let loses = match game.stated() {
        // Nobody has played on or resigned, so the foul itself is the last that happened.
        Some(Outcome::None) if foul.ply == game.plies => {
            matches!(
                profile.foul_verdict,
                FoulVerdict::Immediate | FoulVerdict::Refused
            )
        }
        None | Some(Outcome::None) => false,
        Some(_) => profile.resign_priority == ResignPriority::No,
    };
    // Behind a doubtful move nothing is sure.
    loses && foul.certain
}

/// What becomes of a foul that nobody claimed.
pub(super) fn found_later(game: &Game<'_>, foul: &Foul) -> Message {
    let Foul { ply, side, rule, .. } = *foul;
    let name = &game.profile.name;
    let broken_off = game.stated() == Some(Outcome::None);
    let loses = loses_when_found(game, foul);
    let late = game.profile.resign_priority == ResignPriority::No;
    let Words { english, japanese } = match (loses, broken_off) {
        (true, true) => both("a foul loses at once", "反則は直ちに負け"),
        (true, false) => both(
            "a foul that is found after the end still loses",
            "終局後に見つかった反則も負け",
        ),
        (false, _) if late && !foul.certain => both(
            "such a foul loses, but the board was no longer certain there",
            "そのような反則は負けだが、その局面はすでに確かでない",
        ),
        (false, true) => both(
            "a game that was broken off has no loser",
            "中断された対局に負けはない",
        ),
        (false, false) => both("the result stands", "終局の結果は変わらない"),
    };
    say(
        format!(
            "{}'s foul at ply {ply} ({}) was not claimed before the end, and by {name} {english}",
            words::side(side),
            rule.name
        ),
        format!(
            "{ply}手目の{}の反則（{}）は終局までに指摘されず、{name}の規定では{japanese}",
            japanese::side(side),
            rule.japanese
        ),
    )
}

/// A foul that would have made another the winner, had it been claimed.
fn unclaimed_foul(game: &Game<'_>) -> Option<Message> {
    let first = game.first_foul()?;
    let ended = !matches!(game.terminal()?, Terminal::FoulLoss | Terminal::FoulWin);
    let lost = game.stated() == Some(Outcome::Win(first.side.opponent()));
    (ended && !lost).then(|| found_later(game, first))
}

/// What a draw by repetition leads to.
fn another_game(game: &Game<'_>) -> Option<Message> {
    let replayed = game.terminal() == Some(Terminal::Repetition)
        && game.stated() == Some(Outcome::Draw)
        && game.profile.repetition_result == RepetitionResult::Replay;
    let name = &game.profile.name;
    replayed.then(|| {
        say(
            format!("by {name} such a game is played anew, with colours exchanged"),
            format!("{name}の規定では先後を入れ替えて指し直し"),
        )
    })
}

fn conclusion(outcome: Option<Outcome>) -> Message {
    outcome.map_or_else(
        || say("nobody can say who won", "勝敗は不明"),
        |outcome| say(words::outcome(outcome), japanese::outcome(outcome)),
    )
}

/// What the record states.
fn statement(game: &Game<'_>) -> Message {
    let Some((ply, ending)) = game.ending else {
        return match game.claim {
            Some(claim) => {
                let (plies, text) = (game.plies, quoted(&claim.text));
                say(
                    format!("behind ply {plies} the record says {text}"),
                    format!("{plies}手目の後の記載は{text}"),
                )
            }
            None => say(
                format!("the record stops after ply {} without a result", game.plies),
                format!("棋譜は{}手目で終わり、結果の記載がない", game.plies),
            ),
        };
    };
    let (english, japanese) = ended(game, &ending.word);
    let refused = ending.terminal == Terminal::DeclareWin && game.terminal() == Some(Terminal::FoulLoss);
    let (by_server, server) = if refused {
        (
            ", which the server did not accept",
            "したが、サーバーは認めなかった",
        )
    } else {
        ("", "")
    };
    say(
        format!("{english} at ply {ply}{by_server}"),
        format!("{ply}手目に{japanese}{server}"),
    )
}

/// How the record says the game ended, without the ply.
fn ended(game: &Game<'_>, word: &str) -> (String, String) {
    // The side that the word speaks of: the one to move, unless another is named.
    let speaks_of = |side: Color| game.stated() == game.ending.and_then(|(_, it)| it.terminal.outcome(side));
    let named = game.ending.and_then(|(_, ending)| ending.offender);
    let named = named.and_then(|loser| {
        [loser, loser.opponent()]
            .into_iter()
            .find(|&side| speaks_of(side))
    });
    let to_move = named.unwrap_or_else(|| game.to_move());
    let (side, other) = (words::side(to_move), words::side(to_move.opponent()));
    let (side_ja, other_ja) = (japanese::side(to_move), japanese::side(to_move.opponent()));
    let blamed = game.blamed().unwrap_or(to_move);
    let terminal = game.ending.map_or(Terminal::Other, |(_, ending)| ending.terminal);
    let terminal = if game.claims_win() {
        Terminal::Other
    } else {
        terminal
    };
    let plain = |english: &str, japanese: &str| (english.to_owned(), japanese.to_owned());
    match terminal {
        Terminal::Resign => (format!("{side} resigned"), format!("{side_ja}が投了")),
        Terminal::Timeout => (format!("{side} ran out of time"), format!("{side_ja}が時間切れ")),
        Terminal::FoulLoss | Terminal::FoulWin => (
            format!("{} lost by a foul", words::side(blamed)),
            format!("{}の反則負け", japanese::side(blamed)),
        ),
        Terminal::BothFoul => plain("both sides lost by fouls", "両者反則負け"),
        Terminal::DeclareWin => (
            format!("{side} declared a win by entering king"),
            format!("{side_ja}が入玉勝ちを宣言"),
        ),
        Terminal::Mate => (
            format!("{side} is said to be mated"),
            format!("{side_ja}が詰みとの記載"),
        ),
        Terminal::WinByDefault => (format!("{other} lost by default"), format!("{other_ja}の不戦敗")),
        Terminal::LoseByDefault => (format!("{side} lost by default"), format!("{side_ja}の不戦敗")),
        Terminal::Repetition => plain("the game ended by repetition", "千日手で終局"),
        Terminal::Impasse => plain("the game ended by impasse", "持将棋で終局"),
        Terminal::Draw => plain("the game ended in a draw", "引き分けで終局"),
        Terminal::MaxMoves => plain("the game ended at its limit of moves", "最大手数で終局"),
        Terminal::Interrupt => plain("the game was broken off", "中断"),
        Terminal::Sealed => plain("the game was adjourned", "封じ手で指し掛け"),
        Terminal::NoMate => plain("the problem is said to have no mate", "不詰との記載"),
        Terminal::Error | Terminal::TakeBack | Terminal::Other => {
            let word = quoted(word);
            (
                format!("the record ends with {word}"),
                format!("{word}との記載で終わる"),
            )
        }
    }
}
