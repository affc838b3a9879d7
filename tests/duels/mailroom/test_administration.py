"""Tests for administration commands by e-mail, with every example in the rules of Firetop Mountain."""

import pytest

from accounts.models import Mage, Message, User
from duels.models import Challenge, Change, Duel, Line, Subscription
from duels.play.transaction import submit_orders
from duels.wording.time_controls import DAY
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.mailroom.ordersets import does, done, refused
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def harry() -> User:
    """Return the user who sends the e-mails. Their mage is Merlyn."""
    user = a_user("Harry")
    a_mage("Merlyn", owner=user)
    return user


def mage(name: str) -> Mage:
    return Mage.objects.get(name=name)


def states(challenge: Challenge) -> dict[str, str]:
    return {it.mage.name: it.state for it in challenge.invitations.select_related("mage")}


@pytest.mark.parametrize(
    "order",
    [
        "SCORES duel",
        "SCORES melee",
        "STANDINGS all",
        "SCORES",
        "GAMES",
        "LIST",
        "GAMES 54",
        "CHALLENGES",
        "INFO",
        "INFO Merlyn Froodal Harry",
        "RULES",
        "HELP",
        "FAQ",
        "REPLAY 54 1T",
        "REPLAY 54",
        "SHOW 54",
        "DESCRIBE 54",
        "STATS",
        "STATS SpellUse",
        "STATS Info WizActive",
    ],
)
def test_commands_for_information_are_answered(harry, order):
    duel = a_duel(mage("Merlyn"), a_mage("Froodal"), book="standard")
    for name in ("Merlyn", "Froodal"):
        submit_orders(duel=duel, wizard=name, round_number=1, orders={"left": ">", "right": "W"})
    Duel.objects.filter(pk=duel.pk).update(slug="54")
    (part,) = done(harry, f"{order}\nEND").parts
    assert part.title == f"Line 1: {order}"
    assert part.text


def test_commands_are_answered_in_their_order(harry):
    told = does(harry, "USER Harry mail_x\nSCORES duel  ; the ladder\n\nFAQ\nEND")
    assert told.index("Line 2: SCORES duel") < told.index("Line 4: FAQ")
    assert "mail_x" not in told


def test_a_new_mages_name_is_capitalized(harry):
    does(harry, "REGISTER ged\nEND")
    assert mage("Ged").owner == harry


def test_a_username_is_changed(harry):
    does(harry, "CHANGEUSER Osse")
    harry.refresh_from_db()
    assert harry.username == "Osse"


@pytest.mark.parametrize(
    ("order", "path"), [("PASSWORD FroppleBoz", "/accounts/password/change/"), ("ADDRESS camelot@uk.com", "/email/")]
)
def test_commands_that_need_the_password_lead_to_their_page(harry, order, path):
    told = does(harry, order)
    assert path in told
    assert "FroppleBoz" not in told


def test_a_vacation_is_booked(harry):
    does(harry, "VACATION 3")
    assert harry.vacations.count() == 1


def test_a_mage_retires_and_quits(harry):
    does(harry, "RETIRE Merlyn")
    assert mage("Merlyn").retired
    does(harry, "QUIT merlyn")
    assert mage("Merlyn").ended


def test_an_account_cannot_be_deleted_by_e_mail(harry):
    assert "Merlyn" in refused(harry, "QUIT")
    does(harry, "QUIT Merlyn")
    assert "/settings/quit/" in does(harry, "QUIT")
    harry.refresh_from_db()
    assert harry.ended is None


def test_a_message_goes_to_the_owners_of_mages_and_to_users(harry):
    gandalf, froodal, fred = a_mage("Gandalf", owner=harry), a_mage("Froodal"), a_user("Fred")
    does(harry, "MESSAGE Gandalf  Froodal Fred\nThat was a great game!   Let's do it again!\nEND MESSAGE")
    messages = Message.objects.all()
    assert {message.recipient for message in messages} == {froodal.owner, fred}
    assert {(message.mage, message.text) for message in messages} == {
        (gandalf, "That was a great game!   Let's do it again!")
    }


