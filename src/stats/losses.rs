//! Losses of moves, computed from the evaluations that engines and servers state in a record.

use super::game::Ply;
use crate::notation::evaluation::Score;
use crate::record::Outcome;
use crate::shogi::Color::{self, Black, White};

/// Lowest evaluation at which a side leads (centipawns).
const LEAD: i32 = 500;

/// Default lowest loss of a move that is a blunder (centipawns).
pub(super) const DEFAULT_BLUNDER: u32 = 300;

/// The losses of both sides in a game of shogi.
///
/// The loss of a move is the evaluation before it minus the evaluation after it, from the view of the side that made the
/// move, and at least 0. A move without one of these evaluations has no loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Losses {
    /// The losses of Black and of White.
    pub sides: [SideLosses; 2],
    /// The largest loss of both sides, or the first of several equal ones; `None` if no move has a loss.
    pub biggest: Option<Loss>,
    /// The side that led by at least [`LEAD`] and lost or drew; `None` if there is none. If both sides led in a drawn
    /// game, it is the side that led last.
    pub turned: Option<Color>,
    /// The number of programs that evaluated the game; `None` without evaluations.
    pub evaluators: Option<Evaluators>,
}

/// The losses of one side, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SideLosses {
    /// The number of moves that have a loss, which may be 0.
    pub moves: u32,
    /// The sum of the losses (centipawns).
    pub total: u64,
    /// The number of moves that are blunders.
    pub blunders: u32,
}

/// The loss of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loss {
    /// The loss (centipawns).
    pub amount: u32,
    /// The number of the ply.
    pub ply: u32,
}

/// The number of programs that evaluated a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluators {
    /// One program.
    One,
    /// Two programs: each side stated the evaluations of its own.
    Two,
}

impl Evaluators {
    /// Returns the word in the tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Two => "two",
        }
    }

    /// Returns all words in the tables.
    pub(super) fn names() -> Vec<&'static str> {
        [Self::One, Self::Two].map(Self::name).to_vec()
    }
}

/// A ply with its evaluation.
#[derive(Clone, Copy, Debug)]
struct EvaluatedPly {
    number: u32,
    side: Color,
    /// The evaluation of the position after the ply from Black's view, within ±[`Score::LIMIT`]; `None` if it is not
    /// stated.
    score: Option<i32>,
    /// `true` if the program of the side that moved stated the evaluation.
    is_by_player: bool,
}

impl EvaluatedPly {
    fn new(ply: &Ply) -> Self {
        let evaluation = ply.evaluation.as_ref();
        let score = evaluation.and_then(|it| it.score);
        Self {
            number: ply.number,
            side: if ply.seat.index() == 0 { Black } else { White },
            score: score.map(Score::limited),
            is_by_player: evaluation.is_some_and(|it| it.is_by_player),
        }
    }

    /// Returns the loss of the move after a position with this evaluation; `None` if an evaluation is not stated.
    fn loss_after(&self, score_before: Option<i32>) -> Option<Loss> {
        let loss_of_black = score_before? - self.score?;
        let loss = match self.side {
            Black => loss_of_black,
            White => -loss_of_black,
        };
        Some(Loss {
            amount: loss.max(0).unsigned_abs(),
            ply: self.number,
        })
    }
}

impl Losses {
    /// Returns the losses of the moves of a main line. `outcome` is the outcome by the rules, and `blunder` the lowest
    /// loss of a blunder (centipawns).
    pub(super) fn new(plies: &[Ply], outcome: Option<Outcome>, blunder: u32) -> Self {
        let plies: Vec<_> = plies.iter().map(EvaluatedPly::new).collect();
        Self::from_evaluated(&plies, outcome, blunder)
    }

    fn from_evaluated(plies: &[EvaluatedPly], outcome: Option<Outcome>, blunder: u32) -> Self {
        let mut losses = Self {
            turned: turned(plies, outcome),
            evaluators: evaluators(plies),
            ..Self::default()
        };
        for pair in plies.windows(2) {
            if let [before, ply] = pair
                && let Some(loss) = ply.loss_after(before.score)
            {
                losses.add(ply.side, loss, blunder);
            }
        }
        losses
    }

    fn add(&mut self, side: Color, loss: Loss, blunder: u32) {
        let own = &mut self.sides[side.index()];
        own.moves += 1;
        own.total += u64::from(loss.amount);
        own.blunders += u32::from(loss.amount >= blunder);
        if self.biggest.is_none_or(|biggest| loss.amount > biggest.amount) {
            self.biggest = Some(loss);
        }
    }

    /// Returns the number of moves that have a loss.
    pub(crate) fn evaluated_plies(&self) -> u32 {
        self.sides.iter().map(|it| it.moves).sum()
    }
}

