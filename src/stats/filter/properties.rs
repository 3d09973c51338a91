use std::cmp::Ordering;

use proptest::prelude::*;

use super::tests::{COLUMNS, read, row};
use super::*;

/// Returns the result of a test for a row, by a simple reference implementation that reads the printed form of the
/// test.
fn reference_result(condition: &Test, row: &[Cell<'static>; 10]) -> bool {
    match condition {
        Test::All(tests) => !tests.iter().any(|test| !reference_result(test, row)),
        Test::Any(tests) => tests.iter().any(|test| reference_result(test, row)),
        Test::Not(inner) => !reference_result(inner, row),
        Test::Player { .. } => panic!("the columns have no players"),
        Test::Column {
            column, cell_test, ..
        } => {
            let (cell, text) = (&row[*column], cell_test.to_string());
            let (_, sign) = text.split_at(usize::from(!text.is_empty()));
            let value = sign.split_once(' ').map(|it| it.1.trim_matches('"'));
            let (Cell::Integer(_) | Cell::Text(_) | Cell::Bool(_) | Cell::Float(_)) = cell else {
                return sign == "is empty";
            };
            let order = value.map(|value| match cell {
                Cell::Text(text) => text.as_ref().cmp(value),
                cell => cell
                    .number()
                    .unwrap_or_default()
                    .total_cmp(&value.parse().unwrap_or_default()),
            });
            match (sign.split(' ').next().unwrap_or_default(), cell, order) {
                ("", cell, _) => *cell == Cell::Bool(true),
                ("=", _, Some(order)) => order == Ordering::Equal,
                ("!=", _, Some(order)) => order != Ordering::Equal,
                ("<", _, Some(order)) => order == Ordering::Less,
                (">=", _, Some(order)) => order != Ordering::Less,
                ("~", Cell::Text(text), _) => text.contains(value.unwrap()),
                ("!~", Cell::Text(text), _) => !text.contains(value.unwrap()),
                _ => sign == "is not empty",
            }
        }
    }
}

fn any_filter() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["=", "!=", "<", ">="]);
    let number = (sign.clone(), -2..3).prop_map(|(sign, number)| format!("plies {sign} {number}"));
    let sign = prop::sample::select(vec!["=", "!=", "<", ">=", "~", "!~"]);
    let text = (sign, "[ab]{0,2}").prop_map(|(sign, text)| format!("end {sign} '{text}'"));
    let other_tests = prop::sample::select(vec![
        "drop",
        "end is empty",
        "plies is not empty",
        "drop is empty",
    ]);
    let leaf = prop_oneof![number, text, other_tests.prop_map(str::to_owned)];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.clone().prop_map(|filter| format!("not ({filter})")),
            inner.prop_map(|filter| format!("(not {filter})")),
            list.clone().prop_map(|it| it.join(" and ")),
            list.clone().prop_map(|it| it.join(" or ")),
            list.prop_map(|list| format!("({})", list.join(") or ("))),
        ]
    })
}

fn any_row() -> impl Strategy<Value = [Cell<'static>; 10]> {
    let plies = prop::option::of(-2_i64..3);
    let end = prop::option::of("[ab]{0,3}");
    let drop = prop::option::of(any::<bool>());
    (plies, end, drop).prop_map(|(plies, end, drop)| {
        let mut row = row();
        row[1] = plies.map_or(Cell::Empty, Cell::Integer);
        row[3] = Cell::from_option(end);
        row[5] = drop.map_or(Cell::Empty, Cell::Bool);
        row
    })
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof![
            any::<String>(),
            r#"(plies|end|drop|and|or|not|in|is|empty|[(),"'\\=!<>~ ]|1|a|山){0,12}"#,
            any_filter(),
        ],
    ) {
        match Filter::read(&text, &COLUMNS) {
            Ok(filter) => {
                let printed = filter.to_string();
                prop_assert_eq!(read(&printed), filter);
                prop_assert_eq!(read(&printed).to_string(), printed);
            }
            Err(fault) => {
                let span = fault.span.expect("a place");
                prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
            }
        }
    }

    #[test]
    fn filters_match_the_expected_rows(text in any_filter(), row in any_row()) {
        let filter = read(&text);
        prop_assert_eq!(filter.matches_row(|column| row[column].clone()), reference_result(&filter.test, &row));
    }
}
