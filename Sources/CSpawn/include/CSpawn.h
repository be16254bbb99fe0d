// Starts a process that says its id before it runs its program, which `posix_spawn(3)` can't have it do.
#pragma once

/// What a new process does before it runs a program.
struct spawn_plan {
    /// The paths that are tried one after the other, as `execvp(3)` does; ends with a null pointer.
    char *const *programs;
    /// The arguments, and the environment; both end with a null pointer.
    char *const *arguments;
    char *const *environment;
    /// The folder that it goes to; a null pointer where it stays.
    const char *folder;
    /// What becomes its input, output and errors; all are above 2, and -1 as the input is `/dev/null`.
    int input, output, errors;
    /// Where it writes `+`, its id and a line break; -1 is nowhere.
    int announcement;
};

/// What a new process could not do.
enum spawn_step { spawn_all_done, spawn_begin, spawn_announce, spawn_enter, spawn_run };

/// Starts a process in a group of its own, with no signal blocked or ignored and no descriptor but its three.
///
/// Returns when it runs its program. Where it got less far, it is a zombie, or there is none and the id is 0; `error` is
/// then the number of the error.
enum spawn_step spawn_start(const struct spawn_plan *plan, int *id, int *error);
