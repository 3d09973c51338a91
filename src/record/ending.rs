//! How a game ended, as far as its record says.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use crate::finding::{Language, Seat, Span, Speak, both, message};
use crate::shogi::Color;

/// Declares the ways to end: each with the word for scripts, its name in English, and the one in Japanese if no notation
/// has a word for it.
macro_rules! terminals {
    ($($(#[doc = $doc:literal])+ $terminal:ident = $name:literal, $english:literal $(, $japanese:literal)?;)*) => {
        /// Ways a record can end, with the word that users and scripts see.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Terminal {
            $($(#[doc = $doc])+ $terminal,)*
        }

        impl Terminal {
            /// All of them, those of other games last.
            pub(crate) const ALL: &[Self] = &[$(Self::$terminal,)*];
        }

        const WORDS: &[(&str, &str, &[&str])] = &[$(($name, $english, &[$($japanese)?]),)*];
    };
}

terminals! {
    /// 投了: the side to move resigns.
    Resign = "resign", "resignation";
    /// 中断: broken off, no result.
    Interrupt = "interrupt", "interrupted";
    /// 千日手: repetition.
    Repetition = "repetition", "repetition";
    /// 切れ負け: the side to move ran out of time.
    Timeout = "timeout", "lost on time";
    /// 反則負け: the side to move fouled.
    FoulLoss = "foul-loss", "illegal move";
    /// 反則勝ち: the side to move wins by the other's foul.
    FoulWin = "foul-win", "illegal move by the opponent";
    /// 両者反則負け: both sides fouled, and neither has won.
    BothFoul = "foul-loss", "illegal moves by both";
    /// 持将棋: impasse.
    Impasse = "impasse", "impasse";
    /// 入玉勝ち: the side to move declares a win.
    DeclareWin = "declare-win", "win by declaration";
    /// 引き分け: some other draw.
    Draw = "draw", "draw";
    /// 最大手数: the move limit was reached.
    MaxMoves = "max-moves", "move limit";
    /// 詰み: the side to move is mated.
    Mate = "mate", "mate";
    /// 不詰: a problem without solution.
    NoMate = "no-mate", "no mate";
    /// 不戦勝: the side to move wins by the other's absence.
    WinByDefault = "win-by-default", "win by default";
    /// 不戦敗: the side to move loses by absence.
    LoseByDefault = "lose-by-default", "loss by default";
    /// 封じ手: adjourned, not a result.
    Sealed = "sealed", "sealed move";
    /// The record itself says that something went wrong.
    Error = "error", "error";
    /// 接続切れ: the side to move lost its connection, and the game by that.
    Disconnect = "other", "connection lost";
    /// CSA `%MATTA`: the side to move took a move back; not a result.
    TakeBack = "other", "move taken back";
    /// Any other word; it is kept.
    Other = "other", "other";
    /// Yonin shogi: one player is left.
    LastSurvivor = "last-survivor", "last survivor", "最後の一人";
    /// Gunjin shogi: the headquarters were taken.
    Headquarters = "headquarters", "headquarters captured", "総司令部占領";
    /// Gunjin shogi: nothing is left that can move.
    Extermination = "extermination", "all pieces captured", "全滅";
    /// Gung-janggi 외통승: the general was captured.
    GeneralCaptured = "general-captured", "general captured", "外通勝";
    /// Gung-janggi 기물승: more pieces are left.
    PieceCount = "piece-count", "more pieces", "駒数勝";
    /// Gung-janggi 후수승: as many pieces are left, and the second player wins.
    SecondPlayer = "second-player", "equal pieces: win of the second player", "後手勝";
    /// Gung-janggi 장군승: the first check decides.
    CheckWin = "check-win", "win by the first check", "将軍勝";
}

impl Terminal {
    /// The ways in which a game of shogi can end: the first of all.
    pub const OF_SHOGI: &[Self] = Self::ALL.split_at(20).0;

    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// Returns the English word for a way to end, as reports show it.
    pub const fn english(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// What an end is called in Japanese that shogi does not have, and so no notation of it has a word for.
    pub const fn japanese(self) -> Option<&'static str> {
        match *WORDS[self as usize].2 {
            [word] => Some(word),
            _ => None,
        }
    }

    /// The same end, told of the other side: 反則勝ち for 反則負け.
    #[must_use]
    pub(crate) const fn of_other_side(self) -> Option<Self> {
        match self {
            Self::FoulLoss => Some(Self::FoulWin),
            Self::FoulWin => Some(Self::FoulLoss),
            Self::WinByDefault => Some(Self::LoseByDefault),
            Self::LoseByDefault => Some(Self::WinByDefault),
            _ => None,
        }
    }

    /// Who wins by this terminal, when `to_move` is the side to move; `None` when the word alone says nothing.
    pub const fn outcome(self, to_move: Color) -> Option<Outcome> {
        match self {
            Self::Resign
            | Self::Timeout
            | Self::FoulLoss
            | Self::Mate
            | Self::LoseByDefault
            | Self::Disconnect => Some(Outcome::Win(to_move.opponent())),
            Self::FoulWin | Self::DeclareWin | Self::WinByDefault => Some(Outcome::Win(to_move)),
            Self::Repetition | Self::Impasse | Self::Draw | Self::MaxMoves => Some(Outcome::Draw),
            Self::BothFoul | Self::Interrupt | Self::Sealed | Self::NoMate | Self::Error => {
                Some(Outcome::None)
            }
            _ => None,
        }
    }
}

/// The end of a line of play as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending<'t> {
    /// What the word means.
    pub terminal: Terminal,
    /// The side that has lost by the word itself, whoever is to move: CSA `%+ILLEGAL_ACTION`, 後手の時間切れ.
    pub offender: Option<Color>,
    /// The word as written.
    pub word: Cow<'t, str>,
    /// Where it stands.
    pub span: Span,
}

impl<'t> Ending<'t> {
    /// A word that says how the game ended when `to_move` had the turn, and may name the side that has won.
    pub(crate) fn told(
        terminal: Terminal,
        winner: Option<Color>,
        to_move: Color,
        word: Cow<'t, str>,
        span: Span,
    ) -> Self {
        let fits = |it: Terminal| winner.is_none_or(|side| it.outcome(to_move) == Some(Outcome::Win(side)));
        let told = Some(terminal).filter(|&it| fits(it));
        let told = told.or_else(|| terminal.of_other_side().filter(|&it| fits(it)));
        Self {
            terminal: told.unwrap_or(terminal),
            offender: winner.map(Color::opponent),
            word,
            span,
        }
    }

    /// Who has won by it, when `to_move` is the side to move.
    pub fn outcome(&self, to_move: Color) -> Option<Outcome> {
        let named = self.offender.map(|offender| Outcome::Win(offender.opponent()));
        named.or_else(|| self.terminal.outcome(to_move))
    }

    /// The terminal for a notation whose words speak of the side to move: where they cannot name the side that has
    /// lost, there is none.
    pub(crate) fn of_side_to_move(&self, to_move: Color) -> Terminal {
        let Some(offender) = self.offender else {
            return self.terminal;
        };
        let either = [Some(self.terminal), self.terminal.of_other_side()];
        let mut fitting = either.into_iter().flatten();
        let winner = Outcome::Win(offender.opponent());
        fitting
            .find(|it| it.outcome(to_move) == Some(winner))
            .unwrap_or(Terminal::Other)
    }
}

// Who won.

/// Who won: in shogi one of its sides, in any game one of its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome<S = Color> {
    /// This side.
    Win(S),
    /// Neither: a draw.
    Draw,
    /// Nobody: the game has no result.
    None,
}

impl Outcome<Seat> {
    /// The same, told of the sides of shogi.
    pub fn of_sides(self) -> Outcome {
        match self {
            Self::Win(Seat { number: 0, .. }) => Outcome::Win(Color::Black),
            Self::Win(_) => Outcome::Win(Color::White),
            Self::Draw => Outcome::Draw,
            Self::None => Outcome::None,
        }
    }

    /// The same in a handicap game.
    #[must_use]
    pub(crate) fn in_handicap(self) -> Self {
        match self {
            Self::Win(seat) => Self::Win(seat.in_handicap()),
            other => other,
        }
    }
}

impl<S: Into<Seat>> Outcome<S> {
    /// The same, told of the seats.
    pub fn of_seats(self) -> Outcome<Seat> {
        match self {
            Self::Win(winner) => Outcome::Win(winner.into()),
            Self::Draw => Outcome::Draw,
            Self::None => Outcome::None,
        }
    }

    /// The word that users and scripts see.
    pub fn name(self) -> &'static str {
        match self.of_seats() {
            Outcome::Win(winner) => winner.name,
            Outcome::Draw => "draw",
            Outcome::None => "none",
        }
    }
}

/// "Black won", 先手の勝ち.
impl<S: Into<Seat> + Copy> Speak for Outcome<S> {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match self.of_seats() {
            Outcome::Win(winner) => message!("{winner} won", "{winner}の勝ち", winner).speak(language, f),
            Outcome::Draw => both("the game is drawn", "引き分け").speak(language, f),
            Outcome::None => both("the game has no result", "勝敗なし").speak(language, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Terminal;

    #[test]
    fn other_games_have_ends_of_their_own() {
        let (of_shogi, others) = Terminal::ALL.split_at(Terminal::OF_SHOGI.len());
        assert_eq!(of_shogi.last(), Some(&Terminal::Other));
        assert_eq!(others.first(), Some(&Terminal::LastSurvivor));
    }
}
