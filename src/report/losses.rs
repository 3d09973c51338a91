//! What a conversion loses: a line for people, an object for programs.

use serde::Serialize;

use crate::finding::{Finding, Language, Message, Series, both, message, say};
use crate::notation::{Losses, Lost, WhyNot};
use crate::record::gap::GapCase;
use crate::record::{Format, Gap, Record};
use crate::text::{Text, printable};

/// Rises when a field changes its meaning or goes.
const SCHEMA: u32 = 1;

/// What became of a record that was to be converted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conversion<'c> {
    /// The path of the file as the user knows it.
    pub path: &'c str,
    /// 1-based place of the record in the file.
    pub record: u32,
    /// Whether the file has several.
    pub several: bool,
    /// The name of the target.
    pub to: &'c str,
    /// What is lost, or would be.
    pub losses: &'c Losses,
    /// What the referee says, for the object.
    pub findings: &'c [Remark],
    /// Whether it was written.
    pub fate: Fate<'c>,
}

/// A finding in the object for programs, whose text is gone by then.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Remark {
    rule: &'static str,
    severity: &'static str,
    ply: Option<u32>,
    line: Option<u64>,
    column: Option<u64>,
    message: String,
}

impl Remark {
    /// A finding of this text.
    pub(crate) fn of(finding: &Finding, text: &Text<'_>, language: Language) -> Self {
        let (line, column) = finding.place(text).unzip();
        Self {
            rule: finding.rule.name,
            severity: finding.severity.name(),
            ply: finding.ply,
            line,
            column,
            message: finding.message.in_language(language).to_string(),
        }
    }
}

/// Whether a record was written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate<'c> {
    /// To standard output.
    Printed,
    /// To this file.
    Written(&'c str),
    /// Not, since its place could not be written.
    Unwritten,
    /// Not, since nothing may be lost.
    Denied,
    /// Not, since it cannot be said in the target.
    Refused(&'c Refused),
}

/// Why a record is not converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Why, in words.
    pub why: Message,
}

impl Conversion<'_> {
    /// A line for people; `None` where there is nothing to say.
    pub(crate) fn line(&self, language: Language) -> Option<String> {
        let path = printable(self.path);
        let place = if self.several {
            let record = self.record;
            message!(
                "{path} (record {record})",
                "{path}（{record}局目）",
                path = path.into_owned(),
                record
            )
        } else {
            Message::same(path.into_owned())
        };
        let fate = self.fate_in_words()?;
        Some(place.followed_by(fate).in_language(language).to_string())
    }

    /// What is said after the place.
    fn fate_in_words(&self) -> Option<Message> {
        let to = self.to;
        let message = match self.fate {
            Fate::Refused(refusal) => {
                say(": not converted: ", ": 変換できない。").followed_by(reason(refusal))
            }
            _ if self.losses.is_empty() => return None,
            Fate::Denied => message!(
                ": not written because of --deny-loss; lost in {to}: ",
                ": `--deny-loss` により書き出していない。{to}で失われるもの: ",
            )
            .followed_by(words(self.losses)),
            _ => message!(": lost in {to}: ", ": {to}で失われたもの: ").followed_by(words(self.losses)),
        };
        Some(message)
    }

    /// An object for programs, without the end of the line.
    pub(crate) fn object(&self, language: Language) -> String {
        let object = Object {
            schema: SCHEMA,
            path: self.path,
            record: self.record,
            to: self.to,
            output: match self.fate {
                Fate::Written(file) => Some(file),
                _ => None,
            },
            written: matches!(self.fate, Fate::Printed | Fate::Written(_)),
            losses: self.losses.iter().map(Item::of).collect(),
            findings: self.findings,
            refused: match self.fate {
                Fate::Refused(refusal) => Some(reason(refusal).in_language(language).to_string()),
                _ => None,
            },
        };
        // Strings and numbers cannot fail.
        serde_json::to_string(&object).unwrap_or_default()
    }
}

/// All losses, counted.
fn words(losses: &Losses) -> Message {
    let counted = |lost: &Lost| {
        let words = lost.loss.counted(lost.count);
        if lost.examples.is_empty() {
            return words;
        }
        let examples = lost.examples.iter().map(|it| printable(it).into_owned());
        let examples = Series(examples.collect());
        message!("{words} ({examples})", "{words}（{examples}）", words, examples)
    };
    let joined = |all: Message, next: Message| all.followed_by(both(", ", "、")).followed_by(next);
    losses.iter().map(counted).reduce(joined).unwrap_or_default()
}

