"""Operations for challenges.

They use the same forms and services as the pages.
"""

from collections.abc import Mapping
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema, Status

from duels.api.answers import CONTROL, CONTROLS
from duels.api.auth import UserRequest, anybody, challenger
from duels.api.limits import Limit
from duels.api.own_mages import own_mage
from duels.api.requests import RequestSchema
from duels.challenges.challenge_page import page_of
from duels.challenges.forms.terms import ChallengeForm, ChangeForm
from duels.challenges.house_wizards import accept_house_offer, house_offers, offered_by
from duels.challenges.joining import accept_challenge, choose_team, decline_challenge
from duels.challenges.lobby import offers_for
from duels.challenges.open_challenges import challenge_of, open_challenges, why_closed
from duels.challenges.posting import post_challenge, withdraw_challenge
from duels.challenges.proposals import START, accept_everything, propose_change, vote
from duels.challenges.rematches import rematch
from duels.challenges.terms import Terms
from duels.clubs.membership import is_member
from duels.wording.time_controls import code_of
from wavinghands.engine import Json

router = Router(tags=["Challenges"])

Audience = Literal["all", "mage", "link"]
AnyAudience = Literal["all", "mage", "link", "club"]
Limited = Literal["2", "3", "4", "5", "6", "7", "8", "none"]


class TermsIn(RequestSchema):
    """The terms of a challenge.

    In a new challenge, omitted fields have the same defaults as on the page. In a proposed change, they keep their
    current values.
    """

    audience: Audience | None = Field(
        None,
        description="The mages that may accept: all mages, those in `named` (`mage`), or those with the link (`link`).",
    )
    named: list[str] | None = Field(
        None, max_length=50, description="The names of mages to challenge. Computer players accept at once."
    )
    excluded: list[str] | None = Field(None, max_length=50, description="The names of mages that may not accept.")
    everybody: bool | None = Field(
        None, description="Whether to challenge one mage of each user who has played recently."
    )
    book: str | None = None
    options: Json | None = Field(None, description="The rule options that differ from those of the spell book.")
    control: str | None = Field(None, description=CONTROL, json_schema_extra={"enum": [*CONTROLS, None]})
    comment: str | None = None
    friendly: bool | None = None
    limit: Limited | None = Field(
        None,
        description="The number of wizards at which the duel begins. `none` waits for all challenged mages.",
    )
    teams: int | None = None
    house_seats: int | None = None
    house_level: int | None = None
    per_user: int | None = None
    lowest: int | None = None
    highest: int | None = None
    bots: bool | None = Field(
        None,
        description="Whether bots may accept without being named. By default, they may if the challenge is `friendly`.",
    )
    authoritarian: bool | None = Field(None, description="Whether the challenger alone decides on changes.")


class ChallengeIn(TermsIn):
    """A new challenge."""

    audience: AnyAudience | None = Field(  # type: ignore[assignment]  # one more value than in a change
        None,
        description="The mages that may accept: all mages, those in `named` (`mage`), those with the link (`link`), or "
        "those of the members of a `club`.",
    )
    club: str | None = Field(None, description="The slug of your club, if `audience` is `club`.")
    mage: str = Field(
        "", description="The name of the mage that you play as. If empty, your first living mage is used."
    )
    team: int | None = Field(None, description="The number of your mage's team.")


class JoinIn(RequestSchema):
    """The mage to play as, and the mage's team."""

    mage: str = Field("", description="The name of your mage. If empty, your first living mage is used.")
    team: int | None = Field(
        None, ge=1, le=8, description="The number of your mage's team. Null for the team with the fewest wizards."
    )


ANY_MAGE, USUAL = JoinIn.model_validate({}), ChallengeIn.model_validate({})


class VoteIn(RequestSchema):
    """A vote on a proposed change."""

    accepts: bool


class EverythingIn(RequestSchema):
    """Your consent to all changes to a challenge, including changes proposed later."""

    everything: bool


class HouseIn(RequestSchema):
    """Your mage and the time control for a duel against a computer player."""

    control: str = Field(
        description="One of the computer player's `controls`.", json_schema_extra={"enum": [*CONTROLS]}
    )
    mage: str = Field("", description="The name of your mage. If empty, your first living mage is used.")


class TermsOut(Schema):
    """The terms of a challenge, with the same field names as in requests."""

    audience: AnyAudience
    book: str
    options: Json
    control: str | None = Field(description=CONTROL)
    comment: str
    friendly: bool
    limit: Limited
    teams: int
    house_seats: int
    house_level: int
    per_user: int
    lowest: int | None
    highest: int | None
    bots: bool = Field(description="Whether bots may accept without being named.")
    authoritarian: bool


