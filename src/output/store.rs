//! Files that are written completely or not at all.
//!
//! A single file ([`AtomicFile`]) has a temporary name in its folder until it is complete. An [`OutputDir`] writes many
//! files below one directory, and none outside it.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use super::attributes::copy_attributes;
use super::protected::{FileId, ProtectedFiles, canonicalize};
use crate::finding::{Reason, bilingual};

/// Size of the write buffer of a file (bytes).
const BUFFER_BYTES: usize = 64 << 10;

/// An unfinished output file, in the folder of its final path. The file is deleted if this value is dropped before
/// [`persist`](Self::persist).
#[derive(Debug)]
pub(crate) struct AtomicFile {
    path: PathBuf,
    file: NamedTempFile<BufWriter<File>>,
}

impl AtomicFile {
    /// Creates the temporary file for this path.
    ///
    /// # Errors
    ///
    /// Returns an error if no file can be created in the folder of `path`, for example because the folder does not
    /// exist.
    pub(crate) fn begin(path: PathBuf) -> io::Result<Self> {
        remove_abandoned(parent_dir(&path));
        // `File::create_new` gives the file normal permissions. With the default of the crate `tempfile`, only the
        // owner could read the file.
        let create = |name: &Path| Ok(BufWriter::with_capacity(BUFFER_BYTES, File::create_new(name)?));
        let mut temporary = Builder::new();
        temporary
            .prefix(TEMPORARY_PREFIX)
            .rand_bytes(TEMPORARY_RANDOM_CHARACTERS)
            .suffix(TEMPORARY_SUFFIX);
        let file = temporary.make_in(parent_dir(&path), create)?;
        Ok(Self { path, file })
    }

    /// Returns the temporary path, for a library that writes to the file itself, and the final path.
    #[cfg(feature = "sqlite")]
    pub(super) fn paths(&self) -> [&Path; 2] {
        [self.file.path(), &self.path]
    }

    /// Gives the file the owner, the permissions and the extended attributes of the file at a path.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not permit this.
    pub(crate) fn copy_attributes(&self, old: &Path) -> io::Result<()> {
        copy_attributes(&File::open(old)?, self.file.as_file().get_ref())
    }

    /// Writes all data to the disk (`fsync`).
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.as_file().get_ref().sync_all()
    }

    /// Renames the file to its final path. An existing file is replaced only if `replace` is `true`, and then its
    /// permissions are kept.
    ///
    /// An existing file stays unchanged until it is replaced as a whole.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written or renamed, or if it exists and `replace` is `false`. The
    /// temporary file is then deleted.
    pub(crate) fn persist(mut self, replace: bool) -> io::Result<()> {
        self.flush()?;
        let Self { path, file } = self;
        let result = if replace {
            if let Ok(old) = fs::metadata(&path) {
                // The permissions of the replaced file are kept.
                file.as_file().get_ref().set_permissions(old.permissions())?;
            }
            file.persist(&path)
        } else {
            file.persist_noclobber(&path)
        };
        result.map(drop).map_err(|failed| failed.error)
    }
}

/// Writes go to the inner file directly, because errors of [`NamedTempFile`] contain the temporary name.
impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// The beginning of the name of an unfinished file.
const TEMPORARY_PREFIX: &str = ".kifu-";

/// The end of the name of an unfinished file.
const TEMPORARY_SUFFIX: &str = ".tmp";

/// Number of random letters and digits between the beginning and the end of this name. There are more of them than in a
/// word, so that the files of users do not have such names.
const TEMPORARY_RANDOM_CHARACTERS: usize = 16;

/// Age after which an unfinished file no longer belongs to a run.
const MAX_UNFINISHED_AGE: Duration = Duration::from_hours(24);

