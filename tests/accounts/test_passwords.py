import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts.models import User


@pytest.mark.parametrize(
    ("password", "english", "german"),
    [
        ("gyx4-Qa", "Use at least 8 characters.", "Nimm mindestens 8 Zeichen."),
        ("password1", "too common", "zu häufig"),
        ("8351902746", "only digits", "nur aus Ziffern"),
        ("morgana-lefay", "too similar to your username", "deinem Benutzernamen"),
    ],
)
def test_a_refused_password_comes_with_advice_in_both_languages(password, english, german):
    user = User(username="morgana.lefay")
    for language, told in (("en", english), ("de", german)):
        with translation.override(language), pytest.raises(ValidationError) as refused:
            validate_password(password, user)
        assert [told in text for text in refused.value.messages] == [True]
