"""What allauth asks the site about accounts."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauths
from django.http import HttpRequest
from django.utils import translation

from wavinghands.answers import after_answer


class AccountAdapter(DefaultAccountAdapter):
    """Counts wrong passwords by user and address together, has nobody wait for mail, leads back to no false address."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By the user alone, anybody could lock him out from anywhere."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Once the answer is sent: if it came later where there is a letter, it would tell whose an address is."""
        request, language, send = allauths.request, translation.get_language(), super().send_mail

        def send_now() -> None:
            with allauths.request_context(request), translation.override(language):
                send(template_prefix, email, context)

        after_answer(send_now)

    def is_safe_url(self, url: str) -> bool:
        """Not what is no address at all either, at which allauth's own fails."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
