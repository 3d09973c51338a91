//! The engine of the browser application: answers to the requests of the page, without files and threads.
//!
//! A request and each message of an answer are JSON, with bytes if needed. In the browser, a worker passes them to and from
//! the WebAssembly module (`src/page/module`). Natively, the same functions are tested against the command.
//!
//! This file has the table of requests, the state between them, and the list of games. The settings and the check of files are
//! in `run`, single texts in `text`, conversions in `conversion`, and reports in `output`. In all of them, `checked` is a
//! record after its check, `game` the data of its game, and `figures` are counts over many games.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::card::Card;
use super::cards::{Cards, whole_game};
use super::survey::Survey;
use crate::check::Checked;
use crate::finding::{Finding, Language, Message, bilingual};
use crate::notation;
use crate::profile::Profile;
use crate::run::SearchOptions;
use crate::stats::Game;
pub use answer::Deliver;
use answer::{Answer, not_begun, totals_json};
use audit::Comparison;
use conversion::{ConversionRequest, Conversions};
use output::{Output, OutputRequest};
use run::{Checking, Place, Range, Run, Settings, list_needs};
use search::Searching;

mod answer;
pub(super) mod audit;
mod conversion;
mod edit;
mod output;
mod run;
mod search;
mod text;

/// Size of the rows and findings after which a message is sent (bytes).
const BATCH_BYTES: usize = 64 << 10;

