"""The part of a user's data export that covers the account: settings, mages, messages and so on."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, QuerySet

from accounts.models import Mage, Message, Report, User
from duels.models import IncomingEmail, OutgoingEmail

PROFILE = (
    *("username", "email", "first_name", "last_name", "date_joined", "last_login", "active", "renamed"),
    *(
        "about",
        "author",
        "avatar",
        "country",
        "language",
        "time_zone",
        "mail",
        "hears_talk",
        "hears_messages",
        "seen_by",
    ),
    *("hears_friends_challenges", "hears_friends_duels", "hears_friends_come", "hears_clubs"),
    *("is_bot", "knows_mages_die", "lessons", "returned", "returned_from"),
)


def account_rows(user: User) -> dict[str, QuerySet]:
    """Return querysets with the data about a user's account, by their file names in the export.

    Long lists have the newest row first. The hashes of the password and of tokens, and the keys of push subscriptions,
    are left out.
    """
    return {
        "account": User.objects.filter(pk=user.pk).values(*PROFILE),
        "email_addresses": EmailAddress.objects.filter(user=user).values("email", "verified", "primary"),
        "former_usernames": user.former_usernames.values("folded", "given_up"),
        "vacations": user.vacations.values("began", "until"),
        "tokens": user.tokens.values("name", "hint", "scopes", "created", "last_used", "revoked"),
        "browsers_with_notifications": user.push_subscriptions.values("endpoint", "added"),
        "second_factors": Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at"),
        "sessions": UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at"),
        "blocks": user.blocks.values("mutes_only", "since", username=F("blocked__username")),
        "follows": user.follows.values("since", username=F("followed__username")),
        "clubs": user.memberships.values("role", "state", "since", name=F("club__name"), slug=F("club__slug")),
        "clubs_described": user.clubs_described.values("name", "about", "is_open", "founded"),
        "club_messages": user.club_messages.order_by("-pk").values("text", "sent", name=F("club__name")),
        "mages": _mages(user),
        "messages": _messages(user),
        "notifications": user.notifications.values("about", "subject", "text", "path", "written", "sent"),
        "emails_received": IncomingEmail.objects.filter(user=user)
        .order_by("-pk")
        .values("message_id", "author", "received", "outcome"),
        "emails_sent": OutgoingEmail.objects.filter(user=user)
        .order_by("-pk")
        .values("address", "subject", "text", "written", "sent"),
        "reports_made": Report.objects.filter(reporter=user).values("path", "about", "quote", "why", "made", "state"),
        "measures": user.measures.values("kind", "why", "taken", "until", "lifted"),
    }


def _mages(user: User) -> QuerySet:
    return (
        Mage.objects.filter(owner=user)
        .order_by("-pk")
        .values("name", "gender", "about", "life", "registered", "active", "retired", "ended", "end")
    )


def _messages(user: User) -> QuerySet:
    mine = Message.objects.filter(sender=user) | Message.objects.filter(recipient=user)
    names = {"by": F("sender__username"), "to": F("recipient__username"), "signed": F("mage__name")}
    return mine.order_by("-pk").values("text", "sent", "read", **names)
