//! `bad-token`: a move that cannot be read.

use crate::finding::{Count, Message, Words, both, message, rule};
use crate::notation::quote::{in_quotes, shortened};
use crate::record::gap::{BrokenMove, NoMove, TokenGap};
use crate::record::{GapKind, MOST_MOVES};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;
use crate::shogi::Color;

rule!(
    "bad-token",
    RecordError,
    Reading,
    "a move that cannot be read",
    "読めない指し手"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::BadToken(gap) = case.kind() else {
        return;
    };
    match gap {
        TokenGap::Broken(why) => report.say(message!(
            "unreadable move: {why}",
            "読めない指し手：{why}",
            why = broken(*why)
        )),
        TokenGap::NoMove(why) => {
            let text = case.text();
            let complaint = report.say(message!(
                "{text} is not a move: {why}",
                "{text}は指し手でない：{why}",
                why = no_move(*why, text),
                text = in_quotes(text)
            ));
            // Where the replay does not come to, only the text tells.
            match text.chars().next().filter(|_| is_of_csa(*why)) {
                Some('+') => complaint.of(Color::Black).about(text),
                Some('-') => complaint.of(Color::White).about(text),
                _ => complaint.about(shortened(text)),
            }
        }
        TokenGap::NoMoveOf(game) => report
            .say(message!(
                "{text} is not a move of {game}",
                "{text}は{game}の指し手でない",
                text = case.quoted(),
                game = game.words
            ))
            .about(shortened(case.text())),
        TokenGap::NoBattleResult => report
            .say(message!(
                "{text} lacks a battle result: expected `>` (the mover wins), `<` (the mover loses) or `=` (both are removed)",
                "{text}に戦いの結果がない。`>`（動いた駒の勝ち）、`<`（負け）、`=`（相打ち）のいずれかが必要である",
                text = case.quoted()
            ))
            .about(shortened(case.text())),
        TokenGap::NoPlies { as_zero } => {
            let made = if *as_zero {
                both("; read as 0", "。0として読む")
            } else {
                both("; the line was skipped", "。この手順は読み飛ばした")
            };
            report.say(message!(
                "{text} is not a number of plies{made}",
                "{text}は手数でない{made}",
                text = case.quoted(),
                made
            ))
        }
        TokenGap::Value(value) => report.say(case.value(value)),
        TokenGap::TooMany(count) => report.say(message!(
            "not read: {count} from here on; a record can have at most {MOST_MOVES} moves, variations included",
            "ここからの{count}手は読んでいない。1局の指し手は変化を含めて{MOST_MOVES}手までである",
            count = Count(*count, "move")
        )),
    };
}

/// Why something that looks like a move of KIF or KI2 is none.
const fn broken(why: BrokenMove) -> Words {
    match why {
        BrokenMove::Nothing => both(
            "neither a move nor a word follows the number",
            "番号の後に指し手も語もない",
        ),
        BrokenMove::Destroyed => both("its characters are damaged", "文字が壊れている"),
        BrokenMove::KanjiFile => both(
            "the file of the square must be an Arabic digit",
            "筋は算用数字でなければならない",
        ),
        BrokenMove::NoDestination => both("the destination is missing", "移動先のマスがない"),
        BrokenMove::NoFile => both("the square has no file", "マスの筋がない"),
        BrokenMove::NoRank => both("the square has no rank", "マスの段がない"),
        BrokenMove::OffBoard => both("the square is not on the board", "マスが盤上にない"),
        BrokenMove::NoPiece => both("the piece is missing", "駒の名前がない"),
        BrokenMove::NoSquare => both(
            "neither a square nor 同 follows the side mark",
            "手番の記号の後にマスも「同」もない",
        ),
        BrokenMove::DropWithOrigin => both(
            "打 (a drop) contradicts the origin square",
            "「打」と移動元のマスが矛盾する",
        ),
        BrokenMove::OriginOffBoard => both(
            "the origin in parentheses is not on the board",
            "括弧内の移動元が盤上にない",
        ),
        BrokenMove::DropWithWord => both(
            "打 (a drop) contradicts a word for a piece on the board",
            "「打」と盤上の駒を指す語が矛盾する",
        ),
        BrokenMove::ContraryWords => both(
            "two of its words contradict each other",
            "添えられた語が互いに矛盾する",
        ),
    }
}

/// Whether a statement of CSA is no move for this reason.
const fn is_of_csa(why: NoMove) -> bool {
    matches!(
        why,
        NoMove::CsaLength | NoMove::CsaOrigin | NoMove::CsaDestination | NoMove::CsaPiece
    )
}

/// Why this text is no move.
fn no_move(why: NoMove, text: &str) -> Message {
    let part = |from, to| in_quotes(text.get(from..to).unwrap_or(text));
    match why {
        NoMove::Usi => message!(
            "expected two squares (7g7f) or a piece and a square (P*5e)",
            "2つのマス（7g7f）か、駒とマス（P*5e）が必要である",
        ),
        NoMove::Usen => message!(
            "expected three digits or lowercase letters",
            "数字か英小文字の3文字が必要である",
        ),
        NoMove::UsenPlace => message!(
            "its number is neither a square nor a piece in hand",
            "番号がマスも持駒も示さない",
        ),
        NoMove::UsenPromotedDrop => message!(
            "its number means a drop with promotion",
            "番号が、打って成る手を示している",
        ),
        NoMove::CsaLength => message!(
            "expected a sign, two squares and a two-letter piece",
            "符号、2つのマス、駒の2文字が必要である",
        ),
        NoMove::CsaOrigin => message!(
            "{part} is neither a square nor `00` (the hand)",
            "{part}はマスでも、持駒を示す「00」でもない",
            part = part(1, 3)
        ),
        NoMove::CsaDestination => message!("{part} is not a square", "{part}はマスでない", part = part(3, 5)),
        NoMove::CsaPiece => message!("{part} is not a piece", "{part}は駒でない", part = part(5, 7)),
    }
}
