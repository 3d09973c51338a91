//! `result-line-mismatch` 結果の記載が食い違う: two statements about the result contradict each other.

use crate::finding::Severity;
use crate::finding::{Class, Example, Page, Rule};
use crate::record::{Claim, Outcome, Step, Terminal};
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 結果の記載が食い違う: two statements about the result contradict each other.
pub static RULE: Rule = Rule {
    name: "result-line-mismatch",
    class: Class::RecordError,
    english: "two statements about the result contradict each other",
    japanese: "結果の記載が食い違う",
    page: Page {
        what: "The まで line or the game server's summary names another number of moves or another winner than the record itself. Another reason with the same winner is no fault.",
        why: "One of the two is wrong, and tables of results are made from either.",
        remedy: "Find out who won, and correct the line. If the number is wrong, moves may be missing.",
        source: "KIF definition: `まで98手で後手の勝ち`; shogi-server: `'summary:`.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で先手の勝ち\n",
            note: "Black resigned",
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n",
            note: "White won",
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let tree = &game.record.tree;
    let mut complaints = Vec::new();
    for claim in &game.record.claims {
        let node = tree.node(claim.node);
        let last = if matches!(node.step, Step::End(_)) {
            tree.parent(claim.node).unwrap_or(claim.node)
        } else {
            claim.node
        };
        let (played, number) = (tree.node(last).ply, tree.node(last).number);
        let main = game.claim.is_some_and(|main| std::ptr::eq(main, claim));
        let played = if main { game.plies } else { played };
        // A foul that ended the game is counted by some programs, though it is not written down.
        let unwritten = u32::from(main && game.terminal() == Some(Terminal::FoulLoss));
        let fits = |said: u32| said == number || (played..=played.saturating_add(unwritten)).contains(&said);
        if let Some(said) = claim.plies.filter(|&said| !fits(said)) {
            let message = format!(
                "\"{}\" says {said} moves, but the record has {played}",
                claim.text
            );
            complaints.push(about(game, claim, node.ply, message));
        }
        if main && let Some(message) = another_winner(game, claim) {
            complaints.push(about(game, claim, node.ply, message));
        }
    }
    complaints
}

fn about(game: &Game<'_>, claim: &Claim<'_>, ply: u32, message: String) -> Complaint {
    let mut complaint = Complaint::new(ply, Some(claim.span), None, message);
    complaint.variation = game.record.tree.path(claim.node);
    complaint.severity = (!complaint.variation.is_empty()).then_some(Severity::Note);
    complaint
}

fn another_winner(game: &Game<'_>, claim: &Claim<'_>) -> Option<String> {
    let (_, ending) = game.ending?;
    let (by_token, by_claim) = (game.outcome_of_terminal()?, game.outcome_of_claim()?);
    (by_token != by_claim).then(|| {
        format!(
            "\"{}\" means {}, but \"{}\" means {}",
            claim.text,
            words(by_claim),
            ending.word,
            words(by_token)
        )
    })
}

fn words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(side) => format!("that {} won", words::side(side)),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::None => "no result".to_owned(),
    }
}
