import pytest


@pytest.fixture
def jobs_at_once(settings):
    """Run every task as soon as it is queued, without a worker."""
    settings.TASKS = {
        "default": settings.TASKS["default"] | {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}
    }
