//! Moves whose origin or promotion the record leaves to the board, or whose capture the board contradicts.

use super::fault::Fault;
use super::place::squares;
use super::replay::{Doubt, Replay};
use super::rules;
use crate::finding::{Message, PieceOn, Rule, Words, both, message};
use crate::played::Unclear;
use crate::record::{NodeId, Origin, Promotion, Written};
use crate::shogi::{Color, PieceKind, Position, Square, Suffix};

impl Replay<'_, '_> {
    /// Says what the record should have written of a move that the board has told.
    pub(super) fn told_by_the_board(&mut self, id: NodeId, written: &Written, resolved: &Written) {
        let mut findings: Vec<(&'static Rule, Message)> = Vec::new();
        if written.from == Origin::Unstated {
            let message = message!(
                "neither an origin nor 打 is written; this is the only move that fits",
                "移動元も「打」も書かれていない。当てはまる唯一の指し手とみなした",
            );
            findings.push((&rules::origin_unstated::RULE, message));
        }
        if let Some(message) = self.unusual_words(written, resolved) {
            self.words_reported = true;
            findings.push((&rules::unusual_suffix::RULE, message));
        }
        let left_open = promotion_left_open(written.promotion, resolved.promotion);
        findings.extend(left_open.map(|message| (&rules::promotion_unstated::RULE, message)));
        if findings.is_empty() {
            return;
        }
        let mut place = self.place(id, self.position().side_to_move(), written.span);
        place.squares = squares(resolved);
        for (rule, message) in findings {
            self.report(rule, &place, message);
        }
    }

    /// Reports a captured piece that the record names and that does not stand on the square of destination. Some
    /// programs name a promoted piece by the kind that comes into the hand.
    pub(super) fn compare_captured(&mut self, id: NodeId, written: &Written, said: PieceKind) {
        let there = self.position().piece_at(written.to.square()).map(|it| it.kind);
        let fits = there.is_some_and(|there| [there, there.base()].contains(&said));
        if fits || self.line.doubt == Doubt::Board {
            return;
        }
        let place = self.place(id, self.position().side_to_move(), written.span);
        let message = other_captured(written.to.square(), said, there);
        self.report(&rules::schema_error::RULE, &place, message);
    }

    /// How the words of a move differ from those of the rule, said once in a record.
    fn unusual_words(&self, written: &Written, resolved: &Written) -> Option<Message> {
        let (Origin::Words(suffix), Origin::Board(from)) = (written.from, resolved.from) else {
            return None;
        };
        let usual = Suffix::of(self.position(), from, written.to.square())?;
        (usual != suffix && !self.words_reported).then(|| {
            let (written, usual) = (named(suffix), named(usual));
            message!(
                "{written} tells which piece moves, where {usual} is usual; further moves like this are not listed",
                "動いた駒を{written}で示しているが、通常は{usual}である（以後の同様の指し手は省略）",
                written,
                usual
            )
        })
    }

    /// Reports a move that the board does not tell.
    pub(super) fn unclear(&mut self, id: NodeId, written: &Written, unclear: &Unclear) {
        let place = self.place(id, self.position().side_to_move(), written.span);
        let message = untold(self.position(), place.side, written.from, unclear);
        let fault = Fault::from(message).marking(unclear.candidates.iter().copied());
        self.report(&rules::ambiguous_move::RULE, &place, fault);
    }
}

/// A captured piece that is not the one on the square.
fn other_captured(to: Square, said: PieceKind, there: Option<PieceKind>) -> Message {
    let there = if let Some(there) = there {
        message!(
            "a {there} stands on {to}",
            "{to}にあるのは{there}である",
            there,
            to
        )
    } else {
        message!("nothing stands on {to}", "{to}に駒はない", to)
    };
    message!(
        "`capture` is a {said}, but {there}; the board tells what is captured",
        "`capture` は{said}だが、{there}。取った駒は盤面に従う",
        said,
        there
    )
}

/// Why the board does not tell which piece moves.
fn untold(position: &Position, side: Color, from: Origin, unclear: &Unclear) -> Message {
    let Unclear { kind, to, candidates } = unclear;
    let pieces = PieceOn::list(position, candidates);
    let suffix = match from {
        Origin::Words(suffix) if suffix != Suffix::NONE => Some(suffix),
        _ => None,
    };
    let silence = silence(from);
    match (&candidates[..], suffix) {
        ([], _) => message!(
            "no {kind} of {side} can go to {to}, and none is in hand",
            "{to}へ行ける{side}の{kind}はなく、持駒にもない",
            kind,
            side,
            to
        ),
        ([_], Some(suffix)) => message!(
            "the words {suffix} do not fit {pieces}, which could go to {to}",
            "「{suffix}」は、{to}へ行ける{pieces}に当てはまらない",
            suffix = suffix.to_string(),
            pieces,
            to
        ),
        (_, Some(suffix)) => message!(
            "the words {suffix} do not tell which piece moves: {pieces} could go to {to}",
            "「{suffix}」では、{to}へ行ける{pieces}のどれが動いたか決まらない",
            suffix = suffix.to_string(),
            pieces,
            to
        ),
        ([_], None) => message!(
            "{silence}, and {pieces} cannot legally go to {to}",
            "{silence}。{pieces}は規則上{to}へ行けない",
            silence,
            pieces,
            to
        ),
        (_, None) => message!(
            "{silence}, and {pieces} could all go to {to}",
            "{silence}。{to}へは{pieces}が行ける",
            silence,
            pieces,
            to
        ),
    }
}

/// What a move without an origin does not say.
const fn silence(from: Origin) -> Words {
    match from {
        Origin::Words(_) => both("no word tells which piece moves", "動く駒を示す字がない"),
        _ => both(
            "neither an origin nor 打 is written",
            "移動元も「打」も書かれていない",
        ),
    }
}

/// What is made of a move that leaves open whether it promotes; nothing where there is no choice.
fn promotion_left_open(written: Promotion, resolved: Promotion) -> Option<Message> {
    let taken = match (written, resolved) {
        (Promotion::Omitted, Promotion::Promote) => both(
            "without promotion the piece could never move again: taken to promote",
            "成らなければ行き所のない駒になるため、成とみなした",
        ),
        (Promotion::Omitted, Promotion::Decline) => both("taken not to promote", "不成とみなした"),
        _ => return None,
    };
    Some(message!(
        "the piece could promote, and neither 成 nor 不成 is written; {taken}",
        "成れる指し手なのに、成とも不成とも書かれていない。{taken}",
        taken
    ))
}

/// The words as they are written.
fn named(suffix: Suffix) -> Message {
    match suffix {
        Suffix::NONE => message!("no word", "「字なし」"),
        words => message!("{words}", "「{words}」", words = words.to_string()),
    }
}