def test_a_message_in_the_name_of_another_is_not_sent(harry):
    a_mage("Froodal")
    assert "no mage called Froodal" in refused(harry, "MESSAGE Froodal Merlyn\nhello\nEND MESSAGE")
    assert not Message.objects.exists()


def test_names_of_several_words_are_recognized(harry):
    owl, white, froodal = a_mage("Grey Owl", owner=harry), a_mage("White Rat"), a_mage("Froodal")
    does(harry, "MESSAGE Grey Owl White Rat Froodal\nhello\nEND MESSAGE")
    assert {message.recipient for message in Message.objects.filter(mage=owl)} == {white.owner, froodal.owner}


def test_an_announcement_is_sent_to_one_or_more_duels(harry):
    duel, other = a_duel(mage("Merlyn"), a_mage("Froodal")), a_duel(mage("Merlyn"), a_mage("Bung"))
    does(harry, f"ANNOUNCE {duel.slug} {other.slug}\nIt is not fair!\nEND ANNOUNCE")
    assert [(line.duel, line.announced) for line in Line.objects.all()] == [(duel, True), (other, True)]


def test_an_announcement_to_a_duel_of_others_is_refused(harry):
    duel = a_duel()
    assert "Only players in this duel" in refused(harry, f"ANNOUNCE {duel.slug}\nhello\nEND ANNOUNCE")
    assert not Line.objects.exists()


def test_a_duel_of_others_can_be_followed(harry):
    duel = a_duel()
    does(harry, f"SUBSCRIBE {duel.slug}")
    assert Subscription.objects.get().user == harry
    assert "no duel 99" in refused(harry, "SUBSCRIBE 99")


def test_resend_needs_a_confirmed_address_and_a_number(harry):
    assert "confirmed e-mail add" in refused(harry, "RESEND 3")
    assert "RESEND {<how many>}" in refused(harry, "RESEND many")


# Challenges ----------------------------------------------------------------------------------------------------------


def test_mages_are_challenged_by_name(harry):
    a_mage("Froodal"), a_mage("Gandalf")
    told = does(harry, "NEWGAME Merlyn CHALLENGE Froodal Gandalf")
    posted = Challenge.objects.get()
    assert states(posted) == {"Merlyn": "accepted", "Froodal": "challenged", "Gandalf": "challenged"}
    assert (posted.is_open, posted.limit, posted.book, posted.mountain) == (False, None, "standard", True)
    assert posted.token in told


def test_an_open_challenge_for_two_starts_when_a_second_mage_joins(harry):
    told = does(harry, "NEWGAME Merlyn OPEN")
    assert "starts automatically when 2 players have joined" in told
    froodal = a_mage("Froodal")
    assert "begins" in does(froodal.owner, f"ACCEPT {Challenge.objects.get().token} Froodal")
    assert Challenge.objects.get().duel is not None


@pytest.mark.parametrize("order", ["REGISTER Merlyn", "ACCEPT 10 Merlyn", "INFO Nobody", "STATS foo"])
def test_a_refusal_gives_no_example_that_would_be_refused_too(harry, order):
    assert "For example" not in refused(harry, order)


def test_help_lists_the_commands_and_rules_explain_the_spells_too(harry):
    orders, rules = does(harry, "HELP"), does(harry, "RULES")
    assert "NEWGAME" in orders
    assert "Magic Mirror" not in orders
    assert "Magic Mirror" in rules


def test_a_challenge_without_a_limit_says_who_starts_it(harry):
    told, froodal = does(harry, "NEWGAME Merlyn OPEN, NOLIMIT"), a_mage("Froodal")
    token = Challenge.objects.get().token
    assert f"\n\n   CHANGEGAME {token} Merlyn START" in told
    assert "Merlyn starts the duel" in does(froodal.owner, f"ACCEPT {token} Froodal")
    does(harry, f"CHANGEGAME {token} Merlyn START")
    assert "all challenged players have accepted" in does(harry, "NEWGAME Merlyn CHALLENGE Froodal")


