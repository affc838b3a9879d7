import pytest

from duels.models import PuzzleAttempt
from tests.duels.api.programs import Program, a_program
from tests.duels.puzzles.made import a_puzzle

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle():
    return a_puzzle()


def solving(puzzle):
    return {"moves": [{"orders": puzzle.data["solutions"][0]}]}


def test_puzzles_are_listed_by_kind_book_and_theme(puzzle):
    (listed,) = Program().get("/puzzles").json()["items"]
    assert (listed["slug"], listed["kind"], listed["book"]) == (puzzle.slug, puzzle.kind, puzzle.book)
    theme = puzzle.themes.split()[0]
    assert len(Program().get("/puzzles", {"kind": puzzle.kind, "book": puzzle.book, "theme": theme}).json()["items"])
    assert not Program().get("/puzzles", {"theme": "no_spell"}).json()["items"]


def test_a_puzzle_can_be_read_unless_it_is_hidden(puzzle):
    told = Program().get(f"/puzzles/{puzzle.slug}").json()
    assert (told["slug"], told["guide"]["over"]) == (puzzle.slug, False)
    assert Program().get(f"/puzzles/{a_puzzle(slug='hidden', hidden=True).slug}").status_code == 404


def test_responses_before_the_solution_do_not_depend_on_it(puzzle):
    """Check that the responses stay the same if the puzzle is given a different solution."""
    before = Program().get(f"/puzzles/{puzzle.slug}").content
    wrong = a_program().post(f"/puzzles/{puzzle.slug}/tries", {"moves": []}).content
    puzzle.data["solutions"] = [{"left": "-", "right": "-"}]
    puzzle.save()
    assert Program().get(f"/puzzles/{puzzle.slug}").content == before
    assert a_program().post(f"/puzzles/{puzzle.slug}/tries", {"moves": []}).content == wrong


def test_a_puzzle_is_tried_and_only_the_first_try_counts(puzzle):
    program = a_program()
    wrong = program.post(f"/puzzles/{puzzle.slug}/tries", {"moves": [{"orders": {"left": "-", "right": "-"}}]})
    assert wrong.json()["guide"]["strayed"], wrong.json()
    right = program.post(f"/puzzles/{puzzle.slug}/tries", solving(puzzle)).json()
    assert (right["guide"]["over"], right["guide"]["rating"]) == (True, None)
    assert not PuzzleAttempt.objects.get(user=program.user).solved


def test_a_program_gets_hints_and_gives_up_by_reading_the_solution(puzzle):
    program = a_program()
    assert len(program.post(f"/puzzles/{puzzle.slug}/hints", {"number": 1}).json()["hints"]) == 1
    told = program.post(f"/puzzles/{puzzle.slug}/solution").json()
    assert told["moves"][0]["orders"] == puzzle.data["solutions"][0]
    assert PuzzleAttempt.objects.get(user=program.user).given_up


def test_a_token_that_only_reads_cannot_try_a_puzzle(puzzle):
    for path in ("tries", "hints", "solution"):
        assert a_program("read").post(f"/puzzles/{puzzle.slug}/{path}", {"moves": []}).json()["code"] == "scope"
