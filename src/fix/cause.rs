//! The cause of findings: the one change of a record under which its line is legal to the end.
//!
//! A slip of the pen makes many later moves illegal. Single changes of the line are tried on the board; each that makes the whole
//! line legal becomes an edit of the text. The edited text is read and checked like any other, and the findings that are gone
//! then follow from the slip. A real illegal move is never explained: it is one move, after which the record continues legally.

use std::collections::HashMap;

use super::edit::{Stays, TextChange, apply, text_change};
use super::line::{Change, Line};
use super::safe::has_undecodable_bytes;
use super::search::{Repair, repairs};
use crate::finding::{
    Applicability, Cause, CauseKind, Class, Edit, Finding, Fix, Message, Severity, Span, both,
};
use crate::message;
use crate::notation::{RecordSlice, notation};
use crate::record::{Record, Step};
use crate::referee::Referee;
use crate::referee::rules::fouls::FOUL_RESULT_WITHOUT_FOUL;
use crate::referee::rules::moves::OWN_KING_IN_CHECK;
use crate::text::{Text, UTF_8, decode};

/// Minimum number of plies after the first error that have to be legal with a change.
const MIN_LEGAL_AFTER: usize = 8;

/// Maximum number of plies of a line whose cause is looked for. The longest known game has about a thousand.
const MAX_LINE_PLIES: usize = 2_000;

/// Maximum size of a record whose cause is looked for (bytes). Its text is copied for each change that is checked.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Maximum number of changes that are listed as possible causes.
const MAX_CAUSES: usize = 3;

/// Maximum number of characters of a token that are compared.
const MAX_TOKEN_CHARACTERS: usize = 32;

/// Maximum number of changes whose text is read and checked.
const MAX_CHECKED: usize = 12;

/// Looks for the cause of the findings of a record, and marks the findings that follow from it.
///
/// The record [is broken](is_broken). `findings` are those that are reported.
pub(crate) fn explain(record: &Record<'_>, referee: &mut Referee, findings: &mut [Finding]) {
    let line = Line::new(record);
    let is_too_long = line.steps.len() > MAX_LINE_PLIES || record.text.len() > MAX_TEXT_BYTES;
    if is_too_long || line.steps_after_error() < MIN_LEGAL_AFTER {
        return;
    }
    let text = with_some_move(record, &line).map(String::into_bytes);
    let text = text.as_deref().map(|text| decode(text, Some(UTF_8)));
    let readable = text.as_ref().map(|text| read_again(record, text));
    let readable = readable.as_ref().map(Line::new);
    let line = match readable.and_then(|readable| Line::new(record).with_steps_of(readable)) {
        Some(line) => line,
        None => line,
    };
    if let Some(causes) = causes(record, &line, referee) {
        mark(findings, causes, !has_undecodable_bytes(record));
    }
}

/// Returns the possible causes, each with the findings of the changed record.
///
/// The result is `None` if there are too many, or if one of them cannot be written in the format of the record.
fn causes(record: &Record<'_>, line: &Line<'_>, referee: &mut Referee) -> Option<Vec<(Cause, Vec<Finding>)>> {
    let repairs = preferred(record, line, repairs(record, line)).into_iter();
    let changes = repairs.map(|repair| text_change(record, line, repair));
    let changes = most_similar(changes.collect::<Option<_>>()?);
    if changes.is_empty() || changes.len() > MAX_CHECKED {
        return None;
    }
    let before = checked_again(record, &[], referee)?;
    let mut causes = Vec::new();
    for change in changes {
        // The edited text has to mean the moves that were played.
        if game_of(record, &change.edits) != Some(change.game) {
            return None;
        }
        let after = checked_again(record, &change.edits, referee)?;
        if is_better(&before, &after) {
            causes.push((cause(line, change), after));
        }
    }
    (causes.len() <= MAX_CAUSES).then_some(causes)
}

/// Gives the causes to the first finding that is gone after all changes, and marks the others as consequences.
///
/// It is the first of those with the highest severity, so that it is shown whenever one of the others would be. A single cause is
/// also its fix if `is_fixable`.
fn mark(findings: &mut [Finding], causes: Vec<(Cause, Vec<Finding>)>, is_fixable: bool) {
    let gone = gone_after_all(findings, &causes);
    let mut gone_findings: Vec<&mut Finding> = findings
        .iter_mut()
        .zip(gone)
        .filter_map(|(finding, is_gone)| is_gone.then_some(finding))
        .collect();
    let highest = gone_findings.iter().map(|finding| finding.severity).max();
    let first = gone_findings
        .iter()
        .position(|finding| Some(finding.severity) == highest);
    for (at, finding) in gone_findings.iter_mut().enumerate() {
        finding.consequence = Some(at) != first;
    }
    if let Some(first) = first {
        if let [(cause, _)] = &causes[..]
            && is_fixable
        {
            gone_findings[first].fix = Some(Fix {
                applicability: Applicability::Unsafe,
                message: cause.message.clone(),
                edits: cause.edits.clone(),
            });
        }
        gone_findings[first].causes = causes.into_iter().map(|(cause, _)| cause).collect();
    }
}

