//! The game: the side to move, promotions, and the end of the game.

use super::board::{self, BLUE, Board, Piece, seat};
use super::clock::{Clock, Limit, TimeExceeded};
use super::rules;
use super::ruling::{
    Ruling, end_by_capture, end_by_check, end_by_piece_count, end_by_points, end_without_moves,
};
use super::start::{drawn_setup, start, start_span};
use super::stated::{CheckMarks, StatedLength, StatedResult};
use crate::finding::{Cell, Finding, Message, Seat, Span, message};
use crate::notation::Word;
use crate::notation::gib::{
    EndReason, GUNG_JANGGI, HeaderResult, Kind, Ply, Point, position_header, result_header,
};
use crate::profile::Profile;
use crate::record::{GameKind, Node, Outcome, Record, Terminal};
use crate::system::drawing::{Drawing, MoveEffects};
use crate::system::model::{End, GameChecks, GameState, MoveFault};

/// A ply and the player assumed to have made it.
#[derive(Clone, Debug)]
pub(super) struct AttributedPly {
    pub ply: Ply,
    pub mover: usize,
}

/// A game of janggi or of gung-janggi.
///
/// The fields are the rules, the state on the board, and the statements of the record with which the state is compared. The driver
/// of all games passes this one value to the rules.
#[derive(Clone, Debug)]
pub(super) struct Janggi {
    pub board: Board,
    pub side_to_move: usize,
    pub ruling: Ruling,
    /// Number of occurrences at which a repeated move, check or position is reported.
    pub repeat_limit: u32,
    /// Number of passes in a row at which a player exceeds the limit.
    pub pass_limit: u32,
    /// `true` if the record gives no start position that can be read.
    pub has_default_start: bool,
    /// The player who made the last ply; `None` before the first ply.
    pub last_mover: Option<usize>,
    /// The player whose ply has just made the generals face each other; `None` if the last ply did not do this.
    pub bikjang_caller: Option<usize>,
    /// `true` if the last ply promoted a piece.
    pub has_promoted: bool,
    /// By seat, the moves and passes that the player repeats.
    pub shuttles: [Shuttle; 2],
    /// `true` if the record states that neither side can win with the pieces left.
    pub has_no_win: bool,
    /// Counts of checks and of 장군 marks.
    pub marks: CheckMarks,
    /// The number of plies that the record states; `None` if the record states no number.
    pub length: Option<StatedLength>,
    /// Number of the last ply.
    pub plies: u32,
    clocks: Option<[Clock; 2]>,
    /// The first ply at which a player's time was used up; `None` if this did not happen.
    pub time_exceeded: Option<TimeExceeded>,
    /// The end that the moves determine; `None` if the moves have not ended the game.
    pub(super) ended: Option<End>,
    /// The result that a header or a claim states; `None` if the record states no result.
    pub(super) stated: Option<StatedResult>,
    /// The span of the header with the recorded result; `None` if no header states a result that can be read.
    pub stated_span: Option<Span>,
    /// The result that a claim after a move states; `None` if no claim has stated a result.
    claimed: Option<StatedResult>,
    /// The key by which repetition is detected.
    repetition_key: String,
}

impl Janggi {
    /// Makes the move on the board.
    ///
    /// A move from an empty point changes nothing. The capture of a general by a move that is not possible does
    /// not end the game. In gung-janggi, a soldier that reaches its last rank is promoted.
    fn step(&mut self, mover: usize, from: Point, to: Point, is_possible: bool) {
        if self.board.at(from).is_none() {
            return;
        }
        let captured = self.board.move_piece(from, to);
        self.shuttles[mover].add((from, to), captured.is_some());
        let is_general = captured.is_some_and(|piece| piece.kind == Kind::General && piece.owner != mover);
        if is_general && is_possible {
            self.ended = Some(end_by_capture(mover));
        }
        let soldier = self.board.at(to).filter(|piece| piece.kind == Kind::Soldier);
        if soldier.is_some_and(|piece| to.rank() == board::last_rank(piece.owner)) {
            self.promote(to);
        }
    }

    /// Records a pass. If the other player has just passed, too, a game of janggi ends, if the event has this
    /// rule.
    fn pass(&mut self, mover: usize) {
        self.shuttles[mover].pass();
        if self.last_mover == Some(1 - mover) && self.shuttles[1 - mover].passes > 0 && self.ended.is_none() {
            self.ended = self.ruling.end_by_double_pass(&self.board);
        }
    }

