//! Who won, and why: what the record states stands, unless a rule says that it cannot.

use super::decision::Decision;
use super::game::Game;
use super::main_line::Foul;
use super::unclaimed::found_later;
use crate::finding::{Message, Rule, both, message};
use crate::notation::quote::quoted;
use crate::profile::RepetitionResult;
use crate::record::{Outcome, Terminal};
use crate::shogi::Color;

/// Who won by the rules.
#[derive(Debug)]
pub(super) struct Verdict<'a> {
    pub game: &'a Game<'a>,
    pub outcome: Option<Outcome>,
    /// The rule that overrules what the record states, where one does.
    pub rule: Option<&'static Rule>,
    /// What the record states, what the board or the profile says to that, and what follows.
    pub because: Vec<Message>,
}

/// The earliest decision counts, of several at one ply the first; without any, what the record states.
pub(super) fn verdict<'a>(game: &'a Game<'a>, decisions: &[Decision]) -> Verdict<'a> {
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
        game,
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
    let reason = message!(
        "{side} made an illegal move at ply {ply} ({rule})",
        "{ply}手目に{side}の反則（{rule}）",
        side,
        ply,
        rule
    );
    Some((Outcome::Win(side.opponent()), reason))
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
        message!(
            "under {name}, such a game is replayed with colours exchanged",
            "{name}の規定では先後を入れ替えて指し直し",
            name
        )
    })
}

fn conclusion(outcome: Option<Outcome>) -> Message {
    outcome.map_or_else(
        || message!("the result is unknown", "勝敗は不明"),
        |outcome| message!("{outcome}", "{outcome}", outcome),
    )
}

/// What the record states.
fn statement(game: &Game<'_>) -> Message {
    let Some((ply, ending)) = game.ending else {
        let plies = game.plies;
        return if let Some(claim) = game.claim {
            message!(
                "after ply {plies} the record states {text}",
                "{plies}手目の後の記載は{text}",
                plies,
                text = quoted(&claim.text)
            )
        } else {
            message!(
                "the record stops after ply {plies} without a result",
                "棋譜は{plies}手目で終わり、結果の記載がない",
                plies
            )
        };
    };
    let ended = ended(game, &ending.word);
    let refused = ending.terminal == Terminal::DeclareWin && game.terminal() == Some(Terminal::FoulLoss);
    let by_server = refused.then(|| {
        both(
            ", which the server did not accept",
            "したが、サーバーは認めなかった",
        )
    });
    message!(
        "{ended} at ply {ply}{by_server}",
        "{ply}手目に{ended}{by_server}",
        ended,
        ply,
        by_server
    )
}

/// How the record says the game ended, without the ply.
fn ended(game: &Game<'_>, word: &str) -> Message {
    // The side that the word speaks of: the one to move, unless another is named.
    let speaks_of = |side: Color| game.stated() == game.ending.and_then(|(_, it)| it.terminal.outcome(side));
    let named = game.ending.and_then(|(_, ending)| ending.offender);
    let named = named.and_then(|loser| {
        [loser, loser.opponent()]
            .into_iter()
            .find(|&side| speaks_of(side))
    });
    let side = named.unwrap_or_else(|| game.to_move());
    let other = side.opponent();
    let blamed = game.blamed().unwrap_or(side);
    let terminal = game.ending.map_or(Terminal::Other, |(_, ending)| ending.terminal);
    let terminal = if game.claims_win() {
        Terminal::Other
    } else {
        terminal
    };
    match terminal {
        Terminal::Resign => message!("{side} resigned", "{side}が投了", side),
        Terminal::Timeout => message!("{side} lost on time", "{side}が時間切れ", side),
        Terminal::FoulLoss | Terminal::FoulWin => {
            message!("{blamed} lost by an illegal move", "{blamed}の反則負け", blamed)
        }
        Terminal::BothFoul => message!("both sides lost by illegal moves", "両者反則負け"),
        Terminal::DeclareWin => message!(
            "{side} declared an entering-king win",
            "{side}が入玉勝ちを宣言",
            side
        ),
        Terminal::Mate => message!("the record states mate of {side}", "{side}が詰みとの記載", side),
        Terminal::WinByDefault => message!("{other} lost by default", "{other}の不戦敗", other),
        Terminal::LoseByDefault => message!("{side} lost by default", "{side}の不戦敗", side),
        Terminal::Repetition => message!("the game ended by repetition (千日手)", "千日手で終局"),
        Terminal::Impasse => message!("the game ended by impasse", "持将棋で終局"),
        Terminal::Draw => message!("the game ended in a draw", "引き分けで終局"),
        Terminal::MaxMoves => message!("the game ended at the move limit", "最大手数で終局"),
        Terminal::Interrupt => message!("the game was interrupted", "中断"),
        Terminal::Sealed => message!("the game was adjourned", "封じ手で指し掛け"),
        Terminal::NoMate => message!("the record states that there is no mate", "不詰との記載"),
        // Those of other games stand in no record of shogi.
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
                word = quoted(word)
            )
        }
    }
}
