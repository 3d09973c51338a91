//! The survey of a large file, which finds the encoding, the format and damaged bytes before the records are read.
//!
//! The file is read in blocks, which all threads inspect: once for the encoding, and once or twice for the format and damaged
//! bytes.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use encoding_rs::Encoding;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::execution::{Cancel, in_order};
use super::input::{HEAD_BYTES, LargeInput, Limits, out_of_memory, record_too_long};
use super::window::Blocks;
use crate::notation::Claims;
use crate::text::{EncodingSample, Inspection, SamplePart, Text, TextPart, TextProblem, TextProperties};

/// Number of bytes that one thread inspects at a time.
const BLOCK_BYTES: usize = 1 << 20;

/// Returns the maximum number of blocks that are inspected at the same time.
fn max_parallel_blocks() -> usize {
    rayon::current_num_threads().min(8)
}

/// Minimum size of the first block (bytes). The block must contain the header lines by which the format is recognised.
const MIN_FIRST_BLOCK_BYTES: usize = 4 << 10;

/// The result of the survey of a large file.
#[derive(Debug)]
pub(super) struct Survey {
    /// The encoding and other properties of the text.
    pub(super) known: TextProperties,
    /// `true` if the file is text.
    pub(super) is_text: bool,
    /// The evidence for each format in the lines of the file.
    pub(super) claims: Claims,
    /// The damaged bytes and other problems of the text.
    pub(super) problems: Vec<TextProblem>,
}

impl Survey {
    /// Creates the result for a binary file, whose text consists of hexadecimal digits.
    pub(super) fn binary() -> Self {
        Self {
            is_text: true,
            known: TextProperties {
                encoding: encoding_rs::UTF_8,
                mark: 0,
                is_text: true,
                is_forced: true,
            },
            claims: Claims::default(),
            problems: Vec::new(),
        }
    }
}

/// Surveys a large file. If the file is not text, or if its encoding does not allow reading in parts, only the properties of
/// the file are determined.
///
/// # Errors
///
/// Returns an error if the file cannot be read, if there is not enough memory, or if the run is cancelled.
pub(super) fn survey_file(
    input: &LargeInput,
    encoding: Option<&'static Encoding>,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<Survey> {
    let sample = EncodingSample::new(encoding);
    let mut head = Vec::new();
    input.begin()?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    let known = match sample.properties_from_start(&head) {
        Some(known) => known,
        None => detect_encoding(sample, input, limits, cancel)?,
    };
    let mut survey = Survey {
        is_text: known.is_text,
        known,
        claims: Claims::default(),
        problems: Vec::new(),
    };
    if survey.is_text && known.has_parts() {
        let mut inspection = inspect(input, &mut survey, false, limits, cancel)?;
        if inspection.is_suspect() {
            inspection = inspect(input, &mut survey, true, limits, cancel)?;
        }
        survey.is_text = inspection.is_text(&known);
        survey.problems = inspection.problems();
    }
    Ok(survey)
}

/// The blocks of a large file with their positions in the file. A cancelled run ends the iteration.
struct SurveyBlocks<'i> {
    input: &'i LargeInput,
    limits: Limits,
    blocks: Blocks<Box<dyn Read + Send + 'i>>,
    /// Approximate size of a block (bytes).
    size: usize,
    part: TextPart,
    has_more: bool,
    cancel: &'i Cancel,
}

impl<'i> SurveyBlocks<'i> {
    fn new(input: &'i LargeInput, limits: Limits, cancel: &'i Cancel) -> io::Result<Self> {
        Ok(Self {
            input,
            limits,
            blocks: Blocks::new(input.begin()?, limits),
            size: BLOCK_BYTES.min(limits.window),
            part: TextPart::default(),
            has_more: true,
            cancel,
        })
    }

    /// Returns the error that the line at which the next block begins is too long.
    fn line_too_long(&self) -> io::Error {
        let lines_before = || -> io::Result<u64> {
            let mut reader = BufReader::new(self.input.begin()?.take(self.part.bytes));
            let mut lines = 0;
            loop {
                let bytes = reader.fill_buf()?;
                if bytes.is_empty() {
                    return Ok(lines);
                }
                lines += memchr::memchr_iter(b'\n', bytes).count() as u64;
                let length = bytes.len();
                reader.consume(length);
            }
        };
        match lines_before() {
            Ok(lines) => record_too_long(lines + 1, self.limits),
            Err(error) => error,
        }
    }
}

