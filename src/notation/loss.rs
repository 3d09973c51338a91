//! The kinds of information that a conversion can lose, and the losses of a record.

use std::borrow::Cow;

use crate::finding::{Message, Words, both, message};

/// Declares the kinds of losses in the order in which they are reported.
///
/// Each kind has a name for scripts, and an English singular and plural. Japanese has one form for both.
macro_rules! losses {
    ($(#[doc = $doc:literal] $loss:ident = $name:literal, $one:literal | $many:literal, $japanese:literal;)*) => {
        /// A kind of information that can be lost.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Loss {
            $(#[doc = $doc] $loss,)*
        }

        const ALL: &[(Loss, &str, Words, Words)] =
            &[$((Loss::$loss, $name, both($one, $japanese), both($many, $japanese)),)*];
    };
}

losses! {
    /// A place in the record that could not be read.
    Unread = "unread", "unreadable place" | "unreadable places", "読めない箇所";
    /// A move.
    Move = "move", "move" | "moves", "指し手";
    /// A variation of the main line or of another variation.
    Variation = "variation", "variation" | "variations", "変化";
    /// The rest of a variation, from a move on that cannot be put on the board.
    BrokenVariation = "broken-variation", "incomplete variation" | "incomplete variations", "途中までの変化";
    /// A variation with a pass, which the target cannot express, and all moves of this variation.
    PassVariation = "pass-variation", "variation with a pass" | "variations with a pass", "パスを含む変化";
    /// A move after an end of the game.
    MoveAfterEnd = "move-after-end", "move after the end of the game" | "moves after the end of the game", "終局後の指し手";
    /// A result that the target format cannot express.
    Result = "result", "result" | "results", "終局の記載";
    /// A まで line or a server's summary that does not agree with the result.
    Claim = "claim", "contradictory result line" | "contradictory result lines", "食い違う結果の行";
    /// The number of plies before the start position.
    PliesBefore = "plies-before", "move number of the start position" | "move numbers of start positions", "開始局面の手数";
    /// The last move before the start position.
    LastMove = "last-move", "last move before the start position" | "last moves before start positions", "開始局面の直前の手";
    /// Move numbers with gaps or repetitions.
    Numbers = "number", "move number out of order" | "move numbers out of order", "連続しない手数の番号";
    /// A piece name that differs from the piece that moves.
    PieceName = "piece-name", "wrong piece name" | "wrong piece names", "誤った駒名";
    /// A side mark that differs from the side that moves.
    SideMark = "side-mark", "wrong side mark" | "wrong side marks", "誤った手番の記号";
    /// The time of a move.
    Time = "time", "time" | "times", "消費時間";
    /// The fraction of a second in the time of a move or a result.
    Fraction = "fraction", "fraction of a second" | "fractions of a second", "秒未満の時間";
    /// A running total that is not the sum of the times, or whose move has no time.
    Total = "total", "inconsistent total time" | "inconsistent total times", "合計と合わない累計";
    /// The time of a result.
    ResultTime = "result-time", "time of a result" | "times of results", "終局の手の消費時間";
    /// A header.
    Header = "header", "header" | "headers", "ヘッダー";
    /// A line break inside a header.
    LineBreak = "line-break", "line break in a header" | "line breaks in headers", "ヘッダー内の改行";
    /// A part of a date: the other days of a game over several days, a time zone, a fraction of a second.
    DatePart = "date-part", "date detail" | "date details", "日付の細目";
    /// A time limit that is ambiguous (hours or minutes) in only one of the two formats.
    TimeLimit = "time-limit", "time limit that may be read differently" | "time limits that may be read differently", "読み方が変わりうる持ち時間";
    /// A comment.
    Comment = "comment", "comment line" | "comment lines", "コメント行";
    /// A bookmark.
    Bookmark = "bookmark", "bookmark" | "bookmarks", "しおり";
    /// A bookmark that was converted to a comment.
    BookmarkAsComment = "bookmark-as-comment", "bookmark converted to a comment" | "bookmarks converted to comments", "しおり（コメントに変換）";
    /// A line written by a program.
    ToolLine = "tool-line", "program line" | "program lines", "ソフトの出力行";
    /// A character that the encoding does not have.
    Character = "character", "character replaced by 〓" | "characters replaced by 〓", "〓に置き換えた文字";
    /// A character that was replaced by a similar one.
    Substitution = "substitution", "character replaced by a similar one" | "characters replaced by similar ones", "似た文字に置き換えた文字";
}

impl Loss {
    /// Returns all kinds, in the order in which they are reported.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|&(loss, ..)| loss)
    }

    /// Returns the name of this kind for scripts.
    pub fn name(self) -> &'static str {
        ALL[self as usize].1
    }

    /// Returns the loss with this name; `None` if there is no such loss.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|loss| loss.name() == name)
    }

    /// Returns the singular of this kind in words.
    pub(crate) fn words(self) -> Words {
        ALL[self as usize].2
    }

    /// Returns this kind in words: the plural, or the singular if a record has at most one.
    pub(crate) const fn plural(self) -> Words {
        let (_, _, one, many) = ALL[self as usize];
        if self.is_at_most_one() { one } else { many }
    }

    /// Returns whether a record can have at most one loss of this kind, so that its number is not reported.
    const fn is_at_most_one(self) -> bool {
        matches!(self, Self::PliesBefore | Self::LastMove)
    }

    /// Returns the number of losses of this kind in words. The number is left out if a record can have only one such
    /// loss.
    pub fn counted(self, count: u32) -> Message {
        if self.is_at_most_one() {
            let what = self.words();
            return message!("the {what}", "{what}", what);
        }
        let what = if count == 1 { self.words() } else { self.plural() };
        // In `しおり（コメントに変換）` the number goes before the parenthesis.
        let japanese = what.japanese;
        let (head, tail) = japanese.split_at(japanese.find('（').unwrap_or(japanese.len()));
        message!("{count} {what}", "{head}{count}件{tail}", count, what, head, tail)
    }
}

