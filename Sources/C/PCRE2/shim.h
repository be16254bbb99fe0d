// PCRE2 for 8-bit strings; its header requires the code unit width.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
