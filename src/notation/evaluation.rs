//! Evaluations of positions by engines, which servers and programs write into comments.
//!
//! Each program has its own words (`grammar/evaluation.pest`). An evaluation belongs to the move before its
//! comment, and applies to the position after that move.

use std::collections::HashMap;
use std::ops::Range;

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use self::grammar::EvaluationParser;
pub(super) use self::grammar::Rule;
use super::remarks::remark_span;
use super::{NOTATIONS, RecordText, japanese};
use crate::finding::Span;
use crate::played::{NextStep, Playback};
use crate::record::{Gap, GapKind, NodeId, Record, Remark, RemarkKind};
use crate::shogi::Color::{self, Black, White};
use crate::shogi::{Move, Position};

/// The score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A score in centipawns, positive if Black is better.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// The number of plies to the mate; `None` if the program did not state it.
        plies: Option<u32>,
    },
}

impl Score {
    /// The score of a mate on the board, from which the plies to the mate are subtracted (centipawns).
    pub const MATE: i32 = 32_000;

    /// The score of a mate of unstated length, as CSA recommends for a won game (centipawns).
    pub const WON: i32 = 30_000;

    /// Limit of a score in sums and differences of scores (centipawns). A mate has this value.
    pub(crate) const LIMIT: i32 = 3_000;

    /// Maximum length of a mate that programs write as a score below [`WON`](Self::WON) (plies): 29997 is a
    /// mate in 3.
    const MAX_MATE_PLIES: i32 = 100;

    /// Creates a score from centipawns as a program wrote them. A value that is 1 to
    /// [`MAX_MATE_PLIES`](Self::MAX_MATE_PLIES) below [`WON`](Self::WON), of either sign, means a mate.
    fn from_centipawns(points: i32) -> Self {
        let plies = Self::WON - points.saturating_abs();
        if !(1..=Self::MAX_MATE_PLIES).contains(&plies) {
            return Self::Centipawns(points);
        }
        Self::Mate {
            winner: if points > 0 { Black } else { White },
            plies: Some(plies.unsigned_abs()),
        }
    }

    /// Creates a score from the win rate of Black, limited to ±[`WON`](Self::WON); `None` if the rate is not between
    /// 0 and 1.
    fn from_win_rate(rate: f64) -> Option<Self> {
        /// Centipawns for odds of e to 1.
        const SCALE: f64 = 600.0;
        let won = f64::from(Self::WON);
        let points = (0.0..=1.0)
            .contains(&rate)
            .then(|| SCALE * (rate / (1.0 - rate)).ln())?;
        Some(Self::Centipawns(points.clamp(-won, won).round() as i32))
    }

    /// Returns the score in centipawns, positive if Black is better, within ±[`LIMIT`](Self::LIMIT).
    pub(crate) fn limited(self) -> i32 {
        self.centipawns().clamp(-Self::LIMIT, Self::LIMIT)
    }

    /// Returns the score in centipawns, positive if Black is better. A mate in 5 by Black is [`MATE`](Self::MATE) − 5.
    /// A mate by Black of unstated length, or in more than 2000 plies, is [`WON`](Self::WON). A mate by White has the
    /// negative of this score.
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(points) => points,
            Self::Mate { winner, plies } => {
                let longest = Self::MATE.abs_diff(Self::WON);
                let plies = plies.map_or(longest, |it| it.min(longest));
                let value = Self::MATE.saturating_sub_unsigned(plies);
                if winner == Black { value } else { -value }
            }
        }
    }

    /// Returns the plies to the mate as in `score mate` of USI, positive if Black mates.
    ///
    /// Returns `None` if the score is not a mate, or a mate of unstated length.
    pub fn mate(self) -> Option<i64> {
        let Self::Mate { winner, plies } = self else {
            return None;
        };
        let plies = i64::from(plies?);
        Some(if winner == Black { plies } else { -plies })
    }
}

/// The evaluation of a position, as read from the comments on a move.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// The score; `None` if no program stated one.
    stated: Option<StatedScore>,
    /// The line of play that the engine expects; `None` if no program stated one.
    pub line: Option<ExpectedLine>,
    /// The mark at the beginning of the comment lines, which distinguishes several programs; `None` without a mark.
    label: Label,
}

