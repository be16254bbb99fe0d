// The compiler embeds the file, so that no second copy must be kept up to date. A change of the file recompiles this
// source. `#embed` needs C23, which the other C targets don't use.
#include "CFHOpenRPC.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char document[] = {
#embed "../../../protocol/openrpc.json"
};

const unsigned char *openrpc_document(void) { return document; }

size_t openrpc_document_length(void) { return sizeof document; }
