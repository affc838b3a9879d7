from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import email_delivery, legal  # noqa: F401 - register their system checks
        from accounts.services import web_push  # noqa: F401 - connects its signal receiver