/// Returns the side that led and lost or drew.
fn turned(plies: &[EvaluatedPly], outcome: Option<Outcome>) -> Option<Color> {
    let leader = |score| match score {
        LEAD.. => Some(Black),
        _ if score <= -LEAD => Some(White),
        _ => None,
    };
    let mut leaders = plies.iter().rev().filter_map(|ply| ply.score.and_then(leader));
    match outcome? {
        Outcome::Win(winner) => leaders.find(|side| *side != winner),
        Outcome::Draw => leaders.next(),
        Outcome::None => None,
    }
}

fn evaluators(plies: &[EvaluatedPly]) -> Option<Evaluators> {
    let mut evaluated = plies.iter().filter(|ply| ply.score.is_some()).peekable();
    evaluated.peek()?;
    let mut is_stated_by = [false; 2];
    for ply in evaluated.filter(|ply| ply.is_by_player) {
        is_stated_by[ply.side.index()] = true;
    }
    Some(match is_stated_by {
        [true, true] => Evaluators::Two,
        _ => Evaluators::One,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the losses of a game that begins with Black's move and has these evaluations after its moves. All are
    /// stated by the players' programs.
    fn losses(scores: &[Option<i32>], outcome: Option<Outcome>) -> Losses {
        let plies: Vec<_> = (1..)
            .zip(scores)
            .map(|(number, score)| EvaluatedPly {
                number,
                side: if number % 2 == 1 { Black } else { White },
                score: *score,
                is_by_player: true,
            })
            .collect();
        Losses::from_evaluated(&plies, outcome, DEFAULT_BLUNDER)
    }

    #[test]
    fn a_loss_is_from_the_view_of_the_mover() {
        let losses = losses(&[50, 350, -100, -150, -151].map(Some), Some(Outcome::Win(White)));
        let [black, white] = losses.sides;
        // White's move 2 loses 300, Black's move 3 450, White's move 4 gains 50, and Black's move 5 loses 1.
        assert_eq!((black.moves, black.total, black.blunders), (2, 451, 1));
        assert_eq!((white.moves, white.total, white.blunders), (2, 300, 1));
        assert_eq!(losses.biggest, Some(Loss { amount: 450, ply: 3 }));
        assert_eq!(losses.evaluated_plies(), 4);
        assert_eq!(losses.turned, None);
    }

    #[test]
    fn a_move_needs_both_evaluations() {
        let missing = losses(&[Some(10), None, Some(-900), None], None);
        assert_eq!(missing.evaluated_plies(), 0);
        assert_eq!(missing.biggest, None);
        assert_eq!(missing.evaluators, Some(Evaluators::One));
        assert_eq!(losses(&[None, None], None), Losses::default());
        assert_eq!(losses(&[], None), Losses::default());
    }

    #[test]
    fn the_first_of_equal_losses_is_the_biggest() {
        let losses = losses(&[0, 0, -20, 0].map(Some), None);
        assert_eq!(losses.biggest, Some(Loss { amount: 20, ply: 3 }));
        let no_loss = super::tests::losses(&[0, 0, 0].map(Some), None);
        assert_eq!(no_loss.biggest, Some(Loss { amount: 0, ply: 2 }));
    }

    #[test]
    fn the_side_that_led_and_did_not_win_is_turned() {
        let lead_of = |scores: &[i32], outcome| {
            let scores: Vec<_> = scores.iter().copied().map(Some).collect();
            losses(&scores, outcome).turned
        };
        assert_eq!(lead_of(&[500, 0], Some(Outcome::Win(White))), Some(Black));
        assert_eq!(lead_of(&[499, 0], Some(Outcome::Win(White))), None);
        assert_eq!(lead_of(&[500, 0], Some(Outcome::Win(Black))), None);
        assert_eq!(lead_of(&[500, -500], Some(Outcome::Win(Black))), Some(White));
        assert_eq!(lead_of(&[500, -500], Some(Outcome::Draw)), Some(White));
        assert_eq!(lead_of(&[-500, 500], Some(Outcome::Draw)), Some(Black));
        assert_eq!(lead_of(&[100, 100], Some(Outcome::Draw)), None);
        assert_eq!(lead_of(&[-500, 500], Some(Outcome::None)), None);
        assert_eq!(lead_of(&[-500, 500], None), None);
    }

    #[test]
    fn evaluations_of_one_program_have_one_evaluator() {
        let ply = |number, side, is_by_player| EvaluatedPly {
            number,
            side,
            score: Some(0),
            is_by_player,
        };
        let of_two = [ply(1, Black, true), ply(2, White, true)];
        let of_analysis = [ply(1, Black, false), ply(2, White, true)];
        let of_one_side = [ply(1, Black, true), ply(3, Black, true)];
        assert_eq!(evaluators(&of_two), Some(Evaluators::Two));
        assert_eq!(evaluators(&of_analysis), Some(Evaluators::One));
        assert_eq!(evaluators(&of_one_side), Some(Evaluators::One));
    }
}
