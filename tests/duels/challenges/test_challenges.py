import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import Block, Mage
from duels.challenges.joining import accept_challenge, decline_challenge
from duels.challenges.lobby import lists_for, offers_for
from duels.challenges.open_challenges import AWAY, LIVE_STANDS, SLOW_STANDS, open_challenges
from duels.challenges.posting import CLICKS, post_challenge, withdraw_challenge
from duels.challenges.presence import attend
from duels.challenges.rules import OPEN_AT_ONCE
from duels.challenges.terms import Terms
from duels.models import Challenge, Duel
from duels.wording.rule_options import as_fields
from duels.wording.time_controls import DAY, MINUTE
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.people import as_user, at_once
from wavinghands import engine

pytestmark = pytest.mark.django_db

TERMS = {"book": "classic", "pace": 120}


# Posting


def test_a_visitor_gets_the_same_challenge_link_on_each_click():
    client = Client()
    answers = [client.post("/friend/") for _ in range(2)]
    challenge = Challenge.objects.get()
    assert {answer.url for answer in answers} == {f"/challenge/{challenge.token}/"}
    assert (challenge.private, challenge.pace, challenge.challenger.owner.is_guest) == (True, 120, True)
    page = client.get(answers[0].url).content.decode()
    assert f'value="http://testserver/challenge/{challenge.token}/"' in page
    assert 'class="qr"' in page
    assert "Practise while you wait" in page


@pytest.mark.parametrize("address", ["/guest/", "/challenge/{token}/"])
def test_a_visitor_need_not_choose_a_name(address):
    address = address.format(token=a_challenge(private=True).token)
    suggested = Client().get(address).context["form"]["name"].value()
    assert suggested
    Client().post(address, {"name": suggested})
    assert Mage.objects.get(name=suggested).owner.is_guest


def test_only_the_challenger_sees_the_qr_code():
    challenge = a_challenge(private=True)
    for client in (Client(), as_user(a_mage().owner)):
        assert 'class="qr"' not in client.get(f"/challenge/{challenge.token}/").content.decode()


def test_a_user_with_too_many_challenges_is_sent_to_them():
    mage = a_mage()
    for _ in range(OPEN_AT_ONCE):
        a_challenge(mage)
    answer = as_user(mage.owner).post("/friend/", follow=True)
    assert f'{OPEN_AT_ONCE} open challenges. <a href="/lobby/">Cancel one first.</a>' in answer.content.decode()


def test_a_challenge_is_posted_from_the_lobby():
    mage = a_mage("Merlin")
    form = {"mage": mage.pk, "audience": "all", "book": "standard", "control": "5m", "comment": "Come!"}
    answer = as_user(mage.owner).post("/challenges/new/", form)
    challenge = Challenge.objects.get()
    assert answer.url == f"/challenge/{challenge.token}/"
    assert (challenge.challenger, challenge.book, challenge.pace, challenge.comment) == (mage, "standard", 300, "Come!")


def test_a_challenge_names_a_mage_whatever_the_case():
    mage, other = a_mage("Merlin"), a_mage("Morgana")
    form = {"mage": mage.pk, "audience": "mage", "named": "morgana", "book": "classic", "control": "1m"}
    as_user(mage.owner).post("/challenges/new/", form)
    challenge = Challenge.objects.get()
    assert [(it.mage, it.state) for it in challenge.invitations.all()] == [(mage, "accepted"), (other, "challenged")]
    assert (challenge.is_open, challenge.limit) == (False, None)


def test_named_mages_are_challenged_though_everybody_may_accept():
    mage, morgana = a_mage(), a_mage("Morgana")
    form = {"mage": mage.pk, "audience": "all", "named": "Morgana", "book": "classic", "control": "1m"}
    as_user(mage.owner).post("/challenges/new/", form)
    challenge = Challenge.objects.get()
    assert challenge.is_open
    assert challenge.invitations.get(mage=morgana).state == "challenged"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"audience": "mage", "named": ""}, "Enter at least one opponent."),
        ({"audience": "mage", "named": "Unheard of"}, "There is no living mage named Unheard of."),
        ({"audience": "mage", "named": "Twin"}, "You can’t duel yourself"),
        ({"audience": "some"}, "Select a valid choice"),
        ({"book": "cookery"}, "Select a valid choice"),
        ({"control": "61"}, "Select a valid choice"),
        ({"control": ""}, "This field is required"),
        ({"comment": "x" * 201}, "at most 200 characters"),
    ],
)
def test_invalid_terms_are_refused_with_a_reason(bad, why):
    mage = a_mage("Merlin")
    a_mage("Twin", owner=mage.owner)
    form = {"mage": mage.pk, "audience": "all", "book": "classic", "control": "1m"} | bad
    answer = as_user(mage.owner).post("/challenges/new/", form)
    assert why in answer.content.decode()
    assert not Challenge.objects.exists()


