//! Records one after the other, on standard output or in a pipe.

use std::io::{self, Write};

use super::delivered::{Delivered, Undelivered};
use crate::finding::both;
use crate::notation::{Join, Newline, Writer};
use crate::output::Target;

/// Standard output, or what is like it, as the place of all records.
pub(crate) struct Stream {
    target: Target,
    between: Between,
    /// Whether there is a record in it already.
    begun: bool,
    /// How many there were for which there was no place, which is told once.
    unwritten: u64,
}

/// What stands between two records of one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// There can be one only.
    Nothing,
    /// These bytes.
    Bytes(Vec<u8>),
}

impl Between {
    pub(super) fn of(writer: &Writer) -> Self {
        match writer.target.join {
            Join::Never => Self::Nothing,
            Join::Lines => Self::Bytes(Vec::new()),
            Join::Between(line) => {
                let end = match writer.newline {
                    Newline::Lf => "\n",
                    Newline::CrLf => "\r\n",
                };
                Self::Bytes(format!("{line}{end}").into_bytes())
            }
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Nothing => &[],
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl Stream {
    /// Records by this writer.
    pub(crate) fn new(target: Target, writer: &Writer) -> Self {
        Self {
            target,
            between: Between::of(writer),
            begun: false,
            unwritten: 0,
        }
    }

    pub(super) fn put(&mut self, page: &[u8]) -> Result<(), Undelivered> {
        if self.begun {
            match &self.between {
                Between::Bytes(bytes) => self.target.write_all(bytes)?,
                Between::Nothing => {
                    self.unwritten += 1;
                    if self.unwritten > 1 {
                        return Err(Undelivered::Again);
                    }
                    return Err(Undelivered::Place(self.target.name().clone().followed_by(both(
                        " can hold only one record in this format; specify a directory with -o",
                        "には、この形式の棋譜を1件しか書き出せない。`-o` でフォルダを指定する",
                    ))));
                }
            }
        }
        self.begun = true;
        Ok(self.target.write_all(page)?)
    }

    pub(super) fn close(self) -> io::Result<Delivered> {
        self.target.land()?;
        Ok(Delivered {
            files: 0,
            unwritten: self.unwritten,
        })
    }
}
