//! Display of one record: the page, the diagram, and the board for other programs.

mod corpus;
mod pages;
mod picture;

use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::Language;
use kifu::notation;
use kifu::record::Record;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::report::RenderOptions;
use kifu::report::show::RecordSource;
use kifu::report::show::View;
use kifu::report::show::page;
use kifu::text;

/// The names of the files in `fixtures/show`, without `.kifu`.
const FIXTURES: [&str; 6] = ["game", "foul", "handicap", "problem", "broken", "several"];

fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reads a file of `fixtures/show`. In the published crate, which has no such files, prints a message and returns
/// `None`.
fn fixture(name: &str) -> Option<Vec<u8>> {
    let bytes = fs::read(at_root(&format!("fixtures/show/{name}.kifu"))).ok();
    if bytes.is_none() {
        println!("skipped: fixtures/show/{name}.kifu is not there");
    }
    bytes
}

/// Calls `visit` with every record of a file and its judgement.
fn each_record(bytes: &[u8], extension: &str, mut visit: impl FnMut(&Record<'_>, &Judgement)) {
    let text = text::decode(bytes, None);
    let mut referee = Referee::new();
    for record in notation::records(&text, notation::detect(&text, Some(extension))) {
        visit(&record, &referee.check(&record));
    }
}

fn options(language: Language, columns: Option<usize>) -> RenderOptions {
    RenderOptions {
        language,
        columns,
        ..RenderOptions::default()
    }
}

fn render_page(view: &View<'_, '_>, options: &RenderOptions) -> String {
    let source = RecordSource {
        path: "a/b.kifu",
        records: 3,
        encoding: "UTF-8",
    };
    String::from_utf8(page(view, &source, options)).expect("a page is UTF-8")
}
