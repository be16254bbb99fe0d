// Spawns a program with a pair of pipes, both processes on one core, and measures the program.
//
//   driver start    [options] -- command …   spawn → awaited reply, once per sample
//   driver memory   [options] -- command …   private memory after the awaited reply, in KiB
//   driver round    [options] -- command …   request → awaited reply, one at a time
//   driver beside   [options] -- command …   like round, while other requests are answered, one after the other
//   driver pipeline [options] -- command …   requests are written while replies are read
//   driver session  [options] -- command …   performs the setup, and prints the output
//
//   -c CORE   the core of both processes, -1 for any    -n COUNT  samples
//   -s FILE   a step of the setup: the bytes to send    -w AWAIT  the reply to the previous step, or the first output
//   -r FILE   a request; several alternate              -a AWAIT  the reply to each request
//   -d DEPTH  unanswered requests in a pipeline
//   -o FILE   another request; several alternate        -e AWAIT  the reply to each of these
//
// AWAIT is a number of lines, or a text that must occur, or `$`, the end of all output. `%d` in a request is replaced
// by the number of the request, from 100. Prints one line: `p50 p99 count` in nanoseconds, or `rate` in requests per
// second; `beside` adds the number of answered other requests.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct bytes {
    char *at;
    size_t count;
};

struct awaited {
    int lines;
    const char *text;
};

struct step {
    struct bytes bytes;
    struct awaited awaited;
};

struct child {
    pid_t pid;
    int in, out;
};

// The capacity suffices for the longest line, a row of half a megabyte.
static char buffer[1 << 20];
static bool is_printing;

static void fail(const char *what) {
    fprintf(stderr, "driver: %s: %s\n", what, errno ? strerror(errno) : "failed");
    exit(1);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static struct bytes load(const char *path) {
    struct bytes bytes = {malloc(1 << 20), 0};
    int file = open(path, O_RDONLY);
    if (file < 0) fail(path);
    ssize_t count;
    while ((count = read(file, bytes.at + bytes.count, (1 << 20) - bytes.count)) > 0) bytes.count += count;
    close(file);
    return bytes;
}

static struct child start(char **command) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    struct child child = {0, in[1], out[0]};
    if ((errno = posix_spawnp(&child.pid, command[0], &actions, NULL, command, environ))) fail(command[0]);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    return child;
}

static void stop(struct child child) {
    close(child.in);
    close(child.out);
    kill(child.pid, SIGKILL);
    waitpid(child.pid, NULL, 0);
}

static void send_all(struct child child, struct bytes bytes) {
    while (bytes.count > 0) {
        ssize_t count = write(child.in, bytes.at, bytes.count);
        if (count < 0) fail("write");
        bytes.at += count;
        bytes.count -= count;
    }
}

static int count_lines(const char *at, size_t count) {
    int lines = 0;
    for (const char *end = at + count; (at = memchr(at, '\n', end - at)); at++) lines++;
    return lines;
}

/// Reads until the awaited output has been received.
static void await(struct child child, struct awaited awaited) {
    int lines = 0;
    size_t length = awaited.text ? strlen(awaited.text) : 0, kept = 0;
    bool is_end = awaited.text && !strcmp(awaited.text, "$");
    while (awaited.text || lines < awaited.lines) {
        ssize_t count = read(child.out, buffer + kept, sizeof buffer - kept);
        if (count == 0 && is_end) return;
        if (count <= 0) fail("the program ended early");
        if (is_printing) fwrite(buffer + kept, 1, count, stdout);
        if (!awaited.text) {
            lines += count_lines(buffer, count);
            continue;
        }
        size_t total = kept + count;
        if (!is_end && memmem(buffer, total, awaited.text, length)) return;
        kept = total < length - 1 ? total : length - 1;
        memmove(buffer, buffer + total - kept, kept);
    }
    if (!awaited.text && lines > awaited.lines) fail("more lines came than were awaited");
}

/// Requests that are sent one after the other, each when the previous one was answered.
struct others {
    struct bytes requests[8];
    int kinds, answered;
    const char *text;
};

/// Reads lines until one contains a text, and keeps the other requests running.
static void await_beside(struct child child, const char *text, struct others *others) {
    static size_t kept;
    bool has_come = false;
    while (!has_come) {
        ssize_t count = read(child.out, buffer + kept, sizeof buffer - kept);
        if (count <= 0) fail("the program ended early, or its line is too long");
        char *line = buffer, *all = buffer + kept + count, *end;
        for (; (end = memchr(line, '\n', all - line)); line = end + 1) {
            if (memmem(line, end - line, text, strlen(text))) has_come = true;
            if (others->kinds == 0 || !memmem(line, end - line, others->text, strlen(others->text))) continue;
            send_all(child, others->requests[++others->answered % others->kinds]);
        }
        kept = all - line;
        memmove(buffer, line, kept);
    }
}

static struct bytes request(struct bytes template, int number) {
    static char text[1 << 16];
    char *place = memmem(template.at, template.count, "%d", 2);
    if (!place) return template;
    size_t before = place - template.at;
    memcpy(text, template.at, before);
    size_t count = before + sprintf(text + before, "%d", number);
    memcpy(text + count, place + 2, template.count - before - 2);
    return (struct bytes){text, count + template.count - before - 2};
}

