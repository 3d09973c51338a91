//! Unit tests that need private items: the command line, the generated pages, the fields of JSON, and reading in windows.

mod dictionary;
mod docs;
mod fields;
#[path = "../../../tests/it/support/generated.rs"]
#[expect(unreachable_pub, reason = "the tests from outside use it, too")]
mod generated;
mod python;
mod reading_in_windows;

use clap::CommandFactory as _;

#[test]
fn the_command_definition_is_valid() {
    super::Cli::command().debug_assert();
}
