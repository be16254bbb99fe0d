// Functions that are large enough to be called; the small ones are in the header, so that the optimiser puts them where
// they are used.
#include "CVector.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// The bit that tells a lower-case letter from its upper case; of other characters none is ignored.
static inline uint8_t ignored_bit(uint32_t unit, bool folds_case) {
    return folds_case && unit >= 'a' && unit <= 'z' ? 0x20 : 0;
}

// The body of `vector_fill`, with the widest instructions that there are: `PLACES` tells which of 64 bytes are a unit.
#define FILL_BODY(PLACES)                                                                                              \
    const size_t words = (count + 63) / 64;                                                                            \
    const uint64_t inside = count % 64 ? ((uint64_t)1 << count % 64) - 1 : ~(uint64_t)0;                               \
    size_t first = start / 64;                                                                                         \
    uint64_t behind = ~(uint64_t)0 << start % 64;                                                                      \
    if (first >= words) return false;                                                                                  \
    for (size_t unit = 0; unit < unit_count; unit++) {                                                                 \
        if (units[unit] >= 0x80) return false;                                                                         \
        const uint8_t wanted = (uint8_t)units[unit], ignored = ignored_bit(wanted, folds_case);                        \
        uint64_t *const row = table + unit * words;                                                                    \
        size_t found = words;                                                                                          \
        for (size_t word = 0; word < first; word++) row[word] = 0;                                                     \
        for (size_t word = first; word < words; word++) {                                                              \
            uint64_t places = PLACES(bytes + 64 * word, wanted, ignored);                                              \
            if (word == first) places &= behind;                                                                       \
            if (word == words - 1) places &= inside;                                                                   \
            row[word] = places;                                                                                        \
            if (found == words && places != 0) found = word;                                                           \
        }                                                                                                              \
        if (found == words) return false;                                                                              \
        first = found;                                                                                                 \
        /* All bits above the lowest one. */                                                                           \
        behind = ~(row[found] ^ (row[found] - 1));                                                                     \
    }                                                                                                                  \
    return true

#define FILL_PARAMETERS                                                                                                \
    const uint8_t *bytes, size_t count, size_t start, const uint32_t *units, size_t unit_count, bool folds_case,       \
        uint64_t *table

#if defined(__x86_64__)
__attribute__((target("avx2"))) static inline uint64_t places_avx2(const uint8_t *bytes, uint8_t wanted, uint8_t ignored) {
    const __m256i wanteds = _mm256_set1_epi8((char)wanted), ignoreds = _mm256_set1_epi8((char)ignored);
    const __m256i low = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)bytes), ignoreds);
    const __m256i high = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(bytes + 32)), ignoreds);
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanteds)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanteds)) << 32;
}

__attribute__((target("avx512f,avx512bw"))) static inline uint64_t places_avx512(
    const uint8_t *bytes, uint8_t wanted, uint8_t ignored) {
    const __m512i loaded = _mm512_or_si512(_mm512_loadu_si512(bytes), _mm512_set1_epi8((char)ignored));
    return _mm512_cmpeq_epi8_mask(loaded, _mm512_set1_epi8((char)wanted));
}

__attribute__((target("avx2,bmi"))) static bool fill_avx2(FILL_PARAMETERS) { FILL_BODY(places_avx2); }

__attribute__((target("avx512f,avx512bw,bmi"))) static bool fill_avx512(FILL_PARAMETERS) { FILL_BODY(places_avx512); }
#endif

static bool fill_any(FILL_PARAMETERS) { FILL_BODY(vector_places); }

// The body of `vector_supersets`: `HELD` tells which of 64 masks hold all that is wanted.
#define SUPERSETS_BODY(HELD)                                                                                           \
    size_t word = 0;                                                                                                   \
    for (; 64 * (word + 1) <= count; word++) held[word] = HELD(masks + 64 * word, wanted);                             \
    if (64 * word < count) held[word] = held_by_some(masks + 64 * word, count - 64 * word, wanted)

#define SUPERSETS_PARAMETERS const uint64_t *masks, size_t count, uint64_t wanted, uint64_t *held

static inline uint64_t held_by_some(const uint64_t *masks, size_t count, uint64_t wanted) {
    uint64_t held = 0;
    for (size_t place = 0; place < count; place++) held |= (uint64_t)((masks[place] & wanted) == wanted) << place;
    return held;
}

static inline uint64_t held_any(const uint64_t *masks, uint64_t wanted) { return held_by_some(masks, 64, wanted); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static inline uint64_t held_avx2(const uint64_t *masks, uint64_t wanted) {
    const __m256i wanteds = _mm256_set1_epi64x((long long)wanted);
    uint64_t held = 0;
    for (int part = 0; part < 16; part++) {
        const __m256i loaded = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(masks + 4 * part)), wanteds);
        const __m256d equal = _mm256_castsi256_pd(_mm256_cmpeq_epi64(loaded, wanteds));
        held |= (uint64_t)(uint32_t)_mm256_movemask_pd(equal) << (4 * part);
    }
    return held;
}

__attribute__((target("avx512f"))) static inline uint64_t held_avx512(const uint64_t *masks, uint64_t wanted) {
    const __m512i wanteds = _mm512_set1_epi64((long long)wanted);
    uint64_t held = 0;
    for (int part = 0; part < 8; part++) {
        const __m512i loaded = _mm512_and_si512(_mm512_loadu_si512(masks + 8 * part), wanteds);
        held |= (uint64_t)_mm512_cmpeq_epi64_mask(loaded, wanteds) << (8 * part);
    }
    return held;
}

__attribute__((target("avx2"))) static void supersets_avx2(SUPERSETS_PARAMETERS) { SUPERSETS_BODY(held_avx2); }

__attribute__((target("avx512f"))) static void supersets_avx512(SUPERSETS_PARAMETERS) { SUPERSETS_BODY(held_avx512); }
#endif

static void supersets_any(SUPERSETS_PARAMETERS) { SUPERSETS_BODY(held_any); }

void vector_supersets(SUPERSETS_PARAMETERS) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return supersets_avx512(masks, count, wanted, held);
    if (__builtin_cpu_supports("avx2")) return supersets_avx2(masks, count, wanted, held);
#endif
    supersets_any(masks, count, wanted, held);
}

bool vector_fill(FILL_PARAMETERS) {
#if defined(__x86_64__)
    // Asked of the processor by a table that the C library has filled before `main`.
    if (__builtin_cpu_supports("avx512bw")) return fill_avx512(bytes, count, start, units, unit_count, folds_case, table);
    if (__builtin_cpu_supports("avx2")) return fill_avx2(bytes, count, start, units, unit_count, folds_case, table);
#endif
    return fill_any(bytes, count, start, units, unit_count, folds_case, table);
}
