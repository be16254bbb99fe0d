// Options of the C library's allocator, which Swift's Glibc module lacks, and the limits on memory.
#pragma once
#include <malloc.h>
#include <sys/resource.h>

static inline int shim_is_limited(__rlimit_resource_t resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Returns the limits on memory that are set for this process, for users: the names of `ulimit`; else that of the system.
static inline const char *shim_memory_limits(void) {
    int space = shim_is_limited(RLIMIT_AS), data = shim_is_limited(RLIMIT_DATA);
    if (space && data) return "ulimit -v, ulimit -d";
    return space ? "ulimit -v" : data ? "ulimit -d" : "vm.overcommit_memory";
}

/// Returns the limits on processes and threads that are set for this process, for users; else that of the system.
static inline const char *shim_start_limit(void) {
    return shim_is_limited(RLIMIT_NPROC) ? "ulimit -u" : "kernel.threads-max";
}

/// Returns the limit on the length of a file that is set for this process, for users; NULL if none is set.
static inline const char *shim_file_limit(void) {
    return shim_is_limited(RLIMIT_FSIZE) ? "ulimit -f" : NULL;
}
