"""Melees: eight wizards and a dozen monsters on a desk and on a phone, in teams and alone, and their replay."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, is_touched, press, settled, speak

Json = dict[str, Any]

NAMES = ("Anacreon", "Belisarius", "Cordelia", "Dunstan", "Eglantine", "Fortinbras", "Guinevere", "Hieronymus")
TABLET = {"viewport": {"width": 768, "height": 1024}}
REST = {"left": "-", "right": "-"}
PALMS = {"left": "P", "right": "P"}
MOST_SHIFT = 0.1
"""What is taken for a page that stands still. Source: web.dev, "Cumulative Layout Shift"."""

WATCH_SHIFTS = """() => {
  window.shifts = [];
  const place = ({ node, previousRect: was, currentRect: is }) =>
    `${node?.className || node?.nodeName} at ${was.y}, ${was.height} high > ${is.y}, ${is.height}`;
  const note = ({ value, hadRecentInput, sources }) =>
    hadRecentInput || window.shifts.push({ value, sources: sources.map(place) });
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""
GROUPS = """(list) => Object.fromEntries([...list.children].map((child) => {
  const words = [...child.children].map((one) => one.textContent);
  return child.matches("optgroup") ? [child.label, words] : [child.textContent, null];
}))"""


def stands_still(page: Page) -> None:
    """Nothing has jumped since its shifts are watched."""
    settled(page)
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts


def summoning(names: list[str]) -> list[Json]:
    """Three rounds in which the first five summon two goblins each, the next two one, and the last weaves a missile."""
    rounds = []
    for number, gesture in enumerate("SFW", 1):
        pairs = {name: {"left": gesture, "right": gesture if place < 5 else "-"} for place, name in enumerate(names)}
        pairs[names[-1]] = {"left": "-", "right": "-"} if number < 3 else {"left": "S", "right": "-"}
        if gesture == "W":
            for place, name in enumerate(names[:-1]):
                victims = (names[(place + 3) % 8], names[(place + 5) % 8])
                hands = [hand for hand in ("left", "right") if pairs[name][hand] == "W"]
                attack = dict(zip([f"{hand}:{name}" for hand in hands], victims, strict=False))
                pairs[name] = {**pairs[name], "attack": attack}
        rounds.append(pairs)
    return rounds


class Melee:
    """A melee of eight, two of whom are here at pages of their own; the others give their orders elsewhere."""

    def __init__(self, stage: Callable[..., Any], desk: Duelist, phone: Duelist, url: str, names: list[str]) -> None:
        self.stage, self.desk, self.phone, self.url, self.names = stage, desk, phone, url, names

    def others(self, number: int, **orders: Mapping[str, Any]) -> None:
        """Seal the orders of the others for this round, those given for whom they are, else rest."""
        present = {self.desk.name, self.phone.name}
        given = {name: orders.get(name[: name.index("-")], REST) for name in self.names if name not in present}
        self.stage(url=self.url, number=number, orders=given)


@pytest.fixture
def melee(stage, someone, request) -> Iterator[Callable[..., Melee]]:
    """Begins a melee of eight, three rounds of which are played: there are twelve goblins."""

    def begin(suffix: str, **options: Any) -> Melee:
        names = [f"{name}-{suffix}" for name in NAMES]
        staged = stage(wizards=names, rounds=summoning(names), **options)
        pages = [
            Duelist(someone(device, address=staged.url, session=staged.sessions[name]), name)
            for device, name in ((DESKTOP, names[2]), (PHONE, names[3]))
        ]
        return Melee(stage, *pages, staged.url, names)

    return begin


def cards(page: Page) -> list[str]:
    return page.get_by_role("article").evaluate_all("cards => cards.map((card) => card.ariaLabel)")


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name, exact=True)


def groups_of(choice: Locator) -> Json:
    """The words of a list by its groups."""
    return choice.evaluate(GROUPS)


def is_in_view(page: Page, what: Locator) -> None:
    box = what.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]


