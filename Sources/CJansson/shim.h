// What Swift cannot import of jansson: its macros and inline helpers, as plain functions.
#pragma once
#include <jansson.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

// The first place of a byte, or null. (Swift would need the whole C library for memchr.)
static inline const void *shim_find_byte(const void *bytes, int byte, size_t count) {
    return memchr(bytes, byte, count);
}

// Gives memory that is free back to the system. (Swift's Glibc has no malloc_trim.)
static inline void shim_trim_memory(void) { malloc_trim(0); }

// True if so much memory can be had. Nothing is touched, so that it takes a few microseconds.
static inline int shim_has_room(size_t size) {
    void *place = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return 0;
    munmap(place, size);
    return 1;
}