/// Removes the unfinished files that a killed run has left in a folder, once for each folder.
fn remove_abandoned(folder: &Path) {
    static VISITED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let is_visited = |visited: &mut BTreeSet<PathBuf>| !visited.insert(folder.to_owned());
    if VISITED.lock().is_ok_and(|mut visited| is_visited(&mut visited)) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        // The metadata of an entry are those of a link itself.
        if is_temporary(&name.to_string_lossy())
            && entry.metadata().is_ok_and(|metadata| is_abandoned(&metadata))
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a name has exactly the form of the names of unfinished files.
fn is_temporary(name: &str) -> bool {
    let random = name
        .strip_prefix(TEMPORARY_PREFIX)
        .and_then(|rest| rest.strip_suffix(TEMPORARY_SUFFIX));
    random.is_some_and(|random| {
        random.len() == TEMPORARY_RANDOM_CHARACTERS && random.bytes().all(|it| it.is_ascii_alphanumeric())
    })
}

fn is_abandoned(metadata: &fs::Metadata) -> bool {
    let age = metadata
        .modified()
        .ok()
        .and_then(|modified| modified.elapsed().ok());
    metadata.is_file() && age.is_some_and(|age| age > MAX_UNFINISHED_AGE)
}

/// Returns the folder of a path. For a name without a folder, and for a root, this is `.`.
pub(crate) fn parent_dir(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Returns an error if the file at this path must not be replaced. A path without a file is accepted.
///
/// Inputs, directories, special files and write-protected files are never replaced, even if the system allows it. A
/// link to an input is not replaced either, although the input itself would stay unchanged.
pub(super) fn may_replace(path: &Path, protected: &ProtectedFiles) -> io::Result<()> {
    let Ok(link_metadata) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    let target_metadata = fs::metadata(path).ok();
    if target_metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(Reason::error(
            io::ErrorKind::IsADirectory,
            bilingual(
                "this is a directory; choose another path",
                "フォルダである。別のパスを指定する",
            ),
        ));
    }
    if protected.holds(path) {
        return Err(input_error());
    }
    if target_metadata.is_some_and(|it| !it.is_file()) {
        return Err(Reason::error(
            io::ErrorKind::AlreadyExists,
            bilingual(
                "this is not a regular file; choose another path",
                "通常のファイルではない。別のパスを指定する",
            ),
        ));
    }
    if link_metadata.permissions().readonly() {
        return Err(Reason::error(
            io::ErrorKind::PermissionDenied,
            bilingual(
                "this file is read-only; choose another path, or make it writable",
                "読み取り専用のファイルである。別のパスを指定するか、書き込みを許可する",
            ),
        ));
    }
    Ok(())
}

/// Returns the error for an output that would replace an input.
pub(super) fn input_error() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        bilingual(
            "this is an input file and is not overwritten; choose another path with -o",
            "入力のファイルであり、上書きしない。`-o` で別のパスを指定する",
        ),
    )
}

/// A directory that files are written to.
#[derive(Debug)]
pub(crate) struct OutputDir {
    /// The path of the directory, with all links resolved.
    root: PathBuf,
    /// `true` if existing files are replaced.
    force: bool,
    /// The files that the run reads, which are never replaced.
    protected: ProtectedFiles,
    written: HashSet<FileId>,
}

impl OutputDir {
    /// Opens a directory for output, and creates it if it does not exist.
    ///
    /// Files in `protected` are never replaced, even if `force` is `true`.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory does not exist and cannot be created, or if its path cannot be resolved.
    pub(crate) fn open(directory: &Path, force: bool, protected: ProtectedFiles) -> io::Result<Self> {
        let directory = if directory.as_os_str().is_empty() {
            Path::new(".")
        } else {
            directory
        };
        fs::create_dir_all(directory)?;
        Ok(Self {
            root: canonicalize(directory)?,
            force,
            protected,
            written: HashSet::new(),
        })
    }

    /// Returns the path of the directory, with all links resolved.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the number of files that were written.
    pub(crate) fn count(&self) -> usize {
        self.written.len()
    }

    /// Returns whether this store has written the file.
    pub(crate) fn has_written(&self, file: &Path) -> bool {
        !self.written.is_empty()
            && FileId::from_path(file).is_some_and(|file_id| self.written.contains(&file_id))
    }

