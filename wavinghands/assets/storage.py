from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

from wavinghands.assets.bundle import bundle
from wavinghands.assets.catalogue import languages, words_of

BUNDLED = (".js", ".css")


class BundledStorage(CompressedManifestStaticFilesStorage):
    """Static files under names that change with them, and our own scripts and style sheets bundled."""

    bundles: Mapping[str, str] = {}

    def post_process(self, paths: Mapping[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if dry_run:
            return
        sources = Path(settings.STATICFILES_DIRS[0])
        self.bundles = bundle(sources, Path(self.location), {language: words_of(language) for language in languages()})
        others = {
            path: (storage, name)
            for path, (storage, name) in paths.items()
            if not (path.endswith(BUNDLED) and Path(storage.location) == sources)
        }
        yield from super().post_process(others, **options)
        for path, compressed in self.compress_files(self._bundled_files()):
            yield path, compressed, True

    def save_manifest(self) -> None:
        self.hashed_files |= self.bundles
        super().save_manifest()

    def _bundled_files(self) -> list[str]:
        """The paths of all bundles, those of what is imported later too."""
        root = Path(self.location)
        later = (file.relative_to(root).as_posix() for file in root.glob("js/chunks/*.js"))
        return sorted({*self.bundles.values(), *later})