    /// Promotes the piece on a point. Only gung-janggi has promotion.
    pub(super) fn promote(&mut self, point: Point) {
        if self.ruling.is_gung() {
            self.has_promoted |= self.board.promote(point);
        }
    }

    /// Promotes all guards if no soldier of either side is left on the board.
    fn promote_guards(&mut self) {
        let is_kind = |kind: Kind| move |piece: &(Point, board::Piece)| piece.1.kind == kind;
        if self.board.all().any(|piece| is_kind(Kind::Soldier)(&piece)) {
            return;
        }
        let guards: Vec<_> = self.board.all().filter(is_kind(Kind::Guard)).collect();
        for (point, _) in guards {
            self.promote(point);
        }
    }

    /// Promotes both generals, unless one of them is already promoted.
    pub(super) fn promote_generals(&mut self) {
        let generals = [0, 1].map(|seat| self.board.general(seat));
        if generals.iter().flatten().any(|(_, piece)| piece.promoted) {
            return;
        }
        for (point, _) in generals.into_iter().flatten() {
            self.promote(point);
        }
    }

    /// Returns the player who has won in this way on the board; `None` if the moves did not end the game in this way.
    pub(super) fn won_by(&self, terminal: Terminal) -> Option<usize> {
        match self
            .ended
            .as_ref()
            .filter(|end| end.terminal == terminal)?
            .outcome?
        {
            Outcome::Win(winner) => Some(winner.index()),
            _ => None,
        }
    }

    /// Returns whether the general of a seat is promoted.
    pub(super) fn is_promoted(&self, seat: usize) -> bool {
        self.board.general(seat).is_some_and(|(_, piece)| piece.promoted)
    }

    /// Ends a game of gung-janggi if the side to move has no move and no pass left.
    fn end_if_stuck(&mut self) {
        let is_exhausted = self.shuttles[self.side_to_move].passes + 1 >= self.pass_limit;
        if self.ruling.is_gung() && is_exhausted && self.board.moves(self.side_to_move).next().is_none() {
            self.ended
                .get_or_insert_with(|| end_without_moves(self.side_to_move));
        }
    }

    /// Returns the base time that a player certainly has left (milliseconds). `None` if less than half of the
    /// base time is left, if a byoyomi period was lost, or if the time limit or a time is unknown.
    pub(super) fn time_left(&self, seat: usize) -> Option<u32> {
        self.clocks.as_ref()?[seat].remaining()
    }

    /// Returns whether a ply is a move that its piece can make, even if the move leaves the player's general in check.
    ///
    /// Only such a move can win by check or by the capture of a general.
    fn is_possible(&self, mover: usize, attributed: &AttributedPly) -> bool {
        let step = attributed.ply.step.map(|step| (step.from, step.to));
        self.board.moves(mover).any(|mv| Some(mv) == step)
    }

    /// Returns the player who makes a ply: the side to move, unless the ply moves a piece of the opponent.
    ///
    /// If the ply moves a piece of the opponent, the opponent is assumed to have moved out of turn. After the
    /// first ply there is an exception. If the next ply moves this piece again or another piece of the
    /// opponent, the side to move is assumed to have moved the wrong piece.
    fn mover_of(&self, ply: &Ply, next: Option<&Ply>) -> usize {
        let owner = |ply: &Ply| {
            ply.step
                .and_then(|step| self.board.at(step.from))
                .map(|it| it.owner)
        };
        let Some(owner) = owner(ply).filter(|&owner| owner != self.side_to_move) else {
            return self.side_to_move;
        };
        let is_moved_again = || {
            let next_step = next.and_then(|ply| ply.step);
            let is_same_piece = next_step
                .zip(ply.step)
                .is_some_and(|(next_step, step)| next_step.from == step.to);
            let next_piece = next_step.and_then(|step| self.board.at(step.from));
            is_same_piece || next_piece.is_some_and(|piece| piece.owner == owner)
        };
        if self.last_mover.is_some() && is_moved_again() {
            self.side_to_move
        } else {
            owner
        }
    }
}

impl GameState for Janggi {
    type Ply = AttributedPly;
    type BoardCell = Point;

    fn seat(number: usize) -> Seat {
        seat(number)
    }

