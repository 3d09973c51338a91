//! A record that was read, and what was found in it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use kifu::Checker;
use kifu::check::{Checked, File};
use kifu::finding::{self, Language};
use kifu::notation::{self, Target, Writer};
use kifu::played::{Meaning, Played};
use kifu::record::{NodeId, Outcome, RemarkKind, Terminal};
use kifu::report::show::View;
use kifu::report::{drawn_svg, svg};
use kifu::shogi::Position;
use kifu::stats::GameCollector;
use kifu::system::{Judge, SYSTEMS, drawing};
use kifu::text::decode;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use self_cell::self_cell;

self_cell!(
    /// A file and its checked records, which borrow from it.
    pub(crate) struct FileRecords {
        owner: File<'static>,

        #[covariant]
        dependent: Games,
    }
);

type Games<'f> = Vec<Checked<'f>>;

/// The records of the bytes of a file or an archive.
pub(crate) fn records(
    checker: &Checker,
    path: &str,
    bytes: Vec<u8>,
    options: Arc<Vec<String>>,
) -> Vec<Record> {
    let mut all = Vec::new();
    for file in checker.check(path, bytes) {
        let file = Arc::new(FileRecords::new(file, |file| file.records().collect()));
        let count = file.borrow_dependent().len();
        all.extend((0..count).map(|at| Record {
            file: Arc::clone(&file),
            at,
            options: Arc::clone(&options),
        }));
    }
    all
}

/// A game record that was read and checked. Anything that could not be read is reported in `findings`.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Record {
    file: Arc<FileRecords>,
    at: usize,
    options: Arc<Vec<String>>,
}

impl Record {
    fn game(&self) -> &Checked<'_> {
        &self.file.borrow_dependent()[self.at]
    }

    fn view(&self, ply: Option<u32>) -> PyResult<View<'_, '_>> {
        let game = self.game();
        let view = View::at(&game.record, &game.judgement, ply);
        view.map_err(|it| PyIndexError::new_err(it.words().english().into_owned()))
    }

    /// What each ply of the main line is, in the order of play.
    fn main_line<T>(&self, text: impl Fn(&Played<'_, '_>, NodeId) -> T) -> Vec<T> {
        let played = self.game().played();
        let line = played.line().filter(|&id| is_ply(&played, id));
        line.map(|id| text(&played, id)).collect()
    }
}

/// What a record is pickled as.
type Pickled<'py> = (String, Bound<'py, PyBytes>, usize, Vec<String>);

/// Whether a node is a ply, if one that cannot be put on the board.
fn is_ply(played: &Played<'_, '_>, id: NodeId) -> bool {
    !matches!(played.meaning(id), Meaning::Start | Meaning::End)
}

/// A move as the text has it, where it means nothing on a board.
fn as_written(played: &Played<'_, '_>, id: NodeId) -> String {
    let record = played.record();
    let span = record.tree.node(id).span();
    span.map_or_else(String::new, |it| record.text_at(it).to_owned())
}

#[pymethods]
impl Record {
    /// The path of the file; for a file in an archive `games.zip!2019/final.kif`.
    #[getter]
    fn path(&self) -> &str {
        self.game().path
    }

    /// The number of the record in its file, from 1.
    #[getter]
    fn number(&self) -> u32 {
        self.game().record.index
    }