fn reason(refusal: &Refused) -> Message {
    refusal.why.map(|text| printable(text).into_owned())
}

#[derive(Serialize)]
struct Object<'c> {
    schema: u32,
    path: &'c str,
    record: u32,
    to: &'c str,
    output: Option<&'c str>,
    written: bool,
    losses: Vec<Item<'c>>,
    findings: &'c [Remark],
    refused: Option<String>,
}

#[derive(Serialize)]
struct Item<'c> {
    loss: &'static str,
    count: u32,
    examples: &'c [String],
}

impl<'c> Item<'c> {
    fn of(lost: &'c Lost) -> Self {
        Self {
            loss: lost.loss.name(),
            count: lost.count,
            examples: &lost.examples,
        }
    }
}

// Why a record is not written, in words.

/// Why this record is not written. At a ply, the words are about the move there.
pub(crate) fn why_not(why: &WhyNot, ply: Option<u32>, record: &Record<'_>) -> Message {
    let said = |gap: &Gap| GapCase { record, gap }.message();
    let of_move = |what: Message| subject(ply).followed_by(what);
    let cannot = |format: &Format, english: &str, japanese: &str| {
        let format = name(*format);
        of_move(message!(
            "{english}, which {format} cannot represent",
            "{format}では{japanese}を表せない",
        ))
    };
    match why {
        WhyNot::Unplayable(Some(gap)) => said(gap),
        WhyNot::Unplayable(None) => say("no game record found", "棋譜が見つからない"),
        WhyNot::OtherGame(format, game) => message!(
            "{format} cannot represent {game}",
            "{format}では{game}を表せない",
            game = game.words,
            format = name(*format)
        ),
        WhyNot::PartUnread(gap) => message!(
            "the record is incomplete: {why}",
            "対局の一部が読めない。{why}",
            why = said(gap)
        ),
        WhyNot::BreaksOff => of_move(say(
            "cannot be read or made on the board",
            "読めないか、盤上で再現できない",
        )),
        WhyNot::UnnamedPiece(None) => of_move(say(
            "starts from an empty square, so its piece is unknown",
            "移動元に駒がなく、駒の種類が分からない",
        )),
        WhyNot::UnnamedPiece(Some(format)) => of_move(message!(
            "starts from an empty square, and {format} requires the piece",
            "移動元に駒がなく、{format}に必要な駒の種類が分からない",
            format = name(*format)
        )),
        WhyNot::Pass(format) => cannot(format, "is a pass", "パス"),
        WhyNot::ImpossiblePromotion(format) => cannot(
            format,
            "promotes a piece that cannot promote",
            "成れない駒が成る手",
        ),
        WhyNot::ImpossibleDrop(format) => {
            cannot(format, "drops a king or a promoted piece", "玉や成駒を打つ手")
        }
    }
}

/// `move 12 `, `12手目: `.
fn subject(ply: Option<u32>) -> Message {
    match ply {
        Some(ply) => message!("move {ply} ", "{ply}手目: "),
        None => say("the move ", ""),
    }
}