    /// Begins a file with this name below the directory, and creates its folders. The file has a temporary name until
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, if an existing file must not be replaced, or if a link leads out
    /// of the directory.
    pub(crate) fn begin(&self, name: &Path) -> io::Result<AtomicFile> {
        let path = self.root.join(name);
        self.create_dirs(parent_dir(&path))?;
        self.may_write(name)?;
        AtomicFile::begin(path)
    }

    /// Checks in advance whether a file with this name may be written.
    ///
    /// # Errors
    ///
    /// Returns an error if a file with this name exists and must not be replaced.
    pub(crate) fn may_write(&self, name: &Path) -> io::Result<()> {
        let path = self.root.join(name);
        may_replace(&path, &self.protected)?;
        if !self.force && fs::symlink_metadata(&path).is_ok() {
            return Err(exists_error());
        }
        Ok(())
    }

    /// Returns whether existing files are replaced.
    pub(crate) const fn replaces(&self) -> bool {
        self.force
    }

    /// Removes the file with this name, if this store may replace it. A missing file is not an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the file must not be replaced, or cannot be removed.
    pub(crate) fn remove(&self, name: &Path) -> io::Result<()> {
        self.may_write(name)?;
        match fs::remove_file(self.root.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Renames a complete file to its final path, and counts it as written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written or renamed, or if a file that must not be replaced has been
    /// created since [`begin`](Self::begin). The temporary file is then deleted.
    pub(crate) fn finish(&mut self, pending: AtomicFile) -> io::Result<()> {
        let path = pending.path.clone();
        pending.persist(self.force).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists_error(),
            _ => error,
        })?;
        self.written.extend(FileId::from_path(&path));
        Ok(())
    }

    /// On Linux, writes all files to the disk with one call (`syncfs`). On all other systems, does nothing.
    ///
    /// A separate call (`fsync`) for every file takes a hundred times as long.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk reports an error.
    pub(crate) fn sync(&self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        rustix::fs::syncfs(File::open(&self.root)?)?;
        Ok(())
    }

    /// Creates a folder and its parents. A link in the path may point anywhere inside the root, but a link that leads
    /// out of the root is an error.
    fn create_dirs(&self, folder: &Path) -> io::Result<()> {
        let existing_ancestor = folder
            .ancestors()
            .find_map(|ancestor| canonicalize(ancestor).ok());
        let existing_ancestor = existing_ancestor.unwrap_or_default();
        if !existing_ancestor.starts_with(&self.root) {
            return Err(Reason::error(
                io::ErrorKind::PermissionDenied,
                bilingual(
                    "a link leads out of the output directory; remove it, or choose another directory",
                    "リンクが出力フォルダの外を指している。リンクを削除するか、別のフォルダを指定する",
                ),
            ));
        }
        if !existing_ancestor.is_dir() {
            return Err(Reason::error(
                io::ErrorKind::NotADirectory,
                bilingual(
                    "a file has the name of a required directory; move the file, or choose another directory",
                    "作成するフォルダと同じ名前のファイルがある。ファイルを移すか、別のフォルダを指定する",
                ),
            ));
        }
        fs::create_dir_all(folder)
    }
}

