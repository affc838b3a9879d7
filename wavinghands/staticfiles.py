from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Static files under hashed names, those that JavaScript modules import of each other included."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20
    """Each pass finds the names of modules whose own imports have theirs, so there are as many as imports are deep."""
