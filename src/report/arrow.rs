//! Rows of typed cells as arrays of Arrow. The Python package and the format Parquet have the same types.

use std::io;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Float64Builder, Int64Builder, ListBuilder, MapBuilder,
    StringBuilder, StringDictionaryBuilder,
};
use arrow_array::types::{Date32Type, Int32Type};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

use super::cells::{Column, ColumnType, Row, Value};

/// Returns the schema of a table with these columns.
///
/// ```
/// use kifu::report::arrow::schema;
/// use kifu::run::{Column, ColumnType};
///
/// let schema = schema(&[Column { name: "plies", kind: ColumnType::Whole }]);
/// assert_eq!(schema.field(0).data_type().to_string(), "Int64");
/// ```
pub fn schema(columns: &[Column]) -> SchemaRef {
    let fields = columns
        .iter()
        .map(|column| Field::new(column.name, data_type(column.kind), true));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn data_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Day => DataType::Date32,
        ColumnType::Text => DataType::Utf8,
        ColumnType::Word => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        ColumnType::Whole => DataType::Int64,
        ColumnType::Number => DataType::Float64,
        ColumnType::Truth => DataType::Boolean,
        ColumnType::Wholes => DataType::List(Arc::new(Field::new_list_field(DataType::Int64, true))),
        ColumnType::Pairs => {
            let pair = Fields::from(vec![
                Field::new("key", DataType::Utf8, false),
                Field::new("value", DataType::Utf8, true),
            ]);
            DataType::Map(
                Arc::new(Field::new("entries", DataType::Struct(pair), false)),
                false,
            )
        }
    }
}

/// A builder of the array of a column.
enum Builder {
    Text(StringBuilder),
    Word(StringDictionaryBuilder<Int32Type>),
    Whole(Int64Builder),
    Real(Float64Builder),
    Truth(BooleanBuilder),
    Day(Date32Builder),
    Numbers(ListBuilder<Int64Builder>),
    Pairs(MapBuilder<StringBuilder, StringBuilder>),
}

impl Builder {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Day => Self::Day(Date32Builder::new()),
            ColumnType::Text => Self::Text(StringBuilder::new()),
            ColumnType::Word => Self::Word(StringDictionaryBuilder::new()),
            ColumnType::Whole => Self::Whole(Int64Builder::new()),
            ColumnType::Number => Self::Real(Float64Builder::new()),
            ColumnType::Truth => Self::Truth(BooleanBuilder::new()),
            ColumnType::Wholes => Self::Numbers(ListBuilder::new(Int64Builder::new())),
            ColumnType::Pairs => {
                Self::Pairs(MapBuilder::new(None, StringBuilder::new(), StringBuilder::new()))
            }
        }
    }

    /// Appends the next cell of a row, with the elements of a list. A cell that is empty or of another type becomes null.
    fn add(&mut self, row: &mut Row<'_>) {
        let value = row.next().unwrap_or(Value::Empty);
        match (self, value) {
            (Self::Text(array), Value::Text(text)) => array.append_value(text),
            (Self::Text(array), _) => array.append_null(),
            (Self::Word(array), Value::Text(text)) => array.append_value(text),
            (Self::Word(array), _) => array.append_null(),
            (Self::Whole(array), Value::Whole(number)) => array.append_value(number),
            (Self::Whole(array), _) => array.append_null(),
            #[expect(
                clippy::cast_precision_loss,
                reason = "seconds and counts stay far below 2^53"
            )]
            (Self::Real(array), Value::Whole(number)) => array.append_value(number as f64),
            (Self::Real(array), Value::Number(number)) => array.append_value(number),
            (Self::Real(array), _) => array.append_null(),
            (Self::Truth(array), Value::Truth(truth)) => array.append_value(truth),
            (Self::Truth(array), _) => array.append_null(),
            (Self::Day(array), Value::Text(text)) => array.append_option(day(text)),
            (Self::Day(array), _) => array.append_null(),
            (Self::Numbers(array), Value::List(count)) => {
                for _ in 0..count {
                    if let Some(Value::Whole(number)) = row.next() {
                        array.values().append_value(number);
                    }
                }
                array.append(true);
            }
            (Self::Numbers(array), _) => array.append(false),
            (Self::Pairs(array), Value::List(count)) => {
                let (keys, values) = array.entries();
                // The values of a name that occurs several times are joined with line ends.
                let mut pairs: Vec<(&str, String)> = Vec::new();
                for _ in 0..count / 2 {
                    let (Some(Value::Text(name)), Some(Value::Text(value))) = (row.next(), row.next()) else {
                        continue;
                    };
                    match pairs.iter_mut().find(|(key, _)| *key == name) {
                        Some((_, values)) => *values = format!("{values}\n{value}"),
                        None => pairs.push((name, value.to_owned())),
                    }
                }
                for (name, value) in pairs {
                    keys.append_value(name);
                    values.append_value(value);
                }
                // The builders of keys and values have equal lengths, so this cannot fail.
                let _ = array.append(true);
            }
            (Self::Pairs(array), _) => {
                let _ = array.append(false);
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(array) => ArrayBuilder::finish(array),
            Self::Word(array) => ArrayBuilder::finish(array),
            Self::Whole(array) => ArrayBuilder::finish(array),
            Self::Real(array) => ArrayBuilder::finish(array),
            Self::Truth(array) => ArrayBuilder::finish(array),
            Self::Day(array) => ArrayBuilder::finish(array),
            Self::Numbers(array) => ArrayBuilder::finish(array),
            Self::Pairs(array) => ArrayBuilder::finish(array),
        }
    }
}

/// Returns the number of days from 1970-01-01 to an ISO 8601 date, with or without a time; `None` for a date without a day.
fn day(text: &str) -> Option<i32> {
    let date = text.get(..10)?.parse().ok()?;
    Some(Date32Type::from_naive_date(date))
}

/// Maximum number of rows in a batch.
const MAX_BATCH_ROWS: usize = 16_384;

/// Size of the cells at which a batch is complete (bytes).
const MAX_BATCH_BYTES: usize = 8 << 20;

/// A builder of record batches, which receives rows one by one.
pub struct BatchBuilder {
    schema: SchemaRef,
    builders: Vec<Builder>,
    /// The number of rows so far.
    rows: usize,
    /// The size of the cells so far (bytes).
    bytes: usize,
}

impl BatchBuilder {
    /// Begins a batch of a table with these columns.
    pub fn new(columns: &[Column]) -> Self {
        Self {
            schema: schema(columns),
            builders: columns.iter().map(|column| Builder::new(column.kind)).collect(),
            rows: 0,
            bytes: 0,
        }
    }

    /// Appends a row.
    pub fn add(&mut self, mut row: Row<'_>) {
        self.bytes += row.size();
        for builder in &mut self.builders {
            builder.add(&mut row);
        }
        self.rows += 1;
    }

    /// Returns whether the batch is large enough to be passed on.
    pub fn is_full(&self) -> bool {
        self.rows >= MAX_BATCH_ROWS || self.bytes >= MAX_BATCH_BYTES
    }

    /// Returns whether the batch has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the batch and begins the next one.
    ///
    /// # Errors
    ///
    /// Returns an error if the arrays have different lengths, which would be a fault of this builder.
    pub fn finish(&mut self) -> io::Result<RecordBatch> {
        let arrays = self.builders.iter_mut().map(Builder::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        (self.rows, self.bytes) = (0, 0);
        let batch = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options);
        batch.map_err(io::Error::other)
    }
}
