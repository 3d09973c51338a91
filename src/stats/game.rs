//! A game, as the tables see it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use super::Cell;
use super::game_id::GameId;
use super::name::{self, Names};
use super::needs::Needs;
use super::rating::rating;
use super::search::{Hit, Search, Seeker};
use crate::check::{Checked, Session, SourceFile};
use crate::finding::{self, Finding, Rule, Seat, Severity, Span};
use crate::notation::evaluation::{self, Score};
use crate::notation::header;
use crate::opening::{OpeningBook, OpeningMatcher, Sighting};
use crate::played::{self, Played, PlayedMove};
use crate::record::{Date, Format, GameKind, HeaderKey, NodeId, Outcome, Record, SHOGI, Step, Terminal};
use crate::referee::{Judgement, time_control};
use crate::shogi::{Color, Handicap, Move, PieceKind, Position};
use crate::system::{MoveFacts, system_of};

const RANGING: &str = "ranging-rook";
const STATIC: &str = "static-rook";

/// The styles of a side, and of a game.
pub(super) fn styles() -> Vec<&'static str> {
    vec![STATIC, RANGING]
}

/// The styles of a game.
pub(super) fn game_styles() -> Vec<&'static str> {
    vec!["static-static", "static-ranging", "ranging-ranging"]
}

/// A style by its name in Japanese; other words as they are.
pub(super) fn style_named(word: &str) -> &str {
    match word {
        "居飛車" => STATIC,
        "振り飛車" => RANGING,
        "相居飛車" => "static-static",
        "対抗形" => "static-ranging",
        "相振り飛車" => "ranging-ranging",
        other => other,
    }
}

/// No game has more players.
pub(super) const SEATS: usize = 4;

/// The headers that name the players, in the order of play.
const PLAYERS: [HeaderKey; SEATS] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
];

/// A judged record with everything that a table says of it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The path of its file, as the user knows it.
    pub path: Arc<str>,
    /// 1-based place in the file.
    pub record: u32,
    /// The game that was played.
    pub kind: &'static GameKind,
    /// The name of its notation.
    pub format: &'static str,
    /// The name of the encoding that its file was read in.
    pub encoding: &'static str,
    /// The name of the event.
    pub event: Option<String>,
    /// Where it was played.
    pub site: Option<String>,
    /// When it began, as written.
    pub started: Option<String>,
    /// When it ended, as written.
    pub ended: Option<String>,
    /// The players in the order of play, Black first: as written, or under the name that a user keeps.
    pub players: [Option<String>; SEATS],
    /// The ratings of Black and White.
    pub ratings: [Option<f64>; 2],
    /// The time control, in one form for all formats.
    pub time_control: Option<String>,
    /// The start position in SFEN without a counter, where it is not the even one; of another game always, as it writes it.
    pub start: Option<String>,
    /// The name of the start position.
    pub handicap: String,
    /// Whether it was played out; figures are known of no other.
    pub is_played: bool,
    /// Its moves; those that could not be made on the board count.
    pub(crate) plies: Vec<Ply>,
    /// The position after its last move, if positions are collected so far.
    pub(crate) last: Option<String>,
    /// A number for the position after its last move, if that is known; none for other games.
    pub(crate) last_key: Option<u64>,
    /// How the record says it ended.
    pub end: Option<Terminal>,
    /// Who it says won.
    pub stated: Option<Outcome<Seat>>,
    /// Who won by the rules.
    pub verdict: Option<Outcome<Seat>>,
    /// How often the position that came about most often did.
    pub occurrences: u32,
    /// Its findings, in their order.
    pub(crate) findings: Vec<GameFinding>,
    /// What the record says of its opening.
    pub stated_opening: Option<String>,
    /// What the board says of it, and the book that has the names.
    pub(crate) opening: Sighting<'static>,
    book: Option<&'static OpeningBook>,
    /// The positions in it that were looked for.
    pub(super) hits: Vec<Hit>,
    /// The number of the game, as long as it has no moves.
    begun: GameId,
}

