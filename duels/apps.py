from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "duels"
    label = "duels"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from duels.challenges import proposals  # noqa: F401 - likewise
        from duels.ladder import settlement  # noqa: F401 - likewise
        from duels.moderation import sanctions  # noqa: F401 - likewise
        from duels.notifications import duels  # noqa: F401 - likewise
        from duels.play import vacations  # noqa: F401 - likewise
        from duels.realtime import broadcast  # noqa: F401 - it hears what services announce
