"""Writes all files generated from the model: `python3 protocol/generator`. `--check` only lists outdated files."""

from __future__ import annotations

import sys
from pathlib import Path

import client_tables
import embedding
import openrpc
import python_records
import python_types
import reference
import requirements
import schemas
import swift_tables
from model import PROTOCOL, Model

# All files that match these patterns are generated, so a matching file that is not among the outputs is outdated.
OWN = ["schemas/*.json", "reference/*.md"]


def outputs(folder: Path = PROTOCOL / "model") -> dict[Path, str]:
    """Returns the text of each file that is generated from the model in a folder."""
    model = Model(folder)
    documents = (schemas, openrpc, reference, requirements, embedding)
    makers = (*documents, python_types, python_records, swift_tables, client_tables)
    return {(PROTOCOL / name).resolve(): text for maker in makers for name, text in maker.files(model).items()}


def main(arguments: list[str]) -> int:
    texts = outputs()
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    extra = [path for pattern in OWN for path in PROTOCOL.glob(pattern) if path not in texts]
    if arguments == ["--check"]:
        for path in [*stale, *extra]:
            print(f"{path.relative_to(PROTOCOL.parent)} is not what the model says: run `make protocol`")
        return 1 if stale or extra else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(texts[path])
    for path in extra:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
