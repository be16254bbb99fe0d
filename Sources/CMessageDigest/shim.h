// SHA-256 of libmd.
#pragma once
#include <sys/types.h>
#include <sha2.h>
