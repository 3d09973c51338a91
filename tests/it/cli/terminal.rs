//! Runs of the command on a pseudo-terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Command;
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

/// Runs a command whose standard output and standard error are a pseudo-terminal. Returns the text that the terminal
/// receives, and the exit status.
pub(super) fn on_terminal(command: Command) -> (String, i32) {
    run(command, None)
}

/// Runs a command whose standard streams are a pseudo-terminal, on which a user types `input`. Returns the text that the terminal
/// receives, without the input, and the exit status.
pub(super) fn on_terminal_with_input(command: Command, input: &str) -> (String, i32) {
    run(command, Some(input))
}

fn run(mut command: Command, input: Option<&str>) -> (String, i32) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .unwrap();
    // Raw mode: the terminal does not change the output.
    let mut modes = tcgetattr(&terminal).unwrap();
    modes.make_raw();
    tcsetattr(&terminal, OptionalActions::Now, &modes).unwrap();
    command.env("TERM", "xterm").env_remove("CLICOLOR");
    if input.is_some() {
        command.stdin(terminal.try_clone().unwrap());
    }
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    let mut child = command.spawn().unwrap();
    // `command` holds an open handle of the terminal, with which reading would never end.
    drop(command);
    let mut master = File::from(master);
    master.write_all(input.unwrap_or_default().as_bytes()).unwrap();
    let reader = thread::spawn(move || {
        let (mut output, mut buffer) = (Vec::new(), [0; 4096]);
        // Reading fails after the last process has closed the terminal.
        while let Ok(count @ 1..) = master.read(&mut buffer) {
            output.extend_from_slice(&buffer[..count]);
        }
        output
    });
    let status = child.wait().unwrap().code().unwrap();
    (String::from_utf8(reader.join().unwrap()).unwrap(), status)
}