def looks_right(page: Page) -> None:
    """All can use the page, by night on a phone and by day on a desk, and nothing has to be scrolled sideways."""
    page.emulate_media(color_scheme="dark" if is_touched(page) else "light")
    is_for_all(page)
    fits(page)


def test_eight_wizards_and_a_dozen_monsters_on_a_desk_and_on_a_phone(melee):
    begun = melee("One")
    for duelist in (begun.desk, begun.phone):
        page = duelist.page
        others = [name for name in begun.names if name != duelist.name]
        assert cards(page)[0] == duelist.name
        assert sorted(cards(page)[1:]) == others
        expect(page.locator(".monster")).to_have_count(12)
        expect(card(page, begun.names[0])).to_contain_text(
            f"attacks {begun.names[3]}" if duelist is begun.desk else "attacks you"
        )
        expect(card(page, begun.names[0]).get_by_role("link", name=begun.names[0])).to_have_attribute(
            "href", f"/mage/{begun.names[0]}/"
        )
        is_in_view(page, page.get_by_role("rowheader", name="Round 3", exact=True))
        is_in_view(page, page.get_by_role("columnheader", name=duelist.name))
        looks_right(page)
    begun.desk.page.set_viewport_size(TABLET["viewport"])
    fits(begun.desk.page)


def test_eight_histories_of_many_rounds_are_read_on_a_phone_without_moving_the_page(stage, someone):
    names = [f"{name}-Two" for name in NAMES]
    rounds = [{name: {"left": "W", "right": "-"} for name in names}] * 14
    staged = stage(wizards=names, rounds=rounds)
    page = someone(PHONE, address=staged.url, session=staged.sessions[names[0]])
    table = page.get_by_role("region", name="Gestures of all rounds")
    own = page.get_by_role("columnheader", name=names[0])
    last = page.get_by_role("columnheader", name=names[7])
    newest = page.get_by_role("rowheader", name="Round 14", exact=True)
    assert lies_in(newest, table)
    assert not lies_in(page.get_by_role("rowheader", name="Round 1", exact=True), table)
    assert lies_in(own, table)
    table.evaluate("(it) => it.scrollBy(it.scrollWidth, -it.scrollHeight)")
    for shown in (own, last, page.get_by_role("rowheader", name="Round 1", exact=True)):
        assert lies_in(shown, table)
    fits(page)


def lies_in(what: Locator, table: Locator) -> bool:
    """Whether something can be seen in the box of a table, by its middle."""
    one, box = what.bounding_box(), table.bounding_box()
    assert one is not None
    assert box is not None
    x, y = one["x"] + one["width"] / 2, one["y"] + one["height"] / 2
    return box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


def test_targets_are_grouped_and_only_hands_that_can_summon_bring_monsters(melee):
    begun = melee("Three")
    page, names = begun.desk.page, begun.names
    begun.desk.pick(">", "-")
    found = groups_of(begun.desk.choice("Your left hand stabs"))
    assert next(iter(found)) == f"yourself ({names[2]})"
    assert list(found)[-1] == "nobody"
    assert found["Wizards"] == [name for name in names if name != names[2]]
    assert len(found["Your monsters"]) == 2
    assert len(found[f"Monsters of {names[0]}"]) == 2
    assert "Monsters that may appear" not in found
    for number, left in ((4, "S"), (5, "F")):
        begun.others(number, Guinevere={"left": left, "right": "-"})
        begun.desk.seal("-", "-")
        begun.phone.seal("-", "-")
        begun.desk.sees_round(number)
    begun.desk.pick(">", "-")
    found = groups_of(begun.desk.choice("Your left hand stabs"))
    assert found["Monsters that may appear"] == [f"the monster of {names[6]}’s left hand"]
    fits(page)


