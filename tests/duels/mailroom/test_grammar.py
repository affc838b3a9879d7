"""Tests for parsing orders in e-mails, with arbitrary text and with every example in the rules of Firetop Mountain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.mailroom import errors
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS
from duels.mailroom.game_options import OPEN
from duels.mailroom.grammar import parse
from duels.mailroom.orderset import Commands, Order, Orderset

TEXT = st.lists(
    st.one_of(
        st.text(max_size=40),
        st.tuples(
            st.sampled_from([*FORMS, *COMMANDS, "SECOND", "END", "MOVE", "LIST", "Standings", "END MESSAGE", "lh"]),
            st.lists(
                st.sampled_from(
                    ["12", "Merlyn", "LH", "BH", "RH:Bung", ">", "-", ",", "CHANGE", '"Grey', 'Owl"', ";", "OPEN", "ß"]
                ),
                max_size=5,
            ),
        ).map(lambda order: " ".join([order[0], *order[1]])),
    ),
    max_size=12,
).map("\n".join)


def only(text: str) -> Order:
    """Parse `text`, assert that it contains a single command and no errors, and return the command."""
    found = parse(text)
    assert found.errors == ()
    assert len(found.orders) == 1
    return found.orders[0]


def commands(text: str) -> Commands:
    """Parse `text` as commands for the mage Merlyn, assert that there are no errors, and return the commands."""
    found = parse(f"GAME 1 Merlyn\n{text}\nEND")
    assert found.errors == ()
    assert found.commands is not None
    return found.commands


def errors_in(text: str) -> list[tuple[int, str]]:
    return [(error.line, error.kind) for error in parse(text).errors]


@pytest.mark.parametrize(
    ("text", "verb", "given"),
    [
        ("CHANGEUSER Osse", "CHANGEUSER", {"name": "Osse"}),
        ("SCORES duel", "SCORES", {"kinds": ("duel",)}),
        ("SCORES melee", "SCORES", {"kinds": ("melee",)}),
        ("STANDINGS all", "SCORES", {"kinds": ("all",)}),
        ("GAMES", "GAMES", {"games": ()}),
        ("GAMES 54 87 109", "GAMES", {"games": ("54", "87", "109")}),
        ("LIST 54", "GAMES", {"games": ("54",)}),
        ("CHALLENGES", "CHALLENGES", {}),
        ("INFO", "INFO", {"names": ()}),
        ("INFO Gandalf Froodal Harry", "INFO", {"names": ("Gandalf", "Froodal", "Harry")}),
        ("RULES", "RULES", {"book": ""}),
        ("HELP", "RULES", {"book": ""}),
        ("RULES NoMonsters", "RULES", {"book": "NoMonsters"}),
        ("FAQ", "FAQ", {}),
        ("RESEND 3", "RESEND", {"number": 3}),
        ("RESEND", "RESEND", {"number": 1}),
        ("REPLAY 54 9T", "REPLAY", {"game": "54", "turn": 9}),
        ("REPLAY 54", "REPLAY", {"game": "54", "turn": None}),
        ("SHOW 54", "SHOW", {"games": ("54",)}),
        ("DESCRIBE 54", "DESCRIBE", {"games": ("54",)}),
        ("SUBSCRIBE 54", "SUBSCRIBE", {"games": ("54",)}),
        ("STATS SpellUse", "STATS", {"names": ("SpellUse",)}),
        ("STATS Info WizActive", "STATS", {"names": ("Info", "WizActive")}),
        ("REGISTER Merlyn", "REGISTER", {"name": "Merlyn"}),
        ("register merlyn", "REGISTER", {"name": "Merlyn"}),
        ("ADDRESS camelot@uk.com", "ADDRESS", {"word": "camelot@uk.com"}),
        ("VACATION 3", "VACATION", {"number": 3}),
        ("PASSWORD FroppleBoz", "PASSWORD", {"word": "FroppleBoz"}),
        ("RETIRE Merlyn", "RETIRE", {"name": "Merlyn"}),
        ("QUIT Merlyn", "QUIT", {"name": "Merlyn"}),
        ("QUIT", "QUIT", {}),
        ("ACCEPT 10 Merlyn", "ACCEPT", {"game": "10", "name": "Merlyn"}),
        ("ACCEPT 11 Merlyn CHANGE 2", "ACCEPT", {"game": "11", "name": "Merlyn", "change": 2}),
        ("ACCEPT 11 Merlyn team 2", "ACCEPT", {"game": "11", "name": "Merlyn", "team": 2}),
        ("ACCEPT 11 Merlyn everything", "ACCEPT", {"game": "11", "name": "Merlyn", "everything": True}),
        ("accept 12 Bung", "ACCEPT", {"game": "12", "name": "Bung"}),
        ("DECLINE 10 Whimpo", "DECLINE", {"game": "10", "name": "Whimpo"}),
        ("OPPOSE 11 Merlyn CHANGE 2", "OPPOSE", {"game": "11", "name": "Merlyn", "change": 2}),
        ("WITHDRAW 10 Merlyn", "WITHDRAW", {"game": "10", "name": "Merlyn"}),
    ],
)
def test_examples_of_administration_commands_are_parsed(text, verb, given):
    order = only(text)
    assert (order.verb, order.given) == (verb, given)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("NEWGAME Merlyn CHALLENGE Froodal Gandalf", {"challenge": ("Froodal", "Gandalf")}),
        ("NEWGAME Froodal challenge Bung", {"challenge": ("Bung",)}),
        (
            "NEWGAME Merlyn OPEN, LIMIT 4, COMMENT Looking for a fast battle!",
            {**OPEN, "per_user": 1, "limit": 4, "comment": "Looking for a fast battle!"},
        ),
        ("NEWGAME Merlyn all, closed", {"all": True, "is_open": False, "private": False}),
        ("NEWGAME Merlyn open 0, nolimit", {**OPEN, "per_user": 0, "limit": None}),
        ("NEWGAME Merlyn open, link", {"is_open": True, "private": True, "per_user": 1}),
        (
            "NEWGAME Merlyn add Bung, add Ged, exclude Froodal Zed",
            {"challenge": ("Bung", "Ged"), "exclude": ("Froodal", "Zed")},
        ),
        ("NEWGAME Merlyn add Bung, spellbook NoMonsters", {"challenge": ("Bung",), "book": "NoMonsters"}),
        ("NEWGAME Merlyn add Bung, authoritarian, democratic", {"challenge": ("Bung",), "authoritarian": False}),
        ("NEWGAME Merlyn comment open, limit 4", {"comment": "open, limit 4"}),
        (
            "NEWGAME Merlyn add Bung, clock 3 days, lowest 1200, highest 0",
            {"challenge": ("Bung",), "clock": "3 days", "lowest": 1200, "highest": None},
        ),
        ("NEWGAME Merlyn open, teams 2, team 1", {**OPEN, "per_user": 1, "teams": 2, "team": 1}),
        ("NEWGAME Merlyn house 2, friendly, scored", {"house_seats": 2, "friendly": False}),
        ("NEWGAME Merlyn house 1 Adept, nobots, bots", {"house_seats": 1, "strength": "Adept", "bots": True}),
        (
            'NEWGAME Merlyn add Bung, rule max_hp 16, rule "Raise Dead" no',
            {"challenge": ("Bung",), "rules": (("max_hp", "16"), ("Raise Dead", "no"))},
        ),
        ("CHANGEGAME 10 Merlyn START", {"start": True}),
        ("CHANGEGAME 10 Merlyn limit 3, spellbook Classic", {"limit": 3, "book": "Classic"}),
    ],
)
def test_the_options_of_challenges_are_parsed(text, options):
    order = only(text)
    assert order.given["name"] in ("Merlyn", "Froodal")
    assert order.given["options"] == options


def test_a_message_has_the_lines_up_to_its_end():
    order = only("""MESSAGE Gandalf  Froodal Harry
