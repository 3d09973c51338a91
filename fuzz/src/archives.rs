//! Archives: reading one ends, something is found in it, and that is the same every time.

use std::fs;
use std::path::Path;
use std::process;
use std::thread;

use kifu::batch::{Found, Inputs, Opened, Request, Run};

/// What an archive comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The texts of its records.
    pub texts: Vec<String>,
    /// The number of files in it that are not read since they are no records.
    pub skipped: usize,
    /// Whether a finding tells that something is wrong.
    pub is_told: bool,
}

/// Reads an archive as `kifu validate` does.
pub fn read(path: &Path) -> Contents {
    let request = Request {
        paths: vec![path.to_owned()],
        ..Request::default()
    };
    let run = Run::default();
    let mut contents = Contents::default();
    for found in Inputs::new(request) {
        let Found::Input(input) = found else {
            contents.skipped += usize::from(matches!(found, Found::Skipped(_)));
            contents.is_told |= matches!(found, Found::Failed(_));
            continue;
        };
        let Ok(opened) = Opened::of(&input, &run) else {
            contents.is_told = true;
            continue;
        };
        let Ok(mut windows) = opened.windows() else {
            contents.is_told = true;
            continue;
        };
        while let Ok(Some(window)) = windows.advance() {
            let text = window.text().as_str();
            if text.is_empty() {
                let gaps = window.slice(0).map(|it| it.read().gaps.len());
                contents.is_told |= gaps.is_none_or(|it| it > 0);
            } else {
                contents.texts.push(text.to_owned());
            }
        }
    }
    contents
}

/// Reads the bytes of an archive, whose kind they show themselves.
///
/// # Panics
///
/// When nothing is found, or something else the second time.
pub fn run(data: &[u8]) {
    let name = format!("kifu-fuzz-{}-{:?}", process::id(), thread::current().id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, data).expect("there is room for the archive");
    let [first, again] = [read(&path), read(&path)];
    fs::remove_file(&path).expect("the archive was written");
    assert!(first != Contents::default(), "nothing is found");
    assert_eq!(first, again);
}
