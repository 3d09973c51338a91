//! The rules by which a game is played, and the ends of a game by these rules.

use std::cmp::Ordering;

use super::board::{BLUE, Board, RED, seat};
use crate::finding::message;
use crate::profile::{
    Bikjang, BikjangIgnored, DoublePass, GungJanggiRules, JanggiRepeated, JanggiRules, Profile, RedSetup,
};
use crate::record::Terminal;
use crate::system::model::End;

/// The rules by which the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// The rules of gung-janggi.
    Gung(GungJanggiRules),
    /// The rules of janggi.
    Plain(JanggiRules),
}

impl Ruling {
    pub(super) const fn new(is_gung: bool, profile: &Profile) -> Self {
        if is_gung {
            Self::Gung(profile.gung_janggi)
        } else {
            Self::Plain(profile.janggi)
        }
    }

    pub(super) const fn is_gung(self) -> bool {
        matches!(self, Self::Gung(_))
    }

    pub(super) const fn repeat_limit(self) -> u32 {
        match self {
            Self::Gung(rules) => rules.repeat_limit,
            Self::Plain(rules) => rules.repeat_limit,
        }
    }

    /// Returns whether the setup of Red is read from Red's left.
    pub(super) fn is_mirrored(self) -> bool {
        let red_setup = match self {
            Self::Gung(rules) => rules.red_setup,
            Self::Plain(rules) => rules.red_setup,
        };
        red_setup == RedSetup::FromRed
    }

    /// Returns the end of a game in which generals are left facing each other; `None` if the game continues.
    pub(super) fn end_by_ignored_bikjang(self, board: &Board) -> Option<End> {
        match self {
            Self::Gung(rules) => match rules.bikjang_ignored {
                BikjangIgnored::Count => Some(end_by_piece_count(board)),
                BikjangIgnored::Continue => None,
            },
            Self::Plain(rules) => match rules.bikjang {
                Bikjang::Draw => Some(draw_by_bikjang()),
                Bikjang::Points => Some(end_by_points(board)),
                Bikjang::Continue => None,
            },
        }
    }

    /// Returns the end of a game in which both sides passed in succession; `None` if the game continues.
    pub(super) fn end_by_double_pass(self, board: &Board) -> Option<End> {
        let Self::Plain(rules) = self else { return None };
        match rules.double_pass {
            DoublePass::Points => Some(end_by_points(board)),
            DoublePass::Draw => Some(draw_by_passes()),
            DoublePass::Continue => None,
        }
    }

    /// Returns the end of a game in which this side repeated a position up to the limit; `None` if the game continues.
    pub(super) fn end_by_repeated_position(self, mover: usize) -> Option<End> {
        let Self::Plain(rules) = self else { return None };
        match rules.repeated {
            JanggiRepeated::Note => None,
            JanggiRepeated::Draw => Some(end_by_repetition(None)),
            JanggiRepeated::RepeaterLoses => Some(end_by_repetition(Some(mover))),
        }
    }
}

// Ends determined by the moves.

/// Returns the end by capture of a general.
pub(super) fn end_by_capture(winner: usize) -> End {
    let (winner, loser) = (seat(winner), seat(1 - winner));
    let reason = message!(
        "{winner} captured {loser}'s general",
        "{winner}が{loser}の将を取った",
        winner,
        loser
    );
    End::new(Terminal::GeneralCaptured, Some(winner), reason)
}

/// Returns the end by the first check after both sides were declared unable to win.
pub(super) fn end_by_check(winner: usize) -> End {
    let winner = seat(winner);
    let reason = message!(
        "{winner} gave the first check after `#no-win` (장군승)",
        "`#no-win` の後、{winner}が最初に王手をかけた",
        winner
    );
    End::new(Terminal::CheckWin, Some(winner), reason)
}

/// Returns the draw by generals left facing each other.
pub(super) fn draw_by_bikjang() -> End {
    let reason = message!(
        "draw: the generals were left facing each other",
        "将が向かい合ったままで引き分け"
    );
    End::new(Terminal::Draw, None, reason)
}

/// Returns the draw by two passes in a row.
pub(super) fn draw_by_passes() -> End {
    let reason = message!(
        "draw: both sides passed in succession",
        "双方が続けてパスし、引き分け"
    );
    End::new(Terminal::Draw, None, reason)
}

/// Returns the end by repetition of a position: a loss for this side, or a draw for `None`.
pub(super) fn end_by_repetition(loser: Option<usize>) -> End {
    let Some(loser) = loser else {
        let reason = message!("draw: the position was repeated", "同一局面の反復により引き分け");
        return End::new(Terminal::Repetition, None, reason);
    };
    let (winner, loser) = (seat(1 - loser), seat(loser));
    let reason = message!(
        "{loser} repeated the position",
        "{loser}が同一局面を反復した",
        loser
    );
    End::new(Terminal::Repetition, Some(winner), reason)
}

/// Returns the loss of a side without a move or a pass.
pub(super) fn end_without_moves(loser: usize) -> End {
    let (winner, loser) = (seat(1 - loser), seat(loser));
    let reason = message!(
        "{loser} has no move left and cannot pass again",
        "{loser}に指せる手がなく、パスもできない",
        loser
    );
    End::new(Terminal::Mate, Some(winner), reason)
}

/// Returns the end by the number of pieces: more pieces win, and with equal pieces the second player wins.
pub(super) fn end_by_piece_count(board: &Board) -> End {
    let [blue, red] = [BLUE, RED].map(|player| board.count(player));
    let reason = message!(
        "pieces left besides the generals: Blue {blue}, Red {red}",
        "将を除く残りの駒は青{blue}枚、紅{red}枚",
    );
    match blue.cmp(&red) {
        Ordering::Greater => End::new(Terminal::PieceCount, Some(seat(BLUE)), reason),
        Ordering::Less => End::new(Terminal::PieceCount, Some(seat(RED)), reason),
        Ordering::Equal => End::new(Terminal::SecondPlayer, Some(seat(RED)), reason),
    }
}

/// Returns the end by points: more points win. The points are never equal, because Red has 1.5 extra points.
pub(super) fn end_by_points(board: &Board) -> End {
    let [blue, red] = [BLUE, RED].map(|player| board.half_points(player));
    let reason = message!(
        "points: Blue {blue}, Red {red}",
        "点数は青{blue}点、紅{red}点",
        blue = format_half_points(blue),
        red = format_half_points(red)
    );
    End::new(Terminal::PieceCount, Some(seat(usize::from(red > blue))), reason)
}

/// Formats a number of half points as a decimal: 3 is `1.5`.
pub(super) fn format_half_points(half_points: usize) -> String {
    let fraction = if half_points.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{fraction}", half_points / 2)
}
