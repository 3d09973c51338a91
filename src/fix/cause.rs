//! The cause of findings: the fewest changes of a record under which its line is legal to the end.
//!
//! A slip of the pen makes many later moves illegal. [`explain`] finds the slips in these steps:
//!
//! 1. The line is played up to its first error ([`Line`]).
//! 2. [Changes](Change) of the line are tried on the board, first one, then two and more. Changes that make the line legal to
//!    its end are a [`Repair`], and the repairs that the record itself makes likely are kept.
//! 3. Each repair becomes a [`Cause`]: the edits of the text, and the changes in words.
//! 4. The edited text is read and checked like any other. A cause after which the record is not better is dropped.
//! 5. The first finding that is gone after all causes gets them. The other findings that are gone are its consequences.
//!
//! A variation is played with the moves before it, and only its own plies are changed.
//!
//! A record with too many possible causes has none. An illegal move of a player is not a slip: after it, the moves stay
//! playable, and the search goes on from there.

use std::collections::HashMap;

use super::consequences::{Explanation, mark};
use super::draft::{Draft, edited};
use super::edit::{cause_of, shared_characters};
use super::line::{Change, GameHash, Line, LinePath, first_of_variation, states_one_more_ply};
use super::safe::has_undecodable_bytes;
use super::search::{MAX_MOVES_PLAYED, MIN_LEGAL_AFTER, Repair, repairs};
use crate::finding::{Cause, CauseKind, Class, Edit, Finding, Severity, Span};
use crate::notation::{RecordSlice, notation};
use crate::record::{Gap, GapKind, NodeId, Record, Step};
use crate::referee::Referee;
use crate::referee::rules::fouls::FOUL_RESULT_WITHOUT_FOUL;
use crate::referee::rules::moves::{GOTE_MOVES_FIRST, OPPONENT_PIECE_MOVED, OWN_KING_IN_CHECK};
use crate::referee::rules::reading::PLY_GAP;
use crate::referee::rules::results::RESULT_LINE_MISMATCH;
use crate::text::{Text, UTF_8, decode};

/// Maximum number of plies of a line whose cause is looked for. The longest known game has about a thousand.
const MAX_LINE_PLIES: usize = 2_000;

/// Maximum size of a record whose cause is looked for (bytes). Its text is copied for each change that is checked.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Maximum size of a record whose variations are searched for causes (bytes). The whole record is checked for each change.
const MAX_TEXT_WITH_VARIATIONS_BYTES: usize = 1 << 17;

/// Maximum number of lines of a record that are searched for causes.
const MAX_LINES: usize = 24;

/// Maximum number of changes that are listed as possible causes.
const MAX_CAUSES: usize = 3;

/// Maximum number of tokens that cannot be read, for each of which some move is put into the text.
const MAX_UNREADABLE: usize = 8;

/// Maximum number of changes whose text is read and checked.
const MAX_CHECKED: usize = 12;

/// Looks for the causes of the findings of a record, and marks the findings that follow from them.
///
/// `lines` are the [broken lines](broken_lines) of the record, and `findings` those that are reported.
pub(crate) fn explain(
    record: &Record<'_>,
    lines: &[Vec<(u32, u32)>],
    referee: &mut Referee,
    findings: &mut [Finding],
) {
    let mut budget = MAX_MOVES_PLAYED;
    let mut plies = MAX_LINE_PLIES;
    for path in lines {
        let max_bytes = if path.is_empty() {
            MAX_TEXT_BYTES
        } else {
            MAX_TEXT_WITH_VARIATIONS_BYTES
        };
        let is_unexplained = |finding: &Finding| {
            finding.variation == *path && finding.causes.is_empty() && !finding.consequence
        };
        let Some(line) = Line::at(record, path).filter(|_| findings.iter().any(is_unexplained)) else {
            continue;
        };
        let is_too_long = line.steps.len() > plies || record.text.len() > max_bytes;
        let is_own = line.first_error >= line.first_own;
        if is_too_long || !is_own || line.steps_after_error() < MIN_LEGAL_AFTER {
            continue;
        }
        plies -= line.steps.len();
        let mut case = Case {
            record,
            path,
            budget: &mut budget,
        };
        let explanations = with_readable_line(record, path, |line| case.explanations(line, referee));
        if let Some(explanations) = explanations.flatten() {
            mark(findings, &explanations, path, !has_undecodable_bytes(record));
        }
    }
}

