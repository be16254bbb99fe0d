// SHA-256 from libmd.
#pragma once
#include <sys/types.h>
#include <sha2.h>