/// Returns whether the main line cannot be played on as written.
///
/// It has a record error on a move, a move that cannot be read, a number that is left out, or several illegal moves that the
/// record does not punish. A king that is left in check ply after ply is one illegal move.
pub(crate) fn is_broken(record: &Record<'_>, findings: &[Finding]) -> bool {
    if findings.is_empty() || !record.is_shogi() || !record.is_playable() {
        return false;
    }
    let on_moves = findings
        .iter()
        .filter(|finding| finding.variation.is_empty() && finding.severity == Severity::Error)
        .filter(|finding| finding.ply.is_some_and(|ply| ply > 0) && finding.moved.is_some());
    let mut illegal: Option<&Finding> = None;
    for finding in on_moves {
        match finding.rule.class {
            Class::RecordError => return true,
            Class::Foul if !finding.acknowledged => {
                let is_same = |first: &Finding| {
                    first.ply == finding.ply
                        || [first, finding].map(|finding| finding.rule.name) == [OWN_KING_IN_CHECK.name; 2]
                            && first.seat == finding.seat
                };
                if illegal.is_some_and(|first| !is_same(first)) {
                    return true;
                }
                illegal.get_or_insert(finding);
            }
            _ => {}
        }
    }
    let mut nodes = record.tree.main_line().map(|(_, node)| node);
    illegal.is_some() && states_one_more_ply(record)
        || nodes.any(|node| node.after_gap || matches!(node.step, Step::Unreadable(_)))
}

/// Returns whether the result of a record counts one move more than the record has.
pub(super) fn states_one_more_ply(record: &Record<'_>) -> bool {
    let line = record.tree.main_line();
    let plies = line
        .take_while(|(_, node)| !matches!(node.step, Step::End(_)))
        .count() as u32;
    record.claims.iter().any(|claim| claim.plies == Some(plies + 1))
}

/// Returns the changes that the record itself makes likely, or all of them.
///
/// If a first move by the other side would do, that side begins. If the record has one move less than it states, these are the missing moves, at the number that is left out if there is one.
fn preferred(record: &Record<'_>, line: &Line<'_>, mut repairs: Vec<Repair>) -> Vec<Repair> {
    let is_inserted = |repair: &Repair| matches!(repair.change, Change::Inserted(..));
    let is_at_gap = |repair: &Repair| line.is_after_gap(record, repair.change.first_step());
    let is_first_move = |repair: &Repair| is_inserted(repair) && repair.change.first_step() == 0;
    let is_start = |repair: &Repair| repair.kind == CauseKind::Start;
    if repairs.iter().any(is_start)
        && repairs
            .iter()
            .all(|repair| is_start(repair) || is_first_move(repair))
    {
        repairs.retain(is_start);
    }
    if repairs
        .iter()
        .any(|repair| is_inserted(repair) && is_at_gap(repair))
    {
        repairs.retain(|repair| is_inserted(repair) && is_at_gap(repair));
    } else if states_one_more_ply(record) && repairs.iter().any(is_inserted) {
        repairs.retain(is_inserted);
    }
    repairs
}

/// Returns the changes of a token or a line that cannot be read to the text that is most similar to it, or all changes.
fn most_similar(mut changes: Vec<TextChange>) -> Vec<TextChange> {
    let replaces_line =
        |change: &TextChange| change.kind == CauseKind::Line && matches!(change.change, Change::Inserted(..));
    if changes.iter().any(replaces_line) {
        changes.retain(replaces_line);
    }
    if changes.iter().all(|change| change.kind == CauseKind::Line) {
        let likeness = |change: &TextChange| shared_characters(&change.from, &change.to);
        let highest = changes.iter().map(likeness).max().unwrap_or_default();
        changes.retain(|change| likeness(change) == highest);
    }
    changes
}

