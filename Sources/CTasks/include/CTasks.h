// The runtime's hook for tasks that are on no executor, which Swift can't name.
#pragma once

/// Passes each job that is on no executor to a function, in place of the runtime's own threads.
///
/// The function takes over the job: it must see to it that `tasks_run` is called with it once, on some thread.
void tasks_take(void (*take)(void *job));

/// Runs a job on the calling thread as the runtime's own threads do: on no executor.
void tasks_run(void *job);