impl Iterator for SurveyBlocks<'_> {
    type Item = io::Result<(Vec<u8>, TextPart)>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.has_more {
            return None;
        }
        let mut block = Vec::new();
        let min_bytes = if self.part.is_first() {
            MIN_FIRST_BLOCK_BYTES
        } else {
            1
        };
        // Lines are counted only for the message, because counting them all takes time.
        let result = self.blocks.append(&mut block, self.size.max(min_bytes), 1);
        let result = result.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => self.line_too_long(),
            _ => error,
        });
        self.has_more = *result.as_ref().unwrap_or(&false) && !self.cancel.is_set();
        self.part.is_continued = self.has_more;
        let part = self.part;
        self.part.bytes += block.len() as u64;
        Some(result.map(|_| (block, part)))
    }
}

/// Detects the encoding and other properties of a file from a sample of its lines.
fn detect_encoding(
    mut sample: EncodingSample,
    input: &LargeInput,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<TextProperties> {
    let mut blocks = SurveyBlocks::new(input, limits, cancel)?;
    while sample.needs_all_lines()
        && let Some(block) = blocks.next()
    {
        sample.add(&block?.0).map_err(|_| out_of_memory())?;
    }
    let is_full = AtomicBool::new(sample.is_full());
    let is_sufficient = AtomicBool::new(false);
    let draw_blocks = || {
        let blocks = blocks.by_ref().take(if is_sufficient.load(Ordering::Relaxed) {
            0
        } else {
            max_parallel_blocks()
        });
        blocks.collect()
    };
    let sample_block = |block: io::Result<(Vec<u8>, TextPart)>| {
        SamplePart::new(&block?.0, is_full.load(Ordering::Relaxed)).map_err(|_| out_of_memory())
    };
    in_order(
        draw_blocks,
        |blocks_drawn: Vec<_>| blocks_drawn.into_par_iter().map(sample_block).collect(),
        |part: io::Result<SamplePart>| {
            let needs_more = sample.add_part(&part?).map_err(|_| out_of_memory())?;
            is_full.store(sample.is_full(), Ordering::Relaxed);
            is_sufficient.store(!needs_more, Ordering::Relaxed);
            Ok::<(), io::Error>(())
        },
    )?;
    if cancel.is_set() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    sample.properties().map_err(|_| out_of_memory())
}

/// Inspects a file for damaged bytes and other problems, and collects the evidence for its format.
///
/// If `suspect` is `true`, all parts are tested for double encoding, and no evidence is collected, because an earlier call
/// has collected it. If `suspect` is `false`, only parts that show signs of double encoding are tested.
fn inspect(
    input: &LargeInput,
    survey: &mut Survey,
    suspect: bool,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<Inspection> {
    let known = survey.known;
    let is_format_decided = AtomicBool::new(suspect);
    let mut blocks = SurveyBlocks::new(input, limits, cancel)?;
    let inspect_blocks = |blocks_drawn: Vec<io::Result<(Vec<u8>, TextPart)>>| {
        let inspect_block = |block: io::Result<(Vec<u8>, TextPart)>| {
            let (block, part) = block?;
            let text = Text::from_part(block, &known, part, String::new()).map_err(|_| out_of_memory())?;
            let inspection = Inspection::new(&text, suspect);
            Ok((
                inspection,
                (!is_format_decided.load(Ordering::Relaxed)).then_some(text),
            ))
        };
        blocks_drawn
            .into_par_iter()
            .map(inspect_block)
            .collect::<Vec<io::Result<_>>>()
    };
    let mut inspection = Inspection::default();
    in_order(
        || blocks.by_ref().take(max_parallel_blocks()).collect(),
        inspect_blocks,
        |part_inspection| {
            let (part_inspection, text) = part_inspection?;
            inspection.add(part_inspection);
            if let Some(text) = text {
                survey.claims.count(text.as_str());
                is_format_decided.store(survey.claims.is_decided(), Ordering::Relaxed);
            }
            Ok::<(), io::Error>(())
        },
    )?;
    if cancel.is_set() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    Ok(inspection)
}
