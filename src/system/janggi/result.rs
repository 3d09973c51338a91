//! The result as the record tells it, held against the board.

use super::board::seat;
use super::ended::{Ended, counted, points};
use super::game::Janggi;
use super::said::Said;
use crate::finding::{Seat, message};
use crate::notation::gib::How;
use crate::record::{Outcome, Terminal};
use crate::system::board::End;

impl Janggi {
    fn terminal(&self, said: Said) -> Terminal {
        let Said::Told(told) = said else {
            return Terminal::Interrupt;
        };
        let is_captured = matches!(self.ended, Some(Ended::Captured { .. }));
        let loser = told.winner.map(|it| 1 - it);
        match told.how {
            How::Mate | How::Other if is_captured => Terminal::GeneralCaptured,
            How::Mate => Terminal::Mate,
            How::Other if loser.is_some_and(|it| self.men.is_mated(it)) => Terminal::Mate,
            How::Other => Terminal::Other,
            How::Check => Terminal::CheckWin,
            How::Pieces | How::Points => Terminal::PieceCount,
            How::Second => Terminal::SecondPlayer,
            How::Resigned => Terminal::Resign,
            How::Time => Terminal::Timeout,
            How::Foul => Terminal::FoulLoss,
            How::Forfeit => Terminal::LoseByDefault,
            How::Draw => Terminal::Draw,
            How::NoResult | How::Unknown => Terminal::Interrupt,
        }
    }

    /// The end that the record tells of.
    pub(super) fn said_end(&self) -> Option<End> {
        // Where the record does not know how the game ended, the board may.
        let is_unknown = |it: &Said| it.how().is_some_and(|it| it.how == How::Unknown);
        let said = self.said.filter(|it| self.ended.is_none() || !is_unknown(it))?;
        let terminal = self.terminal(said);
        let winner: Option<Seat> = said.how().and_then(|it| it.winner).map(seat);
        let (outcome, reason) = match (winner, terminal) {
            (Some(winner), _) => (
                Some(Outcome::Win(winner)),
                message!(
                    "the record states that {winner} won",
                    "棋譜によれば{winner}の勝ち",
                    winner
                ),
            ),
            (None, Terminal::Draw) => (
                Some(Outcome::Draw),
                message!("the record states a draw", "棋譜によれば引き分け"),
            ),
            (None, Terminal::Interrupt) if said.how().is_some() => (
                Some(Outcome::None),
                message!(
                    "the record states that there is no result",
                    "棋譜によれば勝敗なし"
                ),
            ),
            (None, Terminal::Interrupt) => {
                (Some(Outcome::None), message!("the game was interrupted", "中断"))
            }
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

    /// What a count comes to, where the record says that one decided, or a draw that there cannot be.
    pub(super) fn counted_end(&self) -> Option<End> {
        let how = self.said?.how()?.how;
        match (how, self.ruling.is_gung()) {
            (How::Pieces | How::Points | How::Second | How::Draw, true) => Some(counted(&self.men)),
            (How::Points, false) => Some(points(&self.men)),
            _ => None,
        }
    }
}
