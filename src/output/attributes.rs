//! The owner, the permissions and the extended attributes of a file that is replaced, and whether the file has changed.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::protected::FileId;
use crate::finding::{Reason, bilingual};

/// The state of a file. A file that has the same state later was not changed in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    file: Option<FileId>,
    bytes: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    /// Returns the state of the file that a path leads to.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no file.
    pub(crate) fn from_path(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        Ok(Self {
            file: FileId::from_path(path),
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }
}

/// Returns the number of names (hard links) of the file that a path leads to; 1 if it is unknown.
pub(crate) fn hard_links(path: &Path) -> u64 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(path).map_or(1, |metadata| MetadataExt::nlink(&metadata))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        1
    }
}

/// Gives a new file the owner, the permissions, the access control list and the other extended attributes of another file.
///
/// # Errors
///
/// Returns an error if one of them cannot be read, or if the system does not let the new file have it.
pub(super) fn copy_attributes(old: &File, new: &File) -> io::Result<()> {
    copy_all(old, new).map_err(|error| {
        Reason::error(
            error.kind(),
            bilingual(
                "its owner, access control list or attributes cannot be kept, so the file is not changed; write a copy with -o",
                "所有者、アクセス制御リスト、属性のいずれかを保てないので、ファイルを変更しない。`-o` で別の場所に書き出す",
            ),
        )
    })
}

fn copy_all(old: &File, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    copy_owner(old, new)?;
    new.set_permissions(old.metadata()?.permissions())?;
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    extended::copy(old, new)?;
    Ok(())
}

#[cfg(unix)]
fn copy_owner(old: &File, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (old, now) = (old.metadata()?, new.metadata()?);
    let owner = (old.uid() != now.uid()).then(|| old.uid());
    let group = (old.gid() != now.gid()).then(|| old.gid());
    if owner.is_some() || group.is_some() {
        fchown(new, owner, group)?;
    }
    Ok(())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::fs::File;
    use std::io;

    use rustix::fs::{
        XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr,
    };

    /// The access control list of POSIX. A new file gets one if its folder has a default list.
    const ACCESS_LIST: &[u8] = b"system.posix_acl_access";

    /// Attributes that the system itself sets, some of them to a hash of the content.
    const SET_BY_SYSTEM: [&[u8]; 3] = [b"security.ima", b"security.evm", b"com.apple.provenance"];

    /// Copies the extended attributes of a file, with its access control list.
    pub(super) fn copy(old: &File, new: &File) -> io::Result<()> {
        let list = names(old)?;
        let is_copied = |name: &&[u8]| !name.is_empty() && !SET_BY_SYSTEM.contains(name);
        for name in list.split(|&byte| byte == 0).filter(is_copied) {
            let value = value(old, name)?;
            if self::value(new, name).ok().as_ref() != Some(&value) {
                fsetxattr(new, name, &value, XattrFlags::empty())?;
            }
        }
        let has_list = |names: &[u8]| names.split(|&byte| byte == 0).any(|name| name == ACCESS_LIST);
        if has_list(&names(new)?) && !has_list(&list) {
            fremovexattr(new, ACCESS_LIST)?;
        }
        Ok(())
    }

    /// Returns the names of the attributes, each followed by a NUL byte. A system without attributes has none.
    fn names(file: &File) -> io::Result<Vec<u8>> {
        let length = match flistxattr_query(file) {
            Err(rustix::io::Errno::NOTSUP | rustix::io::Errno::NOSYS) => 0,
            length => length?,
        };
        let mut names = vec![0; length];
        let length = if length > 0 {
            flistxattr(file, &mut names[..])?
        } else {
            0
        };
        names.truncate(length);
        Ok(names)
    }

    fn value(file: &File, name: &[u8]) -> io::Result<Vec<u8>> {
        let length = fgetxattr_query(file, name)?;
        let mut value = vec![0; length];
        let length = if length > 0 {
            fgetxattr(file, name, &mut value[..])?
        } else {
            0
        };
        value.truncate(length);
        Ok(value)
    }
}