def posting(mage, **fields):
    """Post a challenge with these form fields, and return the response."""
    form = {"mage": mage.pk, "audience": "all", "book": "classic", "control": "1m"} | fields
    return as_user(mage.owner).post("/challenges/new/", form)


def test_only_the_options_that_differ_from_the_book_are_kept():
    posting(a_mage(), book="warlocks", option_max_hp="16", option_cure_first="false", option_haste="pair")
    assert Challenge.objects.get().options == {"cure_first": False, "haste": "pair"}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"option_max_hp": "99"}, "is not from 15 to 30"),
        ({"option_haste": "slow"}, "is not one of pair, free_round"),
        ({"option_luck": "true"}, "options.luck: there is no such rule option"),
        ({"book": "standard", "option_elementals": "choice"}, "contradicts elementals: choice"),
    ],
)
def test_an_option_refused_by_the_engine_is_refused_with_a_reason(options, why):
    page = posting(a_mage(), **options).content.decode()
    assert why in unescape(page)
    assert not Challenge.objects.exists()


def test_a_contradiction_is_shown_at_the_field_of_its_option():
    answer = posting(a_mage(), book="standard", option_elementals="choice")
    assert list(answer.context["form"].errors) == ["option_elemental_target"]
    assert b'<details class="options" data-options open>' in answer.content


def test_a_service_refuses_bad_options_as_the_form_does():
    with pytest.raises(ValidationError, match="no such rule option"):
        post_challenge(challenger=a_mage(), terms=Terms(**TERMS, options={"luck": True}))


@pytest.mark.parametrize("book", engine.BOOKS)
def test_every_option_of_every_book_can_be_set_by_a_challenge(book):
    rows = engine.options_table(book)
    other = {row["name"]: next(v["value"] for v in row["values"] if v["value"] != row["value"]) for row in rows}
    if other["elementals"] == "choice":
        other["elemental_target"] = "being"
    posting(a_mage(), book=book, **as_fields(other))
    kept = Challenge.objects.get().options
    assert kept == engine.check_options(book, other)
    assert set(kept) == {row["name"] for row in rows}


def test_the_duel_gets_the_options_which_every_page_shows():
    challenge = a_challenge(options={"max_hp": 20, "haste": "free_round"})
    told = ["Haste: an extra round", "Maximum hit points: 20"]
    lobby, page = Client().get("/lobby/"), Client().get(f"/challenge/{challenge.token}/")
    duel = accept_challenge(token=challenge.token, mage=a_mage())
    assert duel.options == challenge.options
    for answer in (lobby, page, Client().get(f"/duel/{duel.slug}/"), Client().get(f"/replay/{duel.slug}/")):
        assert all(line in answer.content.decode() for line in told)
    assert "2 house rules" in Client().get("/duels/").content.decode()


def test_many_options_are_abbreviated_to_a_number():
    options = {"max_hp": 20, "raise_dead": False, "self_stab": True, "cure_first": True, "haste": "free_round"}
    challenge = a_challenge(options=options)
    assert "5 house rules" in Client().get("/lobby/").content.decode()
    page = Client().get(f"/challenge/{challenge.token}/").content.decode()
    assert "Stabbing yourself: yes" in page
    duel = accept_challenge(token=challenge.token, mage=a_mage())
    assert "Stabbing yourself: yes" in Client().get(f"/duel/{duel.slug}/").content.decode()


def boxes(book, **changed):
    """Return the checkboxes of the form for this book, as a browser sends them.

    `changed` replaces the book's values for some options.
    """
    rows = engine.options_table(book)
    drawn = {row["name"]: row["value"] for row in rows if isinstance(row["value"], bool)} | changed
    return {"drawn_for": book, **{f"option_{name}": "true" for name, value in drawn.items() if value}}