/// A score as stated by a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StatedScore {
    score: Score,
    /// `true` if the score is from the view of the side that made the move, as engines send it; `false` if it is from
    /// Black's view.
    is_of_mover: bool,
    /// `true` if the program of the side that made the move stated the score; `false` if a program analysed the game.
    is_by_player: bool,
}

/// The mark at the beginning of a comment line, if the line has one.
type Label = Option<char>;

impl Evaluation {
    /// Returns the score from Black's view; `None` if no program stated a score. `mover` is the side that made the
    /// move to which the comment belongs.
    pub fn score(&self, mover: Color) -> Option<Score> {
        let stated_score = self.stated?;
        let is_reversed = stated_score.is_of_mover && mover == White;
        Some(match stated_score.score {
            score if !is_reversed => score,
            Score::Centipawns(points) => Score::Centipawns(points.saturating_neg()),
            Score::Mate { winner, plies } => Score::Mate {
                winner: winner.opponent(),
                plies,
            },
        })
    }

    /// Returns whether the program of the side that made the move stated the score, as engines do during a game. Returns
    /// `false` for the score of a program that analysed the game.
    pub fn is_by_player(&self) -> bool {
        self.stated.is_some_and(|it| it.is_by_player)
    }

    /// Reads a line of a comment, which begins at `start` in the file. A line without an evaluation is ignored.
    ///
    /// If several programs, or several candidates of one program, evaluate a position, the first evaluation
    /// takes precedence.
    fn read(&mut self, text: &str, start: Option<usize>) {
        if self.stated.is_some() && self.line.is_some() {
            return;
        }
        let Some(mut line) = parse(text) else { return };
        if let Some(expected) = &mut line.line {
            expected.start = start.map(|it| it + expected.start.unwrap_or(0));
        }
        let has_content = self.stated.is_some() || self.line.is_some();
        // Shogidokoro writes the expected moves on a separate line after the score of the engine. Without this score,
        // such a line is ignored.
        let is_misplaced = line.follows_score && !self.stated.is_some_and(|it| it.is_of_mover);
        if is_misplaced || has_content && line.label != self.label {
            return;
        }
        self.label = line.label;
        // Moves on the line of another score belong to another candidate, not to the first one.
        if self.line.is_none() && (self.stated.is_none() || line.stated.is_none()) {
            self.line = line.line;
        }
        self.stated = self.stated.or(line.stated);
    }
}

/// The marks of the sides before moves.
pub(crate) const SIDE_MARKS: [char; 6] = ['▲', '△', '▼', '▽', '☗', '☖'];

/// The beginning of a program line with a win rate.
const WIN_RATE: &str = "v=";

/// Returns whether evaluations are read from a remark: a comment, or a program line with a win rate.
fn is_read(remark: &Remark<'_>) -> bool {
    match remark.kind {
        RemarkKind::Comment => true,
        RemarkKind::Tool => remark.text.trim_start().starts_with(WIN_RATE),
        RemarkKind::Bookmark => false,
    }
}

/// Returns the evaluations of a record, by the nodes to which they belong. The evaluations are read from comments, and
/// from program lines with a win rate.
pub fn evaluations(record: &Record<'_>) -> HashMap<NodeId, Evaluation> {
    let mut by_node: HashMap<NodeId, Evaluation> = HashMap::new();
    for remark in &record.remarks {
        if !is_read(remark) {
            continue;
        }
        let evaluation = by_node.entry(remark.node).or_default();
        let start = remark_span(record, remark).map(|it| it.start as usize);
        // A comment of JKF may have several lines.
        for line in remark.text.lines() {
            let offset = line.as_ptr() as usize - remark.text.as_ptr() as usize;
            evaluation.read(line, start.map(|it| it + offset));
        }
    }
    by_node.retain(|_, it| it.stated.is_some() || it.line.is_some());
    by_node
}

/// Recognises the comment lines with the evaluations of engines, one line after the other.
#[derive(Debug, Default)]
pub(crate) struct EvaluationLines {
    /// The node at which the score of an engine was read last. Its moves may follow on a line of their own.
    scored_node: Option<NodeId>,
}

