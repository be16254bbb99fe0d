// Options of the C library's allocator, which Swift's Glibc module lacks, and the limits on memory.
#pragma once
#include <malloc.h>
#include <sys/resource.h>

static inline int shim_is_limited(__rlimit_resource_t resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Returns the names of the limits on memory that are set for this process, for a message to users.
///
/// If no limit is set, returns the name of the system's limit.
static inline const char *shim_memory_limits(void) {
    int space = shim_is_limited(RLIMIT_AS), data = shim_is_limited(RLIMIT_DATA);
    if (space && data) return "ulimit -v, ulimit -d";
    return space ? "ulimit -v" : data ? "ulimit -d" : "vm.overcommit_memory";
}

/// Returns the name of the limit on processes and threads that is set for this process, for a message to users.
///
/// If no limit is set, returns the name of the system's limit.
static inline const char *shim_start_limit(void) {
    return shim_is_limited(RLIMIT_NPROC) ? "ulimit -u" : "kernel.threads-max";
}

/// Returns the name of the limit on file lengths that is set for this process, for a message to users.
///
/// If no limit is set, returns NULL.
static inline const char *shim_file_limit(void) {
    return shim_is_limited(RLIMIT_FSIZE) ? "ulimit -f" : NULL;
}
