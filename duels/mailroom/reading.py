"""The parser for e-mails.

It finds the author's own text and the address for answers, and recognises e-mails that were sent by programs. It raises
no exceptions. A malformed e-mail is parsed as far as possible. Sources: RFC 5322, RFC 2045 to 2047, RFC 3676
(format=flowed), RFC 3834 (automatic responses), RFC 3464 (bounces).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from typing import Final

import lxml.html
from inscriptis import Inscriptis

from accounts.languages import known
from accounts.signed_addresses import is_of_the_mailroom
from duels.mailroom.grammar import begins_with_order
from duels.mailroom.intake import header
from duels.mailroom.quotes import own_words

LONGEST_TEXT: Final = 64 * 1024
"""The number of characters of text to examine, twenty times as many as the longest orders have."""
MOST_PARTS: Final = 200
ADDRESS: Final = re.compile(r"[^\s@<>,;:\"()]+@[^\s@<>,;:\"()]+")
OF_MACHINES: Final = (
    "mailer-daemon",
    "postmaster",
    "noreply",
    "no-reply",
    "donotreply",
    "owner-",
    "listserv",
    "majordomo",
)
PRECEDENCE: Final = {"bulk", "junk", "list", "auto_reply"}
MARKS: Final = (
    "List-Id", "List-Help", "List-Post", "List-Owner", "List-Archive", "List-Subscribe", "List-Unsubscribe",
    "Mailing-List", "X-Mailing-List", "X-BeenThere", "X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Loop",
    "X-Auto-Response-Suppress", "X-Failed-Recipients", "Feedback-ID",
)  # fmt: skip
"""Headers that occur only in automatic e-mails and on mailing lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A parsed e-mail.

    `author` is the author's address, or "" if it is unknown. `answerable` is the address in From if the envelope and
    Reply-To agree with it, and "" otherwise. `text` is the author's own text, without quotes. `references` holds the
    Message-IDs of the thread, ending with that of this e-mail. `language` is the author's language, if a header states
    it. `has_failed` says whether the e-mail reports a permanent delivery failure.
    """

    author: str
    answerable: str
    subject: str
    text: str
    references: tuple[str, ...] = ()
    language: str = ""
    is_machine_made: bool = False
    has_failed: bool = False


def read(content: bytes, sender: str) -> Post:
    """Parse an e-mail with the envelope sender `sender`."""
    message = message_from_bytes(content)
    author = _author(message, sender)
    return Post(
        author=author,
        answerable=_answerable(message, sender),
        subject=_decoded_header(header(message, "Subject"))[:200],
        text=own_words(_text(message)[:LONGEST_TEXT]),
        references=_references(message),
        language=_language(message),
        is_machine_made=not author or _is_machine_made(message, sender),
        has_failed=_has_failed(message, sender),
    )


# Headers -------------------------------------------------------------------------------------------------------------


def _decoded_header(text: str) -> str:
    try:
        read = str(make_header(decode_header(text)))
    except Exception:  # unknown charsets and malformed words raise all kinds of errors
        read = text
    return " ".join("".join(letter if letter.isprintable() else " " for letter in read).split())


def _addresses(message: Message, name: str) -> list[str]:
    return [address for address in _named(message, name) if _is_usable(address)]


def _named(message: Message, name: str) -> list[str]:
    """Return the addresses in a header, even invalid ones."""
    try:
        return [address for _name, address in getaddresses([header(message, name)])]
    except Exception:
        return []


def _is_usable(address: str) -> bool:
    return bool(ADDRESS.fullmatch(address)) and len(address) <= 254 and address.isascii()


def _author(message: Message, sender: str) -> str:
    """Return the author's address from the headers or, if there is none, the envelope sender.

    Return "" if there is neither, or if it is an address of the mailroom itself.
    """
    given = [address for name in ("From", "Sender") for address in _addresses(message, name)]
    found = [address for address in (*given, sender) if _is_usable(address)]
    return found[0] if found and not is_of_the_mailroom(found[0]) else ""


def _answerable(message: Message, sender: str) -> str:
    """Return the envelope sender, spelled as in From.

    Return "" if From or Reply-To contains another address.
    """
    headers = {name: message.get_all(name, []) for name in ("From", "Reply-To")}
    if len(headers["From"]) != 1 or len(headers["Reply-To"]) > 1 or is_of_the_mailroom(sender):
        return ""
    named = [_named(message, name) for name, found in headers.items() if found]
    is_same = all([address.lower() for address in addresses] == [sender.lower()] for addresses in named)
    return named[0][0] if is_same and _is_usable(sender) else ""


def _references(message: Message) -> tuple[str, ...]:
    names = ("References", "In-Reply-To", "Message-ID")
    found = [key for name in names for key in re.findall(r"<[!-;=?-~]{1,200}>", header(message, name))]
    return tuple(dict.fromkeys([*found[-20:]]))


def _language(message: Message) -> str:
    """Return the author's language according to the headers.

    Return "" if the site is not available in that language.
    """
    named = f"{header(message, 'Content-Language')},{header(message, 'Accept-Language')}"
    codes = (code.partition(";")[0].strip().lower() for code in named.split(","))
    return next(filter(None, (known(code) for code in codes if re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", code))), "")


def _is_machine_made(message: Message, sender: str) -> bool:
    """Return whether a program sent the e-mail.

    The checks follow section 2 of RFC 3834, and include other headers and addresses in common use.
    """
    automatic = header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    name = (sender or "").lower()
    return (
        not sender
        or automatic not in ("", "no")
        or header(message, "Precedence").lower() in PRECEDENCE
        or any(message.get(mark) is not None for mark in MARKS)
        or name.startswith(OF_MACHINES)
        or any(address.lower().startswith(OF_MACHINES) for address in _addresses(message, "From"))
        or message.get_content_type() in ("multipart/report", "message/delivery-status")
    )


def _has_failed(message: Message, sender: str) -> bool:
    """Return whether this e-mail reports a permanent delivery failure, rather than an absence or a delay."""
    for part in _parts(message):
        if part.get_content_type() == "message/delivery-status":
            said = part.as_string().lower() if not part.is_multipart() else _joined(part).lower()
            failed = re.search(r"^action:\s*failed", said, re.MULTILINE)
            return bool(failed and re.search(r"^status:\s*5\.", said, re.MULTILINE))
    is_of_a_server = any(address.lower().startswith(("mailer-daemon@",)) for address in _addresses(message, "From"))
    return not sender and is_of_a_server and message.get_content_type() != "multipart/report"


def _joined(part: Message) -> str:
    """Return all fields of a delivery status as text.

    Python parses each group of fields as a separate message.
    """
    blocks = [block for block in part.get_payload() if isinstance(block, Message)]
    return "\n".join(f"{name}: {value}" for block in blocks for name, value in block.items())


# Text ----------------------------------------------------------------------------------------------------------------


def _parts(message: Message) -> Iterator[Message]:
    """Yield the message and its parts, without the parts of attached messages."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        yield part
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            waiting = [it for it in part.get_payload() if isinstance(it, Message)] + waiting