/// The engine of the browser application.
///
/// A request is a JSON object. Its key `do` is the action. The requests on a file have its `path` and the bytes of the file,
/// which may be an archive. With `"keep": true`, the application keeps the bytes, and further requests on the file have
/// `"same": true` in place of the bytes. A record of the file has a place: `"at": [file, record]`, where `file` is the number
/// of the file in the archive (1 if there is no archive), and `record` is the number of the record in this file.
///
/// | `do` | further keys | answer |
/// |---|---|---|
/// | `settings` | `toml`, `rules`: texts of a `kifu.toml` and of a profile; `options`: [`RunOptions`]; `all`: whether findings are shown that follow from another one | `{"profile", "severity"}`: the values that apply, and `"config"`: those of the two keys that the `kifu.toml` contains |
/// | `profiles` | – | `{"profiles": [{"name", "title"}]}` |
/// | `choose` | `paths` of files in a folder | `{"chosen": [bool]}`: whether `kifu` reads each of the files |
/// | `check` | `path`, `after`: place of the last record before those to check, `until`: place of the first record after them | see below |
/// | `summary` | `unread`: number of unreadable files | `{"figures", "charts", "notes"}` of all checked records; the next `check` begins anew |
/// | `detail` | `path`, `at` | `{"moves", "details", "comments"}`: the data of the game for the viewer, with all comments |
/// | `text` | `path`, `at`, with the record 0 for a whole file | `{"text", "line", "encoding", "bom", "newline", "findings"}` |
/// | `form` | `path`, `at`, `line`, `ply`; the bytes are the text in UTF-8 | `{"headers", "result", "results", "comment", "legal"}`: the values that can be changed, the ends that the format can state, and the legal moves after the ply |
/// | `edit` | the keys of `form`, and `change`: one of `{"header": [name, value]}`, `{"result"}`, `{"comment"}` and `{"move": [text, accepts an illegal move]}` | `{"edits": [[from, to, text]], "place": {"line", "ply"}}`, or `{"illegal": [{"rule", "msg"}]}` for an illegal move |
/// | `encode` | `text`, `encoding`, `bom`, `newline` | the bytes, or `{"missing": [characters]}` |
/// | `code` | `text` | `{"rows"}`: the rows of a QR code, with `1` for a dark square and `0` for a light one |
/// | `fix` | `path`, `at` for one file of an archive only, `unsafe` | `{"path", "diff", "changed", "counts"}` and the bytes of the fixed file, for each file |
/// | `targets` | `path`, `at`, or nothing for all formats | `{"targets": [{"name", "about", "extension", "losses", "reason"}]}` |
/// | `write` | `path`, `at`, `target`, `encoding`, `newline`, `substitute` | `{"extension", "encoding", "losses"}` and the bytes, or `{"reason"}` |
/// | `begin-conversion` | `target`, `encoding`, `newline`, `substitute`, `join`, `below`: folder that the names leave out | `{}` |
/// | `convert` | `path` | `{"name", "path", "record", "losses"}` and bytes, or with `reason`, for each file that is written |
/// | `begin-report` | `format` (`html` or one of `kifu validate`), `title`, `date`, `inputs`, `language`, `bom` | `{"extension"}` |
/// | `add-to-report` | `path` | `{"part": true}` and bytes |
/// | `add-unreadable` | `path`, `reason`: why the page could not read the file | `{"part": true}` and bytes |
/// | `end-report` | – | `{}` and bytes |
/// | `validate` | `path`, and the keys of `begin-report` | `{}` and the whole report in the bytes |
/// | `begin-comparison` | – | `{}` |
/// | `add-sheet` | `path` of a sheet of results; all sheets come before the records | `{}` |
/// | `compare` | `path` of a file with records | `{}` |
/// | `end-comparison` | – | `{"found": [{"path", "at", "found"}], "sheets": [{"path", "found"}]}`: the findings between records |
/// | `begin-search` | `sfen`, `pieces`, `moves`, `material`, `mirror`, as in [`SearchOptions`] | `{}` |
/// | `search` | `first`: the number of the first of the games whose main lines are in the bytes | `{}` |
/// | `end-search` | – | `{"hits", "next"}`: the rows of `kifu find` and of `kifu find --next`; `record` is the number of the game |
/// | `forget` | – | `{}`; the bytes of a file are not kept any longer |
///
/// A `check` sends `{"at": place}` before each record, so that the page knows the record during which the module breaks.
/// It sends `{"games", "findings", "places"}` after some records, with the main lines of the games in the bytes, and
/// `{"done": {…}}` at the end. A main line begins with the length of its rest (four bytes, little-endian). If the request has
/// `"found": true`, because the file was found in a folder, and the file belongs to another program, the answer is
/// `{"foreign": true}`.
///
/// The `losses` of a conversion are a list of `{"kind", "name", "words", "example"}`: the kind of loss for scripts and in words,
/// the losses of this kind in words, and an example or null.
///
/// If a request cannot be answered, the answer is `{"error": text}`.
///
/// ```
/// use kifu::finding::Language;
/// use kifu::page::Application;
///
/// let mut application = Application::new(Language::English);
/// let record = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes().to_vec();
/// let mut messages = Vec::new();
/// application.answer(r#"{"do": "check", "path": "a.kif"}"#, record, &mut |json, _| {
///     messages.push(String::from_utf8(json.to_vec()).unwrap());
/// });
/// assert_eq!(messages[0], r#"{"at":[1,1]}"#);
/// assert!(messages[1].contains(r#""path":"a.kif""#));
/// assert!(messages[2].starts_with(r#"{"done":"#));
/// ```
///
/// [`RunOptions`]: crate::run::RunOptions
/// [`SearchOptions`]: crate::run::SearchOptions
#[derive(Debug)]
pub struct Application {
    language: Language,
    /// The checker for the list of games.
    list: Checking,
    run: Run,
    /// The path and the bytes of a file that was kept for further requests.
    kept: Option<(String, Arc<Vec<u8>>)>,
    survey: Survey,
    /// The report that has been begun.
    output: Option<Output>,
    /// The conversion that has been begun.
    conversions: Option<Conversions>,
    /// The comparison of records that has been begun.
    comparison: Option<Comparison>,
    /// The search for positions that has been begun.
    searching: Option<Searching>,
}

/// The file of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Source {
    path: String,
    /// `true` if the bytes are those that were kept.
    same: bool,
    /// `true` if the bytes are kept for further requests.
    keep: bool,
    /// `true` if the file was found in a folder, so that it may belong to another program.
    found: bool,
}

/// A request. Its file is a [`Source`].
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum Request {
    Settings(Box<Settings>),
    Profiles,
    Choose {
        paths: Vec<String>,
    },
    Check {
        #[serde(default)]
        after: Option<Place>,
        #[serde(default)]
        until: Option<Place>,
    },
    Summary {
        #[serde(default)]
        unread: u64,
    },
    Detail {
        #[serde(default)]
        at: Place,
    },
    Text {
        #[serde(default = "Place::first_file")]
        at: Place,
    },
    Encode(text::EncodeRequest),
    Code {
        text: String,
    },
    Fix {
        #[serde(default)]
        at: Option<Place>,
        #[serde(default, rename = "unsafe")]
        with_unsafe: bool,
    },
    Form(edit::PlyPlace),
    Edit {
        #[serde(flatten)]
        place: edit::PlyPlace,
        change: edit::RequestedChange,
    },
    Targets {
        #[serde(default)]
        at: Option<Place>,
    },
    Write {
        #[serde(default)]
        at: Place,
        #[serde(flatten)]
        request: ConversionRequest,
    },
    BeginConversion(ConversionRequest),
    Convert,
    BeginReport(OutputRequest),
    AddToReport,
    AddUnreadable {
        reason: String,
    },
    EndReport,
    Validate(OutputRequest),
    BeginComparison,
    AddSheet,
    Compare,
    EndComparison,
    BeginSearch(Box<SearchOptions>),
    Search {
        first: u32,
    },
    EndSearch,
    Forget,
}

