"""Tests for a duel between a player in text mode and a player who uses plain forms without JavaScript."""

from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, REST, fits, is_accessible, looks_right

FINGER_OF_DEATH = "PWPFSSSD"
BEGUN = [
    {"Froodal": {"left": letter, "right": "-"}, "Bung": {"left": "P", "right": "-"} if number == 0 else REST}
    for number, letter in enumerate(FINGER_OF_DEATH[:-2])
]
NARROW = {"viewport": PHONE["viewport"], "java_script_enabled": False}


def say(page: Page, *lines: str) -> None:
    for line in lines:
        page.get_by_role("textbox").fill(line)
        page.keyboard.press("Enter")


def says(page: Page, words: str) -> None:
    expect(page.get_by_role("log")).to_contain_text(words)


def seal_form(page: Page, left: str, right: str) -> None:
    page.get_by_label("Left hand", exact=True).select_option(left)
    page.get_by_label("Right hand", exact=True).select_option(right)
    page.get_by_role("button", name="Seal", exact=True).click()


def test_text_mode_and_plain_forms_without_scripts_play_a_duel_to_its_end(stage, someone):
    duel = stage(wizards=["Froodal", "Bung"], rounds=BEGUN)
    typist = someone(address=f"{duel.url}text/", session=duel.sessions["Froodal"])
    plain = someone(NARROW, address=duel.url, session=duel.sessions["Bung"])
    plain.get_by_role("link", name="Play with plain forms").click()
    says(typist, "Round 7 begins.")
    for number, letter in enumerate(FINGER_OF_DEATH[-2:], 7):
        say(typist, f"left {letter}", "right nothing", "seal")
        says(typist, "Waiting for Bung.")
        seal_form(plain, "-", "-")
        says(typist, f"Round {number}.")
    says(typist, "Froodal wins. Bung died.")
    expect(typist.locator("#turn")).to_have_text("The duel is over")
    expect(plain.get_by_text("The duel is over.")).to_be_visible()
    expect(plain.get_by_text("Bung falls dead at the touch of a finger.")).to_be_visible()


def test_text_mode_warns_seals_and_takes_back_until_the_player_logs_out(stage, someone):
    duel = stage(wizards=["Froodal", "Bung"])
    page = someone(address=f"{duel.url}plain/", session=duel.sessions["Froodal"])
    expect(page.get_by_role("heading", name="Froodal against Bung")).to_be_visible()
    is_accessible(page)
    fits(page)
    page.goto(duel.url)
    page.locator("details.about").evaluate("about => { about.open = true; }")
    page.get_by_role("link", name="Text mode", exact=True).click()
    orders_are_warned_of_sealed_and_taken_back(page)
    unknown_commands_and_names_are_refused(page)
    looks_right(page)
    log_out_in_another_tab(page)
    expect(page.get_by_role("link", name="Log in", exact=True)).to_be_visible()
    say(page, "left P")
    says(page, "You’re a spectator.")


def orders_are_warned_of_sealed_and_taken_back(page: Page) -> None:
    says(page, "Round 1 begins.")
    say(page, "P P")
    says(page, "Warning: Two palms at once mean surrender: you’ll lose the duel.")
    say(page, "seal")
    says(page, "Type “seal” again to confirm.")
    say(page, "right stab at me", "right at bung", "seal")
    says(page, "Sealed.")
    say(page, "back")
    says(page, "Nothing is sealed.")


def unknown_commands_and_names_are_refused(page: Page) -> None:
    say(page, "left xyzzy", "right at nobody else")
    says(page, "Unknown command “left xyzzy”")
    says(page, "Nobody here is called “nobody else”")


def log_out_in_another_tab(page: Page) -> None:
    tab = page.context.new_page()
    tab.goto("/accounts/logout/")
    tab.get_by_role("main").get_by_role("button", name="Log out").click()
