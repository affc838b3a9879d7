"""Challenges by program: the terms are those of the forms, and checked by them; what is done, the services do."""

from collections.abc import Mapping
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema, Status

from duels.api.auth import UserRequest, anybody, challenger
from duels.api.limits import Limit
from duels.api.own_mages import own_mage
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

router = Router(tags=["challenges"])

Json = dict[str, Any]


class TermsIn(Schema):
    """Terms as the forms have them; what is left out is as usual, or, in a change, as it stands.

    `audience`: `all`, the mages that are named (`mage`), or whoever has the `link`. `limit`: with how many wizards it
    begins; `none`: when all have come. `bots`: whether they may come unnamed; null: where nothing counts. `options`:
    rule options in which it differs from the book.
    """

    audience: Literal["all", "mage", "link"] | None = None
    named: list[str] | None = Field(None, max_length=50)
    excluded: list[str] | None = Field(None, max_length=50)
    everybody: bool | None = None
    book: str | None = None
    options: Json | None = None
    control: str | None = None
    comment: str | None = None
    friendly: bool | None = None
    limit: Literal["2", "3", "4", "5", "6", "7", "8", "none"] | None = None
    teams: int | None = None
    house_seats: int | None = None
    house_level: int | None = None
    per_user: int | None = None
    lowest: int | None = None
    highest: int | None = None
    bots: bool | None = None
    authoritarian: bool | None = None


class ChallengeIn(TermsIn):
    """A challenge by one of my mages; by none that is named, by my first. `team`: mine."""

    mage: str = ""
    team: int | None = None


class JoinIn(Schema):
    """Which of my mages; none: my first. `team`: in which it fights; none: where fewest are."""

    mage: str = ""
    team: int | None = Field(None, ge=1, le=8)


class VoteIn(Schema):
    """For a change, or against it."""

    accepts: bool


class EverythingIn(Schema):
    """Whether I accept all changes, those to come too."""

    everything: bool


class HouseIn(Schema):
    """By which of the house's clocks, and by which mage of mine."""

    control: str
    mage: str = ""


class TermsOut(Schema):
    """The terms as they stand; `bots`: whether they may come unnamed."""

    book: str
    options: Json
    pace: int
    reserve: int
    mountain: bool
    is_open: bool
    private: bool
    per_user: int
    limit: int | None
    teams: int
    authoritarian: bool
    friendly: bool
    house: list[str]
    house_seats: int
    house_level: int
    lowest: int | None
    highest: int | None
    bots: bool
    comment: str


class OfferOut(Schema):
    """A challenge as it is listed. `named`: whose answer is awaited; `to_me`, `mine`, `joined`, `may_accept`: I."""

    token: str
    url: str
    challenger: str
    accepted: list[str]
    named: list[str]
    excluded: list[str]
    terms: TermsOut
    in_words: list[str]
    to_me: bool
    mine: bool
    joined: bool
    may_accept: bool


class PersonOut(Schema):
    """Somebody who has to do with a challenge."""

    name: str
    state: str
    team: int | None = None


class ChangeOut(Schema):
    """A change that was proposed."""

    number: int
    proposer: str
    wants: list[str]
    state: str
    accept: int
    oppose: int
    voters: int


class ChallengeOut(OfferOut):
    """One challenge. `closed`: why it can be accepted no more; `duel`: that it has become; `may`: what I may do."""

    state: str
    closed: str | None
    duel: str | None
    people: list[PersonOut]
    changes: list[ChangeOut]
    may: dict[str, bool]


class BegunOut(Schema):
    """The duel that has begun; none yet."""

    token: str | None
    duel: str | None


class OfTheHouseOut(Schema):
    """A wizard of the house who duels with whoever comes: at once, and nothing counts."""

    slug: str
    name: str
    level: int
    book: str
    controls: list[str]


@router.get("/challenges", auth=anybody, response=list[OfferOut])
def challenges(request: UserRequest) -> list[Json]:
    """What the lobby lists: what I am challenged to, mine, what I have joined, then what is open to all."""
    found = {it.token: it for it in open_challenges([request.user.pk])}
    return [_offer(request, found[it["token"]], it) for it in offers_for(found.values(), request.user.pk)]


@router.post("/challenges", auth=challenger, response={201: ChallengeOut}, throttle=Limit("challenge"))
def post(request: UserRequest, given: ChallengeIn) -> Status:
    """Challenge all, some, or whoever has the link; posted twice in a moment, it is one."""
    mage = own_mage(request.user, given.mage)
    asked = {"book": "classic", "audience": "all", "control": "2m", "mage": mage.pk, "team": given.team}
    form = ChallengeForm(request.user, {**asked, **_as_form(given)})
    cleaned = _checked(form)
    if given.options is not None:
        cleaned["terms"] = cleaned["terms"].changed({"options": given.options})
    return Status(201, _challenge(request, post_challenge(**cleaned).token))


