// Shared parts of the twins: the loop that reads lines and writes answers, and the beginning of each session.
#pragma once
#define _GNU_SOURCE
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 50 };

static char *output;
static size_t written, room;

/// Answers one line; each twin has its own implementation.
static void handle(const char *line, size_t count);

static void flush(void) {
    for (size_t done = 0; done < written;) {
        ssize_t count = write(1, output + done, written - done);
        if (count <= 0) exit(1);
        done += count;
    }
    written = 0;
}

static inline void put(const char *bytes, size_t count) {
    if (written + count > room) output = realloc(output, room = 2 * room + count);
    memcpy(output + written, bytes, count);
    written += count;
}

/// The answers to `initialize` and `feature/open`, which are the same in each session.
static struct { char text[1 << 20]; ptrdiff_t first, both; } opening;
static int revision;
/// The versions of the rows. They are read from the answers, because computing versions is not part of the comparison.
static char versions[ROWS][12];

static void load_versions(void) {
    const char *at = strstr(opening.text, "\"items\":");
    for (int i = 0; at && i < ROWS && (at = strstr(at, "\"version\":\"")); i++) {
        at += 11;
        size_t count = strcspn(at, "\"");
        if (count >= sizeof versions[i]) exit(2);
        memcpy(versions[i], at, count);
    }
}

static void load_opening(const char *path) {
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) exit(2);
    opening.both = fread(opening.text, 1, sizeof opening.text - 1, file);
    fclose(file);
    const char *end = strchr(opening.text, '\n');
    opening.first = end ? end + 1 - opening.text : opening.both;
    const char *found = end ? strstr(end, "\"revision\":") : NULL;
    revision = found ? atoi(found + 11) : 0;
    load_versions();
}

static void put_opening(bool is_first) {
    ptrdiff_t start = is_first ? 0 : opening.first;
    put(opening.text + start, (is_first ? opening.first : opening.both) - start);
}

/// Reads the available bytes, answers all lines in them, and writes once.
static void serve(void) {
    static char input[1 << 17];
    size_t kept = 0;
    output = malloc(room = 1 << 17);
    struct pollfd entry = {0, POLLIN, 0};
    while (poll(&entry, 1, -1) == 1) {
        ssize_t count = read(0, input + kept, sizeof input - kept);
        if (count <= 0) break;
        char *line = input, *end = input + kept + count, *stop;
        while ((stop = memchr(line, '\n', end - line))) {
            handle(line, stop - line);
            if (written >= 1 << 16) flush();
            line = stop + 1;
        }
        kept = end - line;
        memmove(input, line, kept);
        flush();
    }
}
