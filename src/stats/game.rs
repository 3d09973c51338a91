//! The data of a game for the tables.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, LazyLock};

use super::Cell;
use super::compact::CompactWriter;
use super::duplicates::{ply_code, text_code};
use super::game_id::GameId;
use super::losses::{DEFAULT_BLUNDER, Losses};
use super::name::{self, NameAliases};
use super::needs::Needs;
use super::pairing::Pairing;
use super::rating::rating;
use super::search::{Hit, PositionSearcher, Search, UprightMove};
use crate::check::{Checked, Session, SourceFile};
use crate::finding::{self, Finding, Rule, Seat, Severity, Span};
use crate::notation::evaluation::{self, Score};
use crate::notation::header;
use crate::opening::{OpeningBook, OpeningMatcher, OpeningMatches};
use crate::played::{self, Played, PlayedMove};
use crate::record::{Date, Format, GameKind, HeaderKey, NodeId, Outcome, Record, SHOGI, Step, Terminal};
use crate::referee::{Judgement, time_control};
use crate::shogi::{Color, Handicap, Move, PieceKind, Position, SfenText};
use crate::system::{MoveEffects, system_of};

const RANGING_ROOK: &str = "ranging-rook";
const STATIC_ROOK: &str = "static-rook";

/// Returns all possible styles of a side.
pub(super) fn styles() -> Vec<&'static str> {
    vec![STATIC_ROOK, RANGING_ROOK]
}

/// Returns all possible styles of a game, each of which combines the styles of both sides.
pub(super) fn game_styles() -> Vec<&'static str> {
    vec!["static-static", "static-ranging", "ranging-ranging"]
}

/// Returns the style of a side or of a game with this Japanese name. Returns any other word unchanged.
pub(super) fn style_by_name(word: &str) -> &str {
    match word {
        "居飛車" => STATIC_ROOK,
        "振り飛車" => RANGING_ROOK,
        "相居飛車" => "static-static",
        "対抗形" => "static-ranging",
        "相振り飛車" => "ranging-ranging",
        other => other,
    }
}

/// Maximum number of players of a game.
pub(super) const SEATS: usize = 4;

/// The headers of the players, in the order of play.
const PLAYER_HEADERS: [HeaderKey; SEATS] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
];

/// The data of a record for the tables, as far as they are collected. The moves and the results of the check are
/// missing until the record has been checked.
///
/// The fields are flat because a column of the table `games` is a function of one or a few of them, in any combination.
#[derive(Clone, Debug)]
pub struct Game {
    /// The path of the file, as it is shown to the user.
    pub path: Arc<str>,
    /// The 1-based index of the record in the file.
    pub record: u32,
    /// The kind of game, such as shogi.
    pub kind: &'static GameKind,
    /// The name of the format.
    pub format: &'static str,
    /// The name of the encoding from which the file was decoded.
    pub encoding: &'static str,
    /// The name of the event, if the record states it.
    pub event: Option<String>,
    /// The site of the game, if the record states it.
    pub site: Option<String>,
    /// The date and time when the game began, as written, if the record states them.
    pub started: Option<String>,
    /// The date and time when the game ended, as written, if the record states them.
    pub ended: Option<String>,
    /// The names of the players in the order of play, Black first; `None` for a name that the record does not state.
    ///
    /// A name is as written, unless the user listed this spelling as an alias. An alias is replaced by the name to
    /// which it belongs.
    pub players: [Option<String>; SEATS],
    /// The ratings of Black and White, if they are collected and known.
    pub ratings: [Option<f64>; 2],
    /// The time control in a form common to all formats, if it is collected and known.
    pub time_control: Option<String>,
    /// The round and the table that the record states, if they are collected and known.
    pub(crate) stated_pairing: Pairing,
    /// The round and the table, also from the names of the file and its folders, if they are collected and known.
    pub(crate) pairing: Pairing,
    /// The start position, without the move number.
    ///
    /// For shogi, the position is in SFEN, or `None` for the even start. For other games, it is in the notation of the
    /// game; `None` before the check, or if the record was not replayed.
    pub start: Option<String>,
    /// The name of the handicap or of the start position, or その他 if the position has no name or the name of a handicap
    /// with another position. The text is empty for other games than shogi.
    pub handicap: String,
    /// `true` if the record can be replayed: its start position is known, or the game is not shogi. If this is `false`,
    /// the cells with counts are empty.
    pub is_played: bool,
    /// The plies of the main line, including those that could not be made on the board. Before the check, there are no
    /// plies.
    pub(crate) plies: Vec<Ply>,
    /// The collected positions before the plies, one after the other.
    positions: String,
    /// The position after the last move, if positions are collected to the end of the game and this position is known.
    pub(crate) last: Option<String>,
    /// The hash of the position after the last move, if this position is known. `None` for other games than shogi.
    pub(crate) last_key: Option<u64>,
    /// The end of the game that the record states; `None` if it states no end, and before the check.
    pub end: Option<Terminal>,
    /// The outcome that the record states: a winner, a draw, or no winner; `None` if the record states no outcome.
    pub stated: Option<Outcome<Seat>>,
    /// The outcome by the rules: a winner, a draw, or no winner; `None` if it is unknown.
    pub verdict: Option<Outcome<Seat>>,
    /// The highest number of occurrences of one position; 0 before the check.
    pub occurrences: u32,
    /// The findings on the record, in their order.
    pub(crate) findings: Vec<GameFinding>,
    /// The opening that the record states, if it states one.
    pub stated_opening: Option<String>,
    /// The opening, strategies and castles that were detected on the board. All are empty if they are not collected.
    pub(crate) opening: OpeningMatches<'static>,
    book: Option<&'static OpeningBook>,
    /// The losses by the evaluations of engines. `None` if evaluations are not collected, for other games than shogi, and
    /// for a record that cannot be replayed.
    pub(crate) losses: Option<Losses>,
    /// The positions in the game that a search found. Without a search, the list is empty.
    pub(super) hits: Vec<Hit>,
    /// The legal moves of a position of an opening book, with the numbers of games in which they were played. Other records have
    /// none.
    pub(crate) book_moves: Vec<(Move, u32)>,
    /// The moves that lead from the position of a search to positions of the game, by any order of moves.
    pub(super) resulting: Vec<UprightMove>,
    /// The main line in the form that [`CompactSearch`](super::CompactSearch) reads. Empty if it is not collected.
    pub(crate) compact: Vec<u8>,
    /// The state of the identifier before the first move.
    id_before_moves: GameId,
}

