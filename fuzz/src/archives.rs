//! Archives: reading one ends, something is found in it, and that is the same every time.

use kifu::Checker;

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

/// Reads an archive of this name, as other programs do.
pub fn read(name: &str, bytes: &[u8]) -> Contents {
    let mut contents = Contents::default();
    let mut files = Checker::default().check(name, bytes);
    for file in &mut files {
        let text = file.text().as_str();
        if text.is_empty() {
            contents.is_told |= file.records().any(|it| !it.record.gaps.is_empty());
        } else {
            contents.texts.push(text.to_owned());
        }
    }
    contents.skipped = files.skipped;
    contents
}

/// Reads the bytes of an archive, whose kind they show themselves.
///
/// # Panics
///
/// When nothing is found, or something else the second time.
pub fn run(data: &[u8]) {
    let [first, again] = [read("x", data), read("x", data)];
    assert!(first != Contents::default(), "nothing is found");
    assert_eq!(first, again);
}
