//! What stands where a row and a column of a table meet.

use crate::report::Cell;

/// What the cells of a column hold, where they hold anything.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Words.
    Text,
    /// Dates in ISO 8601, as precise as they are known; words where a record says something else.
    Date,
    /// One of the words that this gives.
    Word(fn() -> Vec<&'static str>),
    /// Whole numbers.
    Whole,
    /// Whole numbers and fractions.
    Number,
    /// `true` or `false`.
    Truth,
}

// Cells as bytes that stand in the order of the cells.

/// What begins the bytes of every cell, in their order; what is empty is last whichever way.
const BOOLEAN: u8 = 0;
const NUMBER: u8 = 1;
const TEXT: u8 = 2;
const EMPTY: u8 = 3;

/// Adds a cell to a key, so that keys compare as bytes in the order of the cells: numbers by size, words by their
/// characters, or the other way round where the order is `descending`. What is empty comes last in both. Several cells, one after the other, compare by the
/// first that differs: no cell's bytes begin with another's.
///
/// A number is told by 64 bits of a fraction, as counts stay far below 2⁵³.
pub(super) fn push_key(key: &mut Vec<u8>, cell: &Cell<'_>, descending: bool) {
    let start = key.len();
    match cell {
        Cell::Empty => return key.push(EMPTY),
        Cell::Truth(truth) => key.extend([BOOLEAN, u8::from(*truth)]),
        Cell::Text(text) => push_text(key, text),
        Cell::Whole(_) | Cell::Real(_) => {
            key.push(NUMBER);
            key.extend(ordered(cell.number().unwrap_or_default()).to_be_bytes());
        }
    }
    if descending {
        // The kinds change places among themselves, but all stay before what is empty.
        for byte in key.iter_mut().skip(start) {
            *byte = !*byte;
        }
        if let Some(kind) = key.get_mut(start) {
            *kind = TEXT - !*kind;
        }
    }
}

/// The text, which ends with two zero bytes; a zero byte inside it is followed by one that is greater.
fn push_text(key: &mut Vec<u8>, text: &str) {
    key.push(TEXT);
    for byte in text.bytes() {
        key.push(byte);
        if byte == 0 {
            key.push(u8::MAX);
        }
    }
    key.extend([0, 0]);
}

/// The bytes of the text with which a key begins.
pub(super) fn first_text(key: &[u8]) -> &[u8] {
    let end = key.windows(2).position(|it| it == [0, 0]);
    &key[..end.unwrap_or(key.len())]
}

/// Bits that stand, as a whole number, in the order of `f64::total_cmp`.
const fn ordered(number: f64) -> u64 {
    let bits = number.to_bits();
    let negative = bits >> 63 == 1;
    if negative { !bits } else { bits | 1 << 63 }
}

// How sure a rate is.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson (1927) for the rate after `hits` of `trials`: low and high end. `None` without trials.
///
/// It stays between 0 and 1 and holds for small numbers too, where the usual ± does not.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn wilson(hits: u64, trials: u64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let rate = hits as f64 / n;
    let spread = Z * Z / n;
    let middle = rate + spread / 2.0;
    let reach = Z * (rate * (1.0 - rate) / n + spread / (4.0 * n)).sqrt();
    let end = |point: f64| (point / (1.0 + spread)).clamp(0.0, 1.0);
    Some((end(middle - reach), end(middle + reach)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    fn key(cells: &[Cell<'_>], descending: bool) -> Vec<u8> {
        let mut key = Vec::new();
        for cell in cells {
            push_key(&mut key, cell, descending);
        }
        key
    }

    fn any_cell() -> impl Strategy<Value = Cell<'static>> {
        prop_oneof![
            Just(Cell::Empty),
            "[\0\u{1}ab歩\u{10ffff}]{0,4}".prop_map(Cell::text),
            (-4_i64..4).prop_map(Cell::Whole),
            (-(1_i64 << 53)..1 << 53).prop_map(Cell::Whole),
            prop::num::f64::NORMAL.prop_map(Cell::Real),
            prop::sample::select(vec![0.0, -0.0, 0.5, -0.5, 3.0, f64::MIN_POSITIVE]).prop_map(Cell::Real),
            any::<bool>().prop_map(Cell::Truth),
        ]
    }

    /// The order of two cells, said simply.
    fn order_of_cells(one: &Cell<'_>, two: &Cell<'_>) -> Ordering {
        let rank = |cell: &Cell<'_>| match cell {
            Cell::Truth(_) => 0,
            Cell::Whole(_) | Cell::Real(_) => 1,
            Cell::Text(_) => 2,
            Cell::Empty => 3,
        };
        match (one, two) {
            (Cell::Text(one), Cell::Text(two)) => one.cmp(two),
            (Cell::Truth(one), Cell::Truth(two)) => one.cmp(two),
            (Cell::Whole(one), Cell::Whole(two)) => one.cmp(two),
            _ => match (one.number(), two.number()) {
                (Some(one), Some(two)) => one.total_cmp(&two),
                _ => rank(one).cmp(&rank(two)),
            },
        }
    }

    fn order(one: &[Cell<'_>], two: &[Cell<'_>], descending: bool) -> Ordering {
        let order = |one: &Cell<'_>, two: &Cell<'_>| match (one, two) {
            (Cell::Empty, _) | (_, Cell::Empty) => order_of_cells(one, two),
            _ if descending => order_of_cells(two, one),
            _ => order_of_cells(one, two),
        };
        let mut orders = one.iter().zip(two).map(|(one, two)| order(one, two));
        orders.find(|it| it.is_ne()).unwrap_or(Ordering::Equal)
    }

    proptest! {
        #[test]
        fn keys_stand_in_the_order_of_the_cells(
            one in prop::collection::vec(any_cell(), 3),
            two in prop::collection::vec(any_cell(), 3),
            descending: bool,
        ) {
            let keys = key(&one, descending).cmp(&key(&two, descending));
            prop_assert_eq!(keys, order(&one, &two, descending));
        }
    }

    /// Values of R's `prop.test(…, correct = FALSE)` and of Wilson's own tables.
    #[test]
    fn known_intervals() {
        for (hits, trials, low, high) in [
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (5, 10, 0.2366, 0.7634),
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
        ] {
            let (a, b) = wilson(hits, trials).unwrap();
            assert!(
                (a - low).abs() < 1e-4 && (b - high).abs() < 1e-4,
                "{hits}/{trials}: {a} {b}"
            );
        }
        assert_eq!(wilson(0, 0), None);
    }
}
