//! SQLite databases with a table for each table of a run.

use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};

use super::cells::{Column, ColumnType, Row, Value};
use super::{BinaryFile, put};
use crate::finding::{Message, Reason, bilingual, message};

/// The columns that have an index: identifiers of games, players, and positions.
const INDEXED_COLUMNS: [&str; 8] = [
    "game_id",
    "black",
    "white",
    "name",
    "player",
    "opponent_name",
    "opponent",
    "sfen",
];

/// Time to wait for another program that uses the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A table of a database: its name, and its columns.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseTable {
    /// The name of the table in the database.
    name: String,
    columns: Vec<Column>,
}

impl DatabaseTable {
    /// Creates a table with the name of a table of the command, with `_` for `-`.
    pub(crate) fn new(name: &str, columns: Vec<Column>) -> Self {
        Self {
            name: name.replace('-', "_"),
            columns,
        }
    }

    /// Returns the statement that creates this table in a schema of the connection.
    fn create_statement(&self, schema: &str) -> String {
        let mut statement = format!("CREATE TABLE {schema}.\"{}\" (", self.name);
        for (at, column) in self.columns.iter().enumerate() {
            let separator = if at > 0 { ", " } else { "" };
            put!(
                statement,
                "{separator}\"{}\" {}",
                column.name,
                type_name(column.kind)
            );
        }
        statement + ")"
    }

    /// Creates the indexes of this table.
    fn create_indexes(&self, connection: &Connection) -> rusqlite::Result<()> {
        let columns = self.columns.iter().map(|column| column.name);
        for column in columns.filter(|name| INDEXED_COLUMNS.contains(name)) {
            let name = &self.name;
            connection.execute_batch(&format!(
                "CREATE INDEX main.\"{name}_{column}\" ON \"{name}\" (\"{column}\")"
            ))?;
        }
        Ok(())
    }
}

/// Returns the type of a column. Booleans are 0 or 1, and lists are JSON.
const fn type_name(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Whole | ColumnType::Truth => "INTEGER",
        ColumnType::Number => "REAL",
        ColumnType::Text | ColumnType::Day | ColumnType::Word | ColumnType::Wholes | ColumnType::Pairs => {
            "TEXT"
        }
    }
}

/// A database that is being written to a file.
///
/// The tables of an existing database are added when they are complete, in one transaction. Until then, the database is
/// unchanged, and other programs can use it.
pub(crate) struct Database {
    tables: Vec<DatabaseTable>,
    /// The statements that insert a row, one for each table.
    inserts: Vec<String>,
    /// The path of the new file.
    file: PathBuf,
    /// The connection to the new file; `None` when the file is complete.
    connection: Option<Connection>,
    /// The path of the database that the tables are added to, if it exists.
    existing: Option<PathBuf>,
    /// The name of the output in error messages.
    name: Message,
}

impl Database {
    /// Begins a database with these tables in an empty file. If there is a file at `path`, the tables are added to it by
    /// [`update_existing`](BinaryFile::update_existing). `name` is the name of the output in error messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the file at `path` is not a database, or if the new file cannot be written.
    pub(crate) fn begin(
        file: &Path,
        path: &Path,
        name: &Message,
        tables: Vec<DatabaseTable>,
    ) -> io::Result<Self> {
        // SQLite takes a relative path that begins with `file:` for a URI.
        let [file, path] = [path::absolute(file)?, path::absolute(path)?];
        let existing = path.exists().then_some(path);
        let encoding = existing.as_deref().map(encoding_of_existing).transpose();
        let connection = encoding.and_then(|encoding| begin_tables(&file, encoding.as_deref(), &tables));
        let connection = connection.map_err(|error| database_error(name, &error))?;
        let inserts = tables.iter().map(|table| {
            let places = vec!["?"; table.columns.len()].join(", ");
            format!("INSERT INTO \"{}\" VALUES ({places})", table.name)
        });
        Ok(Self {
            inserts: inserts.collect(),
            tables,
            file,
            connection: Some(connection),
            existing,
            name: name.clone(),
        })
    }

    fn insert(&self, at: usize, rows: &[u8]) -> rusqlite::Result<()> {
        let Some(connection) = &self.connection else {
            return Ok(());
        };
        let columns = &self.tables[at].columns;
        let mut insert = connection.prepare_cached(&self.inserts[at])?;
        for mut row in Row::split(rows, columns.len()) {
            let cells = columns.iter().map(|_| DatabaseCell::next(&mut row));
            insert.execute(params_from_iter(cells))?;
        }
        Ok(())
    }

    fn complete(&mut self) -> rusqlite::Result<()> {
        let Some(connection) = self.connection.take() else {
            return Ok(());
        };
        if self.existing.is_none() {
            for table in &self.tables {
                table.create_indexes(&connection)?;
            }
        }
        connection.execute_batch("COMMIT")?;
        connection.close().map_err(|(_, error)| error)
    }