impl Application {
    /// Creates an application with the default settings. `language` is the language of its messages.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            list: Run::default().checking(&list_needs()),
            run: Run::default(),
            kept: None,
            survey: Survey::default(),
            output: None,
            conversions: None,
            comparison: None,
            searching: None,
        }
    }

    /// Returns the message about a panic, after which a module cannot be used any longer.
    pub fn describe_panic(text: &str) -> Vec<u8> {
        json!({ "panic": text }).to_string().into_bytes()
    }

    /// Answers a request. `send` receives the messages of the answer; the last one ends the answer.
    pub fn answer(&mut self, request: &str, bytes: Vec<u8>, send: &mut Deliver<'_>) {
        let result = self.try_answer(request, bytes, send);
        let answer =
            result.unwrap_or_else(|error| json!({ "error": answer::words(&error, self.language) }).into());
        send(&answer.json, &answer.bytes);
    }

    /// Answers a request. Returns the last message.
    ///
    /// # Errors
    ///
    /// Returns the reason as an error if the request cannot be answered.
    fn try_answer(
        &mut self,
        request: &str,
        bytes: Vec<u8>,
        send: &mut Deliver<'_>,
    ) -> Result<Answer, Message> {
        let invalid = |error: serde_json::Error| Message::untranslated(format!("invalid request: {error}"));
        let source: Source = serde_json::from_str(request).map_err(invalid)?;
        let request: Request = serde_json::from_str(request).map_err(invalid)?;
        let bytes = self.bytes(&source, bytes)?;
        let path = &*source.path;
        Ok(match request {
            Request::Settings(settings) => self.apply(&settings)?.into(),
            Request::Profiles => self.profiles().into(),
            Request::Choose { paths } => self.choose(&paths).into(),
            Request::Check { after, until } => self.check(&source, &bytes, (after, until), send).into(),
            Request::Summary { unread } => self.summary(unread).into(),
            Request::Detail { at } => self.detail(path, &bytes, at)?,
            Request::Text { at } => self.run.text(path, &bytes, at, self.language)?.into(),
            Request::Encode(request) => text::encode(&request)?,
            Request::Code { text } => text::qr_code(&text)?.into(),
            Request::Fix { at, with_unsafe } => {
                let number = at.map(|at| at.0);
                self.run.fix(path, &bytes, number, with_unsafe, send).into()
            }
            Request::Form(place) => self.run.form(path, &bytes, place, self.language)?.into(),
            Request::Edit { place, change } => self
                .run
                .edit(path, &bytes, (place, change), self.language)?
                .into(),
            Request::Targets { at } => self.targets(path, &bytes, at)?.into(),
            Request::Write { at, request } => self.write(path, &bytes, at, &request)?,
            Request::BeginConversion(request) => {
                self.conversions = Some(Conversions::new(&request)?);
                json!({}).into()
            }
            Request::Convert => self.convert(path, &bytes, send)?.into(),
            Request::BeginReport(request) => self.begin_report(request)?.into(),
            Request::AddToReport => self.add_to_report(|output, run| output.add(run, path, &bytes))?,
            Request::AddUnreadable { reason } => {
                self.add_to_report(|output, _| output.add_unreadable(path, &reason))?
            }
            Request::EndReport => {
                let output = self.output.take().ok_or_else(not_begun)?;
                Answer::new(&json!({}), output.end()?)
            }
            Request::Validate(request) => self.validate(path, &bytes, request)?,
            Request::BeginComparison => {
                self.comparison = Some(Comparison::begin(&self.run));
                json!({}).into()
            }
            Request::AddSheet => {
                let comparison = self.comparison.as_mut().ok_or_else(not_begun)?;
                comparison.add_sheet(&self.run, path, &bytes)?;
                json!({}).into()
            }
            Request::Compare => {
                let comparison = self.comparison.as_mut().ok_or_else(not_begun)?;
                comparison.add(&self.run, path, &bytes)?;
                json!({}).into()
            }
            Request::EndComparison => {
                let comparison = self.comparison.take().ok_or_else(not_begun)?;
                comparison.end(&self.run, self.language)?.into()
            }
            Request::BeginSearch(options) => {
                self.searching = Some(Searching::begin(*options, self.language)?);
                json!({}).into()
            }
            Request::Search { first } => {
                let searching = self.searching.as_mut().ok_or_else(not_begun)?;
                searching.add(&bytes, first);
                json!({}).into()
            }
            Request::EndSearch => self.searching.take().ok_or_else(not_begun)?.end()?,
            Request::Forget => {
                self.kept = None;
                json!({}).into()
            }
        })
    }

    /// Returns the bytes of the file of a request: those of the request, or those that were kept.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes of the file were not kept.
    fn bytes(&mut self, source: &Source, bytes: Vec<u8>) -> Result<Arc<Vec<u8>>, Message> {
        if source.same {
            let kept = self.kept.as_ref().filter(|(path, _)| *path == source.path);
            return kept.map(|(_, bytes)| Arc::clone(bytes)).ok_or_else(|| {
                bilingual(
                    "the bytes of this file were not kept",
                    "このファイルの内容は保持されていない",
                )
            });
        }
        let bytes = Arc::new(bytes);
        if source.keep {
            self.kept = Some((source.path.clone(), Arc::clone(&bytes)));
        }
        Ok(bytes)
    }

    /// Applies settings. Returns the values that apply. The next check begins a new list of games.
    fn apply(&mut self, settings: &Settings) -> Result<Value, Message> {
        let (run, applied) = Run::new(settings, self.language)?;
        self.list = run.checking(&list_needs());
        (self.run, self.survey) = (run, Survey::default());
        Ok(json!(applied))
    }

    fn profiles(&self) -> Value {
        let profile = |profile: &Profile| json!({ "name": profile.name, "title": profile.title.in_language(self.language) });
        let profiles: Vec<_> = Profile::all().iter().map(profile).collect();
        json!({ "profiles": profiles })
    }

    /// Returns for each path in a folder whether its file is read.
    fn choose(&self, paths: &[String]) -> Value {
        let chosen: Vec<_> = paths.iter().map(|path| self.run.takes(path)).collect();
        json!({ "chosen": chosen })
    }

    /// Checks the records of a file in a range, and sends them for the list of games. Returns the totals.
    fn check(
        &mut self,
        source: &Source,
        bytes: &Arc<Vec<u8>>,
        range: Range,
        send: &mut Deliver<'_>,
    ) -> Value {
        let path = &*source.path;
        if source.found && self.run.is_foreign(path, bytes) {
            return json!({ "foreign": true });
        }
        let (language, survey) = (self.language, &mut self.survey);
        let mut batch = Batch::default();
        let run = &self.run;
        let totals = run.check(&mut self.list, path, bytes, range, |event| match event {
            run::Event::At(place) => send(json!({ "at": place }).to_string().as_bytes(), &[]),
            run::Event::Record(place, record) => {
                let Some(game) = &record.data else { return };
                let findings = run.shown(record.findings);
                let hidden = record.findings.len() - findings.len();
                survey.add(game, &findings);
                batch.add(place, &card(record.game, game, &findings, hidden, language));
                if batch.bytes >= BATCH_BYTES {
                    std::mem::take(&mut batch).send(send);
                }
            }
            run::Event::Unreadable(_) => {}
        });
        if batch.bytes > 0 {
            batch.send(send);
        }
        json!({ "done": totals_json(&totals, language) })
    }

    /// Returns the summary of all records in the list of games, and begins a new list.
    fn summary(&mut self, unread: u64) -> Value {
        let survey = std::mem::take(&mut self.survey);
        let summary = super::Summary::new(&survey, unread, self.language);
        let figures = summary.figures.iter();
        let figures = figures.map(|(name, count)| json!([name.in_language(self.language), count]));
        let charts = summary.charts.iter().filter(|chart| !chart.is_empty());
        let notes = summary.notes.iter().map(|note| note.in_language(self.language));
        json!({
            "figures": figures.collect::<Vec<_>>(),
            "charts": charts.collect::<Vec<_>>(),
            "notes": notes.collect::<Vec<_>>(),
        })
    }

    /// Returns the data of a game that are shown when it is opened.
    fn detail(&self, path: &str, bytes: &Arc<Vec<u8>>, at: Place) -> Result<Answer, Message> {
        let language = self.language;
        let json = self.run.with_record(path, bytes, at, |checked, game, findings| {
            whole_game(&card(checked, game, findings, 0, language))
        })?;
        Ok(Answer {
            json,
            bytes: Vec::new(),
        })
    }

    /// Returns the formats in which a record, or some record, can be written.
    fn targets(&self, path: &str, bytes: &Arc<Vec<u8>>, at: Option<Place>) -> Result<Value, Message> {
        let language = self.language;
        let targets = match at {
            Some(at) => self.run.with_record(path, bytes, at, |checked, _, _| {
                let targets = notation::targets_of(checked.record.game);
                targets
                    .map(|target| conversion::target_of(target, Some(checked), language))
                    .collect::<Vec<_>>()
            })?,
            None => notation::targets()
                .filter(|target| !target.training)
                .map(|target| conversion::target_of(target, None, language))
                .collect(),
        };
        Ok(json!({ "targets": targets }))
    }

    /// Writes a record in a format.
    fn write(
        &self,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        at: Place,
        request: &ConversionRequest,
    ) -> Result<Answer, Message> {
        let (writer, language) = (request.writer()?, self.language);
        let write = |checked: &Checked<'_>| conversion::written(&writer, checked, language);
        self.run
            .with_record(path, bytes, at, |checked, _, _| write(checked))
    }

    /// Converts the records of a file, and sends the converted files.
    fn convert(
        &mut self,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        send: &mut Deliver<'_>,
    ) -> Result<Value, Message> {
        let conversions = self.conversions.as_mut().ok_or_else(not_begun)?;
        Ok(conversions.convert((&self.run, &mut self.list), path, bytes, self.language, send))
    }

    /// Begins a report on several files.
    fn begin_report(&mut self, request: OutputRequest) -> Result<Value, Message> {
        let output = Output::begin(request, &self.run, self.language)?;
        let extension = output.extension();
        self.output = Some(output);
        Ok(json!({ "extension": extension }))
    }

    /// Adds a file to the report. Returns the part of the report that is complete.
    fn add_to_report(
        &mut self,
        add: impl FnOnce(&mut Output, &Run) -> Result<(), Message>,
    ) -> Result<Answer, Message> {
        let output = self.output.as_mut().ok_or_else(not_begun)?;
        add(output, &self.run)?;
        Ok(Answer::new(&json!({ "part": true }), output.take_bytes()))
    }

    /// Returns the report on one file.
    fn validate(
        &self,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        mut request: OutputRequest,
    ) -> Result<Answer, Message> {
        if request.inputs.is_empty() {
            request.inputs = vec![path.to_owned()];
        }
        let mut output = Output::begin(request, &self.run, self.language)?;
        output.add(&self.run, path, bytes)?;
        Ok(Answer::new(&json!({}), output.end()?))
    }
}

