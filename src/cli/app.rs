//! The command `kifu app`, which writes the page of the browser application.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::ValueHint;

use super::Status;
use super::console::LangArg;
use super::output::target;
use super::stop::Stop;
use crate::finding::{Reason, bilingual};
use crate::output::ProtectedFiles;
use crate::page::application_page;
use crate::text::Payload;

#[derive(clap::Args, Debug)]
pub(super) struct AppArgs {
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) lang: LangArg,
}

/// Writes the page of the browser application to a file or to standard output.
///
/// # Errors
///
/// Returns an error if this build does not contain the application, or if the page cannot be written.
pub(super) fn run(args: &AppArgs) -> Result<Status, Stop> {
    let Some(page) = application_page(args.lang.language()) else {
        let error = Reason::error(
            io::ErrorKind::Unsupported,
            bilingual(
                "this build does not contain the browser application; download kifu.html from the page of the release, or build kifu with it: KIFU_APP=$(src/page/build-app) cargo build --release",
                "このビルドにはブラウザー版が入っていない。リリースのページからkifu.htmlをダウンロードするか、次のようにビルドする: KIFU_APP=$(src/page/build-app) cargo build --release",
            ),
        );
        return Err(error.into());
    };
    let mut target = target(args.output.as_deref(), Payload::Data, &ProtectedFiles::begin())?;
    target.write_all(page.as_bytes())?;
    target.persist()?;
    Ok(Status::Clean)
}
