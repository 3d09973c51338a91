//! What a run came to, in a line.

use std::fmt::Write as _;
use std::time::Duration;

use indicatif::HumanCount;

use crate::batch::{Skipped, Why};
use crate::finding::{Language, Severity, Words, both};
use crate::report::Tally;

/// Numbers of files that a run met with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Files {
    pub(super) read: u64,
    pub(super) skipped: u64,
    /// Directories that were not entered.
    pub(super) folders: u64,
    /// What was read already.
    pub(super) again: u64,
    pub(super) failed: u64,
}

impl Files {
    /// Counts something that is not read.
    pub(super) const fn skip(&mut self, skipped: &Skipped) {
        match skipped.why {
            Why::Folder => self.folders += 1,
            Why::Again => self.again += 1,
            _ => self.skipped += 1,
        }
    }

    /// Whether there was nothing to read: every file that is read has a record, if only one that cannot be read.
    pub(super) const fn is_nothing(self) -> bool {
        self.read == 0 && self.failed == 0
    }
}

/// What a conversion comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) records: u64,
    /// Records that lose something, or would.
    pub(super) lossy: u64,
    /// Records that cannot be converted.
    pub(super) refused: u64,
    /// Records that must not lose anything.
    pub(super) denied: u64,
    /// Records whose place cannot be written.
    pub(super) unwritten: u64,
    /// Files written.
    pub(super) files: u64,
    /// Whether any place could not be written.
    pub(super) broken: bool,
}

impl Sums {
    /// Records that were converted.
    const fn converted(&self) -> u64 {
        self.records - self.refused - self.denied - self.unwritten
    }
}

/// What a run came to, in figures.
#[derive(Clone, Debug)]
pub(super) enum Figures {
    /// Judging did, by these rules. If games were selected, so many of them were.
    Judged(Tally, String, Option<u64>),
    /// A conversion did.
    Converted(Sums),
}

impl Figures {
    const fn records(&self) -> u64 {
        match self {
            Self::Judged(tally, ..) => tally.records,
            Self::Converted(sums) => sums.records,
        }
    }

    /// What was done, in a word.
    const fn verb(&self) -> Words {
        match self {
            Self::Judged(..) => both("Checked", "検査完了:"),
            Self::Converted(_) => both("Converted", "変換完了:"),
        }
    }
}

/// What a run came to and how long it took: the head of the line and the rest.
pub(super) fn line(
    figures: &Figures,
    language: Language,
    files: Files,
    interrupted: bool,
    time: Duration,
) -> (&'static str, String) {
    let head = if interrupted {
        both("Interrupted after", "中断:")
    } else {
        figures.verb()
    };
    let line = match (figures, language) {
        (Figures::Judged(tally, rules, matched), Language::English) => {
            in_english(files, tally, rules) + &matched.map_or_else(String::new, matched_in_english)
        }
        (Figures::Judged(tally, rules, matched), Language::Japanese) => {
            in_japanese(files, tally, rules) + &matched.map_or_else(String::new, matched_in_japanese)
        }
        (Figures::Converted(sums), Language::English) => conversion_in_english(files, sums),
        (Figures::Converted(sums), Language::Japanese) => conversion_in_japanese(files, sums),
    };
    let tail = match language {
        Language::English => tail(files, figures.records(), time),
        Language::Japanese => tail_in_japanese(files, figures.records(), time),
    };
    (head.in_language(language), line + &tail)
}

fn in_english(files: Files, tally: &Tally, rules: &str) -> String {
    let line = format!(
        "{} ({}) in {} with profile {rules}: {}, {}, {}",
        count(tally.records, "record"),
        count(tally.plies, "ply"),
        count(files.read, "file"),
        count(tally.findings(Severity::Error), "error"),
        count(tally.findings(Severity::Warning), "warning"),
        count(tally.findings(Severity::Note), "note"),
    );
    let [known, marked] = tally.left_out();
    left_out(
        line,
        [
            (known, "; {} known from the baseline"),
            (marked, "; {} ignored by marks in the records"),
        ],
    )
}

fn in_japanese(files: Files, tally: &Tally, rules: &str) -> String {
    let mut line = format!(
        "棋譜{}件（{}手）、ファイル{}個、規定{rules}:",
        HumanCount(tally.records),
        HumanCount(tally.plies),
        HumanCount(files.read),
    );
    // Writing into a string cannot fail.
    for (severity, before) in Severity::ALL.into_iter().zip([" ", "、", "、"]) {
        let (words, number) = (severity.words().japanese, HumanCount(tally.findings(severity)));
        let _ = write!(line, "{before}{words}{number}件");
    }
    let [known, marked] = tally.left_out();
    left_out(
        line,
        [
            (known, "、ベースラインにある既知の指摘{}件"),
            (marked, "、棋譜内の指定により無視した指摘{}件"),
        ],
    )
}

/// The number of games that `--where` selects.
fn matched_in_english(games: u64) -> String {
    format!("; {} matched", count(games, "game"))
}

fn matched_in_japanese(games: u64) -> String {
    format!("、条件に合う対局{}件", HumanCount(games))
}

/// The line with the numbers of findings that were left out, each in its words, where there are any.
fn left_out(line: String, numbers: [(u64, &str); 2]) -> String {
    let any = numbers.into_iter().filter(|&(number, _)| number > 0);
    let told = any.map(|(number, words)| words.replace("{}", &HumanCount(number).to_string()));
    told.fold(line, |line, words| line + &words)
}

