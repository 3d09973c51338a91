//! Rules about how a move is written: passes, unstated origins and promotions, the words 右左直上寄引, and ambiguous
//! moves.

use crate::finding::{Message, Pieces, Rank, Words, both, in_quotes, message, rules};
use crate::played::{NextStep, Unresolved, resolve};
use crate::record::{Origin, Promotion};
use crate::referee::cases::IncompleteMoveCase;
use crate::referee::rule_hit::RuleHit;
use crate::shogi::{Position, Suffix};

rules! {
    PASS = "pass", Foul, Fouls, "passing", "パス";
    ORIGIN_UNSTATED = "origin-unstated", Doubt, Notation, "a move without its origin", "移動元の記載がない";
    UNUSUAL_SUFFIX = "unusual-suffix", Notice, Notation,
        "an unusual word for the piece that moves", "通常と異なる相対表記";
    PROMOTION_UNSTATED = "promotion-unstated", Doubt, Notation,
        "a possible promotion without 成 or 不成", "成・不成の記載がない";
    AMBIGUOUS_MOVE = "ambiguous-move", RecordError, Notation,
        "a move that fits no piece or more than one", "特定できない指し手";
    AMBIGUOUS_MOVE_RESOLVED = "ambiguous-move-resolved", Doubt, Notation,
        "an ambiguous move resolved by later moves", "後の手から特定した指し手";
    // `referee/engine_lines.rs` checks it, because the moves are in comments.
    ILLEGAL_LINE = "illegal-line", Notice, Notation,
        "an illegal move in the line that an engine expects", "読み筋の指せない手";
}

pub(super) fn pass(case: &IncompleteMoveCase<'_>) -> Option<Message> {
    matches!(case.step, NextStep::Pass(_)).then(|| {
        message!(
            "{side} passes instead of moving",
            "手番の{side}が指さずにパスした",
            side = case.before.side_to_move()
        )
    })
}

pub(super) fn origin_unstated(case: &IncompleteMoveCase<'_>) -> Option<Message> {
    let (written, resolved) = case.completed()?;
    if written.from != Origin::Unstated || case.is_resolved_by_later_moves() {
        return None;
    }
    Some(match (case.unreadable_origin(), resolved.from) {
        (Some(origin), Origin::Board(from)) => message!(
            "the origin {origin} cannot be read; read as the only possible move, from {from}",
            "移動元{origin}を読めない。唯一可能な指し手として、{from}からの手と読む",
            origin = in_quotes(origin),
            from
        ),
        (Some(origin), _) => message!(
            "the origin {origin} cannot be read; read as the only possible move, a drop",
            "移動元{origin}を読めない。唯一可能な指し手として、打つ手と読む",
            origin = in_quotes(origin)
        ),
        (None, _) => message!(
            "the move has neither an origin nor 打; read as the only possible move",
            "移動元も「打」もない。唯一可能な指し手として読む",
        ),
    })
}

pub(super) fn unusual_suffix(case: &IncompleteMoveCase<'_>) -> Option<Message> {
    let (written, resolved) = case.completed()?;
    let (Origin::Words(suffix), Origin::Board(from)) = (written.from, resolved.from) else {
        return None;
    };
    let usual_suffix = Suffix::new(case.before, from, written.to.square())?;
    (usual_suffix != suffix && !case.is_resolved_by_later_moves()).then(|| {
        message!(
            "the move has {written} instead of the usual {usual_suffix} (further moves like this are not listed)",
            "動いた駒を{written}で示しているが、通常は{usual_suffix}である（以後の同様の指し手は省略）",
            written = suffix_text(suffix),
            usual_suffix = suffix_text(usual_suffix)
        )
    })
}

/// Returns the disambiguating characters of a move, or the words for a move without such characters.
fn suffix_text(suffix: Suffix) -> Message {
    match suffix {
        Suffix::NONE => message!("no word", "「字なし」"),
        words => message!("{words}", "「{words}」", words = words.to_string()),
    }
}

pub(super) fn promotion_unstated(case: &IncompleteMoveCase<'_>) -> Option<Message> {
    let (written, resolved) = case.completed()?;
    let reading = match (written.promotion, resolved.promotion) {
        (Promotion::Omitted, Promotion::Promote) => both(
            "read as 成, because the piece could otherwise never move again",
            "成らなければ行き所のない駒になるため、成として読む",
        ),
        (Promotion::Omitted, Promotion::Decline) => both("read as 不成", "不成として読む"),
        _ => return None,
    };
    Some(message!(
        "the piece can promote, but the move has neither 成 nor 不成; {reading}",
        "成れる指し手に、成とも不成とも書かれていない。{reading}",
        reading
    ))
}

