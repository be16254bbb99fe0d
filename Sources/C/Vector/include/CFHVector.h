// Operations on 64 bytes or masks at once, where code with Swift's SIMD types would process one element at a time.
//
// A term is a word of a query. A unit is one character of a term, as a code point.
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

/// Returns the places among 64 bytes at which a byte equals `wanted` after the bits of `ignored` are set in the byte.
///
/// The places are a bit set. The lowest bit stands for the first byte.
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

/// Returns the places among 64 bytes at which a byte is not ASCII, as a bit set like `vector_places`.
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
/// Places are searched from `start` on, and after the first place of the preceding unit. `table` receives a bit set of
/// 64-bit words for each unit; the lowest bit of the first word stands for the first byte of the text. If `folds_case`
/// is set, `units` must be in lower case, and also match upper case. 64 more bytes after the text must be readable.
/// Returns false if the text does not contain the units in this order; the contents of `table` are then undefined.
bool vector_fill(
    const uint8_t *bytes, size_t count, size_t start, const uint32_t *units, size_t unit_count, bool folds_case,
    uint64_t *table);

/// The number that is added to the number of a text to make `vector_holders` report the text as a match without
/// reading it.
#define VECTOR_UNSURE 0x80000000u

/// The maximum number of units of a term for `vector_holders`.
#define VECTOR_MAXIMUM_UNITS 32

/// The rank of the place of a letter or a digit.
///
/// `VECTOR_UNKNOWN`: not computed. `VECTOR_NOWHERE`: there is no such place. The other ranks, from best to worst:
/// `VECTOR_DELIMITED`: at the start of the text, or after one of `/,:;|`. `VECTOR_SIGNED`: after another character
/// that is neither a letter nor a digit. `VECTOR_STARTING`: an upper-case letter after a lower-case letter, or a digit
/// after a letter. `VECTOR_INNER`: elsewhere.
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
    /// The start of the best occurrence of all units without gaps; the first of several with the same rank.
    struct vector_place run;
    /// The best rank of all places of the units after the first unit.
    uint8_t others;
};

/// Finds the ASCII texts in which the units of a term occur in order.
///
/// `texts` lists the numbers of the texts. The text with the number n is in `bytes` from `starts[n]` to `ends[n]`. 64
/// more bytes after each text must be readable. `count` is the number of texts; on return, it is the number of texts
/// that were examined. After `work` times 64 bytes, no further text is examined.
///
/// `held` receives the indices of the matches in `texts`, ascending. `shapes` receives the best places of the units in
/// each match, which are unknown for a text that was not read or is longer than 64 bytes. Both need capacity for all
/// texts. Returns the number of matches.
size_t vector_holders(
    const uint8_t *bytes, const uint32_t *starts, const uint32_t *ends, const uint32_t *texts, size_t *count,
    const uint32_t *units, size_t unit_count, bool folds_case, size_t work, uint32_t *held,
    struct vector_shape *shapes);

/// Finds the masks that contain all bits of `wanted`.
///
/// `held` receives a bit set of 64-bit words; the lowest bit of the first word stands for the first mask.
void vector_supersets(const uint64_t *masks, size_t count, uint64_t wanted, uint64_t *held);
