"""Generates the list of files that are embedded in the conformance kit, as C code with `#embed` directives."""

from __future__ import annotations

import schemas
from model import PROTOCOL, Model

HEAD = """\
// Made by `make protocol`: the compiler takes the files' bytes as they are, so that there is no second copy to keep
// current; it is built again when one has changed.
#include "CFHConformance.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
"""
TAIL = """\
const conformance_file *conformance_files(void) { return files; }

size_t conformance_file_count(void) { return sizeof files / sizeof *files; }
"""


def files(model: Model) -> dict[str, str]:
    """Returns the single file of the target CFHConformance."""
    found = [PROTOCOL / "requirements.jsonl", *(PROTOCOL / "conformance").rglob("*.jsonl")]
    paths = sorted(path.relative_to(PROTOCOL).as_posix() for path in found)
    paths += sorted(path for path in schemas.files(model) if path.startswith("schemas/"))
    arrays = [
        f'static const unsigned char file{number}[] = {{\n#embed "../../../protocol/{path}"\n}};\n'
        for number, path in enumerate(paths)
    ]
    rows = [f'    {{"{path}", file{number}, sizeof file{number}}},' for number, path in enumerate(paths)]
    table = "static const conformance_file files[] = {\n" + "\n".join(rows) + "\n};\n"
    return {"../Sources/C/Conformance/CFHConformance.c": "\n".join([HEAD, *arrays, table, TAIL])}

