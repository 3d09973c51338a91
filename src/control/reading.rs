//! Reading a `kifu.toml`.

use toml::de::DeTable;

use super::file::ConfigFile;
use super::key::Key;
use super::keys::KEYS;
use super::reader::Reader;
use crate::finding::{Fault, say};

impl ConfigFile {
    /// What stands in this text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of the text.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let table = DeTable::parse(text).map_err(|error| vec![unread(&error)])?;
        let mut reader = Reader::default();
        let mut file = Self::default();
        file.places = Key::read_all(KEYS, &mut reader, table.get_ref(), &mut file);
        if let (Some(_), Some(span)) = (file.place("profile"), file.place("rules-file")) {
            let message = say(
                "`rules-file` and `profile` cannot stand together",
                "`rules-file` と `profile` は同時に書けない",
            );
            let help = say(
                "the file of rules says itself what it `extends`",
                "もとにする規定は規則のファイルの `extends` に書く",
            );
            reader.fault(span, message, help);
        }
        if reader.faults.is_empty() {
            return Ok(file);
        }
        reader.faults.sort_by_key(|fault| fault.span);
        Err(reader.faults)
    }
}

/// What TOML cannot be read for. Patterns are the usual reason.
fn unread(error: &toml::de::Error) -> Fault {
    let mut fault = Fault::of_toml(error);
    if error.message().contains("unquoted key") {
        fault.help = Some(say(
            "names with other signs, such as \"clock-*\", stand in quotes",
            "\"clock-*\" のように、ほかの記号のある名前は引用符で囲む",
        ));
    }
    fault
}
