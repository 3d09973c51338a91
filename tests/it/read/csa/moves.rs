//! Moves of CSA and their times.

use crate::support::findings::ReadFindings;
use kifu::notation::RecordText;
use kifu::notation::csa::NOTATION;
use kifu::record::Origin;
use kifu::record::PieceName;
use kifu::record::Step;
use kifu::shogi::Color;
use kifu::shogi::PieceKind;

use super::{game, line, read, rules};

#[test]
fn moves_times_and_results_are_read() {
    for (lines, expected, findings) in [
        // The forms of the CSA definition.
        ("+7776FU\n-3334FU\n", "+7776FU -3334FU", &[][..]),
        (
            "+7776FU\nT12\n-3334FU\nT0\n%TORYO\nT3\n",
            "+7776FU@12000 -3334FU@0 %TORYO=resign@3000",
            &[],
        ),
        (
            "+7776FU,T12\n-3334FU,T3\n%TORYO,T1\n",
            "+7776FU@12000 -3334FU@3000 %TORYO=resign@1000",
            &[],
        ),
        (
            "+7776FU\nT6.123\n-3334FU\nT6.5\n",
            "+7776FU@6123 -3334FU@6500",
            &[],
        ),
        ("+0055KA\n", "+0055KA", &[]),
        // Line ends, blanks, empty lines and statements, and texts without a line end.
        ("+7776FU\r\nT1\r\n-3334FU\r\n", "+7776FU@1000 -3334FU", &[]),
        ("+7776FU\r\r\nT1\r\r\n-3334FU\r\r\n", "+7776FU@1000 -3334FU", &[]),
        ("+7776FU\rT1\r-3334FU", "+7776FU@1000 -3334FU", &[]),
        ("+7776FU\n\n\nT1\n\n", "+7776FU@1000", &[]),
        (
            "  +7776FU  ,T1  ,'T0  ,'7776  ,'  1手目\n\t-3334FU\t\n",
            "+7776FU@1000 -3334FU",
            &[],
        ),
        ("+7776FU,,-3334FU,\n", "+7776FU -3334FU", &[]),
        ("+7776FU,T1", "+7776FU@1000", &[]),
        ("%TORYO", "%TORYO=resign", &[]),
        // Comments and headers are never split at commas, and a time after them still belongs to the preceding move.
        ("+7776FU,'* 30 -3334FU,+2726FU\n-8384FU\n", "+7776FU -8384FU", &[]),
        ("+7776FU\n'comment, T9\nT5\n", "+7776FU@5000", &[]),
        ("+7776FU\n$NOTE:a,-3334FU\nN-b,-3334FU\nT5\n", "+7776FU@5000", &[]),
        // Times with a sign, and malformed times.
        (
            "+7776FU\nT+600\n-3334FU,T1.\n",
            "+7776FU@600000 -3334FU@1000",
            &[],
        ),
        ("+7776FU\nT-600\n", "+7776FU@0", &["clock-negative"]),
        ("+7776FU\nTabc\n", "+7776FU", &["unreadable-clock"]),
        (
            "+7776FU,Tabc,-3334FU,T5\n",
            "+7776FU -3334FU@5000",
            &["unreadable-clock"],
        ),
        // Words that begin with T, further malformed times, times before the first move, and second times for a move.
        ("Turnier\n+7776FU\n", "+7776FU", &["unreadable-line"]),
        ("+7776FU\nThe next move\n", "+7776FU", &["unreadable-line"]),
        (
            "+7776FU\nT\n-3334FU,T 5\n",
            "+7776FU -3334FU",
            &["unreadable-clock", "unreadable-clock"],
        ),
        ("+7776FU\nT1:30\n", "+7776FU", &["unreadable-clock"]),
        (
            "+7776FU\nT99999999999999999999\n",
            "+7776FU",
            &["unreadable-clock"],
        ),
        ("T5\n+7776FU\n", "+7776FU", &["stray-clock"]),
        ("+7776FU\nT5\nT6\n", "+7776FU@5000", &["stray-clock"]),
        ("+7776FU,T5,T6\n", "+7776FU@5000", &["stray-clock"]),
        // Text that begins like a move.
        ("+0176FU\nT1\n-3334FU\n", "?+0176FU@1000 -3334FU", &["bad-token"]),
        ("+7700FU\n", "?+7700FU", &["bad-token"]),
        ("+7776XX\n", "?+7776XX", &["bad-token"]),
        ("+7776fu,T2\n", "?+7776fu@2000", &["bad-token"]),
        ("+7776歩\n", "?+7776歩", &["bad-token"]),
        ("+77\n", "?+77", &["bad-token"]),
        ("+7776F", "?+7776F", &["bad-token"]),
        // Text after a move or after a result word.
        ("+7776FU good move\nT1\n", "+7776FU@1000", &["text-after-move"]),
        ("+7776FU歩\n", "+7776FU", &["text-after-move"]),
        ("+7776FU,v=12\n-3334FU\n", "+7776FU -3334FU", &["text-after-move"]),
        (
            "+7776FU,T3,v=12,w=1\n",
            "+7776FU@3000",
            &["text-after-move", "text-after-move"],
        ),
        ("%TORYO in the end\n", "%TORYO=resign", &["text-after-move"]),
        // Unknown result words are kept, and moves after the end are still read.
        (
            "+7776FU\n%SURRENDER\n",
            "+7776FU %SURRENDER=other",
            &["unknown-terminal"],
        ),
        ("%投了\n", "%投了=other", &["unknown-terminal"]),
        ("%\n", "%=other", &["unknown-terminal"]),
        (
            "+7776FU\n%TORYO\n-3334FU\nT1\n",
            "+7776FU %TORYO=resign -3334FU@1000",
            &[],
        ),
        // Lines of the start position, of the version and of the turn, which are unreadable after the start.
        ("+7776FU\nPI\n", "+7776FU", &["unreadable-line"]),
        ("+7776FU\n-\n", "+7776FU", &["unreadable-line"]),
        ("+7776FU,V3.0\n", "+7776FU", &["unreadable-line"]),
        ("-\n-3334FU\n", "-3334FU", &["unreadable-line"]),
    ] {
        let text = game(lines);
        let record = read(&text);
        assert_eq!(line(&text, &record), expected, "{lines:?}");
        assert_eq!(rules(&record), findings, "{lines:?}");
    }
}

