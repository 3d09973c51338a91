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
                "`rules-file` and `profile` cannot be used together",
                "`rules-file` と `profile` は同時に使えない",
            );
            let help = say(
                "the key `extends` of the rules file selects the profile that it is based on",
                "もとにするプロファイルは、規定のファイルの `extends` で指定する",
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
            "put names with other characters in quotes, for example \"clock-*\"",
            "ほかの記号を含む名前は、\"clock-*\" のように引用符で囲む",
        ));
    }
    fault
}
