//! The cells of a table: their types, their order, and confidence intervals of rates.

use crate::report::Cell;

/// The type of the cells of a column, apart from empty cells.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CellType {
    /// Texts.
    Text,
    /// Dates in ISO 8601: years, months, days, or days with a time. A text that is not a date is a possible cell, too.
    Date,
    /// Words. The function returns all possible words.
    Enumerated(fn() -> Vec<&'static str>),
    /// Integers.
    Integer,
    /// Floating-point numbers.
    Number,
    /// Booleans.
    Bool,
}

// Encoding of cells as bytes that sort in the order of the cells.

/// The tag of a Boolean. A tag is the first byte of an encoded cell. The tags increase in the order of the types:
/// Booleans, numbers, texts, empty cells.
const BOOL_TAG: u8 = 0;
const NUMBER_TAG: u8 = 1;
const TEXT_TAG: u8 = 2;
const EMPTY_TAG: u8 = 3;

/// Appends a cell to a key, so that keys compared as bytes have the order of the cells.
///
/// Booleans are first, `false` before `true`, then numbers by value, then texts by their characters. `descending`
/// reverses this order. Empty cells are last in both orders. Keys of several cells are ordered by the first cell that
/// differs, because the encoding is prefix-free.
///
/// A number is encoded in the 64 bits of an `f64`, which are exact for integers up to 2⁵³.
pub(super) fn push_key(key: &mut Vec<u8>, cell: &Cell<'_>, descending: bool) {
    let start = key.len();
    match cell {
        Cell::Empty => return key.push(EMPTY_TAG),
        Cell::Bool(truth) => key.extend([BOOL_TAG, u8::from(*truth)]),
        Cell::Text(text) => push_text(key, text),
        Cell::Integer(_) | Cell::Float(_) => {
            key.push(NUMBER_TAG);
            key.extend(to_sortable_bits(cell.number().unwrap_or_default()).to_be_bytes());
        }
    }
    if descending {
        // The order of the types is reversed, but all types stay before empty cells.
        for byte in key.iter_mut().skip(start) {
            *byte = !*byte;
        }
        if let Some(tag) = key.get_mut(start) {
            *tag = TEXT_TAG - !*tag;
        }
    }
}

/// Appends a text to a key, after its type tag and followed by two zero bytes. A zero byte in the text is followed by
/// `0xFF`.
fn push_text(key: &mut Vec<u8>, text: &str) {
    key.push(TEXT_TAG);
    for byte in text.bytes() {
        key.push(byte);
        if byte == 0 {
            key.push(u8::MAX);
        }
    }
    key.extend([0, 0]);
}

/// Returns the encoded text with which a key begins: the type tag and the bytes of the text, without the two zero bytes
/// at its end. Returns the whole key if it does not contain two successive zero bytes.
pub(super) fn first_text(key: &[u8]) -> &[u8] {
    let end = key.windows(2).position(|window| window == [0, 0]);
    &key[..end.unwrap_or(key.len())]
}

/// Returns the bits of a number as an integer with the order of `f64::total_cmp`.
const fn to_sortable_bits(number: f64) -> u64 {
    let bits = number.to_bits();
    let is_negative = bits >> 63 == 1;
    if is_negative { !bits } else { bits | 1 << 63 }
}

// Confidence intervals.

/// The 97.5 % quantile of the normal distribution.
const Z_97_5: f64 = 1.959_963_984_540_054;

/// Returns the 95 % score interval of Wilson (1927) for a rate of `hits` in `trials`, or `None` if `trials` is 0.
///
/// The interval is within 0 to 1, and is valid for small numbers too, unlike the normal approximation (±).
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn wilson(hits: u64, trials: u64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let rate = hits as f64 / n;
    let spread = Z_97_5 * Z_97_5 / n;
    let middle = rate + spread / 2.0;
    let reach = Z_97_5 * (rate * (1.0 - rate) / n + spread / (4.0 * n)).sqrt();
    let bound = |point: f64| (point / (1.0 + spread)).clamp(0.0, 1.0);
    Some((bound(middle - reach), bound(middle + reach)))
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
            (-4_i64..4).prop_map(Cell::Integer),
            (-(1_i64 << 53)..1 << 53).prop_map(Cell::Integer),
            prop::num::f64::NORMAL.prop_map(Cell::Float),
            prop::sample::select(vec![0.0, -0.0, 0.5, -0.5, 3.0, f64::MIN_POSITIVE]).prop_map(Cell::Float),
            any::<bool>().prop_map(Cell::Bool),
        ]
    }

    /// Returns the order of two cells, by a simple reference implementation.
    fn order_of_cells(one: &Cell<'_>, two: &Cell<'_>) -> Ordering {
        let rank = |cell: &Cell<'_>| match cell {
            Cell::Bool(_) => 0,
            Cell::Integer(_) | Cell::Float(_) => 1,
            Cell::Text(_) => 2,
            Cell::Empty => 3,
        };
        match (one, two) {
            (Cell::Text(one), Cell::Text(two)) => one.cmp(two),
            (Cell::Bool(one), Cell::Bool(two)) => one.cmp(two),
            (Cell::Integer(one), Cell::Integer(two)) => one.cmp(two),
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
        fn sort_keys_are_in_the_order_of_the_cells(
            one in prop::collection::vec(any_cell(), 3),
            two in prop::collection::vec(any_cell(), 3),
            descending: bool,
        ) {
            let keys = key(&one, descending).cmp(&key(&two, descending));
            prop_assert_eq!(keys, order(&one, &two, descending));
        }
    }

    /// The expected values are those of R's `prop.test(…, correct = FALSE)`. The last two are examples of Newcombe
    /// (1998), method 3.
    #[test]
    fn wilson_intervals_equal_known_values() {
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
