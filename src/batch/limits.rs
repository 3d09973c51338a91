//! How much of an input is held at once.

use std::io;

use super::load::Store;
use crate::finding::{Reason, message, say};

/// How much of an input is held at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// An input of more bytes is read a window at a time, each of about so many.
    pub window: usize,
    /// A record of more bytes is not read, nor is what stands after it: it has to be held as a whole. So has a line.
    pub record: usize,
}

impl Limits {
    /// Those of every run.
    pub const USUAL: Self = Self {
        window: 16 << 20,
        record: 256 << 20,
    };

    /// The same for an input that is kept here. If that is in memory already, there is less room for windows.
    pub(super) fn of(self, store: &Store) -> Self {
        let most = match store {
            Store::File(_) => usize::MAX,
            Store::Memory(_) => 4 << 20,
        };
        Self {
            window: self.window.min(most),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}

/// What is said of a file for which there is no memory.
pub(super) fn out_of_memory() -> io::Error {
    Reason::error(
        io::ErrorKind::OutOfMemory,
        say(
            "not enough memory to read this file; split it, or increase the memory limit",
            "メモリーが足りず、このファイルを読めない。ファイルを分割するか、使えるメモリーを増やす",
        ),
    )
}

/// What is said where the system allows no more threads.
pub(super) fn no_thread(error: &io::Error) -> io::Error {
    let what = say("cannot start a thread", "スレッドを開始できない");
    Reason::about(&what, error)
}

/// What is said of a file whose record, or line, at this line has no end that could be held.
pub(super) fn record_too_long(line: u64, limits: Limits) -> io::Error {
    let mebibytes = limits.record >> 20;
    Reason::error(
        io::ErrorKind::FileTooLarge,
        message!(
            "the record at line {line} is longer than {mebibytes} MiB; only the records before it were read",
            "{line}行目から始まる棋譜が{mebibytes} MiBを超えている。読んだのはその手前までである",
            line,
            mebibytes
        ),
    )
}
