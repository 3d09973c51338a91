//! What a conversion loses.

use std::borrow::Cow;

use super::kakinoki::words;
use super::result::{self, Results, Stated};
use super::target::{Bookmarks, Capabilities, Headers};
use super::{NOTATIONS, TextForm, header};
use crate::finding::{Message, Words, both, message, shortened};
use crate::played::{Marking, Meaning, Played};
use crate::record::gap::PlyGap;
use crate::record::{
    Claim, GapKind, HeaderKey, LARGEST_NUMBER, LineSummary, NodeId, Remark, RemarkKind, Step, Terminal, Times,
};

/// Declares the kinds of losses in the order in which they are reported: each with its name for scripts, and one and many of
/// it in words. Japanese has one word for one and many.
macro_rules! losses {
    ($(#[doc = $doc:literal] $loss:ident = $name:literal, $one:literal | $many:literal, $japanese:literal;)*) => {
        /// A kind of thing that can be lost.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Loss {
            $(#[doc = $doc] $loss,)*
        }

        const ALL: &[(Loss, &str, Words, Words)] =
            &[$((Loss::$loss, $name, both($one, $japanese), both($many, $japanese)),)*];
    };
}

losses! {
    /// A place of the record that its reader could not read.
    Unread = "unread", "unreadable place" | "unreadable places", "読めない箇所";
    /// A move.
    Move = "move", "move" | "moves", "指し手";
    /// A line of play beside the main line.
    Variation = "variation", "variation" | "variations", "変化";
    /// A variation, from a move on that cannot be put on the board.
    BrokenVariation = "broken-variation", "incomplete variation" | "incomplete variations", "途中までの変化";
    /// A move after an end of the game.
    MoveAfterEnd = "move-after-end", "move after the end of the game" | "moves after the end of the game", "終局後の指し手";
    /// A result that has no word.
    Result = "result", "result" | "results", "終局の記載";
    /// A まで line or a server's summary that says something else than the result.
    Claim = "claim", "contradictory result line" | "contradictory result lines", "食い違う結果の行";
    /// The number of plies before the start position.
    PliesBefore = "plies-before", "move number of the start position" | "move numbers of start positions", "開始局面の手数";
    /// The last move before the start position.
    LastMove = "last-move", "last move before the start position" | "last moves before start positions", "開始局面の直前の手";
    /// Numbers of moves with gaps or repetitions.
    Numbers = "number", "move number out of order" | "move numbers out of order", "連続しない手数の番号";
    /// The name of a piece that is not the one that moves.
    PieceName = "piece-name", "wrong piece name" | "wrong piece names", "誤った駒名";
    /// The mark of a side that is not the one that moves.
    SideMark = "side-mark", "wrong side mark" | "wrong side marks", "誤った手番の記号";
    /// The time of a move.
    Time = "time", "time" | "times", "消費時間";
    /// The fraction of a second.
    Fraction = "fraction", "fraction of a second" | "fractions of a second", "秒未満の時間";
    /// A running total that is not the sum of the times.
    Total = "total", "inconsistent total time" | "inconsistent total times", "合計と合わない累計";
    /// The time of a result.
    ResultTime = "result-time", "time of a result" | "times of results", "終局の手の消費時間";
    /// A header.
    Header = "header", "header" | "headers", "ヘッダー";
    /// A line break inside a header.
    LineBreak = "line-break", "line break in a header" | "line breaks in headers", "ヘッダー内の改行";
    /// A part of a date: the other days of a game that took several, a time zone, a fraction of a second.
    DatePart = "date-part", "date detail" | "date details", "日付の細目";
    /// A time limit that can be read as hours or as minutes in one of the two formats only.
    TimeLimit = "time-limit", "time limit that may be read differently" | "time limits that may be read differently", "読み方が変わりうる持ち時間";
    /// A comment.
    Comment = "comment", "comment line" | "comment lines", "コメント行";
    /// A bookmark.
    Bookmark = "bookmark", "bookmark" | "bookmarks", "しおり";
    /// A bookmark that became a comment.
    BookmarkAsComment = "bookmark-as-comment", "bookmark converted to a comment" | "bookmarks converted to comments", "しおり（コメントに変換）";
    /// A line of a program.
    ToolLine = "tool-line", "program line" | "program lines", "ソフトの出力行";
    /// A character that the encoding does not have.
    Character = "character", "character replaced by 〓" | "characters replaced by 〓", "〓に置き換えた文字";
    /// A character that was replaced by one that looks like it.
    Substitution = "substitution", "character replaced by a similar one" | "characters replaced by similar ones", "似た文字に置き換えた文字";
}

impl Loss {
    /// All kinds, in the order in which they are reported.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|&(loss, ..)| loss)
    }

    /// Its name for scripts.
    pub fn name(self) -> &'static str {
        ALL[self as usize].1
    }

    /// One of it, in words.
    pub(crate) fn words(self) -> Words {
        ALL[self as usize].2
    }

    /// As much of it as a record may have, in words.
    pub(super) const fn several(self) -> Words {
        let (_, _, one, many) = ALL[self as usize];
        if self.is_single() { one } else { many }
    }

    /// Whether a record has one of it at most, which is not worth counting.
    const fn is_single(self) -> bool {
        matches!(self, Self::PliesBefore | Self::LastMove)
    }

    /// So many of it, in words.
    pub fn counted(self, count: u32) -> Message {
        if self.is_single() {
            let what = self.words();
            return message!("the {what}", "{what}", what);
        }
        let what = if count == 1 { self.words() } else { self.several() };
        // `しおり（コメントに変換）` is counted before the parenthesis.
        let japanese = what.japanese;
        let (head, tail) = japanese.split_at(japanese.find('（').unwrap_or(japanese.len()));
        message!("{count} {what}", "{head}{count}件{tail}", count, what, head, tail)
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
    pub(crate) fn add(&mut self, loss: Loss) {
        self.entry(loss).count += 1;
    }

    /// Counts one more, and says which.
    pub(crate) fn name<'a>(&mut self, loss: Loss, example: impl Into<Cow<'a, str>>) {
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
            let none = Lost {
                loss,
                count: 0,
                examples: Vec::new(),
            };
            self.entries.insert(at, none);
        }
        &mut self.entries[at]
    }
}

