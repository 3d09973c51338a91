//! A checked record as a Python object.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use kifu::Checker;
use kifu::check::{Checked, File};
use kifu::convert::{JoinError, join_records};
use kifu::finding::{self, Language};
use kifu::notation::{self, Target, Writer};
use kifu::record::gap::{Gap, GapKind};
use kifu::record::{Outcome, Terminal};
use kifu::run::FilePart;
use kifu::stats::{Attributes, Game, NoBoard};
use kifu::text::Text;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyTuple};
use self_cell::self_cell;

use crate::options::Options;

self_cell!(
    /// A file and its checked records, which borrow from the file.
    pub(crate) struct FileRecords {
        owner: Owner,

        #[covariant]
        dependent: Games,
    }
);

type Games<'f> = Vec<Checked<'f>>;

/// The owner of the text of records.
pub(crate) enum Owner {
    /// A whole file.
    File(Box<File<'static>>),
    /// A file, or a part of a large file.
    Part(Box<FilePart>),
}

impl Owner {
    fn text(&self) -> &Text<'static> {
        match self {
            Self::File(file) => file.text(),
            Self::Part(part) => part.text(),
        }
    }

    /// Returns whether the text is that of a whole file.
    fn is_whole(&self) -> bool {
        match self {
            Self::File(_) => true,
            Self::Part(part) => part.is_whole(),
        }
    }
}

/// Reads and checks the records in the bytes of a file or an archive. When `stop` is set, the remaining records are left
/// out.
pub(crate) fn records(
    checker: &Checker,
    path: &str,
    bytes: Vec<u8>,
    options: &Arc<Options>,
    stop: &AtomicBool,
) -> Vec<Record> {
    let mut records = Vec::new();
    let is_running = |_: &Checked<'_>| !stop.load(Ordering::Relaxed);
    for file in checker.check(path, bytes) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let file = FileRecords::new(Owner::File(Box::new(file)), |owner| match owner {
            Owner::File(file) => file.records().take_while(is_running).collect(),
            Owner::Part(_) => Vec::new(),
        });
        records.extend(of_file(file, options));
    }
    records
}

/// Checks the selected records of a part.
pub(crate) fn records_of_part(part: FilePart, options: &Arc<Options>) -> Vec<Record> {
    let file = FileRecords::new(Owner::Part(Box::new(part)), |owner| match owner {
        Owner::Part(part) => part.records().collect(),
        Owner::File(_) => Vec::new(),
    });
    of_file(file, options).collect()
}

fn of_file(file: FileRecords, options: &Arc<Options>) -> impl Iterator<Item = Record> {
    let file = Arc::new(file);
    let count = file.borrow_dependent().len();
    let options = Arc::clone(options);
    (0..count).map(move |at| Record {
        file: Arc::clone(&file),
        at,
        options: Arc::clone(&options),
        figures: OnceLock::new(),
    })
}

/// A game record that was read and checked. Anything that could not be read is reported in `findings`.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Record {
    file: Arc<FileRecords>,
    /// The index in the records of `file`.
    at: usize,
    options: Arc<Options>,
    figures: OnceLock<Game>,
}

impl Record {
    pub(crate) fn game(&self) -> &Checked<'_> {
        &self.file.borrow_dependent()[self.at]
    }

    fn attributes(&self) -> Attributes<'_, '_> {
        Attributes::new(self.game())
    }

    /// Returns the data of the record from which tables are computed.
    fn figures(&self) -> &Game {
        self.figures.get_or_init(|| self.attributes().game())
    }
}

/// Returns the number of a ply. A number that is negative or does not fit in 32 bits is an `IndexError`.
fn ply_number(ply: Option<i64>) -> PyResult<Option<u32>> {
    let negative_ply = |_| PyIndexError::new_err("the number of a ply is 0 or greater");
    ply.map(|ply| ply.try_into().map_err(negative_ply)).transpose()
}

