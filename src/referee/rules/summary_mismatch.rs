//! `summary-mismatch` 要約との食い違い: a server summary that contradicts the record.

use crate::finding::{List, Message, Rule, message, rule};
use crate::notation::quote::quoted;
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;

rule!(
    "summary-mismatch",
    Doubt,
    Results,
    "a server summary that contradicts the record",
    "要約との食い違い"
);

/// With which terminals the words of a summary go; any goes with a word that is not listed.
const ENDS: [(&str, &[Terminal]); 12] = [
    ("toryo", &[Terminal::Resign]),
    ("time up", &[Terminal::Timeout]),
    // Older servers wrote %JISHOGI for a declaration.
    ("kachi", &[Terminal::DeclareWin, Terminal::Impasse]),
    ("illegal kachi", &[Terminal::DeclareWin, Terminal::FoulLoss]),
    ("illegal move", FOUL),
    ("uchifuzume", FOUL),
    ("oute_kaihimore", FOUL),
    ("oute_sennichite", FOUL),
    ("outori", FOUL),
    ("sennichite", &[Terminal::Repetition, Terminal::Draw]),
    (
        "jishogi",
        &[Terminal::Impasse, Terminal::DeclareWin, Terminal::Draw],
    ),
    (
        "max_moves",
        &[Terminal::MaxMoves, Terminal::Impasse, Terminal::Draw],
    ),
];

const FOUL: &[Terminal] = &[Terminal::FoulLoss, Terminal::FoulWin];

/// The words that name the fault of a refused move.
static FAULTS: [(&str, &Rule); 2] = [
    ("uchifuzume", &super::uchifuzume::RULE),
    ("oute_kaihimore", &super::own_king_in_check::RULE),
];

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(word) = spoken::word_of_summary(game) else {
        return;
    };
    let message = another_end(game, word)
        .or_else(|| another_fault(game, word))
        .or_else(|| no_king_taken(game, word));
    if let Some(message) = message {
        report.say(message);
    }
}

/// A `%` line that says something else of how the same side won.
fn another_end(game: &Game<'_>, word: &str) -> Option<Message> {
    let (_, ending) = game.ending?;
    let (_, fitting) = ENDS.iter().find(|(known, _)| *known == word)?;
    let same_winner = game.outcome_of(game.claim?) == game.outcome_of_terminal();
    let ending_word = quoted(&ending.word);
    (same_winner && !fitting.contains(&ending.terminal)).then(|| {
        message!(
            "the summary gives {word}, but the record ends with {ending_word}",
            "要約は{word}だが、棋譜は{ending_word}で終わる",
            word = quoted(word),
            ending_word
        )
    })
}

/// A refused move with another fault than the summary names.
fn another_fault(game: &Game<'_>, word: &str) -> Option<Message> {
    let (_, fault) = FAULTS.iter().find(|(known, _)| *known == word)?;
    let &(text, ref fouls) = game.refused.as_ref().filter(|_| game.certain)?;
    let what = if fouls.is_empty() {
        message!("is legal", "合法")
    } else {
        let rules = List(fouls.clone());
        message!("breaks another rule ({rules})", "別の反則（{rules}）", rules)
    };
    (!fouls.contains(fault)).then(|| {
        message!(
            "the summary gives {word}, but the move {text}, which the server refused, {what}",
            "要約は{word}だが、サーバーが拒んだ手{text}は{what}",
            word = quoted(word),
            text,
            what
        )
    })
}

/// A king that was not taken.
fn no_king_taken(game: &Game<'_>, word: &str) -> Option<Message> {
    let missing = word == "outori" && game.certain && game.king_captured.is_none();
    missing.then(|| {
        message!(
            "the summary gives \"outori\", but no king was captured",
            "要約は\"outori\"だが、玉は取られていない",
        )
    })
}
