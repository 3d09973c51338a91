//! Generated files: pages of `docs/`, tables of `fixtures/`.

use std::fs;
use std::path::Path;

/// Asserts that a file of the project equals its generated content. With `KIFU_UPDATE=1`, the file is updated first.
pub fn compare(file: &str, generated: impl AsRef<[u8]>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let generated = generated.as_ref();
    if is_updated() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(&path, generated).expect("a file can be written");
    }
    let existing = fs::read(&path).unwrap_or_default();
    let mut lines = existing
        .split(|byte| *byte == b'\n')
        .zip(generated.split(|byte| *byte == b'\n'));
    let line_index = lines.position(|(existing, generated)| existing != generated);
    assert!(
        existing == generated,
        "{file} is not what the code makes of it (line {}); KIFU_UPDATE=1 cargo test --lib --test it -- docs referee words openings::book writes it anew",
        line_index.map_or_else(|| "count".to_owned(), |line| (line + 1).to_string())
    );
}

/// Returns `true` if `KIFU_UPDATE` is set, so that generated files are updated.
pub fn is_updated() -> bool {
    std::env::var_os("KIFU_UPDATE").is_some()
}
