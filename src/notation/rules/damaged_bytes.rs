//! `damaged-bytes`: damaged bytes.

use crate::finding::{Class, Example, Page, Rule, both};

/// 壊れた文字: damaged bytes.
pub static RULE: Rule = Rule {
    name: "damaged-bytes",
    class: Class::RecordError,
    english: "damaged bytes",
    japanese: "壊れた文字",
    page: Page {
        what: both(
            "Bytes that are no character in the encoding of the file. They are read as U+FFFD (�).",
            "ファイルの文字コードでは文字にならないバイトがある。U+FFFD（�）として読む。",
        ),
        why: both(
            "A name or a move may be lost. A transfer or an editor has cut a character in two.",
            "名前や指し手が失われているおそれがある。転送やエディタが文字を途中で切ったものである。",
        ),
        remedy: both(
            "Fetch the file again from its source, or correct the place by hand.",
            "元のところからファイルを取り直すか、その箇所を手で直す。",
        ),
        source: "WHATWG Encoding Standard.",
        bad: Example::Bytes {
            bytes: b"V2.2\nN+\x8d\nN-B\nPI\n+\n+7776FU\n%TORYO\n",
            note: both(
                "half a Shift_JIS character as a name",
                "名前がShift_JISの文字の前半だけ",
            ),
        },
        good: Example::Bytes {
            bytes: b"V2.2\nN+\x8d\x62\nN-B\nPI\n+\n+7776FU\n%TORYO\n",
            note: both("the whole character", "文字の全体がある"),
        },
    },
};
