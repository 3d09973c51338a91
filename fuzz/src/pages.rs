//! Any text can be read as a page, and each finding has its place in the page.

use kifu::Checker;

/// Reads a text as HTML and as Markdown: as it is, and as the content of an element.
///
/// # Panics
///
/// If there is no record, or if a finding has no place in the page.
pub fn run(data: &[u8]) {
    let around = |before: &str, after: &str| [before.as_bytes(), data, after.as_bytes()].concat();
    for (name, page) in [
        ("page.html", data.to_vec()),
        ("page.md", data.to_vec()),
        (
            "page.html",
            around("<p>\n<script type=\"text/kifu\">\n", "</script>\n"),
        ),
        ("page.html", around("<pre>\n", "</pre>\n")),
        ("page.md", around("- x\n\n  ```\n", "\n  ```\n")),
    ] {
        assert_consistent(name, &page);
    }
}

fn assert_consistent(name: &str, page: &[u8]) {
    let mut records = 0;
    for file in Checker::default().check(name, page) {
        for game in file.records() {
            records += 1;
            for finding in &game.judgement.findings {
                let Some(place) = game.place(finding) else {
                    continue;
                };
                assert!(place.line > 0 && place.column > 0, "{finding:?}");
                assert!(place.byte <= page.len() as u64, "{finding:?} {place:?}");
                assert!(
                    finding.fix.is_none() || file.notation.is_some(),
                    "a page is not fixed"
                );
            }
        }
    }
    assert!(records > 0, "no record");
}
