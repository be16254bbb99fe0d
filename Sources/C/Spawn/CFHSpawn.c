#define _GNU_SOURCE
#include "CFHSpawn.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The C library's implementation of `clone`. As in `posix_spawn`, the new process shares the memory of this process,
// and this thread waits until the new process runs its program. `clone` itself is avoided, because sanitizers intercept
// it and would assume a new thread.
int __clone(int (*body)(void *), void *stack, int flags, void *argument, ...);

#define OF_TWO_PROCESSES __attribute__((disable_sanitizer_instrumentation))

static const size_t stack_size = 64 << 10;

struct spawn_state {
    const struct spawn_plan *plan;
    enum spawn_step step;
    int error;
};

/// Redirects the three standard descriptors; returns false on failure, with the reason in `errno`.
OF_TWO_PROCESSES static int join(const struct spawn_plan *plan) {
    if (plan->input != -1) {
        if (dup2(plan->input, 0) == -1) return 0;
    } else {
        int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (null == -1 || dup2(null, 0) == -1) return 0;
    }
    return dup2(plan->output, 1) != -1 && dup2(plan->errors, 2) != -1;
}

/// Writes `+`, the process id and a line break; returns false on failure. Does nothing if `descriptor` is -1.
OF_TWO_PROCESSES static int announce(int descriptor) {
    if (descriptor == -1) return 1;
    char line[16];
    char *start = line + sizeof line;
    *--start = '\n';
    for (pid_t rest = getpid(); rest > 0; rest /= 10) *--start = (char)('0' + rest % 10);
    *--start = '+';
    ssize_t length = line + sizeof line - start;
    ssize_t count;
    do count = write(descriptor, start, (size_t)length);
    while (count == -1 && errno == EINTR);
    return count == length;
}

/// Executes the first program that exists and is executable; returns only on failure, with the reason in `errno`.
OF_TWO_PROCESSES static void run(const struct spawn_plan *plan) {
    int is_denied = 0;
    errno = ENOENT;
    for (char *const *program = plan->programs; *program; program++) {
        execve(*program, plan->arguments, plan->environment);
        switch (errno) {
        case EACCES: is_denied = 1; break;
        case ENOENT: case ENOTDIR: case ESTALE: case ENODEV: case ETIMEDOUT: break;
        default: return;
        }
    }
    if (is_denied) errno = EACCES;
}

/// Runs in the new process until its program starts.
///
/// All signals are blocked at first, so that no signal handler of the parent process runs in the new process.
OF_TWO_PROCESSES static int begin(void *argument) {
    struct spawn_state *state = argument;
    const struct spawn_plan *plan = state->plan;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
    state->step = spawn_begin;
    if (setpgid(0, 0) == -1 || !join(plan)) goto failed;
    state->step = spawn_announce;
    if (!announce(plan->announcement)) goto failed;
    // `execve` closes only descriptors with close-on-exec, but the parent process may have inherited others.
    closefrom(3);
    state->step = spawn_enter;
    if (plan->folder && chdir(plan->folder) == -1) goto failed;
    state->step = spawn_run;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    run(plan);
failed:
    state->error = errno;
    _exit(127);
}

enum spawn_step spawn_start(const struct spawn_plan *plan, int *id, int *error) {
    struct spawn_state state = {.plan = plan, .step = spawn_begin, .error = 0};
    *id = 0;
    char *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        *error = errno;
        return spawn_begin;
    }
    sigset_t all, previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    int new_id = __clone(begin, stack + stack_size, CLONE_VM | CLONE_VFORK | SIGCHLD, &state);
    int clone_error = errno;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    munmap(stack, stack_size);
    if (new_id == -1) {
        *error = clone_error;
        return spawn_begin;
    }
    *id = new_id;
    *error = state.error;
    return state.error == 0 ? spawn_all_done : state.step;
}
