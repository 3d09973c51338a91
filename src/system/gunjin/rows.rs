//! What the headers say of the board: their rows and the entries in them.

/// The value of a header without a comment.
pub(super) fn uncommented(value: &str) -> String {
    let lines = value
        .split('\n')
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The rows of a header, line by line or between slashes.
pub(super) fn rows(value: &str) -> Vec<Vec<String>> {
    let value = uncommented(value);
    let rows = value.split(['\n', '/']);
    let entries = |row: &str| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    rows.map(entries).filter(|it| !it.is_empty()).collect()
}
