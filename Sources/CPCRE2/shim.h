// PCRE2 over bytes; its header wants to be told which of its three libraries is meant.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