def test_an_open_challenge_has_a_limit_and_a_comment(harry):
    does(harry, "NEWGAME Merlyn OPEN, LIMIT 4, COMMENT Looking for a fast battle!")
    posted = Challenge.objects.get()
    assert (posted.is_open, posted.per_user, posted.limit) == (True, 1, 4)
    assert posted.comment == "Looking for a fast battle!"


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        ("open 0, nolimit", {"is_open": True, "per_user": 0, "limit": None}),
        ("add Froodal, closed", {"is_open": False}),
        ("all, closed", {"is_open": False}),
        ("all", {"is_open": True}),
        ("open, exclude Froodal", {"is_open": True}),
        ("add Froodal, spellbook NoMonsters", {"book": "nomonsters"}),
        ("add Froodal, spellbook classic", {"book": "classic"}),
        ("add Froodal, spellbook Warlocks", {"book": "warlocks"}),
        ("add Froodal, clock 3d", {"pace": 3 * DAY, "reserve": 0, "mountain": False}),
        ("add Froodal, clock 2 minutes", {"pace": 120, "reserve": 600, "mountain": False}),
        ("add Froodal, clock 1d, clock mountain", {"mountain": True}),
        ("open, lowest 1200, highest 1800", {"lowest": 1200, "highest": 1800}),
        ("open, lowest 1200, lowest 0", {"lowest": None}),
        ("open, limit 4, teams 2, team 2", {"teams": 2, "limit": 4}),
        ("open, limit 4, house 2 Adept", {"house_seats": 2, "house_level": 4}),
        ("open, limit 4, house 1 3", {"house_seats": 1, "house_level": 3}),
        ("open, bots", {"bots": True}),
        ("open, nobots", {"bots": False}),
        ("add Froodal, friendly", {"friendly": True}),
        ("open, link", {"is_open": True, "private": True}),
        ("link, open", {"is_open": True, "private": False}),
        ("add Froodal, rule max_hp 16, rule raise_dead no", {"options": {"max_hp": 16, "raise_dead": False}}),
        (
            "add Froodal, rule Maximum hit points 16, rule raise_dead no",
            {"options": {"max_hp": 16, "raise_dead": False}},
        ),
        ("add Froodal, rule max_hp 16, rule max_hp book", {"options": {}}),
        ("add Froodal, authoritarian", {"authoritarian": True}),
        ("add Froodal, authoritarian, democratic", {"authoritarian": False}),
    ],
)
def test_each_option_is_a_term_of_the_challenge(harry, options, terms):
    a_mage("Froodal")
    does(harry, f"NEWGAME Merlyn {options}")
    posted = Challenge.objects.get()
    assert {name: getattr(posted, name) for name in terms} == terms
    if "exclude" in options:
        assert states(posted)["Froodal"] == "excluded"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("CHALLENGE Nobodyhere", "no living mage"),
        ("ADD Froodal, SPELLBOOK Cookery", "no rule set called “Cookery”"),
        ("CLOSED", "Enter at least one opponent."),
        ("OPEN, LIMIT 99", "players"),
        ("OPEN, CLOCK 1 month", "no clock called 1 month. Choose from: 30s, 1m, 2m, 5m, 1d, 3d, 7d and mountain"),
        ("OPEN, LOWEST 1800, HIGHEST 1200", "The maximum rating is below the minimum."),
        ("OPEN, LIMIT 4, HOUSE 1 Emperor", "no strength Emperor. Choose from: 1 (Novice), 2 (Apprentice)"),
        ("OPEN, TEAMS 2, TEAM 3", "team"),
        ("OPEN, RULE hit points 16", "Did you mean Maximum hit points?"),
        ("OPEN, RULE xyzzy 16", "There is no rule option xyzzy 16. RULES lists all options."),
        ("OPEN, RULE raise_dead perhaps", "Values for Raise Dead: no and yes. BOOK means the rule set’s default."),
    ],
)
def test_invalid_terms_are_refused_with_the_usage_of_the_command(harry, options, says):
    a_mage("Froodal")
    told = refused(harry, f"NEWGAME Merlyn {options}")
    assert says in told
    assert "NEWGAME <your mage> <option>, <option> ..." in told
    assert not Challenge.objects.exists()


