//! Moves in USI: `7g7f`, `8h2b+`, `P*5e`.

use crate::finding::Span;
use crate::record::{Clock, NodeId, Promotion, Step, Tree, Written};
use crate::shogi::Move;

/// A line of play from USI moves between blanks; spans count from the start of `moves`. Words that mean
/// a pass (`0000`, `pass`) are passes; what cannot be read is [`Step::Illegible`].
///
/// ```
/// use kifu::notation::usi;
/// let tree = usi::line("7g7f 3c3d 8h2b+");
/// assert_eq!(tree.main_line().count(), 3);
/// ```
pub fn line(moves: &str) -> Tree<'_> {
    let mut tree = Tree::default();
    let mut latest = NodeId::START;
    for word in moves.split_whitespace() {
        let start = word.as_ptr() as usize - moves.as_ptr() as usize;
        latest = tree.add(
            latest,
            step(word, Span::new(start, start + word.len())),
            Clock::default(),
        );
    }
    tree
}

/// What a word says; [`Step::Illegible`] where it is neither a move nor a pass.
pub(super) fn step<'t>(word: &str, span: Span) -> Step<'t> {
    if matches!(word, "0000" | "pass" | "PASS") {
        return Step::Pass(span);
    }
    written(word, span).map_or(Step::Illegible(span), Step::Move)
}

/// Whether a word is a move.
pub(super) fn is_move(word: &str) -> bool {
    written(word, Span::default()).is_some()
}

/// A move as written. `P*5b+`, which promotes a dropped piece, can be written and is for the referee.
fn written(word: &str, span: Span) -> Option<Written> {
    let (body, promotion) = match word.strip_suffix('+') {
        Some(body) => (body, Promotion::Promote),
        None => (word, Promotion::Unstated),
    };
    let mv: Move = body.parse().ok()?;
    // `7g7f++` is none.
    let promotes = matches!(mv, Move::Board { promote: true, .. });
    (!promotes).then(|| Written {
        promotion,
        ..Written::of(mv, span)
    })
}
