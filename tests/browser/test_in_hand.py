"""A round on one screen of a phone: what is in view, how large, and that nothing moves; that too on a desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, open_sheet, press
from tests.browser.test_melee import NAMES, WATCH_SHIFTS, lies_in

TALL = {**PHONE, "viewport": {"width": 390, "height": 844}}
SIDEWAYS = {**PHONE, "viewport": {"width": 740, "height": 360}}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
MOVING = {"reduced_motion": "no-preference"}
TOUCH = 44
STILL = 0.001
"""Less than a pixel of a clock."""
STIRRED = 0.01
"""Cards of a melee trade their places with who aims at whom, and lines of threats with what threatens."""

PARTS = (
    ".header, .status, .duel__circle, .duel__history, .duel__news, .gesture, .hand__makes, .choice-field, "
    ".seal__row > *, .duel__sheets"
)
BOXES = """(parts) => [...document.querySelectorAll(parts)].filter((it) => it.checkVisibility()).map((it) => {
  const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
  return { name: it.className || it.tagName, left, top, right, bottom, width, height };
})"""
SPILLED = """() => [...document.querySelectorAll('.wizard, .monster, .wizard__name, .effect')].filter((it) => {
  const one = it.getBoundingClientRect(), room = document.querySelector('.duel__circle').getBoundingClientRect();
  return one.bottom > room.bottom + 0.5 || one.top < room.top - 0.5;
}).map((it) => it.textContent.trim())"""


def goblins(*names: str) -> list[dict]:
    """Rounds after which each of two wizards has a goblin, and a Paralysis that wants one gesture more."""
    pairs = [("F", "S"), ("F", "F"), ("-", "W"), ("F", "-"), ("F", "-")]
    return [{name: {"left": left, "right": right} for name in names} for left, right in pairs]


def is_one_screen(page: Page) -> None:
    """All that a round takes is within the screen, nothing lies over anything, and each gesture is for a finger."""
    boxes = page.evaluate(BOXES, PARTS)
    size = page.viewport_size
    for box in boxes:
        assert box["left"] >= 0, box
        assert box["top"] >= 0, box
        assert box["right"] <= size["width"], box
        assert box["bottom"] <= size["height"], box
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert not overlap(one, other), (one, other)
    gestures = [box for box in boxes if "gesture" in box["name"]]
    assert len(gestures) == 16
    for box in gestures:
        assert min(box["width"], box["height"]) >= TOUCH, box
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(SPILLED) == []


def overlap(one: dict, other: dict) -> bool:
    return (
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 0.5
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5
    )


@pytest.mark.parametrize("device", [PHONE, TALL, SIDEWAYS], ids=["360 by 740", "390 by 844", "740 by 360"])
def test_a_round_with_a_monster_on_each_side_is_one_screen(stage, someone, device):
    size = "x".join(str(side) for side in device["viewport"].values())
    names = [f"Ajax-{size}", f"Hector-{size}"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(device, address=staged.url, session=staged.sessions[names[0]])
    duelist = Duelist(page, names[0])
    expect(page.locator(".monster")).to_have_count(2)
    for number in (3, 4, 5):
        assert lies_in(page.get_by_role("rowheader", name=f"Round {number}"), page.locator(".duel__history"))
    is_one_screen(page)
    duelist.pick("F", "S")
    expect(duelist.choice("Your left hand: Paralysis at")).to_be_in_viewport()
    expect(duelist.choice(".* attacks")).to_be_in_viewport()
    is_one_screen(page)
    duelist.press("Seal")
    if page.get_by_role("button", name="Seal all the same").count():
        duelist.press("Seal all the same")
    duelist.has_sealed()
    is_one_screen(page)


def test_what_is_asked_after_a_reveal_stands_on_the_same_screen(stage, someone):
    names = ["Asker", "Asked"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(PHONE, address=staged.url, session=staged.sessions["Asker"])
    asker = Duelist(page, "Asker")
    asker.seal("F", "-")
    stage(url=staged.url, number=6, orders={"Asked": {"left": "P", "right": "-"}})
    expect(page.get_by_role("heading", name="Round 6: your answer")).to_be_visible()
    for part in (".status", ".question", ".seal__row"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    assert page.evaluate(SPILLED) == []
    assert page.evaluate("scrollY") == 0
    is_for_all(page)


@pytest.mark.parametrize("device", [PHONE, {"viewport": {"width": 1280, "height": 900}}], ids=["phone", "desk"])
def test_nothing_moves_in_a_round_that_plays_out(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Still", "Calm")]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone({**device, **MOVING}, address=staged.url, session=staged.sessions[names[0]])
    still = Duelist(page, names[0])
    expect(page.locator(".presence").first).to_contain_text("thinking")
    page.evaluate(WATCH_SHIFTS)
    still.seal("S", "W")
    still.has_sealed()
    stage(url=staged.url, number=6, orders={names[1]: {"left": "W", "right": "P"}})
    still.is_asked_for_orders(7)
    expect(page.locator("[data-step=now]")).to_have_count(0)
    expect(page.locator(".outcome")).to_be_visible()
    stands_still(page)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_next_to_nothing_moves_in_a_round_of_a_melee(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in NAMES]
    rest = {name: {"left": "-", "right": "-"} for name in names[1:]}
    begun = [{name: {"left": gesture, "right": "-"} for name in names} for gesture in "SF"]
    staged = stage(wizards=names, rounds=begun)
    page = someone({**device, **MOVING}, address=staged.url, session=staged.sessions[names[0]])
    still = Duelist(page, names[0])
    if device is PHONE:
        is_one_screen_of_a_melee(page, names)
    page.evaluate(WATCH_SHIFTS)
    still.seal("W", "-")
    still.has_sealed()
    stage(url=staged.url, number=3, orders=rest)
    still.is_asked_for_orders(4)
    expect(page.locator("[data-step=now]")).to_have_count(0)
    stands_still(page, STIRRED)


def is_one_screen_of_a_melee(page: Page, names: list[str]) -> None:
    """Oneself and whom one aims at have cards in view, the others stand in a strip."""
    is_one_screen(page)
    Duelist(page, names[0]).pick("W", "P")
    victim = Duelist(page, names[0]).choice(".* attacks").input_value()
    for name in (names[0], victim):
        expect(page.get_by_role("article", name=name, exact=True).locator(".health__pips")).to_be_in_viewport(ratio=1)
    expect(page.locator(".wizard.far")).to_have_count(len(names) - 2)


def stands_still(page: Page, most: float = STILL) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < most, shifts


def test_all_else_is_one_tap_away_and_goes_with_the_same_tap_with_escape_or_with_a_finger_drawn_down(duelists):
    handy, _ = duelists(PHONE, DESKTOP, wizards=["Handy", "Far"], rounds=goblins("Handy", "Far"))
    page = handy.page
    opened = page.locator(".sheet:popover-open")
    for name, shown in {
        "Rounds": page.get_by_role("rowheader", name="Round 6 not played yet"),
        "Story": page.get_by_role("heading", name="Round 5", exact=True),
        "Threats": page.get_by_role("heading", name="What may come"),
        "What if": page.locator(".what-if-panel summary"),
        "Talk": page.get_by_label("Your words"),
    }.items():
        open_sheet(page, name)
        expect(shown).to_be_visible()
        is_for_all(page)
        fits(page)
        tab = page.get_by_role("navigation", name="More of the duel").get_by_role("button", name=name)
        press(tab)
        expect(opened).to_have_count(0)
    open_sheet(page, "Story")
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(page.get_by_role("button", name="Story")).to_be_focused()
    open_sheet(page, "Talk")
    page.get_by_role("heading", name="Talk").evaluate(DRAW_DOWN)
    expect(opened).to_have_count(0)
    press(page.locator(".news-line"))
    expect(page.get_by_role("heading", name="What may come")).to_be_visible()


def test_in_practice_a_hint_is_two_taps_away(someone):
    page = someone(PHONE)
    press(page.get_by_role("button", name="Play now"))
    page.wait_for_url(re.compile("/duel/"))
    Duelist(page, "").is_asked_for_orders(1)
    open_sheet(page, "Hint")
    press(page.get_by_role("button", name="Give me a hint"))
    expect(page.locator(".hint__said")).to_be_visible()


def test_a_sheet_is_a_part_of_the_page_again_when_the_screen_is_turned_and_has_room(duelists):
    turner, _ = duelists({"viewport": {"width": 744, "height": 1133}}, DESKTOP, wizards=["Turner", "Stander"])
    page = turner.page
    open_sheet(page, "Story")
    page.set_viewport_size({"width": 1133, "height": 744})
    expect(page.locator(".sheet:popover-open")).to_have_count(0)
    expect(page.get_by_role("region", name="What happened")).to_be_visible()
    fits(page)


DRAW_DOWN = """(it) => {
  const touch = (clientY) => new Touch({ identifier: 1, target: it, clientX: 100, clientY });
  const send = (type, y) => it.dispatchEvent(new TouchEvent(type, { bubbles: true, changedTouches: [touch(y)] }));
  send("touchstart", 300);
  send("touchend", 420);
}"""


def test_what_a_round_came_to_stands_above_the_hands_until_the_next_tap(duelists):
    keen, _ = duelists(
        PHONE,
        DESKTOP,
        wizards=["Keen", "Dull"],
        rounds=[{"Keen": {"left": "S", "right": "-"}, "Dull": {"left": "-", "right": "-"}}],
    )
    keen.seal("D", ">")
    _.seal("-", "-")
    card = keen.page.locator(".outcome")
    expect(card).to_have_text(re.compile("−2 Dull"))
    keen.pick("W")
    expect(card).to_have_count(0)
    expect(keen.page.locator(".news-line")).to_be_visible()


WAKE = """() => {
  window.locks = [];
  navigator.wakeLock.request = async (kind) => {
    const lock = { kind, isHeld: true, release: async () => { lock.isHeld = false; } };
    window.locks.push(lock);
    return lock;
  };
}"""
HELD = "window.locks.filter(({ isHeld }) => isHeld).length"


@pytest.mark.parametrize(("pace", "locks"), [(120, 1), (3 * 24 * 3600, 0)], ids=["live", "slow"])
def test_the_screen_stays_awake_while_a_live_duel_is_on(stage, someone, pace, locks):
    names = [f"Waker-{pace}", f"Sleeper-{pace}"]
    staged = stage(wizards=names, pace=pace)
    page = someone(PHONE, session=staged.sessions[names[0]])
    page.add_init_script(f"({WAKE})()")
    page.goto(staged.url)
    waker = Duelist(page, names[0])
    waker.is_asked_for_orders(1)
    assert page.evaluate(HELD) == locks
    waker.press("Give up")
    waker.confirm("Give up")
    expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
    page.wait_for_function(f"{HELD} === 0")


@pytest.mark.parametrize("device", [SMALL, SIDEWAYS], ids=["320 by 568", "740 by 360"])
def test_small_and_turned_screens_have_all_without_scrolling_sideways(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Tiny", "Huge")]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(device, address=staged.url, session=staged.sessions[names[0]])
    fits(page)
    is_for_all(page)
    Duelist(page, names[0]).seal("W", "S")
    Duelist(page, names[0]).has_sealed()


def test_the_head_is_one_line_and_its_links_lie_behind_one_button(duelists):
    lean, _ = duelists(PHONE, DESKTOP, wizards=["Lean", "Wide"])
    assert lean.page.locator(".header").bounding_box()["height"] == 48
    press(lean.page.get_by_role("button", name="Menu"))
    press(lean.page.get_by_role("link", name="Ladder", exact=True))
    expect(lean.page.get_by_role("heading", name="Ladder of duels")).to_be_visible()
