"""User actions and expectations in a browser, in terms of the game.

Elements are found as users find them, by labels, button names and headings. They are clicked or, on touch screens,
tapped.
"""

import re
import time
from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Locator, Page, expect

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NARROW = {"width": 360, "height": 800}
REST = {"left": "-", "right": "-"}
PALMS = {"left": "P", "right": "P"}
PASSWORD = "four hands in the air"

PATIENCE = 60_000
"""The timeout of every wait in milliseconds, long enough for a busy machine."""

expect.set_options(timeout=PATIENCE)

TWO_FRAMES = """() => new Promise((done) => {
  setTimeout(done, 1000);
  requestAnimationFrame(() => requestAnimationFrame(done));
}).then(() => true)"""
"""A script that waits for two animation frames, but at most a second, because Playwright gives it no timeout."""

Orders = Mapping[str, Any]

STANDS_STILL = """() => new Promise((done) => {
  const rests = () => document.getAnimations().every(
    ({playState, timeline}) => playState !== "running" || timeline !== document.timeline);
  const look = () => requestAnimationFrame(() => (rests() ? done() : look()));
  requestAnimationFrame(look);
})"""
"""A script that waits until all animations, including a change of the colour scheme, have finished.

Animations driven by scrolling do not count. The script checks states, because the `finished` promise of an animation in
a closed `details` element never resolves.
"""

ASK_AXE = """(part) => axe.run(part || document, { resultTypes: ["violations"], preload: false })
  .then(({ violations }) => ({ violations }))"""


def is_touched(page: Page) -> bool:
    """Return whether the page has the viewport of a phone."""
    return page.viewport_size == PHONE["viewport"]


def press(button: Locator) -> None:
    """Click the button, or tap it on a touch screen."""
    if is_touched(button.page):
        button.tap()
    else:
        button.click()


def settled(page: Page) -> None:
    """Wait until the effect of the last action is visible.

    A page receives a tap slightly after the finger is lifted, and highlights the button before it shows the effect.
    """
    page.evaluate(TWO_FRAMES)
    expect(page.locator("[data-pressed]")).to_have_count(0)
    page.evaluate(TWO_FRAMES)


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait until `is_so()` returns true. Meanwhile, the browser processes its events."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < deadline, "it never was so"
        page.evaluate("new Promise((done) => setTimeout(done, 20))")  # let the browser run its queue


def fits(page: Page) -> None:
    """Assert that the page does not scroll sideways."""
    width = page.locator("html").evaluate("it => it.scrollWidth")  # a new page may have no root yet
    assert width <= page.viewport_size["width"], f"{page.url} is {width} wide"


def is_accessible(page: Page, part: str = "") -> None:
    """Assert that axe finds no accessibility violation in the page.

    If the CSS selector `part` is given, axe checks only the elements that match it.
    """
    page.evaluate(STANDS_STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = AxeResults(page.evaluate(ASK_AXE, part))
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"


def is_usable(page: Page) -> None:
    """Assert that the page does not scroll sideways and that axe finds no accessibility violation."""
    fits(page)
    is_accessible(page)


LOOKS = (("dark", NARROW), ("light", DESKTOP["viewport"]))
"""The colour schemes and viewports in which pages are checked: dark on a phone, and light on a desktop."""
axe_checks_all_looks = False
"""True if axe must check all of `LOOKS`. Set by pytest's option `--thorough`."""


def looks_right(page: Page, part: str = "") -> None:
    """Assert that the page fits a phone and a desktop, and that it (or only the `part`) is accessible.

    The accessibility checker axe takes up to a second. Without the option `--thorough`, it therefore checks only one of
    two looks: dark colours on a phone, or light colours on a desktop. The page's title decides which one.
    """
    chosen = crc32(page.title().encode()) % len(LOOKS)
    for number, (scheme, size) in enumerate(LOOKS):
        page.set_viewport_size(size)
        if axe_checks_all_looks or number == chosen:
            page.emulate_media(color_scheme=scheme)
            is_accessible(page, part)
        fits(page)


def speak(page: Page, language: str) -> None:
    """Switch the page to English or German."""
    if language == "de":
        for about in page.locator("details.about").all():
            about.evaluate("about => { about.open = true; }")  # on a duel page, it contains the button
        press(page.get_by_role("button", name="Deutsch"))
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#duel[aria-busy=true]")).to_have_count(0)


ASSISTS = ("Hint", "What if")
"""Parts of the duel page that share a sheet. The button that opens this sheet is next to the "Seal" button."""


def open_sheet(page: Page, name: str) -> None:
    """Open the sheet or tab that contains this part of the duel page, unless the part is already visible."""
    expect(page.locator(".duel__sheets, .tabs")).to_be_attached()  # drawn by scripts, a little later for spectators
    tab = page.locator(".tabs").get_by_role("button", name=re.compile(f"^{name}"))
    if tab.count():
        if tab.get_attribute("aria-expanded") == "false":
            press(tab)
        return
    bar = page.get_by_role("navigation", name="More about this duel")
    opener = (
        page.get_by_role("button", name="Hint and what if")
        if name in ASSISTS
        else bar.get_by_role("button", name=re.compile(f"^{name}"))
    )
    if not opener.is_visible():
        return
    opened = page.locator(f"#{opener.get_attribute('popovertarget')}:popover-open")
    if not opened.count():
        press(opener)
        expect(opened).to_have_count(1)


def shut_sheets(page: Page) -> None:
    opened = page.locator(".sheet:popover-open")
    for _ in range(2):  # the first Escape removes the highlight in the sheet
        if opened.count():
            page.keyboard.press("Escape")
            settled(page)
    expect(opened).to_have_count(0)


# Into a duel ----------------------------------------------------------------------------------------------------------


def sign_up(page: Page, username: str, mage: str = "") -> None:
    """Sign up, starting at the link of the current page."""
    press(page.get_by_role("link", name="Sign up").first)
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Name of your first mage").fill(mage)
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_role("heading", name="Open challenges")).to_be_visible()


