//! Records in another format, as one text in memory.

use crate::check::Checked;
use crate::finding::{Message, bilingual, message};
use crate::notation::{Refusal, Writer};
use crate::record::Outcome;

/// Records that were written one after the other, as one text.
#[derive(Clone, Debug, Default)]
pub struct JoinedRecords {
    /// The bytes of the text.
    pub bytes: Vec<u8>,
    /// The descriptions of the data that the format cannot hold. Of several records, each begins with the number of its record.
    pub losses: Vec<Message>,
}

/// The reason why records cannot be written as one text.
#[derive(Clone, Debug)]
pub enum JoinError {
    /// There are no records.
    NoRecord,
    /// A file of this format has one record, and there are several.
    Several(&'static str, usize),
    /// The format cannot hold one of the records. Of several records, its number is given, from 1.
    Refused(Option<usize>, Refusal),
}

impl JoinError {
    /// Returns the reason in words.
    pub fn words(&self) -> Message {
        match self {
            Self::NoRecord => bilingual("no record found", "棋譜が見つからない"),
            Self::Several(format, count) => message!(
                "a file of the format {format} has one record, and there are {count}",
                "形式 {format} のファイルに入る棋譜は1局だが、{count}局ある",
            ),
            Self::Refused(number, refusal) => with_number(*number, refusal.message()),
        }
    }
}

/// Returns words about one of several records.
fn with_number(number: Option<usize>, words: Message) -> Message {
    match number {
        Some(number) => message!("record {number}: ", "{number}局目: ").followed_by(words),
        None => words,
    }
}

/// Writes records in the format of a writer, one after the other, as `kifu convert` does. The outcome of each record is that of its
/// check.
///
/// # Errors
///
/// If there are no records, if the format has one record per file and there are several, or if the format cannot hold one of them.
///
/// ```
/// use kifu::convert::join_records;
/// use kifu::notation::{self, Writer};
/// use kifu::{Checker, Settings};
///
/// let checker = Checker::new(Settings::default());
/// let file = checker.check("a.kif", "手合割：平手\n1 ７六歩(77)\n2 投了\n".as_bytes()).next().unwrap();
/// let records: Vec<_> = file.records().collect();
/// let writer = Writer::new(notation::target("usi").unwrap());
/// let joined = join_records(&writer, &records).unwrap();
/// assert_eq!(joined.bytes, b"position startpos moves 7g7f\n");
/// assert_eq!(joined.losses[0].english(), "1 result");
/// ```
pub fn join_records<'c, 'r: 'c>(
    writer: &Writer,
    records: impl IntoIterator<Item = &'c Checked<'r>, IntoIter: ExactSizeIterator>,
) -> Result<JoinedRecords, JoinError> {
    let records = records.into_iter();
    let count = records.len();
    let separator = match (writer.between(), count) {
        (_, 0) => return Err(JoinError::NoRecord),
        (None, 2..) => return Err(JoinError::Several(writer.target.name, count)),
        (separator, _) => separator.unwrap_or_default(),
    };
    let mut joined = JoinedRecords::default();
    for (number, checked) in (1..).zip(records) {
        let shown_number = (count > 1).then_some(number);
        let writer = Writer {
            outcome: checked.judgement.verdict.map(Outcome::to_sides),
            ..*writer
        };
        let written = writer
            .write(&checked.played())
            .map_err(|refusal| JoinError::Refused(shown_number, refusal))?;
        if number > 1 {
            joined.bytes.extend_from_slice(&separator);
        }
        joined.bytes.extend(written.bytes);
        let losses = written.losses.iter();
        joined
            .losses
            .extend(losses.map(|lost| with_number(shown_number, lost.loss.counted(lost.count))));
    }
    Ok(joined)
}
