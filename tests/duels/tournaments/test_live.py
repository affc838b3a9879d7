"""Tests that the frames for open pages are rendered again only if they have changed."""

from datetime import timedelta

import orjson
import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from duels.models import Entry, Tournament
from duels.tournaments import live
from duels.tournaments.live import Asked, frames_for
from duels.wording.time_controls import DAY
from tests.duels.tournaments.arenas import an_arena, beat, duel_of, pass_time, players, with_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(monkeypatch):
    """Return a list that collects the templates that are rendered."""
    live._rendered.cache_clear()
    names = []

    def render(name, context):
        names.append(name.removeprefix("tournaments/_").removesuffix(".html"))
        return render_to_string(name, context)

    monkeypatch.setattr(live, "render_to_string", render)
    return names


def asked_by(arena, *entries, language="en", page=1):
    return [Asked(arena.slug, page, language, entry and entry.user_id) for entry in entries]


def parts_for(asked):
    return orjson.loads(frames_for([asked])[asked])["parts"]


def test_parts_are_rendered_once_for_all_viewers_who_see_the_same(rendered):
    arena = an_arena()
    one, other = players(arena, 2)
    visitors = [*asked_by(arena, None), *asked_by(arena, one, other), *asked_by(arena, None, language="de")]
    frames = frames_for(visitors)
    assert sorted(rendered) == sorted(["standings", "duels", "mine"] * 2 + ["mine"] * 2)
    assert frames[visitors[0]] != frames[visitors[-1]]
    rendered.clear()
    Entry.objects.update(seen=timezone.now() + timedelta(seconds=10))
    assert frames_for(visitors) == frames
    assert rendered == []


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda one: Entry.objects.filter(pk=one.pk).update(points=2), {"mine", "standings"}),
        (lambda one: Entry.objects.filter(pk=one.pk).update(streak=2), {"mine", "standings"}),
        (lambda one: Entry.objects.filter(pk=one.pk).update(state="paused"), {"mine", "standings"}),
        (lambda one: Tournament.objects.update(state="finished"), {"mine", "duels"}),
        (lambda one: type(one.mage).objects.filter(pk=one.mage_id).update(name="Merlin"), {"standings"}),
        (lambda one: pass_time(), {"mine", "duels"}),
    ],
)
def test_a_change_is_shown_in_all_parts_that_it_touches(change, parts):
    one, _other = players(arena := an_arena(), 2)
    (asked,) = asked_by(arena, one)
    before = parts_for(asked)
    change(one)
    after = parts_for(asked)
    assert {name for name in before if before[name] != after[name]} == parts


def test_only_the_round_that_has_changed_is_rendered(rendered):
    swiss = with_rounds("swiss", pace=DAY, reserve=0)
    one, other, *_rest = players(swiss, 4)
    pass_time()
    (asked,) = asked_by(swiss, None)
    for winner in (one, other):
        beat(winner)
    pass_time()
    parts_for(asked)
    rendered.clear()
    beat(one)
    assert "Round 1" in parts_for(asked)["duels"]
    assert rendered.count("round") == 1


def test_the_round_of_a_duel_is_shown():
    one, _other = players(arena := an_arena(), 2)
    pass_time()
    duel = duel_of(one)
    (asked,) = asked_by(arena, None)
    assert "round 1" in parts_for(asked)["duels"]
    type(duel).objects.filter(pk=duel.pk).update(round=2)
    assert "round 2" in parts_for(asked)["duels"]