    /// The format: `kif`, `csa`, …; `unknown` if no record was found.
    #[getter]
    fn format(&self) -> &'static str {
        self.game().record.format.name()
    }

    /// The game: `shogi`, `yonin`, `gunjin`, `gung-janggi` or `janggi`.
    #[getter(game)]
    fn game_name(&self) -> &'static str {
        self.game().record.game.name
    }

    /// The encoding of the file: `UTF-8`, `Shift_JIS`, …
    #[getter]
    fn encoding(&self) -> &'static str {
        self.game().text.encoding().name()
    }

    /// The profile with which the record was checked.
    #[getter]
    fn profile(&self) -> &str {
        &self.game().profile.name
    }

    /// The headers by their names, as written. If a header occurs several times, its values are joined with line ends.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for header in self.game().record.headers.iter() {
            let value = match dict.get_item(&*header.name)? {
                Some(before) => format!("{before}\n{}", header.value),
                None => header.value.to_string(),
            };
            dict.set_item(&*header.name, value)?;
        }
        Ok(dict)
    }

    /// The start position in SFEN. Only for shogi.
    #[getter]
    fn start_sfen(&self) -> String {
        let start = &self.game().record.start;
        let number = start.plies_before.unwrap_or(0).saturating_add(1);
        start.position.to_sfen(number)
    }

    /// The moves of the main line in USI. A move that cannot be made on the board is as written. Only for shogi.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.main_line(|played, id| notation::usi_move(played, id).unwrap_or_else(|| as_written(played, id)))
    }

    /// The moves of the main line as in KIF: `７六歩(77)`. Only for shogi.
    #[getter]
    fn kif_moves(&self) -> Vec<String> {
        self.main_line(|played, id| notation::kif_move(played, id).unwrap_or_else(|| as_written(played, id)))
    }

    /// Returns the positions of the main line in SFEN, beginning with the start. Only for shogi.
    fn sfens(&self) -> Vec<String> {
        let record = &self.game().record;
        let before = record.start.plies_before.unwrap_or(0);
        let mut all = vec![self.start_sfen()];
        let mut last = NodeId::START;
        Played::watched(record, |id, meaning, after: &Position| {
            let node = record.tree.node(id);
            if *meaning != Meaning::End && record.tree.parent(id) == Some(last) {
                all.push(after.to_sfen(before.saturating_add(node.ply).saturating_add(1)));
                last = id;
            }
        });
        all
    }

    /// The seconds used for each move of the main line; `None` if the time is not known. Only for shogi.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        let record = &self.game().record;
        self.main_line(|_, id| record.tree.node(id).clock.spent.map(|it| f64::from(it) / 1000.0))
    }

    /// The comments of the main line by ply; 0 is before the first move.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let record = &self.game().record;
        let dict = PyDict::new(py);
        for remark in record.remarks.iter().filter(|it| it.kind == RemarkKind::Comment) {
            if !record.tree.is_main_line(remark.node) {
                continue;
            }
            let ply = record.tree.node(remark.node).ply;
            let text = match dict.get_item(ply)? {
                Some(before) => format!("{before}\n{}", remark.text),
                None => remark.text.to_string(),
            };
            dict.set_item(ply, text)?;
        }
        Ok(dict)
    }

    /// The variations: the ply at which each begins, and its moves in USI.
    #[getter]
    fn variations(&self) -> Vec<(u32, Vec<String>)> {
        let played = self.game().played();
        let tree = &self.game().record.tree;
        let text = |id| notation::usi_move(&played, id).unwrap_or_else(|| as_written(&played, id));
        let moves = |first| {
            let line = std::iter::successors(Some(first), |&id| tree.first_child(id));
            line.filter(|&id| is_ply(&played, id)).map(text).collect()
        };
        played
            .variations()
            .map(|first| (tree.node(first).ply, moves(first)))
            .collect()
    }

    /// The end of the game as stated in the record: `resign`, `timeout`, …; `None` if it states no end.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.game().judgement.end.map(Terminal::name)
    }

    /// The winner as stated in the record: `black`, `white`, a seat of another game, `draw` or `none`; `None` if it is not stated.
    #[getter]
    fn stated(&self) -> Option<&'static str> {
        self.game().judgement.stated.map(Outcome::name)
    }

    /// The winner by the rules, with the same values; `None` if the game has no result.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.game().judgement.verdict.map(Outcome::name)
    }

    /// The findings, in order of ply; an empty list if nothing was found.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        let game = self.game();
        game.judgement
            .findings
            .iter()
            .map(|it| Finding::of(game, it))
            .collect()
    }

    /// The number of moves in the main line, including illegal ones.
    #[getter]
    fn plies(&self) -> u32 {
        self.game().judgement.plies
    }

    /// The identifier of the start position and the moves, the same in all formats.
    #[getter]
    fn game_id(&self) -> String {
        let game = self.game();
        let mut collector = GameCollector::without_openings(false);
        collector.begin(&game.record);
        let mut judge = Judge::by(Arc::clone(&game.profile));
        judge.judge_watched(&game.record, &mut |played| collector.see(played));
        collector
            .game(&Arc::from(game.path), "", &game.record, &game.judgement)
            .id()
    }

    /// Returns the record in another format. Raises `ValueError` if that format cannot hold it.
    ///
    /// `kifu.read("game.kif")[0].to("csa").data` has the bytes.
    #[pyo3(name = "to")]
    fn convert(&self, format: &str) -> PyResult<Converted> {
        Converted::of(self.game(), target(format)?).map_err(PyValueError::new_err)
    }

    /// Returns the board after a ply as text; 0 is the start. Without a ply, after the last one.
    ///
    /// Raises `IndexError` if there is no such ply.
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<u32>) -> PyResult<String> {
        let game = self.game();
        if game.record.is_shogi() {
            let played = self.game().played();
            let node = self.view(ply)?.node;
            let until = played.record().until(node);
            let written = Writer::of(target("bod")?).write(&Played::of(&until));
            let bytes = written.map_err(|it| PyValueError::new_err(it.to_string()))?.bytes;
            return Ok(decode(&bytes, None).as_str().to_owned());
        }
        let mut text = None;
        let ply = ply.unwrap_or(game.judgement.plies);
        if let Some(system) = SYSTEMS.iter().find(|it| it.game == game.record.game) {
            (system.replay)(&game.record, &mut |moment| {
                if moment.ply == ply {
                    text = Some(moment.position());
                }
                ControlFlow::Continue(())
            });
        }
        text.ok_or_else(|| no_ply(ply))
    }

    /// Returns the board after a ply as an SVG picture; see `board`.
    #[pyo3(signature = (ply=None))]
    fn svg(&self, ply: Option<u32>) -> PyResult<String> {
        let game = self.game();
        if game.record.is_shogi() {
            return Ok(svg(&self.view(ply)?, Language::English));
        }
        let ply = ply.unwrap_or(game.judgement.plies);
        let drawing = drawing(&game.record, ply).ok_or_else(|| no_ply(ply))?;
        Ok(drawn_svg(&game.record, ply, &drawing, Language::English))
    }

    fn _repr_html_(&self) -> String {
        let picture = self.svg(None).unwrap_or_default();
        // What a file of its own begins with has no place in a page.
        let picture = picture.find("<svg").map_or("", |at| &picture[at..]);
        format!("<div style=\"max-width: 24em\">{picture}</div>")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let (one, two) = (self.game(), other.get().game());
        one.path == two.path && one.record.index == two.record.index && one.record.text == two.record.text
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game_id().hash(&mut hasher);
        hasher.finish()
    }

    /// A record is pickled as the bytes of its file and its place there.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let load = py.import("kifu")?.getattr("_load")?;
        let bytes = self.file.borrow_owner().text().source();
        Ok((
            load,
            (
                self.path().to_owned(),
                PyBytes::new(py, bytes),
                self.at,
                self.options.to_vec(),
            ),
        ))
    }

    fn __repr__(&self) -> String {
        format!(
            "<kifu.Record {} #{}: {} plies>",
            self.path(),
            self.number(),
            self.plies()
        )
    }
}

