//! Judging records, each by what holds for its file, whatever comes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::batch::{SourceFile, guarded};
use crate::control::baseline::Baseline;
use crate::control::{LeftOut, Level, Regime, Settings};
use crate::played::PlayedMove;
use crate::profile::Profile;
use crate::record::Record;
use crate::referee::Judgement;
use crate::system::Judge;

/// Judges a record before somebody who sees every move that is made on the board; where that fails, a finding says so.
pub(super) fn judged_watched(
    judge: &mut Judge,
    record: &Record<'_>,
    mut watch: impl FnMut(&PlayedMove<'_>),
) -> Judgement {
    guarded(|| judge.judge_watched(record, &mut watch)).unwrap_or_else(|panic| judge.failed(record, &panic))
}

/// Judges the records of a run, each by what holds for its file.
pub(super) struct Judges {
    settings: Arc<Settings>,
    /// What is known of findings.
    baseline: Option<Arc<Baseline>>,
    usual: Judge,
    /// Who judges files that entries are about, by these entries.
    others: HashMap<Vec<usize>, (Judge, Regime)>,
    /// The file of the last record, where files differ.
    path: String,
    /// The entries about it.
    entries: Vec<usize>,
    /// What of the last record's findings was left out.
    pub(super) left_out: LeftOut,
}

impl Judges {
    pub(super) fn of(settings: &Arc<Settings>) -> Self {
        Self {
            usual: settings.usual().judge(),
            settings: Arc::clone(settings),
            others: HashMap::new(),
            path: String::new(),
            entries: Vec::new(),
            baseline: None,
            left_out: LeftOut::default(),
        }
    }

    /// The same, who leave out what is known.
    pub(super) fn knowing(self, baseline: Option<&Arc<Baseline>>) -> Self {
        Self {
            baseline: baseline.cloned(),
            ..self
        }
    }

    /// Judges a record. The findings are those that count.
    pub(super) fn judge(&mut self, file: &SourceFile<'_>, record: &Record<'_>) -> Judgement {
        self.judge_watched(file, record, |_| {})
    }

    /// The same before somebody who sees every move that is made on the board.
    pub(super) fn judge_watched(
        &mut self,
        file: &SourceFile<'_>,
        record: &Record<'_>,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Judgement {
        self.turn_to(file);
        let (judge, regime) = match self.others.get_mut(&self.entries) {
            Some((judge, regime)) => (judge, &*regime),
            None => (&mut self.usual, self.settings.usual()),
        };
        let mut judgement = judged_watched(judge, record, watch);
        regime.choice.hush(&mut judgement.findings);
        self.left_out = LeftOut::of(
            (record, file.text),
            &mut judgement.findings,
            self.baseline.as_deref(),
        );
        // What is not told anyway is not counted either.
        for rules in [&mut self.left_out.known, &mut self.left_out.marked] {
            rules.retain(|rule| regime.choice.level_of(rule.name) != Some(Level::Off));
        }
        regime.choice.apply(&mut judgement.findings);
        judgement
    }

    /// The rules by which the last record was judged.
    pub(super) fn profile(&self) -> &Profile {
        let other = self.others.get(&self.entries);
        &other.map_or(self.settings.usual(), |(_, regime)| regime).profile
    }

    /// Looks what holds for a file, unless the last record was in it.
    fn turn_to(&mut self, file: &SourceFile<'_>) {
        if !self.settings.differ_by_path() || self.path == file.path {
            return;
        }
        file.path.clone_into(&mut self.path);
        let about = |path: &Path, member| self.settings.entries_about(path, member);
        let place = file.source.place();
        let mut entries = place.map_or_else(Vec::new, |path| about(&path, None));
        if let Some((path, member)) = file.source.member() {
            entries.extend(about(path, Some(member)));
            entries.sort_unstable();
            entries.dedup();
        }
        self.entries = entries;
        if !self.entries.is_empty() && !self.others.contains_key(&self.entries) {
            let regime = self.settings.regime(&self.entries);
            self.others.insert(self.entries.clone(), (regime.judge(), regime));
        }
    }
}
