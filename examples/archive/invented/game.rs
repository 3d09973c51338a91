//! Plays a planned game: its moves and its actual ending.

use kifu::record::Outcome;
use kifu::record::Terminal;
use kifu::shogi::Color;
use kifu::shogi::Move;
use kifu::shogi::Standing;

use super::dice::Dice;
use super::faults::Fault;
use super::plan::{Copy, End, Plan, Role};
use super::play::Play;

/// A game as it was played.
#[derive(Clone, Debug)]
pub struct Game {
    /// What it was to be.
    pub plan: Plan,
    /// Its moves, the foul included that ends it.
    pub moves: Vec<Move>,
    /// How its record says that it ended.
    pub end: Option<Terminal>,
    /// What the board says of who won, where the record says nothing.
    on_board: Option<Outcome>,
    /// What is wrong with its record.
    pub fault: Option<Fault>,
    /// What it is a copy of, and which.
    pub copy: Option<(Copy, u64)>,
}

/// No game is longer.
const LONGEST: usize = 400;

impl Game {
    /// The game of a number.
    pub fn of(seed: u64, number: u64) -> Self {
        match Role::of(seed, number) {
            Role::Plain => played(seed, number, None),
            Role::Faulty(fault) => played(seed, number, Some(fault)),
            Role::Copy(copy, of) => {
                let mut game = played(seed, of, None);
                game.alter(copy, &mut Dice::of(seed, "copy", number));
                game.copy.as_mut().expect("it is a copy now").1 = of;
                game
            }
        }
    }

    /// Whose turn it is at the end.
    pub fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Who won by what the record states; `None` where it states nothing.
    pub fn stated(&self) -> Option<Outcome> {
        self.end?.outcome(self.turn())
    }

    /// What is wrong with its record. A mate without a word for the end is nothing worse than a note.
    pub fn missed(&self) -> Option<Fault> {
        let is_note =
            |fault| fault == Fault::EndTokenMissing && matches!(self.on_board, Some(Outcome::Win(_)));
        self.fault.filter(|&fault| !is_note(fault))
    }

    /// Who won, where the record states a result or not. Every agreed impasse is right by 24 points, which is enough where
    /// no profile is chosen.
    pub fn verdict(&self, stated: Option<Outcome>) -> Option<Outcome> {
        stated.or(self.on_board)
    }

    fn alter(&mut self, copy: Copy, dice: &mut Dice) {
        let length = self.moves.len();
        let shortest = self.plan.book.max(length / 3);
        let other = match self.end {
            Some(Terminal::Resign | Terminal::Interrupt) => Some(Terminal::Timeout),
            Some(Terminal::Timeout) => Some(Terminal::Interrupt),
            Some(Terminal::Mate) => Some(Terminal::Resign),
            _ => None,
        };
        self.copy = Some((
            match (copy, other) {
                (Copy::Prefix, _) if shortest < length => {
                    self.moves.truncate(shortest + dice.index(length - shortest));
                    self.end = Some(Terminal::Interrupt);
                    self.on_board = None;
                    Copy::Prefix
                }
                (Copy::OtherEnd, Some(other)) => {
                    self.end = Some(other);
                    Copy::OtherEnd
                }
                _ => Copy::Same,
            },
            0,
        ));
    }
}

fn played(seed: u64, number: u64, fault: Option<Fault>) -> Game {
    let mut plan = Plan::of(seed, number);
    if fault.is_some() {
        plan.end = End::Resign;
        // There has to be a total that can be wrong.
        plan.pace = plan.pace.or(Some(30));
    }
    let mut dice = Dice::of(seed, "end", number);
    let mut board = Play::new(Dice::of(seed, "play", number));
    for &mv in &plan.line.moves[..plan.book] {
        board.play(mv);
    }
    let foul = fault.filter(|fault| fault.is_foul());
    let (end, fault) = loop {
        if let Some((made, mv)) = foul.and_then(|foul| foul_now(&plan, &board, foul)) {
            board.moves.push(mv);
            break (Terminal::FoulWin, Some(made));
        }
        if foul.is_none()
            && let Some(end) = end(&plan, &mut board, &mut dice)
        {
            break (end, fault);
        }
        board.entering = plan.end == End::Impasse && board.moves.len() > 50;
        if board.moves.len() >= LONGEST || !board.one() {
            let is_mate = board.position.is_mate();
            let end = if is_mate {
                mated(&mut dice)
            } else {
                Terminal::Interrupt
            };
            break (end, fault.filter(|_| foul.is_none()));
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

/// The foul that ends the game here, if it does.
fn foul_now(plan: &Plan, board: &Play, foul: Fault) -> Option<(Fault, Move)> {
    let position = &board.position;
    let is_time = board.moves.len() >= plan.plies && position.side_to_move() != plan.winner;
    (is_time && !position.is_check()).then(|| foul.foul(position))?
}

/// How the game ends here, if it does.
fn end(plan: &Plan, board: &mut Play, dice: &mut Dice) -> Option<Terminal> {
    if board.moves.len() < plan.plies {
        return None;
    }
    let is_losers_turn = board.position.side_to_move() != plan.winner;
    match plan.end {
        End::Resign if is_losers_turn => match board.position.mating_move() {
            // Nobody gives up who can mate.
            Some(mating) => {
                board.play(mating);
                Some(mated(dice))
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

/// Whoever is mated mostly gives up.
fn mated(dice: &mut Dice) -> Terminal {
    if dice.happens(600) {
        Terminal::Resign
    } else {
        Terminal::Mate
    }
}
