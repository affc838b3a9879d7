"""Tests for lessons, each played with its solution and with deviations."""

import re
from itertools import pairwise

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.accounts import close_account
from duels.books.scenes import MASTER, NOVICE, made
from duels.learn.lessons import LESSONS, panels_of
from duels.learn.sandbox import Move
from duels.learn.tutor import lesson_board
from duels.wording.refusals import Refused
from tests.builders import a_guest, a_user
from tests.duels.people import as_user
from wavinghands import engine

lessons = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


def moves_of(lesson, count=None):
    return [Move(orders=step.solution) for step in lesson.steps[:count]]


def board(slug, *orders):
    return lesson_board(LESSONS[slug], [Move(orders=each) for each in orders])


def hp(board, name):
    return next(wizard["hp"] for wizard in board["frame"]["view"]["wizards"] if wizard["name"] == name)


@lessons
def test_solving_each_step_leads_to_the_summary(lesson):
    for done, step in enumerate(lesson.steps):
        now = lesson_board(lesson, moves_of(lesson, done))
        assert (now["guide"]["task"], now["guide"]["says"]) == (str(step.task), str(step.says))
        assert now["guide"]["step"] == done + 1
        assert now["guide"]["orders"] == step.solution
        assert now["frame"]["request"]["round"] == len(lesson.novice) + done + 1
    last = lesson_board(lesson, moves_of(lesson))
    assert last["guide"]["over"]
    assert last["guide"]["learned"] == [str(text) for text in lesson.learned]
    assert last["frame"]["request"] is None


@lessons
def test_each_solution_is_legal_and_raises_no_question(lesson):
    for done, step in enumerate(lesson.steps):
        request = lesson_board(lesson, moves_of(lesson, done))["frame"]["request"]
        for hand, wanted in zip(("left", "right"), step.hands, strict=True):
            assert wanted in request["hands"][hand]["gestures"]
        refs = [target["ref"] for target in request["targets"]]
        assert set(dict(step.also).get("target", {}).values()) <= set(refs)


@lessons
def test_resting_where_a_gesture_is_wanted_names_the_gesture(lesson):
    done = next(number for number, step in enumerate(lesson.steps) if step.hands != ("-", "-"))
    strayed = lesson_board(lesson, [*moves_of(lesson, done), Move(orders=made("-", "-"))])
    assert strayed["guide"]["strayed"]
    assert strayed["guide"]["step"] == done + 1  # the step to repeat
    assert "played “nothing”" in strayed["guide"]["says"]
    assert strayed["frame"]["request"] is None
    assert len(strayed["frame"]["view"]["rounds"]) == len(lesson.novice) + done + 1  # the outcome is shown


@lessons
def test_moves_after_a_deviation_or_the_end_are_refused(lesson):
    first = lesson.steps[0].hands
    astray = Move(orders=made(*("-" if hand != "-" else "W" for hand in first)))
    with pytest.raises(Refused, match="Undo the last round"):
        lesson_board(lesson, [astray, Move(orders=made("-", "-"))])
    with pytest.raises(Refused, match="That was the last round"):
        lesson_board(lesson, [*moves_of(lesson), Move(orders=made("-", "-"))])


def test_the_first_lesson_casts_a_spell_in_its_second_round():
    after = lesson_board(LESSONS["gestures"], moves_of(LESSONS["gestures"]))
    assert hp(after, MASTER) == 14
    assert "Magic Missile on Ysolde" in str(after["frame"]["view"]["rounds"][-1]["events"])


def test_the_last_lesson_breaks_the_shield_wall_and_wins():
    states = [lesson_board(LESSONS["wall"], moves_of(LESSONS["wall"], done)) for done in range(6)]
    assert [hp(state, MASTER) for state in states] == [4, 4, 4, 2, 2, 0]
    assert all(each["gestures"][MASTER]["left"] == "P" for each in states[-1]["frame"]["view"]["rounds"][-5:])
    assert states[-1]["frame"]["view"]["result"]["winners"] == [NOVICE]


def test_two_palms_are_explained_as_a_surrender():
    lesson = LESSONS["spell"]
    after = lesson_board(lesson, [*moves_of(lesson, 2), Move(orders=made("P", "P", cast={"left": "shield"}))])
    assert "surrender" in after["guide"]["says"]
    assert after["frame"]["view"]["result"]["surrendered"] == [NOVICE]


