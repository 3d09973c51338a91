//! Cells as bytes that stand in the order of the cells.

use super::cell::Cell;

/// What begins the bytes of every cell: in the order of [`Cell::order`], and what is empty last whichever way.
const TRUTH: u8 = 0;
const NUMBER: u8 = 1;
const TEXT: u8 = 2;
const EMPTY: u8 = 3;

/// Adds a cell to a key, so that keys compare as bytes as the cells by [`Cell::order`], or the other way round where
/// the order is `descending`. What is empty comes last in both. Several cells, one after the other, compare by the
/// first that differs: no cell's bytes begin with another's.
///
/// A number is told by 64 bits of a fraction, as counts stay far below 2⁵³.
pub(super) fn push_key(key: &mut Vec<u8>, cell: &Cell<'_>, descending: bool) {
    let start = key.len();
    match cell {
        Cell::Empty => return key.push(EMPTY),
        Cell::Truth(truth) => key.extend([TRUTH, u8::from(*truth)]),
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

/// Bits that stand, as a whole number, in the order of `f64::total_cmp`.
const fn ordered(number: f64) -> u64 {
    let bits = number.to_bits();
    let negative = bits >> 63 == 1;
    if negative { !bits } else { bits | 1 << 63 }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

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

    fn order(one: &[Cell<'_>], two: &[Cell<'_>], descending: bool) -> Ordering {
        let order = |one: &Cell<'_>, two: &Cell<'_>| match (one, two) {
            (Cell::Empty, _) | (_, Cell::Empty) => one.order(two),
            _ if descending => two.order(one),
            _ => one.order(two),
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
}