#[test]
fn statements_are_divided_by_blanks_and_tabs() {
    for (lines, expected, findings) in [
        // Blanks and tabs separate statements, as commas do. A statement with `L` has the time that the mover has left.
        (
            "+7776FU T12 -3334FU\tT3\t'* -8384FU\n+2726FU  %TORYO T1\n",
            "+7776FU@12000 -3334FU@3000 +2726FU %TORYO=resign@1000",
            &[][..],
        ),
        (
            "+7776FU,L599\t-3334FU,L598.5\t+2726FU,L597\t-8384FU,L600\tSENTE_WIN_TORYO\n",
            "+7776FU -3334FU +2726FU@2000 -8384FU SENTE_WIN_TORYO=resign",
            &[],
        ),
        (
            "+7776FU\nL9\n-3334FU\n+2726FU,T1,L3\n",
            "+7776FU -3334FU +2726FU@1000",
            &[],
        ),
        ("L600\n+7776FU\n", "+7776FU", &["stray-clock"]),
        ("+7776FU,L5x\n", "+7776FU", &["text-after-move"]),
        ("Lance\n+7776FU\n", "+7776FU", &["unreadable-line"]),
        // A malformed statement and the rest of its line are text.
        ("+7776FU 30 -3334FU\n", "+7776FU", &["text-after-move"]),
        ("+7776FU -3334FU! +2726FU\n", "+7776FU", &["text-after-move"]),
        ("+7776FU -\n", "+7776FU", &["text-after-move"]),
        (
            "'a -3334FU\n$NOTE:a -3334FU\nN+a -3334FU\n+7776FU\n",
            "+7776FU",
            &[],
        ),
    ] {
        let text = game(lines);
        let record = read(&text);
        assert_eq!(line(&text, &record), expected, "{lines:?}");
        assert_eq!(rules(&record), findings, "{lines:?}");
    }
}

#[test]
fn moves_are_kept_as_written() {
    let text = game("+7776FU\n-0088RY,T1\n");
    let record = read(&text);
    let moves: Vec<_> = record
        .tree
        .main_line()
        .map(|(_, node)| node.step.clone())
        .collect();
    let [Step::Move(push), Step::Move(drop)] = &moves[..] else {
        panic!("{moves:?}")
    };
    let Origin::Board(from) = push.from else {
        panic!("{push:?}")
    };
    assert_eq!((push.mark, from.to_string().as_str()), (Some(Color::Black), "7g"));
    assert_eq!(
        (push.to.square().to_string().as_str(), push.named),
        ("7f", PieceName::After(PieceKind::Pawn))
    );
    assert_eq!(
        (drop.mark, drop.from, drop.named),
        (
            Some(Color::White),
            Origin::Hand,
            PieceName::After(PieceKind::Dragon)
        )
    );
    assert_eq!(
        (push.span.slice(&text), drop.span.slice(&text)),
        ("+7776FU", "-0088RY")
    );
}

#[test]
fn spans_count_from_the_start_of_the_file() {
    let text = "/\n".to_owned() + &game("+7776FU good\n+0176FU\nnonsense\n");
    let record = (NOTATION.read)(RecordText {
        text: &text[2..],
        offset: 2,
    });
    let spans: Vec<_> = record
        .findings()
        .iter()
        .map(|finding| finding.span.unwrap_or_default().slice(&text))
        .collect();
    assert_eq!(spans, ["good", "+0176FU", "nonsense"]);
    assert_eq!(record.findings()[1].moved.as_deref(), Some("+0176FU"));
    assert_eq!(record.findings()[1].ply, Some(2));
}