/// Calls a function with a line of a record, in which 同 has a meaning after a token that cannot be read, too. Returns `None` if
/// the record has no such line.
fn with_readable_line<T>(
    record: &Record<'_>,
    path: &LinePath,
    look: impl FnOnce(&Line<'_>) -> T,
) -> Option<T> {
    let line = Line::at(record, path)?;
    let Some(text) = with_some_moves(record, path) else {
        return Some(look(&line));
    };
    let text = decode(text.as_bytes(), Some(UTF_8));
    let readable = read_again(record, &text);
    let readable = Line::at(&readable, path);
    match readable.and_then(|readable| line.with_steps_of(readable)) {
        Some(line) => Some(look(&line)),
        None => Some(look(&Line::at(record, path)?)),
    }
}

/// A line whose cause is looked for.
struct Case<'c, 'r, 't> {
    record: &'r Record<'t>,
    path: &'c LinePath,
    /// The number of moves that may still be played for the record.
    budget: &'c mut u32,
}

impl Case<'_, '_, '_> {
    /// Returns the possible causes, the likeliest first.
    ///
    /// The result is `None` if there are too many, or if one of them cannot be written in the format of the record.
    fn explanations(&mut self, line: &Line<'_>, referee: &mut Referee) -> Option<Vec<Explanation>> {
        let record = self.record;
        let candidates = self.candidates(line)?;
        let before = checked_again(record, &[], referee);
        let mut confirmed = Vec::new();
        for (cause, repair) in candidates {
            if self.is_confirmed(&cause, &repair)? {
                let after = checked_again(record, &cause.edits, referee);
                let is_whole = repair.game.is_some_and(|game| game.is_legal);
                if is_better(self.path, &before, &after, is_whole) {
                    confirmed.push((cause, repair, vec![after]));
                }
            }
        }
        if let [(cause, repair, after)] = &mut confirmed[..] {
            cause.margin = repair.margin;
            for changes in (1..repair.changes.len()).rev() {
                let some = self.cause_of_repair(&repair.with_first(changes), line)?;
                after.insert(0, checked_again(record, &some.edits, referee));
            }
        }
        let explanations = confirmed
            .into_iter()
            .map(|(cause, _, after)| Explanation { cause, after });
        Some(explanations.collect()).filter(|all: &Vec<_>| all.len() <= MAX_CAUSES)
    }

    /// Returns the causes to be checked, each with its repair, the likeliest first; `None` if there is none, or if there are too
    /// many.
    fn candidates(&mut self, line: &Line<'_>) -> Option<Vec<(Cause, Repair)>> {
        let repairs = preferred(self.record, line, repairs(self.budget, self.record, line));
        let mut repairs = shared_beginning(repairs);
        repairs.retain(|repair| !may_lack_plies(self.record, line, repair));
        let candidates = repairs
            .into_iter()
            .map(|repair| Some((self.cause_of_repair(&repair, line)?, repair)));
        let mut candidates = most_similar(self.record, candidates.collect::<Option<_>>()?);
        candidates.sort_by_key(|(_, repair)| repair.cost);
        if candidates.iter().all(|(_, repair)| repair.is_of_start()) {
            // Of the usual handicaps with which all moves are legal, that with the fewest pieces is the likeliest: in a long
            // game, most pieces move.
            candidates.sort_by_key(|(_, repair)| (repair.cost, repair.pieces_at_start()));
            candidates.truncate(MAX_CAUSES);
        }
        let is_possible = !candidates.is_empty() && candidates.len() <= MAX_CHECKED;
        is_possible.then_some(candidates)
    }

    /// Returns whether the edited text means the moves that were played. If it means others, the result is `None`, and the record
    /// has no cause.
    fn is_confirmed(&self, cause: &Cause, repair: &Repair) -> Option<bool> {
        if repair.game.is_none() {
            return Some(true);
        }
        match game_of(self.record, self.path, &cause.edits) {
            // A variation that begins with the move of another line becomes a part of this line.
            None if !self.path.is_empty() => Some(false),
            game => (game == repair.game).then_some(true),
        }
    }

    /// Returns a repair as a cause, with the edits of all its changes, or `None` if the format cannot express it.
    fn cause_of_repair(&self, repair: &Repair, line: &Line<'_>) -> Option<Cause> {
        let record = self.record;
        let mut draft = Draft::new(record.text);
        let base = record.span.start as usize;
        let mut causes: Vec<Cause> = Vec::new();
        let mut shift = 0_isize;
        for (index, (kind, change)) in repair.changes.iter().enumerate() {
            let legal_after = repair.legal_after(index, line.steps.len());
            let change = change.moved(shift);
            let mut cause = if index == 0 {
                cause_of((*kind, &change), record, line, legal_after)?
            } else {
                let text = draft.text();
                let text = decode(text.as_bytes(), Some(UTF_8));
                let changed = read_again(record, &text);
                with_readable_line(&changed, self.path, |line| {
                    cause_of((*kind, &change), &changed, line, legal_after)
                })??
            };
            let edits = std::mem::take(&mut cause.edits);
            let offset = if index == 0 { base } else { 0 };
            let place =
                draft.original_range(cause.span.start as usize - offset..cause.span.end as usize - offset);
            cause.span = Span::new(base + place.start, base + place.end);
            draft.apply(&edits, offset as u32);
            shift += change.added_plies();
            causes.push(cause);
        }
        let mut causes = causes.into_iter();
        let mut first = causes.next()?;
        first.with = causes.collect();
        first.edits = draft.edits(base);
        Some(first)
    }
}

