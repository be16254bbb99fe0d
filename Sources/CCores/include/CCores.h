// Where a thread runs, which the C library tells only those who ask for more than the standard.
#pragma once

/// The core that this thread runs on; negative where that isn't known.
int cores_current(void);

/// Has this thread go on on another core than this one, if it may run on others.
void cores_leave(int core);
