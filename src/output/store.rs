//! Files that are written whole or not at all: one under a temporary name in its folder, or many below one directory and
//! nowhere else.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::target::{Identity, ProtectedFiles};
use crate::finding::{Reason, say};

/// So many bytes are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// A file in the making, in the folder that it is for. Dropped before it lands, it leaves nothing behind.
#[derive(Debug)]
pub(crate) struct Pending {
    path: PathBuf,
    file: NamedTempFile<BufWriter<File>>,
}

impl Pending {
    /// Begins the file that will have this path.
    ///
    /// # Errors
    ///
    /// When nothing can be written in its folder.
    pub(crate) fn begin(path: PathBuf) -> io::Result<Self> {
        // Others may read this like any file, unlike a temporary one.
        let create = |name: &Path| Ok(BufWriter::with_capacity(BUFFER, File::create_new(name)?));
        let mut temporary = Builder::new();
        temporary.prefix(".kifu-").suffix(".tmp");
        let file = temporary.make_in(folder(&path), create)?;
        Ok(Self { path, file })
    }

    /// Brings all of it to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.as_file().get_ref().sync_all()
    }

    /// Gives it its name. What had that name is replaced if `replace` says so, and stays whole until then.
    ///
    /// # Errors
    ///
    /// When it cannot be written or renamed; nothing is left of it then.
    pub(crate) fn land(mut self, replace: bool) -> io::Result<()> {
        self.flush()?;
        let Self { path, file } = self;
        let landed = if replace {
            if let Ok(old) = fs::metadata(&path) {
                // Who may read it stays as it was.
                file.as_file().get_ref().set_permissions(old.permissions())?;
            }
            file.persist(&path)
        } else {
            file.persist_noclobber(&path)
        };
        landed.map(drop).map_err(|failed| failed.error)
    }
}

/// The errors of the file within do not have the temporary name.
impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// The folder of a path.
pub(crate) fn folder(path: &Path) -> &Path {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Returns the path of a file with no link left in it.
///
/// # Errors
///
/// When there is no such file.
pub(super) fn real(path: &Path) -> io::Result<PathBuf> {
    let real = fs::canonicalize(path);
    // Windows cannot tell that of files on some disks, in memory or on a network for example.
    if cfg!(windows) && real.is_err() && fs::metadata(path).is_ok() {
        return std::path::absolute(path);
    }
    real
}

/// Refuses to replace what no output replaces: an input, what is not a file, and a file that is write-protected, though
/// its folder would let it be replaced. A link leads to an input, but is itself what is replaced.
pub(super) fn may_replace(path: &Path, protected: &ProtectedFiles) -> io::Result<()> {
    let Ok(there) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    let real = fs::metadata(path).ok();
    if real.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(Reason::error(
            io::ErrorKind::IsADirectory,
            say(
                "this is a directory; choose another path",
                "フォルダである。別のパスを指定する",
            ),
        ));
    }
    if protected.holds(path) {
        return Err(input());
    }
    if real.is_some_and(|it| !it.is_file()) {
        return Err(Reason::error(
            io::ErrorKind::AlreadyExists,
            say(
                "this is not a regular file; choose another path",
                "通常のファイルではない。別のパスを指定する",
            ),
        ));
    }
    if there.permissions().readonly() {
        return Err(Reason::error(
            io::ErrorKind::PermissionDenied,
            say(
                "this file is read-only; choose another path, or make it writable",
                "読み取り専用のファイルである。別のパスを指定するか、書き込みを許可する",
            ),
        ));
    }
    Ok(())
}

/// An input is never replaced.
pub(super) fn input() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        say(
            "this is an input file and is not overwritten; choose another path with -o",
            "入力のファイルであり、上書きしない。`-o` で別のパスを指定する",
        ),
    )
}

/// A directory that files are written to.
#[derive(Debug)]
pub(crate) struct Store {
    /// With no link left in it.
    root: PathBuf,
    /// Whether existing files are replaced.
    force: bool,
    /// What is never replaced: the inputs.
    protected: ProtectedFiles,
    written: HashSet<Identity>,
}

impl Store {
    /// A store in this directory, which is made if there is none. What is kept is never replaced, even if existing files
    /// are.
    ///
    /// # Errors
    ///
    /// When there is no such directory and none can be made.
    pub(crate) fn open(directory: &Path, force: bool, protected: ProtectedFiles) -> io::Result<Self> {
        let directory = if directory.as_os_str().is_empty() {
            Path::new(".")
        } else {
            directory
        };
        fs::create_dir_all(directory)?;
        Ok(Self {
            root: real(directory)?,
            force,
            protected,
            written: HashSet::new(),
        })
    }

    /// The directory, with no link left in it.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The number of files that were written.
    pub(crate) fn count(&self) -> usize {
        self.written.len()
    }

    /// Whether this store has written the file.
    pub(crate) fn has_written(&self, file: &Path) -> bool {
        !self.written.is_empty() && Identity::of(file).is_some_and(|it| self.written.contains(&it))
    }

    /// Begins a file of this name below the directory. It comes into being when it is finished.
    ///
    /// # Errors
    ///
    /// When it may not or cannot be written.
    pub(crate) fn begin(&self, name: &Path) -> io::Result<Pending> {
        let path = self.root.join(name);
        self.enter(folder(&path))?;
        self.may_write(name)?;
        Pending::begin(path)
    }

    /// Checks that a file of this name may be written, as far as that is known before it is.
    ///
    /// # Errors
    ///
    /// When something is there that is not replaced.
    pub(crate) fn may_write(&self, name: &Path) -> io::Result<()> {
        let path = self.root.join(name);
        may_replace(&path, &self.protected)?;
        if !self.force && fs::symlink_metadata(&path).is_ok() {
            return Err(exists());
        }
        Ok(())
    }

