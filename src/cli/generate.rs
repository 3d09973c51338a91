//! `kifu completions` and `kifu man`: made from the definition of the command line.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::output::print;
use super::status::Status;
use crate::text::Payload;

/// Print completions for a shell
///
/// For example, for bash: kifu completions bash >/usr/share/bash-completion/completions/kifu
#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page, in roff
///
/// To read it at once: kifu man | man -l -
#[derive(clap::Args, Debug)]
pub(super) struct Man {}

pub(super) fn completions(args: &Completions, command: &mut Command) -> io::Result<Status> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, command, "kifu", &mut out);
    print(&out, Payload::Data)?;
    Ok(Status::Clean)
}

pub(super) fn man(_: &Man, command: Command) -> io::Result<Status> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut out = Vec::new();
    Page::new(command.clone()).render(&mut out)?;
    for verb in command.get_subcommands() {
        Page::new(verb.clone()).render(&mut out)?;
    }
    print(&out, Payload::Data)?;
    Ok(Status::Clean)
}
