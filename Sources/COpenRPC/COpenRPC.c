// The compiler takes the file's bytes as they are, so that there is no second copy to keep current; it is built again
// when the file has changed. The directive is of C23, which the other targets of C need not know.
#include "COpenRPC.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char document[] = {
#embed "../../protocol/openrpc.json"
};

const unsigned char *openrpc_document(void) { return document; }

size_t openrpc_document_length(void) { return sizeof document; }
