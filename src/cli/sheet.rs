//! The destination of a report or a table: a target for the bytes of the output format, or an Excel workbook that is
//! built from the rows.

use std::io::{self, Write};
use std::path::Path;

use crate::finding::{Message, bilingual, message};
use crate::output::{Target, is_stdout, is_stream_type, stdout_is_terminal};
#[cfg(feature = "xlsx")]
use crate::report::xlsx::{Sheet, Workbook};
use crate::report::{ReportForm, WORKBOOK};
use crate::text::path_to_text;

/// The destination of an output: a target that receives the bytes, or a workbook that is built first and then written
/// to the target.
pub(super) struct Destination {
    target: Target,
    #[cfg(feature = "xlsx")]
    workbook: Option<Box<Workbook>>,
}

impl Destination {
    /// Creates a destination that writes the bytes unchanged.
    pub(super) const fn plain(target: Target) -> Self {
        Self {
            target,
            #[cfg(feature = "xlsx")]
            workbook: None,
        }
    }

    /// Creates a destination that builds a workbook with these sheets from rows and writes it to `target`. The links in the
    /// workbook are relative to the folder of `path`, or to the working directory for standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be created.
    #[cfg(feature = "xlsx")]
    pub(super) fn workbook(target: Target, path: Option<&Path>, sheets: Vec<Sheet>) -> io::Result<Self> {
        let folder = path.filter(|path| !is_stdout(path)).and_then(Path::parent);
        let workbook = Workbook::begin(sheets, folder.unwrap_or(Path::new("")))?;
        Ok(Self {
            target,
            workbook: Some(Box::new(workbook)),
        })
    }

    /// Returns the target that receives the bytes or the workbook.
    pub(super) const fn target(&self) -> &Target {
        &self.target
    }

    /// Adds rows to a sheet of the workbook, by its index. Without a workbook, writes the bytes to the target.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written.
    #[cfg_attr(
        not(feature = "xlsx"),
        expect(unused_variables, reason = "only a workbook has sheets")
    )]
    pub(super) fn write_rows(&mut self, sheet: usize, bytes: &[u8]) -> io::Result<()> {
        #[cfg(feature = "xlsx")]
        if let Some(workbook) = &mut self.workbook {
            return workbook.write_lines(sheet, bytes);
        }
        self.target.write_all(bytes)
    }

    /// Completes the workbook, if the output is a workbook, and writes all data to the disk or the stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the data cannot be written.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        #[cfg(feature = "xlsx")]
        if let Some(workbook) = self.workbook.take() {
            workbook.finish(&mut self.target)?;
        }
        self.target.sync()
    }

    /// Returns the target that received the bytes or the workbook. Its file still has its temporary name.
    pub(super) fn into_target(self) -> Target {
        self.target
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_rows(0, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}

/// Returns the error for an output file whose extension belongs to another format or to a format that the command
/// cannot write. Returns `None` for any other extension.
fn wrong_extension(form: &ReportForm, output: &Path) -> Option<Message> {
    let extension = output.extension()?.to_str()?.to_ascii_lowercase();
    let file_name = path_to_text(output);
    let is_workbook = form.name == WORKBOOK;
    match &*extension {
        "xlsx" if is_workbook => None,
        "xlsx" => Some(message!(
            "`{file_name}` has the extension of an Excel workbook; use --format xlsx to write one",
            "「{file_name}」の拡張子はExcelのブックのものである。ブックを書き出すには `--format xlsx` を指定する",
        )),
        "xls" | "xlsm" | "ods" => Some(message!(
            "kifu does not write .{extension} files; use --format xlsx -o FILE.xlsx",
            "kifuは.{extension}ファイルを書き出さない。`--format xlsx -o ファイル名.xlsx` を指定する",
        )),
        "parquet" | "arrow" | "feather" => Some(message!(
            "the command does not write .{extension} files; the Python package does (docs/python.md)",
            ".{extension}ファイルはコマンドでは書き出せない。Pythonのパッケージを使う（docs/python.ja.md）",
        )),
        "db" | "sqlite" | "sqlite3" | "duckdb" => Some(message!(
            "kifu does not write databases; write CSV and import it (docs/recipes.md)",
            "kifuはデータベースを書き出さない。CSVを書き出して取り込む（docs/recipes.ja.md）",
        )),
        "csv" | "tsv" | "json" | "jsonl" | "txt" | "html" if is_workbook => Some(message!(
            "`{file_name}` has the extension of another format, but the output is xlsx; choose another name",
            "「{file_name}」の拡張子は別の形式のものだが、出力はxlsxである。別の名前を指定する",
        )),
        _ => None,
    }
}

/// Returns the reason why an output of this format cannot be written to this path, or `None` if it can.
///
/// The extension of a file must fit the format. A workbook cannot be written to a terminal or as shards.
pub(super) fn check_destination(
    form: &ReportForm,
    output: Option<&Path>,
    in_shards: bool,
) -> Option<Message> {
    let is_no_stream =
        |path: &&Path| !std::fs::metadata(path).is_ok_and(|metadata| is_stream_type(metadata.file_type()));
    if let Some(error) = output
        .filter(is_no_stream)
        .and_then(|path| wrong_extension(form, path))
    {
        return Some(error);
    }
    if form.name != WORKBOOK {
        return None;
    }
    if in_shards {
        return Some(bilingual(
            "--output-dir does not apply to xlsx; use -o FILE.xlsx",
            "xlsxでは `--output-dir` は使えない。`-o ファイル名.xlsx` を指定する",
        ));
    }
    let is_terminal = output.is_none_or(is_stdout) && stdout_is_terminal();
    is_terminal.then(|| {
        bilingual(
            "xlsx is a binary format and is not written to a terminal; specify a file with -o",
            "xlsxはバイナリ形式なので、端末には書き出さない。`-o` でファイルを指定する",
        )
    })
}
