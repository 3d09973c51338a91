//! The result in words: `まで98手で後手の勝ち`.

use crate::notation::kakinoki;
use crate::notation::result::{Results, Stated, stated};
use crate::played::{Meaning, Played};
use crate::record::{Claim, Ending, NodeId, Step, Terminal};
use crate::shogi::Color;

/// The word for an end that has none here.
pub(crate) const ENDED: &str = "対局終了";

/// How the sides are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// 上手 and 下手, not 先手 and 後手.
    pub handicap: bool,
}

impl Names {
    /// What a side is called.
    pub(crate) const fn of(self, side: Color) -> &'static str {
        match (self.handicap, side) {
            (false, Color::Black) => "先手",
            (false, Color::White) => "後手",
            (true, Color::Black) => "下手",
            (true, Color::White) => "上手",
        }
    }
}

/// The まで lines of the record at a node. A server's summary is a line of a program, and stands among those.
pub(crate) fn as_written(results: &Results<'_, '_, '_>, id: NodeId) -> Vec<String> {
    let claims = results
        .at(id)
        .iter()
        .filter(|claim| claim.text.starts_with("まで"));
    claims.map(|claim| claim.text.to_string()).collect()
}

/// The まで lines of the record at the end of a line of play, where they say something else than its result, or it is in
/// their words only.
pub(crate) fn own(played: &Played<'_, '_>, results: &Results<'_, '_, '_>, last: NodeId) -> Vec<String> {
    let has_no_word = match &played.record().tree.node(last).step {
        Step::End(ending) => {
            let is_unknown = kakinoki::words::ending(&ending.word).is_none();
            let says_other = ending.of_side_to_move(played.turn(last)) == Terminal::Other;
            says_other && (is_unknown || ending.terminal != Terminal::Other)
        }
        _ => false,
    };
    let odd = |claim: &&Claim<'_>| {
        let stated = stated(played, claim);
        let is_odd = has_no_word || matches!(stated, Stated::Otherwise | Stated::Alone(None));
        claim.text.starts_with("まで") && is_odd
    };
    let all = as_written(results, last);
    if all.len() > 1 || is_after_end(played, last) || results.at(last).iter().any(odd) {
        all
    } else {
        Vec::new()
    }
}

/// Whether the game ended before this end, but for one right before it that says the same of who has won. Words for this
/// one would speak for that.
fn is_after_end(played: &Played<'_, '_>, last: NodeId) -> bool {
    let tree = &played.record().tree;
    let outcome = |id: NodeId| match &tree.node(id).step {
        Step::End(end) => Some(end.outcome(played.turn(id))),
        _ => None,
    };
    let own = outcome(last).flatten();
    let says_same = |&id: &NodeId| own.is_some() && outcome(id) == Some(own);
    let mut before = tree.back_from(last).skip(1).skip_while(says_same);
    before.any(|id| outcome(id).is_some())
}

/// The result of the line that ends with `last`, in words, for readers who take it to be the turn of `to_move` there;
/// `number` says which number a move has, and `word` how an end is written when a side has the turn.
pub(crate) fn words(
    played: &Played<'_, '_>,
    results: &Results<'_, '_, '_>,
    last: NodeId,
    to_move: Color,
    names: Names,
    number: impl Fn(NodeId) -> u32,
    word: impl Fn(&Ending<'_>, Color) -> String,
) -> Option<String> {
    let tree = &played.record().tree;
    if let Step::End(ending) = &tree.node(last).step {
        if is_after_end(played, last) {
            return None;
        }
        let mut before = tree
            .back_from(last)
            .filter(|&id| *played.meaning(id) != Meaning::End);
        let plies = before.next().map_or(0, number);
        let word = word(ending, to_move);
        return Some(line(
            plies,
            ending.of_side_to_move(to_move),
            &word,
            to_move,
            names,
        ));
    }
    let (mut terminal, claim) = results.claimed(last)?;
    if to_move != played.turn_after(last) {
        terminal = terminal.of_other_side().unwrap_or(terminal);
    }
    Some(line(number(last), terminal, &claim.text, to_move, names))
}

fn line(plies: u32, terminal: Terminal, word: &str, turn: Color, names: Names) -> String {
    let (mover, other) = (names.of(turn), names.of(turn.opponent()));
    let result = match terminal {
        Terminal::Resign => format!("{other}の勝ち"),
        Terminal::Timeout => format!("時間切れにより{other}の勝ち"),
        Terminal::FoulLoss => format!("{mover}の反則負け"),
        Terminal::FoulWin => format!("{mover}の反則勝ち"),
        Terminal::DeclareWin => format!("{mover}の入玉勝ち"),
        other => terminal_word(other, word),
    };
    format!("まで{plies}手で{result}")
}

/// The word for an end when `turn` is to move. Where no word tells how, one still tells who has won.
pub(crate) fn ending_word(ending: &Ending<'_>, turn: Color, names: Names) -> String {
    let terminal = ending.of_side_to_move(turn);
    match (terminal, ending.offender) {
        (Terminal::Other, Some(loser)) if kakinoki::words::ending(&ending.word).is_none() => {
            format!("{}の勝ち", names.of(loser.opponent()))
        }
        _ => terminal_word(terminal, &ending.word),
    }
}

/// Whether the word for an end names the winner and no more: that for the `win` of USI, which may be a declaration, and that for an
/// end whose loser is not to move.
pub(crate) fn says_less(ending: &Ending<'_>, turn: Color) -> bool {
    if ending.terminal == Terminal::Other {
        return ending.offender.is_some() && kakinoki::words::ending(&ending.word).is_none();
    }
    ending.of_side_to_move(turn) == Terminal::Other
}

/// The word for a terminal: that of the table, or for one that has none the word of the record, without blanks.
pub(crate) fn terminal_word(terminal: Terminal, word: &str) -> String {
    let known = kakinoki::words::terminal_word(terminal);
    known.map_or_else(|| word.split_whitespace().collect(), str::to_owned)
}
