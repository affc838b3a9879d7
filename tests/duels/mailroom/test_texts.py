import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation

from accounts.models import EmailNotification
from accounts.services.notifications import notify
from duels.mailroom import library, texts
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS
from duels.mailroom.game_options import USAGES
from duels.models import Standing
from duels.play.transaction import submit_orders
from duels.stats.tallies import count_finished
from duels.wording.refusals import Refused
from duels.wording.time_controls import DAY
from tests.builders import a_challenge, a_mage, a_user
from tests.duels.tables import a_duel
from wavinghands.engine import BOOKS

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = AnonymousUser()
SPACED = "Melusine of the Long Name"[:24]


@pytest.fixture
def mages():
    return [
        a_mage(name, owner=a_user(name.split()[0].lower(), email=f"{name.split()[0]}@example.org"))
        for name in ("Black", "White")
    ]


def played(duel, *rounds):
    """Play rounds, and return the duel. A round lists each wizard's pair of gestures, in the order of the seats."""
    names = list(duel.seats.values_list("name", flat=True))
    for number, pairs in enumerate(rounds, 1):
        for name, (left, right) in zip(names, pairs, strict=True):
            submit_orders(duel=duel, wizard=name, round_number=number, orders={"left": left, "right": right})
    duel.refresh_from_db()
    return duel


def fits(text):
    return all(len(line) <= 72 or "http" in line for line in text.split("\n")) and text == text.strip("\n")


def test_long_lists_link_to_the_page_with_the_rest(mages, monkeypatch):
    for mage in mages:
        Standing.objects.create(mage=mage, score=1, wins=1)
    monkeypatch.setattr(texts, "MOST_RANKS", 1)
    monkeypatch.setattr(texts, "MOST_USERS", 2)
    assert re.search(r"See all:\n\S+/ladder/", texts.scores(NOBODY, "duel"))
    assert re.search(r"See all:\n\S+/users/", texts.info(NOBODY))


def test_a_duel_is_shown_as_a_table(mages):
    duel = played(a_duel(*mages, pace=DAY), ("SW", "PW"), ("D-", "WW"))
    assert texts.show(mages[0].owner, duel.slug) == (
        "Black against White\n"
        "-------------------\n"
        "\n"
        " Round   Black         White\n"
        "         LH  RH   HP   LH  RH   HP\n"
        "     1   S   W    15   P*  W    15\n"
        "     2   D*  -    15   W   W    14\n"
        "\n"
        " * completes a spell; ? was not seen."
    )


def test_the_table_of_a_large_melee_is_split_into_blocks():
    mages = [a_mage(f"Wizard Number {number}") for number in range(8)]
    duel = played(a_duel(*mages, pace=DAY), *([["--"] * 8] * 17))
    shown = texts.show(mages[0].owner, duel.slug)
    assert fits(shown)
    assert shown.count("\n Wizard Number 7\n") == 2, "one block for fifteen rounds, one for the rest"


def test_a_challenge_is_shown_before_its_duel_has_begun(mages):
    challenge = a_challenge(mages[0], opponent=mages[1], comment="To the last drop!")
    shown = texts.show(NOBODY, challenge.token)
    assert shown.startswith("Challenge by Black\n------------------\n\nClassic; ")
    assert " Black   host\n White   invited" in shown
    assert "“To the last drop!”" in shown


def test_a_duel_is_described_and_a_round_of_it_replayed(mages):
    duel = played(a_duel(*mages, pace=DAY), ("SW", "PW"), ("D-", "WW"))
    user = mages[1].owner
    assert "Round 2\n Black points with" in texts.describe(user, duel.slug)
    assert texts.replay(user, duel.slug) == texts.replay(user, duel.slug, 2)
    assert texts.replay(user, duel.slug, 2).startswith("Black against White\n\nRound 2\n-------\n\n Black points with")
    assert "Magic Missile" not in texts.replay(user, duel.slug, 1)
    for wrong in (0, 3):
        with pytest.raises(Refused, match="You can replay rounds 1 to"):
            texts.replay(user, duel.slug, wrong)


