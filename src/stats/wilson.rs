//! How sure a rate is.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson (1927) for the rate after `hits` of `trials`: low and high end. `None` without trials.
///
/// It stays between 0 and 1 and holds for small numbers too, where the usual ± does not.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub fn wilson(hits: u64, trials: u64) -> Option<(f64, f64)> {
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
