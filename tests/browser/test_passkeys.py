"""Tests for passkeys, with an authenticator simulated by Chromium."""

from playwright.sync_api import Page, expect

from tests.browser.pages import PASSWORD, PHONE, fits, looks_right, sign_up, speak

PHONE_LOCK = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

PAGES = {
    "/accounts/2fa/": "Two-factor authentication and passkeys",
    "/accounts/2fa/totp/activate/": "Set up an authenticator app",
    "/accounts/2fa/webauthn/add/": "Add a passkey",
    "/accounts/2fa/webauthn/": "Your passkeys",
    "/accounts/2fa/recovery-codes/": "Recovery codes",
    "/accounts/2fa/recovery-codes/generate/": "New recovery codes",
}


def use_phone_lock(page: Page) -> None:
    """Give this page's browser an authenticator that confirms every request."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE_LOCK})


def test_a_user_adds_a_passkey_and_logs_in_with_it_alone(someone, site):
    page = someone(at=site.replace("127.0.0.1", "localhost"))  # passkeys need a host name, not an IP address
    use_phone_lock(page)
    sign_up(page, "ygraine")
    page.get_by_role("link", name="Settings").first.click()
    page.get_by_role("link", name="Two-factor authentication and passkeys").click()
    looks_right(page)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    looks_right(page)
    page.get_by_label("Name").fill("Phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    looks_right(page)
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_role("listitem").filter(has_text="Phone")).to_contain_text("without password")
    looks_right(page)
    page.get_by_role("link", name="Rename “Phone”").click()
    looks_right(page)
    for address, heading in PAGES.items():
        page.goto(address)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        looks_right(page)
    speak(page, "de")
    page.set_viewport_size(PHONE["viewport"])
    for address in PAGES:
        page.goto(address)
        fits(page)
    page.get_by_role("button", name="English").click()
    speak(page, "en")

    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/?next=/settings/")
    page.get_by_label("Username").fill("ygraine")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Cancel").click()
    page.goto("/accounts/login/?next=/settings/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