/// A notation as it is called in a sentence.
fn name(format: Format) -> String {
    format.name().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::{why_not, *};
    use crate::notation::{Loss, WhyNot};
    use crate::record::{Format, Record};
    use crate::report::sample::about;
    use crate::text::decode;

    fn losses() -> Losses {
        let mut losses = Losses::default();
        for _ in 0..3 {
            losses.add(Loss::Variation);
        }
        losses.name(Loss::Header, "表題");
        losses.name(Loss::Header, "備\u{1b}考");
        losses
    }

    fn conversion<'c>(losses: &'c Losses, fate: Fate<'c>) -> Conversion<'c> {
        Conversion {
            path: "a/b.kif",
            record: 2,
            several: false,
            to: "csa",
            losses,
            findings: &[],
            fate,
        }
    }

    #[test]
    fn people_read_a_line() {
        let (some, none) = (losses(), Losses::default());
        let words = "3 variations, 2 headers (表題, 備␛考)";
        let line = |losses, fate| conversion(losses, fate).line(Language::English);
        assert_eq!(
            line(&some, Fate::Printed),
            Some(format!("a/b.kif: lost in csa: {words}"))
        );
        assert_eq!(
            line(&some, Fate::Denied),
            Some(format!(
                "a/b.kif: not written because of --deny-loss; lost in csa: {words}"
            ))
        );
        assert_eq!(line(&none, Fate::Written("x")), None);
        let refusal = Refused {
            why: say("move 12 cannot be read", "12手目: 読めない"),
        };
        let refused = Conversion {
            several: true,
            ..conversion(&none, Fate::Refused(&refusal))
        };
        assert_eq!(
            refused.line(Language::English).unwrap(),
            "a/b.kif (record 2): not converted: move 12 cannot be read"
        );
    }

    #[test]
    fn the_keys_of_the_object_are_fixed() {
        let (some, none) = (losses(), Losses::default());
        let text = decode("手合割：平手\n   2 同　王\n".as_bytes(), None);
        let placed = about(&text, "同　王");
        let mut nowhere = placed.clone();
        (nowhere.ply, nowhere.span) = (None, None);
        let findings = [placed, nowhere].map(|it| Remark::of(&it, &text, Language::English));
        let full = Conversion {
            findings: &findings,
            ..conversion(&some, Fate::Written("out/b.csa"))
        };
        assert_eq!(
            full.object(Language::English),
            concat!(
                r#"{"schema":1,"path":"a/b.kif","record":2,"to":"csa","output":"out/b.csa","written":true,"losses":["#,
                r#"{"loss":"variation","count":3,"examples":[]},"#,
                r#"{"loss":"header","count":2,"examples":["表題","備\u001b考"]}],"findings":["#,
                r#"{"rule":"unreadable-line","severity":"error","ply":2,"line":2,"column":6,"message":"cannot be read"},"#,
                r#"{"rule":"unreadable-line","severity":"error","ply":null,"line":null,"column":null,"#,
                r#""message":"cannot be read"}],"#,
                r#""refused":null}"#
            )
        );
        let refusal = Refused {
            why: say("no", "否")
        };
        let tail = |fate| {
            conversion(&none, fate)
                .object(Language::English)
                .split_once("\"output\"")
                .unwrap()
                .1
                .to_owned()
        };
        assert_eq!(
            tail(Fate::Printed),
            r#":null,"written":true,"losses":[],"findings":[],"refused":null}"#
        );
        assert_eq!(
            tail(Fate::Denied),
            r#":null,"written":false,"losses":[],"findings":[],"refused":null}"#
        );
        assert_eq!(
            tail(Fate::Refused(&refusal)),
            r#":null,"written":false,"losses":[],"findings":[],"refused":"no"}"#
        );
    }

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let [csa, ki2, usi] = ["csa", "ki2", "usi"].map(Format::named);
        let record = Record::new(csa);
        let said: Vec<_> = [
            WhyNot::Unplayable(None),
            WhyNot::BreaksOff,
            WhyNot::UnnamedPiece(None),
            WhyNot::UnnamedPiece(Some(csa)),
            WhyNot::Pass(ki2),
            WhyNot::Pass(usi),
            WhyNot::ImpossiblePromotion(ki2),
            WhyNot::ImpossibleDrop(csa),
        ]
        .iter()
        .map(|why| why_not(why, Some(12), &record))
        .flat_map(|said| [said.english().into_owned(), said.japanese().into_owned()])
        .collect();
        insta::assert_snapshot!(said.join("\n"), @r"
        no game record found
        棋譜が見つからない
        move 12 cannot be read or made on the board
        12手目: 読めないか、盤上で再現できない
        move 12 starts from an empty square, so its piece is unknown
        12手目: 移動元に駒がなく、駒の種類が分からない
        move 12 starts from an empty square, and CSA requires the piece
        12手目: 移動元に駒がなく、CSAに必要な駒の種類が分からない
        move 12 is a pass, which KI2 cannot represent
        12手目: KI2ではパスを表せない
        move 12 is a pass, which USI cannot represent
        12手目: USIではパスを表せない
        move 12 promotes a piece that cannot promote, which KI2 cannot represent
        12手目: KI2では成れない駒が成る手を表せない
        move 12 drops a king or a promoted piece, which CSA cannot represent
        12手目: CSAでは玉や成駒を打つ手を表せない
        ");
    }
}