impl EvaluationLines {
    /// Returns whether the next line of the comments, at this node, is about an evaluation.
    pub(crate) fn is_next(&mut self, node: NodeId, line: &str) -> bool {
        let Some(read) = parse(line) else { return false };
        if read.stated.is_some_and(|it| it.is_of_mover) {
            self.scored_node = Some(node);
        }
        !read.follows_score || self.scored_node == Some(node)
    }
}

/// Removes the lines of engines from the remarks of a record, and returns the number of these lines.
///
/// A comment keeps its other lines. Bookmarks are not changed.
pub(crate) fn remove_evaluations(record: &mut Record<'_>) -> u64 {
    let mut count = 0;
    let mut evaluation_lines = EvaluationLines::default();
    record.remarks.retain_mut(|remark| {
        if !is_read(remark) {
            return true;
        }
        let before = count;
        let mut is_other = |line: &&str| {
            let is_evaluation = evaluation_lines.is_next(remark.node, line);
            count += u64::from(is_evaluation);
            !is_evaluation
        };
        let kept: Vec<_> = remark.text.lines().filter(&mut is_other).collect();
        if count > before {
            let text = kept.join("\n");
            let is_empty = text.trim().is_empty();
            remark.text = text.into();
            return !is_empty;
        }
        true
    });
    count
}

// A line of a comment.

mod grammar {
    use pest_derive::Parser;

    #[derive(Parser)]
    #[grammar = "../grammar/evaluation.pest"]
    pub(super) struct EvaluationParser;
}

/// The contents of a comment line.
#[derive(Default)]
struct ReadLine {
    stated: Option<StatedScore>,
    label: Label,
    line: Option<ExpectedLine>,
    /// `true` if the moves apply only after a line with the score of an engine.
    follows_score: bool,
}

fn parse(text: &str) -> Option<ReadLine> {
    let statement = EvaluationParser::parse(Rule::line, text)
        .ok()?
        .next()?
        .into_inner()
        .next()?;
    let rule = statement.as_rule();
    let (mut line, mut winner, mut plies, mut score) = (ReadLine::default(), None, None, None);
    for part in statement.into_inner() {
        match part.as_rule() {
            Rule::label => line.label = part.as_str().chars().next(),
            Rule::black => winner = Some(Black),
            Rule::white => winner = Some(White),
            Rule::win_rate => score = Some(Score::from_win_rate(part.as_str().parse().ok()?)?),
            Rule::plies => plies = part.as_str().parse().ok(),
            Rule::points => score = Some(points(part.into_inner())?),
            Rule::mate | Rule::named_mate => score = Some(mate(part.into_inner())),
            Rule::moves => {
                line.line = part
                    .into_inner()
                    .next()
                    .and_then(|it| ExpectedLine::from_pair(&it));
            }
            _ => {}
        }
    }
    let score = score.or_else(|| winner.map(|winner| Score::Mate { winner, plies }));
    line.follows_score = rule == Rule::moves_line;
    line.stated = score.map(|score| StatedScore {
        score,
        is_of_mover: rule == Rule::engine_line,
        is_by_player: match rule {
            Rule::csa_line | Rule::engine_line => true,
            Rule::score_line | Rule::mate_line => is_of_game(text),
            _ => false,
        },
    });
    Some(line)
}

/// Returns whether a line with a score was written during the game: `*評価値=8`, `*詰み=先手勝ち`, `対局 … 評価値 8`. A
/// program that analyses a game writes `#評価値=8`, `* 評価値 8`, or the context of its search, such as
/// `解析 … 評価値 8`.
fn is_of_game(text: &str) -> bool {
    let words = text.trim_start().trim_start_matches('*');
    ["評価値", "詰み", "対局"].iter().any(|it| words.starts_with(it))
}

/// Reads a score in centipawns. Returns `None` if the score is out of range.
fn points(parts: Pairs<'_, Rule>) -> Option<Score> {
    // The grammar has no rule for the fraction of a centipawn, so `parts` does not contain it.
    let text: String = parts.map(|it| it.as_str()).collect();
    text.parse().ok().map(Score::from_centipawns)
}

