//! Each line of a game tree is checked separately.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::support::dice::Dice;
use crate::support::trees::tree_text;
use kifu::finding::Finding;
use kifu::finding::Severity;
use kifu::notation;
use kifu::record::Gaps;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Step;
use kifu::record::Tree;
use kifu::referee::RULES;
use kifu::referee::Referee;
use kifu::text;

/// Returns `true` if the rule of a finding is about moves. In `RULES`, these rules come first; `start-piece-count` is
/// the first rule after them.
fn is_about_moves(finding: &Finding) -> bool {
    static MOVE_RULES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let names = RULES.iter().map(|rule| rule.name);
        names.take_while(|name| *name != "start-piece-count").collect()
    });
    MOVE_RULES.contains(finding.rule.name)
}

/// Returns the parts of a finding about a move that do not depend on the location in the record.
fn finding_content(finding: &Finding) -> (&'static str, Option<u32>, Option<&str>, Option<&str>, bool) {
    let Finding {
        rule,
        ply,
        moved,
        position,
        after_foul,
        ..
    } = finding;
    (
        rule.name,
        *ply,
        moved.as_deref(),
        position.as_deref(),
        *after_foul,
    )
}

/// Returns a copy of the record with only the line that leads to `leaf`, and without gaps, claims and remarks.
fn only_line_to<'t>(record: &Record<'t>, leaf: NodeId) -> Record<'t> {
    let mut line: Vec<_> = record
        .tree
        .ancestors(leaf)
        .filter(|&id| id != NodeId::START)
        .collect();
    line.reverse();
    let mut copy = record.clone();
    copy.tree = Tree::default();
    copy.gaps = Gaps::default();
    copy.claims.clear();
    copy.remarks.clear();
    let mut latest = NodeId::START;
    for id in line {
        let node = record.tree.node(id);
        latest = copy.tree.add(latest, node.step.clone(), node.clock);
    }
    copy
}

/// Asserts that every line of a tree has the findings that a separate record of the line has. In a variation, these
/// findings are notes. Returns the number of compared variations with findings.
fn assert_lines_are_checked_independently(record: &Record<'_>) -> usize {
    let tree = &record.tree;
    let judgement = Referee::new().check(record);
    for finding in judgement
        .findings
        .iter()
        .filter(|finding| is_about_moves(finding))
    {
        let node = tree
            .ids()
            .find(|&id| tree.node(id).span() == finding.span)
            .expect("it is about a token");
        assert_eq!(finding.variation, tree.path(node), "{finding:?}");
        assert_eq!(finding.ply, Some(tree.node(node).ply), "{finding:?}");
        let severity = if tree.is_main_line(node) {
            finding.rule.class.severity()
        } else {
            Severity::Note
        };
        assert_eq!(finding.severity, severity, "{finding:?}");
    }
    let mut compared = 0;
    for leaf in tree
        .ids()
        .filter(|&id| id != NodeId::START && tree.first_child(id).is_none())
    {
        let path = tree.path(leaf);
        let branch_ply = path.last().map_or(1, |&(ply, _)| ply);
        let separate = Referee::new().check(&only_line_to(record, leaf));
        let is_not_judged = |finding: &&Finding| finding.rule.name == "not-judged";
        if separate
            .findings
            .iter()
            .find(is_not_judged)
            .is_some_and(|finding| finding.ply <= Some(branch_ply))
        {
            // The separate check stops at or before the branch point, so the variation is not compared.
            continue;
        }
        let separate_findings: Vec<_> = separate
            .findings
            .iter()
            .filter(|finding| is_about_moves(finding) && finding.ply >= Some(branch_ply))
            .collect();
        let line_findings: Vec<_> = judgement
            .findings
            .iter()
            .filter(|finding| is_about_moves(finding) && finding.variation == path)
            .collect();
        assert_eq!(
            line_findings
                .iter()
                .map(|it| finding_content(it))
                .collect::<Vec<_>>(),
            separate_findings
                .iter()
                .map(|it| finding_content(it))
                .collect::<Vec<_>>(),
            "{}",
            record.text
        );
        compared += usize::from(!path.is_empty() && !line_findings.is_empty());
    }
    compared
}

#[test]
fn variations_are_checked_independently() {
    let mut compared = 0;
    let mut nodes = 0;
    for seed in 0..400 {
        let text = tree_text(&mut Dice::new(seed));
        let text = text::decode(text.as_bytes(), None);
        for record in notation::records(&text, Some(&notation::kif::NOTATION)) {
            nodes += record
                .tree
                .ids()
                .filter(|&id| matches!(record.tree.node(id).step, Step::Move(_)))
                .count();
            compared += assert_lines_are_checked_independently(&record);
        }
    }
    assert!(nodes > 5000, "{nodes} moves are too few to show anything");
    assert!(
        compared > 200,
        "{compared} variations with findings are too few to show anything"
    );
}
