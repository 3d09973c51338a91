//! Reader of `.gz` and `.zst`, which contain a tar or a single file.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::bounds::{Metered, OuterBudget};
use super::bytes::Bytes;
use super::sink::{Sink, Stop, in_background};
use super::tar::{BLOCK_BYTES, is_tar, read};
use super::{GapError, Members, Wanted};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Size of the read buffer (bytes).
const BUFFER_BYTES: usize = 128 << 10;

/// Returns the members of a tar, which is read in the background.
pub(super) fn tar(bytes: Bytes, _: &str, wanted: Wanted, outer: Option<OuterBudget>) -> io::Result<Members> {
    in_background(bytes, wanted, outer, |bytes, sink| {
        read(BufReader::with_capacity(BUFFER_BYTES, bytes), sink)
    })
}

/// Returns the members of a gzip file: the members of the tar in the file, or the unpacked file if it is not a tar.
pub(super) fn gzip(
    bytes: Bytes,
    name: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let name = in_gzip(name);
    in_background(bytes, wanted, outer, move |bytes, sink| {
        let decoder = Gzip::new(BufReader::with_capacity(BUFFER_BYTES, bytes));
        let has_rest = decoder.rest();
        unpack(sink.metered(decoder), &has_rest, name, sink)
    })
}

/// Returns the members of a Zstandard file: the members of the tar in the file, or the unpacked file if it is not a tar.
pub(super) fn zstandard(
    bytes: Bytes,
    name: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let name = in_zstandard(name);
    in_background(bytes, wanted, outer, move |bytes, sink| {
        let decoder = Frames::new(BufReader::with_capacity(BUFFER_BYTES, bytes));
        let has_rest = decoder.rest();
        unpack(sink.metered(decoder), &has_rest, name, sink)
    })
}

/// Returns the name of the file in a gzip file of this name.
pub(super) fn in_gzip(name: &str) -> String {
    inner_name(name, "gz", "tgz")
}

/// Returns the name of the file in a Zstandard file of this name.
pub(super) fn in_zstandard(name: &str) -> String {
    inner_name(name, "zst", "tzst")
}

/// Returns the name of a compressed file: the name of the archive without its extension or, for a compressed tar, with
/// the extension `.tar` instead. A name with any other extension is returned unchanged.
///
/// `extension` is the extension of any compressed file, and `tar_extension` that of a compressed tar only.
fn inner_name(name: &str, extension: &str, tar_extension: &str) -> String {
    match name.rsplit_once('.').filter(|(inner, _)| !inner.is_empty()) {
        Some((inner, last)) if last.eq_ignore_ascii_case(extension) => inner.to_owned(),
        Some((inner, last)) if last.eq_ignore_ascii_case(tar_extension) => format!("{inner}.tar"),
        _ => name.to_owned(),
    }
}

/// Passes the unpacked members to the sink: the members of a tar, or a single file with this name. `source` sets
/// `has_rest` at the end if other bytes follow the compressed data.
fn unpack(
    mut source: Metered<impl Read>,
    has_rest: &Cell<bool>,
    name: String,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut head = Vec::new();
    // If an error occurs here, it occurs again in the next read.
    let _ = (&mut source).take(BLOCK_BYTES as u64).read_to_end(&mut head);
    let has_tar_name = name.to_ascii_lowercase().ends_with(".tar");
    let is_tar = has_tar_name || is_tar(&head);
    let contents = io::Cursor::new(head).chain(source);
    if is_tar {
        read(contents, sink)?;
    } else {
        sink.unpack(name, contents, None)?;
    }
    if has_rest.get() {
        return Err(Stop::Gap(ArchiveGap::Irregular(Irregularity::BytesAfterEnd)));
    }
    Ok(())
}

// Gzip members and Zstandard frames: consecutive compressed streams, each with a checksum, possibly followed by other bytes.

/// Approximate number of bytes of a Zstandard frame that are decoded at a time.
const DECODE_STEP_BYTES: usize = 128 << 10;