fn mate(parts: Pairs<'_, Rule>) -> Score {
    let mut parts = parts.peekable();
    let sign = parts.next_if(|part| part.as_rule() == Rule::sign);
    Score::Mate {
        winner: if sign.is_some_and(|sign| sign.as_str() == "-") {
            White
        } else {
            Black
        },
        plies: parts.next().and_then(|part| part.as_str().parse().ok()),
    }
}

// The line of play that an engine expects.

/// A description of the moves of one format in the comments of engines, with functions to read them.
#[derive(Debug)]
pub struct MovesInComments {
    /// The rule of the evaluation grammar that the moves match.
    pub(super) rule: Rule,
    /// The number of characters before the square of a move, if 同 may be used instead of the square; `None` if a move
    /// always states its square.
    pub(super) before_square: Option<usize>,
    /// Makes the text of a record from moves. The first move is by the given side.
    pub(super) to_text: fn(&str, Color) -> String,
    /// Reads the text that `to_text` returned.
    pub(super) read: for<'t> fn(RecordText<'t>) -> Record<'t>,
}

impl MovesInComments {
    /// Creates the description for a format whose moves can be read unchanged and always state their square.
    pub(super) const fn new(rule: Rule, read: for<'t> fn(RecordText<'t>) -> Record<'t>) -> Self {
        Self {
            rule,
            before_square: None,
            to_text: |moves, _| moves.to_owned(),
            read,
        }
    }

    /// Returns the description of the moves that match a rule of the grammar; `None` for any other rule.
    fn by_rule(rule: Rule) -> Option<&'static Self> {
        let mut forms = NOTATIONS.iter().filter_map(|it| it.form.in_comments.as_ref());
        forms.find(|form| form.rule == rule)
    }
}

/// A line of play that an engine expects, as written.
#[derive(Clone, Debug)]
pub struct ExpectedLine {
    form: &'static MovesInComments,
    /// The moves as written, without blanks around them.
    text: String,
    /// The offset of the moves in the file; `None` if the file has the comment in another form, such as with escapes.
    start: Option<usize>,
}

impl ExpectedLine {
    /// Creates the line from the moves in a line of a comment. Its start is the offset in this line.
    fn from_pair(moves: &Pair<'_, Rule>) -> Option<Self> {
        let form = MovesInComments::by_rule(moves.as_rule())?;
        let text = moves.as_str().trim().to_owned();
        let start = Some(moves.as_span().start());
        Some(Self { form, text, start })
    }

    /// Returns the line in USI after the move `played`, which led from position `before` to position `after`. Returns `None`
    /// if its first move cannot be played.
    ///
    /// Some programs begin the line with the move `played`, which is then left out. The line ends before the first word that
    /// is not a legal move.
    pub fn after(&self, before: &Position, played: Move, after: &Position) -> Option<String> {
        let text = self.resolve_same(played);
        let with_played = self.play(&text, before);
        let moves = match with_played.split_first() {
            Some((first, others)) if *first == played => others.to_vec(),
            _ => self.play(&text, after),
        };
        let words: Vec<_> = moves.iter().map(Move::to_string).collect();
        Some(words.join(" ")).filter(|line| !line.is_empty())
    }

    /// Calls `visit` with the first illegal move of the line, which follows the move `played` as in [`after`](Self::after).
    /// Returns its result; `None` if no move is illegal.
    ///
    /// A line that is about the position `before` and begins with another move than `played` is not checked. A word that is
    /// not a move, and a move that may be one of several, end the line without being illegal.
    pub(crate) fn with_illegal_move<T>(
        &self,
        before: &Position,
        played: Move,
        after: &Position,
        visit: impl FnOnce(&IllegalMove<'_, '_>) -> T,
    ) -> Option<T> {
        let text = self.resolve_same(played);
        let first = self.play(&text, before).first().copied();
        let start = if first == Some(played) { before } else { after };
        self.with_record(&text, start, |record| {
            let id = play_record(record).1?;
            let node = record.tree.node(id);
            // Without marks, a 同 may refer to the move before `played`.
            let is_doubtful_same = self.form.before_square == Some(0) && text != self.text;
            let is_about_before = node.mark() == Some(before.side_to_move()) || is_doubtful_same;
            if node.ply == 1 && (first.is_some() || is_about_before) {
                return None;
            }
            let range = self.range_of(&text, record, id)?;
            Some(visit(&IllegalMove {
                record,
                ply: node.ply,
                text: self.text.get(range.clone())?,
                span: self
                    .start
                    .map(|start| Span::new(start + range.start, start + range.end)),
            }))
        })
    }

