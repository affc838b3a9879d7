from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Static files under hashed names, those that JavaScript modules import of each other included."""

    support_js_module_import_aggregation = True
