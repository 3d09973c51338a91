//! The result of converting a record, with its losses, as a line of text output and as a JSON object.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::finding::{CommaList, Finding, Language, Message, bilingual, both, message};
use crate::notation::{Losses, Lost};
use crate::text::{Text, printable};

/// Version of the JSON object. The version is increased when a field changes its meaning or is removed.
const SCHEMA: u32 = 1;

/// The result of converting a record.
#[derive(Clone, Debug)]
pub(crate) struct Conversion<'c> {
    /// The path of the input file, as it is shown to the user.
    pub path: &'c str,
    /// The 1-based index of the record in the input file.
    pub record: u32,
    /// `true` if the input file has several records.
    pub several: bool,
    /// The name of the target format.
    pub to: &'c str,
    /// The data that are lost, or would be lost.
    pub losses: &'c Losses,
    /// The findings on the record, for the JSON object.
    pub findings: &'c [Remark],
    /// The numbers of items that were left out on request, by part; empty if nothing was to be left out.
    pub stripped: BTreeMap<&'static str, u64>,
    /// The outcome of the conversion.
    pub outcome: ConversionOutcome<'c>,
}

/// A finding in the JSON object. Its place and message are computed in advance, so that the text of the record need not
/// be kept.
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
    /// Creates the remark for a finding in `text`, with the message in `language`.
    pub(crate) fn new(finding: &Finding, text: &Text<'_>, language: Language) -> Self {
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

/// The outcome of the conversion of a record.
#[derive(Clone, Debug)]
pub(crate) enum ConversionOutcome<'c> {
    /// The record was written to standard output.
    Printed,
    /// The record was written to this file.
    Written(String),
    /// The record was not written, because its destination could not be written.
    Unwritten,
    /// The record was not written, because `--deny-loss` forbids losses.
    Denied,
    /// The record was not written, because the target format cannot express the record, because none of its positions was
    /// selected, or because of an internal error.
    Refused(&'c Refusal),
}

/// The refusal to convert a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The reason, as a message for the user.
    pub why: Message,
}

impl Conversion<'_> {
    /// Returns a line of text output: the place of the record, and its losses or the reason for the refusal. Returns
    /// `None` if there are no losses and the conversion was not refused.
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
            Message::untranslated(path.into_owned())
        };
        let outcome = self.outcome_in_words()?;
        Some(place.followed_by(outcome).in_language(language).to_string())
    }

    /// Returns the text after the place of the record: the losses, or the reason for the refusal. Returns `None` if
    /// there are no losses and the conversion was not refused.
    fn outcome_in_words(&self) -> Option<Message> {
        let to = self.to;
        let message = match self.outcome {
            ConversionOutcome::Refused(refusal) => {
                bilingual(": not converted: ", ": 変換できない。").followed_by(reason(refusal))
            }
            _ if self.losses.is_empty() => return None,
            ConversionOutcome::Denied => message!(
                ": not written because of --deny-loss; lost in {to}: ",
                ": `--deny-loss` により書き出していない。{to}で失われるもの: ",
            )
            .followed_by(list_losses(self.losses)),
            _ => message!(": lost in {to}: ", ": {to}で失われたもの: ").followed_by(list_losses(self.losses)),
        };
        Some(message)
    }

    /// Returns the conversion as a JSON object, without a line break at its end.
    pub(crate) fn object(&self, language: Language) -> String {
        let object = Object {
            schema: SCHEMA,
            path: self.path,
            record: self.record,
            to: self.to,
            output: match &self.outcome {
                ConversionOutcome::Written(file) => Some(file),
                _ => None,
            },
            written: matches!(
                self.outcome,
                ConversionOutcome::Printed | ConversionOutcome::Written(_)
            ),
            losses: self.losses.iter().map(Item::new).collect(),
            findings: self.findings,
            stripped: &self.stripped,
            refused: match self.outcome {
                ConversionOutcome::Refused(refusal) => {
                    Some(reason(refusal).in_language(language).to_string())
                }
                _ => None,
            },
        };
        // The serialization of texts and numbers cannot fail.
        serde_json::to_string(&object).unwrap_or_default()
    }
}

/// Returns a list of all losses with their counts and examples.
fn list_losses(losses: &Losses) -> Message {
    let join = |list: Message, next: Message| list.followed_by(both(", ", "、")).followed_by(next);
    losses.iter().map(loss_in_words).reduce(join).unwrap_or_default()
}

