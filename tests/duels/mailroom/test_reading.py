import base64
from email.message import EmailMessage

import pytest

from duels.mailroom.reading import read
from tests.duels.mailroom.emails import FROM, an_email

ORDERS = "USER Harry mail_grnf\nGAME abc Merlyn\nLH >\nRH -\nSAY “Ouch!” – für Elise\nEND"
HTML = (
    "<html><head><style>p {color: red}</style></head><body><div>USER Harry mail_grnf<br>GAME abc Merlyn</div>"
    "<div>LH &gt;</div><div>RH -</div><div>SAY “Ouch!” – für Elise</div><div>END</div></body></html>"
)


def lines(content: bytes, sender: str = FROM) -> list[str]:
    return [line.strip() for line in read(content, sender).text.splitlines() if line.strip()]


def raw(headers: str, body: bytes) -> bytes:
    return f"From: Harry <{FROM}>\r\n{headers}\r\n\r\n".encode() + body


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "windows-1252"])
@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_messages_are_decoded_from_any_encoding(charset: str, encoding: str, ends: str):
    if charset == "utf-16" and encoding != "base64":
        return
    content = ORDERS.replace("\n", ends).encode(charset)
    if encoding == "base64":
        content = base64.encodebytes(content)
    if encoding == "quoted-printable":
        content = b"".join(b"=%02X" % it if it > 126 or it in b"=" else bytes([it]) for it in content)
    headers = f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}"
    assert lines(raw(headers, content)) == ORDERS.split("\n")


@pytest.mark.parametrize("charset", ["x-klingon", "", '"utf-8', "us-ascii", "base64", "undefined", "idna", "x\x00y"])
def test_an_unknown_or_wrong_charset_is_tolerated(charset: str):
    assert lines(raw(f"Content-Type: text/plain; charset={charset}", ORDERS.encode())) == ORDERS.split("\n")
    assert "LH >" in lines(raw(f"Content-Type: text/plain; charset={charset}", ORDERS.encode("latin-1", "replace")))


def test_an_html_only_message_is_read():
    assert lines(raw("Content-Type: text/html; charset=utf-8", HTML.encode())) == ORDERS.split("\n")


def test_the_plain_part_is_preferred_and_attachments_are_ignored():
    message = EmailMessage()
    message["From"] = FROM
    message.set_content(ORDERS)
    message.add_alternative(HTML.replace("abc", "xyz"), subtype="html")
    message.add_attachment("GAME attached Merlyn", subtype="plain", filename="orders.txt")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="me.png")
    assert lines(message.as_bytes()) == ORDERS.split("\n")


def test_html_is_read_if_the_plain_part_is_empty():
    message = EmailMessage()
    message["From"] = FROM
    message.set_content(" \n")
    message.add_alternative(HTML, subtype="html")
    assert lines(message.as_bytes()) == ORDERS.split("\n")


@pytest.mark.parametrize(
    "below",
    [
        '<div class="gmail_quote"><div class="gmail_attr">On Mon, Nov 23, 2026 Duels wrote:<br></div>'
        "<blockquote>LH S<blockquote>RH S</blockquote></blockquote></div>",
        '<div class="moz-cite-prefix">Am 23.11.26 um 07:00 schrieb Duels:</div><blockquote>LH S</blockquote>',
        '<hr><div id="divRplyFwdMsg"><b>From:</b> Duels<br><b>Sent:</b> Monday<br><b>To:</b> Harry<br></div>LH S',
        "<div>-- <br>Harry</div>",
        "<p>Sent from my iPhone</p>",
    ],
)
def test_quotes_and_signatures_in_html_are_left_out(below: str):
    content = raw("Content-Type: text/html", HTML.replace("<div>END</div></body>", f"{below}</body>").encode())
    assert [line for line in lines(content) if line[0] != ">"] == ORDERS.split("\n")[:-1]