@pytest.mark.parametrize("drawn_for", ["classic", "warlocks"])
def test_untouched_check_boxes_mean_the_values_of_the_chosen_book(drawn_for):
    posting(a_mage(), book="warlocks", **boxes(drawn_for))
    assert Challenge.objects.get().options == {}


def test_variants_of_warlocks_are_check_boxes():
    posting(
        a_mage(), book="warlocks", **boxes("warlocks", para_fc=True, maladroit=True, raise_dead=True, self_stab=False)
    )
    kept = {"para_fc": True, "maladroit": True, "raise_dead": True, "self_stab": False}
    assert Challenge.objects.get().options == kept


def test_a_refused_form_keeps_its_check_boxes():
    form = posting(a_mage(), book="warlocks", comment="x" * 201, **boxes("warlocks", para_fc=True)).context["form"]
    assert form["option_para_fc"].value() is True
    assert form["option_raise_dead"].value() is False
    assert form.has_options()


def test_repeating_a_challenge_fills_in_its_options():
    mage = a_mage()
    page = as_user(mage.owner).get("/challenges/new/?book=standard&option_max_hp=20").content.decode()
    assert '<option value="20" selected>' in page


def test_the_link_for_challenging_a_mage_fills_in_its_name():
    page = as_user(a_mage().owner).get("/challenges/new/?opponent=Galeshin").content.decode()
    assert re.findall('<input [^>]*name="audience" value="([a-z]+)"[^>]* checked', page) == ["mage"]
    assert re.findall('<input [^>]*name="named" value="([^"]*)"', page) == ["Galeshin"]


def test_a_user_challenges_only_with_own_mages():
    mine, other = a_mage(), a_mage()
    as_user(mine.owner).post(
        "/challenges/new/", {"mage": other.pk, "audience": "all", "book": "classic", "control": "1m"}
    )
    assert not Challenge.objects.exists()


def test_a_visitor_challenges_as_a_guest_and_never_for_a_rating():
    client = Client()
    assert "You play as a mage with a random name." in client.get("/challenges/new/").content.decode()
    client.post("/challenges/new/", {"audience": "all", "book": "classic", "control": "2m", "friendly": "False"})
    posted = Challenge.objects.get()
    assert posted.challenger.owner.is_guest
    assert posted.friendly


def test_users_without_personal_challenges_share_one_list(django_assert_num_queries):
    black, white, *others = (a_mage() for _ in range(5))
    a_challenge(black), a_challenge(black, private=True), a_challenge(black, opponent=white), a_challenge()
    users = [mage.owner_id for mage in (black, white, *others)]
    with django_assert_num_queries(4):  # challenges, their participants, ratings, blocks
        lists = lists_for(users)
    assert lists == {user: offers_for(open_challenges(), user) for user in users}
    assert [len(lists[user]) for user in users] == [4, 3, 2, 2, 2]
    assert len({id(lists[mage.owner_id]) for mage in others}) == 1


def test_blocks_hide_challenges_in_both_directions():
    one, other = a_mage("One"), a_mage("Other")
    challenges = [a_challenge(one), a_challenge(other)]
    Block.objects.create(user=one.owner, blocked=other.owner)
    Block.objects.create(user=a_user(), blocked=other.owner, mutes_only=True)
    users = [one.owner_id, other.owner_id, a_user().pk]
    listed = {user: {it["challenger"] for it in offers} for user, offers in lists_for(users).items()}
    assert listed == dict(zip(users, [{"One"}, {"Other"}, {"One", "Other"}], strict=True))
    assert {it["challenger"] for it in offers_for(challenges, one.owner_id)} == {"One"}
    assert len(offers_for(challenges, None)) == 2


def test_a_user_has_ten_open_challenges_at_most():
    mage = a_mage()
    for _ in range(OPEN_AT_ONCE):
        a_challenge(mage)
    with pytest.raises(ValidationError, match="Cancel one first"):
        post_challenge(challenger=mage, terms=Terms(**TERMS, comment="One more"))


