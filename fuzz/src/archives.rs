//! Archives: reading any bytes as an archive terminates and is deterministic. It finds a record, skips a file or reports an
//! error.

use kifu::Checker;

/// The texts and counts that reading an archive yields.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The texts of the files in the archive that are read as records.
    pub texts: Vec<String>,
    /// The number of files in the archive that are skipped because they are not records.
    pub skipped: usize,
    /// `true` if a file without text, such as a damaged archive, has a record with a gap.
    pub has_errors: bool,
}

/// Reads an archive with this name through the public interface.
pub fn read(name: &str, bytes: &[u8]) -> Contents {
    let mut contents = Contents::default();
    let mut files = Checker::default().check(name, bytes);
    for file in &mut files {
        let text = file.text().as_str();
        if text.is_empty() {
            contents.has_errors |= file.records().any(|it| !it.record.gaps.is_empty());
        } else {
            contents.texts.push(text.to_owned());
        }
    }
    contents.skipped = files.skipped;
    contents
}

/// Reads the bytes of an archive whose kind is detected from the content.
///
/// # Panics
///
/// If reading returns neither records nor skipped files nor errors, or if a second reading differs.
pub fn run(data: &[u8]) {
    let [first, again] = [read("x", data), read("x", data)];
    assert!(first != Contents::default(), "nothing is found");
    assert_eq!(first, again);
}