/// Returns the card of a checked record. `game` has the data of its game, and `hidden` findings are not shown.
fn card<'c, 't>(
    checked: &'c Checked<'t>,
    game: &'c Game,
    findings: &'c [&'c Finding],
    hidden: usize,
    language: Language,
) -> Card<'c, 't> {
    Card {
        game,
        text: checked.text,
        record: &checked.record,
        findings,
        hidden,
        language,
    }
}

/// The rows and findings of consecutive records, which are sent together.
#[derive(Debug, Default)]
struct Batch {
    games: Vec<u8>,
    findings: Vec<u8>,
    places: Vec<Place>,
    /// The main lines in the compact form.
    lines: Vec<u8>,
    /// Size of the rows and findings (bytes).
    bytes: usize,
}

impl Batch {
    fn add(&mut self, place: Place, card: &Card<'_, '_>) {
        let mut cards = Cards::default();
        cards.add_row(card);
        for written in &cards.0 {
            let findings = match &*written.findings {
                [] => b"[]",
                findings => findings,
            };
            for (list, item) in [(&mut self.games, &*written.row), (&mut self.findings, findings)] {
                if !list.is_empty() {
                    list.push(b',');
                }
                list.extend_from_slice(item);
            }
            self.places.push(place);
            self.lines.extend_from_slice(&card.game.compact);
        }
        self.bytes = self.games.len() + self.findings.len();
    }

    /// Sends the message with the rows and findings.
    fn send(self, send: &mut Deliver<'_>) {
        let places = json!(self.places).to_string();
        let message = [
            b"{\"games\":[",
            &*self.games,
            b"],\"findings\":[",
            &self.findings,
            b"],\"places\":",
            places.as_bytes(),
            b"}",
        ]
        .concat();
        send(&message, &self.lines);
    }
}

#[cfg(test)]
mod tests;