fn exists_error() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        bilingual(
            "already exists; use --force to replace existing files",
            "すでに存在する。`--force` を付けると置き換える",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn write(store: &mut OutputDir, name: &str, text: &str) -> Result<(), String> {
        let mut pending = store.begin(Path::new(name)).map_err(|it| it.to_string())?;
        pending.write_all(text.as_bytes()).map_err(|it| it.to_string())?;
        store.finish(pending).map_err(|it| it.to_string())
    }

    #[test]
    fn a_file_is_complete_or_absent() {
        let temp_dir = tempfile::tempdir().unwrap();
        let mut store =
            OutputDir::open(&temp_dir.path().join("a/b"), false, ProtectedFiles::begin()).unwrap();
        let mut pending = store.begin(Path::new("c/x.csa")).unwrap();
        pending.write_all(&vec![b'x'; 100_000]).unwrap();
        drop(pending);
        assert!(file_names(&temp_dir.path().join("a/b/c")).is_empty());
        write(&mut store, "c/x.csa", "text").unwrap();
        assert_eq!(file_names(&temp_dir.path().join("a/b/c")), ["x.csa"]);
        assert_eq!(store.count(), 1);
    }

    #[test]
    fn unfinished_files_of_killed_runs_are_removed_after_a_day() {
        let temp_dir = tempfile::tempdir().unwrap();
        let names = [
            ".kifu-3fK9xQ0aZb7LmN2c.tmp",
            ".kifu-newK9xQ0aZb7LmN2.tmp",
            ".kifu-3fK9xQ0aZb7LmN2.tmp",
            ".kifu-3fK9xQ0aZb7-mN2c.tmp",
            ".kifu-backup.tmp",
            "kifu-3fK9xQ0aZb7LmN2c.tmp",
            ".kifu-3fK9xQ0aZb7LmN2c.kif",
            ".3fK9xQ0aZb7LmN2c.tmp",
        ];
        let two_days = MAX_UNFINISHED_AGE * 2;
        for name in names {
            let file = File::create(temp_dir.path().join(name)).unwrap();
            if !name.contains("new") {
                file.set_modified(std::time::SystemTime::now() - two_days)
                    .unwrap();
            }
        }
        let file = AtomicFile::begin(temp_dir.path().join("x")).unwrap();
        let name = file.file.path().file_name().unwrap().to_string_lossy();
        assert!(is_temporary(&name), "{name}");
        drop(file);
        let mut expected = names[1..].to_vec();
        expected.sort_unstable();
        assert_eq!(file_names(temp_dir.path()), expected);
    }

    #[test]
    fn existing_files_are_replaced_only_on_request() {
        let temp_dir = tempfile::tempdir().unwrap();
        let path = temp_dir.path().join("x.csa");
        fs::write(&path, "old").unwrap();
        let error = write(
            &mut OutputDir::open(temp_dir.path(), false, ProtectedFiles::begin()).unwrap(),
            "x.csa",
            "new",
        )
        .unwrap_err();
        assert!(error.contains("--force"), "{error}");
        let mut protected = ProtectedFiles::begin();
        protected.protect(&path);
        for force in [false, true] {
            let mut store = OutputDir::open(temp_dir.path(), force, protected.clone()).unwrap();
            assert!(write(&mut store, "x.csa", "new").unwrap_err().contains("input"));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut store = OutputDir::open(temp_dir.path(), true, ProtectedFiles::begin()).unwrap();
        write(&mut store, "x.csa", "new").unwrap();
        assert!(store.has_written(&path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::create_dir(temp_dir.path().join("y.csa")).unwrap();
        assert!(
            write(&mut store, "y.csa", "")
                .unwrap_err()
                .starts_with("this is a directory")
        );
        assert_eq!(file_names(temp_dir.path()), ["x.csa", "y.csa"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_directory() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let temp_dir = tempfile::tempdir().unwrap();
        let (root, outside) = (temp_dir.path().join("out"), temp_dir.path().join("outside"));
        let mut store = OutputDir::open(&root, true, ProtectedFiles::begin()).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("x.csa"), "old").unwrap();
        symlink(&outside, root.join("link")).unwrap();
        for name in ["link/x.csa", "link/deep/x.csa"] {
            assert!(write(&mut store, name, "").unwrap_err().contains("leads out"));
        }
        assert_eq!(file_names(&outside), ["x.csa"]);
        // The link itself is replaced, not its target.
        symlink(outside.join("x.csa"), root.join("x.csa")).unwrap();
        write(&mut store, "x.csa", "new").unwrap();
        assert_eq!(fs::read_to_string(outside.join("x.csa")).unwrap(), "old");
        // A link to a directory inside the root can be used like a directory.
        fs::create_dir(root.join("real")).unwrap();
        symlink(root.join("real"), root.join("inside")).unwrap();
        write(&mut store, "inside/x.csa", "new").unwrap();
        assert_eq!(file_names(&root.join("real")), ["x.csa"]);
        // The file has the normal permissions, so the group may read it.
        fs::write(root.join("usual"), "").unwrap();
        let mode = |name: &str| fs::metadata(root.join(name)).unwrap().permissions().mode();
        assert_eq!(mode("x.csa"), mode("usual"));
    }
}
