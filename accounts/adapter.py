"""What allauth asks the site about accounts."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Counts wrong passwords by user and address together; leads back to no address that is none."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By the user alone, anybody could lock him out from anywhere."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def is_safe_url(self, url: str) -> bool:
        """Not what is no address at all either, at which allauth's own fails."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
