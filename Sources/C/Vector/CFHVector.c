// The larger functions. The small functions are in the header, so that the optimizer can inline them.
#include "CFHVector.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Returns the bit that differs between a lower-case letter and its upper case.
///
/// Returns 0 for other characters, and if case is not folded.
static inline uint8_t ignored_bit(uint32_t unit, bool folds_case) {
    return folds_case && unit >= 'a' && unit <= 'z' ? 0x20 : 0;
}

/// Returns all bits above the lowest set bit; at least one bit must be set.
static inline uint64_t above_lowest(uint64_t bits) { return ~(bits ^ (bits - 1)); }

// The body of `vector_fill` for one instruction set: `PLACES` finds the occurrences of a unit in 64 bytes.
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
        behind = above_lowest(row[found]);                                                                             \
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

/// The classes of 64 bytes, one bit per byte.
struct classes {
    uint64_t lower, upper, digits, delimiters;
};

/// Returns the place with the best rank among `places` in 64 bytes; the byte at each place must be a letter or a digit.
static inline struct vector_place best_place(uint64_t places, struct classes is) {
    if (places == 0) return (struct vector_place){VECTOR_NOWHERE, 0};
    const uint64_t known = is.lower | is.upper | is.digits | is.delimiters;
    const uint64_t delimited = places & (is.delimiters << 1 | 1), signed_ = places & ~known << 1;
    const uint64_t starts = places & ((is.upper & is.lower << 1) | (is.digits & ~(is.digits << 1)));
    if (delimited) return (struct vector_place){VECTOR_DELIMITED, (uint8_t)__builtin_ctzll(delimited)};
    if (signed_) return (struct vector_place){VECTOR_SIGNED, (uint8_t)__builtin_ctzll(signed_)};
    if (starts) return (struct vector_place){VECTOR_STARTING, (uint8_t)__builtin_ctzll(starts)};
    return (struct vector_place){VECTOR_INNER, (uint8_t)__builtin_ctzll(places)};
}

// The body of `vector_holders`: `PLACES` finds a unit in 64 bytes, `CLASSES` determines the classes of the bytes.
#define HOLDERS_BODY(PLACES, CLASSES)                                                                                  \
    uint8_t wanted[VECTOR_MAXIMUM_UNITS], ignored[VECTOR_MAXIMUM_UNITS];                                               \
    for (size_t unit = 0; unit < unit_count; unit++) {                                                                 \
        wanted[unit] = (uint8_t)units[unit];                                                                           \
        ignored[unit] = ignored_bit(units[unit], folds_case);                                                          \
    }                                                                                                                  \
    size_t held_count = 0, place = 0, done = 0;                                                                        \
    for (; place < *count && done < work; place++) {                                                                   \
        /* The texts may be far apart in memory, so each is prefetched while earlier texts are examined. */            \
        const uint32_t soon = place + 12 < *count ? texts[place + 12] : VECTOR_UNSURE;                                 \
        if (soon < VECTOR_UNSURE) vector_prefetch(bytes + starts[soon]);                                               \
        held[held_count] = (uint32_t)place;                                                                            \
        shapes[held_count] = (struct vector_shape){{VECTOR_UNKNOWN, 0}, VECTOR_UNKNOWN};                               \
        if (texts[place] >= VECTOR_UNSURE) {                                                                           \
            held_count++;                                                                                              \
            continue;                                                                                                  \
        }                                                                                                              \
        const size_t start = starts[texts[place]], end = ends[texts[place]];                                           \
        size_t unit = 0;                                                                                               \
        /* The places at which the units so far end without gaps between them. */                                      \
        uint64_t run_ends = ~(uint64_t)0, others = 0;                                                                  \
        for (size_t part = start; part < end && unit < unit_count; part += 64, done++) {                               \
            const uint64_t inside = end - part < 64 ? ((uint64_t)1 << (end - part)) - 1 : ~(uint64_t)0;                \
            uint64_t behind = inside;                                                                                  \
            do {                                                                                                       \
                const uint64_t places = PLACES(bytes + part, wanted[unit], ignored[unit]) & inside;                    \
                run_ends = (unit == 0 ? run_ends : run_ends << 1) & places;                                            \
                others |= unit == 0 ? 0 : places;                                                                      \
                if ((places & behind) == 0) break;                                                                     \
                behind &= above_lowest(places & behind);                                                               \
            } while (++unit < unit_count);                                                                             \
        }                                                                                                              \
        if (unit < unit_count) continue;                                                                               \
        if (end - start <= 64) {                                                                                       \
            const struct classes is = CLASSES(bytes + start);                                                          \
            shapes[held_count].run = best_place(run_ends >> (unit_count - 1), is);                                     \
            shapes[held_count].others = best_place(others, is).rank;                                                   \
        }                                                                                                              \
        held_count++;                                                                                                  \
    }                                                                                                                  \
    *count = place;                                                                                                    \
    return held_count

