from playwright.sync_api import expect


def test_theme_and_motion_can_be_set_by_keyboard_and_are_kept(someone):
    page = someone(reduced_motion="no-preference", color_scheme="light")
    ground = page.locator("html")
    light_background = ground.evaluate("(page) => getComputedStyle(page).backgroundColor")
    menu = page.get_by_role("button", name="Display and sound")
    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Theme").get_by_label("system").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_role("group", name="Motion").get_by_label("off").check(force=True)
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Theme")).to_be_hidden()
    page.reload()
    assert ground.evaluate("(page) => getComputedStyle(page).backgroundColor") != light_background
    assert ground.evaluate("(page) => getComputedStyle(page).getPropertyValue('--motion-usual')") in ("0ms", "0s")
    menu.click()
    expect(page.get_by_role("group", name="Theme").get_by_label("dark")).to_be_checked()
