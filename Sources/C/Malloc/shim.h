// Options of the C library's allocator, which Swift's Glibc module lacks.
#pragma once
#include <malloc.h>
