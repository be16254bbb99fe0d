// Spawns a process that announces its id before it runs its program, which `posix_spawn(3)` can't do.
#pragma once

/// The description of a new process.
struct spawn_plan {
    /// The candidate paths of the program, which are tried in order as by `execvp(3)`; null-terminated.
    char *const *programs;
    /// The arguments and the environment; both null-terminated.
    char *const *arguments;
    char *const *environment;
    /// The working directory; null for the working directory of this process.
    const char *folder;
    /// The descriptors for the standard input, output and errors; all above 2. An input of -1 stands for `/dev/null`.
    int input, output, errors;
    /// The descriptor to which the process writes `+`, its id and a line break; -1 for none.
    int announcement;
};

/// The step at which the start of a process has failed; `spawn_all_done` if it has not failed.
enum spawn_step { spawn_all_done, spawn_begin, spawn_announce, spawn_enter, spawn_run };

/// Starts a process in a new process group, with default signal handling and only the three standard descriptors.
///
/// Returns when the program runs, or after a failure. `id` is then the process id; 0 if no process was created. After a
/// failure, `error` is the error number, and a process that was created is a zombie, for which the caller has to wait.
enum spawn_step spawn_start(const struct spawn_plan *plan, int *id, int *error);
