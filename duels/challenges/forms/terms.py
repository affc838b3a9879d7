"""Forms for posting a challenge and for changing its terms."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Mage
from accounts.selectors import living_mages
from duels.challenges.forms.fields import (
    NO_LIMIT,
    ClubField,
    LimitField,
    NamesField,
    RatingField,
    RuleOptionsForm,
    TeamField,
    book_choices,
    offer_mages,
    own_mage_field,
)
from duels.challenges.forms.stakes import KNOW_FIRST, STAKES, knows_field
from duels.challenges.stakes import needs_to_know, repeated_win
from duels.challenges.terms import MOST_TEAMS, MOST_WIZARDS, NAMES, Terms
from duels.challenges.terms_in_words import briefly
from duels.clubs.membership import clubs_of
from duels.house.wizards import WIZARDS, HouseWizard
from duels.ladder.standings import standings_of
from duels.models import Challenge, Standing
from duels.wording.languages import books
from duels.wording.rule_options import as_fields
from duels.wording.strengths import STRENGTHS
from duels.wording.time_controls import USUAL_CONTROL, code_of, control_of, control_title, controls, controls_explained
from wavinghands.engine import Json

AUDIENCES = [("all", _("Anyone")), ("mage", _("A player …")), ("link", _("Friend (by link)"))]
CLUB = ("club", _("My club"))
BOTS = [("", _("only in casual duels")), ("True", _("allowed")), ("False", _("not allowed"))]
RARE = (
    *("comment", "teams", "team", "house_seats", "house_level", "authoritarian", "everybody"),
    *("lowest", "highest", "bots", "excluded", "per_user"),
)
"""The fields for rarely used terms, which the page hides at first, in page order."""


if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def team_choices() -> "list[tuple[str, StrOrPromise]]":
    teams = ((str(number), _("%(teams)s teams") % {"teams": number}) for number in range(2, MOST_TEAMS + 1))
    return [("0", _("free-for-all")), *teams]


def seat_choices() -> "list[tuple[str, StrOrPromise]]":
    return [("0", _("none")), *((str(number), str(number)) for number in range(1, MOST_WIZARDS))]


class TermsForm(RuleOptionsForm):
    """The base class of the forms for posting and changing challenges.

    It contains the usual terms, the rarely used terms, and the rule options. `static/js/lobby/matters.js` decides which
    fields apply to the current choices.
    """

    audience = forms.ChoiceField(label=_("Opponent"), choices=AUDIENCES, initial="all", widget=forms.RadioSelect)
    named = NamesField(label=_("Names of mages"))
    book = forms.ChoiceField(label=_("Rule set"), choices=book_choices, initial="classic")
    control = forms.ChoiceField(label=_("Time"), choices=controls, initial=USUAL_CONTROL, widget=forms.RadioSelect)
    comment = forms.CharField(label=_("Message (optional)"), max_length=Challenge.LONGEST_COMMENT, required=False)
    teams = forms.TypedChoiceField(
        label=_("Teams"),
        choices=team_choices,
        coerce=int,
        initial="0",
        required=False,
        empty_value=None,
        help_text=_("Players choose a team when they join. Anyone who doesn’t is put on the smallest team."),
    )
    per_user = forms.IntegerField(
        label=_("Mages per player"),
        min_value=0,
        max_value=MOST_WIZARDS,
        initial=1,
        required=False,
        help_text=_(
            "How many mages one player can enter in an open challenge (0: any number). The duel is "
            "casual if a player enters several."
        ),
    )
    house_seats = forms.TypedChoiceField(
        label=_("Computer players"),
        choices=seat_choices,
        coerce=int,
        initial="0",
        required=False,
        empty_value=None,
        help_text=_("The number of computer players. They join at the start. Duels with computer players are casual."),
    )
    house_level = forms.TypedChoiceField(
        label=_("Level"),
        choices=list(STRENGTHS.items()),
        coerce=int,
        initial="2",
        required=False,
        empty_value=None,
    )
    everybody = forms.BooleanField(
        label=_("Invite everyone who played recently"),
        required=False,
        help_text=_(
            "Invites one mage from each recently active player. "
            "If the challenge is open to anyone, others can join too."
        ),
    )
    excluded = NamesField(label=_("Mages to exclude"), help_text=_("Separate names with commas."))
    lowest = RatingField(label=_("Minimum rating"))
    highest = RatingField(label=_("Maximum rating"))
    friendly = forms.BooleanField(label=_("Stakes"), required=False, widget=forms.RadioSelect(choices=STAKES))
    bots = forms.TypedChoiceField(
        label=_("Bots"),
        choices=BOTS,
        coerce=lambda given: given == "True",
        initial="",
        required=False,
        empty_value=None,
        help_text=_("Bots are programs that play. Bots you invite can always join."),
    )
    authoritarian = forms.BooleanField(
        label=_("Host decides"),
        required=False,
        help_text=_("Only you decide on changes. Otherwise everyone who has joined votes on them."),
    )

    of_two = "2"
    """The value of the field `limit` for a two-wizard duel."""
    house: Sequence[str] = ()
    """The names of the house wizards that the challenge already includes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["limit"] = LimitField(of_two=self.of_two)
        self.fields["named"].help_text = _names_help()

    def rare_fields(self) -> list[BoundField]:
        """Return the fields for rarely used terms, which the page hides at first."""
        return [self[name] for name in RARE if name in self.fields]

    def has_rare_errors(self) -> bool:
        """Return whether the page must show the rare fields.

        This is the case if one of them has an error or if a rule option has been set.
        """
        return any(field.errors for field in self.rare_fields()) or self.has_options()

    def controls_explained(self) -> list[str]:
        return controls_explained()

    def limits_explained(self) -> list[str]:
        """Return an explanation of each choice for the number of wizards.

        The explanation is empty for a choice that needs none.
        """
        melee = gettext("Starts when all have joined. Everyone fights for themselves, unless you set teams.")
        by_hand = gettext("Starts when everyone you invited has joined, or when you start it.")
        return ["", *[melee] * (MOST_WIZARDS - 2), by_hand]

    def books_explained(self) -> list[str]:
        return [book.summary for book in books().values()]

    def in_brief(self) -> str:
        """Describe the form's initial restrictions on opponents in one line."""
        return briefly(Terms(friendly=True))

    def clean(self) -> Json:
        given = super().clean()
        audience, control = given.pop("audience", "all"), given.pop("control", None)
        given["teams"] = given.get("teams") or 0
        given["per_user"] = 1 if given.get("per_user") is None else given["per_user"]
        given |= {"house": self._house(given), "house_seats": given.get("house_seats") or 0}
        given["house_level"] = given.get("house_level") or Terms().house_level
        given["limit"] = self._limit(given.get("limit", ""), audience)
        given |= {"is_open": audience != "mage", "private": audience == "link"}
        given |= self._clock(control) if control else {}
        self._check(given)
        return given

    def _house(self, given: Json) -> list[str]:
        """Return the names of the house wizards (computer players) that take part.

        Remove these names from the fields `named` and `excluded`, so that only mages remain.
        """
        coming = dict.fromkeys(self.house)
        for field in ("named", "excluded"):
            wizards = [it for it in given.get(field, []) if isinstance(it, HouseWizard)]
            given[field] = [it for it in given.get(field, []) if it not in wizards]
            names = dict.fromkeys(wizard.name for wizard in wizards)
            coming = coming | names if field == "named" else {name: None for name in coming if name not in names}
        return [*coming]

    def _check(self, given: Json) -> None:
        """Perform further validation of the cleaned data.

        Subclasses can override this hook.
        """

    def _limit(self, given: str, audience: str) -> int | None:
        if given == NO_LIMIT or (not given and audience == "mage"):
            return None
        return int(given or 2)

    def _clock(self, control: str) -> Json:
        return dict(control_of(control))


