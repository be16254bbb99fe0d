// Sixty-four bytes or masks at a time, where Swift's own vectors take them one by one.
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

/// Which of 64 bytes equal `wanted` once the bits of `ignored` are set in them: a bit for each, the first one lowest.
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

/// Which of 64 bytes are not ASCII.
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

/// Fetches 64 bytes that are needed soon, so that nobody waits for them then.
static inline void vector_prefetch(const uint8_t *bytes) {
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 63);
}

/// Finds where each unit of a term may lie in a text of ASCII: from `start` on, and behind the first place of the unit
/// before it.
///
/// `table` takes a bit for each place, the first one lowest, in words of 64, for one unit behind the other; `units` are
/// folded as `folds_case` says. 64 bytes more can be read behind the text. False if the units don't lie in the text in
/// their order; what the table holds then is of no use.
bool vector_fill(
    const uint8_t *bytes, size_t count, size_t start, const uint32_t *units, size_t unit_count, bool folds_case,
    uint64_t *table);

/// What is added to the number of a text that `vector_holders` takes for one that holds the term, without a look.
#define VECTOR_UNSURE 0x80000000u

/// How many units a term may have for `vector_holders`.
#define VECTOR_MAXIMUM_UNITS 32

/// How good a place is for a letter or a digit: at the start or behind one of `/,:;|`, behind another sign, at an upper-case
/// letter behind a lower-case one or a digit behind a letter, elsewhere.
enum vector_rank {
    VECTOR_UNKNOWN,
    VECTOR_NOWHERE,
    VECTOR_INNER,
    VECTOR_STARTING,
    VECTOR_SIGNED,
    VECTOR_DELIMITED,
};

/// A place in a text.
struct vector_place {
    uint8_t rank;
    uint8_t place;
};

/// How the units of a term lie in a text.
struct vector_shape {
    /// Where the best run of all of them begins, the first one of those that are as good.
    struct vector_place run;
    /// The best rank of a place of any but the first unit.
    uint8_t others;
};

/// Finds those of some texts of ASCII in which the units of a term lie in their order.
///
/// `texts` says which ones, by their numbers, each of which stands in `bytes` from its place in `starts` to that in `ends`.
/// `count` is how many there are, and then how many were looked at: none is begun behind `work` times 64 bytes. What was
/// found is written to `held`, which has room for all, as places in `texts`, ascending, and how it lies there to `shapes`;
/// the answer is how many those are. 64 bytes more can be read behind each text.
size_t vector_holders(
    const uint8_t *bytes, const uint32_t *starts, const uint32_t *ends, const uint32_t *texts, size_t *count,
    const uint32_t *units, size_t unit_count, bool folds_case, size_t work, uint32_t *held,
    struct vector_shape *shapes);

/// Which of some masks hold all bits of `wanted`: a bit for each, the first one lowest, in as many words of 64 as it takes.
void vector_supersets(const uint64_t *masks, size_t count, uint64_t wanted, uint64_t *held);
