//! The Python package `kifu`: records as objects, tables as streams of Arrow, and the command.
//!
//! Options are dictionaries with the names and values of the options of the command (`where`, `profile`, …). The code of the
//! command parses them, so the package accepts the same options and reports the same errors.

mod batch;
mod options;
mod record;
mod stream;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use kifu::cli;
use kifu::profile::Profile;
use kifu::run::{Column, ColumnType, Dataset};
use kifu::{notation, system};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use batch::Rows;
use options::Options;
use record::Record;
use stream::{Records, Table};

/// Returns the columns of a table. If `has_day` is `true`, the column `date` becomes the column `start_date` of days.
fn columns(dataset: &Dataset, has_day: bool) -> Vec<Column> {
    let columns = dataset.columns().into_iter().map(|column| {
        if has_day && column.name == "date" {
            Column {
                name: "start_date",
                kind: ColumnType::Day,
            }
        } else {
            column
        }
    });
    columns.collect()
}

/// Returns a table about the records in files, folders and archives.
#[pyfunction]
#[pyo3(signature = (name, paths, options, has_day, progress))]
fn table(
    name: &str,
    paths: Vec<PathBuf>,
    options: Options,
    has_day: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let dataset = cli::dataset(name, paths, options.entries()).map_err(PyValueError::new_err)?;
    Ok(Table {
        options: Arc::new(options),
        columns: columns(&dataset, has_day),
        source: Arc::new(dataset),
        progress,
    })
}

/// Returns the rules: name, severity, group, and the title in English and Japanese.
#[pyfunction]
fn rules(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let rules = system::ALL_RULES.iter().map(|rule| {
        let dict = PyDict::new(py);
        dict.set_item("name", rule.name)?;
        dict.set_item("severity", rule.class.severity().name())?;
        dict.set_item("group", rule.group.name())?;
        dict.set_item("title", rule.english)?;
        dict.set_item("title_ja", rule.japanese)?;
        Ok(dict)
    });
    rules.collect()
}

/// Returns the formats: name, title, extensions, and conversion targets.
#[pyfunction]
fn formats(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let formats = notation::NOTATIONS.iter().map(|notation| {
        let dict = PyDict::new(py);
        dict.set_item("name", notation.format.name())?;
        dict.set_item("title", notation.title.english)?;
        dict.set_item("extensions", notation.extensions)?;
        let targets: Vec<_> = notation.targets.iter().map(|it| it.name).collect();
        dict.set_item("targets", targets)?;
        Ok(dict)
    });
    formats.collect()
}

/// Returns the names of the built-in profiles.
#[pyfunction]
fn profiles() -> Vec<&'static str> {
    Profile::all().iter().map(|it| &*it.name).collect()
}

/// Converts records to one text in another format. Returns the text and the losses.
#[pyfunction]
fn convert<'py>(
    py: Python<'py>,
    records: Vec<PyRef<'py, Record>>,
    to: &str,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let records = records.iter().map(|record| record.game());
    let joined = record::join(records, record::target(to)?).map_err(PyValueError::new_err);
    let (data, losses) = joined?;
    Ok((PyBytes::new(py, &data), losses))
}

/// Runs the command `index` or `convert` with these options. Returns its exit status.
#[pyfunction]
fn job(py: Python<'_>, name: &str, options: Options, paths: Vec<PathBuf>) -> u8 {
    py.detach(|| cli::job(name, paths, options.entries())).code()
}

/// Returns the description of a number of losses of a kind, such as `2 variations`.
#[pyfunction]
fn loss(name: &str, count: u32) -> String {
    let loss = notation::Loss::named(name);
    loss.map_or_else(
        || format!("{count} {name}"),
        |loss| loss.counted(count).english().into_owned(),
    )
}

/// Runs the command `kifu` with these arguments. Returns its exit status.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| cli::run(arguments)).code()
}

#[pymodule]
fn _kifu(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Table>()?;
    module.add_class::<Rows>()?;
    module.add_class::<Record>()?;
    module.add_class::<Records>()?;
    module.add_function(wrap_pyfunction!(table, module)?)?;
    module.add_function(wrap_pyfunction!(rules, module)?)?;
    module.add_function(wrap_pyfunction!(formats, module)?)?;
    module.add_function(wrap_pyfunction!(profiles, module)?)?;
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(loss, module)?)?;
    module.add_function(wrap_pyfunction!(job, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)
}
