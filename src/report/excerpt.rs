//! The line that a finding is about, with the token marked under it.

use crate::finding::Span;
use crate::text::Text;
use crate::text::{Shown, shown};

/// So many columns before the token are shown at most.
const BEFORE: usize = 40;

/// So many columns are shown at most in all.
const WIDTH: usize = 100;

/// Where something is left out.
const CUT: char = '…';

/// A line of the source as it can be shown: nothing in it that a terminal obeys, and not all of it when it is
/// long. However long the line, only the stretch that is shown is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) line: String,
    /// Columns before the token.
    pub(super) indent: usize,
    /// Columns of the token, at least one.
    pub(super) width: usize,
}

impl Excerpt {
    /// The line in which `span` begins; `None` when there is nothing to see.
    pub(super) fn of(text: &Text<'_>, span: Span) -> Option<Self> {
        let whole = text.line_span(span.start as usize);
        if text.looks_binary() || whole.is_empty() {
            return None;
        }
        let source = text.as_str();
        let start = (span.start as usize).clamp(whole.start, whole.end);
        let end = (span.end as usize).clamp(start, whole.end);
        let (before, token, after) = (
            source.get(whole.start..start)?,
            source.get(start..end)?,
            source.get(end..whole.end)?,
        );

        let mut line = String::new();
        let (mut left, all_left) = taken(before.chars().rev(), BEFORE);
        left.reverse();
        let mut indent = 0;
        if !all_left {
            line.push(CUT);
            indent += 1;
        }
        indent += push(&left, &mut line);
        let (middle, mut all) = taken(token.chars(), WIDTH - indent);
        let width = push(&middle, &mut line);
        if all {
            let (right, all_right) = taken(after.chars(), WIDTH.saturating_sub(indent + width));
            push(&right, &mut line);
            all = all_right;
        }
        if !all {
            line.push(CUT);
        }
        Some(Self {
            line,
            indent,
            width: width.max(1),
        })
    }
}

/// As many characters as fit into `width` columns, and whether that is all of them. Characters without width do
/// not fill a line, so that their number is limited as well.
fn taken(characters: impl Iterator<Item = char>, width: usize) -> (Vec<Shown>, bool) {
    let mut taken = Vec::new();
    let mut room = width;
    for it in characters.map(shown) {
        let Some(rest) = room.checked_sub(it.width()) else {
            return (taken, false);
        };
        if taken.len() == 2 * width {
            return (taken, false);
        }
        room = rest;
        taken.push(it);
    }
    (taken, true)
}

/// Adds characters to a line and says how many columns they take.
fn push(characters: &[Shown], line: &mut String) -> usize {
    for it in characters {
        it.push_to(line);
    }
    characters.iter().map(|it| it.width()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::decode;

    fn excerpt(text: &str, token: &str) -> (String, String) {
        let decoded = decode(text.as_bytes(), None);
        let start = text.find(token).unwrap();
        let it = Excerpt::of(&decoded, Span::new(start, start + token.len())).unwrap();
        (it.line, " ".repeat(it.indent) + &"^".repeat(it.width))
    }

    #[test]
    fn the_mark_stands_under_the_token() {
        let (line, mark) = excerpt("手合割：平手\n  43 ７六歩打 ( 0:01)\n", "７六歩打");
        assert_eq!(line, "  43 ７六歩打 ( 0:01)");
        assert_eq!(mark, "     ^^^^^^^^");
        let (line, mark) = excerpt("同　歩\t\x1B[2J▲７六歩", "▲");
        assert_eq!(line, "同　歩    ␛[2J▲７六歩");
        assert_eq!(mark.len(), "123456    1234^".len());
    }

    #[test]
    fn long_lines_are_cut_around_the_token() {
        let text = format!("{}７六歩{}", "あ".repeat(1000), "い".repeat(1000));
        let (line, mark) = excerpt(&text, "７六歩");
        assert_eq!(line, format!("…{}７六歩{}…", "あ".repeat(20), "い".repeat(26)));
        assert_eq!(mark, format!("{}{}", " ".repeat(41), "^".repeat(6)));
        let (line, mark) = excerpt(&text, &"あ".repeat(1000));
        assert_eq!(line, format!("{}…", "あ".repeat(50)));
        assert_eq!(mark.len(), 100);
    }

    #[test]
    fn characters_without_width_do_not_make_it_longer() {
        let text = format!("か{}x", "\u{3099}".repeat(100_000));
        assert!(excerpt(&text, "x").0.chars().count() < 3 * WIDTH);
    }

    #[test]
    fn a_place_without_characters_is_still_marked() {
        let decoded = decode("+7776FU\n".as_bytes(), None);
        let end = Excerpt::of(&decoded, Span::new(7, 7)).unwrap();
        assert_eq!((end.indent, end.width), (7, 1));
        assert_eq!(Excerpt::of(&decoded, Span::new(8, 8)), None);
        assert_eq!(
            Excerpt::of(
                &decode(b"\x89PNG\r\n\x1A\n\0\0\0\0\0\0IHDR", None),
                Span::new(0, 0)
            ),
            None
        );
    }
}
