//! What a conversion loses.

use std::borrow::Cow;

use crate::finding::{Message, Words, both, message};

/// A kind of thing that can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loss {
    /// A place of the record that its reader could not read.
    Unread,
    /// A move.
    Move,
    /// A line of play beside the main line.
    Variation,
    /// A variation, from a move on that cannot be put on the board.
    BrokenVariation,
    /// A move after an end of the game.
    MoveAfterEnd,
    /// A result that has no word.
    Result,
    /// A まで line or a server's summary that says something else than the result.
    Claim,
    /// The number of plies before the start position.
    PliesBefore,
    /// The last move before the start position.
    LastMove,
    /// Numbers of moves with gaps or repetitions.
    Numbers,
    /// The name of a piece that is not the one that moves.
    PieceName,
    /// The mark of a side that is not the one that moves.
    SideMark,
    /// The time of a move.
    Time,
    /// The fraction of a second.
    Fraction,
    /// A running total that is not the sum of the times.
    Total,
    /// The time of a result.
    ResultTime,
    /// A header.
    Header,
    /// A line break inside a header.
    LineBreak,
    /// A part of a date: the other days of a game that took several, a time zone, a fraction of a second.
    DatePart,
    /// A comment.
    Comment,
    /// A bookmark.
    Bookmark,
    /// A bookmark that became a comment.
    BookmarkAsComment,
    /// A line of a program.
    ToolLine,
    /// A character that the encoding does not have.
    Character,
    /// A character that was replaced by one that looks like it.
    Substitution,
}

/// A kind of loss: its name for scripts, one and many of it in words.
type Row = (Loss, &'static str, &'static str, &'static str, &'static str);

/// All kinds. Japanese has one word for one and many.
const TABLE: [Row; 25] = [
    (
        Loss::Unread,
        "unread",
        "unreadable place",
        "unreadable places",
        "読めない箇所",
    ),
    (Loss::Move, "move", "move", "moves", "指し手"),
    (Loss::Variation, "variation", "variation", "variations", "変化"),
    (
        Loss::BrokenVariation,
        "broken-variation",
        "incomplete variation",
        "incomplete variations",
        "途中までの変化",
    ),
    (
        Loss::MoveAfterEnd,
        "move-after-end",
        "move after the end of the game",
        "moves after the end of the game",
        "終局後の指し手",
    ),
    (Loss::Result, "result", "result", "results", "終局の記載"),
    (
        Loss::Claim,
        "claim",
        "contradictory result line",
        "contradictory result lines",
        "食い違う結果の行",
    ),
    (
        Loss::PliesBefore,
        "plies-before",
        "move number of the start position",
        "move numbers of start positions",
        "開始局面の手数",
    ),
    (
        Loss::LastMove,
        "last-move",
        "last move before the start position",
        "last moves before start positions",
        "開始局面の直前の手",
    ),
    (
        Loss::Numbers,
        "number",
        "move number out of order",
        "move numbers out of order",
        "連続しない手数の番号",
    ),
    (
        Loss::PieceName,
        "piece-name",
        "wrong piece name",
        "wrong piece names",
        "誤った駒名",
    ),
    (
        Loss::SideMark,
        "side-mark",
        "wrong side mark",
        "wrong side marks",
        "誤った手番の記号",
    ),
    (Loss::Time, "time", "time", "times", "消費時間"),
    (
        Loss::Fraction,
        "fraction",
        "fraction of a second",
        "fractions of a second",
        "秒未満の時間",
    ),
    (
        Loss::Total,
        "total",
        "inconsistent total time",
        "inconsistent total times",
        "合計と合わない累計",
    ),
    (
        Loss::ResultTime,
        "result-time",
        "time of a result",
        "times of results",
        "終局の手の消費時間",
    ),
    (Loss::Header, "header", "header", "headers", "ヘッダー"),
    (
        Loss::LineBreak,
        "line-break",
        "line break in a header",
        "line breaks in headers",
        "ヘッダー内の改行",
    ),
    (
        Loss::DatePart,
        "date-part",
        "date detail",
        "date details",
        "日付の細目",
    ),
    (
        Loss::Comment,
        "comment",
        "comment line",
        "comment lines",
        "コメント行",
    ),
    (Loss::Bookmark, "bookmark", "bookmark", "bookmarks", "しおり"),
    (
        Loss::BookmarkAsComment,
        "bookmark-as-comment",
        "bookmark converted to a comment",
        "bookmarks converted to comments",
        "しおり（コメントに変換）",
    ),
    (
        Loss::ToolLine,
        "tool-line",
        "program line",
        "program lines",
        "ソフトの出力行",
    ),
    (
        Loss::Character,
        "character",
        "character replaced by 〓",
        "characters replaced by 〓",
        "〓に置き換えた文字",
    ),
    (
        Loss::Substitution,
        "substitution",
        "character replaced by a similar one",
        "characters replaced by similar ones",
        "似た文字に置き換えた文字",
    ),
];