class OfferOut(Schema):
    """A challenge in a list, and your role in the challenge."""

    token: str
    url: str
    challenger: str
    club: str = Field(description="The name of the club whose members may accept. Empty if there is none.")
    accepted: list[str]
    named: list[str] = Field(description="The names of mages that have been challenged and have not responded yet.")
    excluded: list[str]
    house: list[str] = Field(description="The names of the computer players that will take part.")
    terms: TermsOut
    in_words: list[str]
    to_me: bool = Field(description="Whether one of your mages has been challenged by name.")
    mine: bool
    joined: bool
    may_accept: bool


class PersonOut(Schema):
    """A mage or computer player who takes part in a challenge, is challenged, or is excluded."""

    name: str
    state: str
    team: int | None = None


class ChangeOut(Schema):
    """A proposed change to the terms of a challenge."""

    number: int
    proposer: str
    wants: list[str]
    state: str
    accept: int
    oppose: int
    voters: int


class ChallengeOut(OfferOut):
    """A challenge with its mages and proposed changes."""

    state: str
    closed: str | None = Field(description="Why the challenge can no longer be accepted. Null while it can.")
    duel: str | None = Field(description="The slug of the duel, once it has begun.")
    people: list[PersonOut]
    changes: list[ChangeOut]
    may: dict[str, bool] = Field(description="Whether you may take each action, by the name of the action.")


class BegunOut(Schema):
    """A challenge, with its duel if the duel has begun."""

    token: str | None
    duel: str | None


class OfTheHouseOut(Schema):
    """A computer player. Duels against it begin immediately and are not rated."""

    slug: str
    name: str
    level: int
    book: str
    controls: list[str]


@router.get("/challenges", auth=anybody, response=list[OfferOut])
def challenges(request: UserRequest) -> list[Json]:
    """List open challenges

    Challenges to you come first, then your own, then those you have joined, then all others.
    """
    found = {it.token: it for it in open_challenges([request.user.pk])}
    return [_offer(request, found[it["token"]], it) for it in offers_for(found.values(), request.user.pk)]


@router.post("/challenges", auth=challenger, response={201: ChallengeOut}, throttle=Limit("challenge"))
def post(request: UserRequest, given: ChallengeIn = USUAL) -> Status:
    """Post a challenge

    If you send the same challenge twice within a few seconds, it is posted only once.
    """
    mage = own_mage(request.user, given.mage)
    asked = {"book": "classic", "audience": "all", "control": "2m", "mage": mage.pk, "team": given.team}
    form = ChallengeForm(request.user, {**asked, **_as_form(given)})
    cleaned = _checked(form)
    if given.options is not None:
        cleaned["terms"] = cleaned["terms"].changed({"options": given.options})
    return Status(201, _challenge(request, post_challenge(**cleaned).token))


@router.get("/challenges/{slug:token}", auth=anybody, response=ChallengeOut)
def challenge(request: UserRequest, token: str) -> Json:
    """Get a challenge

    Returns a challenge, public or private, with its mages and proposed changes.
    """
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/accept", auth=challenger, response=BegunOut, throttle=Limit("challenge"))
def accept(request: UserRequest, token: str, given: JoinIn = ANY_MAGE) -> Json:
    """Accept a challenge

    If this starts the duel, the response contains its slug. Accepting a challenge again has no effect.
    """
    _found(token)
    duel = accept_challenge(token=token, mage=own_mage(request.user, given.mage), team=given.team)
    return {"token": token, "duel": duel and duel.slug}


@router.post("/challenges/{slug:token}/team", auth=challenger, response=BegunOut)
def team(request: UserRequest, token: str, given: JoinIn = ANY_MAGE) -> Json:
    """Change your team

    Your mage must have accepted the challenge.
    """
    _found(token)
    duel = choose_team(token=token, mage=own_mage(request.user, given.mage), team=given.team)
    return {"token": token, "duel": duel and duel.slug}


@router.post("/challenges/{slug:token}/decline", auth=challenger, response=ChallengeOut)
def decline(request: UserRequest, token: str) -> Json:
    """Decline a challenge, or leave one that you have accepted."""
    _found(token)
    decline_challenge(token=token, user_id=request.user.pk)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/withdraw", auth=challenger, response=ChallengeOut)
def withdraw(request: UserRequest, token: str) -> Json:
    """Withdraw your challenge."""
    _found(token)
    withdraw_challenge(token=token, user_id=request.user.pk)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/changes", auth=challenger, response=ChallengeOut, throttle=Limit("challenge"))
def propose(request: UserRequest, token: str, given: TermsIn) -> Json:
    """Propose new terms

    If nobody else may vote on the new terms, they apply immediately.
    """
    form = ChangeForm(_found(token))
    form = ChangeForm(_found(token), {**form.initial, **_as_form(given)})
    cleaned = _checked(form)
    if given.options is not None:
        cleaned["options"] = given.options
    propose_change(token=token, user_id=request.user.pk, terms=cleaned)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/changes/{int:number}/vote", auth=challenger, response=ChallengeOut)