def test_a_closed_challenge_must_name_a_mage():
    with pytest.raises(ValidationError, match="Enter at least one opponent"):
        post_challenge(challenger=a_mage(), terms=Terms(**TERMS, is_open=False))


def test_a_double_click_posts_one_challenge():
    mage, other = a_mage(), a_mage()
    first = post_challenge(challenger=mage, terms=Terms(is_open=False, limit=None, **TERMS), named=[other])
    assert post_challenge(challenger=mage, terms=Terms(is_open=False, limit=None, **TERMS), named=[other]) == first
    assert post_challenge(challenger=mage, terms=Terms(is_open=False, limit=None, **TERMS), named=[a_mage()]) != first
    Challenge.objects.update(posted=timezone.now() - CLICKS)
    assert post_challenge(challenger=mage, terms=Terms(is_open=False, limit=None, **TERMS), named=[other]) != first


# Accepting


def test_accepting_starts_the_duel_on_the_terms_of_the_challenge():
    challenge = a_challenge(a_mage("Merlin"), book="standard", pace=DAY)
    duel = accept_challenge(token=challenge.token, mage=a_mage("Morgana"))
    challenge.refresh_from_db()
    assert (duel.book, duel.pace, duel.counts, duel.practice) == ("standard", DAY, True, False)
    assert [seat.name for seat in duel.seats.all()] == ["Merlin", "Morgana"]
    assert (challenge.state, challenge.duel) == ("accepted", duel)


def test_accepting_on_the_page_redirects_to_the_duel():
    challenge, mage = a_challenge(a_mage("Merlin")), a_mage()
    client = as_user(mage.owner)
    page = client.get(f"/challenge/{challenge.token}/").content.decode()
    assert "Merlin challenges you" in page
    answer = client.post(f"/challenge/{challenge.token}/", {"mage": mage.pk})
    assert answer.url == f"/duel/{Duel.objects.get().slug}/"


def test_a_visitor_with_a_link_is_shown_the_lessons():
    challenge = a_challenge(a_mage())
    way = 'href="/learn/">Learn to play in five minutes.</a>'
    assert way in Client().get(f"/challenge/{challenge.token}/").content.decode()
    assert way not in as_user(a_mage().owner).get(f"/challenge/{challenge.token}/").content.decode()


def test_a_visitor_accepts_by_choosing_a_name():
    challenge = a_challenge(private=True)
    answer = Client().post(f"/challenge/{challenge.token}/", {"name": "Morgana", "gender": "f"})
    duel = Duel.objects.get()
    assert answer.url == f"/duel/{duel.slug}/"
    assert duel.seats.last().mage.owner.is_guest
    assert not duel.counts


def test_a_user_without_a_mage_accepts_by_naming_their_first():
    challenge, user = a_challenge(), a_user()
    as_user(user).post(f"/challenge/{challenge.token}/", {"name": "Morgana"})
    assert Duel.objects.get().seats.last().mage.owner == user


def test_the_duel_of_a_guest_does_not_count():
    of_a_guest = a_challenge(a_guest())
    assert not accept_challenge(token=of_a_guest.token, mage=a_mage()).counts
    assert not accept_challenge(token=a_challenge().token, mage=a_guest()).counts


def test_users_cannot_duel_themselves():
    mage = a_mage()
    twin = a_mage(owner=mage.owner)
    challenge = a_challenge(mage)
    with pytest.raises(ValidationError, match="You can’t duel yourself"):
        accept_challenge(token=challenge.token, mage=twin)
    assert accept_challenge(token=challenge.token, mage=mage) is None  # the challenger has accepted from the start
    as_user(mage.owner).post(f"/challenge/{challenge.token}/", {"mage": twin.pk})
    assert not Duel.objects.exists()


def test_only_the_named_mage_accepts_a_closed_challenge():
    opponent = a_mage("Morgana")
    challenge = a_challenge(opponent=opponent)
    twin, third = a_mage(owner=opponent.owner), a_mage()
    for mage in (twin, third):
        with pytest.raises(ValidationError, match="Only Morgana can accept"):
            accept_challenge(token=challenge.token, mage=mage)
    as_user(third.owner).post(f"/challenge/{challenge.token}/", {"mage": third.pk})
    Client().post(f"/challenge/{challenge.token}/", {"name": "Intruder"})
    assert not Duel.objects.exists()
    assert not Mage.objects.filter(name="Intruder").exists()
    accept_challenge(token=challenge.token, mage=opponent)