/// Returns the paths of the lines of a record that cannot be played on as written, the main line first.
pub(crate) fn broken_lines(record: &Record<'_>, findings: &[Finding]) -> Vec<Vec<(u32, u32)>> {
    if findings.is_empty() || !record.is_shogi() || !record.is_playable() {
        return Vec::new();
    }
    let mut paths: Vec<&LinePath> = vec![&[]];
    for finding in findings {
        if paths.len() < MAX_LINES && !paths.contains(&&*finding.variation) {
            paths.push(&finding.variation);
        }
    }
    paths.retain(|path| is_broken(record, path, findings));
    paths.into_iter().map(<[_]>::to_vec).collect()
}

/// Returns whether a line cannot be played on as written.
///
/// It has a record error on a move, a first move by the wrong side, a move that cannot be read, a number that is left out, or
/// several illegal moves that the record does not punish. A king that is left in check ply after ply is one illegal move.
fn is_broken(record: &Record<'_>, path: &LinePath, findings: &[Finding]) -> bool {
    let is_main_line = path.is_empty();
    let on_moves = findings
        .iter()
        // In a variation, all findings are notes.
        .filter(|finding| finding.variation == path && (finding.severity == Severity::Error || !is_main_line))
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
    let tree = &record.tree;
    let first = if is_main_line {
        tree.first_child(NodeId::START)
    } else {
        first_of_variation(record, path)
    };
    let mut nodes = std::iter::successors(first, |&id| tree.first_child(id)).map(|id| tree.node(id));
    let is_first = illegal.is_some_and(|illegal| illegal.ply == Some(1) && is_of_turn(illegal));
    is_main_line && illegal.is_some() && states_one_more_ply(record)
        || is_main_line && is_first
        || nodes.any(|node| node.after_gap || matches!(node.step, Step::Unreadable(_)))
}

/// Returns whether a finding is about a move by the side that is not to move.
fn is_of_turn(finding: &Finding) -> bool {
    [&GOTE_MOVES_FIRST, &OPPONENT_PIECE_MOVED].contains(&finding.rule)
}

/// Returns the changes that all of several repairs begin with, as the only repair, or all repairs if there are none.
///
/// This is certain only if all repairs were tried. These changes need evidence of their own: eight plies up to the next error.
fn shared_beginning(repairs: Vec<Repair>) -> Vec<Repair> {
    let [first, others @ ..] = &repairs[..] else {
        return repairs;
    };
    let is_shared = |at: &usize| {
        others
            .iter()
            .all(|other| other.changes.get(*at) == first.changes.get(*at))
    };
    let shared = (0..first.changes.len()).take_while(is_shared).count();
    if others.is_empty()
        || shared == 0
        || first.margin.is_none()
        || first.playable_after(shared - 1, 0) < MIN_LEGAL_AFTER
    {
        return repairs;
    }
    vec![first.with_first(shared)]
}

