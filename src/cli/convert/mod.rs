//! `kifu convert`.

mod args;
mod delivery;
mod place;
mod work;

use std::io;
use std::ops::ControlFlow;

pub(super) use self::args::Args;
use self::args::LossFormat;
use self::delivery::Delivery;
use self::work::Converting;
use super::job::Setup;
use super::status::Status;
use super::usage;
use crate::control::Layer;
use crate::finding::{Message, Series, message};
use crate::notation::{self, Join, Target};

/// Converts and reports.
///
/// # Errors
///
/// When the output cannot be written.
pub(super) fn run(args: &Args) -> io::Result<Status> {
    let language = args.language();
    let wrong = (args.join && args.to.join == Join::Never).then(|| cannot_join(args.to));
    let Setup {
        mut job,
        kept,
        settings,
        ..
    } = match Setup::of::<Args>(
        "convert",
        &args.reading,
        &args.ruling,
        Layer::default(),
        language,
        wrong,
    )? {
        ControlFlow::Continue(setup) => setup,
        ControlFlow::Break(status) => return Ok(status),
    };
    let writer = args.writer();
    let sink = match place::sink(args, &writer, &mut job.request, kept)? {
        Ok(sink) => sink,
        Err(message) => return usage::wrong::<Args>("convert", &message, language),
    };
    let work = Converting {
        settings,
        writer,
        least: args.least(),
        tell: args.loss_format,
        language,
    };
    let console = match args.loss_format {
        LossFormat::Text => job.console(),
        LossFormat::Jsonl => job.console().terse(),
    };
    job.run(console, &work, Delivery::new(sink, args))
}

/// Says which formats can hold what is asked for.
fn cannot_join(target: &Target) -> Message {
    let others = notation::targets().filter(|other| other.join != Join::Never);
    message!(
        "a {name} file can hold only one record; --join is available for {others}",
        "{name}のファイルには棋譜が1件しか入らない。`--join` を使えるのは{others}である",
        name = target.name,
        others = Series(others.map(|other| other.name).collect())
    )
}
