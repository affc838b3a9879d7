"""A small disk for the site's databases, which tests can fill."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = 1 << 30
"""The size of the disk in bytes, enough for thousands of duels. The image file is sparse."""
BLOCK = 4096
NO_DISK = "no disk of its own can be had here, for which root and a loop device are needed"


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a new file system at the empty directory `folder`. Yield whether that succeeded."""
    image = folder.with_suffix(".image")
    with image.open("wb") as file:
        file.truncate(SIZE)
    if not (_is_done("mkfs.ext4", "-q", "-F", "-m", "0", image) and _is_done("mount", "-o", "loop", image, folder)):
        yield False
        return
    try:
        yield True
    finally:
        _is_done("umount", "--lazy", folder)  # PostgreSQL's processes may still use it for a moment


def _is_done(*command: str | Path) -> bool:
    with suppress(FileNotFoundError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False


@contextmanager
def filler(disk: Path) -> Iterator[Path]:
    """Yield the path of a file for `fill` to write to. Delete the file after the block."""
    file = disk / "filler"
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)


def fill(filler: Path) -> None:
    """Extend the file until it takes up all the free space on its disk."""
    with filler.open("ab") as file:
        size = SIZE
        while size >= BLOCK:
            try:
                os.posix_fallocate(file.fileno(), file.seek(0, os.SEEK_END), size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                size //= 2
