//! Options of every verb that reads records.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use encoding_rs::Encoding;

use super::configuring::Configuring;
use super::values;
use super::when_arg::WhenArg;
use crate::batch::{Cancel, Limits, List, Request, Run, When, of_stdin};
use crate::finding::{Message, say};
use crate::notation::Notation;
use crate::output::stdin_is_terminal;
use crate::text::found;

/// What to read, and how.
#[derive(Args, Debug)]
pub(super) struct Reading {
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(super) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) configuring: Configuring,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files_from: Option<PathBuf>,

    #[arg(long, requires = "files_from")]
    null: bool,

    #[arg(long, value_name = "FORMAT", value_parser = values::notation())]
    input_format: Option<&'static Notation>,

    #[arg(long, value_name = "LABEL", value_parser = values::encoding)]
    encoding: Option<&'static Encoding>,

    #[arg(short, long, value_name = "N", value_parser = values::number(1..=1024))]
    jobs: Option<u32>,

    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: WhenArg,

    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: WhenArg,

    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    #[arg(short, long)]
    pub(super) verbose: bool,
}

impl Reading {
    /// What to read: standard input where nothing else is named.
    pub(super) fn request(&self) -> Request {
        let list = self.files_from.clone().map(|path| List {
            path,
            null: self.null,
        });
        let mut paths: Vec<_> = self.paths.iter().cloned().map(found).collect();
        if paths.is_empty() && list.is_none() {
            paths.push("-".into());
        }
        Request {
            paths,
            list,
            ..Request::default()
        }
    }

    /// Checks that standard input is asked for once at most, and that there is something in it: without a path,
    /// a terminal would only be waited for.
    ///
    /// # Errors
    ///
    /// Says what is wrong.
    pub(super) fn stdin_once(&self, request: &Request) -> Result<(), Message> {
        let listed = request.list.as_ref().is_some_and(List::is_stdin);
        let named = request
            .paths
            .iter()
            .filter(|path| of_stdin(path).is_some())
            .count();
        if named + usize::from(listed) > 1 {
            return Err(say(
                "standard input can be read only once",
                "標準入力は1回しか読めない",
            ));
        }
        if self.paths.is_empty() && named > 0 && stdin_is_terminal() {
            return Err(say(
                "specify a file or a directory to read, or `-` for standard input",
                "読み込むファイルかフォルダ、または標準入力を表す `-` を指定する",
            ));
        }
        Ok(())
    }

    /// How to read it.
    pub(super) fn run(&self, cancel: Cancel) -> Run {
        Run {
            notation: self.input_format,
            encoding: self.encoding,
            jobs: self.jobs.map_or(0, |it| it as usize),
            limits: Limits::USUAL,
            cancel,
        }
    }

    /// When progress is shown: somebody who wants quiet does not want a bar either.
    pub(super) fn progress(&self) -> When {
        match self.progress {
            WhenArg::Auto if self.quiet => When::Never,
            WhenArg::Auto => When::Auto,
            WhenArg::Always => When::Always,
            WhenArg::Never => When::Never,
        }
    }
}