/// A finding, reduced to the data for the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFinding {
    /// The rule that the finding is about.
    pub rule: &'static Rule,
    /// The severity of this finding.
    pub severity: Severity,
    /// The seat that the finding concerns, if it concerns one.
    pub seat: Option<Seat>,
}

impl Game {
    /// Returns a game of which nothing is known.
    pub(super) fn without_data(kind: &'static GameKind) -> Self {
        Self {
            path: Arc::default(),
            record: 1,
            kind,
            format: "",
            encoding: "",
            event: None,
            site: None,
            started: None,
            ended: None,
            players: Default::default(),
            ratings: [None; 2],
            time_control: None,
            stated_pairing: Pairing::default(),
            pairing: Pairing::default(),
            start: None,
            handicap: String::new(),
            is_played: false,
            plies: Vec::new(),
            positions: String::new(),
            last: None,
            last_key: None,
            end: None,
            stated: None,
            verdict: None,
            occurrences: 0,
            findings: Vec::new(),
            stated_opening: None,
            opening: OpeningMatches::default(),
            book: None,
            losses: None,
            hits: Vec::new(),
            book_moves: Vec::new(),
            resulting: Vec::new(),
            compact: Vec::new(),
            id_before_moves: GameId::default(),
        }
    }

    /// Returns the identifier of the game, which depends only on the kind of game, the start position and the moves.
    ///
    /// The identifier is computed only on demand. Without SHA instructions of the processor, the computation
    /// takes a quarter of the time of checking the game.
    pub fn id(&self) -> String {
        let mut id = self.id_before_moves.clone();
        for ply in &self.plies {
            match &ply.action {
                Action::Move(played) => id.push(played.mv),
                Action::Token(token) => id.push_text(&token.text),
                Action::Text(text) => id.push_text(text),
            }
        }
        id.finish()
    }

    /// Returns a code for every ply of the main line, from [`ply_code`] or [`text_code`].
    pub(crate) fn ply_codes(&self) -> Vec<u16> {
        let code = |ply: &Ply| match &ply.action {
            Action::Move(played) => ply_code(played.mv),
            Action::Token(token) => text_code(&token.text),
            Action::Text(text) => text_code(text),
        };
        self.plies.iter().map(code).collect()
    }

    /// Returns the moves of the main line, each with its time in milliseconds if the time is known. A move that USI
    /// cannot express is as written in the record.
    pub fn moves(&self) -> impl Iterator<Item = (Cow<'_, str>, Option<u64>)> {
        self.plies.iter().map(|ply| (ply.usi(), ply.milliseconds))
    }

    /// Returns the scores of the positions after the moves by engines, in centipawns from Black's side.
    ///
    /// An item is `None` for a move without a score, and for all moves if evaluations are not
    /// [collected](Needs::EVALUATIONS).
    pub fn scores(&self) -> impl Iterator<Item = Option<i32>> {
        let score = |ply: &Ply| ply.evaluation.as_ref()?.score.map(Score::centipawns);
        self.plies.iter().map(score)
    }

    /// Returns whether the format of the record was recognized.
    pub(crate) fn is_recognized(&self) -> bool {
        self.format != Format::UNKNOWN.name()
    }

    /// Returns the folder of the record: the part of its path before the last separator, which may be the `!` of an archive.
    pub(crate) fn folder(&self) -> &str {
        self.path
            .rsplit_once(['/', '\\', '!'])
            .map_or("", |(folder, _)| folder)
    }

    /// Returns the date at which the game began, if the record states a readable date.
    pub(super) fn start_date(&self) -> Option<Date> {
        Date::read(self.started.as_deref()?).ok()
    }

    /// Returns the start time in ISO 8601, or as written if it cannot be read. Returns `None` if the record does not
    /// state a start time, or only a time of day.
    pub(crate) fn start_time(&self) -> Option<String> {
        Date::table_value(self.started.as_deref()?).map(Cow::into_owned)
    }

    /// Returns the identifier of the game, if the format of the record was recognized and the record can be replayed.
    pub(crate) fn id_if_replayed(&self) -> Option<String> {
        (self.is_recognized() && self.is_played).then(|| self.id())
    }

