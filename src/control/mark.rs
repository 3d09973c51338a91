//! What a record itself wants left out: `*kifu: ignore nifu, clock-*` as a comment of its own.

use super::selector::Selector;
use crate::finding::Message;
use crate::record::{Record, RemarkKind};

/// What the marks of a record say.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// The rules whose findings are left out.
    pub(super) selectors: Vec<Selector>,
    /// What stands in the place of a rule and is none, and what may help.
    pub(super) unknown: Vec<(String, Option<Message>)>,
}

/// The marks of a record. What stands between two commas is one rule or several, or it is none at all, so that no word of a
/// sentence is taken for a group.
pub(super) fn marks(record: &Record<'_>) -> Marks {
    let comments = record.remarks.iter().filter(|it| it.kind != RemarkKind::Bookmark);
    let lists = comments.filter_map(|comment| list(&comment.text));
    let mut marks = Marks::default();
    for item in lists
        .flat_map(|list| list.split([',', '、', '，']))
        .map(str::trim)
    {
        let read: Result<Vec<_>, _> = item.split_whitespace().map(Selector::read).collect();
        match read {
            Ok(selectors) => marks.selectors.extend(selectors),
            Err(fault) => marks.unknown.push((item.to_owned(), fault.help)),
        }
    }
    marks
}

/// The rules in a comment that is such a mark. In CSA, a `*` says that a comment is for readers.
fn list(comment: &str) -> Option<&str> {
    let comment = comment.trim_start().trim_start_matches('*').trim_start();
    let order = comment.strip_prefix("kifu:")?.trim_start();
    let list = order.strip_prefix("ignore")?;
    list.starts_with(char::is_whitespace).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{notation, text};

    fn marked(record: &str) -> Vec<String> {
        let text = text::decode(record.as_bytes(), None);
        let mut records = notation::records(&text, notation::detect(&text, None));
        let marks = marks(&records.next().unwrap());
        marks.selectors.iter().map(|it| it.text().to_owned()).collect()
    }

    #[test]
    fn a_comment_of_any_notation_is_a_mark() {
        for record in [
            "手合割：平手\n*kifu: ignore nifu, clock-*\n   1 ７六歩(77)\n",
            "手合割：平手\n   1 ７六歩(77)\n* kifu:ignore  nifu clock-*\n",
            "手合割：平手\n#kifu: ignore nifu、clock-*\n   1 ７六歩(77)\n",
            "手合割：平手\n▲７六歩\n*kifu: ignore nifu,clock-*\n",
            "V2.2\n'kifu: ignore nifu, clock-*\nPI\n+\n+7776FU\n",
            "V2.2\nPI\n+\n+7776FU\n'*kifu: ignore nifu, clock-*\n",
            "# kifu: ignore nifu, clock-*\nposition startpos moves 7g7f\n",
            r#"{"header":{},"moves":[{"comments":["kifu: ignore nifu, clock-*"]},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#,
            "Yonin: 1\n# kifu: ignore nifu, clock-*\n1 S 5g5f\n",
        ] {
            assert_eq!(marked(record), ["nifu", "clock-*"], "{record}");
        }
    }

    #[test]
    fn other_comments_are_none() {
        for comment in [
            "kifu ignore nifu",
            "kifu: ignored nifu",
            "see kifu: ignore nifu",
            "kifu: ignore",
            "kifu: ignore nihu",
            "kifu: ignore all other rules hold",
            "kifu: ignore because the fouls were seen",
            "Kifu: ignore nifu",
        ] {
            let record = format!("手合割：平手\n*{comment}\n   1 ７六歩(77)\n");
            assert!(marked(&record).is_empty(), "{comment}");
        }
        assert!(marked("手合割：平手\n   1 ７六歩(77)\n&kifu: ignore nifu\n").is_empty());
    }
}