That was a great game!   Let's do it again!
; this is said too
END

end message""")
    assert order.given["names"] == ("Gandalf", "Froodal", "Harry")
    assert order.given["text"] == "That was a great game!   Let's do it again!\n; this is said too\nEND"


def test_an_announcement_has_the_lines_up_to_its_end():
    order = only("ANNOUNCE 42\nIt is not fair to attack my mage all of you at once.\nEND ANNOUNCE")
    assert order.given == {"games": ("42",), "text": "It is not fair to attack my mage all of you at once."}


@pytest.mark.parametrize("text", ["NEWUSER Harry grnf", "NewUser Fred Freddy", "User Fred Freddy", "USER Harry grnf"])
def test_the_identity_is_read_from_the_first_line(text):
    found = parse(f"{text}\nRegister Merlyn")
    assert not found.errors
    assert found.identity is not None
    assert found.identity.given["name"] in text
    assert found.identity.given["secret"] in text
    assert found.identity.given["secret"] not in found.identity.text
    assert [order.verb for order in found.orders] == ["REGISTER"]


def test_the_first_messages_of_the_example_game_are_parsed():
    for email in ("newuser Frode w1n\n\nregister Froodal\n", "user Bill heh\naccept 12 Bung\n"):
        assert not parse(email).errors


@pytest.mark.parametrize(
    ("text", "verb", "given"),
    [
        ("TURN 10", "TURN", {"turn": 10}),
        ("TARGET LH Froodal", "TARGET", {"hand": "left", "names": ("Froodal",)}),
        ("TARGET LH RH:BadGuy", "TARGET", {"hand": "left", "names": ("RH:BadGuy",)}),
        ("TARGET BH no one", "TARGET", {"hand": "both", "names": ("no", "one")}),
        ("TARGET RedishGreenGoblin Merlyn", "TARGET", {"hand": None, "names": ("RedishGreenGoblin", "Merlyn")}),
        ("TARGET RH:MyName UglyMage", "TARGET", {"hand": None, "names": ("RH:MyName", "UglyMage")}),
        ("TARGET RH UglyMage", "TARGET", {"hand": "right", "names": ("UglyMage",)}),
        ("CHOOSE RH Charm Monster", "CHOOSE", {"hand": "right", "spell": "Charm Monster"}),
        ("CHOOSE BH Magic Mirror", "CHOOSE", {"hand": "both", "spell": "Magic Mirror"}),
        ("TARGET RH LH:BadGuy         ; we want to charm", "TARGET", {"hand": "right", "names": ("LH:BadGuy",)}),
        ("TARGET LH:BadGuy GreenOgre  ; to attack", "TARGET", {"hand": None, "names": ("LH:BadGuy", "GreenOgre")}),
        ("PERMANENT LH", "PERMANENT", {"hand": "left"}),
        ("PARALYZE RH Gandalf", "PARALYZE", {"hand": "right", "names": ("Gandalf",)}),
        ("DIRECT LH P Gandalf", "DIRECT", {"hand": "left", "gesture": "P", "names": ("Gandalf",)}),
        ("DELAY BH", "DELAY", {"hand": "both"}),
        ("FIRE", "FIRE", {}),
        ('SAY "Ouch! I goofed that time!"', "SAY", {"text": "Ouch! I goofed that time!"}),
        ("SAY wait; what?", "SAY", {"text": "wait; what?"}),
    ],
)
def test_examples_of_a_mages_commands_are_parsed(text, verb, given):
    (order,) = commands(text).orders
    assert (order.verb, order.given) == (verb, given)


@pytest.mark.parametrize("head", ["GAME 1 Merlyn", "MOVE 1 Merlyn", "move 1 merlyn"])
def test_a_mages_orders_name_the_duel_and_the_mage(head):
    found = parse(f"{head}\nLH >\nRH P\nEND\nanything at all").commands
    assert found is not None
    assert (found.game, found.mage) == ("1", "Merlyn")
    assert [(order.verb, order.given["gesture"]) for order in found.orders] == [("LH", ">"), ("RH", "P")]


def test_a_mage_alone_or_the_address_of_a_duel_is_enough():
    assert parse("MAGE Merlyn\nEND").commands == Commands(line=1, mage="Merlyn")
    found = parse("GAME https://example.org/duel/aB-c_9/ Merlyn\nEND").commands
    assert found is not None
    assert found.game == "aB-c_9"


def test_a_reply_may_leave_out_the_duel():
    found = parse("LH c\nRH c\nEND\n> LH -")
    assert found.commands is not None
    assert (found.commands.game, found.commands.mage, found.errors) == ("", "", ())


def test_a_new_user_needs_no_password():
    found = parse("NEWUSER Fred\nEND")
    assert not found.errors
    assert found.identity is not None
    assert found.identity.given == {"name": "Fred", "secret": ""}
    assert errors_in("NEWUSER\nEND") == [(1, "missing")]


def test_the_second_pair_of_a_hastened_wizard_is_recognized():
    pairs = [(order.verb, order.pair) for order in commands("LH S\nRH S\nSECOND LH D\nSECOND RH D").orders]
    assert pairs == [("LH", 1), ("RH", 1), ("LH", 2), ("RH", 2)]


@pytest.mark.parametrize("form", [*FORMS.values(), *COMMANDS.values()])
def test_the_example_of_each_command_has_no_errors(form):
    assert {error.kind for error in parse(f"{form.example}\nEND").errors} <= {"one_hand", "nothing"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, "nothing")]),
        ("USER Fred x\nEND", [(1, "nothing")]),
        ("DANCE", [(1, "unknown")]),
        ("SCORES\n\nINFO\nDANCE", [(4, "unknown")]),
        ("SCORES loudly", [(1, "choice")]),
        ("CHALLENGES please", [(1, "more")]),
        ("ACCEPT", [(1, "missing")]),
        ("ACCEPT ten! Merlyn", [(1, "game")]),
        ("ACCEPT 10 Merlyn CHANGE two", [(1, "number")]),
        ("OPPOSE 10 Merlyn", [(1, "missing")]),
        ("NEWGAME Merlyn", [(1, "missing")]),
        ("NEWGAME Merlyn OPEN LIMIT 4", [(1, "comma")]),
        ("NEWGAME Merlyn OPEN, FAST", [(1, "option")]),
        ("NEWGAME Merlyn LIMIT 1", [(1, "number")]),
        ("NEWGAME Merlyn LOWEST high", [(1, "number")]),
        ("NEWGAME Merlyn RULE max_hp", [(1, "missing")]),
        ("NEWGAME Merlyn HOUSE", [(1, "missing")]),
        ("NEWGAME Merlyn LINK me", [(1, "more")]),
        ("CHANGEGAME 10 Merlyn TEAM 1", [(1, "missing")]),
        ("NEWGAME Merlyn START", [(1, "missing")]),
        ("MESSAGE Gandalf Froodal\nhello\nEND", [(1, "body")]),
        ("VACATION long", [(1, "number")]),
        ("SCORES\nUSER Fred x", [(2, "user_first")]),
        ("SCORES\nGAME 1 Merlyn\nEND", [(2, "mixed")]),
        ("GAME 1 Merlyn\nGAME 2 Merlyn\nEND", [(2, "two_games")]),
        ("ACCEPT 1 Merlyn\nDECLINE 2 Merlyn", [(2, "two_challenges")]),
        ("GAME 1 Merlyn\nLH X\nRH S\nEND", [(2, "gesture")]),
        ("GAME 1 Merlyn\nLH S\nEND", [(2, "one_hand")]),
        ("GAME 1 Merlyn\nLH S\nLH S\nRH S\nEND", [(3, "twice")]),
        ("GAME 1 Merlyn\nTARGET UH\nEND", [(2, "missing")]),
        ("GAME 1 Merlyn\nPARALYZE BH Ged\nEND", [(2, "hand")]),
        ("SCORES\n" * 101, [(101, "too_many")]),
    ],
)
def test_errors_are_found_with_their_line_numbers(text, expected):
    assert errors_in(text) == expected


@pytest.mark.parametrize(
    ("text", "usage", "example"),
    [
        ("ACEPT 10 Merlyn", "ACCEPT <game> <your mage>", ""),
        ("XYZZY", "", ""),
        ("HLEP", "HELP", ""),
        ("STANDNGS", "STANDINGS {duel | melee | all}", ""),
        ("VACATION long", "VACATION <days>", "VACATION 3"),
        ("NEWGAME Merlyn OPEN, LIMIT 1", "LIMIT <number>", "NEWGAME Merlyn CHALLENGE"),
        ("NEWGAME Merlyn OPEN, CLOKC 3d", "CLOCK <time a round>", "NEWGAME Merlyn CHALLENGE"),
    ],
)
def test_an_error_has_the_usage_and_an_example(text, usage, example):
    (error,) = parse(text).errors
    assert usage in error.usage
    assert example in error.example


def test_an_unknown_command_is_answered_without_an_example():
    for text in ("ACEPT 10 Merlyn", "XYZZY", "HLEP", "LHH P"):
        (error,) = parse(text).errors
        told = errors.about_error(error).text
        assert "HELP" in told
        assert "For example" not in told
    assert not parse("HELP").errors


def test_a_message_without_commands_is_referred_to_help():
    for text in ("", "USER Harry mail_grnf", "> LH P"):
        (error,) = parse(text).errors
        told = errors.about_error(error).text
        assert "HELP" in told
        assert "For example" not in told


@pytest.mark.parametrize("text", ["Help!", "help.", "HELP?", "Help,"])
def test_punctuation_after_a_command_is_ignored(text):
    assert [order.verb for order in parse(text).orders] == ["RULES"]
    assert parse("LH: P\nRH: S\nEND.\nMerlyn") == parse("LH: P\nRH: S")
    assert parse("Hello, there").errors[0].word == "HELLO"


def test_commands_may_end_without_an_end_line():
    assert parse("GAME 1 Merlyn\nLH P\nRH S") == parse("GAME 1 Merlyn\nLH P\nRH S\nEND")


def test_secrets_are_not_repeated():
    found = parse("SCORES\nUSER Fred Freddy\nPASSWORD Wobble Zed")
    assert "Fred" not in str(found.errors)
    assert "Zed" not in str(found.errors)
    assert "Wobble" not in str(found.errors)


@given(TEXT)
def test_any_text_gives_an_orderset_or_errors(text):
    found = parse(text)
    assert isinstance(found, Orderset)
    assert found.errors or found.orders or found.commands or found.identity


@given(st.text())
def test_text_after_end_is_ignored(text):
    assert parse(f"SCORES\nEND\n{text}") == parse("SCORES\nEND")
