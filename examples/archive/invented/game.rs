//! Plays a planned game, which yields its moves and its actual end.

use kifu::record::Outcome;
use kifu::record::Terminal;
use kifu::shogi::Color;
use kifu::shogi::Move;
use kifu::shogi::Standing;

use super::dice::Dice;
use super::faults::Fault;
use super::plan::{Copy, End, Plan, Role};
use super::play::GameInProgress;

/// A game as it was played.
#[derive(Clone, Debug)]
pub struct Game {
    /// The plan of the game.
    pub plan: Plan,
    /// The moves, including an illegal move that ends the game.
    pub moves: Vec<Move>,
    /// The end that the record states; `None` if the end is missing.
    pub end: Option<Terminal>,
    /// The outcome that follows from the final position: a win by mate, or a draw by repetition; `None` in other
    /// positions.
    on_board: Option<Outcome>,
    /// The error in the record; `None` if the record has no error.
    pub fault: Option<Fault>,
    /// For a copy of another record, the kind of copy and the number of the original; `None` for any other record.
    pub copy: Option<(Copy, u64)>,
}

/// Maximum length of a game (plies). A game of this length is interrupted.
const MAX_PLIES: usize = 400;

impl Game {
    /// Creates the game of the record with this number.
    pub fn new(seed: u64, number: u64) -> Self {
        match Role::new(seed, number) {
            Role::Plain => play(seed, number, None),
            Role::Faulty(fault) => play(seed, number, Some(fault)),
            Role::Copy(copy, original) => {
                let mut game = play(seed, original, None);
                game.alter(copy, &mut Dice::for_subject(seed, "copy", number));
                game.copy.as_mut().expect("it is a copy now").1 = original;
                game
            }
        }
    }

    /// Returns the side to move after the last move.
    pub fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Returns the outcome that the record states; `None` if the record states no outcome.
    pub fn stated(&self) -> Option<Outcome> {
        self.end?.outcome(self.turn())
    }

    /// Returns the error in the record; `None` if there is no error, or if the error is only a note. A missing end after
    /// mate is only a note.
    pub fn reported_fault(&self) -> Option<Fault> {
        let is_note =
            |fault| fault == Fault::EndTokenMissing && matches!(self.on_board, Some(Outcome::Win(_)));
        self.fault.filter(|&fault| !is_note(fault))
    }

    /// Returns the outcome by the rules: `stated` or, if `stated` is `None`, the outcome that follows from the final position.
    /// Returns `None` if there is neither.
    ///
    /// The stated outcome is always correct. For example, the players agree on an impasse only if both have 24 points.
    pub fn verdict(&self, stated: Option<Outcome>) -> Option<Outcome> {
        stated.or(self.on_board)
    }

    /// Turns the game into a copy of this kind, or into an unchanged copy if this kind is impossible. The number of the
    /// original is set to 0.
    fn alter(&mut self, copy: Copy, dice: &mut Dice) {
        let length = self.moves.len();
        let shortest = self.plan.book.max(length / 3);
        let other_end = match self.end {
            Some(Terminal::Resign | Terminal::Interrupt) => Some(Terminal::Timeout),
            Some(Terminal::Timeout) => Some(Terminal::Interrupt),
            Some(Terminal::Mate) => Some(Terminal::Resign),
            _ => None,
        };
        self.copy = Some((
            match (copy, other_end) {
                (Copy::Prefix, _) if shortest < length => {
                    self.moves.truncate(shortest + dice.index(length - shortest));
                    self.end = Some(Terminal::Interrupt);
                    self.on_board = None;
                    Copy::Prefix
                }
                (Copy::OtherEnd, Some(other_end)) => {
                    self.end = Some(other_end);
                    Copy::OtherEnd
                }
                _ => Copy::Same,
            },
            0,
        ));
    }
}

/// Plays the game with this number. The record of the game has the error `fault` if `fault` is given and the error is
/// possible.
fn play(seed: u64, number: u64, fault: Option<Fault>) -> Game {
    let mut plan = Plan::new(seed, number);
    if fault.is_some() {
        plan.end = End::Resign;
        // One of the errors is in the cumulative times, so the record must have times.
        plan.seconds_per_move = plan.seconds_per_move.or(Some(30));
    }
    let mut dice = Dice::for_subject(seed, "end", number);
    let mut board = GameInProgress::new(Dice::for_subject(seed, "play", number));
    for &mv in &plan.line.moves[..plan.book] {
        board.play(mv);
    }
    let illegal_kind = fault.filter(|fault| fault.is_foul());
    let (end, fault) = loop {
        if let Some((kind, mv)) = illegal_kind.and_then(|kind| final_illegal_move(&plan, &board, kind)) {
            board.moves.push(mv);
            break (Terminal::FoulWin, Some(kind));
        }
        if illegal_kind.is_none()
            && let Some(end) = planned_end(&plan, &mut board, &mut dice)
        {
            break (end, fault);
        }
        board.entering = plan.end == End::Impasse && board.moves.len() > 50;
        if board.moves.len() >= MAX_PLIES || !board.play_one() {
            let is_mate = board.position.is_mate();
            let end = if is_mate {
                end_after_mate(&mut dice)
            } else {
                Terminal::Interrupt
            };
            break (end, fault.filter(|_| illegal_kind.is_none()));
        }
    };
    let fault = fault.filter(|fault| fault.fits(end));
    Game {
        plan,
        on_board: board.outcome(),
        moves: board.moves,
        end: Some(end).filter(|_| fault != Some(Fault::EndTokenMissing)),
        fault,
        copy: None,
    }
}

/// Returns the illegal move that ends the game in this position, with its kind. Returns `None` before the planned
/// length, and if the planned winner is to move, the side to move is in check, or there is no such move.
fn final_illegal_move(plan: &Plan, board: &GameInProgress, kind: Fault) -> Option<(Fault, Move)> {
    let position = &board.position;
    let is_time = board.moves.len() >= plan.plies && position.side_to_move() != plan.winner;
    (is_time && !position.is_check()).then(|| kind.illegal_move(position))?
}

/// Returns the end of the game in this position according to the plan; `None` if the game continues. If the player who
/// should resign can mate, the mating move is played.
fn planned_end(plan: &Plan, board: &mut GameInProgress, dice: &mut Dice) -> Option<Terminal> {
    if board.moves.len() < plan.plies {
        return None;
    }
    let is_losers_turn = board.position.side_to_move() != plan.winner;
    match plan.end {
        End::Resign if is_losers_turn => match board.position.mating_move() {
            // A player who can mate does not resign.
            Some(mating_move) => {
                board.play(mating_move);
                Some(end_after_mate(dice))
            }
            None => Some(Terminal::Resign),
        },
        End::Timeout if is_losers_turn => Some(Terminal::Timeout),
        End::Resign | End::Timeout => None,
        End::Repetition => board.repeat().then_some(Terminal::Repetition),
        End::Impasse => {
            let have_entered = Color::ALL.into_iter().all(|side| {
                let standing = Standing::new(&board.position, side);
                standing.king_entered() && !standing.in_check && standing.all.value() >= 24
            });
            have_entered.then_some(Terminal::Impasse)
        }
        End::Interrupt => Some(Terminal::Interrupt),
    }
}

/// Returns the end after mate. The mated player usually resigns.
fn end_after_mate(dice: &mut Dice) -> Terminal {
    if dice.chance(600) {
        Terminal::Resign
    } else {
        Terminal::Mate
    }
}