/// Returns whether the result counts at least two moves more than a line has with a repair after which an error is left: these
/// moves may be missing, and explain all errors.
fn may_lack_plies(record: &Record<'_>, line: &Line<'_>, repair: &Repair) -> bool {
    let added = repair
        .changes
        .iter()
        .map(|(_, change)| change.added_plies())
        .sum();
    let plies = line.steps.len().saturating_add_signed(added);
    let is_more = |stated: u32| stated as usize >= plies + 2;
    let is_whole = repair.game.is_some_and(|game| game.is_legal);
    let mut claims = record.claims.iter();
    !is_whole && line.first_own == 0 && claims.any(|claim| claim.plies.is_some_and(is_more))
}

/// Returns the repairs that the record itself makes likely, or all of them.
///
/// If the record has one move less than it states, these are the missing moves, at the number that is left out if there is one.
fn preferred(record: &Record<'_>, line: &Line<'_>, mut repairs: Vec<Repair>) -> Vec<Repair> {
    let is_inserted = |repair: &Repair| matches!(repair.first().1, Change::Inserted(..));
    let is_at_gap = |repair: &Repair| line.is_after_gap(record, repair.first().1.first_step());
    if repairs
        .iter()
        .any(|repair| is_inserted(repair) && is_at_gap(repair))
    {
        repairs.retain(|repair| is_inserted(repair) && is_at_gap(repair));
    } else if line.first_own == 0 && states_one_more_ply(record) && repairs.iter().any(is_inserted) {
        repairs.retain(is_inserted);
    }
    repairs
}

/// Returns the causes that replace text that cannot be read by the text that is most similar to it, or all causes. Each has its
/// repair.
fn most_similar(record: &Record<'_>, mut candidates: Vec<(Cause, Repair)>) -> Vec<(Cause, Repair)> {
    let skipped = |gap: &Gap| gap.span.filter(|_| matches!(gap.kind, GapKind::TextAfterMove(_)));
    let is_replaced = |span: Span, cause: &Cause| {
        let mut changes = cause.changes().map(|change| change.span);
        changes.any(|change| change.start < span.start && span.end <= change.end)
    };
    let replaces_text = |(cause, _): &(Cause, Repair)| {
        let mut spans = record.gaps.iter().filter_map(skipped);
        spans.any(|span| is_replaced(span, cause))
    };
    if candidates.iter().any(replaces_text) {
        candidates.retain(replaces_text);
    }
    let replaces_line = |(cause, repair): &(Cause, Repair)| {
        cause.kind == CauseKind::Line && matches!(repair.first().1, Change::Inserted(..))
    };
    if candidates.iter().any(replaces_line) {
        candidates.retain(replaces_line);
    }
    // Of candidates that differ only in these texts, the most similar ones are kept.
    let keys: Vec<_> = candidates.iter().map(|(cause, _)| without_lines(cause)).collect();
    let is_kept = |(others, likeness): &(Vec<_>, usize)| {
        !keys.iter().any(|other| other.0 == *others && other.1 > *likeness)
    };
    let mut kept: Vec<bool> = keys.iter().map(is_kept).collect();
    kept.reverse();
    candidates.retain(|_| kept.pop().unwrap_or(true));
    candidates
}

/// Returns the changes of a cause, without the new text of those that replace a token or a line that cannot be read, and the
/// number of characters that this new text shares with the old one.
fn without_lines(cause: &Cause) -> (Vec<(CauseKind, Span, &str)>, usize) {
    let mut likeness = 0;
    let changes = cause.changes().map(|change| {
        let is_line = change.kind == CauseKind::Line;
        if is_line {
            likeness += shared_characters(&change.from, &change.to);
        }
        let to = if is_line { "" } else { &*change.to };
        (change.kind, change.span, to)
    });
    (changes.collect(), likeness)
}

/// Reads and checks a record again, with edits of its text.
fn checked_again(record: &Record<'_>, edits: &[Edit], referee: &mut Referee) -> Vec<Finding> {
    let text = edited(record.text, record.span.start, edits);
    let text = decode(text.as_bytes(), Some(UTF_8));
    referee.check(&read_again(record, &text)).findings
}