    /// Returns the date at which the game began, in ISO 8601: a day, or a month or a year if the day is unknown.
    /// Returns `None` if the date is unknown or unreadable.
    pub(crate) fn date(&self) -> Option<String> {
        Some(self.start_date()?.without_time().to_string())
    }

    /// Returns the year in which the game began, if the record states a readable date.
    pub(crate) fn year(&self) -> Option<u32> {
        Some(self.start_date()?.year)
    }

    /// Returns the month in which the game began, from 1, if the record states a readable date with a month.
    pub(crate) fn month(&self) -> Option<u32> {
        self.start_date()?.month
    }

    /// Returns the end time in ISO 8601, or as written if it cannot be read. Returns `None` if the record does not
    /// state an end time, or only a time of day.
    pub(crate) fn end_time(&self) -> Option<String> {
        Date::table_value(self.ended.as_deref()?).map(Cow::into_owned)
    }

    /// Returns a cell with a count. The cell is empty if the record cannot be replayed.
    pub(super) fn count_cell(&self, count: impl TryInto<i64>) -> Cell<'static> {
        if self.is_played {
            Cell::count(count)
        } else {
            Cell::Empty
        }
    }

    /// Returns a cell with a count of events on a shogi board. The cell is empty for other games and if the record
    /// cannot be replayed.
    pub(super) fn board_count_cell(&self, count: impl TryInto<i64>) -> Cell<'static> {
        let is_shogi = *self.kind == SHOGI;
        if is_shogi {
            self.count_cell(count)
        } else {
            Cell::Empty
        }
    }

    /// Returns the Japanese name of the opening, if an opening was detected.
    pub(crate) fn opening_name(&self) -> Option<&'static str> {
        self.opening.opening.map(|it| &*it.name.japanese)
    }

    /// Returns the style of a side: `static-rook` or `ranging-rook`. The style is `ranging-rook` under two conditions;
    /// if one is not met, it is `static-rook`. A strategy with a ranging rook was detected, and the last move of the
    /// rook in the first 24 plies goes to file 5 or to the left side.
    ///
    /// Returns `None` for other games than shogi and for records that cannot be replayed. Also returns `None` for games
    /// of fewer than 24 plies or without the even start.
    pub(crate) fn style(&self, side: Color) -> Option<&'static str> {
        /// Ply at which the rook has reached its final file in the opening.
        const SETTLED_PLY: usize = 24;
        let book = self.book();
        let is_even = *self.kind == SHOGI && self.start.is_none() && self.is_played;
        if !is_even || self.plies.len() < SETTLED_PLY {
            return None;
        }
        let mut strategies = self.opening.strategies[side.index()].iter();
        // The last move of the rook decides, because a rook may visit the left side and return.
        let own_plies = self
            .plies
            .iter()
            .take(SETTLED_PLY)
            .rev()
            .filter(|ply| ply.seat.index() == side.index());
        let is_rook_move =
            |board_move: &BoardMove| board_move.kind == PieceKind::Rook && board_move.mv.from().is_some();
        let mut is_on_left = own_plies
            .filter_map(|ply| match &ply.action {
                Action::Move(played) if is_rook_move(played) => Some(played.mv.to().file()),
                _ => None,
            })
            .map(|file| match side {
                Color::Black => file >= 5,
                Color::White => file <= 5,
            });
        let is_ranging = is_on_left.next() == Some(true) && strategies.any(|&(_, it)| book.is_ranging(it));
        Some(if is_ranging { RANGING_ROOK } else { STATIC_ROOK })
    }

    /// Returns the styles of both sides: `static-static`, `static-ranging` or `ranging-ranging`. Returns `None` if the
    /// style of a side is unknown.
    pub(crate) fn game_style(&self) -> Option<&'static str> {
        let [black, white] = Color::ALL.map(|side| self.style(side));
        Some(match (black?, white?) {
            (RANGING_ROOK, RANGING_ROOK) => "ranging-ranging",
            (STATIC_ROOK, STATIC_ROOK) => "static-static",
            _ => "static-ranging",
        })
    }

    fn book(&self) -> &'static OpeningBook {
        self.book.unwrap_or_else(OpeningBook::built_in)
    }

    /// Returns the Japanese name of the family of the opening, for example 四間飛車 for all variants of this opening.
    /// Returns `None` if no opening was detected.
    pub(crate) fn family(&self) -> Option<&'static str> {
        let opening = self.opening.opening?;
        Some(&*self.book().family(opening).name.japanese)
    }

    /// Returns the names of the rules of the findings, each once, in the order of the findings.
    pub(crate) fn rules(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for finding in &self.findings {
            if !names.contains(&finding.rule.name) {
                names.push(finding.rule.name);
            }
        }
        names
    }

    /// Returns the positions of the main line in their order, without move numbers, as far as they are collected and
    /// known.
    pub(crate) fn positions(&self) -> impl Iterator<Item = &str> {
        let before = self.plies.iter().filter_map(|ply| self.position_key(ply));
        before.chain(self.last_position())
    }

    /// Returns the position after the last move without the move number, if it is collected and known.
    pub(super) fn last_position(&self) -> Option<&str> {
        self.last.as_deref().map(unnumbered)
    }

    /// Returns the position before a ply of this game, if it is collected and known.
    pub(crate) fn position(&self, ply: &Ply) -> Option<&str> {
        self.positions.get(ply.position.clone()?)
    }

    /// Returns the position before a ply of this game without the move number, if it is collected and known.
    pub(crate) fn position_key(&self, ply: &Ply) -> Option<&str> {
        self.position(ply).map(unnumbered)
    }

    /// Returns the number of games that reached a position of an opening book: those with its moves.
    pub(crate) fn book_games(&self) -> u64 {
        self.book_moves.iter().map(|(_, games)| u64::from(*games)).sum()
    }

    /// Returns the start position of a game of shogi without the move number.
    pub(crate) fn start_sfen(&self) -> &str {
        self.start.as_deref().unwrap_or(&EVEN_SFEN)
    }

    /// Returns the number of drops of a side in a game of shogi; 0 for other games.
    pub(crate) fn drops(&self, side: Color) -> usize {
        let is_drop = |ply: &&Ply| matches!(&ply.action, Action::Move(played) if played.mv.from().is_none());
        let own_plies = self.plies.iter().filter(|ply| ply.seat.index() == side.index());
        own_plies.filter(is_drop).count()
    }

    /// Returns the normalized name of a player, for grouping. Returns `None` if the name is missing, or empty after
    /// normalization.
    pub(crate) fn normalized_name(&self, seat: impl Into<Seat>) -> Option<String> {
        let written = self.players.get(seat.into().index())?.as_deref()?;
        Some(name::normalize_name(written)).filter(|name| !name.is_empty())
    }

    /// Returns the winner by the rules, or `None` for a draw, a game without a winner, or an unknown outcome.
    pub(crate) const fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => None,
        }
    }

    /// Returns the loser by the rules. Returns `None` if there is no winner, and in games of more than two players.
    pub(crate) fn loser(&self) -> Option<Seat> {
        let winner = self.winner()?;
        match self.kind.seats {
            [one, other] if *other == winner => Some(*one),
            [_, other] => Some(*other),
            _ => None,
        }
    }

    /// Returns the time that a player used for all moves (milliseconds). Returns `None` if the time of a move is
    /// unknown, and for a player without moves.
    pub(crate) fn milliseconds(&self, seat: impl Into<Seat>) -> Option<u64> {
        let seat = seat.into();
        let mut own_plies = self.plies.iter().filter(|ply| ply.seat == seat).peekable();
        own_plies.peek()?;
        own_plies.map(|ply| ply.milliseconds).sum()
    }

    /// Returns the number of moves on a shogi board that satisfy a predicate.
    pub(crate) fn count(&self, predicate: impl Fn(&BoardMove) -> bool) -> usize {
        let is_match = |ply: &&Ply| matches!(&ply.action, Action::Move(played) if predicate(played));
        self.plies.iter().filter(is_match).count()
    }

    /// Returns the number of findings with a severity.
    pub(crate) fn findings_of(&self, severity: Severity) -> usize {
        let has_severity = |finding: &&GameFinding| finding.severity == severity;
        self.findings.iter().filter(has_severity).count()
    }
}

