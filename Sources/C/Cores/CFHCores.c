#define _GNU_SOURCE
#include "CFHCores.h"
#include <sched.h>

int cores_current(void) { return sched_getcpu(); }

void cores_leave(int core) {
    cpu_set_t allowed;
    if (core < 0 || core >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    cpu_set_t others = allowed;
    CPU_CLR(core, &others);
    // Fails if this is the only core that the thread may run on.
    if (sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof allowed, &allowed);
}
