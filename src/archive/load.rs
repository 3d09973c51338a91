//! Reading an input as a whole.

use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::cancel::Cancel;
use super::input::{Input, Source};
use crate::finding::{Reason, say};

/// Inputs of so many bytes or more are refused: places in a text are numbers of 32 bits.
pub const LIMIT: u64 = u32::MAX as u64;

/// The bytes of an input.
///
/// # Errors
///
/// When the input cannot be read or has [`LIMIT`] bytes or more, when there is no memory for it, and when the run is cancelled while it waits for
/// standard input.
pub fn load(input: &Input, cancel: &Cancel) -> io::Result<Vec<u8>> {
    if input.size.is_some_and(|size| size >= LIMIT) {
        return Err(too_large());
    }
    match &input.source {
        Source::File(path) => read(File::open(path)?, input.size),
        Source::Stdin => wait_for_stdin(cancel),
    }
}

fn read(from: impl Read, size: Option<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let expected = size.and_then(|size| usize::try_from(size).ok());
    bytes
        .try_reserve_exact(expected.unwrap_or(0))
        .map_err(|_| out_of_memory())?;
    from.take(LIMIT).read_to_end(&mut bytes)?;
    if bytes.len() as u64 >= LIMIT {
        Err(too_large())
    } else {
        Ok(bytes)
    }
}

/// Reading from a terminal or a slow pipe cannot be broken off; waiting for the thread that reads can.
fn wait_for_stdin(cancel: &Cancel) -> io::Result<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(read(io::stdin(), None)));
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(bytes) => return bytes,
            Err(RecvTimeoutError::Timeout) if cancel.is_set() => {
                return Err(io::ErrorKind::Interrupted.into());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// What is said of a file for which there is no memory.
pub fn out_of_memory() -> io::Error {
    Reason::error(
        io::ErrorKind::OutOfMemory,
        say(
            "not enough memory for a file of this size: split it, or give the program more memory",
            "この大きさのファイルを読むにはメモリーが足りない。ファイルを分割するか、使えるメモリーを増やす",
        ),
    )
}

pub(super) fn too_large() -> io::Error {
    Reason::error(
        io::ErrorKind::FileTooLarge,
        say(
            "4 GiB or more: such a file has to be split first",
            "4GiB以上ある。分割してから読む",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_gibibytes_are_refused_unread() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(4 << 30).unwrap();
        let input = Input {
            shown: "large.kif".to_owned(),
            walked: false,
            source: Source::File(file.path().to_owned()),
            size: Some(file.as_file().metadata().unwrap().len()),
        };
        let error = load(&input, &Cancel::default()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
