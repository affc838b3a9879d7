"""Forms for the engine's requests for orders and answers, for browsers without JavaScript.

The request determines the fields. Fields left at "default" are not included in the orders, so that the engine's
defaults apply. The engine ignores choices for gestures that are not made.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from duels.models import Line
from duels.play.tables import at, put
from duels.wording.gestures import NAMES
from wavinghands.engine import Json

Choices = list[tuple[str, str]]

HANDS = ("left", "right")
SLOTS = (*HANDS, "both")


class OrdersForm(forms.Form):
    """A form for orders: gestures, spells, targets, monsters' attacks and answers.

    `asked` is the engine's request, and `sealed` contains the orders that have already been submitted, or is `None`.
    """

    def __init__(self, asked: Json, given: Any = None, sealed: Json | None = None) -> None:
        super().__init__(given)
        self.asked = asked
        self.fields["round"] = forms.IntegerField(widget=forms.HiddenInput, initial=asked["round"])
        self.fields.update(_pair_fields(asked, asked["hands"], _offered(asked["completes"]), ""))
        if second := asked["second"]:
            self.fields.update(_pair_fields(asked, second["hands"], _offered_second(second["completes"]), "second."))
        self.fields.update(_other_fields(asked))
        self.fields.update(_question_fields(asked["questions"]))
        self.fields["say"] = forms.CharField(label=_("Message to everyone"), required=False, max_length=Line.LONGEST)
        self.fields["surrender"] = forms.BooleanField(label=_("Two palms: I surrender"), required=False)
        self.initial = _as_sealed(self.fields, asked, sealed or {})

    def clean(self) -> Json:
        """Require the user to confirm a surrender, which is made by showing two palms."""
        pairs = [{self.cleaned_data.get(f"{pair}{hand}") for hand in HANDS} for pair in ("", "second.")]
        if {"P"} in pairs and not self.cleaned_data.get("surrender"):
            self.add_error(
                "surrender", _("Showing both palms means you surrender. Confirm your surrender, or change one gesture.")
            )
        return self.cleaned_data

    def orders(self) -> Json:
        """Return the orders in the format of duel records, without the fields left at "default"."""
        orders: Json = {}
        for path, value in self._chosen():
            put(orders, path, value)
        return orders | _answers(self.asked["questions"], self.cleaned_data)

    def _chosen(self) -> Iterator[tuple[list[str], Any]]:
        for name, value in self.cleaned_data.items():
            if value and _is_order(name):
                yield _path(name, self.asked), value


def _is_order(name: str) -> bool:
    return name not in ("round", "surrender") and not name.startswith("question.")


def _path(name: str, asked: Json) -> list[str]:
    """Return the path of a field's value in the orders.

    The fields for monsters are numbered, because monsters may have any name.
    """
    *before, field, last = ["", *name.split(".")]
    if field != "attack":
        return [step for step in (*before, field, last) if step]
    return [*(step for step in before if step), "attack", asked["monsters"][int(last)]["ref"]]


def _as_sealed(fields: Iterable[str], asked: Json, sealed: Json) -> Json:
    """Return the initial values of these form fields, taken from the sealed orders."""
    values = {name: at(sealed, _path(name, asked)) for name in fields if _is_order(name)}
    return {
        name: value for name, value in (values | _answered(asked["questions"], sealed)).items() if value is not None
    }


class AnswersForm(forms.Form):
    """A form for answers to the questions that follow the reveal."""

    def __init__(self, asked: Json, given: Any = None, sealed: Json | None = None) -> None:
        super().__init__(given, initial=_answered(asked["questions"], sealed or {}))
        self.asked = asked
        self.fields["round"] = forms.IntegerField(widget=forms.HiddenInput, initial=asked["round"])
        self.fields.update(_question_fields(asked["questions"]))

    def answers(self) -> Json:
        return _answers(self.asked["questions"], self.cleaned_data)


# Hands ----------------------------------------------------------------------------------------------------------------


def _pair_fields(asked: Json, hands: Json, offered: Mapping[str, Choices], prefix: str) -> Iterator[tuple[str, Any]]:
    for hand in HANDS:
        yield f"{prefix}{hand}", _gesture_field(hands[hand], _hand_label(hand, prefix))
    for slot in SLOTS:
        if offered[slot]:
            yield f"{prefix}cast.{slot}", _choice(_cast_label(slot, prefix), offered[slot])
        if offered[slot] or slot != "both":
            yield f"{prefix}target.{slot}", _choice(_target_label(slot, prefix), _beings(asked))


def _gesture_field(hand: Json, label: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_gestures(hand["gestures"]), initial=hand["default"])


def _gestures(letters: Iterable[str]) -> Choices:
    return [(letter, f"{letter.replace('-', '–')} {NAMES[letter]}") for letter in letters]


def _offered(completes: Json) -> dict[str, Choices]:
    """Return the form choices for the spells that one or both hands can complete in this round.

    Each label names the spell and the gesture that completes it.
    """
    return {
        slot: [
            (spell["spell"], _("%(spell)s, with %(gesture)s") % {"spell": spell["name"], "gesture": gesture})
            for gesture, spells in completes[slot].items()
            for spell in spells
        ]
        for slot in SLOTS
    }


def _offered_second(completes: Json) -> dict[str, Choices]:
    """Return the form choices for the second pair of gestures.

    They are the spells that this pair can complete after one or more of the possible first pairs.
    """
    found: dict[str, Choices] = {}
    for slot in SLOTS:
        tables = [_offered({**{key: {} for key in SLOTS}, slot: after})[slot] for after in completes[slot].values()]
        found[slot] = list(dict.fromkeys(choice for table in tables for choice in table))
    return found


def _beings(asked: Json) -> Choices:
    return [(being["ref"], being["name"]) for being in asked["targets"]] + [
        (ref, _("%(name)s, dead") % {"name": ref}) for ref in asked["corpses"]
    ]


def _choice(label: str, choices: Choices) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[("", _("default")), *choices])


def _hand_label(hand: str, prefix: str) -> str:
    if prefix:
        return _("Left hand, second pair of gestures") if hand == "left" else _("Right hand, second pair of gestures")
    return _("Left hand") if hand == "left" else _("Right hand")


def _cast_label(slot: str, prefix: str) -> str:
    labels = {"left": _("Left hand’s spell"), "right": _("Right hand’s spell"), "both": _("Spell for both hands")}
    return _("%(field)s, second pair") % {"field": labels[slot]} if prefix else labels[slot]


def _target_label(slot: str, prefix: str) -> str:
    labels = {"left": _("Left hand: target"), "right": _("Right hand: target"), "both": _("Both hands: target")}
    return _("%(field)s, second pair") % {"field": labels[slot]} if prefix else labels[slot]


# Monsters, banked spells, questions -----------------------------------------------------------------------------------


def _attack_fields(asked: Json) -> Iterator[tuple[str, forms.Field]]:
    names = {being["ref"]: being["name"] for being in asked["targets"]}
    for number, monster in enumerate(asked["monsters"]):
        label = _("%(monster)s attacks") % {"monster": monster["name"]}
        victims = [(ref, names.get(ref, ref)) for ref in monster["targets"]]
        yield f"attack.{number}", _choice(label, victims)
        if "second" in monster:
            yield f"second.attack.{number}", _choice(_("%(field)s, second pair") % {"field": label}, victims)


def _other_fields(asked: Json) -> Iterator[tuple[str, forms.Field]]:
    yield from _attack_fields(asked)
    hands = [("left", _("left hand")), ("right", _("right hand")), ("both", _("both hands"))]
    if asked["delay"]:
        yield "delay", _choice(_("Delayed Effect stores the spell of"), hands)
    if asked["permanent"]:
        yield "permanent", _choice(_("Permanency applies to the spell of"), hands)
    if asked["fire"]:
        label = _("Release the stored %(spell)s") % {"spell": asked["fire"]["name"]}
        yield "fire", forms.BooleanField(label=label, required=False)


def _question_fields(questions: Iterable[Json]) -> Iterator[tuple[str, forms.Field]]:
    for number, question in enumerate(questions):
        name = f"question.{number}"
        if question["kind"] == "direct":
            hands = [(hand, _hand_label(hand, "")) for hand in question["hands"]]
            yield f"{name}.hand", _choice(question["text"], hands)
            yield f"{name}.gesture", _choice(_("Gesture to force"), _gestures(question["gestures"]))
        else:
            labels = [(str(at), label) for at, label in enumerate(question["labels"])]
            yield name, _question_field(question, labels)


def _question_field(question: Json, labels: Choices) -> forms.ChoiceField:
    default = question["default"]
    initial = str(question["choices"].index(default)) if default in question["choices"] else ""
    return forms.ChoiceField(
        label=question["text"], choices=[("", _("default")), *labels], initial=initial, required=False
    )


def _answered(questions: Iterable[Json], sealed: Json) -> Json:
    """Return the initial values of the question fields, taken from the sealed orders."""
    values: Json = {}
    for number, question in enumerate(questions):
        choice, name = at(sealed, question["field"]), f"question.{number}"
        if question["kind"] == "direct":
            led = {"hand": question["hands"][0], **choice} if choice and len(question["hands"]) == 1 else choice or {}
            values |= {f"{name}.{part}": value for part, value in led.items()}
        elif choice in question["choices"]:
            values[name] = str(question["choices"].index(choice))
    return values


def _led_by(question: Json) -> tuple[str, ...]:
    """Return the names of the values that a caster must choose for a charmed wizard.

    These are the gesture and, if both hands are possible, the hand. Otherwise, the answer must not contain a hand,
    because the engine would use it for the next charm.
    """
    return ("hand", "gesture") if len(question["hands"]) > 1 else ("gesture",)


def _answers(questions: Iterable[Json], cleaned: Mapping[str, Any]) -> Json:
    answers: Json = {}
    for number, question in enumerate(questions):
        if (choice := _answer(question, f"question.{number}", cleaned)) is not None:
            put(answers, question["field"], choice)
    return answers


def _answer(question: Json, name: str, cleaned: Mapping[str, Any]) -> Any:
    """Return the chosen value, or the default value if the field was left at "default".

    Return `None` if the answer is incomplete.
    """
    if question["kind"] == "direct":
        led = {part: cleaned[f"{name}.{part}"] for part in _led_by(question)}
        return led if all(led.values()) else None
    return question["choices"][int(cleaned[name])] if cleaned[name] else question["default"]
