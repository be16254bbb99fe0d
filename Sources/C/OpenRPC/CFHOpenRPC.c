// The compiler embeds the file, so that there is no second copy to keep up to date, and recompiles after a change of
// the file. The directive needs C23, which the other C targets don't use.
#include "CFHOpenRPC.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char document[] = {
#embed "../../../protocol/openrpc.json"
};

const unsigned char *openrpc_document(void) { return document; }

size_t openrpc_document_length(void) { return sizeof document; }
