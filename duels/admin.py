"""Admin pages for duels, challenges, standings, chat messages, tournaments and clubs.

Duels and their seats are read-only, because they are records of the past.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from duels.clubs.running import close_club
from duels.models import Challenge, Club, ClubMessage, Duel, Line, Membership, Seat, Standing, Tournament
from duels.play.cancellation import cancel_broken


class SeatInline(admin.TabularInline):
    """A read-only admin inline for a duel's seats.

    It omits the sealed orders, which are secret even from admins.
    """

    model = Seat
    fields = readonly_fields = ("position", "mage", "name", "gender", "team", "missed", "reserve", "closed")
    extra = 0
    can_delete = False

    def has_add_permission(self, *args: object) -> bool:
        return False


@admin.register(Duel)
class DuelAdmin(admin.ModelAdmin):
    """A read-only admin for duels, with an action that cancels running duels if they cannot be loaded."""

    list_display = ("slug", "book", "melee", "round", "practice", "counts", "public", "started", "ended", "ending")
    list_filter = ("book", "melee", "practice", "counts", "public", "ending")
    search_fields = ("slug", "seats__name")
    readonly_fields = (
        "slug", "book", "options", "seed", "melee", "pace", "reserve", "mountain", "practice", "counts", "public",
        "round", "asking", "version", "opened", "deadline", "result", "started", "ended", "ending", "tallied",
    )  # fmt: skip
    inlines = (SeatInline,)
    actions = ("cancel_broken",)

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False  # saving a row while the duel is being played would undo rounds

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        """Return whether this admin may cancel duels. Nobody can change them by hand."""
        return super().has_change_permission(request)

    @admin.action(description="Cancel running duels that cannot be loaded", permissions=["cancel"])
    def cancel_broken(self, request: HttpRequest, queryset: QuerySet[Duel]) -> None:
        """Cancel the selected duels that cannot be loaded, and show how many were cancelled."""
        slugs = list(queryset.filter(ended=None).values_list("slug", flat=True))
        self.message_user(request, f"{sum(map(cancel_broken, slugs))} of {len(slugs)} running duels were cancelled.")


@admin.register(Challenge)
class ChallengeAdmin(admin.ModelAdmin):
    list_display = ("token", "challenger", "is_open", "private", "book", "pace", "state", "posted")
    list_filter = ("state", "is_open", "private", "friendly", "book")
    list_select_related = ("challenger",)
    search_fields = ("challenger__name", "invitations__mage__name")
    raw_id_fields = ("challenger", "duel", "after")


@admin.register(Standing)
class StandingAdmin(admin.ModelAdmin):
    list_display = ("mage", "melee", "score", "wins", "losses", "draws", "deaths", "rating", "deviation")
    list_filter = ("melee",)
    list_select_related = ("mage",)
    search_fields = ("mage__name",)
    raw_id_fields = ("mage",)


@admin.register(Line)
class LineAdmin(admin.ModelAdmin):
    """A read-only admin for chat messages.

    Moderators hide messages by acting on a report, so that there is a record.
    """

    list_display = ("said", "duel", "name", "text", "announced", "hidden")
    list_filter = ("hidden", "announced")
    list_select_related = ("duel",)
    search_fields = ("text", "name", "seat__name", "duel__slug")

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    list_display = ("slug", "format", "name", "host", "state", "starts", "ends", "friendly", "bots")
    list_filter = ("format", "state", "friendly", "bots", "only_bots", "book")
    list_select_related = ("host",)
    search_fields = ("name", "host__username")
    raw_id_fields = ("host", "club")
    readonly_fields = ("state", "format", "round", "rounds", "round_ends")  # the worker changes them


class MembershipInline(admin.TabularInline):
    """A read-only list of members, because an edit could leave the club without a leader."""

    model = Membership
    fields = ("user", "role", "state", "since")
    raw_id_fields = ("user",)
    extra = 0

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """The admin for clubs. Moderators hide a club's texts by acting on a report, so that there is a record."""

    list_display = ("name", "slug", "is_open", "founded", "author", "hidden")
    list_filter = ("hidden", "is_open")
    list_select_related = ("author",)
    search_fields = ("name", "about", "slug")
    raw_id_fields = ("author",)
    inlines = (MembershipInline,)

    def delete_model(self, request: object, obj: Club) -> None:
        close_club(slug=obj.slug)

    def delete_queryset(self, request: object, queryset: QuerySet[Club]) -> None:
        for club in queryset:
            close_club(slug=club.slug)


@admin.register(ClubMessage)
class ClubMessageAdmin(admin.ModelAdmin):
    """A read-only admin for messages to club members. Moderators hide them by acting on a report."""

    list_display = ("sent", "club", "author", "text", "hidden")
    list_filter = ("hidden",)
    list_select_related = ("club", "author")
    search_fields = ("text", "club__name", "author__username")

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False
