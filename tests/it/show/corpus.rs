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

use super::{each_record, options, rendered};
use crate::support::files::{below, shared_folder};

fn files() -> Vec<PathBuf> {
    let folders = ["corpus", "odd-inputs"].into_iter().filter_map(shared_folder);
    folders.flat_map(|folder| below(&folder)).collect()
}

/// Shows a record at some of its plies, in all output forms.
fn show(record: &Record<'_>, judgement: &Judgement, path: &Path) {
    let bod = Writer::new(notation::target("bod").expect("a target"));
    let last = View::at(record, judgement, None)
        .expect("the last ply is there")
        .ply();
    for (ply, language) in (0..=last)
        .rev()
        .step_by(10)
        .zip(Language::ALL.into_iter().cycle())
    {
        let view = View::at(record, judgement, Some(ply)).expect("the ply is there");
        // The list of moves is the same for each ply.
        if ply == last {
            let page = rendered(&view, &options(language, Some(80)));
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
        // A record with an unknown piece is refused, without a panic.
        let _ = bod.write(&Played::new(&record.up_to(view.node)));
    }
}

#[test]
fn every_record_is_shown_at_every_tenth_ply() {
    let files = files();
    if files.is_empty() {
        println!("skipped: ../shared does not exist");
    }
    for path in files {
        let bytes = fs::read(&path).expect("a listed file exists");
        // Larger files take too long and add no coverage.
        if bytes.len() > 1 << 20 {
            continue;
        }
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let mut records = 0;
        each_record(&bytes, extension, |record, judgement| {
            records += 1;
            if records <= 20 {
                show(record, judgement, &path);
            }
        });
    }
}
