//! What a run that was killed leaves after: files that never got their names.

use std::fs::{self, File, Metadata};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::store;
use super::target::Kept;

/// A new name for a file that has not got its own yet.
pub(super) fn unfinished() -> String {
    named(RandomState::new().build_hasher().finish())
}

/// The name of this number. What follows the number is worked out from it: a name that people or other programs give
/// may look alike, but is none.
fn named(number: u64) -> String {
    let digest = Sha256::new()
        .chain_update("unfinished output of kifu")
        .chain_update(number.to_be_bytes())
        .finalize();
    let seal = digest
        .iter()
        .take(4)
        .fold(0, |seal: u32, &byte| seal << 8 | u32::from(byte));
    format!(".kifu-{number:016x}-{seal:08x}.tmp")
}

/// Whether this name was given by [`unfinished`].
fn is_unfinished(name: &str) -> bool {
    let number = name.strip_prefix(".kifu-").and_then(|it| it.get(..16));
    let number = number.and_then(|it| u64::from_str_radix(it, 16).ok());
    number.is_some_and(|it| named(it) == name)
}

/// Removes from a directory the unfinished files that no run is writing. Whoever writes one holds a lock on it, which
/// the system takes away from a process that is gone. While it is not known what else the run will read, all stay.
pub(super) fn sweep(directory: &Path, kept: &Kept) {
    if !kept.is_all() {
        return;
    }
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_unfinished);
        let has_no_other_name = || entry.metadata().is_ok_and(|it| it.is_file() && names(&it) == 1);
        if is_ours && has_no_other_name() && !kept.holds(&entry.path()) {
            remove_if_left(&entry.path());
        }
    }
}

/// How many names a file has. An unfinished one has never more than one.
#[cfg(unix)]
fn names(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// How many names a file has, which nobody tells here.
#[cfg(not(unix))]
const fn names(_: &Metadata) -> u64 {
    1
}

/// Where the lock cannot be had, for whatever reason, the file stays.
fn remove_if_left(path: &Path) {
    if let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
    {
        // Whatever prevents this, it is no reason not to write the next.
        let _ = store::remove(path);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// All names in a directory.
    pub(in crate::output) fn all(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_names_that_were_given_here_are_known() {
        for _ in 0..100 {
            assert!(is_unfinished(&unfinished()));
        }
        let name = named(0x0123_4567_89ab_cdef);
        // Other tests put such a file there.
        assert_eq!(name, ".kifu-0123456789abcdef-8c3b5115.tmp");
        for other in [
            ".kifu-abcdef.tmp",
            ".kifu-.tmp",
            ".kifu-a.b.tmp",
            ".kifu-my-games.tmp",
            ".kifu-0123456789abcdef.tmp",
            ".kifu-0123456789abcdef-00000000.tmp",
            ".kifu-棋譜棋譜棋譜.tmp",
            &name.to_uppercase(),
            &name.replace(".kifu-0", ".kifu-+"),
            &name.replace(".tmp", ".tmp.kif"),
            &name[1..],
            "",
        ] {
            assert!(!is_unfinished(other), "{other}");
        }
    }

    #[test]
    fn only_what_nobody_writes_or_reads_is_removed() {
        let top = tempfile::tempdir().unwrap();
        let path = |name: &str| top.path().join(name);
        let [left, busy, folder, read, linked] = [1, 2, 3, 4, 5].map(named);
        for name in [&left, &busy, &read, &linked, ".kifu-abcdef.tmp"] {
            fs::write(path(name), "half").unwrap();
        }
        fs::create_dir(path(&folder)).unwrap();
        fs::hard_link(path(&linked), path("game.kif")).unwrap();
        let lock = File::open(path(&busy)).unwrap();
        lock.lock().unwrap();
        let mut kept = Kept::begin();
        kept.keep(&path(&read));

        let before = all(top.path());
        kept.note_all(false);
        sweep(top.path(), &kept);
        assert_eq!(all(top.path()), before, "others may be read");

        kept.note_all(true);
        sweep(top.path(), &kept);
        let mut stay = before;
        stay.retain(|it| *it != left);
        assert_eq!(all(top.path()), stay);

        drop(lock);
        fs::remove_file(path("game.kif")).unwrap();
        sweep(top.path(), &Kept::begin());
        assert_eq!(all(top.path()), [folder, ".kifu-abcdef.tmp".to_owned()]);
    }
}
