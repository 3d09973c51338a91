//! How a job ended.

use std::process::ExitCode;

/// How a job ended, as the process that started it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There was nothing to say.
    Clean,
    /// There is a finding that weighs as much as `--fail-on`.
    Findings,
    /// Something could not be done, whatever became of the rest.
    Trouble,
    /// A signal asked the process to end; this is the status that shells give for it, 130 for Ctrl-C.
    Interrupted(u8),
}

impl Status {
    /// The number that the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Trouble => 2,
            Self::Interrupted(status) => status,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}
