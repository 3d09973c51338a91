//! The application of fixes to the bytes of a file.
//!
//! A file is changed only if the check of its new bytes confirms the fixes of every record. With safe fixes only, the fixed
//! findings must be gone, no finding may be new, and the moves must be the same. With an unsafe fix, its own finding must be gone.
//! New findings are then notes, warnings about the result, or have a safe fix, which the next round applies. Findings on later moves
//! can be new, too, if the record does not have more errors.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use encoding_rs::{Encoding, ISO_2022_JP, UTF_16BE, UTF_16LE};

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
    /// The number of errors without a safe fix.
    errors: usize,
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

    /// Returns whether this finding is not one of these findings, and there are fewer of its rule and severity, or fewer errors.
    fn is_gone(&self, findings: &[Finding], has_fewer_errors: bool) -> bool {
        let is_same_kind = |other: &&Finding| is_of_kind(other, self.rule, self.severity);
        let is_this = |other: &Finding| other.ply == self.ply && other.message.english() == self.message;
        let same = findings.iter().filter(is_same_kind);
        !same.clone().any(is_this) && (has_fewer_errors || same.count() < self.count)
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
    /// findings. Fixes that are not confirmed, or that the encoding cannot express, are refused.
    fn add(&mut self, game: &Checked<'_>, with_unsafe: bool, unconfirmed: &Unconfirmed) {
        let findings = &game.judgement.findings;
        let number = game.record.index;
        let is_refused = |finding: &Finding| {
            unconfirmed.contains(&(number, finding.rule.name)) || byte_edits(finding, game.text).is_none()
        };
        let mut unsafe_fixes = findings
            .iter()
            .filter(|finding| with_unsafe && is_unsafe(finding) && !is_refused(finding));
        let has_cause = unsafe_fixes.clone().next().is_some();
        // A fix of the main line can move the variations, so those of the variations are left for the next round.
        let is_of_main_line = unsafe_fixes.any(|finding| finding.variation.is_empty());
        let mut before = RecordBefore::new(game, has_cause);
        for finding in findings {
            if finding.fix.is_none() || is_unsafe(finding) && !with_unsafe {
                self.counts.add_unfixed(finding, has_cause);
                continue;
            }
            // An unsafe fix may change the lines that the safe fixes are about, so the safe fixes are left for
            // the next round.
            let waits = is_of_main_line && !finding.variation.is_empty();
            if has_cause && (!is_unsafe(finding) || waits) {
                continue;
            }
            match byte_edits(finding, game.text).filter(|_| !is_refused(finding)) {
                Some(edits) => {
                    self.counts.fixed += 1;
                    self.edits.extend(edits);
                    before.add(finding, findings);
                }
                None => self.counts.refused += 1,
            }
        }
        if !before.fixed.is_empty() {
            self.records.push(before);
        }
    }

    /// Returns whether nothing is changed.
    fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns the new bytes of a file, or `None` if two fixes overlap or the text cannot be encoded again.
    fn apply(&mut self, text: &Text<'_>) -> Option<Vec<u8>> {
        let original = editable_bytes(text)?;
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
        file_bytes(out, text)
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

    fn unsafe_fixes(&self) -> Unconfirmed {
        let records = self.records.iter().filter(|record| record.moves.is_none());
        let fixes = records.flat_map(|it| it.fixed.iter().map(|&rule| (it.number, rule)));
        fixes.collect()
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
    /// Returns a record that gets unsafe fixes, or only safe ones. The fixes have yet to be added.
    fn new(game: &Checked<'_>, is_unsafe: bool) -> Self {
        let findings = &game.judgement.findings;
        Self {
            number: game.record.index,
            rules: rules(findings),
            errors: errors(findings),
            fixed: Vec::new(),
            causes: Vec::new(),
            moves: (!is_unsafe).then(|| moves_hash(&game.record)),
        }
    }

    /// Adds a finding that is fixed, of all findings of the record.
    fn add(&mut self, finding: &Finding, findings: &[Finding]) {
        self.fixed.push(finding.rule.name);
        if self.moves.is_none() {
            self.causes.push(FindingBefore::new(finding, findings));
        }
    }

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
                let is_left = |it: &&Finding| is_unexpected(it) && !self.is_later(it);
                let errors = errors(findings);
                let is_gone = |finding: &FindingBefore| finding.is_gone(findings, errors < self.errors);
                rules(findings.iter().filter(is_left)).iter().all(is_known)
                    && errors <= self.errors
                    && self.causes.iter().all(is_gone)
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

    /// Returns whether a finding is on a move after the fixed findings. It may not have been reported before the fixes, because the
    /// line could not be played up to it.
    fn is_later(&self, finding: &Finding) -> bool {
        self.causes.iter().all(|fixed| fixed.ply < finding.ply)
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

/// Returns the number of errors without a safe fix.
fn errors(findings: &[Finding]) -> usize {
    let is_error = |it: &&Finding| it.severity == Severity::Error && !is_safely_fixable(it);
    findings.iter().filter(is_error).count()
}

/// Returns whether an unsafe fix must not add a finding: an error or a warning without a safe fix. More rules about the result
/// apply to a game that can be played to its end.
fn is_unexpected(finding: &Finding) -> bool {
    let is_of_result = finding.severity == Severity::Warning && finding.rule.group == Group::Results;
    finding.severity >= Severity::Warning && !is_safely_fixable(finding) && !is_of_result
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

// The encoding of the edits.

/// Returns the edits of the fix of a finding for the [editable bytes](editable_bytes) of a file. Returns `None` if it has no fix,
/// or if the encoding of the file lacks a character.
fn byte_edits(finding: &Finding, text: &Text<'_>) -> Option<Vec<ByteEdit>> {
    let edits = &finding.fix.as_ref()?.edits;
    edits.iter().map(|edit| to_bytes(edit, text)).collect()
}

fn to_bytes(edit: &Edit, text: &Text<'_>) -> Option<ByteEdit> {
    let encoded = encode(&edit.text, text.encoding())?;
    let is_whole = is_encoded_as_whole(text);
    let [start, end] = [edit.span.start, edit.span.end].map(|at| {
        if is_whole {
            u64::from(at)
        } else {
            text.source_offset(at as usize)
        }
    });
    Some(ByteEdit {
        start,
        end,
        bytes: if is_whole {
            edit.text.as_bytes().to_vec()
        } else {
            encoded.into_owned()
        },
    })
}

/// Returns whether a part of the text cannot be encoded by itself: in ISO-2022-JP, its bytes depend on the escapes before it.
fn is_encoded_as_whole(text: &Text<'_>) -> bool {
    text.encoding() == ISO_2022_JP
}

/// Returns the bytes of a file to which edits are applied: those of the file, or UTF-8 if the text is
/// [encoded as a whole](is_encoded_as_whole). Returns `None` if the text is not editable.
fn editable_bytes<'t>(text: &'t Text<'_>) -> Option<&'t [u8]> {
    let bytes = if is_encoded_as_whole(text) {
        text.as_str().as_bytes()
    } else {
        text.source()
    };
    text.is_editable().then_some(bytes)
}

/// Returns the bytes of a file whose editable bytes are these.
fn file_bytes(editable: Vec<u8>, text: &Text<'_>) -> Option<Vec<u8>> {
    if !is_encoded_as_whole(text) {
        return Some(editable);
    }
    let text_after = String::from_utf8(editable).ok()?;
    Some(encode(&text_after, text.encoding())?.into_owned())
}

fn encode<'t>(text: &'t str, encoding: &'static Encoding) -> Option<Cow<'t, [u8]>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, used, has_unmappable) = encoding.encode(text);
    (used == encoding && !has_unmappable).then_some(bytes)
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
        let mut before = RecordBefore::new(game, true);
        before.add(finding, &game.judgement.findings);
        let mut plan = FixPlan {
            edits: edits.collect::<Option<_>>()?,
            records: vec![before],
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
    /// Returns the fixes that the check of the new bytes does not confirm. All fixes of the plan are then refused. If the plan
    /// cannot be applied, these are its unsafe fixes, because the safe ones can be right without them.
    fn confirmed(&self, plan: &mut FixPlan) -> Result<Vec<u8>, Unconfirmed> {
        if plan.is_empty() {
            return Err(Unconfirmed::new());
        }
        let Some(bytes) = plan.apply(&self.text) else {
            let unsafe_fixes = plan.unsafe_fixes();
            plan.refuse();
            return Err(unsafe_fixes);
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
