"""A disk of its own for what is kept, small enough to be filled."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = 1 << 30
"""Bytes of it: what thousands of duels come to. Nothing takes room but what is written."""
BLOCK = 4096
NO_DISK = "no disk of its own can be had here, for which root and a loop device are needed"


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Have an empty folder on a file system of its own to the end of the block, and tell whether it is."""
    image = folder.with_suffix(".image")
    with image.open("wb") as file:
        file.truncate(SIZE)
    if not (_is_done("mkfs.ext4", "-q", "-F", "-m", "0", image) and _is_done("mount", "-o", "loop", image, folder)):
        yield False
        return
    try:
        yield True
    finally:
        _is_done("umount", "--lazy", folder)  # processes of PostgreSQL may outlive it for a moment


def _is_done(*command: str | Path) -> bool:
    with suppress(FileNotFoundError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False


@contextmanager
def filler(disk: Path) -> Iterator[Path]:
    """A file that takes room of a disk in this block, by `fill`."""
    file = disk / "filler"
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)


def fill(filler: Path) -> None:
    """Have the file take all the room that is left."""
    with filler.open("ab") as file:
        size = SIZE
        while size >= BLOCK:
            try:
                os.posix_fallocate(file.fileno(), file.seek(0, os.SEEK_END), size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                size //= 2