    /// Returns whether existing files are replaced.
    pub(crate) const fn replaces(&self) -> bool {
        self.force
    }

    /// Removes a file of this name that this store could replace.
    ///
    /// # Errors
    ///
    /// When it is not replaced, or cannot be removed.
    pub(crate) fn remove(&self, name: &Path) -> io::Result<()> {
        self.may_write(name)?;
        match fs::remove_file(self.root.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Gives a file its name that has all its bytes.
    ///
    /// # Errors
    ///
    /// When it cannot be written; nothing is left of it then.
    pub(crate) fn finish(&mut self, pending: Pending) -> io::Result<()> {
        let path = pending.path.clone();
        pending.land(self.force).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(),
            _ => error,
        })?;
        self.written.extend(Identity::of(&path));
        Ok(())
    }

    /// Brings all files to the disk, if the system has one call for that. One by one takes a hundred times as long.
    ///
    /// # Errors
    ///
    /// When the disk does not take them.
    pub(crate) fn settle(&self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        rustix::fs::syncfs(File::open(&self.root)?)?;
        Ok(())
    }

    /// Makes a folder and those above it. A link that is in the way may lead anywhere inside the root, but not out.
    fn enter(&self, folder: &Path) -> io::Result<()> {
        let there = folder.ancestors().find_map(|it| real(it).ok());
        let there = there.unwrap_or_default();
        if !there.starts_with(&self.root) {
            return Err(Reason::error(
                io::ErrorKind::PermissionDenied,
                say(
                    "a link leads out of the output directory; remove it, or choose another directory",
                    "リンクが出力フォルダの外を指している。リンクを削除するか、別のフォルダを指定する",
                ),
            ));
        }
        if !there.is_dir() {
            return Err(Reason::error(
                io::ErrorKind::NotADirectory,
                say(
                    "a file has the name of a required directory; move the file, or choose another directory",
                    "作成するフォルダと同じ名前のファイルがある。ファイルを移すか、別のフォルダを指定する",
                ),
            ));
        }
        fs::create_dir_all(folder)
    }
}

fn exists() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        say(
            "already exists; use --force to replace existing files",
            "すでに存在する。`--force` を付けると置き換える",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All names in a directory.
    fn files(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn write(store: &mut Store, name: &str, text: &str) -> Result<(), String> {
        let mut pending = store.begin(Path::new(name)).map_err(|it| it.to_string())?;
        pending.write_all(text.as_bytes()).map_err(|it| it.to_string())?;
        store.finish(pending).map_err(|it| it.to_string())
    }

    #[test]
    fn a_file_is_whole_or_is_not() {
        let top = tempfile::tempdir().unwrap();
        let mut store = Store::open(&top.path().join("a/b"), false, ProtectedFiles::begin()).unwrap();
        let mut pending = store.begin(Path::new("c/x.csa")).unwrap();
        pending.write_all(&vec![b'x'; 100_000]).unwrap();
        drop(pending);
        assert!(files(&top.path().join("a/b/c")).is_empty());
        write(&mut store, "c/x.csa", "text").unwrap();
        assert_eq!(files(&top.path().join("a/b/c")), ["x.csa"]);
        assert_eq!(store.count(), 1);
    }

    #[test]
    fn what_is_there_is_replaced_only_when_asked_for() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("x.csa");
        fs::write(&path, "old").unwrap();
        let refused = write(
            &mut Store::open(top.path(), false, ProtectedFiles::begin()).unwrap(),
            "x.csa",
            "new",
        )
        .unwrap_err();
        assert!(refused.contains("--force"), "{refused}");
        let mut protected = ProtectedFiles::begin();
        protected.protect(&path);
        for force in [false, true] {
            let mut store = Store::open(top.path(), force, protected.clone()).unwrap();
            assert!(write(&mut store, "x.csa", "new").unwrap_err().contains("input"));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut store = Store::open(top.path(), true, ProtectedFiles::begin()).unwrap();
        write(&mut store, "x.csa", "new").unwrap();
        assert!(store.has_written(&path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::create_dir(top.path().join("y.csa")).unwrap();
        assert!(
            write(&mut store, "y.csa", "")
                .unwrap_err()
                .starts_with("this is a directory")
        );
        assert_eq!(files(top.path()), ["x.csa", "y.csa"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let top = tempfile::tempdir().unwrap();
        let (root, outside) = (top.path().join("out"), top.path().join("outside"));
        let mut store = Store::open(&root, true, ProtectedFiles::begin()).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("x.csa"), "old").unwrap();
        symlink(&outside, root.join("link")).unwrap();
        for name in ["link/x.csa", "link/deep/x.csa"] {
            assert!(write(&mut store, name, "").unwrap_err().contains("leads out"));
        }
        assert_eq!(files(&outside), ["x.csa"]);
        // The link itself is replaced, not what it leads to.
        symlink(outside.join("x.csa"), root.join("x.csa")).unwrap();
        write(&mut store, "x.csa", "new").unwrap();
        assert_eq!(fs::read_to_string(outside.join("x.csa")).unwrap(), "old");
        // A link that stays inside is as good as a directory.
        fs::create_dir(root.join("real")).unwrap();
        symlink(root.join("real"), root.join("inside")).unwrap();
        write(&mut store, "inside/x.csa", "new").unwrap();
        assert_eq!(files(&root.join("real")), ["x.csa"]);
        // A file like any other, which the group may read.
        fs::write(root.join("usual"), "").unwrap();
        let mode = |name: &str| fs::metadata(root.join(name)).unwrap().permissions().mode();
        assert_eq!(mode("x.csa"), mode("usual"));
    }
}
