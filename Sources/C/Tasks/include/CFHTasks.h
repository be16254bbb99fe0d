// The Swift runtime's hook for tasks without an executor. Swift code can't name the hook.
#pragma once

/// Makes the runtime pass each job without an executor to the function `take`, instead of to the runtime's threads.
///
/// The function owns the job: it must ensure that `tasks_run` is called exactly once with the job, on any thread.
void tasks_take(void (*take)(void *job));

/// Runs a job without an executor on the calling thread, as the runtime's own threads do.
void tasks_run(void *job);
