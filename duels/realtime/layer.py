"""The channel layer of a site in one process."""

import time
from typing import Any

from channels.layers import InMemoryChannelLayer

SECONDS_BETWEEN_LOOKS = 1.0


class MemoryChannelLayer(InMemoryChannelLayer):
    """Looks for expired messages once a second, not at each send and receive."""

    def __init__(self, group_expiry: int = 30 * 24 * 60 * 60, **options: Any) -> None:
        super().__init__(group_expiry=group_expiry, **options)
        self._cleaned_at = float("-inf")

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= SECONDS_BETWEEN_LOOKS:
            self._cleaned_at = now
            super()._clean_expired()
