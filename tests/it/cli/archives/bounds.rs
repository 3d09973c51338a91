//! Archives with scarce resources: few open files, little memory, and few threads.

use std::fs;

use super::builders::{gzip, seven_zip, tar, zip};
use super::{FILES, files_as_bytes, paths};
use crate::cli::{Archive, CLEAN, NIFU, Outcome};

/// Folders of 150 archives, and a tar of 150 zips, are read completely with a limit of 24 open files.
#[cfg(unix)]
#[test]
fn few_archives_are_open_at_once() {
    const ARCHIVES: usize = 150;
    let files: &[(&str, &[u8])] = &[("a.kif", CLEAN.as_bytes()), ("b.kif", NIFU.as_bytes())];
    let archive = Archive::new(&[]);
    let archives = [
        ("zip", zip(files)),
        ("tar.gz", gzip(&tar(files))),
        ("7z", seven_zip(files)),
    ];
    for (extension, content) in &archives {
        fs::create_dir(archive.path(extension)).unwrap();
        for number in 0..ARCHIVES {
            fs::write(
                archive.path(&format!("{extension}/{number}.{extension}")),
                content,
            )
            .unwrap();
        }
    }
    let names: Vec<_> = (0..ARCHIVES).map(|number| format!("{number}.zip")).collect();
    let zip_members: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), archives[0].1.as_slice()))
        .collect();
    fs::create_dir(archive.path("nested")).unwrap();
    fs::write(archive.path("nested/x.tar"), tar(&zip_members)).unwrap();
    for folder in ["zip", "tar.gz", "7z", "nested"] {
        for jobs in [1, 16] {
            let line = format!("ulimit -n 24; kifu validate --format jsonl -j {jobs} {folder}");
            let outcome = archive.shell(&line);
            assert_eq!(outcome.status, 1, "{line}: {}", outcome.stderr);
            assert_eq!(outcome.objects().len(), 2 * ARCHIVES, "{line}");
        }
    }
}

/// Members so large that they are held in memory one at a time are read completely and in order. A member without the
/// extension of a game record is skipped.
#[test]
fn large_members_are_read_one_at_a_time() {
    let large_record = format!("{CLEAN}*{}\n", "x".repeat(5 << 20));
    let files = [
        ("a.kif", large_record.as_bytes()),
        ("b.kif", NIFU.as_bytes()),
        ("c.kif", large_record.as_bytes()),
        ("d.txt", large_record.as_bytes()),
        ("e.kif", large_record.as_bytes()),
    ];
    let archive = Archive::new(&[]);
    let tar_bytes = tar(&files);
    for (name, content) in [
        ("x.zip", zip(&files)),
        ("x.tar.gz", gzip(&tar_bytes)),
        ("x.tar", tar_bytes),
    ] {
        fs::write(archive.path(name), content).unwrap();
        let member = |text: &str| format!("{name}!{text}.kif");
        let outcome = archive.run_line(&format!("validate --format jsonl {name}"));
        assert_eq!(paths(&outcome), ["a", "b", "c", "e"].map(member), "{outcome:?}");
        // With several records, `show` keeps the first one in memory while it looks for the second.
        let outcome = archive.run_line(&format!("show {name}"));
        assert!(outcome.stderr.contains(&member("a")), "{outcome:?}");
        let outcome = archive.run_line(&format!("show {}", member("c")));
        assert!(outcome.stdout.starts_with(&member("c")), "{}", outcome.stderr);
    }
}

/// If threads cannot be started, the run continues with fewer threads, or prints an error and exits with status 2. The
/// program never panics.
#[cfg(target_os = "linux")]
#[test]
fn missing_threads_are_tolerated_or_reported() {
    // No process of another test has this user ID, so the limit applies to this run alone.
    const UNUSED_USER_ID: u32 = 61_234;
    let files = files_as_bytes(&FILES);
    let archive = Archive::new(&[("x.tgz", &gzip(&tar(&files))), ("z/x.zip", &zip(&files))]);
    let can_limit_threads = archive
        .shell("test $(id -u) = 0 && command -v setpriv prlimit")
        .status
        == 0;
    if !can_limit_threads {
        eprintln!("skipped: only root can run this as somebody without rights");
        return;
    }
    let copy = "chmod -R a+rX .; cp \"$KIFU\" kifu; chmod a+rx kifu";
    assert_eq!(archive.shell(copy).status, 0);
    for limit in 1..=8 {
        for arguments in ["-j 4 x.tgz", "-j 1 z", "--progress always x.tgz", "- <x.tgz"] {
            let line = format!(
                "setpriv --reuid {UNUSED_USER_ID} --clear-groups prlimit --nproc={limit} ./kifu validate --format jsonl {arguments}"
            );
            let outcome: Outcome = archive.shell(&line);
            assert!(matches!(outcome.status, 1 | 2), "{line}: {outcome:?}");
            assert!(!outcome.stderr.contains("panicked"), "{line}: {outcome:?}");
            assert_eq!(
                outcome.status == 2,
                outcome.stderr.contains("error: "),
                "{line}: {outcome:?}"
            );
        }
    }
}
