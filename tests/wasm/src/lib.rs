//! A WebAssembly module that checks records as `kifu validate` does, but in memory and without an operating system.

use std::cell::RefCell;
use std::io;
use std::path::Path;

use kifu::check::{Checked, Checker, Settings};
use kifu::convert::{FileNames, Layout};
use kifu::finding::{Language, Severity};
use kifu::notation;
use kifu::page::{Card, Cards, Heading, Page, Summary, Survey};
use kifu::report::{FORMS, RenderOptions, RenderedEntries, Report, ReportEntry, start_date};
use kifu::stats::{GameCollector, Needs};

thread_local! {
    /// The input texts from the host; after a check, only the answer.
    static TEXTS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a text of this length (bytes) for the host to fill. Returns the address of the text.
#[unsafe(no_mangle)]
pub extern "C" fn hand_over(length: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|texts| {
        texts.push(vec![0; length]);
        texts
            .last_mut()
            .map_or(std::ptr::null_mut(), |it| it.as_mut_ptr())
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXTS.with_borrow(|texts| texts[0].as_ptr())
}

/// Checks the file that the host passed as four texts: output format, path, bytes, `kifu.toml`.
///
/// Returns the length of the answer. The output format is one of `--format`, `html`, or `names` for the files of a
/// conversion to CSA.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> usize {
    let texts = TEXTS.take();
    let [form, path, bytes, toml] = <[Vec<u8>; 4]>::try_from(texts).unwrap();
    let [form, path] = [form, path].map(|bytes| String::from_utf8(bytes).unwrap());
    let settings = Settings::read(Path::new("kifu.toml"), |_| Ok(&*toml)).unwrap();
    let checker = Checker::new(settings);
    let answer = match &*form {
        "html" => html_report(&checker, &path, bytes).unwrap(),
        "names" => converted_names(&checker, &path, bytes),
        form => report(&checker, form, &path, bytes).unwrap(),
    };
    let length = answer.len();
    TEXTS.set(vec![answer]);
    length
}

/// Calls `visit` with each record.
fn for_each_record(checker: &Checker, path: &str, bytes: Vec<u8>, mut visit: impl FnMut(&Checked<'_>)) {
    for file in checker.check(path, bytes) {
        file.records().for_each(|game| visit(&game));
    }
}

fn report(checker: &Checker, form: &str, path: &str, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let form = FORMS.iter().find(|candidate| candidate.name == form).unwrap();
    let options = RenderOptions::default();
    let mut entries = RenderedEntries::default();
    for_each_record(checker, path, bytes, |game| {
        let findings = game.judgement.shown(Severity::Note);
        let highest = findings.iter().map(|it| it.severity).max();
        let date = start_date(&game.record);
        let entry = ReportEntry {
            game,
            findings: &findings,
            date: date.as_deref(),
            highest,
            show: None,
        };
        form.add(&entry, &options, &mut entries);
    });
    let mut report = Report::begin(Vec::new(), form)?;
    report.add(&entries, &options)?;
    report.close(true, &options)
}

fn html_report(checker: &Checker, path: &str, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let language = Language::English;
    let heading = Heading::new(vec![path.to_owned()], &Default::default(), language);
    let mut page = Page::open(Vec::new(), &heading)?;
    let (mut cards, mut survey) = (Cards::default(), Survey::default());
    let mut session = checker.session();
    let mut collector = GameCollector::new(Needs::OPENINGS);
    for file in checker.check(path, bytes) {
        let source = file.source();
        for record in file.unchecked() {
            collector.begin(&record);
            let game = session.check_watched(&source, record, |played| collector.observe(played));
            let encoding = game.text.encoding().name();
            let figures = collector.finish_game(&game.path.into(), encoding, &game.record, &game.judgement);
            let findings = game.judgement.shown(Severity::Note);
            let (text, record) = (game.text, &game.record);
            cards.add(
                &Card {
                    game: &figures,
                    text,
                    record,
                    findings: &findings,
                    hidden: 0,
            language,
                },
                true,
            );
            survey.add(&figures, &findings);
        }
    }
    page.add(&cards)?;
    page.close(&Summary::new(&survey, 0, language))
}

/// Returns a line for each file of a conversion to CSA: its size (bytes) and its name.
fn converted_names(checker: &Checker, path: &str, bytes: Vec<u8>) -> Vec<u8> {
    let csa = notation::target("csa").unwrap();
    let mut names = FileNames::new(Layout::AsTyped, csa.extension);
    let mut lines = String::new();
    for file in checker.check(path, bytes) {
        let games: Vec<_> = file.records().collect();
        names.begin_input(Some(file.path.as_ref()));
        let is_single = games.len() == 1;
        for (game, number) in games.iter().zip(1..) {
            if let Ok(written) = game.to(csa) {
                let name = names.path(Some(number).filter(|_| !is_single), |_| false);
                lines += &format!("{} {}\n", written.bytes.len(), name.display());
            }
        }
    }
    lines.into_bytes()
}
