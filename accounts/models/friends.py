"""The players whom users follow."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.users import User


class Follow(models.Model):
    """A record of one user following another.

    The followed user does not need to agree.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "followed"], name="follow_once"),
            models.CheckConstraint(condition=~Q(user=F("followed")), name="follow_is_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.followed_id}"
