//! The destination of a report or a table: a target for the bytes of the output format, or a file in a binary format that is
//! built from the rows.

use std::io::{self, Write};
use std::path::Path;

use crate::finding::{Message, Words, bilingual, both, message};
use crate::output::{Target, is_stdout, is_stream, stdout_is_terminal};
#[cfg(any(feature = "parquet", feature = "sqlite"))]
use crate::report::cells::Column;
use crate::report::cells::{PARQUET, SQLITE};
#[cfg(feature = "parquet")]
use crate::report::parquet::ParquetFile;
#[cfg(feature = "sqlite")]
use crate::report::sqlite::{Database, DatabaseTable};
#[cfg(feature = "xlsx")]
use crate::report::xlsx::{Sheet, Workbook};
use crate::report::{BinaryFile, ReportForm, WORKBOOK};
use crate::text::path_to_text;

/// The destination of an output: a target that receives the bytes, or a file in a binary format that is written to the target.
pub(super) struct Destination {
    target: Target,
    file: Option<Box<dyn BinaryFile>>,
}

impl Destination {
    /// Creates a destination that writes the bytes unchanged.
    pub(super) const fn plain(target: Target) -> Self {
        Self { target, file: None }
    }

    #[cfg(any(feature = "xlsx", feature = "parquet", feature = "sqlite"))]
    fn built(target: Target, file: impl BinaryFile + 'static) -> Self {
        Self {
            target,
            file: Some(Box::new(file)),
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
        Ok(Self::built(target, workbook))
    }

    /// Creates a destination that builds a Parquet file with these columns from rows.
    ///
    /// # Errors
    ///
    /// Returns an error if Parquet does not have a type of a column.
    #[cfg(feature = "parquet")]
    pub(super) fn parquet(target: Target, columns: &[Column]) -> io::Result<Self> {
        let file = ParquetFile::begin(columns)?;
        Ok(Self::built(target, file))
    }

    /// Creates a destination that builds a SQLite database with these tables, each with its name and columns, from rows. If the
    /// target replaces an existing database, the tables are added to that database instead.
    ///
    /// # Errors
    ///
    /// Returns an error if the existing file is not a database, or if the target cannot be written.
    #[cfg(feature = "sqlite")]
    pub(super) fn database(target: Target, tables: Vec<(&str, Vec<Column>)>) -> io::Result<Self> {
        let tables = tables.into_iter();
        let tables = tables.map(|(name, columns)| DatabaseTable::new(name, columns));
        let Some([temporary, path]) = target.paths() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let database = Database::begin(temporary, path, target.name(), tables.collect())?;
        Ok(Self::built(target, database))
    }

    /// Returns the target that receives the bytes or the file.
    pub(super) const fn target(&self) -> &Target {
        &self.target
    }

    /// Adds rows to a table of a file in a binary format, by its index. In all other formats, writes the bytes to the target.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written.
    pub(super) fn write_rows(&mut self, table: usize, bytes: &[u8]) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.write_rows(table, bytes, &mut self.target),
            None => self.target.write_all(bytes),
        }
    }

    /// Completes a file in a binary format, and writes all data to the disk or the stream. A file still has its temporary name
    /// after that. This is done once.
    ///
    /// # Errors
    ///
    /// Returns an error if the data cannot be written.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.finish(&mut self.target)?;
        }
        self.target.sync()
    }

    /// Renames the file to its path, after [`sync`](Self::sync), or adds its tables to an existing database.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written; an existing file stays unchanged.
    pub(super) fn persist(self) -> io::Result<()> {
        if let Some(mut file) = self.file
            && file.update_existing()?
        {
            return Ok(());
        }
        self.target.persist()
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

/// The extensions that belong to a binary format: the extensions, the name of the format, and its files in words.
const BINARY_EXTENSIONS: [(&[&str], &str, Words); 3] = [
    (&["xlsx"], WORKBOOK, both("an Excel workbook", "Excelのブック")),
    (&["parquet"], PARQUET, both("a Parquet file", "Parquetのファイル")),
    (
        &["db", "sqlite", "sqlite3"],
        SQLITE,
        both("a SQLite database", "SQLiteのデータベース"),
    ),
];

/// Returns the error for an output file whose extension belongs to another format or to a format that the command
/// cannot write. Returns `None` for any other extension.
fn wrong_extension(form: &ReportForm, output: &Path) -> Option<Message> {
    let extension = output.extension()?.to_str()?.to_ascii_lowercase();
    let file_name = path_to_text(output);
    let mut binary_formats = BINARY_EXTENSIONS.iter();
    if let Some((_, format, words)) = binary_formats.find(|it| it.0.contains(&&*extension)) {
        let words: Message = (*words).into();
        return (*format != form.name).then(|| {
            message!(
                "`{file_name}` has the extension of {words}; use --format {format} to write one",
                "「{file_name}」の拡張子は{words}のものである。書き出すには `--format {format}` を指定する",
                words
            )
        });
    }
    match &*extension {
        "xls" | "xlsm" | "ods" => Some(message!(
            "kifu does not write .{extension} files; use --format xlsx -o FILE.xlsx",
            "kifuは.{extension}ファイルを書き出さない。`--format xlsx -o ファイル名.xlsx` を指定する",
        )),
        "arrow" | "feather" | "duckdb" => Some(message!(
            "kifu does not write .{extension} files; use --format parquet -o FILE.parquet",
            "kifuは.{extension}ファイルを書き出さない。`--format parquet -o ファイル名.parquet` を指定する",
        )),
        "csv" | "tsv" | "json" | "jsonl" | "txt" | "html" if form.is_binary => Some(message!(
            "`{file_name}` has the extension of another format, but the output is {format}; choose another name",
            "「{file_name}」の拡張子は別の形式のものだが、出力は{format}である。別の名前を指定する",
            format = form.name
        )),
        _ => None,
    }
}

/// Returns the error for a format that this build cannot write. Returns `None` if it can.
///
/// Such a format is a feature that is off by default.
fn missing_feature(form: &ReportForm) -> Option<Message> {
    let format = form.name;
    let is_missing = match format {
        PARQUET => !cfg!(feature = "parquet"),
        SQLITE => !cfg!(feature = "sqlite"),
        _ => false,
    };
    is_missing.then(|| {
        message!(
            "this build of kifu does not write {format}; in the folder of its source, `cargo install --path . --features {format}` installs one that does",
            "このkifuは{format}を書き出せない。ソースのフォルダで `cargo install --path . --features {format}` を実行すると、書き出せるkifuが入る",
        )
    })
}

/// Returns the reason why an output of this format cannot be written to this path, or `None` if it can.
///
/// The extension of a file must fit the format. A workbook is not written to a terminal, Parquet and SQLite only to files, and
/// none of these formats as shards.
pub(super) fn check_destination(
    form: &ReportForm,
    output: Option<&Path>,
    in_shards: bool,
) -> Option<Message> {
    if let Some(error) = missing_feature(form) {
        return Some(error);
    }
    let file = output.filter(|path| !is_stdout(path) && !is_stream(path));
    if let Some(error) = file.and_then(|path| wrong_extension(form, path)) {
        return Some(error);
    }
    if !form.is_binary {
        return None;
    }
    let (format, extension) = (form.name, form.extension);
    if in_shards {
        return Some(message!(
            "--output-dir does not apply to {format}; use -o FILE.{extension}",
            "{format}では `--output-dir` は使えない。`-o ファイル名.{extension}` を指定する",
        ));
    }
    if format != WORKBOOK {
        return file.is_none().then(|| {
            message!(
                "{format} is written to a file; specify it with -o FILE.{extension}",
                "{format}はファイルに書き出す。`-o ファイル名.{extension}` を指定する",
            )
        });
    }
    let is_terminal = output.is_none_or(is_stdout) && stdout_is_terminal();
    is_terminal.then(|| {
        bilingual(
            "xlsx is a binary format and is not written to a terminal; specify a file with -o",
            "xlsxはバイナリ形式なので、ターミナルには書き出さない。`-o` でファイルを指定する",
        )
    })
}
