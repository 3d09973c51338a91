//! `summary-mismatch` 要約との食い違い: a game server's summary names another end than the record shows.

use crate::finding::{List, Message, Rule, message, rule};
use crate::notation::quote::quoted;
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;

rule! {
    name: "summary-mismatch",
    class: Doubt,
    group: Results,
    title: "a game server's summary names another end than the record shows", "要約との食い違い",
    what:
        "The summary of a game server names another way to end than the `%` line of the record, with the same winner; or it names a fault, and the move that the server refused (`'ILLEGAL_MOVE(...)`) has another one or none; or it says that a king was taken, and none was. A summary that names another winner is `result-line-mismatch`, a perpetual check that is none `perpetual-claimed-not`.",
        "対局サーバーの要約が `%` の行と異なる終局を示す（勝者は同じ）。または要約が反則の種類を示すのに、サーバーが拒んだ手（`'ILLEGAL_MOVE(...)`）はその反則でない。または玉を取ったとあるのに取られていない。勝者が異なる場合は `result-line-mismatch`、連続王手の千日手でない場合は `perpetual-claimed-not`。",
    why:
        "Statistics are made from the summaries; a server's rules may also differ from those of the game.",
        "統計は要約から作られる。サーバーの判定が将棋の規則と異なることもある。",
    remedy:
        "Look at the refused move, and correct the summary or the end.",
        "拒まれた手を確かめ、要約または終局の記載を訂正する。",
    source: "shogi-server: the words of `'summary:`.",
    bad: Record { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n'ILLEGAL_MOVE(+2824HI)\n'summary:uchifuzume:A lose:B win\n" },
        "no pawn was dropped", "歩を打っていない",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n'ILLEGAL_MOVE(+2824HI)\n'summary:illegal move:A lose:B win\n" },
        "the rook passes a pawn", "飛車が歩を飛び越える",
}

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
            "the summary says {word}, but the record ends with {ending_word}",
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
            "the summary says {word}, but the move the server refused, {text}, {what}",
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
            "the summary says \"outori\", but no king was taken",
            "要約は\"outori\"だが、玉は取られていない",
        )
    })
}
