//! Moves whose origin or promotion the record leaves to the board, or whose capture the board contradicts.

use super::fault::Fault;
use super::place::squares;
use super::replay::{Doubt, Replay};
use super::rules;
use super::words::{self, japanese};
use crate::finding::{Message, Rule, Words, both, say};
use crate::notation::rules::schema_error;
use crate::played::Unclear;
use crate::record::{NodeId, Origin, Promotion, Written};
use crate::shogi::{Color, Kind, Position, Square, Suffix};

impl Replay<'_, '_> {
    /// Says what the record should have written of a move that the board has told.
    pub(super) fn told_by_the_board(&mut self, id: NodeId, written: &Written, resolved: &Written) {
        let mut findings: Vec<(&'static Rule, Message)> = Vec::new();
        if written.from == Origin::Unstated {
            let message = say(
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
        let mut place = self.place(id, self.position.side_to_move(), written.span);
        place.squares = squares(resolved);
        for (rule, message) in findings {
            self.report(rule, &place, message);
        }
    }

    /// Reports a captured piece that the record names and that does not stand on the square of destination. Some
    /// programs name a promoted piece by the kind that comes into the hand.
    pub(super) fn compare_captured(&mut self, id: NodeId, written: &Written, said: Kind) {
        let there = self.position.piece_at(written.to.square()).map(|it| it.kind);
        let fits = there.is_some_and(|there| [there, there.base()].contains(&said));
        if fits || self.line.doubt == Doubt::Board {
            return;
        }
        let place = self.place(id, self.position.side_to_move(), written.span);
        let message = other_captured(written.to.square(), said, there);
        self.report(&schema_error::RULE, &place, message);
    }

    /// How the words of a move differ from those of the rule, said once in a record.
    fn unusual_words(&self, written: &Written, resolved: &Written) -> Option<Message> {
        let (Origin::Words(suffix), Origin::Board(from)) = (written.from, resolved.from) else {
            return None;
        };
        let usual = Suffix::of(&self.position, from, written.to.square())?;
        (usual != suffix && !self.words_reported).then(|| {
            let (written, usual) = (named(suffix), named(usual));
            say(
                format!(
                    "{} tells which piece moves, where {} is usual; further moves like this are not listed",
                    written.english(),
                    usual.english()
                ),
                format!(
                    "動いた駒を{}で示しているが、通常は{}である（以後の同様の指し手は省略）",
                    written.japanese(),
                    usual.japanese()
                ),
            )
        })
    }

    /// Reports a move that the board does not tell.
    pub(super) fn unclear(&mut self, id: NodeId, written: &Written, unclear: &Unclear) {
        let place = self.place(id, self.position.side_to_move(), written.span);
        let message = untold(&self.position, place.side, written.from, unclear);
        let fault = Fault::from(message).marking(unclear.candidates.iter().copied());
        self.report(&rules::ambiguous_move::RULE, &place, fault);
    }
}

/// A captured piece that is not the one on the square.
fn other_captured(to: Square, said: Kind, there: Option<Kind>) -> Message {
    let (english, japanese) = match there {
        Some(there) => (
            format!("a {} stands on {to}", there.english()),
            format!(
                "{}にあるのは{}である",
                japanese::square(to),
                japanese::kind(there)
            ),
        ),
        None => (
            format!("nothing stands on {to}"),
            format!("{}に駒はない", japanese::square(to)),
        ),
    };
    say(
        format!(
            "`capture` is a {}, but {english}; the board tells what is captured",
            said.english()
        ),
        format!(
            "`capture` は{}だが、{japanese}。取った駒は盤面に従う",
            japanese::kind(said)
        ),
    )
}

/// Why the board does not tell which piece moves.
fn untold(position: &Position, side: Color, from: Origin, unclear: &Unclear) -> Message {
    let Unclear { kind, to, candidates } = unclear;
    let (pieces, goal) = (words::list(position, candidates), japanese::square(*to));
    let their = japanese::list(position, candidates);
    let suffix = match from {
        Origin::Words(suffix) if suffix != Suffix::NONE => Some(suffix),
        _ => None,
    };
    let silence = silence(from);
    match (&candidates[..], suffix) {
        ([], _) => say(
            format!(
                "no {} of {} can go to {to}, and none is in hand",
                kind.english(),
                words::side(side)
            ),
            format!(
                "{goal}へ行ける{}の{}はなく、持駒にもない",
                japanese::side(side),
                japanese::kind(*kind)
            ),
        ),
        ([_], Some(suffix)) => say(
            format!("the words {suffix} do not fit {pieces}, which could go to {to}"),
            format!("「{suffix}」は、{goal}へ行ける{their}に当てはまらない"),
        ),
        (_, Some(suffix)) => say(
            format!("the words {suffix} do not tell which piece moves: {pieces} could go to {to}"),
            format!("「{suffix}」では、{goal}へ行ける{their}のどれが動いたか決まらない"),
        ),
        ([_], None) => say(
            format!("{}, and {pieces} cannot legally go to {to}", silence.english),
            format!("{}。{their}は規則上{goal}へ行けない", silence.japanese),
        ),
        (_, None) => say(
            format!("{}, and {pieces} could all go to {to}", silence.english),
            format!("{}。{goal}へは{their}が行ける", silence.japanese),
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
    Some(say(
        format!(
            "the piece could promote, and neither 成 nor 不成 is written; {}",
            taken.english
        ),
        format!(
            "成れる指し手なのに、成とも不成とも書かれていない。{}",
            taken.japanese
        ),
    ))
}

/// The words as they are written.
fn named(suffix: Suffix) -> Message {
    match suffix {
        Suffix::NONE => say("no word", "「字なし」"),
        words => say(words.to_string(), format!("「{words}」")),
    }
}
