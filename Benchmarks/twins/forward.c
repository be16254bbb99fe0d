// The lower bound of forwarding: reads lines from one pipe and writes them to another.
//
//   forward -- command …   runs a command; forwards its output to standard output, and standard input to the command
//
// Received bytes are written unchanged in one `write`, up to the last line break. An incomplete line waits for its end.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct way {
    int from, to;
    char *bytes;
    size_t count, room;
};

static void fail(const char *what) {
    fprintf(stderr, "forward: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void write_all(int to, const char *at, size_t count) {
    while (count > 0) {
        ssize_t written = write(to, at, count);
        if (written < 0 && errno != EINTR) fail("write");
        if (written < 0) continue;
        at += written;
        count -= written;
    }
}

/// Forwards the received bytes; returns 0 at the end of the input, where an incomplete line is dropped.
static int forward(struct way *way) {
    if (way->count == way->room) way->bytes = realloc(way->bytes, way->room = way->room ? 2 * way->room : 1 << 16);
    if (!way->bytes) fail("realloc");
    ssize_t count = read(way->from, way->bytes + way->count, way->room - way->count);
    if (count < 0 && errno != EINTR) fail("read");
    if (count <= 0) return count < 0;
    // Only the new bytes can contain a line break.
    char *end = memrchr(way->bytes + way->count, '\n', count);
    way->count += count;
    if (!end) return 1;
    size_t whole = end + 1 - way->bytes;
    write_all(way->to, way->bytes, whole);
    way->count -= whole;
    memmove(way->bytes, way->bytes + whole, way->count);
    return 1;
}

int main(int argc, char **argv) {
    char **command = argv + 1;
    if (argc > 1 && !strcmp(*command, "--")) command++;
    if (!*command) return 2;
    signal(SIGPIPE, SIG_IGN);
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    pid_t child;
    if ((errno = posix_spawnp(&child, *command, &actions, NULL, command, environ))) fail(*command);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    struct way ways[] = {{.from = 0, .to = in[1]}, {.from = out[0], .to = 1}};
    struct pollfd entries[] = {{0, POLLIN, 0}, {out[0], POLLIN, 0}};
    while (entries[1].fd >= 0) {
        if (poll(entries, 2, -1) < 0 && errno != EINTR) fail("poll");
        for (int i = 0; i < 2; i++) {
            if (!entries[i].revents || forward(&ways[i])) continue;
            entries[i].fd = -1;
            // The end of the input closes the command's input. The end of the command's output ends this program.
            if (i == 0) close(in[1]);
        }
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