def cast(request: UserRequest, token: str, number: int, given: VoteIn) -> Json:
    """Vote on a proposed change

    Only your last vote counts.
    """
    _found(token)
    vote(token=token, user_id=request.user.pk, number=number, accepts=given.accepts)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/everything", auth=challenger, response=ChallengeOut)
def everything(request: UserRequest, token: str, given: EverythingIn) -> Json:
    """Accept all changes

    Your consent includes changes that are proposed later. To withdraw it, set `everything` to false.
    """
    _found(token)
    accept_everything(token=token, user_id=request.user.pk, everything=given.everything)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/start", auth=challenger, response=ChallengeOut)
def start(request: UserRequest, token: str) -> Json:
    """Start the duel, or propose to start it

    The duel starts with the mages who have accepted. If other users may vote on the start, it is only proposed.
    """
    _found(token)
    propose_change(token=token, user_id=request.user.pk, terms=START)
    return _challenge(request, token)


@router.post("/duels/{slug:slug}/rematch", auth=challenger, response=BegunOut, throttle=Limit("challenge"))
def again(request: UserRequest, slug: str) -> Json:
    """Ask for a rematch

    The response contains the challenge for the rematch. When all players have asked for it, the response
    also contains the duel.
    """
    offered = rematch(slug=slug, user_id=request.user.pk)
    return {"token": offered.token, "duel": offered.duel and offered.duel.slug}


@router.get("/house", auth=anybody, response=list[OfTheHouseOut])
def house(request: UserRequest) -> list[Json]:
    """List the computer players and their time controls."""
    return [
        {
            "slug": it["wizard"].slug,
            "name": it["wizard"].name,
            "level": it["wizard"].level,
            "book": it["book"],
            "controls": [clock["code"] for clock in it["clocks"]],
        }
        for it in house_offers()
    ]


@router.post("/house/{slug:slug}/duel", auth=challenger, response={201: BegunOut}, throttle=Limit("challenge"))
def duel_with_the_house(request: UserRequest, slug: str, given: HouseIn) -> Status:
    """Begin a duel with a computer player

    If you send the request twice within a few seconds, only one duel begins.
    """
    mage = own_mage(request.user, given.mage)
    duel = accept_house_offer(mage=mage, wizard=offered_by(slug, given.control), control=given.control)
    return Status(201, {"token": None, "duel": duel.slug})


def _found(token: str) -> Any:
    found = challenge_of(token)
    if found is None:
        raise Http404(_("There is no such challenge."))
    return found


def _as_form(given: TermsIn) -> Json:
    """Return the fields in the format in which a browser submits them."""
    sent: Json = given.model_dump(exclude_unset=True, exclude={"mage", "team", "options"})
    names: Json = {field: ", ".join(sent.pop(field) or ()) for field in ("named", "excluded") if field in sent}
    return {**sent, **names}


def _checked(form: Form) -> Json:
    if not form.is_valid():
        raise ValidationError(form.errors.as_data())
    return form.cleaned_data


def _challenge(request: UserRequest, token: str) -> Json:
    found = _found(token)
    page = page_of(found, request.user)
    offered = _offer(request, found, page["offer"])
    is_in = found.club_id is None or is_member(found.club_id, request.user.pk)
    return {
        **offered,
        "may_accept": offered["may_accept"] and (is_in or offered["to_me"]),
        "state": found.state,
        "closed": why_closed(found),
        "duel": found.duel and found.duel.slug,
        "people": page["people"],
        "changes": page["changes"],
        "may": page["may"],
    }


def _offer(request: UserRequest, challenge: Any, offered: Mapping[str, Any]) -> Json:
    terms = Terms.of(challenge)
    words = [offered["book"], offered["clock"], *offered["options"], offered["melee"], offered["terms"]]
    is_let_in = offered["to_me"] or terms.lets_bots_come or not getattr(request.user, "is_bot", False)
    return {
        **offered,
        "may_accept": offered["may_accept"] and is_let_in,
        "house": terms.house,
        "terms": _terms(terms, is_for_club=challenge.club is not None),
        "in_words": [it for it in words if it],
    }


def _terms(terms: Terms, *, is_for_club: bool) -> Json:
    for_all = "club" if is_for_club else "all"
    return {
        **terms.columns(),
        "audience": "link" if terms.private else for_all if terms.is_open else "mage",
        "control": code_of(terms.pace, terms.reserve, terms.mountain),
        "limit": str(terms.limit or "none"),
        "bots": terms.lets_bots_come,
    }
