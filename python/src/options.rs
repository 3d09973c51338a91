//! Options: Python dictionaries with plain values.

use std::ffi::OsString;

use kifu::cli::OptionValue;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// The options of a function, in the given order.
#[derive(Clone, Debug)]
pub(crate) struct Options(Vec<(String, OptionValue)>);

impl Options {
    /// Returns the names and values of the options, in order.
    pub(crate) fn entries(&self) -> &[(String, OptionValue)] {
        &self.0
    }

    /// Returns `true` if the options refer to no file, so that a record read with them depends only on its own file.
    pub(crate) fn refer_to_no_file(&self) -> bool {
        let no_config = ("config".to_owned(), OptionValue::Truth(false));
        self.0.contains(&no_config) && self.0.iter().all(|(name, _)| name != "rules")
    }

    /// Returns the options as a dictionary.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in &self.0 {
            match value {
                OptionValue::Truth(truth) => dict.set_item(name, truth)?,
                OptionValue::Text(text) => dict.set_item(name, text)?,
                OptionValue::List(list) => dict.set_item(name, list)?,
            }
        }
        Ok(dict)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Options {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let dict = object.cast::<PyDict>()?;
        let to_option_value = |value: Bound<'py, PyAny>| -> PyResult<OptionValue> {
            if let Ok(truth) = value.cast::<PyBool>() {
                return Ok(OptionValue::Truth(truth.is_true()));
            }
            match value.extract::<OsString>() {
                Ok(text) => Ok(OptionValue::Text(text)),
                Err(_) => Ok(OptionValue::List(value.extract()?)),
            }
        };
        let entries = dict
            .iter()
            .map(|(name, value)| Ok((name.extract()?, to_option_value(value)?)));
        entries.collect::<PyResult<_>>().map(Self)
    }
}
