//! Real records of other programs can be shown at every tenth ply.
//!
//! The records are not part of the project. Without `../shared` (or `$KIFU_SHARED`), the test is skipped.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::Language;
use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::record::Record;
use kifu::referee::Judgement;
use kifu::report::show::View;
use kifu::report::svg;
use roxmltree::Document;

use super::{each_record, options, render_page};
use crate::support::files::{below, shared_folder};

fn record_files() -> Vec<PathBuf> {
    let folders = ["corpus", "odd-inputs"].into_iter().filter_map(shared_folder);
    folders.flat_map(|folder| below(&folder)).collect()
}

/// Shows a record as a picture and as BOD, at its last ply and at every tenth ply before it. At the last ply, also
/// shows the record as text.
fn show(record: &Record<'_>, judgement: &Judgement, path: &Path) {
    let bod = Writer::new(notation::target("bod").expect("a target"));
    let last_ply = View::at(record, judgement, None)
        .expect("the last ply is there")
        .ply();
    for (ply, language) in (0..=last_ply)
        .rev()
        .step_by(10)
        .zip(Language::ALL.into_iter().cycle())
    {
        let view = View::at(record, judgement, Some(ply)).expect("the ply is there");
        // The list of moves is the same for each ply, so only one page is rendered.
        if ply == last_ply {
            let page = render_page(&view, &options(language, Some(80)));
            assert!(
                !page.contains('\x1B'),
                "{}: orders for the terminal",
                path.display()
            );
        }
        let picture = svg(&view, language);
        assert!(
            Document::parse(&picture).is_ok(),
            "{}: {ply}\n{picture}",
            path.display()
        );
        // The writer may refuse a record with an unknown piece, but without a panic.
        let _ = bod.write(&Played::new(&record.up_to(view.node)));
    }
}

#[test]
fn every_record_is_shown_at_every_tenth_ply() {
    let paths = record_files();
    if paths.is_empty() {
        println!("skipped: ../shared does not exist");
    }
    for path in paths {
        let bytes = fs::read(&path).expect("a listed file exists");
        // Files of more than 1 MiB take too long and add no coverage.
        if bytes.len() > 1 << 20 {
            continue;
        }
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let mut record_count = 0;
        each_record(&bytes, extension, |record, judgement| {
            record_count += 1;
            if record_count <= 20 {
                show(record, judgement, &path);
            }
        });
    }
}
