//! The application of fixes to the bytes of a file.
//!
//! A file is changed only if the check of its new bytes confirms the fixes of every record. With safe fixes only, the fixed
//! findings must be gone, no finding may be new, and the moves must be the same. With an unsafe fix, its own finding must be gone.
//! New findings are then notes, warnings about the result, or have a safe fix, which the next round applies.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::{Checked, File};
#[cfg(feature = "cli")]
use crate::finding::Cause;
use crate::finding::{Applicability, Edit, Finding, Group, Severity};
use crate::played::{Meaning, Played};
use crate::record::Record;
use crate::text::Text;

/// A part of a file that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ByteEdit {
    /// The offset of the first replaced byte in the file.
    pub start: u64,
    /// The offset after the last replaced byte.
    pub end: u64,
    pub bytes: Vec<u8>,
}

/// A record before its fixes, for comparison with the same record after the fixes.
#[derive(Clone, Debug)]
struct RecordBefore {
    /// The number of the record in its file.
    number: u32,
    /// The number of findings of each rule.
    rules: BTreeMap<&'static str, usize>,
    /// The rules of the findings that are fixed.
    fixed: Vec<&'static str>,
    /// The findings that unsafe fixes fix.
    causes: Vec<FindingBefore>,
    /// The hash of the moves of the record; `None` if the record gets unsafe fixes.
    moves: Option<u64>,
}

/// A finding that an unsafe fix fixes.
#[derive(Clone, Debug)]
struct FindingBefore {
    rule: &'static str,
    severity: Severity,
    ply: Option<u32>,
    message: String,
    /// The number of findings of this rule with at least this severity.
    count: usize,
}

impl FindingBefore {
    fn new(finding: &Finding, findings: &[Finding]) -> Self {
        Self {
            rule: finding.rule.name,
            severity: finding.severity,
            ply: finding.ply,
            message: finding.message.english().into_owned(),
            count: findings
                .iter()
                .filter(|other| is_of_kind(other, finding.rule.name, finding.severity))
                .count(),
        }
    }

    /// Returns whether this finding is not one of these findings, and there are fewer of its rule and severity.
    fn is_gone(&self, findings: &[Finding]) -> bool {
        let is_same_kind = |other: &&Finding| is_of_kind(other, self.rule, self.severity);
        let is_this = |other: &Finding| other.ply == self.ply && other.message.english() == self.message;
        let same = findings.iter().filter(is_same_kind);
        !same.clone().any(is_this) && same.count() < self.count
    }
}

/// Returns whether a finding is of a rule and has at least a severity.
fn is_of_kind(finding: &Finding, rule: &str, severity: Severity) -> bool {
    finding.rule.name == rule && finding.severity >= severity
}

/// The numbers of findings that were fixed, and of findings that were not fixed, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixCounts {
    /// Findings that are fixed, including those that follow from a fixed cause.
    pub fixed: u64,
    /// Findings with an unsafe fix, if only safe fixes were requested.
    pub unsafe_only: u64,
    /// Errors and warnings without a fix.
    pub without_fix: u64,
    /// Findings whose fix was not applied, because the encoding of the file lacks a character, two fixes overlap,
    /// or the check of the changed file did not confirm the fix.
    pub refused: u64,
}

impl FixCounts {
    /// Returns the numbers for the findings of a record, none of which is fixed.
    #[cfg(feature = "cli")]
    pub(crate) fn of_unfixed(findings: &[Finding]) -> Self {
        let mut counts = Self::default();
        for finding in findings {
            counts.add_unfixed(finding, false);
        }
        counts
    }

    /// Counts a finding that is not fixed itself. `has_fixed_cause` is `true` if a cause of the record is
    /// fixed. In this case, a finding that follows from a cause is counted as fixed, or else not at all.
    fn add_unfixed(&mut self, finding: &Finding, has_fixed_cause: bool) {
        if finding.consequence {
            self.fixed += u64::from(has_fixed_cause);
        } else if finding.fix.is_some() {
            self.unsafe_only += 1;
        } else if finding.severity >= Severity::Warning {
            self.without_fix += 1;
        }
    }