/// A finding, as the tables see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFinding {
    /// The rule.
    pub rule: &'static Rule,
    /// How much it weighs here.
    pub severity: Severity,
    /// Whom it is about.
    pub seat: Option<Seat>,
}

impl Game {
    /// The number of the game. It is worked out when somebody asks: without help of the processor that takes a
    /// quarter of what judging the game takes.
    pub fn id(&self) -> String {
        let mut id = self.begun.clone();
        for ply in &self.plies {
            match &ply.action {
                Action::Move(played) => id.push(played.mv),
                Action::Token(token) => id.push_unread(&token.text),
                Action::Written(text) => id.push_unread(text),
            }
        }
        id.finish()
    }

    /// Its moves in USI, or as its notation has them, each with the milliseconds that it took, where that is known.
    pub fn moves(&self) -> impl Iterator<Item = (Cow<'_, str>, Option<u64>)> {
        self.plies.iter().map(|ply| (ply.usi(), ply.milliseconds))
    }

    /// The scores of engines after its moves, in centipawns from Black's side; `None` without one, and for all moves if evaluations
    /// are not [collected](Needs::EVALUATIONS).
    pub fn scores(&self) -> impl Iterator<Item = Option<i32>> {
        let score = |ply: &Ply| ply.evaluation.as_ref()?.score.map(Score::centipawns);
        self.plies.iter().map(score)
    }

    /// Whether anything of it could be read.
    pub(crate) fn is_known(&self) -> bool {
        self.format != Format::UNKNOWN.name()
    }

    /// When it began, as far as that is known.
    fn began(&self) -> Option<Date> {
        Date::read(self.started.as_deref()?).ok()
    }

    /// When it began in ISO 8601, else as written; a time of day alone is no date.
    pub(crate) fn start_time(&self) -> Option<String> {
        Date::in_tables(self.started.as_deref()?).map(Cow::into_owned)
    }

    /// Its number, where anything of it could be read and played.
    pub(crate) fn known_id(&self) -> Option<String> {
        (self.is_known() && self.is_played).then(|| self.id())
    }

    /// The day that it began, in ISO 8601; the month or the year where no more is known.
    pub(crate) fn date(&self) -> Option<String> {
        Some(self.began()?.without_time().to_string())
    }

    /// The year that it began.
    pub(crate) fn year(&self) -> Option<u32> {
        Some(self.began()?.year)
    }

    /// The month that it began, from 1.
    pub(crate) fn month(&self) -> Option<u32> {
        self.began()?.month
    }

    /// When it ended in ISO 8601, else as written; a time of day alone is no date.
    pub(crate) fn end_time(&self) -> Option<String> {
        Date::in_tables(self.ended.as_deref()?).map(Cow::into_owned)
    }

