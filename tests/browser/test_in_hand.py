"""A round on one screen of a phone: what is in view, how large, and that nothing moves; that too on a desk."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import (
    DESKTOP,
    PHONE,
    Duelist,
    fits,
    is_for_all,
    is_touched,
    open_sheet,
    press,
    settled,
    speak,
    until,
)
from tests.browser.test_melee import NAMES, WATCH_SHIFTS, lies_in
from tests.servers import CHROMIUM_FLAGS

TALL = {**PHONE, "viewport": {"width": 390, "height": 844}}
SIDEWAYS = {**PHONE, "viewport": {"width": 740, "height": 360}}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
ZOOMED = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
MOVING = {"reduced_motion": "no-preference"}
TOUCH, FINGERTIP = 44, 24
"""What a finger finds in a hurry, and the least that WCAG asks for."""
STILL = 0.00005
"""Less than a word that moves by four pixels."""

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


CUT = """(parts) => [...document.querySelectorAll(parts)].filter((it) => it.scrollWidth > it.clientWidth)
  .map((it) => it.textContent.trim())"""
"""What is not read whole for want of room."""

OUT_OF_FRAME = """() => [...document.querySelectorAll('.listed .choice-field__label')].filter((it) => {
  const frame = it.parentElement.querySelector('select').getBoundingClientRect();
  const { left, right, top, bottom } = it.getBoundingClientRect();
  return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
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
    for box in page.evaluate(BOXES, ".history__round"):
        assert min(box["width"], box["height"]) >= FINGERTIP, box
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
    assert page.evaluate(CUT, ".choice-field__label") == []
    is_one_screen(page)
    duelist.seal()
    duelist.has_sealed()
    is_one_screen(page)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [360, 320])
def test_long_questions_are_read_whole(stage, someone, language, width):
    names = [f"{name}-{language}-{width}" for name in ("Asks", "Answers")]
    pairs = [("W", "-"), ("P", "S"), ("F", "F")]
    rounds = [{name: {"left": left, "right": right} for name in names} for left, right in pairs]
    staged = stage(wizards=names, rounds=rounds)
    device = {**PHONE, "viewport": {"width": width, "height": 740}}
    page = someone(device, address=staged.url, session=staged.sessions[names[0]], locale=language)
    for hand, letter in {"left": "D", "right": "W"}.items():  # Cause Heavy Wounds, and a goblin that is to attack
        page.locator(f".gesture:has(input[name={hand}][value={letter}])").tap()
    expect(page.locator(".asked .choice-field__label")).to_have_count(3)
    assert page.evaluate(CUT, ".asked .choice-field__label") == []
    assert page.evaluate(OUT_OF_FRAME) == []
    fits(page)


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


@pytest.mark.parametrize(
    "device",
    [PHONE, {"viewport": {"width": 1280, "height": 900}}, {"viewport": {"width": 1100, "height": 800}}],
    ids=["phone", "desk", "two columns"],
)
def test_nothing_moves_in_a_round_that_plays_out_and_at_the_end(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Still", "Calm")]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone({**device, **MOVING}, address=staged.url, session=staged.sessions[names[0]])
    still = Duelist(page, names[0])
    expect(page.locator(".presence").first).to_contain_text("thinking")
    page.evaluate(WATCH_SHIFTS)
    seal(still, "S", "W")
    stage(url=staged.url, number=6, orders={names[1]: {"left": "W", "right": "P"}})
    still.is_asked_for_orders(7)
    expect(page.locator("[data-step=now]")).to_have_count(0)
    expect(page.locator(".outcome")).to_be_visible()
    stands_still(page)
    seal(still, "D", "-")
    stage(url=staged.url, number=7, orders={names[1]: {"left": "P", "right": "P"}})
    expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
    stands_still(page)
    if device is not PHONE:
        height, scrolled = page.evaluate("[document.documentElement.scrollHeight, scrollY]")
        page.reload()
        expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
        empty = height - page.evaluate("document.documentElement.scrollHeight")
        assert empty < scrolled + TOUCH, "room stays empty below what is in view"


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_nothing_moves_when_what_tells_the_end_comes_late(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Late", "Later")]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone({**device, **MOVING}, address=staged.url, session=staged.sessions[names[0]])
    held = []
    page.route("**/result.*.js", lambda route: held.append(route))
    still = Duelist(page, names[0])
    expect(page.locator(".presence").first).to_contain_text("thinking")
    page.evaluate(WATCH_SHIFTS)
    seal(still, "D", "-")
    stage(url=staged.url, number=6, orders={names[1]: {"left": "P", "right": "P"}})
    expect(page.locator(".outcome")).to_be_visible()
    expect(page.locator("[data-step=now]")).to_have_count(0)
    until(page, lambda: held)
    stands_still(page)
    (late,) = held
    late.continue_()
    expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
    stands_still(page)


def test_on_a_desk_what_may_come_is_in_view_while_one_chooses_and_new_talk_has_a_mark(duelists):
    desk = {"viewport": {"width": 1280, "height": 900}}
    chooser, talker = duelists(desk, DESKTOP, wizards=["Chooser", "Talker"], rounds=goblins("Chooser", "Talker"))
    chooser.pick("F", "S")
    board = chooser.page.locator(".threats")
    first = edges(chooser.page.get_by_role("rowheader", name="Round 1", exact=True))
    assert first["top"] - edges(chooser.page.locator(".history thead"))["bottom"] < 1, "empty rows above the rounds"
    expect(board.get_by_role("heading", name="Talker")).to_be_in_viewport()
    expect(board.locator(".threat").first).to_be_in_viewport(ratio=1)
    talker.say("Beware of my goblin.")
    mark = chooser.page.get_by_role("button", name="1 new line")
    expect(mark).to_be_in_viewport(ratio=1)
    mark.click()
    expect(chooser.page.get_by_label("Your words")).to_be_focused()
    expect(mark).to_have_count(0)
    chooser.page.locator(".panel-title").first.click()
    chooser.page.keyboard.press("r")
    expect(chooser.page.locator(".what-if-panel")).to_be_in_viewport(ratio=1)
    expect(chooser.page.locator(".what-if").first).to_be_in_viewport(ratio=1)


def test_a_story_that_has_not_begun_takes_no_room_and_the_board_of_a_round_keeps_the_focus(duelists):
    desk = {"viewport": {"width": 1280, "height": 900}}
    first, second = duelists(desk, DESKTOP, wizards=["First", "Second"])
    assert first.page.locator(".duel__chronicle").bounding_box()["height"] < 200
    second.seal("S", "-")
    first.seal("S", "-")
    first.is_asked_for_orders(2)
    first.seal("-", "-")
    first.has_sealed()
    first.page.locator(".threat").first.focus()
    second.seal("D", "-")
    first.is_asked_for_orders(3)
    expect(first.page.locator(".threats :focus")).to_be_visible()


def test_what_is_said_with_orders_is_written_at_once_and_enter_seals_nothing(duelists):
    sayer, _ = duelists(PHONE, DESKTOP, wizards=["Sayer", "Hearer"])
    page = sayer.page
    sayer.pick("S", "W")
    press(page.get_by_role("button", name="Say something with your orders"))
    expect(page.locator("[name=say]")).to_be_focused()
    page.keyboard.type("Good evening")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet:popover-open")).to_have_count(0)
    sayer.has_sealed_nothing()
    sayer.press("Seal")
    sayer.has_sealed("left snap; right wave")


def test_five_monsters_are_in_view(stage, someone):
    hands = [("S", "S"), ("F", "F"), ("W", "W"), ("S", "S"), ("F", "F"), ("W", "W"), ("S", "-"), ("F", "-"), ("W", "-")]
    names = ["Breeder", "Bystander"]
    calm = {"left": "-", "right": "P"}
    rounds = [{"Breeder": {"left": left, "right": right}, "Bystander": calm} for left, right in hands]
    staged = stage(wizards=names, rounds=rounds)
    page = someone(PHONE, address=staged.url, session=staged.sessions["Breeder"])
    expect(page.locator(".monster")).to_have_count(5)
    assert page.evaluate(SPILLED) == []


PROTECTED = [{"left": "W", "right": "-"}, {"left": "W", "right": "-"}, {"left": "P", "right": "-"}]


@pytest.mark.parametrize("device", [PHONE, SIDEWAYS, DESKTOP], ids=["phone", "on its side", "desk"])
def test_the_spell_book_lies_beside_the_hands_by_kinds_and_says_what_is_in_force(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Reader", "Patient")]
    cast = {"cast": {"left": "protection"}}
    rounds = [{name: hands | (cast if hands["left"] == "P" else {}) for name in names} for hands in PROTECTED]
    staged = stage(wizards=names, rounds=rounds)
    page = someone(device, address=staged.url, session=staged.sessions[names[0]])
    reader = Duelist(page, names[0])
    press(page.get_by_role("button", name="Spells"))
    book = page.get_by_role("complementary", name="Spell book")
    book.get_by_label("Which spells").select_option("In force now")
    expect(book.locator(".spell__name")).to_have_text(["Protection from Evil"])
    expect(book.locator(".spell")).to_contain_text(f"on {names[1]}, 3 rounds")
    reader.pick("S", "W")
    for covered in (".hands", ".seal__row"):
        assert not overlap(edges(book), edges(page.locator(covered)))
    book.get_by_label("Which spells").select_option("Damage")
    expect(book.locator(".spell__name", has_text="Magic Missile")).to_be_visible()
    expect(book.locator(".spell__name", has_text="Shield")).to_have_count(0)
    is_for_all(page)
    fits(page)


def test_the_names_of_a_small_melee_lie_over_no_round(stage, someone):
    names = ["Herald", "Second", "Third"]
    staged = stage(wizards=names, rounds=[{name: {"left": "S", "right": "-"} for name in names}] * 3)
    page = someone(PHONE, address=staged.url, session=staged.sessions[names[0]])
    history = page.locator(".duel__history")
    names_end = edges(history.locator(".history__name").first)["bottom"]
    for number in (2, 3):
        played = history.get_by_role("row", name=f"Round {number}")
        assert edges(played)["top"] >= names_end - 1
        assert edges(played)["bottom"] <= edges(history)["bottom"] + 1


def test_a_phone_that_is_turned_after_a_round_shows_it_on_one_screen(duelists):
    turner, other = duelists(PHONE, DESKTOP, wizards=["Turner", "Unturned"])
    turner.seal("S", "-")
    other.seal("S", "-")
    turner.is_asked_for_orders(2)
    turner.page.set_viewport_size(SIDEWAYS["viewport"])
    settled(turner.page)
    outcome, bar = (edges(turner.page.locator(part)) for part in (".duel__news", ".duel__sheets"))
    assert outcome["bottom"] <= bar["top"]


def test_a_spell_at_the_edge_of_the_book_is_read_when_it_is_opened(stage, someone):
    staged = stage(wizards=["Leafer", "Leafed"])
    page = someone(PHONE, address=staged.url, session=staged.sessions["Leafer"])
    press(page.get_by_role("button", name="Spells"))
    spells = page.get_by_role("region", name="Spells")
    expect(spells.locator("summary").first).to_be_visible()
    lowest = edges(spells)["bottom"]
    edge = next(spell for spell in spells.locator("summary").all() if edges(spell)["bottom"] > lowest - 45)
    edge.tap(position={"x": 60, "y": 4})
    expect(spells.locator("details[open] > p").first).to_be_in_viewport(ratio=0.9)


def edges(what: Locator) -> dict[str, float]:
    return what.evaluate("(it) => it.getBoundingClientRect().toJSON()")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_nothing_moves_in_a_round_of_a_melee_and_at_its_end(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in NAMES]
    rest = {name: {"left": "-", "right": "-"} for name in names[1:]}
    begun = [{name: {"left": gesture, "right": "-"} for name in names} for gesture in "SF"]
    staged = stage(wizards=names, rounds=begun)
    page = someone({**device, **MOVING}, address=staged.url, session=staged.sessions[names[0]])
    still = Duelist(page, names[0])
    if device is PHONE:
        is_one_screen_of_a_melee(page, names)
    page.evaluate(WATCH_SHIFTS)
    seal(still, "W", "-")
    stage(url=staged.url, number=3, orders=rest)
    still.is_asked_for_orders(4)
    expect(page.locator("[data-step=now]")).to_have_count(0)
    stands_still(page)
    seal(still, "S", "-")
    stage(url=staged.url, number=4, orders={name: {"left": "P", "right": "P"} for name in names[1:]})  # plays out first
    expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
    stands_still(page)


def is_one_screen_of_a_melee(page: Page, names: list[str]) -> None:
    """Oneself and whom one aims at have cards in view, the others stand in a strip."""
    is_one_screen(page)
    Duelist(page, names[0]).pick("W", "P")
    victim = names[3]
    Duelist(page, names[0]).choice(".* attacks").select_option(victim)
    settled(page)
    for name in (names[0], victim):
        expect(page.get_by_role("article", name=name, exact=True).locator(".health__pips")).to_be_in_viewport(ratio=1)
    expect(page.locator(".wizard.far")).to_have_count(len(names) - 2)


NEAR = """() => {
  const within = (one, room) => one.top >= room.top - 0.5 && one.bottom <= room.bottom + 0.5;
  const [ring, ...cards] = [".duel__circle", ".wizard:not(.far)"].flatMap((it) => [...document.querySelectorAll(it)]);
  const place = (it) => it.getBoundingClientRect();
  return cards.filter((card) => within(place(card), place(ring)) &&
    [".wizard__name", ".health__text strong"].every((it) => within(place(card.querySelector(it)), place(card)))
  ).map((card) => card.ariaLabel);
}"""
"""Whose cards are wholly within the circle, and their names and points within the cards."""


@pytest.mark.parametrize(
    ("device", "count"), [(SMALL, 3), (SIDEWAYS, 5), (PHONE, 7)], ids=["320 by 568", "740 by 360", "360 by 740"]
)
def test_all_whom_one_has_to_do_with_in_a_melee_are_in_view(stage, someone, device, count):
    names = [f"{name}-{count}-{device['viewport']['width']}" for name in NAMES]
    begun = [{name: {"left": gesture, "right": "-"} for name in names} for gesture in "SFW"]
    for name in names[1 : count + 1]:
        begun[-1][name] |= {"attack": {f"left:{name}": names[0]}}
    staged = stage(wizards=names, rounds=begun)
    page = someone(device, address=staged.url, session=staged.sessions[names[0]])
    expect(page.locator(".monster")).to_have_count(8)
    assert {names[0], *names[1 : count + 1]} <= set(page.evaluate(NEAR))
    assert edges(page.locator(".duel__circle"))["bottom"] <= device["viewport"]["height"]
    is_for_all(page)
    fits(page)


def test_on_a_low_screen_what_is_asked_comes_from_behind_the_seal(stage, someone):
    names = ["Low", "Lower", "Lowest"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(SMALL, address=staged.url, session=staged.sessions["Low"])
    low = Duelist(page, "Low")
    for hands, asked in ((("F", "S"), "Your left hand: Paralysis at"), (("S", "-"), ".* attacks")):
        page.evaluate("scrollTo(0, 0)")
        low.pick(*hands)
        field = low.choice(asked)
        expect(field).to_be_in_viewport(ratio=1)
        assert not overlap(edges(field), edges(page.locator(".seal__row")))


def test_how_a_duel_has_ended_comes_before_the_eyes_of_who_has_scrolled_down(stage, someone):
    names = ["Scroller", "Loser"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone({**SMALL, **MOVING}, address=staged.url, session=staged.sessions["Scroller"])
    scroller = Duelist(page, "Scroller")
    scroller.seal("D", "-")
    scroller.has_sealed()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    stage(url=staged.url, number=6, orders={"Loser": {"left": "P", "right": "P"}})
    expect(page.locator(".result h2")).to_be_in_viewport(ratio=1)  # plays out first


def test_a_guest_sees_how_to_keep_the_mage_when_the_duel_is_over_in_german_too(stage, someone):
    names = ["Purple Peacock 83", "Silver Nightjar 17"]
    staged = stage(wizards=names, rounds=goblins(*names), guests=True)
    page = someone(PHONE, address=staged.url, session=staged.sessions[names[0]])
    speak(page, "de")
    orders = dict(zip(names, ({"left": "P", "right": "P"}, {"left": "-", "right": "-"}), strict=True))
    stage(url=staged.url, number=6, orders=orders)
    keep = page.get_by_role("link", name=f"{names[0]} behalten")
    expect(keep).to_be_visible()
    settled(page)
    assert edges(keep)["bottom"] <= edges(page.locator(".duel__sheets"))["top"]


def seal(duelist: Duelist, left: str, right: str) -> None:
    """Seal, and see a round whole in the hand again: the driver scrolls if what it presses is not still at once."""
    duelist.seal(left, right)
    duelist.has_sealed()
    if is_touched(duelist.page):
        duelist.page.evaluate("scrollTo(0, 0)")


def stands_still(page: Page) -> None:
    settled(page)
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < STILL, shifts


def test_all_else_is_one_tap_away_and_goes_with_the_same_tap_with_escape_or_with_a_finger_drawn_down(duelists):
    handy, _ = duelists(PHONE, DESKTOP, wizards=["Handy", "Far"], rounds=goblins("Handy", "Far"))
    page = handy.page
    opened = page.locator(".sheet:popover-open")
    for name, shown in {
        "Rounds": page.get_by_role("rowheader", name="Round 6 not played yet"),
        "Story": page.get_by_role("heading", name="Round 5", exact=True),
        "Threats": page.get_by_role("heading", name="What may come"),
        "What if": page.locator(".what-if").first,
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


@pytest.mark.parametrize("sheet", ["Rounds", "Story", "Threats", "What if", "Talk"])
def test_a_sheet_that_is_open_stays_as_high_as_it_is_when_the_next_round_comes(stage, someone, sheet):
    names = ["Reader", "Mover"]
    staged = stage(wizards=names)
    page = someone(PHONE, address=staged.url, session=staged.sessions["Reader"])
    open_sheet(page, sheet)
    if sheet == "What if":
        expect(page.locator(".what-if__points")).to_be_visible()
    opened = page.locator(".sheet:popover-open")
    before = edges(opened)
    for number, orders in enumerate(goblins(*names), 1):
        stage(url=staged.url, number=number, orders=orders)
        Duelist(page, "Reader").sees_round(number)
        settled(page)
        assert edges(opened) == before


def test_in_the_hand_the_board_of_a_replay_is_in_the_first_screen(stage, someone):
    names = ["Seen", "Again"]
    rounds = [*goblins(*names), {"Seen": {"left": "-", "right": "-"}, "Again": {"left": "P", "right": "P"}}]
    staged = stage(wizards=names, rounds=rounds)
    page = someone(PHONE, address=f"{staged.url.replace('/duel/', '/replay/')}5/")
    expect(page.locator(".monster")).to_have_count(2)
    expect(page.locator(".replay__cards")).to_be_in_viewport(ratio=1)
    expect(page.locator(".eyes [aria-current]")).to_be_in_viewport(ratio=1)
    is_for_all(page)
    fits(page)


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
    page.wait_for_function(f"() => {HELD} === {locks}")
    waker.press("Give up")
    waker.confirm("Give up")
    expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
    page.wait_for_function(f"() => {HELD} === 0")


@pytest.mark.parametrize("device", [PHONE, TALL], ids=["360 by 740", "390 by 844"])
def test_in_a_live_duel_one_reads_what_one_is_to_do_and_both_bars_are_at_one_height(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Quick", "Sudden")]
    staged = stage(wizards=names, pace=120, reserve=600)
    page = someone(device, address=staged.url, session=staged.sessions[names[0]])
    turn = page.locator(".status__turn")
    expect(page.locator(".status__clock")).to_contain_text("10:00")
    expect(turn).to_have_text("Your orders, please")
    assert turn.evaluate("(it) => it.scrollWidth <= it.clientWidth")
    heights = page.locator(".health__pips").evaluate_all("(bars) => bars.map((it) => it.getBoundingClientRect().top)")
    assert len(heights) == 2
    assert len(set(heights)) == 1


@pytest.mark.parametrize("device", [SMALL, SIDEWAYS, ZOOMED], ids=["320 by 568", "740 by 360", "1280 by 900 at 200 %"])
def test_small_and_turned_screens_have_all_without_scrolling_sideways(stage, someone, device):
    names = [f"{name}-{device['viewport']['width']}" for name in ("Tiny", "Huge")]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(device, address=staged.url, session=staged.sessions[names[0]])
    fits(page)
    is_for_all(page)
    assert page.evaluate(CUT, ".menacing .monster__state") == []
    Duelist(page, names[0]).seal("W", "S")
    Duelist(page, names[0]).has_sealed()


@pytest.mark.parametrize("size", [(360, 740), (320, 568), (640, 450)], ids=lambda size: f"{size[0]} by {size[1]}")
def test_letters_twice_as_large_are_scrolled_downwards_alone(stage, someone, browser, chromium, size):
    names = [f"{name}-{size[0]}" for name in ("Large", "Small")]
    staged = stage(wizards=names, rounds=goblins(*names))
    flags = [*CHROMIUM_FLAGS, "--blink-settings=defaultFontSize=32"]
    reader = browser.browser_type.launch(executable_path=chromium, args=flags)
    device = {"viewport": dict(zip(("width", "height"), size, strict=True)), "has_touch": True}
    page = someone(device, address=staged.url, session=staged.sessions[names[0]], within=reader)
    large = Duelist(page, names[0])
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    fits(page)
    assert page.evaluate(CUT, ".gesture__face, .seal__button") == []
    large.seal("W", "P")
    large.has_sealed()
    fits(page)
    assert not overlap(edges(page.locator(".hands")), edges(page.locator(".seal__row")))
    reader.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_may_be_looked_for_in_the_spell_book_is_read_whole_on_a_small_phone(duelists, language):
    small, _ = duelists(SMALL, DESKTOP, wizards=["Small", "Reader"])
    page = small.page
    speak(page, language)
    press(page.locator(".duel__sheets .spellbook__opener"))
    field = page.locator("#spellbook-search")
    field.fill(field.get_attribute("placeholder"))
    assert page.evaluate(CUT, "#spellbook-search, .spellbook__orders button") == []
    fits(page)


NOTCHED = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NOTCH, GRIP = 47, 34
"""Pixels that a phone keeps for itself above and below."""


def test_a_round_stays_clear_of_what_a_phone_keeps_for_itself_and_of_its_keyboard(stage, someone):
    names = ["Notched", "Plain"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(NOTCHED, address=staged.url, session=staged.sessions["Notched"])
    insets = {"top": NOTCH, "bottom": GRIP, "left": 0, "right": 0}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.wait_for_function(f"() => document.querySelector('.header').offsetHeight >= {NOTCH} + 48")
    is_one_screen(page)
    opener = page.get_by_role("button", name="Talk", exact=True)
    assert edges(opener)["bottom"] <= NOTCHED["viewport"]["height"] - GRIP
    opener.tap()
    words = page.get_by_label("Your words")
    expect(words).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 420})
    words.tap()
    until(page, lambda: edges(words)["top"] >= NOTCH and edges(words)["bottom"] <= 420 - GRIP)


def test_the_head_is_one_line_and_its_links_lie_behind_one_button(duelists, someone):
    lean, _ = duelists(PHONE, DESKTOP, wizards=["Lean", "Wide"])
    assert lean.page.locator(".header").bounding_box()["height"] == 48
    german = someone(PHONE, locale="de")
    expect(german.get_by_role("link", name="Registrieren").first).to_be_visible()
    nav = german.locator(".nav").bounding_box()
    assert nav["y"] + nav["height"] <= 2 * 48
    german.goto(lean.page.url)
    expect(german.locator(".status")).to_be_visible()
    assert german.locator(".header").bounding_box()["height"] == 48
    press(lean.page.get_by_role("button", name="Menu"))
    press(lean.page.get_by_role("link", name="Ladder", exact=True))
    expect(lean.page.get_by_role("heading", name="Ladder of duels")).to_be_visible()