def test_rules_and_levels_can_be_named_in_the_users_language_or_english(harry):
    for said in ("Maximale Lebenspunkte 16", "Maximum hit points 16"):
        does(harry, f"NEWGAME Merlyn OPEN, LIMIT 3, HOUSE 1 Novize, RULE {said}, COMMENT {said}", language="de")
    assert {(it.options["max_hp"], it.house_level) for it in Challenge.objects.all()} == {(16, 1)}


def test_the_reply_contains_the_link_of_a_private_challenge(harry):
    told = does(harry, "NEWGAME Merlyn LINK, LIMIT 2")
    assert f"/challenge/{Challenge.objects.get().token}/" in told


def test_changing_one_rule_option_keeps_the_others(harry):
    challenge = a_challenge(mage("Merlyn"), named=[a_mage("Bung")], token="10", options={"max_hp": 16})
    does(harry, "CHANGEGAME 10 Merlyn RULE raise_dead no, CLOCK 1d")
    challenge.refresh_from_db()
    assert (challenge.options, challenge.pace) == ({"max_hp": 16, "raise_dead": False}, DAY)
    does(harry, "CHANGEGAME 10 Merlyn RULE max_hp book")
    challenge.refresh_from_db()
    assert challenge.options == {"raise_dead": False}
    assert "That would change nothing." in refused(harry, "CHANGEGAME 10 Merlyn RULE max_hp 15")


def test_a_team_is_chosen_when_posting_accepting_or_later(harry):
    does(harry, "NEWGAME Merlyn OPEN, LIMIT 4, TEAMS 2, TEAM 1")
    challenge, ged = Challenge.objects.get(), a_mage("Ged")
    does(ged.owner, f"ACCEPT {challenge.token} Ged TEAM 1")
    assert dict(challenge.invitations.values_list("mage__name", "team")) == {"Merlyn": 1, "Ged": 1}
    does(ged.owner, f"ACCEPT {challenge.token} Ged TEAM 2")
    assert dict(challenge.invitations.values_list("mage__name", "team")) == {"Merlyn": 1, "Ged": 2}
    assert "team" in refused(ged.owner, f"ACCEPT {challenge.token} Ged TEAM 3")


def test_the_rules_of_a_spell_book_can_be_requested(harry):
    assert "Rules: Spellcast" in does(harry, "RULES Spellcast")
    assert "no rule set called “Cookery”" in refused(harry, "HELP Cookery")


def test_a_duel_against_a_house_wizard_starts_at_once(harry):
    told = does(harry, "NEWGAME Merlyn CHALLENGE Corvin")
    posted = Challenge.objects.get()
    assert posted.duel is not None
    assert posted.duel.slug in told


def test_accepting_a_challenge_starts_the_duel(harry):
    bung = a_mage("Bung")
    a_challenge(mage("Merlyn"), opponent=bung, token="12")
    told = does(bung.owner, "user Bill heh\naccept 12 Bung")
    duel = Challenge.objects.get().duel
    assert duel is not None
    assert duel.slug in told
    does(bung.owner, "GAME 12 Bung\nLH W\nRH P\nEND")  # the challenge and its duel have the same number
    assert duel.seats.get(name="Bung").orders == {"left": "W", "right": "P"}


def test_a_challenge_can_be_declined_and_withdrawn(harry):
    whimpo = a_mage("Whimpo")
    challenge = a_challenge(mage("Merlyn"), named=[whimpo, a_mage("Bung")], token="10")
    does(whimpo.owner, "DECLINE 10 Whimpo")
    assert states(challenge)["Whimpo"] == "declined"
    assert "Only the challenger" in refused(whimpo.owner, "WITHDRAW 10 Whimpo")
    does(harry, "WITHDRAW 10 Merlyn")
    challenge.refresh_from_db()
    assert challenge.state == "withdrawn"


