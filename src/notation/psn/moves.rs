//! The moves of PSN as written, and the words for the end of a game.

use std::borrow::Cow;

use pest::iterators::Pair;

use super::grammar::Rule;
use crate::finding::Span;
use crate::notation::word_for;
use crate::record::{Destination, Ending, Origin, PieceName, Promotion, Terminal, WrittenMove};
use crate::shogi::{Color, PieceKind, Square};

/// A move as written, whose destination may be that of the move before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveText {
    from: Origin,
    /// The destination; `None` for a capture on the destination of the previous move.
    to: Option<Square>,
    named: PieceName,
    promotion: Promotion,
}

impl MoveText {
    /// Reads the parts of a move that the grammar found.
    pub(super) fn new(form: Pair<'_, Rule>) -> Self {
        let rule = form.as_rule();
        let (mut squares, mut named, mut promotion) = ([None; 2], PieceName::Nothing, Promotion::Unstated);
        let (mut file, mut rank) = (None, None);
        for part in form.into_inner() {
            let text = part.as_str();
            match part.as_rule() {
                Rule::piece => named = piece(text).map_or(named, PieceName::Before),
                Rule::square => squares = [squares[1], text.parse().ok()],
                Rule::digits_square => squares = [squares[1], square_in_digits(text)],
                Rule::file_digit => file = text.bytes().next().map(|digit| digit - b'0'),
                Rule::rank_letter => rank = text.bytes().next().map(|letter| letter - b'a' + 1),
                Rule::promotion if text == "+" => promotion = Promotion::Promote,
                Rule::promotion => promotion = Promotion::Decline,
                _ => {}
            }
        }
        let [from, to] = squares;
        let from = match from {
            _ if rule == Rule::dropped => Origin::Hand,
            Some(square) => Origin::Board(square),
            None => Origin::Partial { file, rank },
        };
        Self {
            from,
            to,
            named,
            promotion,
        }
    }

    /// Returns the move. `previous` is the destination of the previous move. Returns `None` if the move refers to a previous move,
    /// but there is none.
    pub(super) fn written(self, previous: Option<Square>, span: Span) -> Option<WrittenMove> {
        let to = match self.to {
            Some(square) => Destination::Square(square),
            None => Destination::Same(previous?),
        };
        Some(WrittenMove {
            mark: None,
            from: self.from,
            to,
            named: self.named,
            promotion: self.promotion,
            captured: None,
            span,
        })
    }
}

/// Returns the square with a file and a rank in digits; `None` if there is no such square.
fn square_in_digits(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file, rank] => Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'0')?),
        _ => None,
    }
}

/// Returns the kind of a piece: `P`, `+P`, and the letters of promoted pieces in books, such as `D`.
fn piece(text: &str) -> Option<PieceKind> {
    let letter = text.chars().last()?;
    match letter {
        'D' => Some(PieceKind::Dragon),
        'H' => Some(PieceKind::Horse),
        'T' => Some(PieceKind::Tokin),
        _ => Some(PieceKind::from_letter(letter)?.promoted_if(text.starts_with('+'))),
    }
}

/// Returns whether a text that is not a move begins like one.
pub(super) fn is_like_a_move(text: &str) -> bool {
    let text = text.strip_prefix('+').unwrap_or(text).as_bytes();
    match text {
        [piece, next, ..] => {
            b"KRBGSNLPDHT".contains(piece)
                && (next.is_ascii_digit() || matches!(next, b'-' | b'x' | b'*' | b'\''))
        }
        _ => false,
    }
}

// Ends of games.

/// The words for ends, of which the first one for each end is written. Shogidokoro has the first six; the others are those of
/// PSN2.
const WORDS: [(&str, Terminal); 10] = [
    ("Resigns", Terminal::Resign),
    ("Mate", Terminal::Mate),
    ("Timeup", Terminal::Timeout),
    ("Interrupt", Terminal::Interrupt),
    (SENNICHITE, Terminal::Repetition),
    (JISHOGI, Terminal::Impasse),
    ("Resign", Terminal::Resign),
    (REPETITION_DRAW, Terminal::Repetition),
    ("MaxMovesDraw", Terminal::MaxMoves),
    ("DeclarationWin", Terminal::DeclareWin),
];

/// The word of Shogidokoro for a draw by repetition and for perpetual check.
pub(super) const SENNICHITE: &str = "Sennichite";

/// The word of PSN2 for a draw by repetition.
pub(super) const REPETITION_DRAW: &str = "RepetitionDraw";

/// The word of Shogidokoro for an impasse, for a declared win, and for a draw at the maximum number of moves.
const JISHOGI: &str = "Jishogi";

/// The comments after [`JISHOGI`] that state its meaning.
const MEANINGS_OF_JISHOGI: [(&str, Terminal); 2] = [
    ("入玉宣言により勝ち。", Terminal::DeclareWin),
    ("最大手数に達したため引き分け。", Terminal::MaxMoves),
];

/// Returns the end that a word means if `to_move` is the side to move.
pub(super) fn ending(word: &str, to_move: Color, span: Span) -> Ending<'_> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    let known = WORDS.iter().find(|(name, _)| is(name));
    let (terminal, winner) = match known {
        Some(&(_, terminal)) => (terminal, None),
        None if is("RepetitionWin") => (Terminal::FoulWin, Some(to_move)),
        // The word `TryRuleWin` states that the opponent's king has reached its square.
        None => (Terminal::Other, Some(to_move.opponent())),
    };
    Ending::with_winner(terminal, winner, to_move, Cow::Borrowed(word), span)
}

/// Returns the end that a line such as `--Black Won--` states. `text` is the line, and `parts` are its parts.
pub(super) fn stated_end<'t>(parts: Pair<'t, Rule>, text: &'t str, to_move: Color, span: Span) -> Ending<'t> {
    let (mut winner, mut terminal) = (Color::Black, Terminal::Resign);
    for part in parts.into_inner() {
        match part.as_rule() {
            Rule::side if !part.as_str().starts_with(['b', 'B', 's', 'S']) => winner = Color::White,
            Rule::loses => winner = winner.opponent(),
            Rule::mate => terminal = Terminal::Mate,
            Rule::time_limit => terminal = Terminal::Timeout,
            _ => {}
        }
    }
    Ending::with_winner(terminal, Some(winner), to_move, Cow::Borrowed(text), span)
}

/// Returns whether a word may mean perpetual check.
pub(super) fn may_be_perpetual(word: &str) -> bool {
    word.eq_ignore_ascii_case(SENNICHITE)
}

/// Returns the word for an end, and the comment that states its meaning, if it needs one.
///
/// An end without a word, which is a loss, is written as an interruption, and `original` is its comment.
pub(super) fn word_or_substitute(terminal: Terminal, original: &str) -> (&'static str, Option<&str>) {
    let comment = MEANINGS_OF_JISHOGI
        .iter()
        .find(|(_, meaning)| *meaning == terminal);
    if let Some((comment, _)) = comment {
        return (JISHOGI, Some(comment));
    }
    match word_for(&WORDS, terminal) {
        Some(word) => (word, None),
        None => ("Interrupt", Some(original)),
    }
}

/// Returns the meaning that a comment gives to the end before it; `None` for other ends and comments.
pub(super) fn meaning(word: &str, comment: &str) -> Option<Terminal> {
    let mut meanings = MEANINGS_OF_JISHOGI.iter();
    let (_, meaning) = meanings.find(|(text, _)| *text == comment)?;
    word.eq_ignore_ascii_case(JISHOGI).then_some(*meaning)
}
