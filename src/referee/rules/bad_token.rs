//! `bad-token`: a move that cannot be read.

use crate::finding::{Message, Words, both, message, rule};
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
            "this looks like a move but cannot be read: {why}",
            "指し手らしいが読めない：{why}",
            why = broken(*why)
        )),
        TokenGap::NoMove(why) => {
            let text = case.text();
            let complaint = report.say(message!(
                "{text} is no move: {why}",
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
                "{text} is no move of {game}",
                "{text}は{game}の指し手でない",
                text = case.quoted(),
                game = game.words
            ))
            .about(shortened(case.text())),
        TokenGap::NoBattleResult => report
            .say(message!(
                "{text} is a battle without its result: `>` says that the mover has won, `<` that it has lost, `=` that both are removed",
                "{text}は結果のない戦いである。動いた駒の勝ちなら `>`、負けなら `<`、相打ちなら `=` を書く",
                text = case.quoted()
            ))
            .about(shortened(case.text())),
        TokenGap::NoPlies { as_zero } => {
            let made = if *as_zero {
                both("; it was taken for 0", "。0とみなした")
            } else {
                both("; the line was left out", "。この手順は読み飛ばした")
            };
            report.say(message!(
                "{text} is no number of plies{made}",
                "{text}は手数でない{made}",
                text = case.quoted(),
                made
            ))
        }
        TokenGap::Value(value) => report.say(case.value(value)),
        TokenGap::TooMany(count) => report.say(message!(
            "a record has {MOST_MOVES} moves at most, and this one has more: the {count} from here on, those of variations counted, are not read",
            "1局の指し手は変化と合わせて{MOST_MOVES}手までである。この棋譜はそれを超え、ここからの{count}手は読まなかった",
            count
        )),
    };
}

/// Why something that looks like a move of KIF or KI2 is none.
const fn broken(why: BrokenMove) -> Words {
    match why {
        BrokenMove::Nothing => both("there is neither a move nor a word", "指し手も語もない"),
        BrokenMove::Destroyed => both("its characters are destroyed", "文字が壊れている"),
        BrokenMove::KanjiFile => both(
            "the file of the square has to be a digit",
            "筋は算用数字でなければならない",
        ),
        BrokenMove::NoDestination => both("the square of destination is missing", "移動先のマスがない"),
        BrokenMove::NoFile => both("the file of the square is missing", "マスの筋がない"),
        BrokenMove::NoRank => both("the rank of the square is missing", "マスの段がない"),
        BrokenMove::OffBoard => both("the square is not on the board", "マスが盤上にない"),
        BrokenMove::NoPiece => both("no piece is named", "駒の名前がない"),
        BrokenMove::NoSquare => both(
            "after its mark stands neither a square nor 同",
            "手番の記号の後にマスも「同」もない",
        ),
        BrokenMove::DropWithOrigin => both(
            "打 (a drop) and a square of origin contradict each other",
            "「打」と移動元のマスが矛盾する",
        ),
        BrokenMove::OriginOffBoard => both(
            "the origin in parentheses is no square of the board",
            "括弧内の移動元が盤上のマスでない",
        ),
        BrokenMove::DropWithWord => both(
            "打 (a drop) and a word for a piece on the board contradict each other",
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
            "two squares are needed, as in 7g7f, or a piece and a square, as in P*5e",
            "7g7fのような二つのマスか、P*5eのような駒とマスが要る",
        ),
        NoMove::Usen => message!(
            "a move has three characters, digits or small letters",
            "指し手は数字か英小文字の3文字である",
        ),
        NoMove::UsenPlace => message!(
            "its number stands for no square and no piece in hand",
            "番号の示すマスも持駒もない",
        ),
        NoMove::UsenPromotedDrop => message!(
            "its number stands for a drop that promotes",
            "番号が「打って成る」手を示す",
        ),
        NoMove::CsaLength => message!(
            "a sign, two squares and the two letters of a piece are needed",
            "符号、二つのマス、駒の2文字が要る",
        ),
        NoMove::CsaOrigin => message!(
            "{part} is no square, and not `00`, the hand",
            "{part}はマスでも、持駒を示す「00」でもない",
            part = part(1, 3)
        ),
        NoMove::CsaDestination => message!("{part} is no square", "{part}はマスでない", part = part(3, 5)),
        NoMove::CsaPiece => message!("{part} is no piece", "{part}は駒でない", part = part(5, 7)),
    }
}