impl GameFinding {
    fn new(finding: &Finding) -> Self {
        Self {
            rule: finding.rule,
            severity: finding.severity,
            seat: finding.seat,
        }
    }
}

/// Returns the legal moves of a position of an opening book, with the numbers of games in which they were played.
fn book_moves(record: &Record<'_>) -> Vec<(Move, u32)> {
    if record.book_counts.is_empty() || !record.is_playable() {
        return Vec::new();
    }
    let played = Played::new(record);
    let moves = played.book_moves();
    moves.map(|(_, mv, games)| (mv, games)).collect()
}

/// Returns the state of the identifier before the first move. It covers the start position and, for other games than
/// shogi, the kind of game.
fn id_before_moves(record: &Record<'_>, start: Option<&str>) -> GameId {
    let mut id = GameId::new(&record.start.position);
    if !record.is_shogi() {
        id.push_text(record.game.name);
        id.push_text(start.unwrap_or_default());
    }
    id
}

/// The even start position in SFEN without the move number.
static EVEN_SFEN: LazyLock<String> =
    LazyLock::new(|| unnumbered(&Position::startpos().to_sfen(1)).to_owned());

fn start(position: &Position) -> Option<String> {
    static EVEN: LazyLock<Position> = LazyLock::new(Position::startpos);
    (*position != *EVEN).then(|| unnumbered(&position.to_sfen(1)).to_owned())
}

/// Returns the text of a position without the move number at its end. A text without a number at its end is returned
/// unchanged.
pub(super) fn unnumbered(position: &str) -> &str {
    match position.rsplit_once(' ') {
        Some((position, number)) if number.bytes().all(|it| it.is_ascii_digit()) => position,
        _ => position,
    }
}

/// The name of a start position that has no name of its own.
pub(super) const OTHER_START: &str = "その他";

/// Returns the name of the handicap whose start position the record has. For any other position, returns its name in
/// the record, or その他 if it has no name or the name of a handicap. For other games than shogi, the text is empty.
fn handicap_name(record: &Record<'_>) -> String {
    let start = &record.start;
    if !record.is_shogi() {
        return String::new();
    }
    if let Some(handicap) = Handicap::from_position(&start.position).filter(|_| start.is_known) {
        return handicap.name.to_owned();
    }
    let name = start.name.as_ref().map_or("", |(name, _)| name.trim());
    // The name of a handicap would be misleading, because the position is unknown or not that of the handicap.
    if name.is_empty() || Handicap::by_name(name).is_some() {
        return OTHER_START.to_owned();
    }
    name.to_owned()
}