    fn rules(game: &GameKind) -> &'static GameChecks<Self> {
        if *game == GUNG_JANGGI {
            &rules::GUNG_JANGGI
        } else {
            &rules::JANGGI
        }
    }

    fn set_up(record: &Record<'_>, profile: &Profile) -> Self {
        let ruling = Ruling::new(*record.game == GUNG_JANGGI, profile);
        let position = position_header(&record.headers).and_then(|it| board::read(&it.value));
        let position = position.or_else(|| drawn_setup(record));
        let has_default_start = position.is_none();
        let default_start = || (start(record, ruling.is_mirrored()), BLUE);
        let (board, side_to_move) = position.unwrap_or_else(default_start);
        let limit = record.headers.value_of("제한시간").and_then(Limit::parse);
        let result = result_header(&record.headers);
        let mut game = Self {
            repetition_key: board::text(&board, side_to_move),
            board,
            side_to_move,
            ruling,
            repeat_limit: ruling.repeat_limit(),
            pass_limit: profile.gung_janggi.pass_limit,
            has_default_start,
            last_mover: None,
            bikjang_caller: None,
            has_promoted: false,
            shuttles: [Shuttle::default(); 2],
            has_no_win: false,
            marks: CheckMarks::default(),
            length: StatedLength::from_record(record),
            plies: 0,
            clocks: limit.map(|limit| [Clock::new(limit); 2]),
            time_exceeded: None,
            ended: None,
            stated: result.and_then(|it| StatedResult::in_header(&it.value)),
            // A header without a recognised result leaves the result to the claims.
            stated_span: result
                .filter(|result| StatedResult::in_header(&result.value).is_some())
                .map(|it| it.span),
            claimed: None,
        };
        game.promote_guards();
        game
    }

    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        start_span(record, finding.cells.first().copied())
    }

    fn read(&self, text: &str, next: Option<&str>) -> Option<AttributedPly> {
        let ply = Ply::parse(text)?;
        let next = next.and_then(Ply::parse);
        let mover = self.mover_of(&ply, next.as_ref());
        Some(AttributedPly { ply, mover })
    }

    fn mover(&self, attributed: &AttributedPly) -> usize {
        attributed.mover
    }

    fn move_text(&self, attributed: &AttributedPly) -> String {
        attributed.ply.to_string()
    }

    fn step(&self, attributed: &AttributedPly) -> Option<(Point, Point)> {
        attributed.ply.step.map(|step| (step.from, step.to))
    }

    fn owner(&self, point: Point) -> Option<usize> {
        self.board.at(point).map(|piece| piece.owner)
    }

    fn name(&self, point: Point) -> Message {
        let kind = self.board.at(point).map(|piece| piece.kind);
        message!("{kind}", "{kind}", kind)
    }

    fn fault(&self, from: Point, to: Point) -> Option<MoveFault> {
        let piece = self.board.at(from)?;
        let reaches = |board: &Board, piece: Piece| board.destinations_of(piece, from).contains(&to);
        let promoted = Piece {
            promoted: true,
            ..piece
        };
        if reaches(&self.board, piece) {
            (self.owner(to) == Some(piece.owner)).then_some(MoveFault::OwnPiece)
        } else if self.ruling.is_gung() && !piece.promoted && reaches(&self.board, promoted) {
            Some(MoveFault::Unpromoted)
        } else if piece.kind == Kind::Chariot && reaches(&Board::empty(), piece) {
            Some(MoveFault::Blocked)
        } else {
            Some(MoveFault::Shape)
        }
    }

    fn repeat_limit(&self) -> u32 {
        self.repeat_limit
    }

    fn cells(&self, attributed: &AttributedPly) -> Vec<Cell> {
        let points = attributed.ply.step.map(|step| [step.from, step.to]);
        points.into_iter().flatten().filter_map(Point::cell).collect()
    }

    fn effects(&self, attributed: &AttributedPly, after: &Self) -> MoveEffects {
        let Some(step) = attributed.ply.step else {
            return MoveEffects::default();
        };
        let (moving_piece, captured) = (self.board.at(step.from), self.board.at(step.to));
        let promotes = moving_piece.is_some_and(|piece| !piece.promoted)
            && after.board.at(step.to).is_some_and(|it| it.promoted);
        MoveEffects {
            piece: moving_piece.map(board::kind_text),
            captured: captured.map(board::kind_text),
            captures: Some(captured.is_some()),
            drops: None,
            promotes: self.ruling.is_gung().then_some(promotes),
            checks: Some(after.board.in_check(1 - attributed.mover)),
        }
    }

    fn play(&mut self, attributed: &AttributedPly) {
        let mover = attributed.mover;
        let was_facing = self.board.are_facing();
        let position_before = board::text(&self.board, mover);
        let is_possible = self.is_possible(mover, attributed);
        let is_threat = self.has_no_win && is_possible;
        let checkers = self.board.checkers(1 - mover);
        self.has_promoted = false;
        match attributed.ply.step {
            Some(step) => self.step(mover, step.from, step.to, is_possible),
            None => self.pass(mover),
        }
        self.promote_guards();
        self.update_bikjang(mover, was_facing);
        let gives_check = self.board.in_check(1 - mover);
        // A promoted general would capture first, so a general that faces it does not give check.
        let faced_general = self.board.general(mover).filter(|_| self.is_promoted(1 - mover));
        let is_new = |point: &Point| {
            !checkers.contains(point) && faced_general.is_none_or(|general| general.0 != *point)
        };
        if is_threat && self.board.checkers(1 - mover).iter().any(is_new) {
            self.ended.get_or_insert_with(|| end_by_check(mover));
        }
        self.marks.add(attributed.ply.checks, gives_check);
        self.last_mover = Some(mover);
        self.side_to_move = 1 - mover;
        self.end_if_stuck();
        self.repetition_key = if gives_check && self.ruling.is_gung() {
            format!("{position_before} check")
        } else {
            self.position()
        };
    }

    fn charge(&mut self, mover: usize, node: &Node<'_>) {
        self.plies = node.ply;
        if let Some(clocks) = &mut self.clocks {
            let time_exceeded = clocks[mover].charge(mover, node);
            self.time_exceeded = self.time_exceeded.or(time_exceeded);
        }
    }

    fn on_claim(&mut self, word: &Word) {
        if word.name == "no-win" && self.ruling.is_gung() {
            self.has_no_win = true;
            self.promote_generals();
        }
        // The header takes precedence over the claims after the moves.
        if let Some(stated) = StatedResult::in_word(word, self.side_to_move) {
            self.claimed = Some(stated);
            if self.stated_span.is_none() {
                self.stated = Some(stated);
            }
        }
    }

    fn end(&self) -> Option<End> {
        let claimed_end = || self.claimed.and_then(|_| self.recorded_end());
        self.ended.clone().or_else(claimed_end)
    }

    fn stated_end(&self) -> Option<End> {
        self.recorded_end()
    }

    fn stated_span(&self) -> Option<Span> {
        self.stated_span
    }

    fn side_to_move(&self) -> usize {
        self.side_to_move
    }

    fn decided_end(&self) -> Option<End> {
        self.ended.clone().or_else(|| self.counted_end())
    }

    fn position(&self) -> String {
        board::text(&self.board, self.side_to_move)
    }

    fn on_repetition(&mut self, occurrences: u32) {
        if let Some(mover) = self.last_mover.filter(|_| occurrences == self.repeat_limit) {
            self.ended = self
                .ended
                .take()
                .or_else(|| self.ruling.end_by_repeated_position(mover));
        }
    }

    fn repetition_key(&self) -> String {
        self.repetition_key.clone()
    }

    fn drawing(&self) -> Drawing {
        board::drawing(&self.board, self.side_to_move)
    }
}

