"""Files written whole or not at all, and folders made durable."""

import os
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: beside its place, synced, then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