    /// Adds the numbers of `other` to these numbers.
    #[cfg(feature = "cli")]
    pub(crate) fn merge(&mut self, other: Self) {
        self.fixed += other.fixed;
        self.unsafe_only += other.unsafe_only;
        self.without_fix += other.without_fix;
        self.refused += other.refused;
    }
}

/// The records, by number, and the rules whose fixes are not confirmed.
type Unconfirmed = BTreeSet<(u32, &'static str)>;

/// The fixes to be applied to the records of a file.
#[derive(Clone, Debug, Default)]
struct FixPlan {
    edits: Vec<ByteEdit>,
    records: Vec<RecordBefore>,
    counts: FixCounts,
}

impl FixPlan {
    /// Adds the safe fixes of a record or, with `with_unsafe`, its unsafe fixes if there are any. Counts the
    /// findings. Fixes that are not confirmed are refused.
    fn add(&mut self, game: &Checked<'_>, with_unsafe: bool, unconfirmed: &Unconfirmed) {
        let findings = &game.judgement.findings;
        let (mut edits, mut fixed, mut causes) = (Vec::new(), Vec::new(), Vec::new());
        let mut unsafe_fixes = findings
            .iter()
            .filter(|finding| with_unsafe && is_unsafe(finding));
        let has_cause = unsafe_fixes.clone().next().is_some();
        // A fix of the main line can move the variations, so those of the variations are left for the next round.
        let is_of_main_line = unsafe_fixes.any(|finding| finding.variation.is_empty());
        for finding in findings {
            let Some(fix) = finding
                .fix
                .as_ref()
                .filter(|_| with_unsafe || !is_unsafe(finding))
            else {
                self.counts.add_unfixed(finding, has_cause);
                continue;
            };
            // An unsafe fix may change the lines that the safe fixes are about, so the safe fixes are left for
            // the next round.
            let waits = is_of_main_line && !finding.variation.is_empty();
            if has_cause && (!is_unsafe(finding) || waits) {
                continue;
            }
            let bytes = fix.edits.iter().map(|edit| to_bytes(edit, game.text));
            let is_refused = unconfirmed.contains(&(game.record.index, finding.rule.name));
            match bytes.collect::<Option<Vec<_>>>() {
                Some(bytes) if !is_refused => {
                    self.counts.fixed += 1;
                    edits.extend(bytes);
                    fixed.push(finding.rule.name);
                    causes.extend(is_unsafe(finding).then(|| FindingBefore::new(finding, findings)));
                }
                _ => self.counts.refused += 1,
            }
        }
        if !fixed.is_empty() {
            self.edits.extend(edits);
            self.records.push(RecordBefore {
                number: game.record.index,
                rules: rules(findings),
                fixed,
                causes,
                moves: (!has_cause).then(|| moves_hash(&game.record)),
            });
        }
    }

    /// Returns whether nothing is changed.
    fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns the new bytes of the file, or `None` if two fixes overlap.
    fn apply(&mut self, original: &[u8]) -> Option<Vec<u8>> {
        self.edits.sort_by_key(|edit| (edit.start, edit.end));
        self.edits.dedup();
        let mut out = Vec::with_capacity(original.len() + 64);
        let mut at = 0;
        for edit in &self.edits {
            let [start, end] = [edit.start, edit.end].map(|offset| usize::try_from(offset).ok());
            out.extend_from_slice(original.get(at..start?)?);
            out.extend_from_slice(&edit.bytes);
            at = end?;
        }
        out.extend_from_slice(original.get(at..)?);
        Some(out)
    }

    /// Returns the fixes that the check of the changed file does not confirm. `fixed` are all records of the changed file.
    fn unconfirmed<'r>(&self, fixed: impl Iterator<Item = Checked<'r>>) -> Unconfirmed {
        let mut before = self.records.iter().peekable();
        let mut unconfirmed = Unconfirmed::new();
        for game in fixed {
            if let Some(record) = before.next_if(|record| record.number == game.record.index) {
                let rules = record.unconfirmed(&game).into_iter();
                unconfirmed.extend(rules.map(|rule| (record.number, rule)));
            }
        }
        for record in before {
            unconfirmed.extend(record.fixed.iter().map(|&rule| (record.number, rule)));
        }
        unconfirmed
    }

    /// Counts all fixes as refused and removes them from the plan, because the file stays as it is.
    fn refuse(&mut self) {
        self.counts.refused += self.counts.fixed;
        self.counts.fixed = 0;
        self.edits.clear();
        self.records.clear();
    }
}