// Collection of the data of a game while a record is checked.

/// Length of most positions in SFEN (bytes).
const TYPICAL_POSITION_BYTES: usize = 88;

/// An observer of the check that collects the data for the tables. One observer can be used for any number of records.
#[derive(Debug)]
pub struct GameCollector {
    /// The last ply before which the position is collected; 0 if no positions are collected.
    positions: u32,
    /// The position after the last observed move, at first the start position, and the node of this move. `None` if positions
    /// are not collected, or if the format of the record was not recognized.
    after: Option<(SfenText, NodeId)>,
    /// The collected positions before the observed moves, one after the other.
    positions_before: String,
    /// The hash of the position after the last observed move, at first of the start position.
    key: u64,
    /// `true` if ratings and time controls are collected.
    with_headers: bool,
    /// The evaluations by engines in the comments of the record, if they are collected.
    evaluations: Option<HashMap<NodeId, evaluation::Evaluation>>,
    /// The legal moves that an engine expects after a ply, in USI.
    expected: HashMap<NodeId, String>,
    /// The lowest loss of a move that is a blunder (centipawns).
    blunder: u32,
    book: Option<&'static OpeningBook>,
    /// The detector of openings, if they are collected.
    matcher: Option<OpeningMatcher<'static>>,
    /// The search for positions, if there is one.
    searcher: Option<PositionSearcher>,
    /// The writer of the main line in a compact form, if it is collected.
    compact: Option<CompactWriter>,
    /// `true` if the record is a position of an opening book, of which only the start is searched.
    is_book: bool,
    observed: Vec<ObservedPly>,
    names: Arc<NameAliases>,
}

impl GameCollector {
    /// Creates a collector of the parts of games in `needs`, with the built-in book of openings.
    pub fn new(needs: Needs) -> Self {
        Self::with_options(needs, None, &Arc::default(), None)
    }

    /// Creates a collector of the parts of games in `needs`.
    ///
    /// `book` replaces the built-in book of openings, if it is given. `names` contains the aliases of players, and
    /// `search` is the search for positions, if there is one.
    pub(crate) fn with_options(
        needs: Needs,
        book: Option<&'static OpeningBook>,
        names: &Arc<NameAliases>,
        search: Option<&Arc<Search>>,
    ) -> Self {
        let matcher = || OpeningMatcher::new(book.unwrap_or_else(OpeningBook::built_in));
        Self {
            positions: needs.positions,
            after: None,
            positions_before: String::new(),
            key: 0,
            with_headers: needs.headers,
            evaluations: needs.evaluations.then(HashMap::new),
            expected: HashMap::new(),
            blunder: needs.blunder.unwrap_or(DEFAULT_BLUNDER),
            book,
            matcher: needs.openings.then(matcher),
            searcher: search.map(|search| PositionSearcher::new(Arc::clone(search))),
            compact: needs.compact.then(CompactWriter::default),
            is_book: false,
            observed: Vec::new(),
            names: Arc::clone(names),
        }
    }

