//! Archives, read where they are: what is in them, one member after the other, and nothing of it on the disk.
//!
//! Every kind of archive is a row of the table in `kind`. Where members can be reached one by one (zip), whoever works on
//! one unpacks it; all others are unpacked in their order by a thread of their own.

mod background;
mod bytes;
mod compressed;
mod frames;
mod kind;
#[cfg(feature = "lzh")]
mod lzh;
mod member;
mod name;
#[cfg(feature = "seven-zip")]
mod seven_zip;
mod tar;
mod unpack;
mod zip;

pub use member::Content;

pub(super) use bytes::Bytes;
pub(super) use kind::{HEAD, Kind, by_content, by_name};
pub(super) use member::{Member, Members, Wanted};
