//! Findings about several records, which an audit makes before the records are checked one by one.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Checked, Checker, SourceFile, Suppressed};
use crate::finding::{Finding, Message, Related, Rule, Severity, Span};
use crate::record::{Format, HeaderKey, Record};
use crate::referee::Judgement;
use crate::text::Text;

/// The findings of an audit about several records, by record.
#[derive(Debug, Default)]
pub struct ArchiveFindings {
    /// The findings by path, then by the number of the file as a member of an archive and the number of the record.
    by_path: HashMap<String, HashMap<(u64, u32), Vec<ArchiveFinding>>>,
    /// The places of the records with findings, in the order in which they were added.
    order: Vec<(String, u64, u32)>,
    /// `true` if the findings on each record alone are reported, too.
    pub(crate) with_own: bool,
}

/// A finding about a record of the archive.
#[derive(Clone, Debug)]
pub(crate) struct ArchiveFinding {
    pub rule: &'static Rule,
    pub severity: Severity,
    /// The part of the record that the finding is about.
    pub statement: Statement,
    pub message: Message,
    /// The other records that the finding is about.
    pub related: Vec<Related>,
}

impl ArchiveFinding {
    /// Creates a finding of the severity of its rule, without related records.
    pub(crate) fn new(rule: &'static Rule, statement: Statement, message: Message) -> Self {
        Self {
            rule,
            severity: rule.class.severity(),
            statement,
            message,
            related: Vec::new(),
        }
    }

    /// Returns the finding at a place in the text.
    pub(crate) fn in_text(self, span: Option<Span>) -> Finding {
        Finding {
            severity: self.severity,
            related: self.related,
            ..Finding::new(self.rule, span, self.message)
        }
    }
}

/// A part of a record that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    /// The whole record.
    Record,
    /// The name of Black.
    Black,
    /// The name of White.
    White,
    /// The date.
    Date,
    /// The event.
    Event,
    /// The end of the game.
    Result,
    /// The start position or handicap.
    Start,
    /// The time limit.
    TimeLimit,
}

impl Statement {
    /// Returns the place of the statement in a record; `None` for the whole record, or if the record does not have the
    /// statement.
    fn span(self, record: &Record<'_>) -> Option<Span> {
        let header = |key: HeaderKey| Some(record.headers.last_with_key(&[key])?.span);
        match self {
            Self::Record => None,
            Self::Black => header(HeaderKey::Black),
            Self::White => header(HeaderKey::White),
            Self::Date => header(HeaderKey::Start),
            Self::Event => header(HeaderKey::Event),
            Self::Start => header(HeaderKey::Handicap),
            Self::TimeLimit => header(HeaderKey::TimeLimit),
            Self::Result => record.tree.main_line().last().and_then(|(_, node)| node.span()),
        }
    }
}

impl ArchiveFindings {
    /// Adds a finding on a record. `member` is the number of its file as a member of an archive.
    pub(crate) fn push(&mut self, path: String, member: u64, record: u32, finding: ArchiveFinding) {
        let place = (path.clone(), member, record);
        let findings = self
            .by_path
            .entry(path)
            .or_default()
            .entry((member, record))
            .or_default();
        if findings.is_empty() {
            self.order.push(place);
        }
        findings.push(finding);
    }

    /// Returns the findings on each record with its path, the number of its file as a member of an archive and its number in the
    /// file. The records are in the order in which they were added.
    pub(crate) fn into_records(mut self) -> impl Iterator<Item = ((String, u64, u32), Vec<ArchiveFinding>)> {
        self.order.into_iter().map(move |(path, member, record)| {
            let records = self.by_path.get_mut(&path);
            let findings = records.and_then(|records| records.remove(&(member, record)));
            ((path, member, record), findings.unwrap_or_default())
        })
    }

    /// Returns the numbers of the records with findings, in ascending order, by the path of their file.
    pub(crate) fn record_numbers(&self) -> HashMap<String, Vec<u32>> {
        let numbers = |records: &HashMap<(u64, u32), _>| {
            let mut numbers: Vec<_> = records.keys().map(|&(_, record)| record).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let by_path = self.by_path.iter();
        by_path
            .map(|(path, records)| (path.clone(), numbers(records)))
            .collect()
    }

    /// Adds the findings on a record to its own ones, or replaces these.
    pub(super) fn add_to(&self, file: &SourceFile<'_>, record: &Record<'_>, findings: &mut Vec<Finding>) {
        if !self.with_own {
            findings.clear();
        }
        let records = self.by_path.get(file.path);
        let found = records.and_then(|records| records.get(&(file.number, record.index)));
        for finding in found.into_iter().flatten() {
            findings.push(finding.clone().in_text(finding.statement.span(record)));
        }
    }
}

impl Checker {
    /// Returns the findings of a comparison on a sheet of results, or on a record whose text is not kept, in the form of
    /// a record without moves. The levels of rules and the baseline apply to the findings.
    pub(crate) fn check_findings<'t>(
        &self,
        path: &'t str,
        text: &'t Text<'t>,
        mut findings: Vec<Finding>,
    ) -> Checked<'t> {
        let content = text.as_str();
        let record = Record {
            text: content,
            span: Span::new(0, content.len()),
            ..Record::new(Format::SHEET)
        };
        let effective = &self.0.usual;
        effective.choice.suppress(&mut findings);
        let known = self.known(&record, text, &mut findings);
        effective.choice.apply(&mut findings);
        Checked {
            record,
            judgement: Judgement {
                findings,
                ..Judgement::default()
            },
            suppressed: Suppressed {
                known,
                ..Suppressed::default()
            },
            profile: Arc::clone(&effective.profile),
            path,
            text,
        }
    }
}
