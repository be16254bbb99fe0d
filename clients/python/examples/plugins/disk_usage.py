#!/usr/bin/env python3
"""A plugin for featurehost with the feature `diskUsage`, which shows the disk usage in a folder, counted like du.

As a dialog, its output is the chosen folder.
"""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from featurehost.plugin import Feature, LayoutItem, Plugin, action

plugin = Plugin("disk-usage", "1.0")


@dataclass
class Entry:
    name: str
    size: int
    is_folder: bool


def occupied(path: Path, seen: set[tuple[int, int]]) -> int:
    """Returns the bytes that a file or folder occupies; a file with several hard links is counted once."""
    total, paths = 0, [path]
    for path in paths:
        try:
            status = path.lstat()
            if (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                total += status.st_blocks * 512
                if path.is_dir() and not path.is_symlink():
                    paths.extend(path.iterdir())
        except OSError:
            pass  # The path no longer exists or can't be read; the others are counted.
    return total


@plugin.feature(
    "diskUsage",
    params=["folder"],
    output=Path,
    layout=[
        LayoutItem("text", "Folder", key="folder"),
        LayoutItem("number", "Bytes", key="size"),
        LayoutItem("progress", "Counted", key="counted"),
        LayoutItem("text", "Largest", key="largest"),
        LayoutItem("button", "Up", action="look", params={"name": ".."}),
        LayoutItem("button", "Count again", action="look"),
    ],
)
@dataclass
class DiskUsage(Feature):
    folder: Path = field(default_factory=Path.cwd)
    size: int = 0
    counted: float = 0.0
    entries: list[Entry] = field(default_factory=list)

    @property
    def largest(self) -> str:
        return "\n".join(f"{entry.size / 1e6:9.2f} MB  {entry.name}" for entry in self.entries[:10])

    @action(on_open=True, cancels=True)
    async def look(self, name: str = ".") -> None:
        folder = (self.folder / name).resolve()
        children = list(folder.iterdir())
        self.folder, self.size, self.counted, self.entries = folder, folder.lstat().st_blocks * 512, 0.0, []
        seen = set[tuple[int, int]]()
        for number, child in enumerate(children, 1):
            size = await asyncio.to_thread(occupied, child, seen)
            self.entries.append(Entry(child.name, size, child.is_dir() and not child.is_symlink()))
            self.entries.sort(key=lambda entry: (-entry.size, entry.name))
            self.size, self.counted = self.size + size, number / len(children)

    @action(toolbar=True, role="confirmation")
    def choose(self) -> None:
        self.complete(self.folder)


if __name__ == "__main__":
    plugin.run()