// Bikjang 빅장: generals that face each other on a file with no piece between them.

impl Janggi {
    /// Updates the bikjang state after a ply, which may call bikjang, answer it, or ignore it.
    ///
    /// A call that is ignored may end the game. After an answer, the general of the player who answers is promoted, but
    /// only in gung-janggi.
    pub(super) fn update_bikjang(&mut self, mover: usize, was_facing: bool) {
        let is_facing = self.board.are_facing();
        let is_answer = self.bikjang_caller == Some(1 - mover);
        self.bikjang_caller = (is_facing && !was_facing).then_some(mover);
        if !is_answer || self.ended.is_some() {
            return;
        }
        if is_facing {
            // If one general is promoted, it can capture the other general, so this rule does not apply.
            if !self.is_promoted(mover) && !self.is_promoted(1 - mover) {
                self.ended = self.ruling.end_by_ignored_bikjang(&self.board);
            }
        } else if let Some((general, _)) = self.board.general(mover) {
            self.promote(general);
        }
    }
}

// The recorded result, compared with the board.

impl Janggi {
    fn terminal(&self, stated: StatedResult) -> Terminal {
        let StatedResult::Decided(result) = stated else {
            return Terminal::Interrupt;
        };
        let is_captured = self.won_by(Terminal::GeneralCaptured).is_some();
        let loser = result.winner.map(|winner| 1 - winner);
        match result.reason {
            EndReason::Mate | EndReason::Other if is_captured => Terminal::GeneralCaptured,
            EndReason::Mate => Terminal::Mate,
            EndReason::Other if loser.is_some_and(|loser| self.board.is_mated(loser)) => Terminal::Mate,
            EndReason::Other => Terminal::Other,
            EndReason::FirstCheck => Terminal::CheckWin,
            EndReason::Pieces | EndReason::Points => Terminal::PieceCount,
            EndReason::SecondPlayer => Terminal::SecondPlayer,
            EndReason::Resigned => Terminal::Resign,
            EndReason::Time => Terminal::Timeout,
            EndReason::Foul => Terminal::FoulLoss,
            EndReason::Forfeit => Terminal::LoseByDefault,
            EndReason::Draw => Terminal::Draw,
            EndReason::NoResult | EndReason::Unknown => Terminal::Interrupt,
        }
    }