    /// Copies the tables into the existing database. A table with the same name is replaced; all others stay as they are.
    fn copy_to(&self, existing: &Path) -> rusqlite::Result<()> {
        let mut connection = Connection::open_with_flags(existing, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        // Rows of other tables may refer to the rows that are replaced.
        connection.pragma_update(None, "foreign_keys", false)?;
        connection.execute("ATTACH ?1 AS kifu_run", [PathText(&self.file)])?;
        let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        for table in &self.tables {
            let name = &table.name;
            transaction.execute_batch(&format!("DROP TABLE IF EXISTS main.\"{name}\""))?;
            transaction.execute_batch(&table.create_statement("main"))?;
            transaction.execute_batch(&format!(
                "INSERT INTO main.\"{name}\" SELECT * FROM kifu_run.\"{name}\" ORDER BY rowid"
            ))?;
            table.create_indexes(&transaction)?;
        }
        transaction.commit()
    }
}

impl BinaryFile for Database {
    fn write_rows(&mut self, table: usize, rows: &[u8], _: &mut dyn Write) -> io::Result<()> {
        self.insert(table, rows)
            .map_err(|error| database_error(&self.name, &error))
    }

    fn finish(&mut self, _: &mut dyn Write) -> io::Result<()> {
        self.complete()
            .map_err(|error| database_error(&self.name, &error))
    }

    fn update_existing(&mut self) -> io::Result<bool> {
        let Some(existing) = self.existing.take() else {
            return Ok(false);
        };
        self.copy_to(&existing)
            .map(|()| true)
            .map_err(|error| database_error(&self.name, &error))
    }
}

/// Returns the encoding of the texts in an existing database, which fails if the file is not a database. An empty file is a
/// database without tables.
fn encoding_of_existing(path: &Path) -> rusqlite::Result<String> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    connection.query_row("PRAGMA encoding", [], |row| row.get(0))
}

/// Creates the tables in an empty file, which is deleted if the run does not complete. Therefore it needs no journal.
fn begin_tables(
    file: &Path,
    encoding: Option<&str>,
    tables: &[DatabaseTable],
) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    if let Some(encoding) = encoding {
        connection.pragma_update(None, "encoding", encoding)?;
    }
    connection.pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.set_prepared_statement_cache_capacity(tables.len());
    connection.execute_batch("BEGIN")?;
    for table in tables {
        connection.execute_batch(&table.create_statement("main"))?;
    }
    Ok(connection)
}

/// A cell of a row of a database.
enum DatabaseCell<'r> {
    Value(Value<'r>),
    /// A list, as JSON.
    List(String),
}

impl<'r> DatabaseCell<'r> {
    /// Removes the next cell from a row, with the elements of a list.
    fn next(row: &mut Row<'r>) -> Self {
        match row.next().unwrap_or(Value::Empty) {
            Value::List(length) => {
                let elements = (0..length).map_while(|_| row.next()).map(json);
                Self::List(elements.collect::<serde_json::Value>().to_string())
            }
            value => Self::Value(value),
        }
    }
}

impl ToSql for DatabaseCell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Value(Value::Truth(truth)) => ValueRef::Integer((*truth).into()),
            Self::Value(Value::Whole(number)) => ValueRef::Integer(*number),
            Self::Value(Value::Number(number)) => ValueRef::Real(*number),
            Self::Value(Value::Text(text)) => ValueRef::Text(text.as_bytes()),
            Self::Value(Value::Empty | Value::List(_)) => ValueRef::Null,
            Self::List(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

/// Returns an element of a list as JSON.
fn json(value: Value<'_>) -> serde_json::Value {
    match value {
        Value::Truth(truth) => truth.into(),
        Value::Whole(number) => number.into(),
        Value::Number(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Empty | Value::List(_) => serde_json::Value::Null,
    }
}

/// A path as a value for SQLite, which passes its bytes to the system.
struct PathText<'p>(&'p Path);

impl ToSql for PathText<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let bytes = self.0.as_os_str().as_encoded_bytes();
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(bytes)))
    }
}

/// Returns the error for a database that cannot be written, with the name of the output.
fn database_error(name: &Message, error: &rusqlite::Error) -> io::Error {
    let (kind, why) = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => (
            io::ErrorKind::InvalidData,
            bilingual(
                "this file is not a SQLite database; choose another path",
                "SQLiteのデータベースではない。別のパスを指定する",
            ),
        ),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => (
            io::ErrorKind::ResourceBusy,
            bilingual(
                "another program is using this database; close it and try again",
                "ほかのプログラムがこのデータベースを使用している。終了してから実行し直す",
            ),
        ),
        Some(ErrorCode::SystemIoFailure) => (
            io::ErrorKind::Other,
            bilingual(
                "the disk reports an error; check its free space and the limit on the size of files",
                "ディスクのエラー。空き容量と、ファイルの大きさの制限を確かめる",
            ),
        ),
        Some(ErrorCode::CannotOpen) => (
            io::ErrorKind::PermissionDenied,
            bilingual(
                "this database cannot be opened; check that the file exists and can be written",
                "データベースを開けない。ファイルがあり、書き込めることを確かめる",
            ),
        ),
        Some(ErrorCode::DiskFull) => (
            io::ErrorKind::StorageFull,
            Reason::from_io_error(&io::ErrorKind::StorageFull.into()),
        ),
        _ => (
            io::ErrorKind::Other,
            message!(
                "the database cannot be written: {why}",
                "データベースを書き出せない: {why}",
                why = error.to_string()
            ),
        ),
    };
    Reason::with_subject(name, &Reason::error(kind, why))
}
