//! The result in words: `まで98手で後手の勝ち`.

use crate::notation::result::{Results, Stated, stated};
use crate::played::Played;
use crate::record::{NodeId, Step, Terminal};
use crate::shogi::Color;

/// How the sides are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names {
    /// 上手 and 下手, not 先手 and 後手.
    pub handicap: bool,
}

impl Names {
    /// What a side is called.
    pub const fn of(self, side: Color) -> &'static str {
        match (self.handicap, side) {
            (false, Color::Black) => "先手",
            (false, Color::White) => "後手",
            (true, Color::Black) => "下手",
            (true, Color::White) => "上手",
        }
    }
}

/// The lines about the result of the line of play that ends with `last`: what the record says itself where it says
/// something else than the result, else the result in words.
pub fn lines(
    played: &Played<'_, '_>,
    results: &Results<'_, '_, '_>,
    last: NodeId,
    names: Names,
) -> Vec<String> {
    let own = odd_claims(played, results, last);
    if !own.is_empty() {
        return own;
    }
    let tree = &played.record().tree;
    let before = match tree.node(last).step {
        Step::End(_) => tree.parent(last).unwrap_or(NodeId::START),
        _ => last,
    };
    let plies = tree.node(before).number;
    let line = result_line(played, results, last, plies, names);
    line.into_iter().collect()
}

/// The まで lines of the record that say something else than the result of their line of play.
pub fn odd_claims(played: &Played<'_, '_>, results: &Results<'_, '_, '_>, last: NodeId) -> Vec<String> {
    let odd = |stated| matches!(stated, Stated::Otherwise | Stated::Alone(None));
    // A server's summary is a line of a program, and stands among those.
    let own = results
        .at(last)
        .iter()
        .filter(|claim| claim.text.starts_with("まで") && odd(stated(played, claim)));
    own.map(|claim| claim.text.to_string()).collect()
}

/// The result of the line of play that ends with `last`, after so many plies, in words.
pub fn result_line(
    played: &Played<'_, '_>,
    results: &Results<'_, '_, '_>,
    last: NodeId,
    plies: u32,
    names: Names,
) -> Option<String> {
    if let Step::End(ending) = &played.record().tree.node(last).step {
        let turn = played.turn(last);
        return Some(line(plies, ending.terminal, &ending.word, turn, names));
    }
    let (terminal, claim) = results.claimed(last)?;
    Some(line(plies, terminal, &claim.text, played.turn_after(last), names))
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

/// The word for a terminal: that of the table, or for one that has none the word of the record, without blanks.
pub fn terminal_word(terminal: Terminal, word: &str) -> String {
    let known = crate::notation::kakinoki::words::terminal_word(terminal);
    known.map_or_else(|| word.split_whitespace().collect(), str::to_owned)
}