impl RecordBefore {
    /// Returns the rules whose fixes the record after the fixes does not confirm.
    fn unconfirmed(&self, after: &Checked<'_>) -> Vec<&'static str> {
        let findings = &after.judgement.findings;
        let now = rules(findings);
        let is_known =
            |(rule, count): (&&str, &usize)| self.rules.get(*rule).is_some_and(|before| count <= before);
        let is_gone =
            |rule: &&str| now.get(*rule).copied().unwrap_or(0) < self.rules.get(*rule).copied().unwrap_or(0);
        let is_sound = match self.moves {
            None => {
                // More rules apply to a game that can be played to its end.
                let is_of_game =
                    |it: &Finding| it.severity == Severity::Warning && it.rule.group == Group::Results;
                let is_left = |it: &&Finding| {
                    it.severity >= Severity::Warning && !is_safely_fixable(it) && !is_of_game(it)
                };
                let left = rules(findings.iter().filter(is_left));
                self.causes.iter().all(|finding| finding.is_gone(findings)) && left.iter().all(is_known)
            }
            Some(moves) => now.iter().all(is_known) && moves == moves_hash(&after.record),
        };
        let rules = self.fixed.iter().copied();
        match (is_sound, self.moves) {
            (false, _) => rules.collect(),
            (true, None) => Vec::new(),
            (true, Some(_)) => rules.filter(|rule| !is_gone(rule)).collect(),
        }
    }
}

fn is_unsafe(finding: &Finding) -> bool {
    let fix = finding.fix.as_ref();
    fix.is_some_and(|fix| fix.applicability == Applicability::Unsafe)
}

fn is_safely_fixable(finding: &Finding) -> bool {
    let fix = finding.fix.as_ref();
    fix.is_some_and(|fix| fix.applicability == Applicability::Safe)
}

/// Returns the number of findings of each rule.
fn rules<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> BTreeMap<&'static str, usize> {
    let mut rules = BTreeMap::new();
    for finding in findings {
        *rules.entry(finding.rule.name).or_default() += 1;
    }
    rules
}

