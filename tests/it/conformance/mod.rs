//! The suite of `fixtures/conformance`: every input is read as its case expects.
//!
//! `docs/conformance.md` describes the fields. `fixtures/conformance/run.py` runs the same cases with any other
//! program.

mod case;
mod compare;
mod reading;
#[cfg(all(feature = "cli", unix))]
mod runner;

use std::collections::BTreeSet;

use case::Case;

/// Cases that do not pass yet, with the reasons.
const NOT_YET: &[(&str, &str)] = &[];

#[test]
fn every_case_has_the_expected_reading() {
    let mut failures = Vec::new();
    for case in Case::all() {
        let actual = reading::from_bytes(&case.input, case.extension());
        let differences = case
            .accepted()
            .map(|expected| compare::differences(expected, &actual))
            .min_by_key(Vec::len)
            .expect("an expected reading");
        let is_excused = NOT_YET.iter().any(|(name, _)| *name == case.name);
        match (differences.is_empty(), is_excused) {
            (false, false) => failures.push(format!("{}\n  {}", case.name, differences.join("\n  "))),
            (true, true) => failures.push(format!("{} is met by now", case.name)),
            _ => {}
        }
    }
    assert!(
        failures.is_empty(),
        "{} cases\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn every_exception_has_a_case_and_a_reason() {
    let names: BTreeSet<_> = Case::all().into_iter().map(|case| case.name).collect();
    for (name, reason) in NOT_YET {
        assert!(names.contains(*name) && !reason.is_empty(), "{name}");
    }
}

/// Every case is complete, unique and at most 8 KiB large, and has only known fields, because an unknown field would
/// not be compared.
#[test]
fn cases_are_well_formed() {
    let mut inputs = BTreeSet::new();
    for case in Case::all() {
        assert_eq!(case.unknown_fields(), Vec::<String>::new(), "{}", case.name);
        assert!(
            case.teaches.ends_with('.') && !case.source.is_empty(),
            "{}",
            case.name
        );
        assert!(case.input.len() <= 8192, "{} is not small", case.name);
        assert!(
            inputs.insert((case.extension().to_owned(), case.input.clone())),
            "{} is there twice",
            case.name
        );
    }
    assert!(inputs.len() >= 1500, "{}", inputs.len());
}

/// The comparison itself is tested: a reading with one changed field must differ, and an unchanged reading must not.
#[test]
fn a_changed_reading_is_noticed() {
    for case in Case::all() {
        for expected in case.accepted() {
            for (changed_reading, field) in compare::changed_readings(expected) {
                assert_ne!(
                    compare::differences(expected, &changed_reading),
                    Vec::<String>::new(),
                    "{}: {field}",
                    case.name
                );
            }
            assert_eq!(
                compare::differences(expected, expected),
                Vec::<String>::new(),
                "{}",
                case.name
            );
        }
    }
}