/// Returns the exception for a board that does not exist.
fn no_board(error: &NoBoard) -> PyErr {
    let words = error.words().english().into_owned();
    match error {
        NoBoard::NoSuchPly(_) => PyIndexError::new_err(words),
        NoBoard::NoRecord(_) => PyValueError::new_err(words),
    }
}

/// The arguments from which a pickled record is restored: path, bytes, index and options.
type Pickled<'py> = (String, Bound<'py, PyBytes>, usize, Bound<'py, PyDict>);

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

    /// The encoding of the file, such as `UTF-8` or `Shift_JIS`.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.game().text.encoding().name()
    }

    /// The name of the profile with which the record was checked.
    #[getter]
    fn profile(&self) -> &str {
        &self.game().profile.name
    }

    /// The headers by their names, as written. If a header occurs several times, its values are joined with line ends.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.attributes().headers().into_py_dict(py)
    }

    /// The players in the order of play, Black first; `None` for a player whose name is not stated.
    #[getter]
    fn players(&self) -> Vec<Option<String>> {
        let figures = self.figures();
        figures.players[..figures.kind.seats.len()].to_vec()
    }

    /// The start position in SFEN; `None` for other games than shogi, and if no record was found.
    #[getter]
    fn start_sfen(&self) -> Option<String> {
        self.attributes().start_sfen()
    }

    /// The moves of the main line in USI. A move that cannot be made on the board, or a move of another game, is as written.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let moves = self.figures().moves();
        moves.map(|(usi, _)| usi.into_owned()).collect()
    }

    /// The moves of the main line as in KIF: `７六歩(77)`. A move that cannot be made, or a move of another game, is as written.
    #[getter]
    fn kif_moves(&self) -> Vec<String> {
        self.attributes().kif_moves()
    }

    /// Returns the positions of the main line in SFEN, beginning with the start; an empty list for other games than shogi.
    fn sfens(&self) -> Vec<String> {
        self.attributes().sfens()
    }

    /// The seconds used for each move of the main line; `None` if the time is not known.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        let moves = self.figures().moves();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a move takes less than 2^53 milliseconds"
        )]
        moves
            .map(|(_, time)| time.map(|time| time as f64 / 1000.0))
            .collect()
    }

    /// The scores of engines after each move of the main line, in centipawns from Black's side; `None` without a score.
    #[getter]
    fn evals(&self) -> Vec<Option<i32>> {
        self.figures().scores().collect()
    }

    /// The comments of the main line by ply; 0 is before the first move. Comments on one ply are joined with line ends.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.attributes().comments().into_py_dict(py)
    }

    /// The names of the bookmarks of the main line by ply. Bookmarks on one ply are joined with line ends.
    #[getter]
    fn bookmarks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.attributes().bookmarks().into_py_dict(py)
    }

    /// The variations: the ply at which each begins, and its moves, as in `moves`.
    #[getter]
    fn variations(&self) -> Vec<(u32, Vec<String>)> {
        self.attributes().variations()
    }

    /// The end of the game as stated in the record: `resign`, `timeout`, …; `None` if no end is stated.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.game().judgement.end.map(Terminal::name)
    }

    /// The winner as stated in the record: `black`, `white`, a seat of another game, `draw` or `none`; `None` if not stated.
    #[getter]
    fn stated(&self) -> Option<&'static str> {
        self.game().judgement.stated.map(Outcome::name)
    }

    /// The winner by the rules, with the values of `stated`; `None` if the winner is unknown.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.game().judgement.verdict.map(Outcome::name)
    }

    /// The findings, in order of ply; an empty list if nothing was found.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let game = self.game();
        let class = py.import("kifu")?.getattr("Finding")?;
        let findings = game.judgement.findings.iter();
        findings
            .map(|finding| class.call((), Some(&finding_fields(py, game, finding)?)))
            .collect()
    }

    /// The number of moves in the main line, including illegal ones.
    #[getter]
    fn plies(&self) -> u32 {
        self.game().judgement.plies
    }

    /// The identifier of the start position and the moves, the same in all formats; `None` for a problem or a diagram,
    /// and if no record was found.
    #[getter]
    fn game_id(&self) -> Option<String> {
        self.attributes().game_id(self.figures())
    }

    /// Converts the record to another format. Raises `ValueError` if that format cannot hold the record.
    ///
    /// `kifu.read("game.kif")[0].to("csa").data` contains the bytes.
    #[pyo3(name = "to")]
    fn convert<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        let converted = join([self.game()], target(format)?).map_err(PyValueError::new_err)?;
        let class = py.import("kifu")?.getattr("Converted")?;
        class.call1((PyBytes::new(py, &converted.0), converted.1))
    }

    /// Returns the board after a ply as text; ply 0 is the start. Without a ply, returns the board after the last ply.
    ///
    /// Raises `IndexError` if there is no such ply, and `ValueError` for text without a record.
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<i64>) -> PyResult<String> {
        let board = self.attributes().board(ply_number(ply)?);
        board.map_err(|error| no_board(&error))
    }

    /// Returns the board after a ply as an SVG picture; see `board`. Raises `ValueError` if no record was found.
    #[pyo3(signature = (ply=None))]
    fn svg(&self, ply: Option<i64>) -> PyResult<String> {
        let picture = self.attributes().svg(ply_number(ply)?, Language::English);
        picture.map_err(|error| no_board(&error))
    }

    fn _repr_html_(&self) -> String {
        let picture = self.svg(None).unwrap_or_default();
        // An HTML page must not contain the XML declaration of the picture.
        let picture = picture.find("<svg").map_or("", |at| &picture[at..]);
        let game = self.game();
        let or_unknown = |word: Option<&'static str>| word.unwrap_or("not known");
        let [end, stated, verdict] = [self.end(), self.stated(), self.verdict()].map(or_unknown);
        let findings = game.judgement.findings.iter().map(|finding| {
            let line = game.place(finding).map(|place| format!(" (line {})", place.line));
            format!("{}{}", finding.rule.name, line.unwrap_or_default())
        });
        let findings = findings.collect::<Vec<_>>().join(", ");
        let findings = if findings.is_empty() { "none" } else { &findings };
        format!(
            "<div style=\"max-width: 24em\">{picture}<p>End: {end}. Stated winner: {stated}. Verdict: {verdict}. \
             Findings: {findings}.</p></div>"
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let (own, other) = (self.game(), other.get().game());
        own.path == other.path
            && own.record.index == other.record.index
            && own.record.text == other.record.text
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.figures().id().hash(&mut hasher);
        hasher.finish()
    }

    /// Pickles a record as the path and bytes of its file, its index in the file, and its options. Raises `TypeError`
    /// if the record depends on other files.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let load = py.import("kifu")?.getattr("_load")?;
        let owner = self.file.borrow_owner();
        let bytes = owner.text().source();
        let is_of_archive = |gap: &Gap| matches!(gap.kind, GapKind::Archive(_));
        if !owner.is_whole() {
            return Err(PyTypeError::new_err(
                "this record is in a large file that was read in parts, and cannot be pickled",
            ));
        }
        if !self.options.refer_to_no_file() || self.game().record.gaps.iter().any(is_of_archive) {
            return Err(PyTypeError::new_err(
                "this record depends on more than its own file (a configuration file, a rules file or an archive), and cannot be pickled",
            ));
        }
        Ok((
            load,
            (
                self.path().to_owned(),
                PyBytes::new(py, bytes),
                self.number().saturating_sub(1) as usize,
                self.options.to_dict(py)?,
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

/// Returns the conversion target with this name.
pub(crate) fn target(name: &str) -> PyResult<&'static Target> {
    notation::target(name).ok_or_else(|| {
        let names: Vec<_> = notation::targets().map(|it| it.name).collect();
        PyValueError::new_err(format!(
            "there is no format `{name}`; formats: {}",
            names.join(", ")
        ))
    })
}

/// Writes records as one text of this format. Returns the text and the losses. Of several records, each loss has the number of its
/// record.
///
/// # Errors
///
/// If a record cannot be written, if the format has one record per file and there are several, or if there are no records.
pub(crate) fn join<'c, 'r: 'c>(
    records: impl IntoIterator<Item = &'c Checked<'r>, IntoIter: ExactSizeIterator>,
    target: &'static Target,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let joined = join_records(&Writer::new(target), records).map_err(|error| match error {
        JoinError::Several(..) => format!("{}; use `read` and `Record.to`", error.words().english()),
        _ => error.words().english().into_owned(),
    })?;
    let losses = joined.losses.iter();
    let losses = losses.map(|loss| loss.english().into_owned());
    Ok((joined.bytes, losses.collect()))
}

