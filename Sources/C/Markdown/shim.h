// The parser cmark-gfm, with GitHub's extensions of CommonMark.
#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>
