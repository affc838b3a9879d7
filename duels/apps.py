from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "duels"
    label = "duels"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from duels import pushes  # noqa: F401 - it hears what services announce
