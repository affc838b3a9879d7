from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "duels"
    label = "duels"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Import all modules that register signal receivers or metrics."""
        from duels import metrics  # noqa: F401
        from duels.challenges import proposals  # noqa: F401
        from duels.clubs import joining  # noqa: F401
        from duels.friends import notifications  # noqa: F401
        from duels.house import orders  # noqa: F401
        from duels.house import settlement as _  # noqa: F401
        from duels.ladder import settlement  # noqa: F401
        from duels.moderation import sanctions  # noqa: F401
        from duels.notifications import duels  # noqa: F401
        from duels.play import vacations  # noqa: F401
        from duels.realtime import announcements  # noqa: F401
        from duels.tournaments import entering, results  # noqa: F401
