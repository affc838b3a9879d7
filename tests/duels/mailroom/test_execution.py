import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Mage
from duels.mailroom import commands, forms
from duels.mailroom.answers import Answer
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS
from duels.models import Challenge, Duel, Seat
from tests.builders import a_challenge, a_mage
from tests.duels.mailroom.ordersets import Claimed, done, refused
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

VERBS = [*FORMS, *COMMANDS, *forms.SYNONYMS, *commands.SYNONYMS, "SECOND", "END"]
ABOUT_DUELS = [verb for verb in (*COMMANDS, "SECOND") if verb not in ("GAME", "MAGE", "LH", "RH")]
NAMES = ["Merlyn", "Froodal", "Grub", "RH:Froodal", "LH:Merlyn", "nobody", "no one", "Shield", "12", "10", "0", "9T"]
SIGNS = ["LH", "RH", "BH", "P", ">", "-", "S", ",", "OPEN", "ALL", "START", "LIMIT", "4", "ADD", "CHANGE", "EVERYTHING"]
WORDS = st.sampled_from([*NAMES, *SIGNS])
LINE = st.one_of(
    st.tuples(st.sampled_from(VERBS), st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=4)).map(
        lambda order: " ".join([order[0], *order[1]])
    ),
    st.text(max_size=30),
)
MOVES = st.lists(
    st.tuples(
        st.sampled_from(ABOUT_DUELS),
        st.lists(WORDS, min_size=1, max_size=3),
    ).map(lambda order: " ".join([order[0], *order[1]])),
    max_size=3,
).map(lambda lines: "\n".join(["GAME 12 Merlyn", "LH P", "RH S", *lines, "END"]))
EMAILS = st.one_of(st.lists(LINE, max_size=5).map("\n".join), MOVES)

written = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture
def merlyn() -> Mage:
    """Return a mage who is playing in duel 12 and has posted an open challenge."""
    merlyn = a_mage("Merlyn")
    duel = a_duel(merlyn, a_mage("Froodal"), book="standard")
    Duel.objects.filter(pk=duel.pk).update(slug="12")
    a_challenge(merlyn, token="10")
    return merlyn


@written
@given(text=EMAILS, language=st.sampled_from(["en", "de"]), claim=st.sampled_from([None, Claimed("12", 1)]))
def test_any_text_is_answered_and_a_refused_one_changes_nothing(merlyn, text, language, claim):
    def rows() -> tuple:
        return (
            list(Seat.objects.values("orders", "answers")),
            list(Challenge.objects.values()),
            list(Mage.objects.values("pk", "retired", "ended")),
        )

    before = rows()
    answer = done(merlyn.owner, text, claim=claim, language=language)
    assert isinstance(answer, Answer)
    assert answer.subject
    assert answer.text
    assert "Something went wrong" not in answer.text
    assert answer.is_done or rows() == before


def test_a_message_without_commands_is_refused(merlyn):
    assert "no commands in your message" in refused(merlyn.owner, "NEWUSER Fred Freddy")
