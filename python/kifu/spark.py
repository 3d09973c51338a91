"""Computes the tables of kifu on Spark, and converts records.

>>> from pyspark.sql import SparkSession  # doctest: +SKIP
>>> import kifu.spark  # doctest: +SKIP
>>> spark = SparkSession.builder.getOrCreate()  # doctest: +SKIP
>>> files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load("games/")  # doctest: +SKIP
>>> kifu.spark.validate(files).groupBy("rule").count().show()  # doctest: +SKIP

Each function takes a DataFrame with the columns ``path`` and ``content``: the bytes of files or of archives. The result
is computed lazily, as usual on Spark. The options are those of the functions of :mod:`kifu`. Files given as options
must exist on every executor. This module requires PySpark 3.5 or later and pyarrow, and the package ``kifu`` on every executor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow
from pyarrow import compute
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql.pandas.types import from_arrow_schema

from . import Plain, Rows, _plain, _plan, _stream, _without_paths
from ._options import AuditBatchOptions, StatsBatchOptions, TableName, TargetFormat, ValidateBatchOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

__all__ = ["audit", "convert", "records", "stats", "validate"]

Batches = Iterator[pyarrow.RecordBatch]

_NO_FILES = pyarrow.table({"path": pyarrow.array([], "string"), "content": pyarrow.array([], "binary")})


def validate(df: DataFrame, **options: Unpack[ValidateBatchOptions]) -> DataFrame:
    """Returns a row for each finding in the records, as :func:`kifu.validate` does."""
    return _each(df, "findings", _for_tasks(options), "rows")


def audit(df: DataFrame, **options: Unpack[AuditBatchOptions]) -> DataFrame:
    """Returns a row for each contradiction between records, as :func:`kifu.audit` does.

    The facts of the records are computed by partition. After a shuffle, one task compares them, in the order of the paths.
    """
    plain = _for_tasks(options)
    pieces = _each(df, "audit", plain, "pieces")
    return _merged(pieces.repartition("shard").sortWithinPartitions("key"), "audit", plain)


def records(df: DataFrame, **options: Unpack[ValidateBatchOptions]) -> DataFrame:
    """Returns a row for each record, as :func:`kifu.records` does."""
    return _each(df, "records", _for_tasks(options), "rows")


def stats(df: DataFrame, table: TableName = "games", **options: Unpack[StatsBatchOptions]) -> DataFrame:
    """Returns a table of :func:`kifu.stats`. Rows about many records are merged from the results of all partitions,
    after a shuffle.

    The order of the rows is not defined, and the numbers of groups of duplicates have gaps. Instead of the options ``sort``
    and ``limit``, use the methods of the DataFrame.
    """
    for name, instead in (("sort", "orderBy"), ("limit", "limit")):
        if options.get(name) is not None:
            raise ValueError(f"`{name}` has no meaning for a part of the records; use `{instead}` of the DataFrame")
    plain = _for_tasks(options)
    if not _plan(table, plain).is_about_many:
        return _each(df, table, plain, "rows")
    pieces = _each(df, table, plain, "pieces")
    return _merged(pieces.repartition("shard").sortWithinPartitions("key"), table, plain)


def convert(df: DataFrame, to: TargetFormat, **options: Unpack[ValidateBatchOptions]) -> DataFrame:
    """Returns a row for each record: ``path``, ``record``, ``format``, its ``content`` in the format ``to``, and the
    ``losses``.

    If the format cannot hold the record, ``content`` and ``losses`` are null, and ``error`` has the reason.
    """
    return _each(df, "records", _for_tasks(options), "convert", to)


def _for_tasks(options: Mapping[str, Any]) -> Plain:
    """Returns the options of each task, with plain values. A task has one thread, because Spark runs a task on each
    core.
    """
    return _plain({"jobs": 1, **_without_paths(options)})


def _each(df: DataFrame, table: str, options: Plain, method: str, *arguments: str) -> DataFrame:
    """Calls a method of :class:`kifu.Table` with each batch of files, and returns the rows."""
    # A call without files returns the schema. This call also raises the error for a wrong option here instead of on the
    # executors.
    schema = _schema(getattr(_plan(table, options), method)(_NO_FILES, *arguments))

    def run(batches: Batches) -> Batches:
        make = getattr(_plan(table, options), method)
        for batch in batches:
            yield from _batches(make(_stream(batch), *arguments), schema)

    return df.select("path", "content").mapInArrow(run, from_arrow_schema(schema))


def _merged(pieces: DataFrame, table: str, options: Plain) -> DataFrame:
    """Returns the rows of a table from its pieces. All pieces of a shard are in one partition, sorted by their keys."""
    task = _plan(table, options)
    schema, of_pieces = _schema(task.rows(_NO_FILES)), _schema(task.pieces(_NO_FILES))

    def run(batches: Batches) -> Batches:
        # Spark may have converted strings to large strings, so the pieces are converted back.
        cast = (it for batch in batches for it in pyarrow.Table.from_batches([batch]).cast(of_pieces).to_batches())
        reader = pyarrow.RecordBatchReader.from_batches(of_pieces, cast)
        for batch in _batches(_plan(table, options).merge(reader), schema):
            if "group" in schema.names:
                # Partition numbers in the upper bits, as in `monotonically_increasing_id`, make the numbers unique.
                at = schema.get_field_index("group")
                context = TaskContext.get()
                assert context is not None, "this runs in a task"
                groups = compute.add(batch.column(at), context.partitionId() << 33)
                batch = batch.set_column(at, schema.field(at), groups)
            yield batch

    return pieces.mapInArrow(run, from_arrow_schema(schema))


def _batches(rows: Rows, schema: pyarrow.Schema) -> list[pyarrow.RecordBatch]:
    batches: list[pyarrow.RecordBatch] = pyarrow.table(rows).cast(schema).to_batches()
    return batches


def _schema(rows: Rows) -> pyarrow.Schema:
    """Returns the schema of the rows with plain strings, because Spark does not support dictionary encoding."""
    fields = [
        pyarrow.field(it.name, pyarrow.string()) if pyarrow.types.is_dictionary(it.type) else it
        for it in pyarrow.table(rows).schema
    ]
    return pyarrow.schema(fields)
