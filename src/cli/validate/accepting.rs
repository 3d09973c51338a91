//! Accepting what is known, and telling good files from bad ones.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::super::run_stats::RunStats;
use crate::control::baseline::{Baseline, Entry};
use crate::finding::{Message, Reason, message, say};
use crate::output::{Kept, flows};
use crate::text::{printable, spelled};

/// So many entries that no longer occur are named, unless somebody wants to know more.
const NAMED: usize = 10;

/// What is known, and the lists of files.
#[derive(Args, Debug)]
#[command(next_help_heading = "Baseline")]
pub(super) struct Accepting {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) baseline: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "baseline")]
    pub(super) write_baseline: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) valid_list: Option<PathBuf>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(super) invalid_list: Option<PathBuf>,
}

/// The findings that are known, and the file that says so.
pub(super) struct Known {
    path: PathBuf,
    pub(super) baseline: Arc<Baseline>,
}

impl Known {
    /// Those in a file, which is kept.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(super) fn read(path: &Path, kept: &mut Kept) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|it| flows(it.file_type())) {
            // What is in it and was not met is only known when it is read again.
            let error = Reason::error(
                io::ErrorKind::InvalidInput,
                say(
                    "a baseline must be a file, not a pipe, because it is read twice",
                    "ベースラインは2回読むため、パイプではなくファイルを指定する",
                ),
            );
            return Err(about(path, &error));
        }
        let file = kept.open(path);
        let baseline = file.and_then(|file| Baseline::read(BufReader::new(file)));
        Ok(Self {
            path: path.to_owned(),
            baseline: Arc::new(baseline.map_err(|error| about(path, &error))?),
        })
    }

    /// Says which entries were not met in a run that has read everything.
    ///
    /// # Errors
    ///
    /// When the file cannot be read again.
    pub(super) fn tell_unmet(&self, run: &RunStats) -> io::Result<()> {
        let (mut count, mut named) = (0_usize, String::new());
        let most = if run.console.is_verbose() {
            usize::MAX
        } else {
            NAMED
        };
        let file = Kept::begin().open(&self.path).map(BufReader::new);
        let told = file.and_then(|file| {
            self.baseline.unmet(file, |entry| {
                count += 1;
                if count <= most {
                    // Writing into a string cannot fail.
                    let _ = write!(named, "\n{}", place(entry).in_language(run.language));
                }
            })
        });
        told.map_err(|error| about(&self.path, &error))?;
        if count == 0 {
            return Ok(());
        }
        let file = printable(&spelled(&self.path)).into_owned();
        let head = message!(
            "known findings that did not occur in this run: {count} in {file}; if everything was checked, --write-baseline removes them",
            "今回は見つからなかった既知の指摘: {count}件（{file}）。`--write-baseline` で作り直すと削除される",
            count,
            file
        );
        let rest = count.saturating_sub(most);
        let more = message!(
            "\n  and {rest} more; -v lists all",
            "\n  ほか{rest}件（-v ですべて表示）",
            rest
        );
        let more = if rest > 0 { more } else { Message::default() };
        let [head, more] = [&head, &more].map(|it| it.in_language(run.language));
        run.console.note(&format!("{head}{named}{more}"));
        Ok(())
    }
}

/// Where an entry was found when it was written down.
fn place(entry: &Entry<'_>) -> Message {
    let [rule, path] = [&entry.rule, &entry.path].map(|it| printable(it).into_owned());
    let record = entry.record;
    let place = message!(
        "  {rule}: {path}, record {record}",
        "  {rule}: {path}、棋譜{record}",
        rule,
        path,
        record
    );
    let ply = entry.ply.map(|ply| message!(", ply {ply}", "、{ply}手目", ply));
    place.followed_by(ply.unwrap_or_default())
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    Reason::about(&Message::same(spelled(path)), error)
}
