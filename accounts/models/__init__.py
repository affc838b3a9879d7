"""Models of users, friends, mages, notifications, messages, moderation and tokens."""

from accounts.models.friends import Follow
from accounts.models.mages import NAME_ALIKE, NAME_LENGTH, NAME_RESTS, NAME_RULE, NAME_TAKEN, Mage, validate_mage_name
from accounts.models.moderation import Block, Measure, Message, Report
from accounts.models.notifications import EmailNotification, PushSubscription
from accounts.models.tokens import API_SCOPES, Token
from accounts.models.users import USERNAME_ALIKE, USERNAME_LENGTH, USERNAME_TAKEN, FormerUsername, User, Vacation

__all__ = [
    "API_SCOPES",
    "NAME_ALIKE",
    "NAME_LENGTH",
    "NAME_RESTS",
    "NAME_RULE",
    "NAME_TAKEN",
    "USERNAME_ALIKE",
    "USERNAME_LENGTH",
    "USERNAME_TAKEN",
    "Block",
    "EmailNotification",
    "Follow",
    "FormerUsername",
    "Mage",
    "Measure",
    "Message",
    "PushSubscription",
    "Report",
    "Token",
    "User",
    "Vacation",
    "validate_mage_name",
]