/// Returns a loss with its count and examples.
pub(crate) fn loss_in_words(lost: &Lost) -> Message {
    let words = lost.loss.counted(lost.count);
    if lost.examples.is_empty() {
        return words;
    }
    let examples = lost
        .examples
        .iter()
        .map(|example| printable(example).into_owned());
    let examples = CommaList(examples.collect());
    message!("{words} ({examples})", "{words}（{examples}）", words, examples)
}

fn reason(refusal: &Refusal) -> Message {
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
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    stripped: &'c BTreeMap<&'static str, u64>,
    refused: Option<String>,
}

#[derive(Serialize)]
struct Item<'c> {
    loss: &'static str,
    count: u32,
    examples: &'c [String],
}

impl<'c> Item<'c> {
    fn new(lost: &'c Lost) -> Self {
        Self {
            loss: lost.loss.name(),
            count: lost.count,
            examples: &lost.examples,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Loss;

    use crate::report::sample::finding_on;
    use crate::text::decode;

    fn sample_losses() -> Losses {
        let mut losses = Losses::default();
        for _ in 0..3 {
            losses.add(Loss::Variation);
        }
        losses.name(Loss::Header, "表題");
        losses.name(Loss::Header, "備\u{1b}考");
        losses
    }

    fn conversion<'c>(losses: &'c Losses, outcome: ConversionOutcome<'c>) -> Conversion<'c> {
        Conversion {
            path: "a/b.kif",
            record: 2,
            several: false,
            to: "csa",
            losses,
            findings: &[],
            stripped: BTreeMap::new(),
            outcome,
        }
    }

    #[test]
    fn text_output_is_a_line() {
        let (losses, no_losses) = (sample_losses(), Losses::default());
        let words = "3 variations, 2 headers (表題, 備␛考)";
        let line = |losses, outcome| conversion(losses, outcome).line(Language::English);
        assert_eq!(
            line(&losses, ConversionOutcome::Printed),
            Some(format!("a/b.kif: lost in csa: {words}"))
        );
        assert_eq!(
            line(&losses, ConversionOutcome::Denied),
            Some(format!(
                "a/b.kif: not written because of --deny-loss; lost in csa: {words}"
            ))
        );
        assert_eq!(line(&no_losses, ConversionOutcome::Written("x".to_owned())), None);
        let refusal = Refusal {
            why: bilingual("move 12 cannot be read", "12手目: 読めない"),
        };
        let refused_conversion = Conversion {
            several: true,
            ..conversion(&no_losses, ConversionOutcome::Refused(&refusal))
        };
        assert_eq!(
            refused_conversion.line(Language::English).unwrap(),
            "a/b.kif (record 2): not converted: move 12 cannot be read"
        );
    }

    #[test]
    fn the_keys_of_the_object_are_fixed() {
        let (losses, no_losses) = (sample_losses(), Losses::default());
        let text = decode("手合割：平手\n   2 同　王\n".as_bytes(), None);
        let finding = finding_on(&text, "同　王");
        let mut without_place = finding.clone();
        (without_place.ply, without_place.span) = (None, None);
        let findings = [finding, without_place].map(|it| Remark::new(&it, &text, Language::English));
        let conversion_with_all_keys = Conversion {
            findings: &findings,
            ..conversion(&losses, ConversionOutcome::Written("out/b.csa".to_owned()))
        };
        assert_eq!(
            conversion_with_all_keys.object(Language::English),
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
        let refusal = Refusal {
            why: bilingual("no", "否"),
        };
        let tail = |outcome| {
            conversion(&no_losses, outcome)
                .object(Language::English)
                .split_once("\"output\"")
                .unwrap()
                .1
                .to_owned()
        };
        assert_eq!(
            tail(ConversionOutcome::Printed),
            r#":null,"written":true,"losses":[],"findings":[],"refused":null}"#
        );
        assert_eq!(
            tail(ConversionOutcome::Denied),
            r#":null,"written":false,"losses":[],"findings":[],"refused":null}"#
        );
        assert_eq!(
            tail(ConversionOutcome::Refused(&refusal)),
            r#":null,"written":false,"losses":[],"findings":[],"refused":"no"}"#
        );
    }
}
