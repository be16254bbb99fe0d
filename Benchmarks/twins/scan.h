// A scanner that knows the lines of the benchmark byte by byte, for the twins without a parser.
#include "session.h"

/// Returns the bytes between `before`, which must follow immediately, and the next `last`.
static const char *scan(const char **at, const char *end, const char *before, size_t before_count, char last, size_t *count) {
    if ((size_t)(end - *at) < before_count || memcmp(*at, before, before_count)) {
        fprintf(stderr, "twin: not a line of the benchmark: %.*s\n", (int)(end - *at), *at);
        exit(1);
    }
    const char *start = *at + before_count;
    const char *found = memchr(start, last, end - start);
    if (!found) exit(1);
    *count = found - start;
    *at = found;
    return start;
}

#define SCAN(before, last, count) scan(&at, line_end, before, sizeof before - 1, last, count)
