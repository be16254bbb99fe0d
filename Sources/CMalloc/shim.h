// What the C library's allocator can be told, which Swift's module of the C library leaves out.
#pragma once
#include <malloc.h>