/// Returns the fields of a finding for `kifu.Finding`.
fn finding_fields<'py>(
    py: Python<'py>,
    game: &Checked<'_>,
    finding: &finding::Finding,
) -> PyResult<Bound<'py, PyDict>> {
    let place = game.place(finding);
    let variation = finding
        .variation
        .iter()
        .flat_map(|&(ply, alternative)| [ply, alternative]);
    let (sfen, position) = match &finding.position {
        Some(it) if game.record.is_shogi() => (Some(it), None),
        other => (None, other.as_ref()),
    };
    let fields = PyDict::new(py);
    fields.set_item("rule", finding.rule.name)?;
    fields.set_item("severity", finding.severity.name())?;
    fields.set_item("ply", finding.ply)?;
    fields.set_item("variation", PyTuple::new(py, variation.collect::<Vec<_>>())?)?;
    fields.set_item("line", place.map(|it| it.line))?;
    fields.set_item("column", place.map(|it| it.column))?;
    fields.set_item("byte", place.map(|it| it.byte))?;
    fields.set_item("side", finding.seat.map(|it| it.name))?;
    fields.set_item("move", &finding.moved)?;
    fields.set_item("sfen", sfen)?;
    fields.set_item("position", position)?;
    fields.set_item("message", &*finding.message.english())?;
    fields.set_item("after_foul", finding.after_foul)?;
    fields.set_item("acknowledged", finding.acknowledged)?;
    let cause = finding.causes.first().filter(|_| finding.causes.len() == 1);
    fields.set_item("cause", cause.map(|cause| cause.message.english().into_owned()))?;
    fields.set_item("consequence", finding.consequence)?;
    let fix = finding.fix.as_ref().map(|fix| fix_fields(py, game, fix));
    fields.set_item("fix", fix.transpose()?)?;
    Ok(fields)
}

/// Returns a fix as a dictionary with the keys of JSON.
fn fix_fields<'py>(py: Python<'py>, game: &Checked<'_>, fix: &finding::Fix) -> PyResult<Bound<'py, PyDict>> {
    let edits = fix.edits.iter().map(|edit| {
        let fields = PyDict::new(py);
        let place = |at: u32| game.text.line_column(at as usize);
        let ((line, column), (end_line, end_column)) = (place(edit.span.start), place(edit.span.end));
        for (name, value) in [
            ("line", line),
            ("column", column),
            ("end_line", end_line),
            ("end_column", end_column),
        ] {
            fields.set_item(name, value)?;
        }
        fields.set_item("text", &edit.text)?;
        Ok(fields)
    });
    let fields = PyDict::new(py);
    fields.set_item("applicability", fix.applicability.name())?;
    fields.set_item("message", &*fix.message.english())?;
    fields.set_item("edits", edits.collect::<PyResult<Vec<_>>>()?)?;
    Ok(fields)
}
