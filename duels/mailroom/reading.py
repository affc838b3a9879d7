"""A letter read as people send it: what they have written in it, where to answer, and whether people wrote it at all.

Never raises, whatever is in it: what cannot be read is read as far as it can. Sources: RFC 5322, RFC 2045 to 2047,
RFC 3676 (format=flowed), RFC 3834 (who is answered), RFC 3464 (bounces).
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
from duels.mailroom.quotes import own_words
from duels.mailroom.taking import header

LONGEST_TEXT: Final = 64 * 1024
"""Characters of a letter's text that are looked at: twenty times what an orderset may have."""
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
"""Headers that no letter has which a person has written to us."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A letter as it was read.

    `author`: the address in its From, empty if there is none. `answerable`: that address, if the envelope, From and
    Reply-To agree on it; else empty. `text`: what the author wrote, without quotes.
    `references`: the Message-IDs of its thread, its own at the end. `language`: which he reads, if his letter says so.
    `has_failed`: a letter of ours to where it came from cannot be delivered, for good.
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
    """What stands in a letter that came in an envelope from `sender`."""
    message = message_from_bytes(content)
    author = _author(message, sender)
    return Post(
        author=author,
        answerable=_answerable(message, sender),
        subject=_decoded(header(message, "Subject"))[:200],
        text=own_words(_text(message)[:LONGEST_TEXT]),
        references=_references(message),
        language=_language(message),
        is_machine_made=not author or _is_machine_made(message, sender),
        has_failed=_has_failed(message, sender),
    )


# Headers -------------------------------------------------------------------------------------------------------------


def _decoded(text: str) -> str:
    """A header in characters: RFC 2047."""
    try:
        read = str(make_header(decode_header(text)))
    except Exception:  # whatever a charset or a word of it can be wrong by
        read = text
    return " ".join("".join(letter if letter.isprintable() else " " for letter in read).split())


def _addresses(message: Message, name: str) -> list[str]:
    return [address for address in _named(message, name) if _is_usable(address)]


def _named(message: Message, name: str) -> list[str]:
    """What a header has in the place of addresses, whatever it is."""
    try:
        return [address for _name, address in getaddresses([header(message, name)])]
    except Exception:
        return []


def _is_usable(address: str) -> bool:
    return bool(ADDRESS.fullmatch(address)) and len(address) <= 254 and address.isascii()


def _author(message: Message, sender: str) -> str:
    """The address of its author, else of its sender; empty if that is an address of ours."""
    given = [address for name in ("From", "Sender") for address in _addresses(message, name)]
    found = [address for address in (*given, sender) if _is_usable(address)]
    return found[0] if found and not is_of_the_mailroom(found[0]) else ""


def _answerable(message: Message, sender: str) -> str:
    """The sender of the envelope, as From writes it, if neither From nor Reply-To names any other address."""
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
    """The language of ours that he reads or writes, if a header tells."""
    named = f"{header(message, 'Content-Language')},{header(message, 'Accept-Language')}"
    codes = (code.partition(";")[0].strip().lower() for code in named.split(","))
    return next(filter(None, (known(code) for code in codes if re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", code))), "")


def _is_machine_made(message: Message, sender: str) -> bool:
    """Whether no person sits there who waits for an answer. Source: RFC 3834, 2, and what servers do beside it."""
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
    """Whether this says that a letter of ours will never arrive; an absence or a delay says less."""
    for part in _parts(message):
        if part.get_content_type() == "message/delivery-status":
            said = part.as_string().lower() if not part.is_multipart() else _joined(part).lower()
            failed = re.search(r"^action:\s*failed", said, re.MULTILINE)
            return bool(failed and re.search(r"^status:\s*5\.", said, re.MULTILINE))
    is_of_a_server = any(address.lower().startswith(("mailer-daemon@",)) for address in _addresses(message, "From"))
    return not sender and is_of_a_server and message.get_content_type() != "multipart/report"


def _joined(part: Message) -> str:
    """The fields of a notice, which Python reads as messages of their own."""
    blocks = [block for block in part.get_payload() if isinstance(block, Message)]
    return "\n".join(f"{name}: {value}" for block in blocks for name, value in block.items())


# Text ----------------------------------------------------------------------------------------------------------------


def _parts(message: Message) -> Iterator[Message]:
    """The parts of a message, itself first, but not those of messages that are attached to it."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        yield part
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            waiting = [it for it in part.get_payload() if isinstance(it, Message)] + waiting


def _text(message: Message) -> str:
    """The first plain text that says something, else the first in HTML."""
    shown = [part for part in _parts(message) if part.get_content_maintype() == "text" and not _is_attached(part)]
    plain = (_flowed(part, _characters(part)) for part in shown if part.get_content_subtype() != "html")
    html = (_of_html(_characters(part)) for part in shown if part.get_content_subtype() == "html")
    text = next((it for it in (*plain, *html) if it.strip()), "")
    return text.replace("\x00", "").replace("\ufeff", "").replace("\u00a0", " ")


def _is_attached(part: Message) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _characters(part: Message) -> str:
    """The text of a part; by UTF-8, else Latin-1, where its charset is unknown or wrong."""
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
    except Exception:  # of a header that is broken
        return "utf-8"


def _lines(text: str) -> str:
    """With the ends of lines as here; characters that are no text are none."""
    joined = text.replace("\r\n", "\n").replace("\r", "\n")
    return joined.encode("utf-8", "ignore").decode()


def _flowed(part: Message, text: str) -> str:
    """With the lines joined that were broken on their way. Source: RFC 3676, 4.

    Lines that begin with an order or are comments are not joined to each other: a blank at the end of an order means
    nothing.
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
    """The text of HTML as a browser shows it; a mark stands in the place of what it quotes."""
    try:
        tree = lxml.html.fromstring(re.sub(r"^\s*<\?xml[^>]*>", "", text[: 4 * LONGEST_TEXT]))
        for quote in tree.xpath("//blockquote[not(ancestor::blockquote)]"):
            quote[:] = []
            quote.text = "> ..."
        shown = str(Inscriptis(tree).get_text())
    except Exception:  # of HTML that nobody would write
        shown = re.sub(r"<[^>]*>", " ", text)
    return re.sub(r"^[ \t]*(?:[*+]|\d+\.)[ \t]+", "", shown, flags=re.MULTILINE)
