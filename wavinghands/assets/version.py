"""The version of the site's scripts and styles."""

from django.contrib.staticfiles.storage import staticfiles_storage


def version() -> str:
    """Return a hash that changes when a deployment changes static files, or "" if they are not bundled."""
    return getattr(staticfiles_storage, "manifest_hash", "")