def test_a_user_accepts_only_with_own_mages():
    challenge, mine, other = a_challenge(), a_mage(), a_mage()
    as_user(mine.owner).post(f"/challenge/{challenge.token}/", {"mage": other.pk})
    assert not Duel.objects.exists()


def test_a_second_accept_is_refused():
    challenge = a_challenge()
    accept_challenge(token=challenge.token, mage=a_mage())
    with pytest.raises(ValidationError, match="no longer open"):
        accept_challenge(token=challenge.token, mage=a_mage())
    assert Duel.objects.count() == 1


def test_a_late_visitor_gets_a_reason_and_no_guest_account():
    challenge = a_challenge()
    accept_challenge(token=challenge.token, mage=a_mage())
    answer = Client().post(f"/challenge/{challenge.token}/", {"name": "Latecomer"})
    assert "This challenge is closed" in answer.content.decode()
    assert not Mage.objects.filter(name="Latecomer").exists()


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_concurrent_accepts_succeeds():
    challenge, mages = a_challenge(), [a_mage() for _ in range(4)]
    outcomes = at_once([lambda mage=mage: accept_challenge(token=challenge.token, mage=mage) for mage in mages])
    assert [isinstance(outcome, Duel) for outcome in outcomes].count(True) == 1
    refused = [str(outcome) for outcome in outcomes if isinstance(outcome, ValidationError)]
    assert [why[2:34] for why in refused] == ["This challenge is no longer open"] * 3
    assert Duel.objects.count() == 1


def test_the_page_redirects_participants_to_the_duel():
    challenger, mage = a_mage(), a_mage()
    challenge = a_challenge(challenger)
    duel = accept_challenge(token=challenge.token, mage=mage)
    for user in (challenger.owner, mage.owner):
        assert as_user(user).get(f"/challenge/{challenge.token}/").url == f"/duel/{duel.slug}/"
    page = Client().get(f"/challenge/{challenge.token}/").content.decode()
    assert f"/duel/{duel.slug}/" in page


# Declining, withdrawing, expiring


def test_a_mage_challenged_by_name_may_decline():
    opponent = a_mage()
    challenge = a_challenge(opponent=opponent)
    as_user(opponent.owner).post(f"/challenge/{challenge.token}/decline/")
    assert challenge.invitations.get(mage=opponent).state == "declined"
    page = as_user(challenge.challenger.owner).get(f"/challenge/{challenge.token}/").content.decode()
    assert "The player you challenged declined" in page


def test_only_participants_decline():
    challenge = a_challenge(opponent=a_mage())
    for user_id in (a_user().pk, challenge.challenger.owner_id):
        with pytest.raises(ValidationError, match="Only players who were challenged"):
            decline_challenge(token=challenge.token, user_id=user_id)
    with pytest.raises(ValidationError):
        decline_challenge(token=a_challenge().token, user_id=a_user().pk)


def test_only_the_challenger_withdraws():
    challenge = a_challenge()
    with pytest.raises(ValidationError, match="Only the challenger"):
        withdraw_challenge(token=challenge.token, user_id=a_user().pk)
    as_user(challenge.challenger.owner).post(f"/challenge/{challenge.token}/withdraw/")
    challenge.refresh_from_db()
    assert challenge.state == "withdrawn"
    with pytest.raises(ValidationError, match="no longer open"):
        accept_challenge(token=challenge.token, mage=a_mage())


def test_a_closed_challenge_shows_why_it_is_closed():
    morgana = a_mage("Morgana")
    withdrawn, accepted, old = (a_challenge(opponent=morgana) for _ in range(3))
    withdraw_challenge(token=withdrawn.token, user_id=withdrawn.challenger.owner_id)
    accept_challenge(token=accepted.token, mage=morgana)
    Challenge.objects.filter(pk=old.pk).update(posted=timezone.now() - SLOW_STANDS)
    for challenge, why in (
        (withdrawn, f"{withdrawn.challenger} cancelled it"),
        (accepted, "it has been accepted"),
        (old, "it has expired"),
    ):
        assert f"challenge is closed: {why}." in Client().get(f"/challenge/{challenge.token}/").content.decode()