    /// A count; none where the record was not played out.
    pub(super) fn figure(&self, count: impl TryInto<i64>) -> Cell<'static> {
        if self.is_played {
            Cell::count(count)
        } else {
            Cell::Empty
        }
    }

    /// A count of what happened on a shogi board; none where there was none.
    pub(super) fn board_figure(&self, count: impl TryInto<i64>) -> Cell<'static> {
        let is_shogi = *self.kind == SHOGI;
        if is_shogi { self.figure(count) } else { Cell::Empty }
    }

    /// The name of its opening.
    pub(crate) fn opening_name(&self) -> Option<&'static str> {
        self.opening.opening.map(|it| &*it.name.japanese)
    }

    /// How a side used its rook: `static-rook`, `ranging-rook`; of games from the even start that last long enough to tell.
    pub(crate) fn style(&self, side: Color) -> Option<&'static str> {
        /// By this ply the rook has gone where it stays.
        const SETTLED: usize = 24;
        let book = self.book();
        let is_even = *self.kind == SHOGI && self.start.is_none() && self.is_played;
        if !is_even || self.plies.len() < SETTLED {
            return None;
        }
        let mut strategies = self.opening.strategies[side.index()].iter();
        // A rook may visit the left, and come back.
        let own = self
            .plies
            .iter()
            .take(SETTLED)
            .rev()
            .filter(|it| it.seat.index() == side.index());
        let is_of_rook = |it: &BoardMove| it.kind == PieceKind::Rook && it.mv.from().is_some();
        let mut stays_left = own
            .filter_map(|it| match &it.action {
                Action::Move(played) if is_of_rook(played) => Some(played.mv.to().file()),
                _ => None,
            })
            .map(|file| match side {
                Color::Black => file >= 5,
                Color::White => file <= 5,
            });
        let is_ranging = stays_left.next() == Some(true) && strategies.any(|&(_, it)| book.is_ranging(it));
        Some(if is_ranging { RANGING } else { STATIC })
    }

    /// The styles of both sides: `static-static`, `static-ranging`, `ranging-ranging`.
    pub(crate) fn game_style(&self) -> Option<&'static str> {
        let [black, white] = Color::ALL.map(|side| self.style(side));
        Some(match (black?, white?) {
            (RANGING, RANGING) => "ranging-ranging",
            (STATIC, STATIC) => "static-static",
            _ => "static-ranging",
        })
    }

    fn book(&self) -> &'static OpeningBook {
        self.book.unwrap_or_else(OpeningBook::built_in)
    }

    /// The family of its opening: 四間飛車 for all kinds of it.
    pub(crate) fn family(&self) -> Option<&'static str> {
        let opening = self.opening.opening?;
        Some(&*self.book().family(opening).name.japanese)
    }

    /// The rules of its findings, each once, in the order of the findings.
    pub(crate) fn rules(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for found in &self.findings {
            if !names.contains(&found.rule.name) {
                names.push(found.rule.name);
            }
        }
        names
    }

    /// The positions of the game from its start on, without the number of the move, as far as they were collected.
    pub(crate) fn positions(&self) -> impl Iterator<Item = &str> {
        let before = self.plies.iter().filter_map(Ply::place);
        before.chain(self.last.as_deref().map(unnumbered))
    }

    /// How many pieces a side dropped.
    pub(crate) fn drops(&self, side: Color) -> usize {
        let is_drop = |ply: &&Ply| matches!(&ply.action, Action::Move(played) if played.mv.from().is_none());
        let own = self.plies.iter().filter(|ply| ply.seat.index() == side.index());
        own.filter(is_drop).count()
    }

    /// The name of a player, to group by, where there is one.
    pub(crate) fn normal(&self, seat: impl Into<Seat>) -> Option<String> {
        let written = self.players.get(seat.into().index())?.as_deref()?;
        Some(name::normal(written)).filter(|name| !name.is_empty())
    }

    /// Who won by the rules.
    pub(crate) const fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => None,
        }
    }

    /// Who lost by the rules, in a game of two.
    pub(crate) fn loser(&self) -> Option<Seat> {
        let winner = self.winner()?;
        match self.kind.seats {
            [one, other] if *other == winner => Some(*one),
            [_, other] => Some(*other),
            _ => None,
        }
    }

    /// The time that a player used for his moves, in milliseconds, where the time of each is known.
    pub(crate) fn milliseconds(&self, seat: impl Into<Seat>) -> Option<u64> {
        let seat = seat.into();
        let mut own = self.plies.iter().filter(|ply| ply.seat == seat).peekable();
        own.peek()?;
        own.map(|ply| ply.milliseconds).sum()
    }

    /// How many of its moves are of a kind.
    pub(crate) fn count(&self, what: impl Fn(&BoardMove) -> bool) -> usize {
        let is_such = |ply: &&Ply| matches!(&ply.action, Action::Move(played) if what(played));
        self.plies.iter().filter(is_such).count()
    }

    /// How many findings it has of a severity.
    pub(crate) fn findings_of(&self, severity: Severity) -> usize {
        let of_severity = |found: &&GameFinding| found.severity == severity;
        self.findings.iter().filter(of_severity).count()
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

/// The number of a game before its first move.
fn begun(record: &Record<'_>, start: Option<&str>) -> GameId {
    let mut id = GameId::begin(&record.start.position);
    if !record.is_shogi() {
        id.push_unread(record.game.name);
        id.push_unread(start.unwrap_or_default());
    }
    id
}

fn start(position: &Position) -> Option<String> {
    static EVEN: LazyLock<Position> = LazyLock::new(Position::startpos);
    (*position != *EVEN).then(|| unnumbered(&position.to_sfen(1)).to_owned())
}

/// A position without the number of its move.
fn unnumbered(position: &str) -> &str {
    match position.rsplit_once(' ') {
        Some((position, number)) if number.bytes().all(|it| it.is_ascii_digit()) => position,
        _ => position,
    }
}

/// The name of the start: by its position, else as the record calls it; other games have none.
fn handicap(record: &Record<'_>) -> String {
    let start = &record.start;
    if !record.is_shogi() {
        return String::new();
    }
    if let Some(known) = Handicap::from_position(&start.position).filter(|_| start.is_known) {
        return known.name.to_owned();
    }
    let name = start.name.as_ref().map_or("", |(name, _)| name.trim());
    // The name of another start than the one that is there would mislead.
    if name.is_empty() || Handicap::by_name(name).is_some() {
        return "その他".to_owned();
    }
    name.to_owned()
}

// Makes a game of a record while the referee replays it.

/// Sits beside the referee and writes down what is needed for the tables; one serves for any number of records.
#[derive(Debug)]
pub struct GameCollector {
    /// Positions are written down before moves up to this ply; 0 for none.
    positions: u32,
    /// The position after the last move that was seen, if positions are written down.
    after: Option<Position>,
    /// A number for the position after the last move that was seen.
    key: u64,
    /// Whether ratings and time controls are wanted.
    with_headers: bool,
    /// The evaluations in the comments of the record, where they are wanted.
    evaluations: Option<HashMap<NodeId, evaluation::Evaluation>>,
    book: Option<&'static OpeningBook>,
    /// Who looks for openings, where they are wanted.
    matcher: Option<OpeningMatcher<'static>>,
    /// Who looks for positions, where some are wanted.
    seeker: Option<Seeker>,
    seen: Vec<SeenPly>,
    names: Arc<Names>,
}

impl GameCollector {
    /// Returns a collector of these parts of games.
    pub fn new(needs: Needs) -> Self {
        Self::with(needs, None, &Arc::default(), None)
    }

    /// Returns a collector of these parts of games, with a book of openings, the names of players that are written in several ways,
    /// and the positions to look for.
    pub(crate) fn with(
        needs: Needs,
        book: Option<&'static OpeningBook>,
        names: &Arc<Names>,
        search: Option<&Arc<Search>>,
    ) -> Self {
        let matcher = || OpeningMatcher::new(book.unwrap_or_else(OpeningBook::built_in));
        Self {
            positions: needs.positions,
            after: None,
            key: 0,
            with_headers: needs.headers,
            evaluations: needs.evaluations.then(HashMap::new),
            book,
            matcher: needs.openings.then(matcher),
            seeker: search.map(|it| Seeker::new(Arc::clone(it))),
            seen: Vec::new(),
            names: Arc::clone(names),
        }
    }

    /// Turns to the next record.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.seen.clear();
        self.key = record.start.position.zobrist();
        if let Some(seeker) = &mut self.seeker {
            seeker.begin(record);
        }
        // What cannot be read stands nowhere.
        let has_positions = self.positions > 0 && record.is_recognised();
        self.after = has_positions.then(|| record.start.position.clone());
        if let Some(matcher) = &mut self.matcher {
            matcher.begin(&record.start.position);
        }
        if let Some(evaluations) = &mut self.evaluations {
            *evaluations = evaluation::evaluations(record);
        }
    }

    /// Writes down a move that the referee has played.
    pub fn see(&mut self, played: &PlayedMove<'_>) {
        if let Some(matcher) = &mut self.matcher {
            matcher.see(played.ply, played.after, played.undo);
        }
        self.key = played.after.zobrist();
        if let Some(after) = &mut self.after {
            after.clone_from(played.after);
        }
        if let Some(seeker) = &mut self.seeker {
            seeker.see(played);
        }
        if let Some(mv) = BoardMove::new(played) {
            let told = self
                .evaluations
                .as_mut()
                .and_then(|all| all.get_mut(&played.node));
            if let Some(line) = told.and_then(|it| it.line.as_mut()) {
                line.text = line.after(&played.before(), mv.mv, played.after);
            }
            self.seen.push(SeenPly {
                node: played.node,
                seat: played.undo.mover().index(),
                action: Action::Move(mv),
                position: (played.ply <= self.positions).then(|| played.before().to_sfen(played.ply)),
            });
        }
    }

    /// Checks a record: what is found, and what the tables say of it. `watch` sees every move, too.
    pub(crate) fn check<'r>(
        &mut self,
        session: &mut Session,
        file: &SourceFile<'r>,
        record: Record<'r>,
        mut watch: impl FnMut(&PlayedMove<'_>),
    ) -> (Checked<'r>, Game) {
        self.begin(&record);
        let game = session.check_watched(file, record, |played| {
            self.see(played);
            watch(played);
        });
        let encoding = file.text.encoding().name();
        let figures = self.game(&Arc::from(file.path), encoding, &game.record, &game.judgement);
        (game, figures)
    }

    /// What the record has come to, once it is judged.
    pub fn game(
        &mut self,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
        judgement: &Judgement,
    ) -> Game {
        let mut last = None;
        let start_of_other = self.replay(record, &mut last);
        if let Some(after) = self.after.take().filter(|_| record.is_shogi()) {
            last = Some(after.to_sfen(1));
        }
        let plies = plies(record, self.seen.drain(..), self.evaluations.as_ref());
        let hits = self.seeker.as_mut().map(|it| it.hits(record, &plies));
        // A move that could not be made leaves the last position unknown.
        let is_complete = plies.iter().all(|it| !matches!(it.action, Action::Written(_)));
        let game = self.headers(path, encoding, record, start_of_other);
        Game {
            last: last.filter(|_| is_complete && plies.len() < self.positions as usize),
            last_key: (is_complete && record.is_shogi()).then_some(self.key),
            plies,
            hits: hits.unwrap_or_default(),
            end: judgement.end,
            stated: judgement.stated,
            verdict: judgement.verdict,
            occurrences: judgement.occurrences,
            findings: judgement.findings.iter().map(GameFinding::new).collect(),
            opening: self
                .matcher
                .as_ref()
                .map(OpeningMatcher::sighting)
                .unwrap_or_default(),
            ..game
        }
    }

    /// What is known of a record before its game is played: its headers, and nothing of its moves.
    pub(crate) fn unplayed(&self, path: &Arc<str>, encoding: &'static str, record: &Record<'_>) -> Game {
        self.headers(path, encoding, record, None)
    }

    /// The same, given the start position of another game than shogi.
    fn headers(
        &self,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
        start_of_other: Option<String>,
    ) -> Game {
        let value = |key| header::value(record, key);
        let owned = |key| value(key).map(str::to_owned);
        let of_headers = |side| {
            if self.with_headers {
                rating(record, side)
            } else {
                None
            }
        };
        Game {
            path: Arc::clone(path),
            record: record.index,
            kind: record.game,
            format: record.format.name(),
            encoding,
            event: owned(HeaderKey::Event),
            site: owned(HeaderKey::Site),
            started: owned(HeaderKey::Start),
            ended: owned(HeaderKey::End),
            players: PLAYERS.map(|key| Some(self.names.kept(value(key)?).to_owned())),
            ratings: Color::ALL.map(of_headers),
            time_control: self.with_headers.then(|| time_control(record)).flatten(),
            begun: begun(record, start_of_other.as_deref()),
            start: start_of_other.or_else(|| start(&record.start.position)),
            handicap: handicap(record),
            is_played: record.start.is_known || !record.is_shogi(),
            stated_opening: owned(HeaderKey::Opening),
            last: None,
            last_key: None,
            plies: Vec::new(),
            hits: Vec::new(),
            end: None,
            stated: None,
            verdict: None,
            occurrences: 0,
            findings: Vec::new(),
            opening: Sighting::default(),
            book: self.book,
        }
    }

    /// Writes down the plies of a game that is not played on a shogi board. What comes back is its start position.
    fn replay(&mut self, record: &Record<'_>, last: &mut Option<String>) -> Option<String> {
        let mut start = None;
        let mut before = None;
        (system_of(record)?.replay)(record, &mut |moment| {
            start.get_or_insert_with(|| moment.position());
            let position = (self.positions > 0).then(|| moment.position());
            if let Some(seat) = moment.seat {
                let text = record.tree.node(moment.node).span();
                let [from, to] = match *moment.cells {
                    [to] => [None, Some(to)],
                    [from, to, ..] => [Some(from), Some(to)],
                    [] => [None::<finding::Cell>, None],
                };
                let text = text.map_or("", |span| record.text_at(span)).trim().to_owned();
                self.seen.push(SeenPly {
                    node: moment.node,
                    seat: seat.index(),
                    action: Action::Token(Box::new(Token {
                        text,
                        from,
                        to,
                        facts: moment.facts,
                    })),
                    position: before
                        .take()
                        .filter(|_| self.seen.len() < self.positions as usize),
                });
            }
            before = position;
            ControlFlow::Continue(())
        });
        *last = before;
        start
    }
}

