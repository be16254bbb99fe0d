// The core of a thread, which the C library exposes only as a GNU extension.
#pragma once

/// Returns the core that this thread runs on; negative if it is unknown.
int cores_current(void);

/// Moves this thread from `core` to another core; does nothing if the thread may run on no other core.
void cores_leave(int core);
