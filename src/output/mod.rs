//! The way out: every file that is written comes into being whole, under a name of its own until then, and none takes
//! the place of an input.

mod identity;
mod leftover;
mod pending;
mod spelling;
mod store;
mod target;

pub use identity::Identity;
pub use pending::Pending;
pub use spelling::{found, spelled};
pub use store::Store;
pub use target::Target;
