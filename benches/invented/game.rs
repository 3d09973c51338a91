//! From a plan to a game: its moves, and how it really ended.

use kifu::record::{Outcome, Terminal};
use kifu::shogi::{Color, Move, Standing};

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
        if self.moves.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// Who won by what the record states; `None` where it states nothing.
    pub fn stated(&self) -> Option<Outcome> {
        self.end?.outcome(self.turn())
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
    let mut play = Play::new(Dice::of(seed, "play", number));
    for &mv in &plan.line.moves[..plan.book] {
        play.play(mv);
    }
    let foul = fault.filter(|fault| fault.is_foul());
    let (end, fault) = loop {
        if play.moves.len() >= LONGEST {
            break (Some(Terminal::Interrupt), None);
        }
        play.entering = plan.end == End::Impasse && play.moves.len() > 50;
        if play.moves.len() >= plan.plies {
            if let Some(fault) = foul {
                let loser_moves = play.position.side_to_move() != plan.winner && !play.position.checked();
                if let Some((made, mv)) = loser_moves.then(|| fault.foul(&play.position)).flatten() {
                    play.moves.push(mv);
                    break (Some(Terminal::FoulWin), Some(made));
                }
            } else if let Some(end) = end(&plan, &mut play, &mut dice) {
                break (Some(end), fault);
            }
        }
        if !play.one() {
            // Whoever is mated mostly says so himself.
            let mated = play.position.is_mate();
            let word = if dice.happens(600) { Terminal::Resign } else { Terminal::Mate };
            break (Some(if mated { word } else { Terminal::Interrupt }), fault.filter(|_| foul.is_none()));
        }
    };
    let fault = fault.filter(|fault| fault.fits(end));
    Game {
        plan,
        moves: play.moves,
        end: if fault == Some(Fault::EndTokenMissing) { None } else { end },
        fault,
        copy: None,
    }
}

/// How the game ends now, if it does.
fn end(plan: &Plan, play: &mut Play, dice: &mut Dice) -> Option<Terminal> {
    let is_losers_turn = play.position.side_to_move() != plan.winner;
    match plan.end {
        End::Resign if is_losers_turn => match play.position.mating_move() {
            // Nobody gives up who can mate.
            Some(mating) => {
                play.play(mating);
                Some(if dice.happens(600) { Terminal::Resign } else { Terminal::Mate })
            }
            None => Some(Terminal::Resign),
        },
        End::Timeout if is_losers_turn => Some(Terminal::Timeout),
        End::Resign | End::Timeout => None,
        End::Repetition => play.repeat().then_some(Terminal::Repetition),
        End::Impasse => {
            let have_entered = Color::ALL.into_iter().all(|side| {
                let standing = Standing::of(&play.position, side);
                standing.king_entered() && !standing.in_check && standing.all.value() >= 24
            });
            have_entered.then_some(Terminal::Impasse)
        }
        End::Interrupt => Some(Terminal::Interrupt),
    }
}