def _names_help() -> str:
    hint = _(
        "Separate names with commas. Several names make a melee. We notify the players you invite. "
        "You can also enter computer players; the duel is then casual: "
    )
    return str(hint) + ", ".join(f"{wizard.name} ({wizard.strength})" for wizard in WIZARDS) + "."


class ChallengeForm(TermsForm):
    """A form for a new challenge by one of the user's mages.

    The cleaned data are the arguments of `post_challenge()`.
    """

    mage = own_mage_field()
    team = TeamField(MOST_TEAMS)

    of_two = ""
    """The value of `limit` for a two-wizard duel. It is empty, so that a challenge to several named mages becomes a
    melee."""

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].label = _("Your team")
        offer_mages(self, living_mages(user))
        if clubs := list(clubs_of(user)):
            _choices_of(self.fields["audience"]).choices = [*AUDIENCES, CLUB]
            self.fields["club"] = ClubField(clubs)

    def clean(self) -> Json:
        is_for_club = self.cleaned_data.get("audience") == CLUB[0]
        given = super().clean()
        club = given.pop("club", None)
        if is_for_club:
            given |= {"club": club, "everybody": False}
            if club is None and "club" not in self.errors:
                self.add_error("club", _("Choose one of your clubs."))
        others = {name: it for name, it in given.items() if name not in {"mage", *NAMES}}
        return {"challenger": given.get("mage"), "terms": Terms().changed(given), **others}

    def _check(self, given: Json) -> None:
        is_closed = not given["is_open"] and not given.get("everybody")
        is_named = given["named"] or given["house"] or given["house_seats"]
        if is_closed and not is_named and "named" not in self.errors:
            self.add_error("named", _("Enter at least one opponent."))