    /// Begins the next record. The moves and evaluations of the previous record are discarded.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.observed.clear();
        self.expected.clear();
        self.key = record.start.position.zobrist();
        self.is_book = !record.book_counts.is_empty();
        if let Some(searcher) = &mut self.searcher {
            searcher.begin(record);
        }
        if let Some(compact) = &mut self.compact {
            compact.begin(record);
        }
        // An unrecognized record has no positions.
        let has_positions = self.positions > 0 && record.is_recognised();
        self.after = has_positions.then(|| (SfenText::new(&record.start.position), NodeId::START));
        self.positions_before.clear();
        if has_positions {
            let count = record.tree.len().min(self.positions as usize);
            self.positions_before.reserve(count * TYPICAL_POSITION_BYTES);
        }
        if let Some(matcher) = &mut self.matcher {
            matcher.begin(&record.start.position);
        }
        if let Some(evaluations) = &mut self.evaluations {
            *evaluations = evaluation::evaluations(record);
        }
    }

    /// Collects the data of a move that was replayed on a shogi board.
    pub fn observe(&mut self, played: &PlayedMove<'_>) {
        if let Some(matcher) = &mut self.matcher {
            matcher.advance(played.ply, played.after, played.undo);
        }
        self.key = played.after.zobrist();
        let position = self.write_position(played);
        if let Some(searcher) = self.searcher.as_mut().filter(|_| !self.is_book) {
            searcher.observe(played);
        }
        let observed = ObservedPly::new(played, position);
        let board_move = observed.as_ref().and_then(ObservedPly::board_move);
        if let Some(compact) = &mut self.compact {
            compact.observe(played, board_move);
        }
        if let Some(mv) = board_move {
            let evaluation = self.evaluations.as_ref().and_then(|all| all.get(&played.node));
            if let Some(line) = evaluation.and_then(|it| it.line.as_ref())
                && let Some(expected) = line.after(&played.before(), mv, played.after)
            {
                self.expected.insert(played.node, expected);
            }
        }
        self.observed.extend(observed);
    }

    /// Adds the position before a move to the collected positions, and returns its place in them. Returns `None` if this
    /// position is not collected.
    fn write_position(&mut self, played: &PlayedMove<'_>) -> Option<Range<usize>> {
        let (text, last) = self.after.as_mut().filter(|_| played.ply <= self.positions)?;
        // After a pass or moves taken back, for example, the position is not the one after the last observed move.
        let follows_last = last.index() + 1 == played.node.index() && text.is_before(played.undo);
        if !follows_last {
            *text = SfenText::new(&played.before());
        }
        let start = self.positions_before.len();
        text.write(played.ply, &mut self.positions_before);
        text.advance(played.after, played.undo);
        *last = played.node;
        Some(start..self.positions_before.len())
    }

    /// Checks a record. Returns the checked record and its data for the tables. `watch` also receives every move on a
    /// shogi board.
    pub(crate) fn check<'r>(
        &mut self,
        session: &mut Session,
        file: &SourceFile<'r>,
        record: Record<'r>,
        mut watch: impl FnMut(&PlayedMove<'_>),
    ) -> (Checked<'r>, Game) {
        self.begin(&record);
        let game = session.check_watched(file, record, |played| {
            self.observe(played);
            watch(played);
        });
        let encoding = file.text.encoding().name();
        let table_data = self.finish_game(&Arc::from(file.path), encoding, &game.record, &game.judgement);
        (game, table_data)
    }

    /// Returns the data of the record whose moves were observed. `path` and `encoding` are those of its file, and
    /// `judgement` is the result of its check.
    pub fn finish_game(
        &mut self,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
        judgement: &Judgement,
    ) -> Game {
        let mut last = None;
        let buffers = (&mut self.observed, &mut self.positions_before);
        let start_of_other_game = replay_other_game(record, self.positions, buffers, &mut last);
        if let Some((after, _)) = self.after.take().filter(|_| record.is_shogi()) {
            after.write(1, last.insert(String::new()));
        }
        let plies = plies(
            record,
            self.observed.drain(..),
            self.evaluations.as_ref(),
            &mut self.expected,
        );
        let hits = self.searcher.as_mut().map(|it| it.hits(record, &plies));
        // After a move that could not be made, or a pass, the last position is unknown.
        let is_complete = plies.iter().all(|ply| !matches!(ply.action, Action::Text(_)));
        let game = self.headers(path, encoding, record, start_of_other_game);
        let has_losses = self.evaluations.is_some() && record.is_shogi() && game.is_played;
        let outcome = judgement.verdict.map(Outcome::to_sides);
        let book_moves = book_moves(record);
        let compact = self.compact.as_mut();
        let compact = compact.map(|it| it.finish(record, &plies, judgement.verdict, &book_moves));
        Game {
            compact: compact.unwrap_or_default(),
            losses: has_losses.then(|| Losses::new(&plies, outcome, self.blunder)),
            last: last.filter(|_| is_complete && plies.len() < self.positions as usize),
            last_key: (is_complete && record.is_shogi()).then_some(self.key),
            plies,
            positions: std::mem::take(&mut self.positions_before),
            hits: hits.unwrap_or_default(),
            book_moves,
            resulting: self
                .searcher
                .as_mut()
                .map(PositionSearcher::resulting)
                .unwrap_or_default(),
            end: judgement.end,
            stated: judgement.stated,
            verdict: judgement.verdict,
            occurrences: judgement.occurrences,
            findings: judgement.findings.iter().map(GameFinding::new).collect(),
            opening: self
                .matcher
                .as_ref()
                .map(OpeningMatcher::matches)
                .unwrap_or_default(),
            ..game
        }
    }

    /// Returns the data of a record that are known before it is replayed, such as its headers. The moves and the
    /// results of the check are missing.
    pub(crate) fn game_from_headers(
        &self,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
    ) -> Game {
        self.headers(path, encoding, record, None)
    }

    /// Returns the data of a record that do not depend on its moves. `start_of_other_game` is the start position of a
    /// game other than shogi, if it is known.
    fn headers(
        &self,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
        start_of_other_game: Option<String>,
    ) -> Game {
        let value = |key| header::value(record, key);
        let owned_value = |key| value(key).map(str::to_owned);
        let rating_of = |side| {
            if self.with_headers {
                rating(record, side)
            } else {
                None
            }
        };
        let event = value(HeaderKey::Event);
        let (stated_pairing, pairing) = if self.with_headers {
            let stated = Pairing::in_record(record, event);
            (stated, stated.or(|| Pairing::in_path(path)))
        } else {
            Default::default()
        };
        Game {
            path: Arc::clone(path),
            record: record.index,
            format: record.format.name(),
            encoding,
            event: event.map(str::to_owned),
            site: owned_value(HeaderKey::Site),
            started: owned_value(HeaderKey::Start),
            ended: owned_value(HeaderKey::End),
            players: PLAYER_HEADERS.map(|key| Some(self.names.canonical(value(key)?).to_owned())),
            ratings: Color::ALL.map(rating_of),
            stated_pairing,
            pairing,
            time_control: self.with_headers.then(|| time_control(record)).flatten(),
            id_before_moves: id_before_moves(record, start_of_other_game.as_deref()),
            start: start_of_other_game.or_else(|| start(&record.start.position)),
            handicap: handicap_name(record),
            is_played: is_played(record),
            stated_opening: owned_value(HeaderKey::Opening),
            book: self.book,
            ..Game::without_data(record.game)
        }
    }
}

