//! The workers of a run: one for each thread, which keeps its buffers from the first record to the last.

use std::sync::Mutex;

use super::run::Work;

/// The workers of the threads of the current pool, made when they are first needed.
pub(super) struct Workers<'w, W: Work> {
    work: &'w W,
    of_threads: Vec<Mutex<Option<W::Worker>>>,
}

impl<'w, W: Work> Workers<'w, W> {
    pub(super) fn new(work: &'w W) -> Self {
        let threads = 0..rayon::current_num_threads();
        Self {
            work,
            of_threads: threads.map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Lends a task the worker of the thread that it runs on.
    pub(super) fn lend<R>(&self, task: impl FnOnce(&W, &mut W::Worker) -> R) -> R {
        let thread = rayon::current_thread_index().and_then(|at| self.of_threads.get(at));
        // Nobody else asks for it. Were it lent out all the same, the task had one of its own.
        match thread.and_then(|worker| worker.try_lock().ok()) {
            Some(mut worker) => task(self.work, worker.get_or_insert_with(|| self.work.worker())),
            None => task(self.work, &mut self.work.worker()),
        }
    }
}