impl Loss {
    /// All kinds, in the order in which they are reported.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|&(loss, ..)| loss)
    }

    /// Its name for scripts.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// One of it, in words.
    pub fn words(self) -> Words {
        let (_, _, one, _, japanese) = *self.row();
        both(one, japanese)
    }

    /// So many of it, in words.
    pub fn counted(self, count: u32) -> Message {
        let (_, _, one, many, japanese) = *self.row();
        // A record has one of these, which is not worth counting.
        if matches!(self, Self::PliesBefore | Self::LastMove) {
            let what = both(one, japanese);
            return message!("the {what}", "{what}", what);
        }
        let what = both(if count == 1 { one } else { many }, japanese);
        // `しおり（コメントに変換）` is counted before the parenthesis.
        let (head, tail) = japanese.split_at(japanese.find('（').unwrap_or(japanese.len()));
        message!("{count} {what}", "{head}{count}件{tail}", count, what, head, tail)
    }

    fn row(self) -> &'static Row {
        let row = TABLE.iter().find(|(loss, ..)| *loss == self);
        // Every kind stands in the table: a test ranges over it.
        row.unwrap_or(&TABLE[0])
    }
}

/// So many different examples are kept of every kind.
const EXAMPLES: usize = 20;

/// The losses of one record, counted by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// In the order of [`Loss`].
    entries: Vec<Lost>,
}

/// What is lost of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The kind.
    pub loss: Loss,
    /// How many.
    pub count: u32,
    /// Different examples in words, where there are any to give: keys of headers, words of results, characters.
    pub examples: Vec<String>,
}

impl Losses {
    /// Counts one more.
    pub fn add(&mut self, loss: Loss) {
        self.entry(loss).count += 1;
    }

    /// Counts one more, and says which.
    pub fn name<'a>(&mut self, loss: Loss, example: impl Into<Cow<'a, str>>) {
        let example = example.into();
        let entry = self.entry(loss);
        entry.count += 1;
        if entry.examples.len() < EXAMPLES && !entry.examples.iter().any(|known| *known == example) {
            entry.examples.push(example.into_owned());
        }
    }

    /// All that is lost, by kind.
    pub fn iter(&self) -> impl Iterator<Item = &Lost> {
        self.entries.iter()
    }

    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn entry(&mut self, loss: Loss) -> &mut Lost {
        let at = self.entries.partition_point(|entry| entry.loss < loss);
        if self.entries.get(at).is_none_or(|entry| entry.loss != loss) {
            self.entries.insert(
                at,
                Lost {
                    loss,
                    count: 0,
                    examples: Vec::new(),
                },
            );
        }
        &mut self.entries[at]
    }
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, Loss, Losses};

    #[test]
    fn every_kind_has_its_row() {
        let all: Vec<_> = Loss::all().collect();
        assert!(all.is_sorted(), "the table is in the order of the kinds");
        assert_eq!(
            all.last().map(|&last| last as usize + 1),
            Some(all.len()),
            "no kind is missing"
        );
        for loss in Loss::all() {
            assert_eq!(loss.row().0, loss);
        }
    }

    #[test]
    fn losses_are_counted_by_kind_in_their_order() {
        let mut losses = Losses::default();
        losses.name(Loss::Header, "表題");
        losses.add(Loss::Variation);
        losses.name(Loss::Header, "備考");
        losses.name(Loss::Header, "表題");
        let words: Vec<_> = losses
            .iter()
            .map(|it| it.loss.counted(it.count).english().into_owned())
            .collect();
        assert_eq!(words, ["1 variation", "3 headers"]);
        assert_eq!(
            losses.iter().last().map(|it| it.examples.join(" ")),
            Some("表題 備考".to_owned())
        );
    }

    #[test]
    fn so_many_names_of_what_is_lost_are_told() {
        let mut losses = Losses::default();
        for number in 0..EXAMPLES + 5 {
            losses.name(Loss::Header, number.to_string());
        }
        let lost = losses.iter().next().expect("headers");
        assert_eq!((lost.count, lost.examples.len()), (EXAMPLES as u32 + 5, EXAMPLES));
    }
}
