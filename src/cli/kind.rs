//! Which kind of file a name promises.

use std::path::Path;

use crate::notation::NOTATIONS;

/// The extensions by which files are known, those of one kind together and the usual one first; those of game records
/// stand with their notations. Any other is nobody's.
const KINDS: &[&[&str]] = &[
    &["csv"],
    // A line of JSON Lines is JSON, and people call both by either name.
    &["json", "jsonl", "ndjson"],
    // SARIF is JSON, too.
    &["sarif", "json"],
    &["xml"],
    &["html", "htm", "xhtml"],
    &["svg"],
    &["toml"],
    // Archives and what is compressed.
    &[
        "zip", "tar", "gz", "tgz", "bz2", "tbz2", "xz", "txz", "zst", "7z", "rar", "lzh", "lha",
    ],
    // Other pictures.
    &["png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "ico"],
    // Documents and sheets of office programs.
    &[
        "pdf", "ps", "doc", "docx", "odt", "rtf", "xls", "xlsx", "xlsm", "ods",
    ],
];

/// What programs open by its extension alone, so that it has one of its own or none.
const OPENED_BY_NAME: [&str; 2] = ["html", "svg"];

/// The extension of a path.
pub(super) fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|it| it.to_str())
}

/// Whether a file of this name would be taken for something else than what is written, of which this is the usual
/// extension.
pub(super) fn promises_other(path: &Path, usual: &str) -> bool {
    let Some(extension) = extension(path) else {
        return false;
    };
    let is_known_by = |kind: &[&str]| kind.iter().any(|it| it.eq_ignore_ascii_case(extension));
    let own = kinds().find(|kind| kind.contains(&usual));
    !own.is_some_and(is_known_by) && (OPENED_BY_NAME.contains(&usual) || kinds().any(is_known_by))
}

/// All kinds. What is no record comes first: not all JSON is JKF.
fn kinds() -> impl Iterator<Item = &'static [&'static str]> {
    let records = NOTATIONS.iter().map(|notation| notation.extensions);
    KINDS.iter().copied().chain(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_what_its_extension_says() {
        for (usual, fits, promises_another) in [
            (
                "txt",
                "a a.txt a.log .html a.csv.bak 棋譜.表",
                "a.csv a.json a.HTML a.kif a.gz a.png a.toml a.pdf",
            ),
            (
                "csv",
                "a a.csv A.CSV a.tsv a.txt a.kif.csv",
                "a.csv.gz a.xhtml a.svg a.json a.kifu a.jpeg a.xlsx",
            ),
            ("json", "a.json a.jsonl", "a.csv a.jkf"),
            ("html", "a a.html a.htm a.XHTML", "a.txt a.csv a.foo a.svg"),
            ("svg", "a a.svg", "a.png a.html a.foo"),
            (
                "csa",
                "a a.csa a.txt a.CSA",
                "a.kif a.html a.svg a.png a.csv a.csa.gz a.json a.toml",
            ),
            ("kif", "a.kif a.kifu", "a.ki2 a.csa"),
            ("jkf", "a.jkf a.json", "a.jsonl"),
            ("usi", "a.usi a.sfen", "a.usen"),
        ] {
            for (names, expected) in [(fits, false), (promises_another, true)] {
                for name in names.split(' ') {
                    assert_eq!(
                        promises_other(Path::new(name), usual),
                        expected,
                        "{usual}: {name}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_notation_may_have_its_own_extensions() {
        for target in crate::notation::targets() {
            let name = format!("a.{}", target.extension);
            assert!(!promises_other(Path::new(&name), target.extension), "{name}");
        }
    }
}