def play_as_guest(page: Page, mage: str) -> None:
    """Fill in the page `/guest/`."""
    page.get_by_label("Name of your mage").fill(mage)
    press(page.get_by_role("button", name="Play", exact=True))
    expect(page.get_by_role("heading", name="Open challenges")).to_be_visible()


def unfold_rules(page: Page) -> None:
    for fold in page.locator("details[data-options], .options__group").all():
        if fold.get_attribute("open") is None:
            press(fold.locator("summary").first)


def challenge(page: Page, audience: str = "Anyone", book: str = "classic", *, is_rated: bool = False) -> None:
    page.goto("/challenges/new/")
    if is_rated:
        page.get_by_role("radio", name="Rated").check()
        confirm_that_mages_die(page)
    page.get_by_label(audience, exact=True).check()
    page.get_by_label("Rule set").select_option(book)
    press(page.get_by_role("button", name="Post challenge"))
    expect(page.get_by_role("heading", name="Your challenge")).to_be_visible()


def accept(page: Page, challenger: str) -> None:
    """Find the challenge by `challenger` in the lobby, and accept it."""
    page.goto("/lobby/")
    press(page.get_by_role("link", name=f"{challenger}’s challenge"))
    button = page.get_by_role("button", name="Accept and play")
    expect(button).to_be_visible()
    confirm_that_mages_die(page)
    press(button)
    page.wait_for_url(re.compile("/duel/"))


def confirm_that_mages_die(page: Page) -> None:
    """Tick the check box about mages' deaths, which the page shows only before a user's first rated duel."""
    box = page.get_by_label("I know that my mage can die in a rated duel.")
    if box.count():
        box.check()


# The circle, in a duel or its replay ----------------------------------------------------------------------------------


def expect_hit_points(page: Page, hit_points: Mapping[str, int]) -> None:
    for wizard, points in hit_points.items():
        shown = re.compile(rf"(?<![-−\d]){str(points).replace('-', '[-−]')} of 15\b")
        expect(page.get_by_role("article", name=wizard, exact=True, include_hidden=True)).to_contain_text(shown)


