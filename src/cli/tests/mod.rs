//! Tests of the definition of the command line. Its parts are tested in the modules below.

mod dictionary;
mod docs;
mod fields;
#[path = "../../../tests/it/support/generated.rs"]
#[expect(unreachable_pub, reason = "the tests from outside use it, too")]
mod generated;
mod windows;

use clap::CommandFactory as _;

#[test]
fn the_command_definition_is_valid() {
    super::Cli::command().debug_assert();
}