    /// Returns the place of a move in the line as written. The line was read as `record` from `text`, in which the first
    /// move may have its square instead of 同.
    fn range_of(&self, text: &str, record: &Record<'_>, id: NodeId) -> Option<Range<usize>> {
        let mut range = 0..0;
        for (node_id, node) in record.tree.main_line().filter(|(id, _)| *id != NodeId::START) {
            let word = record.text_at(node.span()?);
            let rest = &text[range.end..];
            let find = |word: &str| rest.find(word).map(|offset| offset..offset + word.len());
            // If the text has no marks, the record has a mark before each move.
            let found = find(word).or_else(|| find(word.trim_start_matches(SIDE_MARKS)))?;
            range = range.end + found.start..range.end + found.end;
            if node_id == id {
                break;
            }
        }
        let as_written = |at: usize| match at {
            0 => Some(0),
            _ => (at + self.text.len()).checked_sub(text.len()),
        };
        Some(as_written(range.start)?..as_written(range.end)?)
    }

    /// Returns the moves as text. A 同 in the first move is replaced by the destination of the move `played`.
    fn resolve_same(&self, played: Move) -> String {
        let Some(before_square) = self.form.before_square else {
            return self.text.clone();
        };
        let split = self
            .text
            .char_indices()
            .nth(before_square)
            .map_or(self.text.len(), |it| it.0);
        let (mark, moves) = self.text.split_at(split);
        let Some(rest) = moves.trim_start().strip_prefix(['同', '仝']) else {
            return self.text.clone();
        };
        let to = played.to();
        let square: String = [japanese::file(to.file()), japanese::rank(to.rank())]
            .into_iter()
            .collect();
        format!("{mark}{square}{rest}")
    }

    /// Plays the moves from the position `start` until one is unreadable or illegal. Returns the moves that were played.
    fn play(&self, moves: &str, start: &Position) -> Vec<Move> {
        self.with_record(moves, start, |record| play_record(record).0)
    }

    /// Calls `visit` with the moves, read as a record that begins at the position `start`.
    fn with_record<T>(&self, moves: &str, start: &Position, visit: impl FnOnce(&Record<'_>) -> T) -> T {
        let text = (self.form.to_text)(moves, start.side_to_move());
        let mut record = (self.form.read)(RecordText {
            text: &text,
            offset: 0,
        });
        record.start.position = start.clone();
        visit(&record)
    }
}

/// Plays the moves of a line until a word is not a legal move. Returns the moves that were played, and the node of the next
/// move if it is illegal.
fn play_record(record: &Record<'_>) -> (Vec<Move>, Option<NodeId>) {
    let is_unreadable = |gap: &&Gap| matches!(gap.kind, GapKind::UnreadableLine(_));
    let unreadable = record.gaps.iter().find(is_unreadable).and_then(|gap| gap.span);
    let is_after_unreadable = |id| unreadable.is_some() && record.tree.node(id).span() > unreadable;
    let mut played = Vec::new();
    let mut playback = Playback::new(record);
    while let Some((id, step)) = playback.advance().filter(|(id, _)| !is_after_unreadable(*id)) {
        match step {
            NextStep::Move { legal: Some(mv), .. } => {
                playback.play(mv);
                played.push(mv);
            }
            NextStep::Move { legal: None, .. } => return (played, Some(id)),
            NextStep::Unresolved(_, it) if it.playable.is_empty() => return (played, Some(id)),
            _ => break,
        }
    }
    (played, None)
}

/// The first illegal move of the line of play that an engine expects.
pub(crate) struct IllegalMove<'r, 't> {
    /// The line as a record, which begins at the position before its first move.
    pub(crate) record: &'r Record<'t>,
    /// The number of the move in the line.
    pub(crate) ply: u32,
    /// The move as written.
    pub(crate) text: &'r str,
    /// The place of the move in the file; `None` if it is not known.
    pub(crate) span: Option<Span>,
}