class Duelist:
    """A player on a duel page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name

    # Actions

    def seal(self, left: str | None = None, right: str | None = None, **orders: Orders) -> None:
        """Pick orders as `pick` does, and submit them with the "Seal" button, even if the page warns against them."""
        self.pick(left, right, **orders)
        self.press("Seal")
        settled(self.page)
        if self.page.get_by_role("button", name="Seal anyway").count():
            self.press("Seal anyway")

    def pick(
        self,
        left: str | None = None,
        right: str | None = None,
        *,
        cast: Mapping[str, str] | None = None,
        target: Mapping[str, str] | None = None,
        paralyze: Mapping[str, str] | None = None,
    ) -> None:
        """Pick orders. The arguments have the format of the duel record."""
        for hand, letter in {"left": left, "right": right}.items():
            if letter is not None:
                press(self.page.locator("label", has=self.gesture(hand, letter)))
        settled(self.page)
        for hand, spell in (cast or {}).items():
            self._pick_spell(hand, spell, is_pair=left == right)
        for hand, ref in (target or {}).items():
            self.aim(f"aim--{hand}", ref)
        for wizard, hand in (paralyze or {}).items():
            self.choose(wizard, f"{hand} hand")

    def _pick_spell(self, hand: str, spell: str, *, is_pair: bool) -> None:
        parting, several = (
            "Both hands make the same gesture",
            "Both hands cast" if hand == "both" else f"{_hands(hand)} casts",
        )
        if is_pair and self.chips(parting).count():
            self.set(parting, "together" if hand == "both" else "apart")
            settled(self.page)
        if self.chips(several).or_(self.choice(several)).count():
            self.set(several, spell)
        expect(self.hand("left" if hand == "both" else hand)).to_contain_text(_title(spell))

    def row(self, name: str) -> Locator:
        """Return the row for picking a target.

        `name` is the name of the row's field, such as "aim--left" or "attack--Grub".
        """
        return self.page.locator(f".aim[data-aims~='{name}']")

    def aim(self, name: str, ref: str) -> None:
        """Pick the target `ref` in the row for the field `name`."""
        press(self.row(name))
        targets = self.page.locator(".aims")
        expect(targets).to_be_visible()
        target = self.page.locator(f":is(.target, .button)[data-aim='{name}'][value='{ref}']")
        if not targets.locator(target).first.is_visible():
            press(targets.locator("details", has=target).locator("summary"))
        press(targets.locator(target).first)

    def set(self, label: str, value: str) -> None:
        """Pick a value from the row of chips or the drop-down list with this label."""
        if self.chips(label).count():
            press(self.chips(label).locator("label", has=self.page.locator(f"input[value='{value}']")))
        else:
            self.choice(label).select_option(value)

    def choose(self, question: str, answer: str) -> None:
        """Pick `answer` in the group of choices for the question that contains the text `question`."""
        press(self.page.get_by_role("group", name=question).get_by_text(answer, exact=True))

    def press(self, button: str) -> None:
        if button == "Give up" and is_touched(self.page):
            press(self.page.get_by_role("button", name="Menu", exact=True))
        press(self.page.get_by_role("button", name=re.compile(f"^{button}")))

    def say(self, words: str) -> None:
        open_sheet(self.page, "Chat")
        self.page.get_by_label("Your message").fill(words)
        self.press("Send")

    def say_with_orders(self, words: str) -> None:
        open_sheet(self.page, "Chat")
        self.page.get_by_label("Send with my orders").check()
        self.say(words)

    def confirm(self, button: str) -> None:
        """Press a button of the open dialog."""
        press(self.dialog.get_by_role("button", name=button, exact=True))

    # Parts of the page

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def chronicle(self) -> Locator:
        """Return the story of the duel, after opening its sheet on a phone."""
        open_sheet(self.page, "Story")
        return self.page.get_by_role("region", name="What happened")

    def hand(self, hand: str, *, pair: str = "") -> Locator:
        """Return the controls of a hand, "left" or "right".

        A hasted wizard has two pairs of hands. `pair` is the label of the pair to which the hand belongs.
        """
        within = self.page.get_by_role("group", name=pair, exact=True) if pair else self.page
        return within.get_by_role("group", name=re.compile(f"^{hand} hand", re.IGNORECASE))

    def gesture(self, hand: str, letter: str) -> Locator:
        return self.page.locator(f"input[name={hand}][value='{letter}']")

    def chips(self, label: str) -> Locator:
        return self.page.get_by_role("radiogroup", name=re.compile(label))

    def choice(self, label: str) -> Locator:
        """Return the drop-down list whose label begins with `label`.

        Compare only the beginning, because the text of the label element includes the list's options.
        """
        return self.page.locator("label", has_text=re.compile(f"^\\s*{label.removesuffix('$')}")).get_by_role(
            "combobox"
        )

    # Expectations

    def is_asked_for_orders(self, number: int) -> None:
        expect(self.page.get_by_role("heading", name=f"Orders for round {number}", exact=True)).to_be_visible()

    def waits_for(self, wizard: str) -> None:
        expect(self.status).to_contain_text(f"Waiting for {wizard}")

    def has_sealed(self, summary: str = "") -> None:
        expect(self.page.get_by_text(re.compile(f"Sealed: {re.escape(summary)}"))).to_be_visible()

    def has_sealed_nothing(self) -> None:
        expect(self.page.get_by_text("Sealed:")).to_have_count(0)

    def has_picked(self, left: str, right: str) -> None:
        expect(self.gesture("left", left)).to_be_checked()
        expect(self.gesture("right", right)).to_be_checked()

    def sees_round(self, number: int, hit_points: Mapping[str, int] | None = None) -> None:
        """Assert that round `number` has been played, and that the wizards have these hit points after it."""
        row = self.page.get_by_role("rowheader", name=re.compile(rf"^Round {number}$"), include_hidden=True)
        expect(row).to_be_attached()  # on a phone, the round that was just played covers the table
        expect_hit_points(self.page, hit_points or {})

    def sees_result(self, text: str) -> None:
        expect(self.page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def _hands(hand: str) -> str:
    return "Both hands" if hand == "both" else f"{hand.title()} hand"


def _title(spell: str) -> re.Pattern[str]:
    """Return a pattern that matches a spell's name with spaces or hyphens between its words."""
    return re.compile(spell.replace("_", "[ -]"), re.IGNORECASE)
