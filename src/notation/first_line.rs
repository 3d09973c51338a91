//! The first lines of records of one game or another, since a file may hold records of several.

use super::RecordText;
use crate::finding::{Words, both};
use crate::record::gap::OddGame;
use crate::record::{Format, Gap, GapKind, Record};

/// The games that records begin with a line of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLine {
    Yonin,
    Gunjin,
    Janggi,
    Shogi,
}

/// How a record of shogi begins in KIF and in CSA, as far as nothing else begins so.
const OF_SHOGI: [&str; 14] = [
    "手合割：",
    "手合割:",
    "手合：",
    "開始日時：",
    "棋戦：",
    "先手：",
    "後手：",
    "下手：",
    "上手：",
    "手数----",
    "V2",
    "V3.0",
    "N+",
    "$EVENT:",
];

impl FirstLine {
    /// The game that a record is of whose first line this is, where the line tells.
    pub(super) fn of(line: &str) -> Option<Self> {
        let line = line.trim_start_matches('\u{feff}');
        let keyed = line.trim_start();
        match keyed.as_bytes().first()? {
            b'Y' if is_keyed(keyed, "Yonin") => Some(Self::Yonin),
            b'G' if is_keyed(keyed, "Gunjin") => Some(Self::Gunjin),
            b'[' if is_korean_header(line) => Some(Self::Janggi),
            b'V' | b'N' | b'$' | 0x80.. => {
                let is_of_shogi = OF_SHOGI.iter().any(|it| line.starts_with(it));
                is_of_shogi.then_some(Self::Shogi)
            }
            _ => None,
        }
    }

    /// Whether the line names its game; the others may stand for something else among the headers of a record.
    pub(super) const fn names_game(self) -> bool {
        matches!(self, Self::Yonin | Self::Gunjin)
    }

    /// What the game is called.
    const fn words(self) -> Words {
        match self {
            Self::Yonin => both("yonin shogi", "四人将棋"),
            Self::Gunjin => both("gunjin shogi", "軍人将棋"),
            Self::Janggi => both("janggi", "チャンギ"),
            Self::Shogi => both("shogi", "将棋"),
        }
    }
}

/// Whether a line without the blanks before it has this key: `Yonin: 1`.
fn is_keyed(line: &str, key: &str) -> bool {
    let rest = line.strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with([':', '：']))
}

/// `[대회명 "…"]`: a key in Korean, and a value in quotes.
pub(super) fn is_korean_header(line: &str) -> bool {
    let Some((key, value)) = line.strip_prefix('[').and_then(|it| it.split_once('"')) else {
        return false;
    };
    let key = key.trim_matches(|it| matches!(it, ' ' | '\t' | '\u{3000}' | '\u{feff}'));
    key.starts_with(|it| matches!(it, '가'..='힣'))
        && !key.contains(['[', ']', '{'])
        && value.trim_end().ends_with(']')
}

/// The other game of whose records the first is that a text begins with, in a file of records of `own`.
fn other(text: &str, own: FirstLine) -> Option<(FirstLine, &str)> {
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    let begun = FirstLine::of(line).filter(|&it| it != own)?;
    Some((begun, line))
}

/// Length of the records of another game that a text begins with, in a file of records of `own`. They are told as one.
pub(super) fn others(text: &str, own: FirstLine) -> Option<usize> {
    let (begun, _) = other(text, own)?;
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if FirstLine::of(line).is_some_and(|it| it != begun) {
            return Some(start);
        }
        start += line.len();
    }
    Some(text.len())
}

/// What such records are read as: nothing that could be judged.
pub(super) fn record_of_other(source: RecordText<'_>, own: FirstLine, format: Format) -> Option<Record<'_>> {
    let (begun, line) = other(source.text, own)?;
    let mut record = source.record(format);
    record.start.is_known = false;
    let at = source.text.find(line).unwrap_or_default();
    let game = OddGame::InFileOfOther(begun.words());
    let gap = Gap::of_start(source.span(at, at + line.len()), GapKind::OtherGame(game));
    record.gaps.push(gap);
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_tell_the_game() {
        for (line, begun) in [
            ("Yonin: 1", Some(FirstLine::Yonin)),
            ("\u{feff}Gunjin：1", Some(FirstLine::Gunjin)),
            ("[규칙 \"궁장기\"]", Some(FirstLine::Janggi)),
            ("手合割：平手", Some(FirstLine::Shogi)),
            ("V2.2", Some(FirstLine::Shogi)),
            ("Event: 平手 V2.2", None),
            ("[Event \"x\"]", None),
            ("  CP TK TK FL CO EN AP SL", None),
            ("1 S 6i7h", None),
        ] {
            assert_eq!(FirstLine::of(line), begun, "{line}");
        }
    }

    #[test]
    fn records_of_another_game_are_one() {
        let shogi = "手合割：平手\n手数----指手---------消費時間--\n1 ７六歩(77)\n";
        let text = format!("{shogi}Yonin: 1\n1 S 5g5f\n");
        assert_eq!(others(&text, FirstLine::Yonin), Some(shogi.len()));
        assert_eq!(others("Yonin: 1\n", FirstLine::Yonin), None);
    }
}