@router.get("/challenges/{slug:token}", auth=anybody, response=ChallengeOut)
def challenge(request: UserRequest, token: str) -> Json:
    """One challenge, with all who have to do with it, and what is proposed; whoever knows its token may look."""
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/accept", auth=challenger, response=BegunOut, throttle=Limit("challenge"))
def accept(request: UserRequest, token: str, given: JoinIn) -> Json:
    """Accept it; the duel, if it begins with me. Twice is once."""
    _found(token)
    duel = accept_challenge(token=token, mage=own_mage(request.user, given.mage), team=given.team)
    return {"token": token, "duel": duel and duel.slug}


@router.post("/challenges/{slug:token}/team", auth=challenger, response=BegunOut)
def team(request: UserRequest, token: str, given: JoinIn) -> Json:
    """Choose another team for a mage of mine that has accepted."""
    _found(token)
    duel = choose_team(token=token, mage=own_mage(request.user, given.mage), team=given.team)
    return {"token": token, "duel": duel and duel.slug}


@router.post("/challenges/{slug:token}/decline", auth=challenger, response=ChallengeOut)
def decline(request: UserRequest, token: str) -> Json:
    """Turn it down, or leave it."""
    _found(token)
    decline_challenge(token=token, user_id=request.user.pk)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/withdraw", auth=challenger, response=ChallengeOut)
def withdraw(request: UserRequest, token: str) -> Json:
    """Take my challenge back."""
    _found(token)
    withdraw_challenge(token=token, user_id=request.user.pk)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/changes", auth=challenger, response=ChallengeOut, throttle=Limit("challenge"))
def propose(request: UserRequest, token: str, given: TermsIn) -> Json:
    """Propose other terms; alone, or where the challenger decides and I am he, they are adopted at once."""
    form = ChangeForm(_found(token))
    form = ChangeForm(_found(token), {**form.initial, **_as_form(given)})
    cleaned = _checked(form)
    if given.options is not None:
        cleaned["options"] = given.options
    propose_change(token=token, user_id=request.user.pk, terms=cleaned)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/changes/{int:number}/vote", auth=challenger, response=ChallengeOut)
def cast(request: UserRequest, token: str, number: int, given: VoteIn) -> Json:
    """Accept or oppose a change; the last vote counts."""
    _found(token)
    vote(token=token, user_id=request.user.pk, number=number, accepts=given.accepts)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/everything", auth=challenger, response=ChallengeOut)
def everything(request: UserRequest, token: str, given: EverythingIn) -> Json:
    """Accept all changes, those to come too, or no longer."""
    _found(token)
    accept_everything(token=token, user_id=request.user.pk, everything=given.everything)
    return _challenge(request, token)


@router.post("/challenges/{slug:token}/start", auth=challenger, response=ChallengeOut)
def start(request: UserRequest, token: str) -> Json:
    """Have it begin with those who have accepted, or propose that."""
    _found(token)
    propose_change(token=token, user_id=request.user.pk, terms=START)
    return _challenge(request, token)


@router.post("/duels/{slug:slug}/rematch", auth=challenger, response=BegunOut, throttle=Limit("challenge"))
def again(request: UserRequest, slug: str) -> Json:
    """The same again: the challenge to it, or the duel when all have asked."""
    offered = rematch(slug=slug, user_id=request.user.pk)
    return {"token": offered.token, "duel": offered.duel and offered.duel.slug}


@router.get("/house", auth=anybody, response=list[OfTheHouseOut])
def house(request: UserRequest) -> list[Json]:
    """The wizards of the house, and by which clocks each may be challenged."""
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
    """A duel with a wizard of the house, which begins at once; asked for twice in a moment, it is one."""
    mage = own_mage(request.user, given.mage)
    duel = accept_house_offer(mage=mage, wizard=offered_by(slug, given.control), control=given.control)
    return Status(201, {"token": None, "duel": duel.slug})


def _found(token: str) -> Any:
    found = challenge_of(token)
    if found is None:
        raise Http404(_("There is no such challenge."))
    return found


def _as_form(given: TermsIn) -> Json:
    """What was sent, as a browser would send the form."""
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
    return {
        **_offer(request, found, page["offer"]),
        "state": found.state,
        "closed": why_closed(found),
        "duel": found.duel and found.duel.slug,
        "people": page["people"],
        "changes": page["changes"],
        "may": page["may"],
    }


def _offer(request: UserRequest, challenge: Any, offered: Mapping[str, Any]) -> Json:
    terms = Terms.of(challenge)
    words = [offered["book"], offered["clock"], *offered["options"], offered["terms"]]
    is_let_in = offered["to_me"] or terms.lets_bots_come or not getattr(request.user, "is_bot", False)
    return {
        **offered,
        "may_accept": offered["may_accept"] and is_let_in,
        "terms": {**terms.columns(), "bots": terms.lets_bots_come},
        "in_words": [it for it in words if it],
    }
