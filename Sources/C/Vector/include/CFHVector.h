// Operations on 64 bytes or masks at once, where Swift's own vectors process one element at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// Returns the places, one bit per byte from the lowest, where 64 bytes equal `wanted` with the bits of `ignored` set.
static inline uint64_t vector_places(const uint8_t *bytes, uint8_t wanted, uint8_t ignored) {
    uint64_t places = 0;
#if defined(__SSE2__)
    const __m128i wanteds = _mm_set1_epi8((char)wanted), ignoreds = _mm_set1_epi8((char)ignored);
    for (int part = 0; part < 4; part++) {
        const __m128i loaded = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
        const __m128i equal = _mm_cmpeq_epi8(_mm_or_si128(loaded, ignoreds), wanteds);
        places |= (uint64_t)(uint16_t)_mm_movemask_epi8(equal) << (16 * part);
    }
#elif defined(__ARM_NEON)
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t wanteds = vdupq_n_u8(wanted), ignoreds = vdupq_n_u8(ignored), bits = vld1q_u8(weights);
    uint8x16_t parts[4];
    for (int part = 0; part < 4; part++) {
        const uint8x16_t loaded = vorrq_u8(vld1q_u8(bytes + 16 * part), ignoreds);
        parts[part] = vandq_u8(vceqq_u8(loaded, wanteds), bits);
    }
    const uint8x16_t low = vpaddq_u8(parts[0], parts[1]), high = vpaddq_u8(parts[2], parts[3]);
    const uint8x16_t sums = vpaddq_u8(low, high);
    places = vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
#else
    for (int place = 0; place < 64; place++) places |= (uint64_t)((bytes[place] | ignored) == wanted) << place;
#endif
    return places;
}

/// Returns the places of 64 bytes that are not ASCII.
static inline uint64_t vector_wide_places(const uint8_t *bytes) {
    uint64_t places = 0;
#if defined(__SSE2__)
    for (int part = 0; part < 4; part++) {
        const __m128i loaded = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
        places |= (uint64_t)(uint16_t)_mm_movemask_epi8(loaded) << (16 * part);
    }
#else
    for (int part = 0; part < 8; part++) {
        uint64_t word;
        memcpy(&word, bytes + 8 * part, 8);
        places |= ((((word >> 7) & 0x0101010101010101u) * 0x0102040810204080u) >> 56) << (8 * part);
    }
#endif
    return places;
}

/// Prefetches 64 bytes that are needed soon.
static inline void vector_prefetch(const uint8_t *bytes) {
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 63);
}

/// Finds the possible places of each unit of a term in an ASCII text.
///
/// Places are searched from `start` on, and after the first place of the previous unit. `table` takes one row per unit,
/// one bit per place from the lowest, in 64-bit words; `units` are case-folded if `folds_case` is set. 64 more bytes
/// after the text must be readable. Returns false, with an undefined table, if the text lacks the units in this order.
bool vector_fill(
    const uint8_t *bytes, size_t count, size_t start, const uint32_t *units, size_t unit_count, bool folds_case,
    uint64_t *table);

/// The offset for numbers of texts that `vector_holders` reports as matches without reading them.
#define VECTOR_UNSURE 0x80000000u

/// The maximum number of units of a term for `vector_holders`.
#define VECTOR_MAXIMUM_UNITS 32

/// The rank of a place of a letter or digit.
///
/// From best to worst: at the start or after one of `/,:;|`; after another sign; at an upper-case letter after a
/// lower-case one or a digit after a letter; elsewhere.
enum vector_rank {
    VECTOR_UNKNOWN,
    VECTOR_NOWHERE,
    VECTOR_INNER,
    VECTOR_STARTING,
    VECTOR_SIGNED,
    VECTOR_DELIMITED,
};

/// A ranked place in a text.
struct vector_place {
    uint8_t rank;
    uint8_t place;
};

/// The best places of a term's units in a text.
struct vector_shape {
    /// The start of the best contiguous run of all units; the first of several equal ones.
    struct vector_place run;
    /// The best rank of a place of any but the first unit.
    uint8_t others;
};

/// Finds the ASCII texts in which the units of a term occur in order.
///
/// `texts` lists the numbers of the texts; each reaches from its entry in `starts` to that in `ends`, within `bytes`.
/// `count` is the number of texts, and on return the number of texts that were read: none is begun after `work` times
/// 64 bytes. `held` receives the indices of the matches in `texts`, ascending, and `shapes` their places; both need
/// capacity for all texts. Returns the number of matches. 64 more bytes after each text must be readable.
size_t vector_holders(
    const uint8_t *bytes, const uint32_t *starts, const uint32_t *ends, const uint32_t *texts, size_t *count,
    const uint32_t *units, size_t unit_count, bool folds_case, size_t work, uint32_t *held,
    struct vector_shape *shapes);

/// Finds the masks that contain all bits of `wanted`; writes one bit per mask from the lowest, in 64-bit words.
void vector_supersets(const uint64_t *masks, size_t count, uint64_t wanted, uint64_t *held);