pub(super) fn ambiguous_move(case: &IncompleteMoveCase<'_>) -> Option<RuleHit> {
    let NextStep::Unresolved(written, unresolved) = case.step else {
        return None;
    };
    let ambiguity_words = ambiguity_words(written.from, case.unreadable_origin().is_some());
    let hit = RuleHit::from(describe_unresolved(
        case.before,
        written.from,
        unresolved,
        ambiguity_words,
    ));
    Some(hit.with_cells(unresolved.candidates.iter().copied()))
}

/// Describes why the board does not show which piece moves.
fn describe_unresolved(
    position: &Position,
    from: Origin,
    unresolved: &Unresolved,
    ambiguity_words: Words,
) -> Message {
    let side = position.side_to_move();
    let Unresolved {
        kind, to, candidates, ..
    } = unresolved;
    let pieces = Pieces::on(position, candidates);
    let all = pieces.all();
    let suffix = match from {
        Origin::Words(suffix) if suffix != Suffix::NONE => {
            Some(message!("{suffix}", "「{suffix}」", suffix = suffix.to_string()))
        }
        Origin::Partial { file: Some(file), .. } => Some(message!("file {file}", "{file}筋", file)),
        Origin::Partial { rank: Some(rank), .. } => {
            Some(message!("rank {rank}", "{rank}段", rank = Rank(rank)))
        }
        _ => None,
    };
    match (&candidates[..], suffix) {
        ([], _) => message!(
            "{side} has no {kind} that can move to {to}, and none in hand",
            "{to}へ行ける{side}の{kind}が盤上になく、持駒にもない",
            kind,
            side,
            to
        ),
        ([_], Some(suffix)) => message!(
            "{suffix} does not fit {pieces}, the only {kind} that can move to {to}",
            "{suffix}は、{to}へ行ける唯一の{kind}である{pieces}に当てはまらない",
            suffix,
            pieces,
            kind,
            to
        ),
        (_, Some(suffix)) => message!(
            "ambiguous move: {suffix} does not identify one of {pieces}, which can {all} move to {to}",
            "動く駒が特定できない：{suffix}では、{to}へ行ける{pieces}のどれかが決まらない",
            suffix,
            pieces,
            all,
            to
        ),
        ([_], None) => message!(
            "{ambiguity_words}: {pieces} cannot legally move to {to}",
            "{ambiguity_words}：{pieces}は規則上{to}へ行けない",
            ambiguity_words,
            pieces,
            to
        ),
        (_, None) => message!(
            "{ambiguity_words}: {pieces} can {all} move to {to}",
            "{ambiguity_words}：{pieces}が{to}へ行ける",
            ambiguity_words,
            pieces,
            all,
            to
        ),
    }
}

/// Returns the beginning of the message about a move whose piece cannot be identified, from its origin and whether its text
/// has an origin that cannot be read.
const fn ambiguity_words(from: Origin, has_unreadable_origin: bool) -> Words {
    match from {
        _ if has_unreadable_origin => both(
            "ambiguous move with an unreadable origin",
            "移動元を読めず、動く駒が特定できない",
        ),
        Origin::Words(_) | Origin::Partial { .. } => both("ambiguous move", "動く駒が特定できない"),
        _ => both(
            "ambiguous move without an origin or 打",
            "移動元も「打」もなく、動く駒が特定できない",
        ),
    }
}

pub(super) fn ambiguous_move_resolved(case: &IncompleteMoveCase<'_>) -> Option<Message> {
    let (written, resolved) = case.completed().filter(|_| case.is_resolved_by_later_moves())?;
    let (Err(unresolved), Origin::Board(from)) = (resolve(case.before, written), resolved.from) else {
        return None;
    };
    let [pieces, piece] = [&*unresolved.playable, &[from]].map(|squares| Pieces::on(case.before, squares));
    let to = unresolved.to;
    Some(message!(
        "{pieces} can {all} move to {to}, but the later moves are legal only if {piece} moved",
        "{pieces}が{to}へ行けるが、後の手順が合法になるのは{piece}が動いた場合だけである",
        all = pieces.all(),
        pieces,
        to,
        piece
    ))
}
