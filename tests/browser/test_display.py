"""What a browser's user wishes of all pages, and how the circle holds what comes to it."""

from playwright.sync_api import expect

from tests.browser.pages import fits

LONGEST = "W" * 18


def test_light_and_motion_are_chosen_by_keyboard_and_stay(someone):
    page = someone(reduced_motion="no-preference", color_scheme="light")
    ground = page.locator("html")
    by_day = ground.evaluate("(page) => getComputedStyle(page).backgroundColor")
    menu = page.get_by_role("button", name="Look and sound")
    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Light").get_by_label("as the system").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_role("group", name="Motion").get_by_label("off").check(force=True)
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Light")).to_be_hidden()
    page.reload()
    assert ground.evaluate("(page) => getComputedStyle(page).backgroundColor") != by_day
    assert ground.evaluate("(page) => getComputedStyle(page).getPropertyValue('--motion-usual')") in ("0ms", "0s")
    menu.click()
    expect(page.get_by_role("group", name="Light").get_by_label("dark")).to_be_checked()


def test_the_longest_names_break_nothing(someone, stage):
    names = [f"{LONGEST}ide{end}" for end in ("-A", "-B")]
    staged = stage(wizards=names, bouts=8, seed=11)
    for width in (360, 1280):
        page = someone(
            {"viewport": {"width": width, "height": 800}}, address=staged.url, session=staged.sessions[names[0]]
        )
        expect(page.get_by_role("article", name=names[1])).to_be_visible()
        fits(page)
