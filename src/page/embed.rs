//! The build script: makes the compressed module of the application page available to the program.
//!
//! The environment variable `KIFU_APP` is the path of the module that `src/page/build-app` has built. Without it, the program
//! has no application page.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=src/page/embed.rs");
    println!("cargo::rerun-if-env-changed=KIFU_APP");
    let embedded = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("module.lzma");
    let module = match env::var_os("KIFU_APP").filter(|path| !path.is_empty()) {
        Some(path) => {
            let path = PathBuf::from(path);
            println!("cargo::rerun-if-changed={}", path.display());
            match fs::read(&path) {
                Ok(module) => module,
                Err(error) => {
                    println!("cargo::error=KIFU_APP: {}: {error}", path.display());
                    return;
                }
            }
        }
        None => Vec::new(),
    };
    if let Err(error) = fs::write(&embedded, module) {
        println!("cargo::error={}: {error}", embedded.display());
    }
}