fn no_ply(ply: u32) -> PyErr {
    PyIndexError::new_err(format!("ply {ply} does not exist, or cannot be put on the board"))
}

/// The format of this name.
pub(crate) fn target(name: &str) -> PyResult<&'static Target> {
    notation::target(name).ok_or_else(|| {
        let names: Vec<_> = notation::targets().map(|it| it.name).collect();
        PyValueError::new_err(format!(
            "there is no format `{name}`; formats: {}",
            names.join(", ")
        ))
    })
}

/// A record that was converted to another format.
#[pyclass(frozen, get_all, module = "kifu")]
pub(crate) struct Converted {
    /// The bytes, in the usual encoding of the format.
    pub data: Vec<u8>,
    /// The parts of the record that the format cannot hold, for example `2 variations`; an empty list if nothing was lost.
    pub losses: Vec<String>,
}

impl Converted {
    /// The record in this format; why it cannot be written.
    pub(crate) fn of(game: &Checked<'_>, target: &'static Target) -> Result<Self, String> {
        let written = game.to(target).map_err(|it| it.to_string())?;
        let losses = written.losses.iter();
        let losses = losses.map(|it| it.loss.counted(it.count).english().into_owned());
        Ok(Self {
            losses: losses.collect(),
            data: written.bytes,
        })
    }
}

/// One thing reported about a record, with the fields of `kifu validate --format jsonl`.
#[pyclass(frozen, get_all, eq, module = "kifu")]
#[derive(Clone, PartialEq)]
pub(crate) struct Finding {
    rule: &'static str,
    severity: &'static str,
    ply: Option<u32>,
    variation: Vec<u32>,
    line: Option<u64>,
    column: Option<u64>,
    byte: Option<u64>,
    side: Option<&'static str>,
    #[pyo3(name = "move")]
    moved: Option<String>,
    sfen: Option<String>,
    position: Option<String>,
    message: String,
    after_foul: bool,
    acknowledged: bool,
}

impl Finding {
    fn of(game: &Checked<'_>, finding: &finding::Finding) -> Self {
        let place = game.place(finding);
        let points = finding.variation.iter();
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            ply: finding.ply,
            variation: points.flat_map(|&(ply, way)| [ply, way]).collect(),
            line: place.map(|it| it.line),
            column: place.map(|it| it.column),
            byte: place.map(|it| it.byte),
            side: finding.seat.map(|it| it.name),
            moved: finding.moved.clone(),
            sfen: finding.position.clone().filter(|_| game.record.is_shogi()),
            position: finding.position.clone().filter(|_| !game.record.is_shogi()),
            message: finding.message.english().into_owned(),
            after_foul: finding.after_foul,
            acknowledged: finding.acknowledged,
        }
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        let place = self
            .line
            .zip(self.column)
            .map(|(line, column)| format!("{line}:{column}: "));
        format!(
            "<{}[{}] {}{}>",
            self.severity,
            self.rule,
            place.unwrap_or_default(),
            self.message
        )
    }
}
