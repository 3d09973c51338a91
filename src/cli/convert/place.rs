//! Where the output of `kifu convert` goes.

use std::io;
use std::path::Path;

use super::Args;
use crate::archive::{Found, Inputs, List, Request, Source};
use crate::convert::{Files, Layout, Outlet, Store, Stream};
use crate::notation::Form;

/// What takes the converted records in, or what is wrong with the arguments. The output is kept out of the request.
///
/// # Errors
///
/// When the output directory cannot be made.
pub(super) fn outlet(
    args: &Args,
    form: &Form,
    request: &mut Request,
) -> io::Result<Result<Outlet, &'static str>> {
    let Some(output) = &args.output else {
        return Ok(Ok(Outlet::Stream(Stream::new(Box::new(io::stdout()), form))));
    };
    let (directory, layout) = if is_directory(output, request) {
        (output.as_path(), mirror(request))
    } else {
        let Some(file) = output.file_name() else {
            return Ok(Err("-o names neither a file nor a directory"));
        };
        let directory = output.parent().unwrap_or(Path::new(""));
        (directory, Layout::File(file.to_owned()))
    };
    let shown = directory.to_string_lossy().into_owned();
    let mut store = Store::open(directory, args.force)
        .map_err(|error| io::Error::new(error.kind(), format!("{shown}: {error}")))?;
    if !matches!(layout, Layout::File(_)) {
        request.except = Some(store.root().to_owned());
    }
    if args.force {
        keep_inputs(&mut store, request)?;
    }
    let files = Files::new(store, shown, layout, form, args.joins());
    Ok(Ok(Outlet::Files(Box::new(files))))
}

/// Whether the output is a directory: it is one, is written as one, or has to take the files of one in.
fn is_directory(output: &Path, request: &Request) -> bool {
    let written_as_one = output.to_string_lossy().ends_with(std::path::is_separator);
    let reads_several = match sole(request) {
        Some(path) => path.is_dir(),
        None => !reads_only_stdin(request),
    };
    output.is_dir() || written_as_one || reads_several
}

fn mirror(request: &Request) -> Layout {
    match sole(request) {
        Some(path) if path.is_dir() => Layout::Below(path.to_owned()),
        Some(path) => Layout::Below(path.parent().unwrap_or(Path::new("")).to_owned()),
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

/// Inputs are kept whatever happens: those still to come too, so they are all looked for beforehand.
fn keep_inputs(store: &mut Store, request: &mut Request) -> io::Result<()> {
    match &request.list {
        // It can be read only once.
        Some(list) if list.is_stdin() => *request = std::mem::take(request).read_in()?,
        Some(List { path, .. }) => store.keep(path),
        None => {}
    }
    for found in Inputs::new(request.clone()) {
        if let Found::Input(input) = found
            && let Source::File(path) = &input.source
        {
            store.keep(path);
        }
    }
    Ok(())
}
