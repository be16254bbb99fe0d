// What the conformance kit holds in itself, as it stands in protocol/: requirements, scenarios, schemas.
#pragma once
#include <stddef.h>

/// A file: its path from protocol/, and its bytes, which live as long as the executable.
typedef struct {
    const char *path;
    const unsigned char *bytes;
    size_t length;
} conformance_file;

/// All files, by their paths.
const conformance_file *conformance_files(void);

/// How many there are.
size_t conformance_file_count(void);
