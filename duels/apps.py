from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "duels"
    label = "duels"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from duels.realtime import broadcast, lobby_hub, user_hub  # noqa: F401 - they hear what services announce
        from duels.services import absences, changes, endings, measures, news  # noqa: F401 - likewise