class CreateForm(ChallengeForm):
    """The form on the page for creating a challenge.

    The challenge is casual unless the user chooses otherwise. A guest's duels are always casual. For a user without a
    mage, the view registers one with `first_mage()`.
    """

    knows = knows_field()

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.initial.setdefault("friendly", True)
        self.user = user
        self.may_be_rated = user.is_authenticated and not user.is_guest
        self.mages = list(living_mages(user))
        if len(self.mages) < 2:
            self.fields["mage"].widget = forms.HiddenInput()
            self.fields["mage"].required = bool(self.mages)
            self.fields["mage"].initial = self.mages[0] if self.mages else None
        if not needs_to_know(user):
            del self.fields["knows"]
        if not self.may_be_rated:
            self.initial["friendly"] = True
            self.fields["friendly"].disabled = True

    @cached_property
    def standing(self) -> Standing | None:
        """Return the standing (score and rating) of the user's only mage.

        Return `None` if the user has no mage or several.
        """
        return standings_of(self.mages[0])[False] if len(self.mages) == 1 else None

    def repeated(self) -> dict[str, str]:
        """Return a note that a win over the named opponent would count only in part.

        The key is the opponent's name. The mapping is empty if the win would count in full, or if the form does not
        name exactly one mage.
        """
        if not self.may_be_rated:
            return {}
        try:
            named = self.fields["named"].clean(self["named"].value())
        except ValidationError:
            return {}
        match named:
            case [Mage() as opponent] if note := repeated_win(self.user, opponent):
                return {opponent.name: note}
        return {}

    def clean(self) -> Json:
        given = super().clean()
        knows = given.pop("knows", True)
        if not knows and not given["terms"].friendly and not given["terms"].of_the_house:
            self.add_error("knows", KNOW_FIRST)
        return given


class ChangeForm(TermsForm):
    """A form for changing the terms of a challenge.

    The cleaned data are the `terms` for `propose_change()`.
    """

    def __init__(self, challenge: Challenge, data: Any = None) -> None:
        self.challenge, self.code, self.house = challenge, _code(challenge), challenge.house
        super().__init__(data, initial=_as_it_stands(challenge))
        if challenge.club:
            everyone = _("Members of %(club)s") % {"club": challenge.club.shown_name}
            _choices_of(self.fields["audience"]).choices = [("all", everyone), AUDIENCES[1]]
        if self.code == AS_IT_IS:
            title = control_title(challenge.pace, challenge.reserve, challenge.mountain)
            self.fields["control"] = forms.ChoiceField(
                label=_("Time"), choices=[*controls(), (AS_IT_IS, title)], widget=forms.RadioSelect
            )

    def in_brief(self) -> str:
        return briefly(Terms.of(self.challenge))

    def _clock(self, control: str) -> Json:
        return {} if control == self.code else super()._clock(control)

    def clean(self) -> Json:
        given = super().clean()
        names = {"challenge": given.pop("named", []), "exclude": given.pop("excluded", [])}
        everybody = {"all": True} if given.pop("everybody", False) else {}
        return given | everybody | {what: [mage.name for mage in mages] for what, mages in names.items() if mages}


AS_IT_IS = "as it is"


def _choices_of(field: forms.Field) -> forms.ChoiceField:
    return cast(forms.ChoiceField, field)


def _code(challenge: Challenge) -> str:
    return code_of(challenge.pace, challenge.reserve, challenge.mountain) or AS_IT_IS


def _as_it_stands(challenge: Challenge) -> Json:
    return {
        **Terms.of(challenge).columns(),
        **as_fields(challenge.options),
        "audience": "link" if challenge.private else "all" if challenge.is_open else "mage",
        "control": _code(challenge),
        "limit": str(challenge.limit) if challenge.limit else NO_LIMIT,
    }