/// First byte of a gzip member.
const GZIP_FIRST_BYTE: u8 = 0x1F;

/// A reader of all members of a gzip file.
pub(super) struct Gzip<R> {
    /// The decoder of the current member; `None` after the last member.
    decoder: Option<GzDecoder<R>>,
    /// Set at the end if other bytes follow the last member.
    rest: Rc<Cell<bool>>,
}

impl<R: BufRead> Gzip<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            decoder: Some(GzDecoder::new(source)),
            rest: Rc::default(),
        }
    }

    /// Returns a flag that is set at the end if other bytes follow the last member.
    pub(super) fn rest(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.rest)
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let count = decoder.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let next = decoder.get_mut().fill_buf()?.first().copied();
            let finished = self.decoder.take();
            if next == Some(GZIP_FIRST_BYTE) {
                self.decoder = finished.map(|decoder| GzDecoder::new(decoder.into_inner()));
            }
            self.rest.set(next.is_some_and(|byte| byte != GZIP_FIRST_BYTE));
        }
        Ok(0)
    }
}

/// A reader of all frames of a Zstandard file. Skippable frames are ignored.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    position: FramePosition,
    /// Set at the end if other bytes follow the last frame.
    rest: Rc<Cell<bool>>,
}

/// The position of a reader in a sequence of frames.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FramePosition {
    /// Before the first frame.
    Begin,
    /// In a frame.
    Within,
    /// After a frame, before the next frame or the end.
    Between,
    /// After the last frame.
    End,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            decoder: FrameDecoder::new(),
            position: FramePosition::Begin,
            rest: Rc::default(),
        }
    }

    /// Returns a flag that is set at the end if other bytes follow the last frame.
    pub(super) fn rest(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.rest)
    }

    /// Begins the next frame with content. If there is no such frame, the position becomes [`FramePosition::End`], and `rest`
    /// is set if other bytes follow.
    fn begin(&mut self) -> io::Result<()> {
        use FrameDecoderError as Failed;
        use ReadFrameHeaderError as Header;

        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.position = FramePosition::Within;
                    return Ok(());
                }
                Err(Failed::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                    let skipped = (&mut self.source).take(length.into());
                    let skipped = io::copy(&mut { skipped }, &mut io::sink())?;
                    self.rest.set(skipped < length.into());
                }
                Err(Failed::ReadFrameHeaderError(
                    Header::BadMagicNumber(_) | Header::MagicNumberReadError(_),
                )) if self.position == FramePosition::Between => {
                    self.rest.set(true);
                    break;
                }
                Err(error) => return Err(to_io_error(error)),
            }
        }
        self.position = FramePosition::End;
        Ok(())
    }

    /// Returns whether the checksum of the frame is correct. Returns `true` if the frame has no checksum.
    fn checksum_matches(&self) -> bool {
        let stated = self.decoder.get_checksum_from_data();
        stated.is_none() || stated == self.decoder.get_calculated_checksum()
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.position {
                FramePosition::Begin | FramePosition::Between => self.begin()?,
                FramePosition::End => return Ok(0),
                FramePosition::Within => {}
            }
            if self.position != FramePosition::Within {
                continue;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBytes(DECODE_STEP_BYTES);
                let decoded = self.decoder.decode_blocks(&mut self.source, step);
                decoded.map_err(to_io_error)?;
            }
            let count = self.decoder.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if !self.checksum_matches() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.position = FramePosition::Between;
        }
    }
}

/// Converts a decoder error to an I/O error. An unsupported feature becomes a gap of its own, and any other error means
/// damage.
fn to_io_error(error: FrameDecoderError) -> io::Error {
    let method = match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => {
            format!("Zstandard, window of {} MiB", requested >> 20)
        }
        FrameDecoderError::DictNotProvided { dict_id } => format!("Zstandard, dictionary {dict_id}"),
        error => return io::Error::other(error),
    };
    io::Error::other(GapError(ArchiveGap::Unsupported(method)))
}
