"""What a service refuses stands in the form that asked for it."""

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError

Gain = TypeVar("Gain")


def or_error(form: forms.BaseForm, service: Callable[..., Gain], **given: object) -> Gain | None:
    """What the service gives; or nothing, and its refusal stands in the form."""
    try:
        return service(**given)
    except ValidationError as error:
        form.add_error(None, error)
        return None