/// Collects the plies of a game other than shogi, with the first `count` positions, and returns its start position. Returns `None` for
/// shogi, and if no position was replayed. `last` receives the position after the last move, or `None` if positions are not
/// collected.
fn replay_other_game(
    record: &Record<'_>,
    count: u32,
    (observed, positions): (&mut Vec<ObservedPly>, &mut String),
    last: &mut Option<String>,
) -> Option<String> {
    let mut start = None;
    let mut position_before: Option<String> = None;
    (system_of(record)?.replay)(record, &mut |moment| {
        start.get_or_insert_with(|| moment.position());
        let position = (count > 0).then(|| moment.position());
        if let Some(seat) = moment.seat {
            let text = record.tree.node(moment.node).span();
            let [from, to] = match *moment.cells {
                [to] => [None, Some(to)],
                [from, to, ..] => [Some(from), Some(to)],
                [] => [None::<finding::Cell>, None],
            };
            let text = text.map_or("", |span| record.text_at(span)).trim().to_owned();
            let position = position_before
                .take()
                .filter(|_| observed.len() < count as usize)
                .map(|it| append(&it, positions));
            observed.push(ObservedPly {
                node: moment.node,
                seat: seat.index(),
                action: Action::Token(Box::new(Token {
                    text,
                    from,
                    to,
                    effects: moment.effects,
                })),
                position,
            });
        }
        position_before = position;
        ControlFlow::Continue(())
    });
    *last = position_before;
    start
}

/// A collector of the moves of games with their times and scores, for the attributes of single records. It contains less code than a
/// [`GameCollector`].
#[derive(Debug, Default)]
pub(super) struct MoveCollector {
    observed: Vec<ObservedPly>,
}

impl MoveCollector {
    /// Collects a move that was replayed on a shogi board.
    pub(super) fn observe(&mut self, played: &PlayedMove<'_>) {
        self.observed.extend(ObservedPly::new(played, None));
    }

    /// Returns the players of the record whose moves were observed, its plies, and its identifier. All other data are missing.
    pub(super) fn finish_game(mut self, record: &Record<'_>) -> Game {
        let buffers = (&mut self.observed, &mut String::new());
        let start = replay_other_game(record, 0, buffers, &mut None);
        let evaluations = evaluation::evaluations(record);
        Game {
            format: record.format.name(),
            players: PLAYER_HEADERS.map(|key| header::value(record, key).map(str::to_owned)),
            id_before_moves: id_before_moves(record, start.as_deref()),
            is_played: is_played(record),
            plies: plies(record, self.observed, Some(&evaluations), &mut HashMap::new()),
            ..Game::without_data(record.game)
        }
    }
}

/// Returns whether a record can be replayed: its start position is known, or the game is not shogi.
fn is_played(record: &Record<'_>) -> bool {
    record.start.is_known || !record.is_shogi()
}

// A ply of the main line.

/// A ply of the main line, with the data for the tables.
#[derive(Clone, Debug)]
pub(crate) struct Ply {
    /// The number of the ply, from 1.
    pub number: u32,
    /// The seat that moved. If the ply was not made on the board, the seat follows from the replay, from the mark of
    /// the move (▲, △), or from the turn.
    pub seat: Seat,
    /// The move, or the text in place of a move.
    pub action: Action,
    /// The place of the position before the ply in the positions of the game, if it is collected and known.
    position: Option<Range<usize>>,
    /// The time of the ply in milliseconds, if it is known. If the record states only times of zero, these are ignored.
    pub milliseconds: Option<u64>,
    /// The evaluation by an engine of the position after the ply, if it is collected and the record contains one.
    pub evaluation: Option<Box<Evaluation>>,
}

/// The evaluation of a position by an engine.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// The score, if the comment states one.
    pub score: Option<Score>,
    /// `true` if the program of the side that made the move stated the score; `false` if a program analysed the game.
    pub is_by_player: bool,
    /// The principal variation: in USI as far as it can be replayed, and as written after that.
    pub line: Option<String>,
}

impl Ply {
    /// Returns the move in USI if it can be expressed, or else as written in the record.
    pub(crate) fn usi(&self) -> Cow<'_, str> {
        match &self.action {
            Action::Move(played) => played.mv.to_string().into(),
            Action::Token(token) => (&*token.text).into(),
            Action::Text(text) => text.into(),
        }
    }

    /// Appends the text of [`usi`](Self::usi).
    pub(crate) fn write_usi(&self, text: &mut String) {
        match &self.action {
            Action::Move(played) => {
                // Writing to a string cannot fail.
                let _ = played.mv.write_usi(text);
            }
            Action::Token(token) => text.push_str(&token.text),
            Action::Text(words) => text.push_str(words),
        }
    }
}

/// The action at a ply: a move, or text in place of a move.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A move made on a shogi board, legal or not.
    Move(BoardMove),
    /// A move of another game, as written in the record. The token is boxed because it is much larger than the content
    /// of all other variants.
    Token(Box<Token>),
    /// Text in place of a move that was not made.
    ///
    /// The text is a pass (`0000`), illegible text, a move that cannot be made, or any move that is not replayed after
    /// one of these. A move is in USI if it can be expressed in USI, and as written if not.
    Text(String),
}

/// A move of a game other than shogi.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// The text of the move in the record.
    pub text: String,
    /// The origin; `None` for a drop, or if the move has no squares.
    pub from: Option<finding::Cell>,
    /// The destination; `None` if the move has no squares.
    pub to: Option<finding::Cell>,
    /// The effects of the move on the board, as far as they are known.
    pub effects: MoveEffects,
}

