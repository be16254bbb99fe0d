// Macros and inline helpers of jansson and the C library, wrapped as functions that Swift can import.
#pragma once
#include <jansson.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

// Returns the first occurrence of a byte; null if the byte does not occur. (Swift would need the whole C library for
// memchr.)
static inline const void *shim_find_byte(const void *bytes, int byte, size_t count) {
    return memchr(bytes, byte, count);
}

// Returns free memory to the system. (Swift's Glibc module lacks malloc_trim.)
static inline void shim_trim_memory(void) { malloc_trim(0); }

// Returns true if `size` bytes can be mapped. The memory is not touched, so the call takes only a few microseconds.
static inline int shim_has_room(size_t size) {
    void *place = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return 0;
    munmap(place, size);
    return 1;
}