@pytest.mark.parametrize("what", ["decline", "withdraw"])
def test_get_requests_change_nothing(what):
    opponent = a_mage()
    challenge = a_challenge(opponent=opponent)
    for user in (opponent.owner, challenge.challenger.owner):
        assert as_user(user).get(f"/challenge/{challenge.token}/{what}/").url == f"/challenge/{challenge.token}/"
        as_user(user).get(f"/challenge/{challenge.token}/?mage={opponent.pk}")
    challenge.refresh_from_db()
    assert challenge.state == "open"


def test_an_accepted_challenge_cannot_be_withdrawn():
    challenge = a_challenge()
    accept_challenge(token=challenge.token, mage=a_mage())
    with pytest.raises(ValidationError, match="no longer open"):
        withdraw_challenge(token=challenge.token, user_id=challenge.challenger.owner_id)


@pytest.mark.parametrize(("pace", "stands"), [(MINUTE, LIVE_STANDS), (DAY, SLOW_STANDS)])
def test_an_old_challenge_is_no_longer_open(pace, stands):
    challenge = a_challenge(pace=pace)
    Challenge.objects.update(posted=timezone.now() - stands + timedelta(minutes=5), heard=timezone.now())
    assert "Merlin" not in Client().get("/lobby/").content.decode()
    assert challenge.token in Client().get("/lobby/").content.decode()
    Challenge.objects.update(posted=timezone.now() - stands)
    assert challenge.token not in Client().get("/lobby/").content.decode()
    with pytest.raises(ValidationError, match="no longer open"):
        accept_challenge(token=challenge.token, mage=a_mage())


def with_everybody_away(challenge, **fields):
    Challenge.objects.filter(pk=challenge.pk).update(heard=timezone.now() - AWAY, **fields)
    return challenge


def test_an_open_live_challenge_needs_its_challenger_present():
    challenge, other = with_everybody_away(a_challenge()), a_mage()
    assert open_challenges() == []
    with pytest.raises(ValidationError, match="no longer open"):
        accept_challenge(token=challenge.token, mage=other)
    page = as_user(other.owner).get(f"/challenge/{challenge.token}/").content.decode()
    assert f"challenge is closed: {challenge.challenger} is away right now." in page
    attend(user_ids=[other.owner_id])
    assert open_challenges() == []
    attend(user_ids=[challenge.challenger.owner_id])
    assert open_challenges() == [challenge]


def test_opening_the_page_of_ones_challenge_counts_as_presence():
    challenge = with_everybody_away(a_challenge())
    page = as_user(challenge.challenger.owner).get(f"/challenge/{challenge.token}/").content.decode()
    assert "Keep a tab open" in page
    assert open_challenges() == [challenge]


def test_a_melee_is_open_while_any_participant_is_present():
    challenge, other = a_challenge(limit=4), a_mage()
    accept_challenge(token=challenge.token, mage=other)
    with_everybody_away(challenge)
    attend(user_ids=[other.owner_id])
    assert open_challenges() == [challenge]


@pytest.mark.parametrize("terms", [{"pace": DAY}, {"private": True}, {"is_open": False}])
def test_slow_and_closed_challenges_need_no_presence(terms):
    challenge = with_everybody_away(a_challenge(**terms))
    assert open_challenges() == [challenge]
    page = as_user(challenge.challenger.owner).get(f"/challenge/{challenge.token}/").content.decode()
    assert "Keep a tab open" not in page


def test_presence_does_not_reopen_an_old_challenge():
    challenge = with_everybody_away(a_challenge(), posted=timezone.now() - LIVE_STANDS)
    attend(user_ids=[challenge.challenger.owner_id])
    assert open_challenges() == []
    assert "it has expired" in Client().get(f"/challenge/{challenge.token}/").content.decode()


def test_an_unknown_token_is_not_found():
    assert Client().get("/challenge/no-such-token/").status_code == 404
    assert len(a_challenge().token) >= 11  # that is at least 64 random bits


def test_the_lobby_has_skip_links(client):
    told = client.get("/lobby/").content.decode()
    assert all(f'href="#{part}"' in told and f'id="{part}"' in told for part in ("of-the-house", "who", "lobby-chat"))