#define HOLDERS_PARAMETERS                                                                                             \
    const uint8_t *bytes, const uint32_t *starts, const uint32_t *ends, const uint32_t *texts, size_t *count,          \
        const uint32_t *units, size_t unit_count, bool folds_case, size_t work, uint32_t *held, struct vector_shape *shapes
#define HOLDERS_ARGUMENTS bytes, starts, ends, texts, count, units, unit_count, folds_case, work, held, shapes

// Determines the classes of 64 bytes: `PLACES` finds a character, `RANGE` finds the characters in a range.
#define CLASSES_BODY(PLACES, RANGE)                                                                                    \
    return (struct classes) {                                                                                          \
        RANGE(bytes, 'a', 'z'), RANGE(bytes, 'A', 'Z'), RANGE(bytes, '0', '9'),                                        \
            PLACES(bytes, '/', 0) | PLACES(bytes, ',', 0) | RANGE(bytes, ':', ';') | PLACES(bytes, '|', 0)             \
    }

static inline uint64_t range_any(const uint8_t *bytes, char first, char last) {
    uint64_t found = 0;
    for (int place = 0; place < 64; place++) {
        found |= (uint64_t)((uint8_t)(bytes[place] - first) <= last - first) << place;
    }
    return found;
}

static inline struct classes classes_any(const uint8_t *bytes) { CLASSES_BODY(vector_places, range_any); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static inline uint64_t range_avx2(const uint8_t *bytes, char first, char last) {
    const __m256i before = _mm256_set1_epi8((char)(first - 1)), behind = _mm256_set1_epi8((char)(last + 1));
    uint64_t found = 0;
    for (int part = 0; part < 2; part++) {
        // Bytes that are not ASCII are negative, and therefore below each range.
        const __m256i loaded = _mm256_loadu_si256((const __m256i *)(bytes + 32 * part));
        const __m256i inside = _mm256_and_si256(_mm256_cmpgt_epi8(loaded, before), _mm256_cmpgt_epi8(behind, loaded));
        found |= (uint64_t)(uint32_t)_mm256_movemask_epi8(inside) << (32 * part);
    }
    return found;
}

__attribute__((target("avx2"))) static inline struct classes classes_avx2(const uint8_t *bytes) {
    CLASSES_BODY(places_avx2, range_avx2);
}

__attribute__((target("avx512f,avx512bw"))) static inline uint64_t range_avx512(
    const uint8_t *bytes, char first, char last) {
    const __m512i shifted = _mm512_sub_epi8(_mm512_loadu_si512(bytes), _mm512_set1_epi8(first));
    return _mm512_cmple_epu8_mask(shifted, _mm512_set1_epi8((char)(last - first)));
}

__attribute__((target("avx512f,avx512bw"))) static inline struct classes classes_avx512(const uint8_t *bytes) {
    CLASSES_BODY(places_avx512, range_avx512);
}

__attribute__((target("avx2,bmi"))) static size_t holders_avx2(HOLDERS_PARAMETERS) {
    HOLDERS_BODY(places_avx2, classes_avx2);
}

__attribute__((target("avx512f,avx512bw,bmi"))) static size_t holders_avx512(HOLDERS_PARAMETERS) {
    HOLDERS_BODY(places_avx512, classes_avx512);
}
#endif

static size_t holders_any(HOLDERS_PARAMETERS) { HOLDERS_BODY(vector_places, classes_any); }

size_t vector_holders(HOLDERS_PARAMETERS) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw")) return holders_avx512(HOLDERS_ARGUMENTS);
    if (__builtin_cpu_supports("avx2")) return holders_avx2(HOLDERS_ARGUMENTS);
#endif
    return holders_any(HOLDERS_ARGUMENTS);
}

// The body of `vector_supersets`: `HELD` finds the masks among 64 that contain all wanted bits.
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
    // `__builtin_cpu_supports` reads a table of processor features that was filled before `main`.
    if (__builtin_cpu_supports("avx512bw")) return fill_avx512(bytes, count, start, units, unit_count, folds_case, table);
    if (__builtin_cpu_supports("avx2")) return fill_avx2(bytes, count, start, units, unit_count, folds_case, table);
#endif
    return fill_any(bytes, count, start, units, unit_count, folds_case, table);
}
