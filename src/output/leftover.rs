//! What a run that was killed leaves behind: files that never got their names.

use std::fs::{self, File};
use std::path::Path;

use super::disk;

/// How the name of a file begins and ends that has not got its own yet.
pub(super) const MARKS: [&str; 2] = [".kifu-", ".tmp"];

/// Removes from a directory the unfinished files that no run is writing. Whoever writes one holds a lock on it, which
/// the system takes away from a process that is gone.
pub(super) fn sweep(directory: &Path) {
    let [begin, end] = MARKS;
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|it| it.starts_with(begin) && it.ends_with(end));
        let is_file = || entry.file_type().is_ok_and(|it| it.is_file());
        if is_ours && is_file() {
            remove_if_left(&entry.path());
        }
    }
}

/// Where the lock cannot be had, for whatever reason, the file stays.
fn remove_if_left(path: &Path) {
    if let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
    {
        // Whatever prevents this, it is no reason not to write the next.
        let _ = disk::remove(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_is_removed() {
        let top = tempfile::tempdir().unwrap();
        let path = |name: &str| top.path().join(name);
        for name in [
            ".kifu-left.tmp",
            ".kifu-busy.tmp",
            ".kifu-other.csv",
            "kifu-x.tmp",
        ] {
            fs::write(path(name), "half").unwrap();
        }
        fs::create_dir(path(".kifu-folder.tmp")).unwrap();
        let busy = File::open(path(".kifu-busy.tmp")).unwrap();
        busy.lock().unwrap();
        sweep(top.path());
        let mut left: Vec<_> = fs::read_dir(top.path())
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                ".kifu-busy.tmp",
                ".kifu-folder.tmp",
                ".kifu-other.csv",
                "kifu-x.tmp"
            ]
        );
        drop(busy);
        sweep(top.path());
        assert!(!path(".kifu-busy.tmp").exists());
    }
}
