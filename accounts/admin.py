"""Admin pages for users, mages, reports and measures.

A measure is a moderator's action against a user or on a report, such as a warning or a ban. Measures can be added and
lifted, but not edited.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Case, QuerySet, Value, When
from django.forms import BaseModelFormSet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import Mage, Measure, Report, User
from accounts.permissions import may, standing_of
from accounts.services import moderation


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = (*DjangoUserAdmin.list_filter, "is_guest")
    fieldsets = (*(DjangoUserAdmin.fieldsets or ()), ("Duels", {"fields": ("is_guest",)}))


@admin.register(Mage)
class MageAdmin(admin.ModelAdmin):
    list_display = ("name", "life", "owner", "registered", "active", "retired", "ended", "end")
    list_filter = ("end",)
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    raw_id_fields = ("owner",)


class ModeratorsDesk:
    """A mixin that lets moderators view and add objects, but not change or delete them.

    Only the moderator role counts. Django's own permissions are ignored.
    """

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may("moderate", standing_of(request.user))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may("moderate", standing_of(request.user))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may("moderate", standing_of(request.user))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MeasureForm(forms.ModelForm):
    days = forms.IntegerField(
        min_value=1, max_value=3650, required=False, label="Days", help_text="Only for a silence. Empty: for good."
    )
    why = forms.CharField(
        max_length=Measure.LONGEST_WHY,
        widget=forms.Textarea({"rows": 2}),
        help_text="Sent to the user, except with a dismissal or a ban.",
    )

    class Meta:
        model = Measure
        fields = ("kind",)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        report = self.instance.report
        user = report.accused if report else given.get("user")
        if (user or report) and {"kind", "why"} <= given.keys():
            moderation.check(given["kind"], given["why"], user, report)
        return given


class MeasureInline(ModeratorsDesk, admin.StackedInline):
    """An admin inline that lists the measures taken on a report, with a form for a new one."""

    model = Measure
    form = MeasureForm
    fields = ("kind", "days", "why")
    readonly_fields = ("moderator", "taken", "until", "lifted")
    extra = 1

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return [(None, {"fields": ("kind", ("days", "until"), "why", ("moderator", "taken", "lifted"))})]


@admin.register(Report)
class ReportAdmin(ModeratorsDesk, admin.ModelAdmin):
    """The admin for reports.

    Open reports come first, starting with the oldest.
    """

    list_display = ("made", "state", "accused", "reporter", "why")
    list_filter = ("state",)
    list_select_related = ("accused", "reporter")
    search_fields = ("accused__username", "reporter__username", "why", "quote")
    fields = readonly_fields = ("made", "state", "accused", "reporter", "place", "quoted", "why", "about")
    inlines = (MeasureInline,)

    def get_ordering(self, request: HttpRequest) -> Any:
        return (Case(When(state=Report.State.OPEN, then=Value(0)), default=Value(1)), "made")

    @admin.display(description="place")
    def place(self, report: Report) -> str:
        return _link(report.path)

    @admin.display(description="quote")
    def quoted(self, report: Report) -> str:
        """Return the quoted text. If the site made the report, link each line to the page with the evidence."""
        if report.reporter_id or not report.about.startswith("pair:"):
            return report.quote
        return format_html_join(SafeString("<br>"), "{}", ((_link(path),) for path in report.quote.splitlines()))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # users make reports on the site itself

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)  # the fields are read-only, but measures can be added

    def save_formset(self, request: HttpRequest, form: Any, formset: BaseModelFormSet, change: bool) -> None:
        """Pass the new measures to `take_measure()` instead of saving their rows."""
        formset.save(commit=False)
        for filled in formset.extra_forms:
            if filled.has_changed():
                _take(request, report=form.instance, **_given(filled))


@admin.register(Measure)
class MeasureAdmin(ModeratorsDesk, admin.ModelAdmin):
    """The admin for all measures.

    Active measures can be lifted.
    """

    list_display = ("taken", "kind", "user", "moderator", "until", "lifted", "why")
    list_filter = ("kind",)
    list_select_related = ("user", "moderator")
    search_fields = ("user__username", "why")
    raw_id_fields = ("user",)
    form = MeasureForm
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.list_display, "report") if obj else ("user", "kind", "days", "why")

    def save_model(self, request: HttpRequest, obj: Measure, form: forms.ModelForm, change: bool) -> None:
        obj.pk = _take(request, user=obj.user, **_given(form)).pk

    @admin.action(description="Lift the selected measures", permissions=["view"])
    def lift(self, request: HttpRequest, measures: QuerySet[Measure]) -> None:
        for measure in measures:
            moderation.lift(moderator=_moderator(request), measure=measure)
        self.message_user(request, f"Lifted: {len(measures)}.")


def _link(path: str) -> str:
    return format_html('<a href="{}">{}</a>', path, path)


def _given(form: forms.ModelForm) -> dict[str, Any]:
    return {name: form.cleaned_data[name] for name in ("kind", "days", "why")}


def _moderator(request: HttpRequest) -> User:
    assert request.user.is_authenticated  # noqa: S101 - the admin requires a login
    return request.user


def _take(request: HttpRequest, **about: Any) -> Measure:
    return moderation.take_measure(moderator=_moderator(request), **about)
