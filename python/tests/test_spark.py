"""The tables on Spark equal those of the command."""

import hashlib
import os
import shutil
import signal
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

import kifu
from test_tables import FIXTURES, command, findings

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed: Spark is not tested")
if not shutil.which("java"):
    pytest.skip("there is no Java: Spark is not tested", allow_module_level=True)

import kifu.spark  # noqa: E402

SUMMARIES = ["players", "openings", "endings", "rules", "duplicates", "standings", "cross-table"]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Returns the paths of records and archives, and a Parquet file of their contents."""
    paths = sorted({it["path"].split("!")[0] for it in command("validate", "--isolated", "--format", "jsonl", FIXTURES)})
    table = pyarrow.table({"path": paths, "content": [Path(it).read_bytes() for it in paths]})
    parquet = tmp_path_factory.mktemp("spark") / "files.parquet"
    pyarrow.parquet.write_table(table, parquet)
    return paths, str(parquet)


def session(master):
    # The executors import the same package as the tests.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = pyspark.sql.SparkSession.builder.master(master).appName("kifu")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100",
        "spark.executorEnv.PYTHONPATH": str(Path(kifu.__file__).parents[1]),
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


@pytest.fixture(scope="module")
def local():
    spark = session("local[2]")
    yield spark
    spark.stop()


def plain(value):
    """Returns the value of a cell with whole floats as integers, because JSON does not distinguish 3 and 3.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def digest(rows):
    """Returns a digest of rows that does not depend on their order."""
    lines = sorted(repr(sorted((name, plain(value)) for name, value in row.items())) for row in rows)
    assert lines
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def digest_of_frame(frame):
    return digest(row.asDict() for row in frame.collect())


def test_findings_of_files_and_of_parquet(local, files):
    paths, parquet = files
    due = digest(findings(*paths))
    assert digest_of_frame(kifu.spark.validate(local.read.parquet(parquet).repartition(4))) == due
    folder = FIXTURES / "tournament"
    binary = local.read.format("binaryFile").option("recursiveFileLookup", "true").option("pathGlobFilter", "*.{kif,csa,ki2}")
    found = kifu.spark.validate(binary.load(str(folder))).collect()
    due = [it for it in findings(folder) if it["path"].endswith((".kif", ".csa", ".ki2"))]
    without_scheme = [row.asDict() | {"path": row["path"].removeprefix("file:")} for row in found]
    assert digest(without_scheme) == digest(due)


@pytest.mark.parametrize("table", ["games", "moves", *SUMMARIES])
def test_tables(local, files, table):
    paths, parquet = files
    due = command("stats", "--isolated", "--table", table, "--columns", "all", "--format", "jsonl", *paths)
    made = [it.asDict() for it in kifu.spark.stats(local.read.parquet(parquet).repartition(4), table, columns="all").collect()]
    if table == "duplicates":
        # Group numbers may differ, but each group must have the same records.
        for rows in (made, due):
            first = {row["group"]: (row["path"], row["record"]) for row in rows if row["relation"] == "first"}
            for row in rows:
                row["group"] = first[row["group"]]
    assert digest(made) == digest(due)


def test_records_of_all_partitions_are_compared(local, files):
    # The records are compared in the order of their paths.
    folder = FIXTURES / "tournament"
    paths = sorted(str(it) for it in folder.rglob("*") if it.suffix in (".kif", ".csa", ".ki2"))
    copies = [it.replace("fixtures/tournament", "fixtures/tournament/copies") for it in paths]
    content = [Path(it).read_bytes() for it in paths]
    frame = local.createDataFrame(list(zip(copies + paths, content + content)), "path string, content binary").repartition(4)
    made = [it.asDict() for it in kifu.spark.audit(frame).collect()]
    assert {it["rule"] for it in made} >= {"same-game-again"} and all(it["related"] for it in made if it["rule"] == "same-game-again")
    alone = local.createDataFrame(list(zip(paths, content)), "path string, content binary").repartition(4)
    sheet = str(FIXTURES / "sheets" / "2023-spring.csv")
    made = [it.asDict() for it in kifu.spark.audit(alone, sheet=sheet).collect()]
    due = pyarrow.table(kifu.audit(paths, sheet=sheet, config=False)).to_pylist()
    assert made == due and {it["rule"] for it in made} >= {"sheet-result-differs", "sheet-game-missing"}


def test_large_texts(local, files):
    frame = local.read.parquet(files[1]).repartition(4)
    due = digest_of_frame(kifu.spark.stats(frame, "players"))
    local.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        assert digest_of_frame(kifu.spark.stats(frame, "players")) == due
    finally:
        local.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_conversion(local, files):
    paths, parquet = files
    rows = kifu.spark.convert(local.read.parquet(parquet), "csa").collect()
    assert len(rows) == len(command("stats", "--isolated", "--columns", "path", "--format", "jsonl", *paths))
    assert {row["content"] is None for row in rows} == {row["error"] is not None for row in rows} == {True, False}
    for row in rows[::50]:
        (record,) = [it for it in kifu.read(row["path"].split("!")[0]) if (it.path, it.number) == (row["path"], row["record"])]
        if row["content"] is not None:
            assert record.to("csa").data == bytes(row["content"]) and record.to("csa").losses == row["losses"]


def test_wrong_options_are_refused_before_anything_runs(local, files):
    frame = local.read.parquet(files[1])
    with pytest.raises(ValueError, match="jsa-amateur"):
        kifu.spark.validate(frame, profile="jsa-amatuer")
    with pytest.raises(ValueError, match="orderBy"):
        kifu.spark.stats(frame, "players", sort="-games")


def test_each_task_has_all_values_of_an_option(local, files):
    frame = local.read.parquet(files[1]).repartition(4)
    due = digest_of_frame(kifu.spark.validate(frame, ignore="results,clocks"))
    assert due != digest_of_frame(kifu.spark.validate(frame))
    assert digest_of_frame(kifu.spark.validate(frame, ignore=iter(["results", "clocks"]))) == due
    columns = ["opening", "games"]
    assert digest_of_frame(kifu.spark.stats(frame, "openings", columns=iter(columns))) == digest_of_frame(kifu.spark.stats(frame, "openings", columns=columns))


def kill_once(flag):
    """Returns a function for `mapInArrow` that kills its executor, but only if the file `flag` does not exist yet."""

    def run(batches):
        for batch in batches:
            try:
                os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                yield batch
                continue
            parent = os.getppid()
            while "java" not in Path(f"/proc/{parent}/comm").read_text():
                parent = int(Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()[1])
            os.kill(parent, signal.SIGKILL)
            raise RuntimeError("the executor is gone")

    return run


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc: executors cannot be found")
def test_an_executor_that_is_killed_changes_nothing(files, tmp_path):
    paths, parquet = files
    active = pyspark.sql.SparkSession.getActiveSession()
    if active:
        active.stop()
    spark = session("local-cluster[2,1,1024]")
    try:
        frame = spark.read.parquet(parquet).repartition(4)
        flag = tmp_path / "killed"
        dying = frame.mapInArrow(kill_once(str(flag)), frame.schema)
        assert digest_of_frame(kifu.spark.validate(dying)) == digest(findings(*paths))
        assert flag.exists()
        flag.unlink()
        due = command("stats", "--isolated", "--table", "players", "--columns", "all", "--format", "jsonl", *paths)
        assert digest_of_frame(kifu.spark.stats(dying, "players", columns="all")) == digest(due)
        assert flag.exists()
    finally:
        spark.stop()
