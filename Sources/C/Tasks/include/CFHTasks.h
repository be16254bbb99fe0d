// The runtime's hook for tasks without an executor, which Swift code can't name.
#pragma once

/// Passes each job without an executor to a function instead of the runtime's own threads.
///
/// The function owns the job: it must ensure that `tasks_run` is called with it exactly once, on any thread.
void tasks_take(void (*take)(void *job));

/// Runs a job on the calling thread without an executor, like the runtime's own threads.
void tasks_run(void *job);