// A move of the main line, as the tables see it.

/// A move of the main line.
#[derive(Clone, Debug)]
pub(crate) struct Ply {
    /// Its place in the game, from 1.
    pub number: u32,
    /// Who made it; by turns, where the board was not asked.
    pub seat: Seat,
    /// What was done.
    pub action: Action,
    /// The position before it, where somebody asked for it and it is known.
    pub position: Option<String>,
    /// The time it took, in milliseconds, where the record says so; times that are all zero say nothing.
    pub milliseconds: Option<u64>,
    /// What an engine says of the position after it, where somebody asked for it.
    pub evaluation: Option<Box<Evaluation>>,
}

/// What an engine says of a position.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// The score.
    pub score: Option<Score>,
    /// The line that it expects: in USI as far as it can be played on the board, otherwise as written.
    pub line: Option<String>,
}

impl Ply {
    /// The position before it, without the number of the move.
    pub(crate) fn place(&self) -> Option<&str> {
        self.position.as_deref().map(unnumbered)
    }

    /// The move in USI where it says enough for that, and otherwise as its notation has it.
    pub(crate) fn usi(&self) -> Cow<'_, str> {
        match &self.action {
            Action::Move(played) => played.mv.to_string().into(),
            Action::Token(token) => (&*token.text).into(),
            Action::Written(text) => text.into(),
        }
    }
}