def test_unknown_names_are_refused_with_an_explanation(mages):
    for told, why in {
        lambda: texts.games(NOBODY, ["42"]): "There is no duel 42.",
        lambda: texts.show(NOBODY, "42"): "There is no duel 42.",
        lambda: texts.describe(NOBODY, "42"): "There is no duel 42.",
        lambda: texts.replay(NOBODY, "42"): "There is no duel 42.",
        lambda: texts.info(NOBODY, ["Zarquon"]): "There is no mage or user called Zarquon.",
        lambda: texts.scores(NOBODY, "chess"): "Choose which scores to show: duel, melee or all.",
        lambda: texts.stats(["weather"]): "Choose from these statistics: spells, openings, endings, activity.",
        lambda: library.rules("nowhere"): "There is no rule set called “nowhere”.",
    }.items():
        with pytest.raises(Refused) as refusal:
            told()
        assert refusal.value.why == why


def test_a_duel_without_a_played_round_cannot_be_replayed(mages):
    with pytest.raises(Refused) as refusal:
        texts.replay(mages[0].owner, a_duel(*mages).slug)
    assert refusal.value.why == "No round of this duel has been played yet."


def test_lists_have_running_and_finished_duels(mages):
    going, over = a_duel(*mages, pace=DAY), played(a_duel(*mages, pace=DAY), ("PP", "--"))
    told = texts.games(mages[0].owner)
    assert told.startswith("Your duels\n----------\n\n Black against White\n   Classic; round 1; ")
    assert f"1 min ago; your turn\n   {going.slug}\n" in told
    assert "White won: Black surrendered" in told.split("Finished duels")[1]
    assert "Your duels" not in texts.games(NOBODY)
    assert over.slug in texts.games(NOBODY, [over.slug])
    assert going.slug not in texts.games(NOBODY, [over.slug])
    assert "Black" in texts.scores(NOBODY, "duel")
    assert "Duel scores" not in texts.scores(NOBODY, "melee")


def test_a_closed_challenge_is_listed_only_for_invited_users(mages):
    challenge = a_challenge(mages[0], opponent=mages[1], pace=DAY)
    assert f"; for White; joined: Black\n   {challenge.token}" in texts.challenges(mages[1].owner)
    assert challenge.token not in texts.challenges(NOBODY), "it is hidden from others, as in the lobby"


def test_the_last_e_mails_are_sent_again(mages):
    user = mages[0].owner
    for number in range(3):
        notify([user.pk], about=EmailNotification.About.DUEL, subject=f"News {number}", text="x")
    EmailNotification.objects.update(sent=timezone.now())
    assert texts.resend(user, 2) == "2 e-mails are on their way to you again."
    again = EmailNotification.objects.filter(asked__isnull=False).order_by("pk")
    assert [notification.subject for notification in again] == ["News 1", "News 2"]


def test_resend_is_refused_without_a_confirmed_address():
    with pytest.raises(Refused, match="no confirmed e-mail address"):
        texts.resend(a_user("nomail"))


def test_help_explains_every_command():
    assert library.MEANINGS.keys() == {*FORMS, *COMMANDS}
    assert library.OPTIONS.keys() == USAGES.keys()
    told = library.rules()
    assert all(form.usage in told for form in (*FORMS.values(), *COMMANDS.values()))
    assert all(f"\n {usage}\n" in told for usage in USAGES.values())


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_texts_fit_72_columns_in_both_languages(mages, language):
    mages.append(a_mage(SPACED))
    a_challenge(mages[2], comment="Ahoy " * 40)
    duel = played(a_duel(*mages, pace=DAY), *([("SW", "PW", ">-")] * 3))
    played(a_duel(*mages, pace=DAY), ("PP", "--", "PP"))
    count_finished()
    user = mages[0].owner
    with translation.override(language):
        told = [
            *(library.rules(book) for book in BOOKS),
            library.faq(),
            texts.scores(user),
            texts.games(user),
            texts.challenges(user),
            texts.info(user),
            texts.info(user, ["Black", "white", SPACED]),
            texts.stats(),
            texts.show(user, duel.slug),
            texts.describe(user, duel.slug),
            texts.replay(user, duel.slug),
        ]
    assert [text for text in told if not fits(text)] == []
