//! How a game ends: by what was played, and by what the record says.

use super::board::{BLUE, Board, RED, seat};
use super::game::Janggi;
use crate::finding::{Message, Seat, message};
use crate::notation::Word;
use crate::notation::gib::{How, Told, told};
use crate::record::{Outcome, Terminal};
use crate::system::board::End;

/// How a game has ended by what was played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    /// A general was taken.
    Captured { winner: usize },
    /// The pieces are counted.
    Counted,
    /// The points are counted.
    Points,
    /// It is a draw.
    Drawn,
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
                        "{name} has taken the general of {loser}",
                        "{name}が{loser}の将を取った",
                        name,
                        loser
                    ),
                )
            }
            Self::Counted => counted(men),
            Self::Points => points(men),
            Self::Drawn => End {
                terminal: Terminal::Draw,
                outcome: Some(Outcome::Draw),
                reason: message!(
                    "the generals were left facing each other, which is a draw",
                    "将が向かい合ったままになり、引き分け"
                ),
            },
            Self::Stuck { loser } => {
                let name = seat(loser);
                won(
                    Terminal::Mate,
                    1 - loser,
                    message!("{name} has nothing left to play", "{name}に指せる手がない", name),
                )
            }
        }
    }
}

/// More pieces win, and of as many the second player.
fn counted(men: &Board) -> End {
    let [blue, red] = [BLUE, RED].map(|it| men.count(it));
    let reason = message!(
        "Blue has {blue} pieces left beside the general, Red {red}",
        "将のほかに残る駒は青が{blue}枚、紅が{red}枚である",
        blue,
        red
    );
    if blue > red {
        won(Terminal::PieceCount, BLUE, reason)
    } else if red > blue {
        won(Terminal::PieceCount, RED, reason)
    } else {
        won(Terminal::SecondPlayer, RED, reason)
    }
}

/// More points win; they are never as many.
fn points(men: &Board) -> End {
    let [blue, red] = [BLUE, RED].map(|it| men.half_points(it));
    let reason = message!(
        "Blue has {blue} points, Red {red}",
        "点数は青が{blue}点、紅が{red}点である",
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

fn won(terminal: Terminal, winner: usize, reason: Message) -> End {
    End {
        terminal,
        outcome: Some(Outcome::Win(seat(winner))),
        reason,
    }
}

/// What a record says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// In the words of the header.
    Told(Told),
    /// The game was broken off.
    Interrupted,
}

impl Said {
    pub(super) fn in_header(value: &str) -> Option<Self> {
        told(value).map(Self::Told)
    }

    /// What a word after a move says: `#mate`, `#resign 홍`. Where it names nobody, it is of the one who is due.
    pub(super) fn in_word(word: &Word, due: usize) -> Option<Self> {
        let how = match &*word.name {
            "mate" => How::Mate,
            "resign" => How::Resigned,
            "timeout" => How::Time,
            "foul" => How::Foul,
            "interrupt" => return Some(Self::Interrupted),
            _ => return None,
        };
        let named = word.rest.first().and_then(|it| seat_named(it));
        let winner = Some(1 - named.unwrap_or(due));
        Some(Self::Told(Told { winner, how }))
    }

    /// In which way the game ended.
    pub(super) fn how(self) -> Option<Told> {
        match self {
            Self::Told(told) => Some(told),
            Self::Interrupted => None,
        }
    }

    fn terminal(self, game: &Janggi) -> Terminal {
        let Self::Told(told) = self else {
            return Terminal::Interrupt;
        };
        let is_captured = matches!(game.ended, Some(Ended::Captured { .. }));
        let loser = told.winner.map(|it| 1 - it);
        match told.how {
            How::Mate | How::Other if is_captured => Terminal::GeneralCaptured,
            How::Mate => Terminal::Mate,
            How::Other if loser.is_some_and(|it| game.men.is_mated(it)) => Terminal::Mate,
            How::Other => Terminal::Other,
            How::Check => Terminal::CheckWin,
            How::Pieces | How::Points => Terminal::PieceCount,
            How::Second => Terminal::SecondPlayer,
            How::Resigned => Terminal::Resign,
            How::Time => Terminal::Timeout,
            How::Foul => Terminal::FoulLoss,
            How::Draw => Terminal::Draw,
        }
    }

    /// The end that it tells of.
    pub(super) fn end(self, game: &Janggi) -> End {
        let terminal = self.terminal(game);
        let winner: Option<Seat> = self.how().and_then(|it| it.winner).map(seat);
        let (outcome, reason) = match (winner, terminal) {
            (Some(winner), _) => (
                Some(Outcome::Win(winner)),
                message!(
                    "the record says that {winner} won",
                    "棋譜によれば{winner}の勝ち",
                    winner
                ),
            ),
            (None, Terminal::Draw) => (
                Some(Outcome::Draw),
                message!("the record says that it is a draw", "棋譜によれば引き分け"),
            ),
            (None, Terminal::Interrupt) => {
                (Some(Outcome::None), message!("the game was broken off", "中断"))
            }
            (None, _) => (
                None,
                message!("the record does not say who won", "棋譜に勝者の記載がない"),
            ),
        };
        End {
            terminal,
            outcome,
            reason,
        }
    }

    /// What a count comes to, where the record says that one decided, or a draw that there cannot be.
    pub(super) fn counted(self, game: &Janggi) -> Option<End> {
        let how = self.how()?.how;
        match (how, game.ruling.is_gung()) {
            (How::Pieces | How::Second | How::Draw, true) => Some(counted(&game.men)),
            (How::Points, false) => Some(points(&game.men)),
            _ => None,
        }
    }
}

/// The seat of a name: `청`, `초`, `blue`.
fn seat_named(word: &str) -> Option<usize> {
    match word {
        "청" | "초" | "楚" | "blue" | "Blue" => Some(BLUE),
        "홍" | "한" | "漢" | "red" | "Red" => Some(RED),
        _ => None,
    }
}
