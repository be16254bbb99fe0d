// Spawns a process that announces its id before it runs its program, which `posix_spawn(3)` can't do.
#pragma once

/// The plan of a new process.
struct spawn_plan {
    /// The candidate paths of the program, tried in order like `execvp(3)`; null-terminated.
    char *const *programs;
    /// The arguments and the environment; both null-terminated.
    char *const *arguments;
    char *const *environment;
    /// The working directory; null for that of this process.
    const char *folder;
    /// The standard input, output and errors; all above 2. An input of -1 stands for `/dev/null`.
    int input, output, errors;
    /// The descriptor to which the process writes `+`, its id and a line break; -1 for none.
    int announcement;
};

/// The step at which a new process has failed.
enum spawn_step { spawn_all_done, spawn_begin, spawn_announce, spawn_enter, spawn_run };

/// Starts a process in a group of its own, with default signal handling and its three standard descriptors only.
///
/// Returns once the program runs. After a failure the process is a zombie, or there is none and the id is 0; `error` is
/// then the error number.
enum spawn_step spawn_start(const struct spawn_plan *plan, int *id, int *error);
