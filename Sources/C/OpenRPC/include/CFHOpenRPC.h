// The OpenRPC document of the protocol, embedded from protocol/openrpc.json.
#pragma once
#include <stddef.h>

/// Returns the text, which is part of the executable's image and valid while it runs.
const unsigned char *openrpc_document(void);

/// Returns the length of the text in bytes.
size_t openrpc_document_length(void);
