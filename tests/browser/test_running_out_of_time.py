"""Tests for gestures that are picked but not yet submitted when time runs out, on the duel page and in text mode."""

from playwright.sync_api import expect

from tests.browser.pages import PHONE, Duelist, looks_right

BEFORE = "Your picks will be sealed when your time is up."
AFTER = "Time ran out: your picks were sealed for you."


def test_time_seals_picks_and_the_page_says_so_before_and_after(stage, someone):
    staged = stage(wizards=["Pondering", "Prompt"])
    session = staged.sessions["Pondering"]
    page, text = (someone(PHONE, address=address, session=session) for address in (staged.url, f"{staged.url}text/"))
    late, log = Duelist(page, "Pondering"), text.get_by_role("log")
    expect(page.get_by_text(BEFORE)).to_have_count(0)
    late.pick("S", "P")
    expect(page.get_by_text(BEFORE)).to_be_visible()
    expect(page.locator("#live")).to_have_text("Picked: left snap; right palm, Shield on yourself (Pondering).")
    Duelist(someone(address=staged.url, session=session), "Pondering").has_picked("S", "P")  # from the server's draft
    looks_right(page)
    stage(url=staged.url)
    late.sees_round(1)
    expect(page.locator("form.orders").get_by_text(AFTER)).to_be_visible()
    expect(late.chronicle).to_contain_text("Shield")
    expect(log).to_contain_text(AFTER)
    looks_right(page)
    page.reload()
    expect(page.locator("form.orders").get_by_text(AFTER)).to_be_visible()
    text.get_by_role("textbox").fill("D D")
    text.keyboard.press("Enter")
    late.has_picked("D", "D")
    stage(url=staged.url)
    late.sees_round(2)


def test_little_time_and_the_seal_of_the_opponent_are_announced(duelists):
    listening, speedy = duelists(wizards=["Listening", "Speedy"], pace=300, reserve=600)
    live = listening.page.locator("#live")
    listening.pick("S")
    listening.page.clock.install()
    listening.page.reload()
    speedy.seal("S", "D")
    expect(live).to_have_text("Speedy is ready.")
    listening.page.clock.fast_forward("05:00")
    expect(live).to_contain_text("Your reserve is running")
    listening.page.clock.fast_forward("09:50")
    expect(live).to_contain_text("seconds left. Your picks will be sealed when your time is up.")
