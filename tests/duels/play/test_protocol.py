"""Tests that WebSocket frames match docs/protocol.md."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from duels.play import protocol
from duels.wording.refusals import Code, Refused

TEXT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
DUEL = TEXT.partition("## The lobby")[0]
CLIENT, SERVER = ([json.loads(text) for text in re.findall(r"```json\n(.*?)```", part, re.DOTALL)] for part in (
    DUEL.partition("## Frames from the server")[0], DUEL.partition("## Frames from the server")[2]
))  # fmt: skip
OURS = {
    frame.__struct_config__.tag: frame
    for frame in (
        protocol.DuelFrame,
        protocol.RoundFrame,
        protocol.RevealFrame,
        protocol.WaitingFrame,
        protocol.Accepted,
        protocol.Entered,
        protocol.DraftFrame,
        protocol.RefusedFrame,
        protocol.Presence,
        protocol.Pong,
        protocol.Outdated,
        protocol.TalkFrame,
        protocol.LinesFrame,
    )
}


@pytest.mark.parametrize("example", CLIENT, ids=lambda example: example["type"])
def test_each_example_of_a_client_frame_is_decoded(example):
    assert protocol.decode(json.dumps(example)).id == example["id"]


@pytest.mark.parametrize("example", SERVER, ids=lambda example: example["type"])
def test_each_example_of_a_server_frame_has_the_fields_of_its_type(example):
    frame = OURS[example["type"]]
    sent = json.loads(protocol.encode(msgspec.convert(example, frame)))
    assert sent == example
    assert set(example) - {"type"} <= set(frame.__struct_fields__)


def test_every_type_of_frame_has_an_example():
    sent = {"orders", "answers", "plan", "withdraw", "draft", "forfeit", "talk", "guess", "sync", "ping"}
    assert {example["type"] for example in CLIENT} == sent
    assert {example["type"] for example in SERVER} == set(OURS)


def test_every_refusal_code_is_explained():
    explained = re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)
    assert set(explained) == set(Code.__args__)


@pytest.mark.parametrize("size", [protocol.LARGEST_FRAME + 1, 1_000_000])
def test_an_oversized_frame_is_refused_without_decoding_it(size):
    with pytest.raises(Refused) as refused:
        protocol.decode("[" * size)
    assert refused.value.code == "oversized"
    assert protocol.id_of("[" * size) == ""