// What a target cannot hold of a record, read off its [`Capabilities`].

/// Counts what is lost of a record when it is written to a target that holds so much, and was read from a notation that
/// holds so much as its `source`, except for what only the writer knows.
pub(super) fn count(played: &Played<'_, '_>, source: Option<&Capabilities>, holds: &Capabilities) -> Losses {
    let mut count = Count {
        played,
        source,
        holds,
        written: written(played, holds),
        losses: Losses::default(),
    };
    count.reading();
    // A record of another game is written in a notation of its own, which has all that it says.
    if !played.record().is_shogi() {
        return count.losses;
    }
    count.start();
    count.tree();
    count.claims();
    count.remarks();
    count.losses
}

/// By node, whether it is written to a target that holds so much.
pub(super) fn written(played: &Played<'_, '_>, holds: &Capabilities) -> Vec<bool> {
    let tree = &played.record().tree;
    let mut written = vec![true; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let after_end = *played.meaning(parent) == Meaning::End;
        let leaves_line = tree.first_child(parent) != Some(id);
        written[id.index()] = written[parent.index()]
            && holds.moves
            && *played.meaning(id) != Meaning::Lost
            && (holds.variations || tree.is_main_line(id))
            && (holds.moves_after_end || !after_end)
            && (holds.variations_after_end || !(after_end && leaves_line));
    }
    written
}

/// Whether a line of a program says in which encoding its file is, which is true of that file only.
pub(super) fn declares_encoding(remark: &Remark<'_>) -> bool {
    let text = remark.text.trim_start();
    let mut declarations = NOTATIONS.iter().flat_map(|it| it.form.declarations);
    remark.kind == RemarkKind::Tool && declarations.any(|it| text.starts_with(it))
}

struct Count<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    source: Option<&'p Capabilities>,
    holds: &'p Capabilities,
    written: Vec<bool>,
    losses: Losses,
}