def _text(message: Message) -> str:
    """Return the text of the first plain part that is not blank.

    If there is none, return the first HTML part as text.
    """
    shown = [part for part in _parts(message) if part.get_content_maintype() == "text" and not _is_attached(part)]
    plain = (_flowed(part, _characters(part)) for part in shown if part.get_content_subtype() != "html")
    html = (_of_html(_characters(part)) for part in shown if part.get_content_subtype() == "html")
    text = next((it for it in (*plain, *html) if it.strip()), "")
    return text.replace("\x00", "").replace("\ufeff", "").replace("\u00a0", " ")


def _is_attached(part: Message) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _characters(part: Message) -> str:
    """Decode the text of a part.

    If its charset is unknown or wrong, try UTF-8 and then Latin-1.
    """
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    for charset in (_charset(part), "utf-8"):
        try:
            return _lines(content.decode(charset))
        except (LookupError, ValueError, TypeError):
            continue
    return _lines(content.decode("latin-1"))


def _charset(part: Message) -> str:
    try:
        return str(part.get_content_charset() or "utf-8")
    except Exception:  # a malformed header
        return "utf-8"


def _lines(text: str) -> str:
    """Convert all line endings to `\\n`, and remove lone surrogates."""
    joined = text.replace("\r\n", "\n").replace("\r", "\n")
    return joined.encode("utf-8", "ignore").decode()


def _flowed(part: Message, text: str) -> str:
    """Join lines that end with a soft line break, in a part with format=flowed. Source: RFC 3676, section 4.

    A space at the end of a line marks such a break. Two lines that are orders or comments are never joined, because
    users may end an order with a space by accident.
    """
    if _parameter(part, "format") != "flowed":
        return text
    joined: list[str] = []
    is_open = False
    for raw in text.split("\n"):
        line = raw.removeprefix(" ")
        goes_on = line.endswith(" ") and line != "-- " and not line.startswith(">")
        piece = line[:-1] if goes_on and _parameter(part, "delsp") == "yes" else line
        are_orders = bool(joined) and _is_order(joined[-1]) and _is_order(line)
        if is_open and not are_orders and line != "-- " and not line.startswith(">"):
            joined[-1] += piece
        else:
            joined.append(piece)
        is_open = goes_on
    return "\n".join(joined)


def _is_order(line: str) -> bool:
    return line.startswith(";") or begins_with_order(line)


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name)
    except Exception:
        return ""
    return value.lower() if isinstance(value, str) else ""


def _of_html(text: str) -> str:
    """Convert HTML to text, laid out as in a browser.

    Quoted messages are replaced with `> ...`.
    """
    try:
        tree = lxml.html.fromstring(re.sub(r"^\s*<\?xml[^>]*>", "", text[: 4 * LONGEST_TEXT]))
        for quote in tree.xpath("//blockquote[not(ancestor::blockquote)]"):
            quote[:] = []
            quote.text = "> ..."
        shown = str(Inscriptis(tree).get_text())
    except Exception:  # malformed HTML
        shown = re.sub(r"<[^>]*>", " ", text)
    return re.sub(r"^[ \t]*(?:[*+]|\d+\.)[ \t]+", "", shown, flags=re.MULTILINE)
