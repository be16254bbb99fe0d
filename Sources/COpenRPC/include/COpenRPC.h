// The OpenRPC document of the protocol, as it stands in protocol/openrpc.json.
#pragma once
#include <stddef.h>

/// The text, which is part of the executable's image and lives as long as it.
const unsigned char *openrpc_document(void);

/// How many bytes it has.
size_t openrpc_document_length(void);