/// Maximum number of different examples that are kept of each kind.
const MAX_EXAMPLES: usize = 20;

/// The losses of one record, counted by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// The losses in the order of [`Loss`].
    entries: Vec<Lost>,
}

/// The losses of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The kind of the losses.
    pub loss: Loss,
    /// The number of losses of this kind.
    pub count: u32,
    /// Different examples in words, if the kind has any: header keys, words for results, characters.
    pub examples: Vec<String>,
}

impl Losses {
    /// Counts one more loss of a kind.
    pub(crate) fn add(&mut self, loss: Loss) {
        self.entry(loss).count += 1;
    }

    /// Counts one more loss of a kind, and keeps the example, unless an equal one or [`MAX_EXAMPLES`] others are
    /// already kept.
    pub(crate) fn name<'a>(&mut self, loss: Loss, example: impl Into<Cow<'a, str>>) {
        let example = example.into();
        let entry = self.entry(loss);
        entry.count += 1;
        if entry.examples.len() < MAX_EXAMPLES && !entry.examples.iter().any(|it| *it == example) {
            entry.examples.push(example.into_owned());
        }
    }

    /// Returns an iterator over the losses by kind.
    pub fn iter(&self) -> impl Iterator<Item = &Lost> {
        self.entries.iter()
    }

    /// Returns whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds the losses of another step of the same conversion. Both steps lose the same items of a kind, or one of them loses
    /// none, so the greater number of each kind is kept.
    #[cfg(feature = "report")]
    pub(crate) fn join(&mut self, other: Self) {
        for lost in other.entries {
            let entry = self.entry(lost.loss);
            if entry.count < lost.count {
                *entry = lost;
            }
        }
    }

    /// Removes the losses of these kinds, because other losses include them.
    #[cfg(feature = "report")]
    pub(crate) fn remove(&mut self, kinds: &[Loss]) {
        self.entries.retain(|entry| !kinds.contains(&entry.loss));
    }

    fn entry(&mut self, loss: Loss) -> &mut Lost {
        let index = self.entries.partition_point(|entry| entry.loss < loss);
        if self.entries.get(index).is_none_or(|entry| entry.loss != loss) {
            let empty_entry = Lost {
                loss,
                count: 0,
                examples: Vec::new(),
            };
            self.entries.insert(index, empty_entry);
        }
        &mut self.entries[index]
    }
}

#[cfg(test)]
mod tests {
    use super::{Loss, Losses, MAX_EXAMPLES};

    #[test]
    fn losses_are_counted_by_kind_in_their_order() {
        let mut losses = Losses::default();
        losses.name(Loss::Header, "表題");
        losses.add(Loss::Variation);
        losses.name(Loss::Header, "備考");
        losses.name(Loss::Header, "表題");
        let words: Vec<_> = losses
            .iter()
            .map(|loss| loss.loss.counted(loss.count).english().into_owned())
            .collect();
        assert_eq!(words, ["1 variation", "3 headers"]);
        assert_eq!(
            losses.iter().last().map(|it| it.examples.join(" ")),
            Some("表題 備考".to_owned())
        );
    }

    #[test]
    fn examples_of_losses_are_limited() {
        let mut losses = Losses::default();
        for number in 0..MAX_EXAMPLES + 5 {
            losses.name(Loss::Header, number.to_string());
        }
        let header_losses = losses.iter().next().expect("headers");
        assert_eq!(
            (header_losses.count, header_losses.examples.len()),
            (MAX_EXAMPLES as u32 + 5, MAX_EXAMPLES)
        );
    }
}
