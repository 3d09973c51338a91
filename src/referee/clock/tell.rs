//! Times in words.

/// `1:05:09`, `0:32`.
pub(in crate::referee) fn in_english(millis: impl Into<u64>) -> String {
    let (hours, minutes, seconds) = parts(millis.into());
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// 1時間5分9秒, 32秒.
pub(in crate::referee) fn in_japanese(millis: impl Into<u64>) -> String {
    let (hours, minutes, seconds) = parts(millis.into());
    let parts = [(hours, "時間"), (minutes, "分"), (seconds, "秒")];
    let said = parts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<_> = said.map(|(count, unit)| format!("{count}{unit}")).collect();
    if words.is_empty() {
        "0秒".to_owned()
    } else {
        words.concat()
    }
}

fn parts(millis: u64) -> (u64, u64, u64) {
    let seconds = millis / 1000;
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// What is added to a message that stands for others: in English and in Japanese.
pub(in crate::referee) fn more(others: usize) -> (String, String) {
    match others {
        0 => (String::new(), String::new()),
        1 => (
            " (1 more such ply follows)".to_owned(),
            "（ほかに1手）".to_owned(),
        ),
        _ => (
            format!(" ({others} more such plies follow)"),
            format!("（ほかに{others}手）"),
        ),
    }
}