/// Returns the game of a line in the edited text of a record; `None` if there is no such line.
pub(super) fn game_of(record: &Record<'_>, path: &LinePath, edits: &[Edit]) -> Option<GameHash> {
    let text = edited(record.text, record.span.start, edits);
    let text = decode(text.as_bytes(), Some(UTF_8));
    Some(Line::at(&read_again(record, &text), path)?.game())
}

/// Reads the edited text of a record.
fn read_again<'t>(record: &Record<'_>, text: &'t Text<'t>) -> Record<'t> {
    let span = Span::new(0, text.as_str().len());
    RecordSlice::new(text, notation(record.format), 1, span).read()
}

/// Returns the text of a record with some move in the place of each token of its line that cannot be read by itself. `None` if
/// there is none.
fn with_some_moves(record: &Record<'_>, path: &LinePath) -> Option<String> {
    let line = Line::at(record, path)?;
    let token = line.first_unreadable(record)?;
    let mv = line.position_at_error().legal_moves().first().copied()?;
    let change = Change::Replaced(line.first_error.min(token), mv);
    let some_move = cause_of((CauseKind::Line, &change), record, &line, 0)?.to;
    let mut draft = Draft::new(record.text);
    let span = record.tree.node(line.nodes[token]).span()?;
    let base = record.span.start as usize;
    let mut span = Span::new(span.start as usize - base, span.end as usize - base);
    for _ in 0..MAX_UNREADABLE {
        draft.apply(
            &[Edit {
                span,
                text: some_move.clone(),
            }],
            0,
        );
        let text = draft.text();
        let text = decode(text.as_bytes(), Some(UTF_8));
        // A 同 after the token can now be read.
        let readable = read_again(record, &text);
        let Some(line) = Line::at(&readable, path) else {
            break;
        };
        let next = line.first_unreadable(&readable).filter(|next| *next > token);
        let Some(next) = next.and_then(|next| readable.tree.node(line.nodes[next]).span()) else {
            break;
        };
        span = next;
    }
    Some(draft.text())
}

/// Returns whether a record has fewer errors after a change, or fewer warnings, and no error of another rule.
///
/// New warnings are accepted, because more rules apply to a line that can be played to its end. But an illegal move that the
/// result is about is not a slip.
fn is_better(path: &LinePath, old: &[Finding], new: &[Finding], is_whole: bool) -> bool {
    let lacks_foul = |findings: &[Finding]| {
        let mut warnings = findings.iter().filter(|it| it.severity >= Severity::Warning);
        warnings.any(|it| *it.rule == FOUL_RESULT_WITHOUT_FOUL)
    };
    if lacks_foul(new) && !lacks_foul(old) {
        return false;
    }
    // The record states the number of its moves, too: by their numbers and with its result.
    let of_count = |it: &&Finding| [&PLY_GAP, &RESULT_LINE_MISMATCH].contains(&it.rule);
    if is_whole && new.iter().any(|it| of_count(&it)) {
        return false;
    }
    // In a variation, all findings are notes.
    let severity_of = |finding: &Finding| {
        let is_of_line = !path.is_empty() && finding.variation == path;
        if is_of_line {
            finding.rule.class.severity()
        } else {
            finding.severity
        }
    };
    let of_severity = |findings: &[Finding], severity| {
        let mut counts = HashMap::new();
        for finding in findings.iter().filter(|finding| severity_of(finding) == severity) {
            *counts.entry(finding.rule.name).or_insert(0_usize) += 1;
        }
        counts
    };
    let totals = [Severity::Error, Severity::Warning]
        .map(|severity| [old, new].map(|findings| of_severity(findings, severity).values().sum::<usize>()));
    let [before, after] = [old, new].map(|findings| of_severity(findings, Severity::Error));
    // An illegal move that stays may not have been reported before, in a line that could not be played.
    let is_foul = |rule: &&str| {
        new.iter()
            .any(|it| it.rule.name == *rule && it.rule.class == Class::Foul)
    };
    let has_new_error = after.iter().any(|(rule, &count)| {
        (is_whole || !is_foul(rule)) && before.get(rule).is_none_or(|&old| count > old)
    });
    let [[old_errors, new_errors], [old_warnings, new_warnings]] = totals;
    !has_new_error && (new_errors, new_warnings) < (old_errors, old_warnings)
}
