//! What the comments at the end say of it: those that programs write instead of an end (`*反則手にて終局`), the summary of a
//! game server, or the words of a person.

use std::borrow::Cow;

use super::game::Game;
use super::line_summary::LineSummary;
use crate::finding::Span;
use crate::notation::japanese_ending;
use crate::record::{Claim, NodeId, Record, Remark, Step, Terminal};

/// What is said at the end of the main line, by a まで line or a summary, and by a comment of a program where they leave
/// it open how the game ended.
pub(super) fn claim<'a>(record: &'a Record<'a>, line: &LineSummary<'a>) -> Option<Cow<'a, Claim<'a>>> {
    let last = line.last_move;
    let claims = || {
        record
            .claims
            .iter()
            .filter(|claim| claim.node == last || record.tree.is_main_line(claim.node))
    };
    // A line that says まで and nothing else leaves it to the next.
    let claim = claims()
        .find(|claim| claim.terminal.is_some() || claim.winner.is_some())
        .or_else(|| claims().next());
    let end = line.ending.map(|(_, ending)| ending.terminal);
    let is_open =
        claim.is_none_or(|claim| claim.terminal.is_none()) && matches!(end, None | Some(Terminal::Impasse));
    let spoken = remarks_at(record, last)
        .filter(|_| is_open)
        .find_map(|remark| Some((remark, terminal(&remark.text)?)))
        // A word for the end is not doubted. But %JISHOGI may stand for a declared win.
        .filter(|&(_, terminal)| end.is_none() || terminal == Terminal::DeclareWin);
    let Some((remark, terminal)) = spoken else {
        return claim.map(Cow::Borrowed);
    };
    let spoken = Claim {
        node: last,
        plies: None,
        terminal: Some(terminal),
        winner: None,
        text: remark.text.clone(),
        span: place(record, remark)
            .or_else(|| record.tree.node(last).span())
            .unwrap_or_default(),
    };
    Some(Cow::Owned(match claim {
        Some(claim) => Claim {
            terminal: spoken.terminal,
            ..claim.clone()
        },
        None => spoken,
    }))
}

/// How a comment says that the game ended, where it says nothing else.
pub(super) fn terminal(comment: &str) -> Option<Terminal> {
    let words = comment
        .trim_start_matches('*')
        .trim()
        .trim_end_matches(['.', '。']);
    if words == "Win by entering king declaration" {
        return Some(Terminal::DeclareWin);
    }
    match words.strip_suffix("にて終局")? {
        // The move that was illegal is the last that was written down.
        "反則手" | "反則" => Some(Terminal::FoulWin),
        word => Some(japanese_ending(word)?.0),
    }
}

/// Where a comment stands, if it stands in the text as it is.
fn place(record: &Record<'_>, remark: &Remark<'_>) -> Option<Span> {
    let text = &remark.text;
    let start = (text.as_ptr() as usize).checked_sub(record.text.as_ptr() as usize)?;
    let within = record.text.get(start..start + text.len())? == text;
    let offset = record.span.start as usize;
    within.then(|| Span::new(offset + start, offset + start + text.len()))
}

/// Whether a comment at the end names a foul in words.
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
    // A comment that is the result itself says no more than that.
    let mut said = remarks_at_end(game).filter(|remark| terminal(&remark.text).is_none());
    said.any(|remark| WORDS.iter().any(|word| remark.text.contains(word)))
}

/// Whether a comment at the end names perpetual check in words.
pub(super) fn perpetual_in_comments(game: &Game<'_>) -> bool {
    remarks_at_end(game).any(|remark| remark.text.contains("連続王手の千日手"))
}

/// The word with which the summary of a game server says how the game ended.
pub(super) fn word_of_summary<'a>(game: &Game<'a>) -> Option<&'a str> {
    let summary = game.claim?.text.strip_prefix("'summary:")?;
    summary.split(':').next()
}

/// The remarks on the last move of a game and after it.
pub(super) fn remarks_at_end<'a>(game: &Game<'a>) -> impl Iterator<Item = &'a Remark<'a>> {
    remarks_at(game.record, game.last_move)
}

/// The remarks on a move and on the end after it.
pub(super) fn remarks_at<'a>(record: &'a Record<'a>, last: NodeId) -> impl Iterator<Item = &'a Remark<'a>> {
    let tree = &record.tree;
    let at_end = move |node: NodeId| {
        node == last || matches!(tree.node(node).step, Step::End(_)) && tree.parent(node) == Some(last)
    };
    record.remarks.iter().filter(move |remark| at_end(remark.node))
}

#[cfg(test)]
mod tests {
    use super::{Terminal, terminal};

    #[test]
    fn only_a_comment_that_says_nothing_else_ends_a_game() {
        for (comment, expected) in [
            ("反則手にて終局", Some(Terminal::FoulWin)),
            ("*時間切れにて終局", Some(Terminal::Timeout)),
            ("接続切れにて終局", Some(Terminal::Resign)),
            ("千日手にて終局。", Some(Terminal::Repetition)),
            ("Win by entering king declaration.", Some(Terminal::DeclareWin)),
            ("この手が好手にて終局", None),
            ("反則手にて終局かと思われたが", None),
            ("時間切れ", None),
            ("", None),
        ] {
            assert_eq!(terminal(comment), expected, "{comment}");
        }
    }
}
