//! Work on many items with all cores.

use std::sync::Mutex;
use std::thread;

/// `work` on every item, in parallel; the results are in the items' order.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = Mutex::new(items.iter().enumerate());
    let results = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let taken = next.lock().unwrap().next();
            let Some((index, item)) = taken else { return };
            let result = work(item);
            results.lock().unwrap().push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(worker);
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Prints how many succeeded, and fails with all that went wrong.
pub(crate) fn conclude(family: &str, results: Vec<Result<(), String>>) {
    let total = results.len();
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    println!("{family}: {} of {total} as expected", total - failures.len());
    assert!(total > 0, "{family}: nothing was tested");
    assert!(failures.is_empty(), "{} of {total} failed:\n{}", failures.len(), failures.join("\n"));
}
