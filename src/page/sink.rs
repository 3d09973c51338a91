//! The HTML report on the records of a run.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::cards::{Room, finding_object};
use super::sanitize::sanitize_path;
use super::{Card, Cards, Heading, Page, Summary, Survey};
use crate::finding::Language;
use crate::record::Format;
use crate::run::{CheckedRecord, OutputNeeds, RecordCounts, Renderer, Sink, SinkTarget};
use crate::stats::Needs;

/// A page that is being written.
#[derive(Debug)]
pub(crate) struct PageSink<W> {
    page: Page<W>,
    survey: Survey,
    /// The sheets with findings, as JSON.
    sheets: Vec<Value>,
    renderer: PageRenderer,
}

/// The renderer of the records of a page.
#[derive(Clone, Debug)]
pub(crate) struct PageRenderer {
    language: Language,
    /// `true` if the page also shows the findings that follow from the cause of another finding.
    all_findings: bool,
    /// `true` if the page shows causes and fixes.
    has_causes: bool,
    /// `true` if the page has no more room for moves.
    ///
    /// A page without room never has room again and ignores further moves, so the output does not depend on when a
    /// thread reads the flag. The same applies to `has_no_comments`.
    has_no_moves: Arc<AtomicBool>,
    /// `true` if the page has no more room for comments.
    has_no_comments: Arc<AtomicBool>,
}

/// The contribution of consecutive records to the page.
#[derive(Debug, Default)]
pub(crate) struct PagePart {
    cards: Cards,
    survey: Survey,
    /// The sheets with findings, as JSON.
    sheets: Vec<Value>,
}

impl<W: SinkTarget> PageSink<W> {
    /// Begins a page with this heading.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub(crate) fn open(target: W, heading: &Heading, language: Language) -> io::Result<Self> {
        Ok(Self {
            page: Page::open(target, heading)?,
            survey: Survey::default(),
            sheets: Vec::new(),
            renderer: PageRenderer {
                language,
                all_findings: false,
                has_causes: false,
                has_no_moves: Arc::default(),
                has_no_comments: Arc::default(),
            },
        })
    }

    /// Returns the sink of a page that shows causes and fixes. Set `all_findings` to show also the findings that follow from the
    /// cause of another finding.
    pub(crate) fn with_causes(mut self, all_findings: bool) -> Self {
        (self.renderer.has_causes, self.renderer.all_findings) = (true, all_findings);
        self
    }

    /// Returns the target.
    pub(crate) fn get_mut(&mut self) -> &mut W {
        self.page.get_mut()
    }

    /// Writes the end of the page, and returns its target. `unread` is the number of inputs that could not be read.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be written.
    pub(crate) fn close(self, unread: u64) -> io::Result<W> {
        let summary = Summary::new(&self.survey, unread, self.renderer.language);
        self.page.close(&Summary {
            sheets: self.sheets,
            ..summary
        })
    }
}

/// Returns a sheet of results as JSON: its path, and its findings.
pub(super) fn sheet(checked: &CheckedRecord<'_, '_>, language: Language) -> Value {
    let findings = checked.findings.iter();
    let findings = findings
        .map(|finding| finding_object(finding, (&checked.game.record, checked.game.text), 0, language));
    json!({
        "path": sanitize_path(checked.game.path),
        "found": findings.collect::<Vec<_>>(),
    })
}

impl Renderer for PageRenderer {
    type Part = PagePart;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds {
            causes: self.has_causes,
            fixes: self.has_causes,
            replay: true,
            ..OutputNeeds::data(Needs::OPENINGS | Needs::HEADERS)
        }
    }

    /// Adds a game. Moves and comments are left out if the page has no more room for them.
    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut PagePart) {
        if record.game.record.format == Format::SHEET {
            part.sheets.push(sheet(record, self.language));
        }
        let Some(data) = &record.data else { return };
        let (game, findings) = (record.game, record.findings.iter().copied());
        let shown: Vec<_> = findings
            .filter(|finding| self.all_findings || !finding.consequence)
            .collect();
        let card = Card {
            game: data,
            text: game.text,
            record: &game.record,
            findings: &shown,
            hidden: record.findings.len() - shown.len(),
            language: self.language,
        };
        let room = Room {
            moves: !self.has_no_moves.load(Ordering::Relaxed),
            comments: !self.has_no_comments.load(Ordering::Relaxed),
        };
        let replay = record.replay.as_mut();
        let played = replay.and_then(|builder| builder.build_legal(&game.record));
        part.cards.add_replayed(&card, played, room);
        part.survey.add(data, &shown);
    }
}

impl<W: SinkTarget> Sink for PageSink<W> {
    type Renderer = PageRenderer;

    fn renderer(&self) -> PageRenderer {
        self.renderer.clone()
    }

    fn begin(&mut self, _: &str, file: Option<&Path>) -> io::Result<()> {
        file.map_or(Ok(()), |file| self.page.get_ref().protect(file))
    }

    fn add(&mut self, part: PagePart, _: &RecordCounts) -> io::Result<()> {
        self.sheets.extend(part.sheets);
        self.survey.merge(part.survey);
        self.page.add(&part.cards)?;
        let room = self.page.room();
        self.renderer.has_no_moves.store(!room.moves, Ordering::Relaxed);
        self.renderer
            .has_no_comments
            .store(!room.comments, Ordering::Relaxed);
        Ok(())
    }
}