def test_html_is_read_as_a_browser_would_show_it():
    html = (
        '<?xml version="1.0" encoding="utf-8"?><html><body><ul><li>LH&nbsp;P</li><li>RH &gt;</li></ul>'
        "<table><tr><td>TARGET</td><td>LH</td><td>*Froodal*</td></tr></table><p>SAY a\n b <a href='http://x'>c</a></p>"
        "<p>SAY 1. #hi_there_ \\ (ok)</p></body></html>"
    )
    told = [" ".join(line.split()) for line in lines(raw("Content-Type: text/html", html.encode()))]
    assert told == ["LH P", "RH >", "TARGET LH *Froodal*", "SAY a b c", "SAY 1. #hi_there_ \\ (ok)"]


def test_orders_below_a_quote_in_html_are_read():
    html = "<div>On Mon, 23 Nov 2026, Duels wrote:</div><blockquote>LH S</blockquote><div>LH P<br>RH P</div>"
    assert lines(raw("Content-Type: text/html", html.encode()))[-2:] == ["LH P", "RH P"]


def test_flowed_lines_that_begin_with_commands_are_not_joined():
    headers = "Content-Type: text/plain; charset=utf-8; format=flowed"
    body = b"GAME abc Merlyn \r\nLH P \r\n; TARGET LH Froodal \r\nRH S \r\nSAY a long \r\nline \r\nEND \r\n"
    assert lines(raw(headers, body)) == [
        "GAME abc Merlyn", "LH P", "; TARGET LH Froodal", "RH S", "SAY a long line", "END",
    ]  # fmt: skip


def test_flowed_lines_are_joined():
    body = b"SAY one \r\ntwo \r\nthree\r\n LH W\r\nRH P\r\n-- \r\nHarry\r\n"
    headers = "Content-Type: text/plain; charset=utf-8; format=flowed"
    assert lines(raw(headers, body)) == ["SAY one two three", "LH W", "RH P"]
    assert lines(raw(headers + "; delsp=yes", b"SAY on \r\ne\r\n")) == ["SAY one"]


@pytest.mark.parametrize(
    "below",
    [
        "On Mon, 23 Nov 2026 at 07:00, Duels <duels@localhost> wrote:\n> Round 3\n> LH ? \n",
        "On Mon, 23 Nov 2026 at 07:00, Duels of Waving Hands\n<duels@localhost> wrote:\n\n> Round 3\n",
        "Am 23.11.26 um 07:00 schrieb Duels:\n> Runde 3\n",
        "Le lun. 23 nov. 2026 à 07:00, Duels <duels@localhost> a écrit :\n> Round 3\n",
        "-----Original Message-----\nFrom: Duels\nRound 3\nLH W",
        "From: Duels <duels@localhost>\nSent: Monday\nTo: Harry\nSubject: Round 3\n\nGestures\nLH W",
        "Von: Duels <duels@localhost>\nGesendet: Montag\nAn: Harry\nBetreff: Runde 3\n\nGesten",
        "-- \nHarry, lord of the rings",
        "--\nHarry",
        "Sent from my iPhone",
        "Sent from Outlook for Android",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Sent with Proton Mail secure email.",
        "Von meinem iPhone gesendet",
        "Gesendet von Mail für Windows",
        "Best regards,\nHarry",
        "Viele Grüße\nHarry",
        "Thanks!\nHarry",
        "________________________________\nFrom: Duels <duels@localhost>\nSent: Monday\nTo: Harry\n\nLH W",
        "ma 23. marraskuuta 2026 klo 7.00 Duels (duels@localhost) kirjoitti:\n\n> Kierros 3\n> LH W\n",
        "ma 23. marraskuuta 2026 klo 7.00 Duels\n<duels@localhost> kirjoitti:\n> LH W\n",
    ],
)
def test_quotes_and_signatures_below_the_orders_are_left_out(below: str):
    assert [line for line in lines(an_email(f"{ORDERS}\n\n{below}")) if line[0] != ">"] == ORDERS.split("\n")


def test_orders_below_a_quote_are_read():
    text = f"On Mon, 23 Nov 2026, Duels wrote:\n> Round 3\n> END\n\n{ORDERS}\n-- \nHarry"
    assert [line for line in lines(an_email(text)) if line[0] != ">"] == ORDERS.split("\n")