/// Returns the length of the longest common subsequence of two short texts (characters).
pub(super) fn shared_characters(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(MAX_TOKEN_CHARACTERS).collect();
    let mut lengths = vec![0; other.len() + 1];
    for character in one.chars().take(MAX_TOKEN_CHARACTERS) {
        let mut diagonal = 0;
        for (at, &counterpart) in other.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if character == counterpart {
                diagonal + 1
            } else {
                above.max(lengths[at])
            };
            diagonal = above;
        }
    }
    lengths[other.len()]
}

/// Reads and checks a record again, with edits of its text.
fn checked_again(record: &Record<'_>, edits: &[Edit], referee: &mut Referee) -> Option<Vec<Finding>> {
    let text = apply(record, edits)?;
    let text = decode(text.as_bytes(), Some(UTF_8));
    Some(referee.check(&read_again(record, &text)).findings)
}

/// Returns the hash value of the game in the edited text of a record, if all of its moves are legal.
fn game_of(record: &Record<'_>, edits: &[Edit]) -> Option<u64> {
    let text = apply(record, edits)?;
    let text = decode(text.as_bytes(), Some(UTF_8));
    Line::new(&read_again(record, &text)).game()
}

/// Reads the edited text of a record.
fn read_again<'t>(record: &Record<'_>, text: &'t Text<'t>) -> Record<'t> {
    let span = Span::new(0, text.as_str().len());
    RecordSlice::new(text, notation(record.format), 1, span).read()
}

/// Returns the text of a record with a legal move in the place of its first error, if that is a token that cannot be read.
fn with_some_move(record: &Record<'_>, line: &Line<'_>) -> Option<String> {
    let at = line.first_error;
    if !matches!(record.tree.node(*line.nodes.get(at)?).step, Step::Unreadable(_)) {
        return None;
    }
    let mv = line.position(at).legal_moves().first().copied()?;
    let repair = Repair {
        kind: CauseKind::Line,
        change: Change::Replaced(at, mv),
        game: 0,
    };
    apply(record, &text_change(record, line, repair)?.edits)
}

/// Returns whether a record has fewer errors after a change, or fewer warnings, and no error of another rule.
///
/// New warnings are accepted, because more rules apply to a line that can be played to its end. But an illegal move that the
/// result is about is not a slip.
fn is_better(old: &[Finding], new: &[Finding]) -> bool {
    let lacks_foul = |findings: &[Finding]| {
        let mut warnings = findings.iter().filter(|it| it.severity >= Severity::Warning);
        warnings.any(|it| *it.rule == FOUL_RESULT_WITHOUT_FOUL)
    };
    if lacks_foul(new) && !lacks_foul(old) {
        return false;
    }
    let of_severity = |findings: &[Finding], severity| {
        let mut counts = HashMap::new();
        for finding in findings.iter().filter(|finding| finding.severity == severity) {
            *counts.entry(finding.rule.name).or_insert(0_usize) += 1;
        }
        counts
    };
    let totals = [Severity::Error, Severity::Warning]
        .map(|severity| [old, new].map(|findings| of_severity(findings, severity).values().sum::<usize>()));
    let [before, after] = [old, new].map(|findings| of_severity(findings, Severity::Error));
    let has_new_error = after
        .iter()
        .any(|(rule, &count)| before.get(rule).is_none_or(|&old| count > old));
    let [[old_errors, new_errors], [old_warnings, new_warnings]] = totals;
    !has_new_error && (new_errors, new_warnings) < (old_errors, old_warnings)
}

/// Returns, for each finding, whether it is gone after all of these changes.
fn gone_after_all(findings: &[Finding], causes: &[(Cause, Vec<Finding>)]) -> Vec<bool> {
    let mut gone = vec![!causes.is_empty(); findings.len()];
    for (cause, after) in causes {
        let shift = match cause.kind {
            CauseKind::Extra => -1,
            CauseKind::Missing => 1,
            _ => 0,
        };
        let mut left: HashMap<(&str, Option<i64>), usize> = HashMap::new();
        for finding in after {
            *left
                .entry((finding.rule.name, finding.ply.map(i64::from)))
                .or_default() += 1;
        }
        for (finding, is_gone) in findings.iter().zip(&mut gone) {
            let ply = finding.ply.map(|ply| {
                let moves = ply >= cause.ply && cause.ply > 0;
                i64::from(ply) + if moves { shift } else { 0 }
            });
            if let Some(count) = left
                .get_mut(&(finding.rule.name, ply))
                .filter(|count| **count > 0)
            {
                *count -= 1;
                *is_gone = false;
            }
        }
    }
    gone
}

