import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from wavinghands.web.after_response import AfterResponseMiddleware, after_response


@pytest.mark.django_db  # closing a response closes old connections
def test_a_callback_runs_when_the_response_is_closed():
    calls = []

    def view(request):
        after_response(request, lambda: calls.append("after"))
        return HttpResponse()

    response = AfterResponseMiddleware(view)(RequestFactory().get("/"))
    assert calls == []
    response.close()
    assert calls == ["after"]


def test_a_callback_without_a_request_runs_at_once():
    calls = []
    after_response(None, lambda: calls.append("now"))
    assert calls == ["now"]