impl Count<'_, '_, '_> {
    fn is_written(&self, id: NodeId) -> bool {
        self.written[id.index()]
    }

    /// Whether a result can be written as what it is. A word that may be a declaration is another than one that cannot;
    /// only a king in the enemy camp can declare a draw.
    fn holds_result(&self, terminal: Terminal) -> bool {
        let may_declare = |it: &Capabilities| it.may_declare == Some(terminal);
        let is_same = self.source.is_some_and(may_declare) == may_declare(self.holds);
        let end = self.played.last();
        let is_moot = terminal == Terminal::Draw && !end.king_entered(end.side_to_move());
        self.holds.holds_result(terminal) && (is_same || is_moot)
    }

    /// Whether a word for an end is not one for perpetual check, or is written. Of such a word, most notations hold only that the
    /// game was lost by an illegal move.
    fn holds_perpetual(&self, word: &str) -> bool {
        !result::is_perpetual_word(word) || self.holds.claims && words::is_perpetual(word)
    }

    /// Whether a comment would make an impasse a declared win where no line about the result is kept that keeps it from
    /// doing so.
    fn becomes_declared(&self, remark: &Remark<'_>) -> bool {
        let keeps_words =
            self.holds.claims || self.holds.tool_lines && self.source.is_some_and(|it| !it.claims);
        !keeps_words
            && result::ending_of_comment(&remark.text) == Some(Terminal::DeclareWin)
            && self.is_impasse(remark.node)
    }

    /// Whether a line about the result is what says who has won: the end has no word, or one that leaves it open, or one
    /// that a server takes back.
    fn states_result(&self, claim: &Claim<'_>) -> bool {
        let record = self.played.record();
        let LineSummary {
            ending, last_move, ..
        } = LineSummary::of(record);
        let main = result::main_claim(record, last_move).map(|at| &record.claims[at]);
        let is_main = main.is_some_and(|main| std::ptr::eq(main, claim));
        let names_one = claim.terminal.is_some() || claim.winner.is_some();
        let leaves_open = ending.is_none_or(|(_, ending)| {
            let refused =
                ending.terminal == Terminal::DeclareWin && claim.terminal == Some(Terminal::FoulLoss);
            refused || ending.outcome(self.played.turn(claim.node)).is_none()
        });
        is_main && names_one && leaves_open
    }

    /// Whether the game ended by an impasse right after or at a node.
    fn is_impasse(&self, node: NodeId) -> bool {
        let LineSummary {
            ending, last_move, ..
        } = LineSummary::of(self.played.record());
        let tree = &self.played.record().tree;
        let is_there = node == last_move || tree.parent(node) == Some(last_move);
        let claimed = || Some(Results::of(self.played).claimed(last_move)?.0);
        let end = ending.map_or_else(claimed, |(_, ending)| Some(ending.terminal));
        is_there && end == Some(Terminal::Impasse)
    }

    fn reading(&mut self) {
        let record = self.played.record();
        for gap in record.gaps.iter().filter(|gap| gap.kind.costs_text()) {
            let text = gap.span.map_or("", |span| record.text_at(span).trim());
            if text.is_empty() {
                self.losses.add(Loss::Unread);
            } else {
                self.losses.name(Loss::Unread, shortened(text));
            }
        }
        // Beyond the limits the first move has the number that is due, which no longer says that moves may be missing.
        let beyond = |kind: &GapKind| matches!(kind, GapKind::PlyGap(PlyGap::BeginsWith(first)) if *first > LARGEST_NUMBER);
        if record.gaps.iter().any(|gap| beyond(&gap.kind)) {
            self.losses.add(Loss::Numbers);
        }
    }

    /// The start and the headers. The name of the start is not lost where it is that of the position.
    fn start(&mut self) {
        let record = self.played.record();
        if let Some(plies) = record.start.plies_before.filter(|&plies| plies > 0)
            && !self.holds.plies_before
        {
            // The number as it is written: engines count the next move, diagrams the last one.
            let counts_next = TextForm::of(record.format).counts_next;
            let number = plies.saturating_add(counts_next.into());
            self.losses.name(Loss::PliesBefore, number.to_string());
        }
        if record.tree.node(NodeId::START).number > 0 && !self.holds.numbers {
            self.losses.add(Loss::Numbers);
        }
        if record.start.last_move.is_some() && !self.holds.last_move {
            self.losses.add(Loss::LastMove);
        }
        if record.start.king_in_hand.is_some() {
            self.losses.add(Loss::Unread);
        }
        // A record has one start; of several names the last counts.
        let names = record
            .headers
            .iter()
            .filter(|header| header.key == HeaderKey::Handicap);
        let mut names = names.map(|header| header.value.trim()).rev();
        let last = names.next();
        for name in names.filter(|&name| Some(name) != last) {
            self.losses.name(Loss::Header, format!("手合割 {name}"));
        }
        if self.holds.headers != Headers::None {
            return;
        }
        for header in record.headers.iter() {
            let is_told = header::is_told_by_start(&header.name, &header.value, record);
            if !is_told && header::says_something(header) {
                self.losses.name(Loss::Header, header.name.as_ref());
            }
        }
    }

    fn tree(&mut self) {
        let played = self.played;
        let tree = &played.record().tree;
        // Where totals are held, none is lost.
        let times = (!self.holds.totals).then(|| Times::of(played.record(), 1));
        for id in tree.ids().skip(1) {
            if self.is_written(id) {
                self.node(id, times.as_ref().map(|times| times.total(id)));
            } else {
                self.lost_node(id);
            }
        }
    }

    /// What is lost of a node that is written.
    fn node(&mut self, id: NodeId, total: Option<u64>) {
        let node = self.played.record().tree.node(id);
        let is_end = matches!(node.step, Step::End(_));
        if let Some(ply) = self.played.ply(id) {
            if ply.misnamed && !self.holds.piece_names {
                self.losses.add(Loss::PieceName);
            }
            let mark_is_lost = match ply.marking {
                Marking::Free => false,
                Marking::Needed => !self.holds.side_marks,
                Marking::Wrong => self.holds.always_marks,
            };
            if mark_is_lost {
                self.losses.add(Loss::SideMark);
            }
        }
        if let Step::End(ending) = &node.step
            && !(self.holds_result(ending.of_side_to_move(self.played.turn(id)))
                && self.holds_perpetual(&ending.word))
        {
            self.losses.name(Loss::Result, ending.word.as_ref());
        }
        if !self.holds.numbers && node.number != self.number_due(id) {
            self.losses.add(Loss::Numbers);
        }
        let Some(spent) = node.clock.spent else {
            // No notation but JKF can tell a total alone, and nobody knows what it means there.
            if node.clock.total.is_some() {
                self.losses.add(Loss::Total);
            }
            return;
        };
        let unit = self.holds.clock.filter(|_| self.holds.result_clock || !is_end);
        match unit {
            None => self
                .losses
                .add(if is_end { Loss::ResultTime } else { Loss::Time }),
            Some(unit) if !spent.is_multiple_of(unit) => self.losses.add(Loss::Fraction),
            Some(_) => {}
        }
        let stated = node.clock.total.map(|it| u64::from(it / 1000));
        let contradicts = stated.zip(total).is_some_and(|(it, total)| it != total / 1000);
        if unit.is_some() && contradicts {
            self.losses.add(Loss::Total);
        }
    }

    /// The number that a node has where nothing is skipped or repeated.
    fn number_due(&self, id: NodeId) -> u32 {
        let tree = &self.played.record().tree;
        tree.parent(id)
            .map_or(0, |parent| tree.node(parent).number.saturating_add(1))
    }

    /// What is lost with a node that is not written.
    fn lost_node(&mut self, id: NodeId) {
        let tree = &self.played.record().tree;
        let Some(parent) = tree.parent(id) else { return };
        if !self.holds.moves {
            self.node_without_moves(id, parent);
            return;
        }
        let is_first = self.is_written(parent);
        let leaves_line = tree.first_child(parent) != Some(id);
        if is_first && leaves_line && *self.played.meaning(id) != Meaning::Lost {
            self.losses.add(Loss::Variation);
        } else if is_first && *self.played.meaning(id) == Meaning::Lost {
            self.losses.add(Loss::BrokenVariation);
        } else if self.is_after_end(id, parent) {
            self.losses.add(Loss::MoveAfterEnd);
        }
    }

    /// What is lost of a node in a target that holds no moves.
    fn node_without_moves(&mut self, id: NodeId, parent: NodeId) {
        let tree = &self.played.record().tree;
        if !tree.is_main_line(id) {
            if tree.is_main_line(parent) {
                self.losses.add(Loss::Variation);
            }
            return;
        }
        let node = tree.node(id);
        let time = match &node.step {
            Step::Start => return,
            Step::End(ending) => {
                self.losses.name(Loss::Result, ending.word.as_ref());
                Loss::ResultTime
            }
            _ => {
                self.losses.add(Loss::Move);
                Loss::Time
            }
        };
        if node.clock.spent.is_some() {
            self.losses.add(time);
        }
    }

    /// Whether a node is not written since it stands after an end: anywhere on the main line, right after it elsewhere.
    fn is_after_end(&self, id: NodeId, parent: NodeId) -> bool {
        let is_first = self.is_written(parent) && *self.played.meaning(parent) == Meaning::End;
        let stands_after = is_first || self.played.record().tree.is_main_line(id);
        !self.holds.moves_after_end && stands_after
    }

    /// Results that stand in words only, and words that contradict the result.
    fn claims(&mut self) {
        let results = Results::of(self.played);
        // The claims of a line stand together, and are asked once which of them counts.
        let mut counting = None;
        for claim in &self.played.record().claims {
            let is_summary = result::is_comment(claim);
            // A summary is read again where it is a comment of CSA; elsewhere it is a line of a program and no more.
            let is_kept = if is_summary {
                self.holds.tool_lines && !self.holds.claims
            } else {
                self.holds.claims
            };
            if is_kept || !self.is_written(claim.node) {
                continue;
            }
            // Words for the end name the foul, and not that it was a perpetual check.
            let step = &self.played.record().tree.node(claim.node).step;
            let is_named = matches!(step, Step::End(end) if !is_summary && !self.holds_perpetual(&end.word));
            if result::is_perpetual(claim) && !is_named {
                self.losses.name(Loss::Result, claim.text.as_ref());
                continue;
            }
            if counting.is_none_or(|(node, _)| node != claim.node) {
                let goes_on = self.played.children(claim.node).next().is_some();
                let claimed = results.claimed(claim.node).filter(|_| !goes_on);
                counting = Some((claim.node, claimed.map(|(_, which)| which)));
            }
            let counts = counting.is_some_and(|(_, which)| which.is_some_and(|it| std::ptr::eq(it, claim)));
            match result::stated(self.played, claim) {
                Stated::Again => {}
                Stated::Alone(Some(terminal)) if counts => {
                    if !self.holds_result(terminal) {
                        self.losses.name(Loss::Result, claim.text.as_ref());
                    }
                }
                Stated::Alone(_) | Stated::Otherwise => {
                    let loss = if self.states_result(claim) {
                        Loss::Result
                    } else {
                        Loss::Claim
                    };
                    self.losses.name(loss, claim.text.as_ref());
                }
            }
        }
    }

    fn remarks(&mut self) {
        let is_of_items = super::is_of_items(self.played.record().format);
        for remark in &self.played.record().remarks {
            let kept = self.is_written(remark.node);
            let is_read_again = kept
                && match remark.kind {
                    RemarkKind::Tool => self.holds.tool_lines,
                    _ => self.holds.comments,
                };
            if is_read_again && self.becomes_declared(remark) {
                self.losses.name(Loss::Result, remark.text.as_ref());
            }
            match remark.kind {
                RemarkKind::Comment if self.holds.scores && is_of_items => {}
                RemarkKind::Comment if !(kept && self.holds.comments) => self.losses.add(Loss::Comment),
                RemarkKind::Tool if declares_encoding(remark) => {}
                RemarkKind::Tool if !(kept && self.holds.tool_lines) => self.losses.add(Loss::ToolLine),
                RemarkKind::Bookmark => match self.holds.bookmarks {
                    Bookmarks::Kept if kept => {}
                    Bookmarks::AsComments if kept => self.losses.add(Loss::BookmarkAsComment),
                    _ => self.losses.add(Loss::Bookmark),
                },
                RemarkKind::Comment | RemarkKind::Tool => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, Loss, Losses};

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
