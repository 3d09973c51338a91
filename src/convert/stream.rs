//! Records one behind the other on standard output.

use std::io::{self, BufWriter, Write};

use super::outlet::Undelivered;
use crate::notation::{Form, Join, Newline};

/// Standard output as the place of all records.
pub struct Stream {
    sink: BufWriter<Box<dyn Write + Send>>,
    between: Between,
    /// Whether there is a record in it already.
    begun: bool,
    /// Whether it was told that there cannot be another.
    told: bool,
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
    pub(super) fn of(form: &Form) -> Self {
        match form.target.join {
            Join::Never => Self::Nothing,
            Join::Lines => Self::Bytes(Vec::new()),
            Join::Between(line) => {
                let end = match form.newline {
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
    /// Records in this form, written to `sink`.
    pub fn new(sink: Box<dyn Write + Send>, form: &Form) -> Self {
        Self {
            sink: BufWriter::new(sink),
            between: Between::of(form),
            begun: false,
            told: false,
        }
    }

    pub(super) fn put(&mut self, page: &[u8]) -> Result<(), Undelivered> {
        if self.begun {
            match &self.between {
                Between::Bytes(bytes) => self.sink.write_all(bytes).map_err(about)?,
                Between::Nothing if self.told => return Err(Undelivered::Again),
                Between::Nothing => {
                    self.told = true;
                    return Err(Undelivered::Place(
                        "standard output can take one record only in this format: name a directory with -o"
                            .to_owned(),
                    ));
                }
            }
        }
        self.begun = true;
        self.sink.write_all(page).map_err(about)?;
        Ok(())
    }

    pub(super) fn close(mut self) -> io::Result<()> {
        self.sink.flush().map_err(about)
    }
}

/// The same error, saying what it is about.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn about(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}
