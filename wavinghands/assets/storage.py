"""The storage backend for static files in production."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

from wavinghands.assets.bundle import bundle
from wavinghands.assets.catalogue import languages

BUNDLED = (".js", ".css")
HASHED = re.compile(settings.WHITENOISE_IMMUTABLE_FILE_TEST)


class BundledStorage(CompressedManifestStaticFilesStorage):
    """A storage backend that adds content hashes to file names, and replaces scripts and style sheets with bundles."""

    bundles: Mapping[str, str] = {}

    def post_process(self, paths: Mapping[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if dry_run:
            return
        sources = Path(settings.STATICFILES_DIRS[0])
        self.bundles = bundle(sources, Path(self.location), languages())
        others = {
            path: (storage, name)
            for path, (storage, name) in paths.items()
            if not (path.endswith(BUNDLED) and Path(storage.location) == sources)
        }
        yield from super().post_process(others, **options)
        chunks = (file.relative_to(self.location).as_posix() for file in Path(self.location).glob("js/chunks/*.js"))
        for path, compressed in self.compress_files(sorted({*self.bundles.values(), *chunks})):
            yield path, compressed, True

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress only the files with hashes in their names.

        Pages use no other files, and compressing takes a long time.
        """
        yield from super().compress_files(path for path in paths if HASHED.search(path))

    def save_manifest(self) -> None:
        self.hashed_files |= self.bundles
        super().save_manifest()
