//! The sums over the games in which a move was played in a position, and the score that results from them.

use super::BookScore;
use crate::notation::evaluation::Score;
use crate::record::Outcome;
use crate::shogi::Color;

/// Sums over the games in which a move was played in a position. The sums do not depend on the order of addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveSums {
    /// The number of games.
    pub games: u64,
    /// The number of games that were won or drawn.
    pub decided: u64,
    /// The results of these games for the side to move: 2 for each win and 1 for each draw.
    pub half_points: u64,
    /// The number of games with an evaluation of the move.
    pub evaluated: u64,
    /// The sum of these evaluations (centipawns, from the view of the side to move).
    pub evaluations: i64,
    /// The lowest number of the move in a game.
    pub number: u32,
}

impl MoveSums {
    /// Returns the sums of one game with this result. `side` is the side to move, `number` the number of the move, and
    /// `evaluation` the evaluation of the move from Black's view, if a program states one.
    pub(super) fn from_game(
        side: Color,
        number: u32,
        verdict: Option<Outcome>,
        evaluation: Option<Score>,
    ) -> Self {
        let (decided, half_points) = match verdict {
            Some(Outcome::Win(winner)) => (1, if winner == side { 2 } else { 0 }),
            Some(Outcome::Draw) => (1, 1),
            Some(Outcome::None) | None => (0, 0),
        };
        let points = evaluation.map_or(0, |score| i64::from(score.limited()));
        Self {
            games: 1,
            decided,
            half_points,
            evaluated: u64::from(evaluation.is_some()),
            evaluations: if side == Color::Black { points } else { -points },
            number,
        }
    }

    /// Returns the sums of a move of another book that was played in this number of games. The results of these games are
    /// unknown. The number 0, which books have for moves that were not counted, becomes 1.
    pub(super) fn from_book(side: Color, number: u32, games: u32, evaluation: Option<Score>) -> Self {
        let of_one = Self::from_game(side, number, None, evaluation);
        Self {
            games: games.max(1).into(),
            evaluated: of_one.evaluated * u64::from(games.max(1)),
            evaluations: of_one.evaluations * i64::from(games.max(1)),
            ..of_one
        }
    }

    /// Adds the sums over other games.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.decided += other.decided;
        self.half_points += other.half_points;
        self.evaluated += other.evaluated;
        self.evaluations += other.evaluations;
        self.number = self.number.min(other.number);
    }

    /// Returns the score of the move (centipawns, from the view of the side to move). The score is 0 if it is unknown.
    #[expect(clippy::cast_precision_loss, reason = "sums stay far below 2^53")]
    pub(super) fn score(&self, kind: BookScore) -> i32 {
        let value = match kind {
            BookScore::None => 0.0,
            BookScore::Wins => self.score_of_wins(),
            BookScore::Evaluation if self.evaluated == 0 => 0.0,
            BookScore::Evaluation => self.evaluations as f64 / self.evaluated as f64,
        };
        value.round() as i32
    }

    /// Returns 600·log₁₀ of the odds of the points, with a won and a lost game added: 600 for odds of 10 to 1.
    #[expect(clippy::cast_precision_loss, reason = "sums stay far below 2^53")]
    fn score_of_wins(&self) -> f64 {
        /// Score for odds of 10 to 1 (centipawns).
        const SCALE: f64 = 600.0;
        let won = self.half_points + 2;
        let lost = 2 * self.decided - self.half_points + 2;
        SCALE * (won as f64 / lost as f64).log10()
    }
}

// Encoding as bytes: each field is a variable-length integer (LEB128), because nearly all sums are small.

impl MoveSums {
    /// Appends the encoded sums to `bytes`.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        // The sign is in the lowest bit (zigzag).
        let evaluations = ((self.evaluations << 1) ^ (self.evaluations >> 63)).cast_unsigned();
        let fields = [
            self.games,
            self.decided,
            self.half_points,
            self.evaluated,
            evaluations,
            self.number.into(),
        ];
        for mut field in fields {
            while field >= 0x80 {
                bytes.push(field as u8 | 0x80);
                field >>= 7;
            }
            bytes.push(field as u8);
        }
    }

    /// Decodes sums that [`encode`](Self::encode) encoded. Returns `None` for other bytes.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.iter();
        let mut field = || {
            let mut value = 0_u64;
            for shift in (0..u64::BITS).step_by(7) {
                let byte = *rest.next()?;
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    return Some(value);
                }
            }
            None
        };
        let sums = Self {
            games: field()?,
            decided: field()?,
            half_points: field()?,
            evaluated: field()?,
            evaluations: {
                let zigzag = field()?;
                (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed()
            },
            number: u32::try_from(field()?).ok()?,
        };
        rest.next().is_none().then_some(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decoding_inverts_encoding(
            games in any::<u64>(), decided in 0_u64..300, half_points in 0_u64..600, evaluated in any::<u64>(),
            evaluations in any::<i64>(), number in any::<u32>(),
        ) {
            let sums = MoveSums { games, decided, half_points, evaluated, evaluations, number };
            let mut bytes = Vec::new();
            sums.encode(&mut bytes);
            prop_assert_eq!(MoveSums::decode(&bytes), Some(sums));
            prop_assert_eq!(MoveSums::decode(&bytes[..bytes.len() - 1]), None);
        }
    }

    /// Returns the score of wins for these numbers of games won, drawn, lost and without a result.
    fn score_of_wins([won, drawn, lost, unfinished]: [usize; 4]) -> i32 {
        let outcomes = [
            (Some(Outcome::Win(Color::White)), won),
            (Some(Outcome::Draw), drawn),
            (Some(Outcome::Win(Color::Black)), lost),
            (None, unfinished),
        ];
        let mut sums = MoveSums::default();
        for (verdict, games) in outcomes {
            for _ in 0..games {
                sums.merge(&MoveSums::from_game(Color::White, 2, verdict, None));
            }
        }
        sums.score(BookScore::Wins)
    }

    #[test]
    fn the_score_of_wins_is_that_of_the_odds() {
        for (games, expected) in [
            // 600·log₁₀(10/1).
            ([9, 0, 0, 0], 600),
            ([0, 0, 9, 0], -600),
            // 600·log₁₀(2/1) is 180.6.
            ([1, 0, 0, 0], 181),
            ([1, 0, 0, 5], 181),
            // 600·log₁₀(2.5/1.5) is 133.1.
            ([1, 1, 0, 0], 133),
            ([3, 2, 3, 1], 0),
            ([0, 0, 0, 4], 0),
        ] {
            assert_eq!(score_of_wins(games), expected, "{games:?}");
        }
    }

    #[test]
    fn evaluations_are_of_the_side_to_move_and_capped() {
        let score = |side, evaluations: &[Score]| {
            let mut sums = MoveSums::from_game(side, 1, None, None);
            for &score in evaluations {
                sums.merge(&MoveSums::from_game(side, 1, None, Some(score)));
            }
            sums.score(BookScore::Evaluation)
        };
        let mate = Score::Mate {
            winner: Color::White,
            plies: Some(5),
        };
        assert_eq!(score(Color::Black, &[]), 0);
        assert_eq!(
            score(Color::Black, &[Score::Centipawns(40), Score::Centipawns(45)]),
            43
        );
        assert_eq!(
            score(Color::White, &[Score::Centipawns(40), Score::Centipawns(45)]),
            -43
        );
        assert_eq!(score(Color::Black, &[mate]), -3_000);
        assert_eq!(score(Color::White, &[mate, Score::Centipawns(-31_000)]), 3_000);
        assert_eq!(score(Color::White, &[mate, Score::Centipawns(0)]), 1_500);
    }
}
