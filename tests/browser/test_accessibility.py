"""Tests for the accessibility and width of every page, and of a duel in all its main states.

axe must find no violation, and no page may scroll sideways on a phone or a desktop (see `looks_right`). The API
reference has its own test, `test_reference`.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import (
    PHONE,
    REST,
    Duelist,
    challenge,
    fits,
    is_accessible,
    is_usable,
    looks_right,
    play_as_guest,
    sign_up,
    speak,
)

DAY = 24 * 60 * 60
LONG_NAME = f"{'W' * 18}ide"

PUBLIC_PAGES = {
    "/": "Two wizards, four hands, one secret each round",
    "/accounts/signup/": "Sign up",
    "/accounts/login/": "Log in",
    "/accounts/password/reset/": "Forgot your password?",
    "/guest/": "Play as a guest",
    "/lobby/": "Lobby",
    "/duels/": "Duels",
    "/honours/?kind=melee": "Melee honour roll",
    "/season/2026-1/": "Season: January to March 2026",
    "/achievements/": "Achievements",
    "/graveyard/": "Graveyard",
    "/users/": "Players",
    "/how-to-play/": "How to play",
    "/rules/": "Rules",
    "/rules/classic/details/": "Rules",
    "/learn/": "Learn in five minutes",
    "/rules/classic/try/magic_mirror/": "Magic Mirror cw",
    "/explorer/classic/?line=CC,WW": "Openings",
    "/faq/": "FAQ",
    "/tournaments/": "Tournaments",
    "/bots/": "Bots",
    "/clubs/": "Clubs",
    "/by-letter/": "Playing by e-mail",
    "/duel/never/": "Nothing here",
}
PAGES_OF_A_USER = {
    "/lobby/": "Lobby",
    "/challenges/": "All challenges",
    "/challenges/new/": "Create challenge",
    "/tournaments/new/": "Create tournament",
    "/clubs/new/": "Found a club",
    "/tournaments/new/swiss/": "Create tournament: Swiss",
    "/tournaments/new/arena/": "Create tournament: Arena",
    "/mages/": "Your mages",
    "/mage/Lancelot/": "Lancelot",
    "/mage/Lancelot/edit/": "Lancelot",
    "/mage/Lancelot/quit/": "Delete Lancelot?",
    "/user/lancelot/": "lancelot",
    "/settings/quit/": "Delete your account?",
    "/accounts/password/change/": "Change your password",
    "/accounts/email/": "Your e-mail addresses",
    "/settings/tokens/": "Tokens and mail keys",
    "/settings/data/": "Download your data",
    "/accounts/sessions/": "Where you’re logged in",
    "/accounts/logout/": "Log out",
}
PAGES_WITH_A_FINISHED_DUEL = {
    "/ladder/": "Duel ladder",
    "/mage/Isolde/": "Isolde",
    "/duels/?show=finished": "Duels",
}
PAGES_IN_GERMAN = (
    *("/", "/lobby/", "/challenges/new/", "/ladder/", "/learn/gestures/", "/rules/", "/settings/", "/settings/data/"),
    *("/friends/", "/clubs/", "/clubs/new/", "/season/2026-1/", "/achievements/", "/bots/", "/accounts/sessions/"),
    *("/tournaments/", "/tournaments/new/", "/tournaments/new/swiss/", "/accounts/2fa/"),
    *("/users/", "/settings/quit/"),
)


def check_pages(page: Page, pages: dict[str, str], subtests) -> None:
    """Visit each page, and check its heading, accessibility and width.

    `pages` maps addresses to headings.
    """
    for address, heading in pages.items():
        with subtests.test(address):
            page.goto(address)
            expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
            looks_right(page)


def test_public_pages_are_accessible_and_fit(someone, console, subtests):
    console.expect("status of 404 .*/duel/never/")
    page = someone(address="about:blank")
    check_pages(page, PUBLIC_PAGES, subtests)
    page.set_viewport_size(PHONE["viewport"])
    page.emulate_media(color_scheme="dark")
    for book in ("nomonsters", "spellcast", "standard", "warlocks"):
        with subtests.test(f"rules of {book}"):
            page.goto(f"/rules/{book}/spells/")
            fits(page)
    is_accessible(page)


def test_a_refused_form_and_the_pages_of_a_user_are_accessible_and_fit(someone, subtests):
    page = someone(address="/accounts/signup/")
    with subtests.test("refused form"):
        page.get_by_label("Username").fill("percival")
        page.get_by_label("Password").fill("1234")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_text("This password is too short")).to_be_visible()
        looks_right(page)
    sign_up(page, "lancelot", "Lancelot")
    check_pages(page, PAGES_OF_A_USER, subtests)
    check_club(page, subtests)


def check_club(page: Page, subtests) -> None:
    """Found a club. Check its page with everything unfolded, and the form for challenging its members."""
    page.goto("/clubs/new/")
    page.get_by_label("Name").fill("Newts and Nightshade")
    page.get_by_role("button", name="Found club").click()
    with subtests.test("club"):
        expect(page.get_by_role("heading", name="Newts and Nightshade")).to_be_visible()
        page.get_by_text("Leave club").click()
        page.get_by_text("Write to all members").click()
        looks_right(page)
    with subtests.test("form of a club"):
        page.get_by_role("link", name="Edit", exact=True).click()
        expect(page.get_by_role("heading", name="Edit club")).to_be_visible()
        looks_right(page)
        page.go_back()
    with subtests.test("challenge to a club"):
        page.get_by_role("link", name="Challenge the club").click()
        expect(page.get_by_role("combobox", name="Club")).to_be_visible()
        looks_right(page)
        page.go_back()
    with subtests.test("German club"):
        speak(page, "de")
        page.set_viewport_size(PHONE["viewport"])
        page.get_by_text("Club verlassen").click()
        fits(page)
        page.get_by_role("link", name="Bearbeiten", exact=True).click()
        fits(page)


def test_pages_of_a_guest_and_of_a_challenge_are_accessible_and_fit(someone, subtests):
    guest, friend = someone(address="/guest/"), someone(address="about:blank")
    play_as_guest(guest, "Galahad")
    check_pages(guest, {"/mages/": "Your mages", "/keep/": "Sign up and keep your mage"}, subtests)
    challenge(guest, "Friend (by link)")
    looks_right(guest)
    check_pages(friend, {guest.url: "Galahad challenges you"}, subtests)
    guest.get_by_role("button", name="Cancel challenge").click()
    expect(guest.get_by_role("heading", name="Open challenges")).to_be_visible()
    looks_right(guest)
    friend.reload()
    expect(friend.get_by_text("This challenge is closed")).to_be_visible()
    looks_right(friend)


def test_a_duel_up_to_its_first_question_is_accessible_and_fits(duelists, someone, subtests):
    twice = [{"Elaine": {"left": "F", "right": "S"}, "Ector": {"left": "W", "right": "S"}}] * 2
    elaine, ector = duelists(wizards=["Elaine", "Ector"], rounds=twice, pace=3 * DAY)
    page = elaine.page
    with subtests.test("orders"):
        elaine.pick("F", "C")  # a spell and its target, and half of a clap
        expect(page.get_by_role("list", name="Warnings").get_by_role("listitem")).to_have_count(1)
        page.keyboard.press("t")
        expect(page.get_by_role("heading", name="Possible threats")).to_be_visible()
        looks_right(page)
        page.keyboard.press("r")
        expect(page.locator(".what-if.current .what-if__points")).to_be_visible()
        looks_right(page)
    with subtests.test("spell book and settings"):
        check_spell_book_and_settings(page)
    with subtests.test("help"):
        check_help(page)
    elaine.seal(right="W")
    elaine.has_sealed()
    with subtests.test("sealed orders and plans"):
        page.get_by_text("Premoves").click()
        expect(page.get_by_role("button", name="Add line")).to_be_visible()
        looks_right(page)
    with subtests.test("watcher"):
        watcher = someone(address=page.url)
        expect(watcher.get_by_text("You’re a spectator.")).to_be_visible()
        looks_right(watcher)
    check_talk_and_giving_up(ector, subtests)
    ector.seal("-", "-")
    expect(page.get_by_role("heading", name="Round 3: your answer")).to_be_visible()
    with subtests.test("question"):
        looks_right(page)
    with subtests.test("opponent's question"):
        is_accessible(ector.page)


def check_spell_book_and_settings(page: Page) -> None:
    page.keyboard.press("b")
    page.locator("#spellbook summary").first.click()
    page.get_by_role("button", name="Display and sound").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("group", name="Motion")).to_be_visible()
    looks_right(page, "#spellbook, #display")
    for _ in range(2):
        page.keyboard.press("Escape")
    expect(page.locator("#spellbook")).to_have_count(0)


def check_help(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Gestures and keys")).to_be_visible()
    looks_right(page, ":modal")
    page.keyboard.press("Escape")


def check_talk_and_giving_up(duelist: Duelist, subtests) -> None:
    with subtests.test("talk and the dialog before giving up"):
        duelist.say("Yield!")
        duelist.press("Give up")
        looks_right(duelist.page)
    duelist.confirm("Keep playing")


def test_a_finished_duel_its_replay_and_lists_are_accessible_and_fit(duelists, someone, subtests):
    tristan, isolde = duelists(wizards=["Tristan", "Isolde"], bouts=6)
    with subtests.test("dialog before a surrender"):
        tristan.pick("P", "P")
        tristan.press("Seal")
        expect(tristan.dialog).to_be_visible()
        looks_right(tristan.page, ":modal")
    tristan.confirm("Surrender")
    isolde.seal("S", ">")
    isolde.sees_result("You win")
    with subtests.test("result of the winner"):
        looks_right(isolde.page)
    with subtests.test("result of the loser"):
        expect(tristan.page.get_by_role("heading", name="Next steps")).to_be_visible()
        expect(tristan.page.get_by_role("button", name=re.compile("against the computer$"))).to_be_visible()
        looks_right(tristan.page)
    isolde.page.get_by_role("link", name="Watch replay").click()
    check_replay(isolde.page, subtests)
    check_pages(someone(address="about:blank"), PAGES_WITH_A_FINISHED_DUEL, subtests)


def check_replay(page: Page, subtests) -> None:
    """Check a replay at its beginning, while it is playing, and embedded in another page."""
    expect(page.locator("output")).to_have_text(re.compile("Round 1 of"))
    home = page.url
    with subtests.test("replay"):
        looks_right(page)
    with subtests.test("replay that is playing"):
        page.get_by_text("Embed", exact=True).click()
        page.get_by_label("Speed").select_option("slow")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.wait_for_url(re.compile("/[2-9]/$"))
        looks_right(page)
    with subtests.test("embedded replay"):
        page.goto(f"{home.replace('replay', 'embed')}6/")
        expect(page.locator("output")).to_have_text(re.compile("^Round 6 of"))
        looks_right(page)


FORMATS = (("swiss", 2), ("round_robin", 2), ("knockout", 2), ("knockout", 4), ("melee", 2))


def test_tournaments_with_rounds_are_accessible_and_fit(stage, someone, subtests):
    players = [f"{LONG_NAME}-{letter}" for letter in "ABCDEFGHI"]
    for number, (format_, played) in enumerate(FORMATS):
        names = [f"{name}{number}" for name in players]
        staged = stage(format=format_, players=names, played=played)
        page = someone(address=staged.url, session=staged.sessions[names[0]])
        with subtests.test(f"{format_} after {played} rounds"):
            expect(page.get_by_role("heading", name="Rounds")).to_be_visible()
            looks_right(page)
        with subtests.test(f"German {format_} after {played} rounds"):
            speak(page, "de")
            expect(page.get_by_role("heading", name="Runden", exact=True)).to_be_visible()
            page.set_viewport_size(PHONE["viewport"])
            fits(page)


def test_the_top_duels_of_an_arena_are_side_by_side_and_follow_their_rounds(stage, someone, subtests):
    names = [f"{LONG_NAME}-{letter}" for letter in "ABCDEFGHIJ"]
    arena = stage(format="arena", players=names, played=0, pace=300, bouts=3)
    page, phone = someone(address=arena.url), someone(PHONE, address=arena.url, viewport={"width": 360, "height": 740})
    first = page.get_by_role("listitem").filter(has=page.get_by_role("article", name=names[0]))
    cards = page.locator(".boards > :not(:empty)")
    with subtests.test("desktop"):
        expect(cards).to_have_count(4)
        assert len({card.bounding_box()["y"] for card in cards.all()}) == 1
        looks_right(page)
    with subtests.test("phone"):
        looks_right(phone)
        last = phone.get_by_role("link", name="Watch").last
        last.focus()
        expect(last).to_be_in_viewport()
    with subtests.test("German"):
        speak(phone, "de")
        expect(phone.get_by_role("heading", name="Duelle zum Zuschauen")).to_be_visible()
        fits(phone)
    with subtests.test("the next round"):
        expect(first).to_contain_text("Round 4")
        stage(url=first.get_by_role("link").get_attribute("href"), number=4, orders=dict.fromkeys(names[:2], REST))
        expect(first).to_contain_text("Round 5")


def test_a_bracket_scrolls_on_a_phone_and_the_list_has_its_results(stage, someone):
    names = [f"{LONG_NAME}-{letter}" for letter in "ABCDEF"]
    staged = stage(format="knockout", players=names, played=1)
    page = someone(PHONE, address=staged.url, viewport={"width": 360, "height": 740})
    drawing = page.get_by_role("img", name="The bracket. The list of rounds has the same results.")
    expect(drawing).to_be_visible()
    region = page.get_by_role("region", name="Bracket")
    # The first frame from the server may replace the element.
    page.wait_for_function(
        "() => { const one = document.querySelector('.bracket'); return one.scrollWidth > one.clientWidth; }"
    )
    fits(page)
    while not page.evaluate("document.querySelector('.bracket').scrollLeft"):  # a frame may replace it in mid-scroll
        region.focus()
        page.keyboard.press("ArrowRight")
    page.get_by_text("Round 1", exact=True).last.click()
    expect(page.get_by_role("link", name=f"{names[3]} – {names[4]}")).to_be_visible()


def test_on_a_phone_a_duel_with_a_hand_bound_by_fear_is_accessible(stage, someone):
    rounds = [{"Bogey": {"left": letter, "right": "-"}, "Timid": {"left": "W", "right": "D"}} for letter in "SWD"]
    staged = stage(wizards=["Bogey", "Timid"], rounds=rounds)
    page = someone(PHONE, address=staged.url, session=staged.sessions["Timid"])
    for hand in ("left", "right"):
        expect(Duelist(page, "Timid").hand(hand)).to_contain_text("Bogey’s Fear: it can only play P W > -.")
    is_usable(page)


def test_long_names_and_german_words_fit(stage, someone, subtests):
    names = [f"{LONG_NAME}-A", f"{LONG_NAME}-B"]
    duel = stage(wizards=names, bouts=8, seed=11)
    page = someone(PHONE, address=duel.url, session=duel.sessions[names[0]])
    for size in (PHONE["viewport"], {"width": 1280, "height": 800}):
        with subtests.test(f"English duel, {size['width']} wide"):
            page.set_viewport_size(size)
            expect(page.get_by_role("article", name=names[1])).to_be_visible()
            fits(page)
    with subtests.test("German duel"):
        speak(page, "de")
        expect(page.get_by_role("heading", name="Was geschah", exact=True).first).to_be_visible()
        looks_right(page)
    page.set_viewport_size(PHONE["viewport"])
    for address in (*PAGES_IN_GERMAN, f"{duel.url}plain/", f"{duel.url}text/"):
        with subtests.test(f"German {address}"):
            page.goto(address)
            fits(page)
