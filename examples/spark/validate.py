"""Check the game records of a Spark DataFrame with kifu, and write the findings as Parquet.

    spark-submit validate.py games/ findings.parquet
    spark-submit validate.py --profile jsa-pro records.parquet findings.parquet

The input is a folder of record files, or Parquet with the columns `path` (string) and `content` (binary). A row of the
output is a finding. The program `kifu` must be installed on every executor, or be sent there:

    spark-submit --files target/release/kifu validate.py games/ findings.parquet

Needs PySpark 3.5 or later, pyarrow, and pandas below 3. docs/scale.md explains the example.
"""

import argparse
import io
import json
import os
import shutil
import subprocess
import tarfile

import pandas as pd
from pyspark import SparkFiles
from pyspark.sql import SparkSession

# The fields of a finding in `kifu validate --format jsonl` (docs/output-formats.md), after the two that identify the record.
FIELDS = {
    "rule": "string",
    "severity": "string",
    "ply": "int",
    "variation": "array<int>",
    "line": "int",
    "column": "int",
    "side": "string",
    "move": "string",
    "sfen": "string",
    "message": "string",
    "after_foul": "boolean",
}
SCHEMA = ", ".join(f"`{name}` {kind}" for name, kind in {"path": "string", "record": "int", **FIELDS}.items())


def as_tar(paths, contents):
    """Returns a tar of the files. Member names are `NUMBER/NAME`: the number is the place in `paths`."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for number, (path, content) in enumerate(zip(paths, contents)):
            member = tarfile.TarInfo(f"{number}/{os.path.basename(path)}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def check(kifu, arguments, paths, contents):
    """Runs `kifu` over some files and yields a tuple for each finding. Raises where the run is incomplete."""
    command = [kifu, "validate", "-q", "-j1", "--format", "jsonl", "--isolated", *arguments, "-"]
    run = subprocess.run(command, input=as_tar(paths, contents), capture_output=True)
    # 0: no errors in the records, 1: some. With anything else Spark tries the task again.
    if run.returncode not in (0, 1):
        raise RuntimeError(f"kifu ended with {run.returncode}: {run.stderr.decode(errors='replace')}")
    for line in run.stdout.splitlines():
        record = json.loads(line)
        # `-!12/game.kif` is a member of standard input; `-` alone would be the tar itself.
        number = record["path"].removeprefix("-!").split("/")[0]
        if not number.isdecimal():
            raise RuntimeError(f"kifu could not read its input: {line.decode()}")
        for finding in record["findings"]:
            yield paths[int(number)], record["record"], *(finding.get(field) for field in FIELDS)


def validate(records, kifu="kifu", arguments=()):
    """Returns the findings of a DataFrame with the columns `path` and `content`."""

    def partition(batches):
        program = shutil.which(kifu) or SparkFiles.get(kifu)
        for batch in batches:
            rows = check(program, arguments, batch["path"].tolist(), batch["content"].tolist())
            columns = zip(*rows)
            # Columns of objects, so that an integer that is missing stays null and does not become a float.
            yield pd.DataFrame(dict(zip(["path", "record", *FIELDS], columns)), dtype=object)

    return records.select("path", "content").mapInPandas(partition, SCHEMA)


def main():
    """Reads the arguments and runs the job."""
    parser = argparse.ArgumentParser(description="Check game records with kifu on Spark.")
    parser.add_argument("--kifu", default="kifu", help="the program on the executors [default: kifu]")
    parser.add_argument("--profile", help="the profile to check by")
    parser.add_argument("input", help="a folder of records, or Parquet with the columns path and content")
    parser.add_argument("output", help="the folder for the findings; it must not exist")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("kifu validate").getOrCreate()
    # A batch is held in memory as rows and as a tar.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "2000")
    if options.input.rstrip("/").endswith(".parquet"):
        records = spark.read.parquet(options.input)
    else:
        records = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(options.input)
    arguments = ["--profile", options.profile] if options.profile else []
    validate(records, options.kifu, arguments).write.parquet(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