/// What was done at a ply.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A move that was made on a shogi board, legal or not.
    Move(BoardMove),
    /// A move of another game, as its notation has it. It is much larger than the others, which are many more.
    Token(Box<Token>),
    /// What was written for a move that was not: a pass (`0000`), words that cannot be read, all after a move that
    /// cannot be made. In USI where it can be said so, otherwise as written.
    Written(String),
}

/// A move of another game than shogi.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// As it is written.
    pub text: String,
    /// Where the piece stood; nowhere where it was dropped.
    pub from: Option<finding::Cell>,
    /// Where it went.
    pub to: Option<finding::Cell>,
    /// What it did.
    pub facts: MoveFacts,
}

/// A ply as somebody saw it who looked on.
#[derive(Clone, Debug)]
struct SeenPly {
    node: NodeId,
    /// The number of the seat that made it.
    pub seat: usize,
    pub action: Action,
    /// The position before it.
    pub position: Option<String>,
}

/// A move as the board saw it.
#[derive(Clone, Debug)]
pub(crate) struct BoardMove {
    /// The move.
    pub mv: Move,
    /// The kind before the move, or what was dropped.
    pub kind: PieceKind,
    /// What it took.
    pub captured: Option<PieceKind>,
    /// Whether it gives check.
    pub check: bool,
}