    /// Returns the recorded result, unless the game was interrupted.
    pub(super) fn stated_ending(&self) -> Option<HeaderResult> {
        self.stated.and_then(StatedResult::decided)
    }

    /// Returns whether the record states that the game ended in this way.
    pub(super) fn is_stated_as(&self, reason: EndReason) -> bool {
        self.stated_ending().is_some_and(|result| result.reason == reason)
    }

    /// Returns the recorded winner if the record states this way of winning.
    pub(super) fn winner_by(&self, reason: EndReason) -> Option<usize> {
        self.stated_ending()
            .filter(|result| result.reason == reason)?
            .winner
    }

    /// Returns the recorded end. `None` if the record states no end, or an unknown end in a game that the moves ended.
    pub(super) fn recorded_end(&self) -> Option<End> {
        // If the record states the end as unknown, the end shown by the board applies.
        let is_unknown = |stated_result: &StatedResult| {
            stated_result
                .decided()
                .is_some_and(|result| result.reason == EndReason::Unknown)
        };
        let stated = self
            .stated
            .filter(|result| self.ended.is_none() || !is_unknown(result))?;
        let terminal = self.terminal(stated);
        let winner = stated.decided().and_then(|it| it.winner).map(seat);
        let (outcome, reason) = match (winner, terminal) {
            (Some(winner), _) => return Some(End::stated_win(terminal, winner)),
            (None, Terminal::Draw) => return Some(End::stated_draw(terminal)),
            (None, Terminal::Interrupt) if stated.decided().is_none() => return Some(End::interrupted()),
            (None, Terminal::Interrupt) => (
                Some(Outcome::None),
                message!(
                    "the record states that there is no result",
                    "棋譜によれば勝敗なし"
                ),
            ),
            (None, _) => (
                None,
                message!("the record does not state the winner", "棋譜に勝者の記載がない"),
            ),
        };
        Some(End {
            terminal,
            outcome,
            reason,
        })
    }

    /// Returns the end by count, if the record states a win by count, or a draw in gung-janggi, which has no draws.
    pub(super) fn counted_end(&self) -> Option<End> {
        let reason = self.stated?.decided()?.reason;
        match (reason, self.ruling.is_gung()) {
            (EndReason::Pieces | EndReason::Points | EndReason::SecondPlayer | EndReason::Draw, true) => {
                Some(end_by_piece_count(&self.board))
            }
            (EndReason::Points, false) => Some(end_by_points(&self.board)),
            _ => None,
        }
    }
}

// Repetition by a player: a piece that moves back and forth, and passes in a row.

/// The last moves of a player, as far as they repeat each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shuttle {
    /// Origin and destination of the last move; `None` after a capture or a pass.
    last_move: Option<(Point, Point)>,
    /// Number of moves in a row back and forth between two points.
    steps: u32,
    /// Number of passes in a row.
    pub passes: u32,
}

impl Shuttle {
    /// Adds a move. A capture ends the repetition.
    pub(super) fn add(&mut self, (from, to): (Point, Point), is_capture: bool) {
        self.passes = 0;
        let goes_back = self.last_move == Some((to, from));
        self.steps = match (is_capture, goes_back) {
            (true, _) => 0,
            (false, true) => self.steps + 1,
            (false, false) => 1,
        };
        self.last_move = Some((from, to)).filter(|_| !is_capture);
    }

    /// Adds a pass, which ends the repetition of moves.
    pub(super) fn pass(&mut self) {
        *self = Self {
            passes: self.passes + 1,
            ..Self::default()
        };
    }

    /// Returns how often the last move has been made in the current back-and-forth sequence.
    pub(super) const fn times(self) -> u32 {
        self.steps.div_ceil(2)
    }

    /// Returns whether the last move has been made more often in this sequence than the opposite move.
    pub(super) const fn is_first(self) -> bool {
        self.steps % 2 == 1
    }
}
