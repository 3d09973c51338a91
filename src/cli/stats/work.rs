//! Counting as the work of a run.

use std::sync::Arc;

use super::super::html::{PageBuilder, PagePart};
use super::super::judging::Judges;
use crate::batch::{SourceFile, Work};
use crate::control::Settings;
use crate::record::Record;
use crate::report::Tally;
use crate::stats::{GameCollector, Names, Part, Query};

/// How every record is counted.
pub(super) struct Counting<'q> {
    pub(super) settings: Arc<Settings>,
    /// Whose names are written otherwise, too.
    pub(super) names: Arc<Names>,
    pub(super) query: &'q Query,
    /// The page, if one is made.
    pub(super) page: Option<PageBuilder>,
}

/// What a stretch of records comes to.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) part: Part,
    pub(super) tally: Tally,
    /// The number of games that match `--where`.
    pub(super) matched: u64,
    pub(super) page: PagePart,
}

impl Work for Counting<'_> {
    type Worker = (Judges, GameCollector);
    type Output = Counted;

    fn worker(&self) -> (Judges, GameCollector) {
        let with_positions = self.query.wants_positions();
        let collector = if self.page.is_some() || self.query.wants_openings() {
            GameCollector::new(with_positions)
        } else {
            GameCollector::without_openings(with_positions)
        };
        (Judges::of(&self.settings), collector.calling(&self.names))
    }

    fn record(
        &self,
        (judges, collector): &mut (Judges, GameCollector),
        file: &SourceFile<'_>,
        record: &Record<'_>,
        output: &mut Counted,
    ) {
        collector.begin(record);
        let judgement = judges.judge_watched(file, record, |played| collector.see(played));
        output.tally.add(&judgement);
        let game = collector.game(
            &Arc::from(file.path),
            file.text.encoding().name(),
            record,
            &judgement,
        );
        if !self.query.wants(&game) {
            return;
        }
        output.matched += 1;
        if let Some(page) = &self.page {
            page.add(file, record, &judgement, &game, &mut output.page);
        }
        self.query.add(game, &mut output.part);
    }
}