@pytest.mark.parametrize(
    ("slug", "done", "orders", "said"),
    [
        ("gestures", 1, made("D", "-", target={"left": NOVICE}), "Cast it at me"),
        ("spell", 2, made("P", "-", cast={"left": "shield"}), "Choose Cause Light Wounds"),
        ("shield", 0, made("P", "S", target={"left": MASTER}), "Cast it on yourself"),
        ("shield", 1, made(">", "D", target={"left": "nobody"}), "didn’t stab me"),
        ("monsters", 0, made("W", "S", target={"left": MASTER}), "goblin isn’t yours"),
        ("monsters", 1, made("P", "D"), "choose Skrit"),
        ("monsters", 2, made("-", "-", attack={"Grub": NOVICE}), "Let it attack me"),
        ("counters", 0, made("-", "P", cast={"right": "shield"}), "Choose Counter-spell"),
        ("counters", 2, made("W", "W", target={"both": MASTER}), "didn’t reflect"),
        ("wall", 1, made("F", "P", cast={"right": "shield"}), "Choose Amnesia"),
        ("wall", 2, made("P", "W", cast={"left": "shield"}), "didn’t wound me"),
        ("wall", 4, made("D", "P", cast={"right": "shield"}), "I’m still standing"),
    ],
)
def test_right_gestures_with_another_outcome_are_explained_too(slug, done, orders, said):
    after = board(slug, *(step.solution for step in LESSONS[slug].steps[:done]), orders)
    assert after["guide"]["strayed"]
    assert said in after["guide"]["says"]


def test_a_question_after_the_reveal_is_asked_and_its_answer_counts():
    lesson = LESSONS["spell"]
    undecided = Move(orders=made("P", "-"))
    asked = lesson_board(lesson, [*moves_of(lesson, 2), undecided])
    assert asked["frame"]["request"]["type"] == "answers"
    assert asked["guide"]["step"] == 3
    [question] = asked["frame"]["request"]["questions"]
    wound = next(each for each in question["choices"] if "cause_light_wounds" in each.values())
    answered = lesson_board(lesson, [*moves_of(lesson, 2), Move(orders=undecided.orders, answers={"cast": wound})])
    assert [each["kind"] for each in answered["frame"]["request"]["questions"]] == ["target"]
    both = {"cast": wound, "target": {"left": MASTER}}
    assert lesson_board(lesson, [*moves_of(lesson, 2), Move(orders=undecided.orders, answers=both)])["guide"]["over"]
    with pytest.raises(Refused):
        lesson_board(lesson, [*moves_of(lesson, 2), Move(orders=undecided.orders, answers={"cast": "everything"})])


def test_the_lessons_use_the_default_book():
    assert {lesson.book for lesson in LESSONS.values()} == {next(iter(engine.BOOKS))}


def test_each_lesson_keeps_the_panels_of_those_before_it():
    shown = [panels_of(slug).split() for slug in LESSONS]
    assert [len(panels) for panels in shown] == [0, 2, 3, 3, 4, 5]
    assert all(before == after[: len(before)] for before, after in pairwise(shown))


def test_the_first_lesson_needs_one_press_for_each_gesture():
    guides = [
        board("gestures", *(step.solution for step in LESSONS["gestures"].steps[:done]))["guide"] for done in (0, 1)
    ]
    assert [guide["rests"] for guide in guides] == [True, True]
    assert [guide["orders"]["right"] for guide in guides] == ["-", "-"]


@lessons
def test_each_lesson_can_be_left_for_the_list(client, lesson):
    page = client.get(reverse("lesson", args=[lesson.slug])).content.decode()
    assert re.search(rf'href="{reverse("lessons")}"[^>]*>.*?Leave</a>', page)


@pytest.mark.django_db
def test_a_user_keeps_their_completed_lessons_until_they_close_the_account():
    user = a_user()
    assert as_user(user).post("/learn/", {"lesson": ["shield", "unknown"]}).status_code == 204
    assert as_user(user).post("/learn/", {"lesson": "gestures"}).status_code == 204
    user.refresh_from_db()
    assert user.lessons == "gestures shield"
    assert 'data-completed="gestures shield"' in as_user(user).get("/learn/").content.decode()
    close_account(user)
    assert User.objects.get(pk=user.pk).lessons == ""


@pytest.mark.django_db
def test_the_browser_keeps_the_lessons_of_visitors_and_guests(client):
    guest = a_guest().owner
    for browser in (client, as_user(guest)):
        assert browser.post("/learn/", {"lesson": "gestures"}).status_code == 204
        assert "data-account" not in browser.get("/learn/").content.decode()
    guest.refresh_from_db()
    assert guest.lessons == ""
