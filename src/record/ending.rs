//! The end of a game as the record states it.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use crate::finding::{Language, Localize, Seat, Span, both, message};
use crate::shogi::Color;

/// Defines the ways a game can end.
///
/// Each variant has a word for options and output and an English name. Ends of other games also have a Japanese name,
/// because the notations of shogi have no word for these ends.
macro_rules! terminals {
    ($($(#[doc = $doc:literal])+ $terminal:ident = $name:literal, $english:literal $(, $japanese:literal)?;)*) => {
        /// A way in which a game or its record can end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Terminal {
            $($(#[doc = $doc])+ $terminal,)*
        }

        impl Terminal {
            /// All ways to end. The ends of other games follow those of shogi.
            pub(crate) const ALL: &[Self] = &[$(Self::$terminal,)*];
        }

        /// For each terminal: the word for options and output, the English name and, for other games, the Japanese name.
        const WORDS: &[(&str, &str, &[&str])] = &[$(($name, $english, &[$($japanese)?]),)*];
    };
}

terminals! {
    /// 投了: the side to move resigns.
    Resign = "resign", "resignation";
    /// 中断: the game was interrupted without a result.
    Interrupt = "interrupt", "interrupted";
    /// 千日手: repetition.
    Repetition = "repetition", "repetition";
    /// 切れ負け: the side to move ran out of time.
    Timeout = "timeout", "lost on time";
    /// 反則負け: the side to move loses because of its own illegal move.
    FoulLoss = "foul-loss", "illegal move";
    /// 反則勝ち: the side to move wins because of an illegal move by the opponent.
    FoulWin = "foul-win", "illegal move by the opponent";
    /// 両者反則負け: both sides made an illegal move, and neither wins.
    BothFoul = "foul-loss", "illegal moves by both";
    /// 持将棋: impasse.
    Impasse = "impasse", "impasse";
    /// 入玉勝ち: the side to move declares a win.
    DeclareWin = "declare-win", "win by declaration";
    /// 引き分け: a draw for another reason.
    Draw = "draw", "draw";
    /// 最大手数: the move limit was reached.
    MaxMoves = "max-moves", "move limit";
    /// 詰み: the side to move is mated.
    Mate = "mate", "mate";
    /// 不詰: the mate problem has no solution.
    NoMate = "no-mate", "no mate";
    /// 不戦勝: the side to move wins because the opponent was absent.
    WinByDefault = "win-by-default", "win by default";
    /// 不戦敗: the side to move loses because it was absent.
    LoseByDefault = "lose-by-default", "loss by default";
    /// 封じ手: the game was adjourned with a sealed move; not a result.
    Sealed = "sealed", "sealed move";
    /// CSA `%ERROR`: the program that wrote the record reports an error.
    Error = "error", "error";
    /// 接続切れ: the side to move lost its connection and therefore the game.
    Disconnect = "other", "connection lost";
    /// CSA `%MATTA`: the side to move took back a move; not a result.
    TakeBack = "other", "move taken back";
    /// Any other word, which [`Ending::word`] keeps as written.
    Other = "other", "other";
    /// Yonin shogi: only one player has not been eliminated.
    LastSurvivor = "last-survivor", "last survivor", "最後の一人";
    /// Gunjin shogi: the headquarters were captured.
    Headquarters = "headquarters", "headquarters captured", "総司令部占領";
    /// Gunjin shogi: a side has no piece left that can move.
    Extermination = "extermination", "all pieces captured", "全滅";
    /// Gung-janggi 외통승: the general was captured.
    GeneralCaptured = "general-captured", "general captured", "外通勝";
    /// Gung-janggi 기물승: the winner has more pieces.
    PieceCount = "piece-count", "more pieces", "駒数勝";
    /// Gung-janggi 후수승: both sides have equally many pieces, and the second player wins.
    SecondPlayer = "second-player", "equal pieces: win of the second player", "後手勝";
    /// Gung-janggi 장군승: the first check decides the game.
    CheckWin = "check-win", "win by the first check", "将軍勝";
}

impl Terminal {
    /// The ways in which a game of shogi can end.
    pub const OF_SHOGI: &[Self] = Self::ALL.split_at(20).0;

    /// Returns the word for options and machine-readable output, for example `resign`. Several terminals can share a word.
    pub const fn name(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// Returns the English name that reports show.
    pub const fn english(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// Returns the Japanese name of an end that does not exist in shogi. Returns `None` for the ends of shogi, whose words
    /// the notations define.
    pub const fn japanese(self) -> Option<&'static str> {
        match *WORDS[self as usize].2 {
            [word] => Some(word),
            _ => None,
        }
    }

    /// Returns the end with the same meaning if the opponent is the side to move: 反則勝ち for 反則負け, 不戦敗 for 不戦勝, and the
    /// reverse. Returns `None` for any other end.
    #[must_use]
    pub(crate) const fn mirrored(self) -> Option<Self> {
        match self {
            Self::FoulLoss => Some(Self::FoulWin),
            Self::FoulWin => Some(Self::FoulLoss),
            Self::WinByDefault => Some(Self::LoseByDefault),
            Self::LoseByDefault => Some(Self::WinByDefault),
            _ => None,
        }
    }

    /// Returns the outcome if `to_move` is the side to move; `None` if the terminal alone does not determine the
    /// outcome.
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

/// The end of a line of play as written in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending<'t> {
    /// The meaning of the word.
    pub terminal: Terminal,
    /// The side that loses, if the record states this side: CSA `%+ILLEGAL_ACTION`, 後手の時間切れ. `None` if no loser is
    /// stated; the outcome then follows from the terminal and the side to move.
    pub offender: Option<Color>,
    /// The word as written.
    pub word: Cow<'t, str>,
    /// The place of the word in the text.
    pub span: Span,
}

impl<'t> Ending<'t> {
    /// Creates an end from a word and the side to move.
    ///
    /// If `winner` is given and only the mirrored terminal leads to this winner, the mirrored terminal is used. If
    /// neither terminal leads to this winner, `terminal` is kept. The opponent of `winner` becomes the offender; without a
    /// `winner`, there is no offender.
    pub(crate) fn with_winner(
        terminal: Terminal,
        winner: Option<Color>,
        to_move: Color,
        word: Cow<'t, str>,
        span: Span,
    ) -> Self {
        let names_winner = |terminal: Terminal| {
            winner.is_none_or(|side| terminal.outcome(to_move) == Some(Outcome::Win(side)))
        };
        let fitting = Some(terminal).filter(|&candidate| names_winner(candidate));
        let fitting = fitting.or_else(|| terminal.mirrored().filter(|&candidate| names_winner(candidate)));
        Self {
            terminal: fitting.unwrap_or(terminal),
            offender: winner.map(Color::opponent),
            word,
            span,
        }
    }

    /// Returns the outcome: a win for the opponent of the offender or, without an offender, the outcome of the terminal if
    /// `to_move` is the side to move. Returns `None` if the terminal alone does not determine the outcome.
    pub fn outcome(&self, to_move: Color) -> Option<Outcome> {
        let stated = self.offender.map(|offender| Outcome::Win(offender.opponent()));
        stated.or_else(|| self.terminal.outcome(to_move))
    }

    /// Returns whether the end means a win or a draw.
    pub(crate) fn has_result(&self) -> bool {
        // The side to move determines only who the winner is.
        let outcome = self.outcome(Color::Black);
        outcome.is_some_and(|outcome| outcome != Outcome::None)
    }

    /// Returns whether a game server wrote the word for resignation for a lost connection, which only its summary shows.
    pub(crate) fn is_disconnection_by_summary(&self) -> bool {
        self.terminal == Terminal::Disconnect && self.word == "%TORYO"
    }

    /// Returns the terminal for a notation whose words refer to the side to move.
    ///
    /// The terminal or its mirrored form is chosen so that `offender` loses; [`Terminal::Other`] if this side loses by
    /// neither of them. Without an offender, the terminal is unchanged.
    pub(crate) fn terminal_for_side_to_move(&self, to_move: Color) -> Terminal {
        let Some(offender) = self.offender else {
            return self.terminal;
        };
        let terminals = [Some(self.terminal), self.terminal.mirrored()];
        let mut candidates = terminals.into_iter().flatten();
        let winner = Outcome::Win(offender.opponent());
        candidates
            .find(|terminal| terminal.outcome(to_move) == Some(winner))
            .unwrap_or(Terminal::Other)
    }
}

/// The outcome of a game. The type `S` of the winner is a side of shogi ([`Color`]) or a player of any game ([`Seat`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome<S = Color> {
    /// This side wins.
    Win(S),
    /// The game is a draw.
    Draw,
    /// The game has no result.
    None,
}

impl Outcome<Seat> {
    /// Converts the winner, a seat of shogi, to a side: the first seat to Black, any other to White.
    pub fn to_sides(self) -> Outcome {
        match self {
            Self::Win(Seat { number: 0, .. }) => Outcome::Win(Color::Black),
            Self::Win(_) => Outcome::Win(Color::White),
            Self::Draw => Outcome::Draw,
            Self::None => Outcome::None,
        }
    }

    /// Returns the outcome with the seat names of a handicap game (下手 and 上手).
    #[must_use]
    pub(crate) fn in_handicap(self) -> Self {
        match self {
            Self::Win(seat) => Self::Win(seat.in_handicap()),
            other => other,
        }
    }
}

impl<S: Into<Seat>> Outcome<S> {
    /// Returns the outcome with the winner as a seat.
    pub fn to_seats(self) -> Outcome<Seat> {
        match self {
            Self::Win(winner) => Outcome::Win(winner.into()),
            Self::Draw => Outcome::Draw,
            Self::None => Outcome::None,
        }
    }

    /// Returns the word for machine-readable output: the winner's name, `draw` or `none`.
    pub fn name(self) -> &'static str {
        match self.to_seats() {
            Outcome::Win(winner) => winner.name,
            Outcome::Draw => "draw",
            Outcome::None => "none",
        }
    }
}

/// Formats the outcome as part of a sentence: “Black won”, 先手の勝ち.
impl<S: Into<Seat> + Copy> Localize for Outcome<S> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match self.to_seats() {
            Outcome::Win(winner) => message!("{winner} won", "{winner}の勝ち", winner).fmt_in(language, f),
            Outcome::Draw => both("the game is drawn", "引き分け").fmt_in(language, f),
            Outcome::None => both("the game has no result", "勝敗なし").fmt_in(language, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Terminal;

    #[test]
    fn ends_of_other_games_follow_those_of_shogi() {
        let (of_shogi, others) = Terminal::ALL.split_at(Terminal::OF_SHOGI.len());
        assert_eq!(of_shogi.last(), Some(&Terminal::Other));
        assert_eq!(others.first(), Some(&Terminal::LastSurvivor));
    }
}