/// A ply that was observed during the check (shogi) or during the replay (other games).
#[derive(Clone, Debug)]
struct ObservedPly {
    node: NodeId,
    /// The index of the seat that moved.
    pub seat: usize,
    pub action: Action,
    /// The place of the position before the ply in the collected positions, if it is collected.
    pub position: Option<Range<usize>>,
}

impl ObservedPly {
    /// Creates the ply of a replayed move. Returns `None` if no piece is on the destination after the move.
    fn new(played: &PlayedMove<'_>, position: Option<Range<usize>>) -> Option<Self> {
        Some(Self {
            node: played.node,
            seat: played.undo.mover().index(),
            action: Action::Move(BoardMove::new(played)?),
            position,
        })
    }

    /// Returns the move on a shogi board.
    const fn board_move(&self) -> Option<Move> {
        match &self.action {
            Action::Move(played) => Some(played.mv),
            Action::Token(_) | Action::Text(_) => None,
        }
    }
}

/// A move with its effects on the board.
#[derive(Clone, Debug)]
pub(crate) struct BoardMove {
    /// The move, legal or not.
    pub mv: Move,
    /// The kind of the piece before the move, or of the dropped piece.
    pub kind: PieceKind,
    /// The kind of the captured piece, if the move is a capture.
    pub captured: Option<PieceKind>,
    /// `true` if the move gives check.
    pub check: bool,
}

impl BoardMove {
    /// Creates the move from a replayed move. Returns `None` if no piece is on the destination after the move.
    fn new(played: &PlayedMove<'_>) -> Option<Self> {
        let PlayedMove { after, undo, .. } = *played;
        let (from, to) = (undo.from(), undo.to());
        let kind_after = after.piece_at(to)?.kind;
        let kind = undo.moved().map_or(kind_after, |piece| piece.kind);
        // The move is a promotion only if the piece was unpromoted before it. The record may show the piece as
        // another kind.
        let promote = kind_after.is_promoted() && !kind.is_promoted();
        Some(Self {
            mv: from.map_or(Move::Drop { kind, to }, |from| Move::Board { from, to, promote }),
            kind,
            captured: undo.captured().map(|piece| piece.kind),
            check: after.is_check(),
        })
    }

    /// Returns whether the move promotes the piece.
    pub(crate) const fn promotes(&self) -> bool {
        matches!(self.mv, Move::Board { promote: true, .. })
    }
}

/// Returns the plies of the main line of a record. A ply that was not observed has an [`Action::Text`].
fn plies(
    record: &Record<'_>,
    observed: impl IntoIterator<Item = ObservedPly>,
    evaluations: Option<&HashMap<NodeId, evaluation::Evaluation>>,
    expected: &mut HashMap<NodeId, String>,
) -> Vec<Ply> {
    let mut observed = observed.into_iter().peekable();
    let seats = record.game.seats;
    let mut turn = record.start.position.side_to_move().index();
    let mut totals = vec![Some(0_u64); seats.len()];
    let mut plies = Vec::with_capacity(record.tree.len() - 1);
    let has_times = record.has_times();
    // The replayed record, for the text of moves that were not made on the board. This replay is done only if such a
    // move occurs.
    let replayed = OnceCell::new();
    for (id, node) in record.tree.main_line() {
        let mut position = None;
        let action = match (observed.next_if(|observed| observed.node == id), &node.step) {
            (Some(observed), _) => {
                turn = observed.seat;
                position = observed.position;
                observed.action
            }
            (None, Step::Move(written)) => {
                let ply = replayed.get_or_init(|| Played::new(record)).ply(id);
                turn = ply.map(|it| it.mover).or(written.mark).map_or(turn, Color::index);
                let claimed_move = ply.and_then(played::Ply::as_move);
                Action::Text(claimed_move.map_or_else(|| text(record, written.span), |it| it.to_string()))
            }
            (None, Step::Pass(_)) => Action::Text(PASS.to_owned()),
            (None, Step::Unreadable(span) | Step::Token(span)) => Action::Text(text(record, *span)),
            (None, Step::Start | Step::End(_)) => continue,
        };
        let total = &mut totals[turn];
        let previous_total = std::mem::replace(total, node.clock.total_after(*total));
        plies.push(Ply {
            number: node.ply,
            seat: seats[turn],
            action,
            position,
            milliseconds: node.clock.spent_after(previous_total).filter(|_| has_times),
            evaluation: evaluations.and_then(|all| {
                let evaluation = all.get(&id)?;
                Some(Box::new(Evaluation {
                    score: evaluation.score(mover(turn)),
                    is_by_player: evaluation.is_by_player(),
                    line: expected.remove(&id),
                }))
            }),
        });
        turn = (turn + 1) % seats.len();
    }
    plies
}

/// Returns the side of shogi in a seat. For other games the side is not used, because their records have no
/// evaluations.
fn mover(seat: usize) -> Color {
    Color::ALL.get(seat).copied().unwrap_or(Color::Black)
}

/// Appends a text to `texts`, and returns its place.
fn append(text: &str, texts: &mut String) -> Range<usize> {
    let start = texts.len();
    texts.push_str(text);
    start..texts.len()
}

/// The USI text of a pass.
pub(super) const PASS: &str = "0000";

fn text(record: &Record<'_>, span: Span) -> String {
    record.text_at(span).trim().to_owned()
}
