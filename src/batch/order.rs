//! Work in parallel, results in order.

/// Draws batches of items, has each batch worked on by all threads of the current pool, and hands the
/// results over in the order of the items. The first empty batch is the end.
///
/// While one batch is worked on, the results of the one before are handed over and the next is drawn, so that
/// there are never more than three batches in memory.
///
/// # Errors
///
/// The first error of `hand_over`; nothing is handed over after it.
pub(super) fn in_order<T: Send, R: Send, E: Send>(
    mut draw: impl FnMut() -> Vec<T> + Send,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
    mut hand_over: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let mut batch = draw();
    let mut done = Vec::new();
    while !(batch.is_empty() && done.is_empty()) {
        let (results, next) = rayon::join(
            || work(batch),
            || {
                done.into_iter().try_for_each(&mut hand_over)?;
                Ok(draw())
            },
        );
        done = results;
        batch = next?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(batches: &mut dyn Iterator<Item = Vec<u32>>) -> Vec<u32> {
        let mut batches = batches.collect::<Vec<_>>().into_iter();
        let mut seen = Vec::new();
        let work = |batch: Vec<u32>| batch.into_iter().map(|it| it * it).collect();
        let drawn = || batches.next().unwrap_or_default();
        let result: Result<(), u32> = in_order(drawn, work, |it| {
            seen.push(it);
            if it == 49 { Err(it) } else { Ok(()) }
        });
        assert_eq!(result.is_err(), seen.last() == Some(&49));
        seen
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        assert_eq!(
            squares(&mut [vec![1, 2, 3], vec![4], vec![5, 6]].into_iter()),
            [1, 4, 9, 16, 25, 36]
        );
        assert!(squares(&mut std::iter::empty()).is_empty());
    }

    #[test]
    fn an_error_ends_it() {
        assert_eq!(squares(&mut [vec![6, 7], vec![8], vec![9]].into_iter()), [36, 49]);
    }
}