fn conversion_in_english(files: Files, sums: &Sums) -> String {
    let mut line = format!(
        "{} of {} in {}: {} with losses",
        HumanCount(sums.converted()),
        count(sums.records, "record"),
        count(files.read, "file"),
        HumanCount(sums.lossy),
    );
    for (number, what) in [
        (sums.refused, "not convertible"),
        (sums.denied, "denied by --deny-loss"),
        (sums.unwritten, "not written"),
    ] {
        if number > 0 {
            let _ = write!(line, ", {} {what}", HumanCount(number));
        }
    }
    if sums.files > 0 {
        let _ = write!(line, "; {} written", count(sums.files, "file"));
    }
    line
}

fn conversion_in_japanese(files: Files, sums: &Sums) -> String {
    let mut line = format!(
        "棋譜{}件中{}件（ファイル{}個）: 情報が失われる棋譜{}件",
        HumanCount(sums.records),
        HumanCount(sums.converted()),
        HumanCount(files.read),
        HumanCount(sums.lossy),
    );
    // Writing into a string cannot fail.
    for (number, what) in [
        (sums.refused, "変換できない棋譜"),
        (sums.denied, "`--deny-loss` により書き出さない棋譜"),
        (sums.unwritten, "書き出せない棋譜"),
    ] {
        if number > 0 {
            let _ = write!(line, "、{what}{}件", HumanCount(number));
        }
    }
    if sums.files > 0 {
        let _ = write!(line, "、書き出したファイル{}個", HumanCount(sums.files));
    }
    line
}

/// Records in a second.
fn rate(records: u64, time: Duration) -> u64 {
    (u128::from(records) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// What was not read, and the time that the rest took.
fn tail(files: Files, records: u64, time: Duration) -> String {
    let mut line = String::new();
    // Writing into a string cannot fail.
    for (number, thing, what) in [
        (files.skipped, "file", "skipped"),
        (files.folders, "folder", "skipped"),
        (files.again, "path", "given twice"),
        (files.failed, "file", "unreadable"),
    ] {
        if number > 0 {
            let _ = write!(line, "; {} {what}", count(number, thing));
        }
    }
    let _ = write!(
        line,
        " ({:.2} s, {}/s)",
        time.as_secs_f64(),
        count(rate(records, time), "record")
    );
    line
}

fn tail_in_japanese(files: Files, records: u64, time: Duration) -> String {
    let mut line = String::new();
    // Writing into a string cannot fail.
    for (number, what) in [
        (files.skipped, "対象外ファイル{}個"),
        (files.folders, "対象外フォルダ{}個"),
        (files.again, "重複した指定{}件"),
        (files.failed, "読めないファイル{}個"),
    ] {
        if number > 0 {
            line += "、";
            line += &what.replace("{}", &HumanCount(number).to_string());
        }
    }
    let rate = HumanCount(rate(records, time));
    let _ = write!(line, "（{:.2}秒、毎秒{rate}件）", time.as_secs_f64());
    line
}

/// A number of things in words.
fn count(number: u64, thing: &str) -> String {
    let thing = match (number, thing) {
        (1, _) => thing.to_owned(),
        (_, "ply") => "plies".to_owned(),
        _ => format!("{thing}s"),
    };
    format!("{} {thing}", HumanCount(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [count(0, "record"), count(1, "ply"), count(1200, "ply")],
            ["0 records", "1 ply", "1,200 plies"]
        );
    }
    #[test]
    fn both_languages_give_the_same_figures() {
        let files = Files {
            read: 44,
            skipped: 2,
            folders: 1,
            again: 1,
            failed: 1,
        };
        let mut tally = Tally::default();
        (tally.records, tally.plies) = (1000, 4232);
        let figures = Figures::Judged(tally, "jsa-amateur".to_owned(), Some(12));
        let line = |language| {
            let (head, line) = line(&figures, language, files, false, Duration::from_secs(2));
            format!("{head} {line}")
        };
        assert_eq!(
            line(Language::English),
            "Checked 1,000 records (4,232 plies) in 44 files with profile jsa-amateur: 0 errors, 0 warnings, 0 notes; 12 games matched; 2 \
             files skipped; 1 folder skipped; 1 path given twice; 1 file unreadable (2.00 s, 500 records/s)"
        );
        assert_eq!(
            line(Language::Japanese),
            "検査完了: 棋譜1,000件（4,232手）、ファイル44個、規定jsa-amateur: エラー0件、警告0件、注記0件、条件に合う対局12件、対象外ファイル2個、対象外フォルダ1個、\
             重複した指定1件、読めないファイル1個（2.00秒、毎秒500件）"
        );
    }

    #[test]
    fn a_conversion_is_summed_up_in_both_languages() {
        let files = Files {
            read: 3,
            skipped: 1,
            ..Files::default()
        };
        let figures = Figures::Converted(Sums {
            records: 1200,
            lossy: 30,
            refused: 4,
            denied: 5,
            unwritten: 6,
            files: 1185,
            broken: false,
        });
        let line = |language, interrupted| {
            let (head, line) = line(&figures, language, files, interrupted, Duration::from_secs(2));
            format!("{head} {line}")
        };
        assert_eq!(
            line(Language::English, false),
            "Converted 1,185 of 1,200 records in 3 files: 30 with losses, 4 not convertible, 5 denied by --deny-loss, 6 not \
             written; 1,185 files written; 1 file skipped (2.00 s, 600 records/s)"
        );
        assert_eq!(
            line(Language::Japanese, true),
            "中断: 棋譜1,200件中1,185件（ファイル3個）: 情報が失われる棋譜30件、変換できない棋譜4件、\
             `--deny-loss` により書き出さない棋譜5件、書き出せない棋譜6件、書き出したファイル1,185個、対象外ファイル1個\
             （2.00秒、毎秒600件）"
        );
    }
}
