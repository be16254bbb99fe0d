// What Swift cannot import of jansson: its macros and inline helpers, as plain functions.
#pragma once
#include <jansson.h>
#include <malloc.h>
#include <string.h>

// The first place of a byte, or null. (Swift would need the whole C library for memchr.)
static inline const void *shim_find_byte(const void *bytes, int byte, size_t count) {
    return memchr(bytes, byte, count);
}

// Gives memory that is free back to the system. (Swift's Glibc has no malloc_trim.)
static inline void shim_trim_memory(void) { malloc_trim(0); }
