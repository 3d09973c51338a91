//! Gzip and Zstandard: what is packed one after the other, with a checksum each, and perhaps other bytes at the end.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::unpack::Refused;
use crate::record::gap::ArchiveGap;

/// So many bytes are decoded at once.
const STEP: usize = 128 << 10;

/// What gzip begins with.
const GZIP: u8 = 0x1F;

/// What the members of a gzip file hold.
pub(super) struct Gzip<R> {
    decoder: Option<GzDecoder<R>>,
    rest: Rc<Cell<bool>>,
}

impl<R: BufRead> Gzip<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            decoder: Some(GzDecoder::new(from)),
            rest: Rc::default(),
        }
    }

    /// Whether other bytes follow the last member, when all is read.
    pub(super) fn rest(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.rest)
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let read = decoder.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            let next = decoder.get_mut().fill_buf()?.first().copied();
            let ended = self.decoder.take();
            if next == Some(GZIP) {
                self.decoder = ended.map(|it| GzDecoder::new(it.into_inner()));
            }
            self.rest.set(next.is_some_and(|it| it != GZIP));
        }
        Ok(0)
    }
}

/// What the frames of a Zstandard file hold, some of which hold nothing.
pub(super) struct Frames<R> {
    from: R,
    decoder: FrameDecoder,
    place: Place,
    rest: Rc<Cell<bool>>,
}

/// Where a reader of frames is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Begin,
    Within,
    Between,
    End,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            from,
            decoder: FrameDecoder::new(),
            place: Place::Begin,
            rest: Rc::default(),
        }
    }

    /// Whether other bytes follow the last frame, when all is read.
    pub(super) fn rest(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.rest)
    }

    /// Begins the next frame that holds something, if there is one.
    fn begin(&mut self) -> io::Result<()> {
        use FrameDecoderError as Failed;
        use ReadFrameHeaderError as Header;

        while !self.from.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.from) {
                Ok(()) => {
                    self.place = Place::Within;
                    return Ok(());
                }
                Err(Failed::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                    let skipped = (&mut self.from).take(length.into());
                    let skipped = io::copy(&mut { skipped }, &mut io::sink())?;
                    self.rest.set(skipped < length.into());
                }
                Err(Failed::ReadFrameHeaderError(
                    Header::BadMagicNumber(_) | Header::MagicNumberReadError(_),
                )) if self.place == Place::Between => {
                    self.rest.set(true);
                    break;
                }
                Err(error) => return Err(failed(error)),
            }
        }
        self.place = Place::End;
        Ok(())
    }

    fn is_as_told(&self) -> bool {
        let told = self.decoder.get_checksum_from_data();
        told.is_none() || told == self.decoder.get_calculated_checksum()
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.place {
                Place::Begin | Place::Between => self.begin()?,
                Place::End => return Ok(0),
                Place::Within => {}
            }
            if self.place != Place::Within {
                continue;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBytes(STEP);
                let decoded = self.decoder.decode_blocks(&mut self.from, step);
                decoded.map_err(failed)?;
            }
            let read = self.decoder.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            if !self.is_as_told() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.place = Place::Between;
        }
    }
}

/// What is not read at all is not damaged.
fn failed(error: FrameDecoderError) -> io::Error {
    let method = match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => {
            format!("Zstandard, window of {} MiB", requested >> 20)
        }
        FrameDecoderError::DictNotProvided { dict_id } => format!("Zstandard, dictionary {dict_id}"),
        error => return io::Error::other(error),
    };
    io::Error::other(Refused(ArchiveGap::Unsupported(method)))
}
