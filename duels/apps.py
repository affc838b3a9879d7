from django.apps import AppConfig


class DuelsConfig(AppConfig):
    name = "duels"
    label = "duels"
    default_auto_field = "django.db.models.BigAutoField"
