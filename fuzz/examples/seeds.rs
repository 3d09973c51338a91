//! `seeds ROOT`: creates `fuzz/corpus/TARGET/` for each target from the files of the project, and `fuzz/kifu.dict`, a
//! dictionary of the words in these files. `ROOT` is the folder of the project.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kifu::text;
use kifu_fuzz::{OF_RECORDS, seeds};

#[path = "../../tests/it/cli/archives/builders.rs"]
#[allow(dead_code)]
mod builders;

/// Maximum number of words in the dictionary. Less frequent words are omitted.
const MAX_WORDS: usize = 1_000;

fn main() -> io::Result<()> {
    let root = std::env::args_os()
        .nth(1)
        .map_or_else(|| ".".into(), PathBuf::from);
    let fuzz = root.join("fuzz");
    let records = seeds::records(&root)?;
    for (target, _) in OF_RECORDS {
        write_seeds(&records, &fuzz.join("corpus").join(target))?;
    }
    let languages = seeds::languages(&root)?;
    write_seeds(&languages, &fuzz.join("corpus/languages"))?;
    write_seeds(&archives(&records), &fuzz.join("corpus/archives"))?;
    fs::write(fuzz.join("kifu.dict"), dictionary(&[records, languages].concat()))
}

/// Returns an archive of every kind, each with the three shortest records that are not empty.
fn archives(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut records: Vec<_> = records.iter().filter(|it| !it.is_empty()).collect();
    records.sort_by_key(|it| it.len());
    let files: Vec<(&str, &[u8])> = ["a.kif", "b.csa", "c.ki2"]
        .into_iter()
        .zip(records.into_iter().map(Vec::as_slice))
        .collect();
    builders::ARCHIVE_KINDS.iter().map(|(_, make)| make(&files)).collect()
}

fn write_seeds(seeds: &[Vec<u8>], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), seed)?;
    }
    Ok(())
}

/// Returns a libFuzzer dictionary of the most frequent words of the seeds, without words of more than 24 bytes. Each word is
/// in UTF-8 and, if its bytes differ there, also in Shift_JIS.
fn dictionary(seeds: &[Vec<u8>]) -> String {
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        let text = text::decode(seed, None);
        for word in text
            .as_str()
            .split(|character: char| character.is_whitespace() || character == '：')
        {
            if (1..=24).contains(&word.len()) {
                *words.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
    let mut words: Vec<_> = words.into_iter().collect();
    words.sort_by_key(|(_, count)| Reverse(*count));
    let mut dictionary = String::new();
    for (word, _) in words.iter().take(MAX_WORDS) {
        push_word(word.as_bytes(), &mut dictionary);
        let (shift_jis, _, damaged) = text::SHIFT_JIS.encode(word);
        if !damaged && *shift_jis != *word.as_bytes() {
            push_word(&shift_jis, &mut dictionary);
        }
    }
    dictionary
}

fn push_word(bytes: &[u8], dictionary: &mut String) {
    let escaped: String = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
    dictionary.push_str(&format!("\"{escaped}\"\n"));
}