def test_the_text_of_a_message_command_may_look_like_an_e_mail():
    text = "MESSAGE Merlyn Froodal\nOn the one hand you\nwrote:\nnothing\n--\nMerlyn\nEND MESSAGE\nEND"
    assert lines(an_email(text)) == text.split("\n")


def test_the_author_is_the_address_in_from_or_else_the_sender():
    assert read(an_email(Reply_To="Tom <tom@example.org>"), "sender@example.org").author == FROM
    assert read(b"Subject: x\n\nEND", "sender@example.org").author == "sender@example.org"


@pytest.mark.parametrize(
    ("headers", "sender", "address"),
    [
        ({}, FROM, FROM),
        ({"From": "Harry <HARRY@Example.net>", "Reply_To": FROM}, FROM, "HARRY@Example.net"),
        ({"Reply_To": "tom@example.org"}, FROM, ""),
        ({"Reply_To": f"{FROM}, tom@example.org"}, FROM, ""),
        ({"From": f"{FROM}, tom@example.org"}, FROM, ""),
        ({"From": ""}, FROM, ""),
        ({}, "tom@example.org", ""),
        ({}, "", ""),
        ({"From": "duels@localhost"}, "duels@localhost", ""),
    ],
)
def test_an_address_gets_replies_if_envelope_and_headers_agree_on_it(headers, sender, address):
    assert read(an_email(**headers), sender).answerable == address


def test_an_address_with_duplicate_headers_gets_no_reply():
    assert read(b"From: tom@example.org\n" + an_email(), FROM).answerable == ""
    assert read(b"Reply-To: tom@example.org\nReply-To: harry@example.net\n" + an_email(), FROM).answerable == ""


def test_thread_subject_and_language_are_read_from_the_headers():
    post = read(
        an_email(Subject="=?utf-8?q?Gr=C3=BC=C3=9Fe?=", References="<a@x> <b@x>", Accept_Language="fr, de-AT"), FROM
    )
    assert (post.references, post.subject, post.language) == (("<a@x>", "<b@x>", "<one@example.net>"), "Grüße", "de")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated (rejected)"},
        {"Precedence": "bulk"},
        {"Precedence": "List"},
        {"List_Id": "<wizards.example.org>"},
        {"List_Unsubscribe": "<https://example.org>"},
        {"X_Autoreply": "yes"},
        {"X_Auto_Response_Suppress": "All"},
        {"From": "Mail Delivery <MAILER-DAEMON@example.org>"},
        {"From": "Duels <duels@localhost>"},
    ],
)
def test_messages_by_machines_are_recognized(headers: dict[str, str]):
    assert read(an_email(**headers), FROM).is_machine_made


def test_bounces_are_machine_made_and_people_are_not():
    assert read(an_email(), "").is_machine_made
    assert not read(an_email(), FROM).is_machine_made
    assert not read(an_email(Auto_Submitted="no"), FROM).is_machine_made


def bounce(action: str = "failed", status: str = "5.1.1") -> bytes:
    """Return a delivery status notification in the format used by Postfix."""
    return (
        "From: MAILER-DAEMON@example.net\r\nSubject: Undelivered Mail\r\nAuto-Submitted: auto-replied\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        "--x\r\nContent-Type: text/plain\r\n\r\nI'm sorry.\r\n"
        "--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n"
        f"Final-Recipient: rfc822; harry@example.net\r\nAction: {action}\r\nStatus: {status}\r\n\r\n"
        "--x\r\nContent-Type: message/rfc822\r\n\r\nFrom: duels@localhost\r\n\r\nYour turn\r\n--x--\r\n"
    ).encode()


def test_only_notices_of_permanent_failures_count_as_bounces():
    assert read(bounce(), "").has_failed
    assert not read(bounce("delayed", "4.4.7"), "").has_failed
    assert not read(bounce("failed", "4.4.7"), "").has_failed
    assert not read(an_email("I am away.", Auto_Submitted="auto-replied"), "").has_failed
    assert read(b"From: MAILER-DAEMON@example.net\n\nThis is the qmail-send program.", "").has_failed
