"""Vacations, which are booked in days and end early if the user plays.

Functions that book or end vacations are one transaction each. They lock the user first, and send `vacations_changed`
in the transaction. Source: Firetop Mountain, "Vacation" and "Slow Games".
"""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta
from math import ceil

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import EmailNotification, Mage, User, Vacation
from accounts.permissions import demand, standing_of
from accounts.selectors import vacations_at
from accounts.services.notifications import notify
from accounts.signals import vacations_changed

ALLOWANCE = 42
"""The number of vacation days per user and calendar year (UTC)."""
LONGEST_AHEAD = timedelta(days=366)

DAY = timedelta(days=1)


@transaction.atomic
def book_vacation(*, user: User, days: int, start: date | None = None, now: datetime | None = None) -> Vacation:
    """Book a vacation that lasts this number of days.

    It begins on the day `start`, at midnight in the current time zone. It begins at once if `start` is `None` or
    today. Raise `Forbidden` for guests, and `ValidationError` for invalid dates, an overlapping vacation, and too few
    days left.
    """
    demand("vacation", standing_of(user))
    user, now = User.objects.select_for_update(no_key=True).get(pk=user.pk), now or timezone.now()
    today = timezone.localdate(now)
    _check_request(days, start or today, today)
    began = timezone.make_aware(datetime.combine(start, time())) if start and start > today else now
    vacation = Vacation(user=user, began=began, until=began + days * DAY)
    _check(vacation)
    vacation.save()
    vacations_changed.send(None, user_id=user.pk, now=now)
    return vacation


def _check_request(days: int, start: date, today: date) -> None:
    if not 1 <= days <= ALLOWANCE:
        raise ValidationError({"days": _("A vacation can last from 1 to %(most)s days.") % {"most": ALLOWANCE}})
    if start < today:
        raise ValidationError({"start": _("This day has passed. Choose today or a later day.")})
    if start > today + LONGEST_AHEAD:
        raise ValidationError({"start": _("You can book at most a year ahead.")})


def _check(vacation: Vacation) -> None:
    """Raise `ValidationError` if the vacation overlaps another one, or if the user has too few days left."""
    booked = list(Vacation.objects.filter(user=vacation.user))
    if other := next((it for it in booked if it.until > vacation.began and it.began < vacation.until), None):
        has_one = _("You already have a vacation from %(first)s to %(last)s.")
        raise ValidationError(has_one % {"first": _day(other.began), "last": _day(other.until)})
    for year in {day.year for day in _days(vacation)}:
        left = ALLOWANCE - days_taken(booked, year)
        if days_taken([vacation], year) > left:
            too_few = _("You have %(left)s of %(most)s vacation days left in %(year)s.")
            raise ValidationError({"days": too_few % {"left": left, "most": ALLOWANCE, "year": year}})


@transaction.atomic
def end_vacation(*, user: User, vacation_id: int, now: datetime | None = None) -> None:
    """End a vacation now, or cancel one that has not begun.

    Do nothing if it is over or does not exist.
    """
    user, now = User.objects.select_for_update(no_key=True).get(pk=user.pk), now or timezone.now()
    if vacation := Vacation.objects.filter(pk=vacation_id, user=user, until__gt=now).first():
        _cut_short(vacation, now)


@transaction.atomic
def come_back(mage_ids: Collection[int], now: datetime | None = None) -> None:
    """End the vacations of users whose mages have played, and notify these users."""
    now, owners = now or timezone.now(), Mage.objects.filter(pk__in=mage_ids).values("owner")
    list(User.objects.select_for_update(no_key=True).filter(pk__in=owners).order_by("pk").values_list("pk"))
    for vacation in vacations_at(now).filter(user__mages__in=mage_ids).distinct():
        _cut_short(vacation, now)
        _tell_ended(vacation)


def tell_ended(now: datetime | None = None) -> None:
    """Notify users whose vacations ended in the last day, once per vacation.

    Users who ended their vacations early are left out.
    """
    now = now or timezone.now()
    for vacation in Vacation.objects.filter(until__lte=now, until__gt=now - DAY):
        if not (vacation.until - vacation.began) % DAY:
            _tell_ended(vacation)


def _tell_ended(vacation: Vacation) -> None:
    notify(
        [vacation.user_id],
        about=EmailNotification.About.REMINDER,
        subject=lambda: _("Your vacation is over"),
        text=lambda: _ended(vacation),
        path=reverse("vacation"),
        key=f"vacation:{vacation.pk}",
    )


def _ended(vacation: Vacation) -> str:
    text = _("Your vacation ended on %(moment)s. The clocks of your correspondence duels are running again.")
    return text % {"moment": in_words(vacation.until)}


def _cut_short(vacation: Vacation, now: datetime) -> None:
    if vacation.began > now:
        vacation.delete()
    else:
        vacation.until = now
        vacation.save(update_fields=["until"])
    vacations_changed.send(None, user_id=vacation.user_id, now=now)


def days_left(user: User, year: int) -> int:
    """Return the number of vacation days that the user may still book in `year`."""
    return max(0, ALLOWANCE - days_taken(Vacation.objects.filter(user=user), year))


def days_taken(vacations: Iterable[Vacation], year: int) -> int:
    """Return the number of days of `year` that these vacations use up.

    A day that has begun counts as a whole day.
    """
    return sum(day.year == year for vacation in vacations for day in _days(vacation))


def _days(vacation: Vacation) -> list[datetime]:
    """Return the start of each day of a vacation, in UTC."""
    return [
        vacation.began.astimezone(UTC) + n * DAY for n in range(max(1, ceil((vacation.until - vacation.began) / DAY)))
    ]


def in_words(moment: datetime) -> str:
    """Return a date and time as text in the current language and time zone.

    The text includes the name of the zone.
    """
    return date_format(timezone.localtime(moment), _("j F Y, H:i T"))


def _day(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), _("j F"))