def test_changes_are_proposed_accepted_and_opposed(harry):
    ged, bung = a_mage("Ged"), a_mage("Bung")
    challenge = a_challenge(mage("Merlyn"), named=[ged, bung, a_mage("Rex")], token="11")
    does(ged.owner, "ACCEPT 11 Ged")
    does(bung.owner, "ACCEPT 11 Bung")
    does(ged.owner, "CHANGEGAME 11 Ged LIMIT 4, SPELLBOOK Standard")
    assert "proposed" in does(bung.owner, "CHANGEGAME 11 Bung COMMENT be quick")
    assert "proposed" in does(bung.owner, "OPPOSE 11 Bung CHANGE 1")
    assert "rejected" in does(harry, "OPPOSE 11 Merlyn CHANGE 1")
    assert "has been accepted" in does(harry, "ACCEPT 11 Merlyn CHANGE 2")
    challenge.refresh_from_db()
    assert (challenge.comment, challenge.book) == ("be quick", "classic")
    assert {change.number: change.state for change in Change.objects.all()} == {1: "rejected", 2: "adopted"}


def test_all_future_changes_can_be_accepted_in_advance(harry):
    ged, rex = a_mage("Ged"), a_mage("Rex")
    challenge = a_challenge(mage("Merlyn"), named=[ged, a_mage("Bung")], token="11")
    does(ged.owner, "ACCEPT 11 Ged")
    does(ged.owner, "ACCEPT 11 Ged EVERYTHING")
    assert "has been accepted" in does(harry, f"CHANGEGAME 11 Merlyn ADD {rex}, LIMIT 4")
    assert states(challenge)["Rex"] == "challenged"


def test_the_challenger_can_start_with_the_mages_that_have_joined(harry):
    ged = a_mage("Ged")
    challenge = a_challenge(mage("Merlyn"), named=[ged, a_mage("Bung")], token="10", authoritarian=True)
    does(ged.owner, "ACCEPT 10 Ged")
    told = does(harry, "CHANGEGAME 10 Merlyn START")
    challenge.refresh_from_db()
    assert challenge.duel is not None
    assert "begins" in told


def test_a_house_wizard_can_be_added_and_excluded(harry):
    challenge = a_challenge(mage("Merlyn"), named=[a_mage("Bung")], token="10")
    does(harry, "CHANGEGAME 10 Merlyn ADD Corvin")
    challenge.refresh_from_db()
    assert challenge.house == ["Corvin"]
    does(harry, "CHANGEGAME 10 Merlyn EXCLUDE Corvin")
    challenge.refresh_from_db()
    assert challenge.house == []


@pytest.mark.parametrize("order", ["ACCEPT", "DECLINE", "WITHDRAW"])
def test_an_unknown_challenge_is_refused(harry, order):
    assert "Line 1" in refused(harry, f"{order} 99 Merlyn")
    assert "no challenge 99" in refused(harry, "CHANGEGAME 99 Merlyn OPEN")


# Atomicity and permissions -------------------------------------------------------------------------------------------


def test_a_message_is_carried_out_completely_or_not_at_all(harry):
    told = refused(harry, "REGISTER Ged\nRETIRE Zarquon\nCHANGEUSER Osse\nVACATION 400\nEND")
    assert "Line 2: RETIRE Zarquon You have no mage called Zarquon." in told
    assert "Line 4: VACATION 400" in told
    assert "None of the commands in your message were carried out." in told
    assert "Line 1" not in told
    assert not Mage.objects.filter(name="Ged").exists()
    harry.refresh_from_db()
    assert harry.username == "Harry"


def test_an_internal_error_is_reported_and_changes_nothing(harry, monkeypatch):
    def fails(*given, **named):
        raise KeyError("oh")

    monkeypatch.setattr("duels.ladder.retirement.retire", fails)
    told = refused(harry, "REGISTER Ged\nRETIRE Merlyn")
    assert "Something went wrong" in told
    assert not Mage.objects.filter(name="Ged").exists()


def test_guests_have_no_more_permissions_by_e_mail():
    guest = a_guest("Visitor")
    assert "account" in refused(guest.owner, "VACATION 3")
