//! Where the output of `kifu convert` goes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anstream::ColorChoice;

use super::super::kind::{extension, promises_other};
use super::super::output::is_stdout;
use super::args::Args;
use crate::batch::{Found, Inputs, List, Request, is_archive};
use crate::convert::{Files, Layout, Sink, Stream};
use crate::finding::{Message, Reason, Words, both, message};
use crate::notation::{self, Writer};
use crate::output::{self, Kept, Store, flows};
use crate::text::{Payload, spelled};

/// What takes the converted records in, or what is wrong with the arguments. The output is kept out of the request.
///
/// # Errors
///
/// When the output directory cannot be made.
pub(super) fn sink(
    args: &Args,
    writer: &Writer,
    request: &mut Request,
    mut kept: Kept,
) -> io::Result<Result<Sink, Message>> {
    let Some(output) = args.output.as_deref().filter(|it| !is_stdout(it)) else {
        let stdout = output::Target::stdout(Payload::Encoded(writer.encoding), ColorChoice::Never, &kept)?;
        return Ok(Ok(Sink::Stream(Stream::new(stdout, writer))));
    };
    let shown = spelled(output);
    // Without the slash at its end, so that a file is found there, too.
    let there = fs::metadata(output.components().collect::<PathBuf>()).ok();
    if there.as_ref().is_some_and(|it| flows(it.file_type())) {
        let device = output::Target::open(output, Payload::Encoded(writer.encoding), &kept)?;
        return Ok(Ok(Sink::Stream(Stream::new(device, writer))));
    }
    let needed = needs_directory(output, request);
    if let Some(reason) = needed
        && there.as_ref().is_some_and(|it| !it.is_dir())
    {
        return Ok(Err(message!(
            "-o requires a directory because {reason}; {shown} is a file",
            "{reason}ので、`-o` にはフォルダを指定する。「{shown}」はファイルである",
            reason,
            shown
        )));
    }
    let is_directory = match &there {
        Some(there) => there.is_dir(),
        None => needed.is_some() || output.extension().is_none(),
    };
    // That it is an input is said of an input.
    if !is_directory && !kept.holds(output) && promises_other(output, args.to.extension) {
        let (to, other) = (args.to.name, promised(output));
        return Ok(Err(message!(
            "{shown} has the extension of {other}, but the output is {to}; choose another name",
            "「{shown}」の拡張子は{other}のものだが、出力は{to}である。別の名前を指定する",
            shown,
            other,
            to
        )));
    }
    let (directory, layout) = match output.file_name() {
        Some(file) if !is_directory => (
            output.parent().unwrap_or(Path::new("")),
            Layout::File(file.to_owned()),
        ),
        _ => (output, mirror(request)),
    };
    let shown = spelled(directory);
    let mirrors = !matches!(layout, Layout::File(_));
    if args.force || there.is_some() {
        // What an earlier run has written there is none.
        request.except = fs::canonicalize(directory).ok().filter(|_| mirrors);
        keep_found(&mut kept, request, args.force)?;
    }
    let store = Store::open(directory, args.force, kept)
        .map_err(|error| Reason::about(&cannot_be_made(&shown), &error))?;
    request.except = mirrors.then(|| store.root().to_owned());
    let files = Files::new(store, shown, layout, writer, args.joins());
    Ok(Ok(Sink::Files(Box::new(files))))
}

/// What a file of this name is taken for.
fn promised(output: &Path) -> String {
    let extension = extension(output).unwrap_or_default();
    match notation::by_extension(extension) {
        Some(notation) => notation.format.name().to_owned(),
        None => extension.to_uppercase(),
    }
}

/// Why the output cannot be a file, in words; `None` where it can be one.
fn needs_directory(output: &Path, request: &Request) -> Option<Words> {
    if output.to_string_lossy().ends_with(std::path::is_separator) {
        return Some(both("its path ends with a slash", "末尾が区切り文字である"));
    }
    match sole(request) {
        Some(path) if path.is_dir() => Some(both("the input is a directory", "入力がフォルダである")),
        Some(path) => is_archive(path).then_some(both("the input is an archive", "入力がアーカイブである")),
        None => (!reads_only_stdin(request)).then_some(both("there are several inputs", "入力が複数ある")),
    }
}

fn cannot_be_made(shown: &str) -> Message {
    let shown = if shown.is_empty() { "." } else { shown };
    message!(
        "cannot create the directory {shown}",
        "フォルダ「{shown}」を作成できない",
        shown
    )
}

fn mirror(request: &Request) -> Layout {
    match sole(request) {
        Some(path) if path.is_dir() => Layout::Below(path.to_owned()),
        Some(path) => Layout::Below(path.parent().unwrap_or(Path::new("")).to_owned()),
        None if reads_only_stdin(request) => Layout::Below("-".into()),
        None => Layout::AsTyped,
    }
}

/// The only path that is asked for, where there is only one.
fn sole(request: &Request) -> Option<&Path> {
    match &request.paths[..] {
        [path] if request.list.is_none() && !request.reads_stdin() => Some(path),
        _ => None,
    }
}

fn reads_only_stdin(request: &Request) -> bool {
    request.paths.len() == 1 && request.list.is_none() && request.reads_stdin()
}

/// What is found and listed is kept like what is named: what is still to come too, so all of it is looked for beforehand.
/// A list that comes through a pipe can be read only once; where nothing is replaced, it is not waited for.
fn keep_found(kept: &mut Kept, request: &mut Request, force: bool) -> io::Result<()> {
    if request.list.as_ref().is_some_and(List::flows) {
        if !force {
            return Ok(());
        }
        *request = std::mem::take(request).read_in()?;
    }
    for found in Inputs::files(request.clone()) {
        if let Found::Input(input) = &found
            && let Some(path) = input.source.file()
        {
            kept.keep(path);
        }
    }
    kept.note_all(true);
    Ok(())
}
