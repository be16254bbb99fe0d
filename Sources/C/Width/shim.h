// The width of characters in a terminal, from utf8proc.
#pragma once
#include <utf8proc.h>

// Returns the number of columns of a scalar: 0 for combining and invisible ones, 1, or 2.
static inline int shim_columns(unsigned int scalar) { return utf8proc_charwidth((utf8proc_int32_t)scalar); }