impl BoardMove {
    /// The move that a referee has played.
    fn new(played: &PlayedMove<'_>) -> Option<Self> {
        let PlayedMove { after, undo, .. } = *played;
        let (from, to) = (undo.from(), undo.to());
        let turned = after.piece_at(to)?.kind;
        let kind = undo.moved().map_or(turned, |piece| piece.kind);
        // A piece that is turned back, or named otherwise, does not promote.
        let promote = turned.is_promoted() && !kind.is_promoted();
        Some(Self {
            mv: from.map_or(Move::Drop { kind, to }, |from| Move::Board { from, to, promote }),
            kind,
            captured: undo.captured().map(|piece| piece.kind),
            check: after.is_check(),
        })
    }

    /// Whether the piece is turned over.
    pub(crate) const fn promotes(&self) -> bool {
        matches!(self.mv, Move::Board { promote: true, .. })
    }
}

/// Goes through the main line of a record beside what was seen of it.
fn plies(
    record: &Record<'_>,
    seen: impl IntoIterator<Item = SeenPly>,
    evaluations: Option<&HashMap<NodeId, evaluation::Evaluation>>,
) -> Vec<Ply> {
    let mut seen = seen.into_iter().peekable();
    let seats = record.game.seats;
    let mut turn = record.start.position.side_to_move().index();
    let mut totals = vec![Some(0_u64); seats.len()];
    let mut plies = Vec::with_capacity(record.tree.len() - 1);
    let timed = record.keeps_time();
    // What the record claims, where nobody has seen a move on the board.
    let claimed = OnceCell::new();
    for (id, node) in record.tree.main_line() {
        let mut position = None;
        let action = match (seen.next_if(|seen| seen.node == id), &node.step) {
            (Some(seen), _) => {
                turn = seen.seat;
                position = seen.position;
                seen.action
            }
            (None, Step::Move(written)) => {
                let ply = claimed.get_or_init(|| Played::new(record)).ply(id);
                turn = ply.map(|it| it.mover).or(written.mark).map_or(turn, Color::index);
                let claimed = ply.and_then(played::Ply::as_move);
                Action::Written(claimed.map_or_else(|| text(record, written.span), |it| it.to_string()))
            }
            (None, Step::Pass(_)) => Action::Written(PASS.to_owned()),
            (None, Step::Illegible(span) | Step::Token(span)) => Action::Written(text(record, *span)),
            (None, Step::Start | Step::End(_)) => continue,
        };
        let total = &mut totals[turn];
        let before = std::mem::replace(total, node.clock.total_after(*total));
        plies.push(Ply {
            number: node.ply,
            seat: seats[turn],
            action,
            position,
            milliseconds: node.clock.spent_after(before).filter(|_| timed),
            evaluation: evaluations.and_then(|all| {
                let told = all.get(&id)?;
                Some(Box::new(Evaluation {
                    score: told.score(mover(turn)),
                    line: told
                        .line
                        .as_ref()
                        .map(|it| it.text.clone())
                        .filter(|it| !it.is_empty()),
                }))
            }),
        });
        turn = (turn + 1) % seats.len();
    }
    plies
}

/// The side of shogi in a seat; of other games no engine tells anything.
fn mover(seat: usize) -> Color {
    Color::ALL.get(seat).copied().unwrap_or(Color::Black)
}

/// What engines write for a pass.
const PASS: &str = "0000";

fn text(record: &Record<'_>, span: Span) -> String {
    record.text_at(span).trim().to_owned()
}