static int compare(const void *a, const void *b) {
    long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

static void report(long long *samples, int count) {
    qsort(samples, count, sizeof *samples, compare);
    printf("%lld %lld %d\n", samples[count / 2], samples[(long long)count * 99 / 100], count);
}

static void memory(struct child child) {
    char path[64], line[256];
    sprintf(path, "/proc/%d/status", child.pid);
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    while (fgets(line, sizeof line, file)) {
        int size;
        if (sscanf(line, "RssAnon: %d", &size) == 1) printf("%d\n", size);
    }
    fclose(file);
}

static void set_up(struct child child, struct step *steps, int count) {
    for (int i = 0; i < count; i++) {
        send_all(child, steps[i].bytes);
        await(child, steps[i].awaited);
    }
}

/// Discards the output after the awaited reply, until the program has been silent for a while.
static void settle(struct child child) {
    struct pollfd entry = {child.out, POLLIN, 0};
    while (poll(&entry, 1, 50) == 1) {
        if (read(child.out, buffer, sizeof buffer) <= 0) fail("the program ended early");
    }
}

/// Keeps `depth` requests unanswered at a time, until all `count` have been answered.
static void pipeline(struct child child, struct bytes *requests, int kinds, int lines, int count, int depth) {
    // All requests are formatted before the measured time begins.
    char *text = NULL;
    size_t *ends = malloc(sizeof *ends * (count + 1)), size = 0, room = 0;
    ends[0] = 0;
    for (int i = 0; i < count; i++) {
        struct bytes next = request(requests[i % kinds], 100 + i);
        if (size + next.count > room) text = realloc(text, room = 2 * room + next.count + 4096);
        memcpy(text + size, next.at, next.count);
        ends[i + 1] = size += next.count;
    }
    fcntl(child.in, F_SETFL, O_NONBLOCK);
    size_t sent = 0;
    long long seen = 0, all = (long long)lines * count, begin = now();
    while (seen < all) {
        int allowed = seen / lines + depth < count ? seen / lines + depth : count;
        bool has_more = sent < ends[allowed];
        if (has_more) {
            ssize_t written = write(child.in, text + sent, ends[allowed] - sent);
            if (written < 0 && errno != EAGAIN) fail("write");
            if (written > 0) sent += written;
        }
        struct pollfd entries[] = {{child.out, POLLIN, 0}, {sent < ends[allowed] ? child.in : -1, POLLOUT, 0}};
        poll(entries, 2, -1);
        if (entries[0].revents) {
            ssize_t got = read(child.out, buffer, sizeof buffer);
            if (got <= 0) fail("the program ended early");
            seen += count_lines(buffer, got);
        }
    }
    if (seen != all) fail("more lines came than were awaited");
    printf("%.0f\n", count / ((now() - begin) * 1e-9));
}

enum { MOST_STEPS = 256 };

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    // Step 0 sends nothing. It is for programs that write first.
    struct step steps[MOST_STEPS] = {0};
    struct bytes requests[8];
    struct awaited each = {1, NULL};
    struct others others = {0};
    int last = 0, kinds = 0, count = 1, core = 0, depth = 32, option;
    optind = 2;
    while ((option = getopt(argc, argv, "+c:n:s:w:r:a:d:o:e:")) != -1) {
        struct awaited awaited = {optarg ? atoi(optarg) : 0, NULL};
        if (awaited.lines == 0) awaited.text = optarg;
        switch (option) {
        case 'c': core = atoi(optarg); break;
        case 'n': count = atoi(optarg); break;
        case 's':
            if (last == MOST_STEPS - 1) fail("too many steps");
            steps[++last].bytes = load(optarg);
            break;
        case 'w': steps[last].awaited = awaited; break;
        case 'r': if (kinds < 8) requests[kinds++] = load(optarg); break;
        case 'a': each = awaited; break;
        case 'd': depth = atoi(optarg); break;
        case 'o': if (others.kinds < 8) others.requests[others.kinds++] = load(optarg); break;
        case 'e': others.text = optarg; break;
        default: return 2;
        }
    }
    char **command = argv + optind;
    if (!*command) return 2;
    signal(SIGPIPE, SIG_IGN);
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core >= 0) CPU_SET(core, &cores);
    if (core >= 0 && sched_setaffinity(0, sizeof cores, &cores)) fail("sched_setaffinity");
    long long *samples = malloc(sizeof *samples * count);

    if (!strcmp(mode, "start")) {
        for (int i = 0; i < count; i++) {
            long long begin = now();
            struct child child = start(command);
            set_up(child, steps, last + 1);
            samples[i] = now() - begin;
            stop(child);
        }
        report(samples, count);
        return 0;
    }
    is_printing = !strcmp(mode, "session");
    struct child child = start(command);
    set_up(child, steps, last + 1);
    if (!is_printing) settle(child);
    if (!strcmp(mode, "memory")) {
        memory(child);
    } else if (!strcmp(mode, "round") && kinds > 0) {
        for (int i = 0; i < count; i++) {
            struct bytes next = request(requests[i % kinds], 100 + i);
            long long begin = now();
            send_all(child, next);
            await(child, each);
            samples[i] = now() - begin;
        }
        report(samples, count);
    } else if (!strcmp(mode, "beside") && kinds > 0 && each.text && (others.kinds == 0 || others.text)) {
        if (others.kinds > 0) send_all(child, others.requests[0]);
        for (int i = 0; i < count; i++) {
            long long begin = now();
            send_all(child, requests[i % kinds]);
            await_beside(child, each.text, &others);
            samples[i] = now() - begin;
        }
        report(samples, count);
        printf("%d\n", others.answered);
    } else if (!strcmp(mode, "pipeline") && kinds > 0) {
        pipeline(child, requests, kinds, each.lines, count, depth);
    } else if (!is_printing) {
        return 2;
    }
    stop(child);
    return 0;
}