fn cause(line: &Line<'_>, change: TextChange) -> Cause {
    let legal_after = line.steps_after_error() as u32;
    let TextChange {
        kind,
        ply,
        span,
        from,
        to,
        edits,
        stays,
        ..
    } = change;
    let mut message = words(kind, ply, &from, &to, legal_after);
    if let Some(stays) = stays {
        message = message.followed_by(match stays {
            Stays::Times => both("; the times stay where they are", "（消費時間は元の場所のまま）"),
            Stays::Comments => both(
                "; the comments stay where they are",
                "（コメントは元の場所のまま）",
            ),
            Stays::Both => both(
                "; the times and comments stay where they are",
                "（消費時間とコメントは元の場所のまま）",
            ),
        });
    }
    Cause {
        kind,
        ply,
        span,
        from,
        to,
        legal_after,
        message,
        edits,
    }
}

/// Returns a cause in words.
fn words(kind: CauseKind, ply: u32, from: &str, to: &str, legal: u32) -> Message {
    let (from, to) = differing_parts(kind, from.trim(), to.trim());
    let (from, to) = (from.trim().to_owned(), to.trim().to_owned());
    match kind {
        CauseKind::Handicap if from.is_empty() || from.contains('\n') => message!(
            "the start is another one ({to}): with it, {legal} more moves are legal",
            "開始局面が違う（{to}）。直せば以後{legal}手が合法になる",
            to,
            legal
        ),
        CauseKind::Handicap => message!(
            "the handicap is {to}, not {from}: with it, {legal} more moves are legal",
            "手合割は{from}ではなく{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
        CauseKind::Start => message!(
            "the other side moves first ({to}): with it, {legal} more moves are legal",
            "先に指すのは反対側（{to}）。直せば以後{legal}手が合法になる",
            to,
            legal
        ),
        CauseKind::Origin => message!(
            "the origin is {to}, not {from}: with it, {legal} more moves are legal",
            "移動元は{from}ではなく{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
        CauseKind::Destination => message!(
            "the destination is {to}, not {from}: with it, {legal} more moves are legal",
            "移動先は{from}ではなく{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
        CauseKind::Hand => message!(
            "the hand is {to}, not {from}: with it, {legal} more moves are legal",
            "持駒は{from}ではなく{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
        CauseKind::Square => message!(
            "one square of the diagram is {to}, not {from}: with it, {legal} more moves are legal",
            "盤面図の1マスは{from}ではなく{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
        CauseKind::Exchanged => message!(
            "ply {ply} is {to}, and {from} is a later ply: in this order, {legal} more moves are legal",
            "{ply}手目は{to}で、{from}はその後の手。順序を直せば以後{legal}手が合法になる",
            ply,
            from,
            to,
            legal
        ),
        CauseKind::Line => message!(
            "{from} is the move {to}: with it, {legal} more moves are legal",
            "{from}は{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
        CauseKind::Missing => message!(
            "move {ply}, {to}, is missing: with it, {legal} more moves are legal",
            "{ply}手目の{to}が抜けている。補えば以後{legal}手が合法になる",
            ply,
            to,
            legal
        ),
        CauseKind::Extra => message!(
            "{from} is one ply too many: without it, {legal} more moves are legal",
            "{from}が1手余分。除けば以後{legal}手が合法になる",
            from,
            legal
        ),
        _ => message!(
            "the move is {to}, not {from}: with it, {legal} more moves are legal",
            "{from}ではなく{to}。直せば以後{legal}手が合法になる",
            from,
            to,
            legal
        ),
    }
}

/// Returns the parts of two moves that differ if only the origin or the destination does, or else the whole texts.
fn differing_parts<'m>(kind: CauseKind, from: &'m str, to: &'m str) -> (&'m str, &'m str) {
    let part = |text: &'m str| match (kind, text.find('(')) {
        (CauseKind::Origin, Some(at)) => text.get(at..),
        (CauseKind::Origin, None) if text.starts_with(['+', '-']) => text.get(1..3),
        (CauseKind::Destination, None) if text.starts_with(['+', '-']) => text.get(3..5),
        (CauseKind::Origin, None) if text.is_ascii() => text.get(..2),
        (CauseKind::Destination, None) if text.is_ascii() => text.get(2..4),
        (CauseKind::Destination, Some(_)) => text.char_indices().nth(2).and_then(|(at, _)| text.get(..at)),
        _ => None,
    };
    part(from)
        .zip(part(to))
        .filter(|(from, to)| from != to)
        .unwrap_or((from, to))
}
