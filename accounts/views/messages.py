"""Pages for messages and blocked users."""

from allauth.decorators import rate_limit
from django.contrib import messages as notes
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts import correspondence
from accounts.blocks import blocks_of
from accounts.forms.moderation import BlockForm, MessageForm
from accounts.models import User
from accounts.selectors import user_named
from accounts.services import blocking, messages
from accounts.sessions import UserRequest, next_address, not_for_guests

THREADS_OF_A_PAGE = 25
MESSAGES_OF_A_PAGE = 50
BLOCKS_OF_A_PAGE = 50

DONE = {
    "block": gettext_lazy("You have blocked %(name)s."),
    "mute": gettext_lazy("You have muted %(name)s."),
    "unblock": gettext_lazy("%(name)s is no longer blocked or muted."),
}
DONE_TO_GUEST = {
    "block": gettext_lazy("You have blocked a guest."),
    "mute": gettext_lazy("You have muted a guest."),
    "unblock": gettext_lazy("The guest is no longer blocked or muted."),
}


@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@rate_limit(action="message")
def inbox(request: UserRequest) -> HttpResponse:
    """Show the user's threads, and a form for a new message to the recipients in `?to=`."""
    form = MessageForm(request.POST or None, user=request.user, initial={"to": request.GET.get("to", "")})
    if form.is_valid() and (sent := _sent(form, request.user)):
        text = ngettext("Message sent.", "Message sent to %(number)s users.", len(sent))
        notes.success(request, text % {"number": len(sent)})
        return redirect("thread", sent[0].username) if len(sent) == 1 else redirect("messages")
    page = Paginator(correspondence.threads_of(request.user), THREADS_OF_A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "threads": correspondence.shown(page)}
    return render(request, "accounts/messages.html", context)


@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@rate_limit(action="message")
def thread(request: UserRequest, username: str) -> HttpResponse:
    """Show the messages between the user and another user, with a form for a reply.

    Mark the messages as read.
    """
    other = _user_or_404(username)
    form = MessageForm(_to(request, other), user=request.user)
    if request.method == "POST" and form.is_valid() and _sent(form, request.user):
        return redirect("thread", other.username)
    page = Paginator(correspondence.thread(request.user, other), MESSAGES_OF_A_PAGE).get_page(request.GET.get("page"))
    written = list(page)[::-1]
    messages.mark_read(reader=request.user, sender=other)
    return render(request, "accounts/thread.html", {"other": other, "form": form, "page": page, "written": written})


def _to(request: HttpRequest, other: User) -> dict[str, str] | None:
    """Return the submitted data with the recipient added, or `None` if nothing was submitted."""
    return request.POST.dict() | {"to": f"@{other.username}"} if request.method == "POST" else None


def _sent(form: MessageForm, sender: User) -> list[User]:
    """Send the message and return its recipients.

    If it cannot be sent, add the error to the form and return an empty list.
    """
    given = form.cleaned_data
    try:
        recipients = messages.recipients_of(given["to"])
        messages.send(sender=sender, recipients=recipients, text=given["text"], mage=given["mage"])
    except ValidationError as error:
        form.add_error(None, error)
        return []
    return recipients


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="block")
def blocks(request: UserRequest) -> HttpResponse:
    """Show the users whom the user has blocked or muted, and a form for blocking another."""
    form = BlockForm(request.POST or None)
    if form.is_valid():
        try:
            [other] = messages.recipients_of(form.cleaned_data["name"])
            _do(request, other)
            return redirect("blocks")
        except ValidationError as error:
            form.add_error("name", error)
    page = Paginator(blocks_of(request.user), BLOCKS_OF_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/blocks.html", {"form": form, "page": page})


@login_required
@require_POST
@rate_limit(action="block")
def block(request: UserRequest, username: str) -> HttpResponse:
    """Block, mute or unblock a user, depending on the parameter `do`."""
    try:
        _do(request, _user_or_404(username))
    except ValidationError as error:
        notes.error(request, " ".join(error.messages))
    return redirect(next_address(request, default=resolve_url("blocks")))


def _do(request: UserRequest, other: User) -> None:
    match request.POST.get("do"):
        case "block" | "mute" as what:
            blocking.block(user=request.user, other=other, mutes_only=what == "mute")
        case "unblock" as what:
            blocking.unblock(user=request.user, other=other)
        case _:
            raise ValidationError(_("Choose whether to block, mute or unblock."))
    text = (DONE_TO_GUEST if other.is_guest else DONE)[what]
    notes.success(request, text % {"name": other.username})


def _user_or_404(username: str) -> User:
    user = user_named(username)
    if user is None:
        raise Http404(_("There is no such user."))
    return user
