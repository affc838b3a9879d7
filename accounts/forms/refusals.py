"""Conversion of services' validation errors into form errors."""

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError

Gain = TypeVar("Gain")


def or_error(form: forms.BaseForm, service: Callable[..., Gain], **given: object) -> Gain | None:
    """Call the service and return its result.

    If it raises `ValidationError`, add the error to the form and return `None`.
    """
    try:
        return service(**given)
    except ValidationError as error:
        form.add_error(None, error)
        return None
