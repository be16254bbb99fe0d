// Clients of one host on a socket, all subscribed to one instance; measures the time until each has an action's update.
//
// usage: sessions SOCKET COUNT STALLED ACTIONS OPEN ATTACH ACTION
//
// The first session sends the line OPEN, and all others send ATTACH. Stalled sessions read nothing after the answer.
// ACTION is a line whose id is filled in. The next action is sent when all reading sessions have the previous update.
// Prints the microseconds of each action, and then the last update of each reading session.

#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 1 << 20 };

typedef struct {
    int descriptor;
    // The number of messages since the last action.
    int messages;
    size_t filled;
    char *buffer;
    char *last;
} Session;

static void fail(const char *what) {
    fprintf(stderr, "sessions: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static Session begin(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    return (Session){.descriptor = descriptor, .buffer = malloc(SIZE), .last = calloc(1, SIZE)};
}

static void say(const Session *session, const char *text) {
    size_t length = strlen(text);
    if (send(session->descriptor, text, length, MSG_NOSIGNAL) != (ssize_t)length) fail("send");
}

// Reads the available bytes, and keeps the newest line that is a notification.
static void hear(Session *session) {
    ssize_t count = recv(session->descriptor, session->buffer + session->filled, SIZE - session->filled, 0);
    if (count <= 0) fail("the host said no more");
    session->filled += count;
    char *start = session->buffer, *end = session->buffer + session->filled, *stop;
    while ((stop = memchr(start, '\n', end - start))) {
        session->messages++;
        if (memmem(start, stop - start < 60 ? stop - start : 60, "\"method\"", 8)) {
            memcpy(session->last, start, stop - start);
            session->last[stop - start] = 0;
        }
        start = stop + 1;
    }
    session->filled = end - start;
    memmove(session->buffer, start, session->filled);
}

int main(int argc, char **argv) {
    if (argc != 8) return 64;
    int count = atoi(argv[2]), stalled = atoi(argv[3]), actions = atoi(argv[4]);
    Session *sessions = calloc(count, sizeof *sessions);
    int poll = epoll_create1(0);
    for (int i = 0; i < count; i++) {
        sessions[i] = begin(argv[1]);
        say(&sessions[i], argv[i == 0 ? 5 : 6]);
        while (sessions[i].messages == 0) hear(&sessions[i]);
        sessions[i].messages = 0;
        if (i > 0 && i <= stalled) continue;
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        epoll_ctl(poll, EPOLL_CTL_ADD, sessions[i].descriptor, &event);
    }
    struct epoll_event *ready = calloc(count, sizeof *ready);
    char line[4096];
    for (int action = 0; action < actions; action++) {
        snprintf(line, sizeof line, argv[7], action);
        int waiting = count - stalled;
        double start = now();
        say(&sessions[0], line);
        while (waiting > 0) {
            int found = epoll_wait(poll, ready, count, 10000);
            if (found <= 0) fail("an update is missing");
            for (int i = 0; i < found; i++) {
                Session *session = &sessions[ready[i].data.u32];
                // The first session also receives the answer.
                int wanted = session == sessions ? 2 : 1, before = session->messages;
                hear(session);
                if (before < wanted && session->messages >= wanted) waiting--;
            }
        }
        printf("%.2f\n", now() - start);
        for (int i = 0; i < count; i++) sessions[i].messages = 0;
    }
    for (int i = 0; i < count; i++) {
        if (i == 0 || i > stalled) printf("%s\n", sessions[i].last);
    }
    return 0;
}
