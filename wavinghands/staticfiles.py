from collections.abc import Iterator, Mapping
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

from wavinghands.modules import leaves_first


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Static files under hashed names, those that JavaScript modules import of each other included."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20
    """As many as imports may be deep; so many are needed only if modules import each other in a circle."""

    def post_process(self, paths: Mapping[str, Any], **options: Any) -> Iterator[Any]:
        """Every module after those that it imports: their names are known then, and one pass finds them all."""

        def read(path: str) -> str:
            storage, name = paths[path]
            with storage.open(name) as file:
                return str(file.read().decode())

        ordered = leaves_first(list(paths), read)
        yield from super().post_process({path: paths[path] for path in ordered}, **options)
