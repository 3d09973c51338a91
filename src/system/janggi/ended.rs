//! How a game ends by what was played.

use std::cmp::Ordering;

use super::board::{BLUE, Board, RED, seat};
use crate::finding::{Message, message};
use crate::record::{Outcome, Terminal};
use crate::system::board::End;

/// How a game has ended by what was played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    /// A general was taken.
    Captured { winner: usize },
    /// Neither side could win with what was left, and this one has given check first.
    Checked { winner: usize },
    /// The pieces are counted.
    Counted,
    /// The points are counted.
    Points,
    /// The generals were left facing each other, which is a draw.
    Faced,
    /// Both sides have passed, which is a draw.
    Passed,
    /// A position has occurred so often that it is a draw, or that one side wins.
    Repeated { winner: Option<usize> },
    /// A side has nothing left to play.
    Stuck { loser: usize },
}

impl Ended {
    /// The same with who has won on this board.
    pub(super) fn end(self, men: &Board) -> End {
        match self {
            Self::Captured { winner } => {
                let (name, loser) = (seat(winner), seat(1 - winner));
                won(
                    Terminal::GeneralCaptured,
                    winner,
                    message!(
                        "{name} captured {loser}'s general",
                        "{name}が{loser}の将を取った",
                        name,
                        loser
                    ),
                )
            }
            Self::Checked { winner } => {
                let name = seat(winner);
                won(
                    Terminal::CheckWin,
                    winner,
                    message!(
                        "{name} gave the first check after `#no-win` (장군승)",
                        "`#no-win` の後、{name}が最初に王手をかけた（장군승）",
                        name
                    ),
                )
            }
            Self::Counted => counted(men),
            Self::Points => points(men),
            Self::Faced => drawn(
                Terminal::Draw,
                message!(
                    "draw: the generals were left facing each other",
                    "将が向かい合ったままで引き分け"
                ),
            ),
            Self::Passed => drawn(
                Terminal::Draw,
                message!(
                    "draw: both sides passed in succession",
                    "双方が続けてパスし、引き分け"
                ),
            ),
            Self::Repeated { winner: None } => drawn(
                Terminal::Repetition,
                message!("draw: the position was repeated", "同一局面の反復により引き分け"),
            ),
            Self::Repeated { winner: Some(winner) } => {
                let loser = seat(1 - winner);
                won(
                    Terminal::Repetition,
                    winner,
                    message!(
                        "{loser} repeated the position",
                        "{loser}が同一局面を反復した",
                        loser
                    ),
                )
            }
            Self::Stuck { loser } => {
                let name = seat(loser);
                won(
                    Terminal::Mate,
                    1 - loser,
                    message!(
                        "{name} has no move left and cannot pass again",
                        "{name}に指せる手がなく、パスもできない",
                        name
                    ),
                )
            }
        }
    }
}

/// More pieces win, and of as many the second player.
pub(super) fn counted(men: &Board) -> End {
    let [blue, red] = [BLUE, RED].map(|it| men.count(it));
    let reason = message!(
        "pieces left besides the generals: Blue {blue}, Red {red}",
        "将を除く残りの駒は青{blue}枚、紅{red}枚",
        blue,
        red
    );
    match blue.cmp(&red) {
        Ordering::Greater => won(Terminal::PieceCount, BLUE, reason),
        Ordering::Less => won(Terminal::PieceCount, RED, reason),
        Ordering::Equal => won(Terminal::SecondPlayer, RED, reason),
    }
}

/// More points win; they are never as many.
pub(super) fn points(men: &Board) -> End {
    let [blue, red] = [BLUE, RED].map(|it| men.half_points(it));
    let reason = message!(
        "points: Blue {blue}, Red {red}",
        "点数は青{blue}点、紅{red}点",
        blue = halves(blue),
        red = halves(red)
    );
    won(Terminal::PieceCount, usize::from(red > blue), reason)
}

/// So many halves as a number.
pub(super) fn halves(count: usize) -> String {
    let half = if count.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", count / 2)
}

fn drawn(terminal: Terminal, reason: Message) -> End {
    End {
        terminal,
        outcome: Some(Outcome::Draw),
        reason,
    }
}

fn won(terminal: Terminal, winner: usize, reason: Message) -> End {
    End {
        terminal,
        outcome: Some(Outcome::Win(seat(winner))),
        reason,
    }
}
