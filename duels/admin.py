"""Admin pages for duels, challenges, standings and chat messages.

Duels and their seats are read-only, because they are records of the past.
"""

from django.contrib import admin

from duels.models import Challenge, Duel, Line, Seat, Standing, Tournament


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
    list_display = ("slug", "book", "melee", "round", "practice", "counts", "public", "started", "ended", "ending")
    list_filter = ("book", "melee", "practice", "counts", "public", "ending")
    search_fields = ("slug", "seats__name")
    readonly_fields = (
        "slug", "book", "options", "seed", "melee", "pace", "reserve", "mountain", "practice", "counts", "public",
        "round", "asking", "version", "opened", "deadline", "result", "started", "ended", "ending", "tallied",
    )  # fmt: skip
    inlines = (SeatInline,)

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False  # saving a row while the duel is being played would undo rounds


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
    """The read-only admin for chat messages.

    Moderators hide messages by acting on a report, which leaves a record.
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
    list_display = ("slug", "name", "host", "state", "starts", "ends", "friendly", "bots")
    list_filter = ("state", "friendly", "bots", "book")
    list_select_related = ("host",)
    search_fields = ("name", "host__username")
    raw_id_fields = ("host",)