/// Returns a hash of the start position and of all moves of all lines.
fn moves_hash(record: &Record<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.start.position.zobrist().hash(&mut hasher);
    let played = Played::new(record);
    for id in record.tree.ids() {
        if let Meaning::Ply(ply) = played.meaning(id) {
            (record.tree.node(id).ply, ply.as_move()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Returns an edit in the encoding of the file, or `None` if the encoding lacks a character.
fn to_bytes(edit: &Edit, text: &Text<'_>) -> Option<ByteEdit> {
    let [start, end] = [edit.span.start, edit.span.end].map(|at| text.source_offset(at as usize));
    Some(ByteEdit {
        start,
        end,
        bytes: encode(&edit.text, text.encoding())?.into_owned(),
    })
}

fn encode<'t>(text: &'t str, encoding: &'static Encoding) -> Option<Cow<'t, [u8]>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    // The bytes of text in ISO-2022-JP depend on the escapes before the text.
    let is_stateless = encoding != encoding_rs::ISO_2022_JP;
    let (bytes, used, has_unmappable) = encoding.encode(text);
    (is_stateless && used == encoding && !has_unmappable).then_some(bytes)
}

/// The result of fixing a file.
#[derive(Clone, Debug, Default)]
pub struct FixedFile {
    /// The new bytes; `None` if nothing is changed.
    pub bytes: Option<Vec<u8>>,
    /// The numbers of findings that were fixed and not fixed.
    pub counts: FixCounts,
}

/// Maximum number of times that a file is checked and fixed. A fix can make another fix possible.
const MAX_ROUNDS: usize = 6;

impl File<'_> {
    /// Applies the safe fixes of all findings, and the unsafe fixes if `with_unsafe` is `true`. The file itself
    /// is not changed.
    ///
    /// The file is checked again for this, with `fixes` and `causes` of the [settings](crate::Settings) turned on.
    ///
    /// ```
    /// use kifu::{Checker, Settings};
    ///
    /// let checker = Checker::new(Settings::default());
    /// let text = "手合割:平手\n   1 ７六歩(77)\n   2 投了\n";
    /// let fixed = checker.check("a.kif", text.as_bytes()).next().unwrap().fix(false);
    /// assert_eq!(fixed.bytes.unwrap(), text.replace(':', "：").as_bytes());
    /// assert_eq!(fixed.counts.fixed, 1);
    /// ```
    pub fn fix(&self, with_unsafe: bool) -> FixedFile {
        self.fix_records(with_unsafe, |_| true)
    }

    /// Returns the bytes of the file with the padding after its text.
    #[cfg(feature = "application")]
    pub(crate) fn original_bytes(&self) -> Vec<u8> {
        [self.text.source(), &self.padding].concat()
    }

    /// Applies the fixes of the records whose number `takes` accepts, as [`fix`](Self::fix) does.
    pub(crate) fn fix_records(&self, with_unsafe: bool, takes: impl Fn(u32) -> bool) -> FixedFile {
        let checker = self.checker.with_fixes();
        let mut fixed = FixedFile::default();
        let mut with_unsafe = with_unsafe;
        let mut unconfirmed = Unconfirmed::new();
        for _ in 0..MAX_ROUNDS {
            let bytes = fixed.bytes.as_deref().unwrap_or(self.text.source());
            let file = File::new(&checker, self.path.clone(), None, Ok(Cow::Borrowed(bytes)));
            let mut plan = FixPlan::default();
            for game in file.records().filter(|game| takes(game.record.index)) {
                plan.add(&game, with_unsafe, &unconfirmed);
            }
            let next = file.confirmed(&mut plan);
            let before = fixed.counts.fixed;
            fixed.counts = plan.counts;
            fixed.counts.fixed += before;
            match next {
                Ok(bytes) => fixed.bytes = Some(bytes),
                // The safe fixes can be right although an unsafe one is not.
                Err(_) if with_unsafe && plan.counts.refused > 0 => with_unsafe = false,
                // The fixes of other rules and records can be right although these are not.
                Err(refused) if !refused.is_empty() => unconfirmed.extend(refused),
                Err(_) => break,
            }
        }
        if let Some(bytes) = &mut fixed.bytes {
            bytes.extend(&self.padding);
        }
        fixed
    }

    /// Returns the bytes of the file after the edits of a cause of a finding, with the padding after its text. Returns `None` if
    /// the encoding of the file lacks a character, or if the check of the new bytes does not confirm the change.
    #[cfg(feature = "cli")]
    pub(crate) fn with_cause(&self, game: &Checked<'_>, finding: &Finding, cause: &Cause) -> Option<Vec<u8>> {
        let edits = cause.edits.iter().map(|edit| to_bytes(edit, game.text));
        let mut plan = FixPlan {
            edits: edits.collect::<Option<_>>()?,
            records: vec![RecordBefore {
                number: game.record.index,
                rules: rules(&game.judgement.findings),
                fixed: vec![finding.rule.name],
                causes: vec![FindingBefore::new(finding, &game.judgement.findings)],
                moves: None,
            }],
            counts: FixCounts::default(),
        };
        let mut bytes = self.confirmed(&mut plan).ok()?;
        bytes.extend(&self.padding);
        Some(bytes)
    }

    /// Returns the bytes after the fixes of a plan.
    ///
    /// # Errors
    ///
    /// Returns the fixes that the check of the new bytes does not confirm. All fixes of the plan are then refused. There are
    /// none of them if the plan has no fixes, or if two fixes overlap.
    fn confirmed(&self, plan: &mut FixPlan) -> Result<Vec<u8>, Unconfirmed> {
        if plan.is_empty() {
            return Err(Unconfirmed::new());
        }
        let Some(bytes) = plan.apply(self.text.source()) else {
            plan.refuse();
            return Err(Unconfirmed::new());
        };
        let file = File::new(&self.checker, self.path.clone(), None, Ok(Cow::Borrowed(&*bytes)));
        let unconfirmed = plan.unconfirmed(file.records());
        if unconfirmed.is_empty() {
            return Ok(bytes);
        }
        plan.refuse();
        Err(unconfirmed)
    }
}
