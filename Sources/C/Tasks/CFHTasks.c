#include "CFHTasks.h"
#include <stddef.h>

// Declarations from `swift/Runtime/Concurrency.h`, which is a C++ header and not part of the toolchain.

#define SWIFT_CALL __attribute__((swiftcall))

/// A reference to an executor; two null pointers mean that a job has no executor.
struct executor {
    void *identity;
    void *implementation;
};

typedef SWIFT_CALL void (*usual_way)(void *job);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, usual_way usual);
extern SWIFT_CALL void swift_job_run(void *job, struct executor executor);

static void (*taker)(void *job);

static SWIFT_CALL void hook(void *job, usual_way usual) {
    (void)usual;
    taker(job);
}

void tasks_take(void (*take)(void *job)) {
    taker = take;
    swift_task_enqueueGlobal_hook = hook;
}

void tasks_run(void *job) {
    struct executor none = {NULL, NULL};
    swift_job_run(job, none);
}