DECIDES = {"en": "not decided: dice choose", "de": "noch offen: Der Würfel entscheidet"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_it_is_said_that_dice_choose_whom_a_new_monster_attacks(stage, someone, device, language):
    weaves = [{"Ann": {"left": left, "right": "-"}, "Bea": REST, "Cleo": REST} for left in "SF"]
    staged = stage(wizards=["Ann", "Bea", "Cleo"], rounds=weaves)
    page = someone(device, address=staged.url, session=staged.sessions["Ann"])
    speak(page, language)
    ann = Duelist(page, "Ann")
    page.evaluate(WATCH_SHIFTS)
    ann.pick("W", "-")
    victim = page.locator("select[name='attack--left:Ann']")
    expect(victim.locator("option:checked")).to_have_text(DECIDES[language])
    fits(page)
    victim.select_option("Cleo")
    victim.select_option(label=DECIDES[language])
    expect(victim).to_have_value("")
    stands_still(page)


def test_a_melee_is_played_by_two_pages_to_its_end_and_nothing_jumps(melee):
    begun = melee("Four")
    desk, phone, names = begun.desk, begun.phone, begun.names
    desk.seal("W", "S")
    expect(desk.status).to_contain_text("Waiting for 7 of 8 wizards")
    expect(desk.page.get_by_text("You can change them until 7 others have sealed too.")).to_be_visible()
    begun.others(4, Hieronymus=PALMS, Anacreon={"left": "W", "right": "F"})
    expect(desk.status).to_contain_text(f"Waiting for {phone.name}")
    desk.page.evaluate(WATCH_SHIFTS)
    phone.seal("F", "P")
    for duelist in (desk, phone):
        duelist.sees_round(4)
        expect(card(duelist.page, names[7])).to_contain_text("Surrendered")
        duelist.is_asked_for_orders(5)
    stands_still(desk.page)
    play_on(begun, 5)
    phone.page.evaluate(WATCH_SHIFTS)
    finish(begun, 6)
    for duelist in (desk, phone):
        expect(duelist.page.get_by_role("heading", name=f"{desk.name} has won.")).to_be_visible()
        places = duelist.page.locator(".place")
        expect(places).to_have_count(8)
        expect(places.first).to_contain_text(re.compile(rf"1\.\s+{desk.name}\s+stood to the end"))
        expect(places.last).to_contain_text(re.compile(rf"8\.\s+{names[7]}\s+surrendered in round 4"))
        expect(duelist.page.get_by_role("button", name="Rematch")).to_be_visible()
        looks_right(duelist.page)


def play_on(begun: Melee, number: int) -> None:
    """A round in which all rest who stand."""
    standing = {name: REST for name in begun.names if name not in (begun.desk.name, begun.phone.name, begun.names[7])}
    begun.stage(url=begun.url, number=number, orders=standing)
    begun.phone.seal("-", "-")
    begun.desk.page.evaluate(WATCH_SHIFTS)
    begun.phone.has_sealed()
    begun.desk.seal("-", "-")
    begun.phone.sees_round(number)


def finish(begun: Melee, number: int) -> None:
    """A round in which all surrender but the one at the desk."""
    standing = {name: PALMS for name in begun.names if name not in (begun.desk.name, begun.phone.name, begun.names[7])}
    begun.stage(url=begun.url, number=number, orders=standing)
    begun.phone.pick("P", "P")
    begun.phone.press("Seal")
    begun.phone.confirm("Surrender")
    begun.desk.seal("-", "-")


def test_the_replay_of_a_melee_fits_a_phone_and_a_desk(melee, someone):
    begun = melee("Five")
    standing = {name: PALMS for name in begun.names if name not in (begun.desk.name, begun.phone.name)}
    begun.stage(url=begun.url, number=4, orders=standing)
    begun.phone.pick("P", "P")
    begun.phone.press("Seal")
    begun.phone.confirm("Surrender")
    begun.desk.seal("-", "-")
    press(begun.phone.page.get_by_role("link", name="Replay the duel"))
    begun.phone.page.wait_for_url(re.compile("/replay/"))
    for page in (begun.phone.page, someone(DESKTOP, address=begun.phone.page.url)):
        expect(page.get_by_text("The beginning").first).to_be_visible()
        fits(page)
        for _ in range(4):
            press(page.get_by_role("button", name="Next"))
        expect(page.locator("output")).to_have_text("Round 4 of 4")
        expect(page.locator(".place").first).to_contain_text(begun.desk.name)
        expect(page.locator(".monster")).to_have_count(12)
        looks_right(page)


def test_a_team_stands_together_and_wins_together(stage, someone):
    names = ["Castor", "Romulus", "Pollux", "Remus"]
    staged = stage(wizards=names, teams=[1, 2, 1, 2])
    castor = Duelist(someone(DESKTOP, address=staged.url, session=staged.sessions["Castor"]), "Castor")
    expect(castor.page.get_by_text("melee of 4 in teams")).to_be_visible()
    assert cards(castor.page) == ["Castor", "Pollux", "Romulus", "Remus"]
    expect(card(castor.page, "Pollux")).to_contain_text("your team")
    expect(card(castor.page, "Remus")).to_contain_text("team 2")
    castor.pick(">", "-")
    choice = castor.choice("Your left hand stabs")
    expect(choice).to_have_value("Romulus")
    assert groups_of(choice)["Your team"] == ["Pollux"]
    assert groups_of(choice)["Team 2"] == ["Romulus", "Remus"]
    stage(url=staged.url, number=1, orders={"Romulus": PALMS, "Remus": PALMS, "Pollux": REST})
    castor.press("Seal")
    castor.sees_result("Castor and Pollux have won.")
    expect(castor.page.locator(".place")).to_have_text(
        [
            re.compile(rf"^\s*{place}\.\s+{name}")
            for place, name in ((1, "Castor"), (1, "Pollux"), (3, "Romulus"), (3, "Remus"))
        ]
    )
    looks_right(castor.page)


HASTE = [(a, "C" if a == "C" else "-") for a in "PWPWWC"]
STOP = [("S", "-"), ("P", "-"), ("P", "-"), ("C", "C")]


@pytest.mark.parametrize(
    ("quick", "calm", "book", "hands"),
    [("Zephyr", "Boulder", "standard", HASTE), ("Kairos", "Pillar", "classic", STOP)],
    ids=["free round", "stopped time"],
)
def test_a_phone_stands_still_when_a_round_of_somebody_else_ends(stage, someone, quick, calm, book, hands):
    aims = {"target": {"both": quick, "left": quick}}
    rounds = [{quick: {"left": left, "right": right, **aims}, calm: REST} for left, right in hands]
    staged = stage(wizards=[quick, calm], book=book, rounds=rounds)
    acting, waiting = (
        Duelist(someone(device, address=staged.url, session=staged.sessions[name]), name)
        for device, name in ((DESKTOP, quick), (PHONE, calm))
    )
    number = len(rounds) + 1
    expect(acting.page.get_by_role("heading", name=f"Orders for round {number}")).to_be_visible()
    expect(waiting.page.get_by_role("button", name="Seal")).to_have_count(0)
    expect(waiting.page.get_by_text("away")).to_have_count(0)
    before = top_of_history(waiting.page)
    acting.seal("-", ">")
    waiting.is_asked_for_orders(number + 1)
    assert abs(top_of_history(waiting.page) - before) < LITTLE


LITTLE = 1
"""Pixels: no more than a fraction of one is rounded."""


def top_of_history(page: Page) -> float:
    """How far down the gestures stand, which come between the circle and the orders."""
    box = page.locator(".duel__history").bounding_box()
    assert box is not None
    return box["y"]


def test_who_has_left_a_melee_is_named_on_a_phone(stage, someone):
    left = dict.fromkeys(("Bert", "Cleo", "Dora"), PALMS)
    staged = stage(wizards=["Anna", *left], rounds=[{"Anna": REST, **left}])
    page = someone(PHONE, address=staged.url)
    circle = page.locator(".duel__circle").bounding_box()
    for name in ("Anna", *left):
        shown = page.get_by_role("article", name=name, exact=True).locator(".wizard__name").bounding_box()
        assert shown["width"] > 20, name
        assert shown["y"] + shown["height"] <= circle["y"] + circle["height"], name
