// The files of protocol/ that are embedded in the conformance kit: requirements, scenarios, schemas.
#pragma once
#include <stddef.h>

/// A file: its path relative to protocol/, and its bytes, which are valid while the executable runs.
typedef struct {
    const char *path;
    const unsigned char *bytes;
    size_t length;
} conformance_file;

/// Returns an array of all files, sorted by path.
const conformance_file *conformance_files(void);

/// Returns the number of files.
size_t conformance_file_count(void);
