import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.explorer import lines
from tests.duels.finished import a_record
from wavinghands import engine

LETTERS = "CDFKNPSW"
pairs = st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS)), max_size=lines.ROUNDS)


@given(pairs)
def test_a_line_equals_its_mirror_image(made):
    assert lines.folded(made) == lines.folded([(right, left) for left, right in made])


@given(pairs)
def test_the_beginning_of_a_line_is_a_line(made):
    line = lines.folded(made)
    assert [lines.folded(made[:number]) for number in range(len(made) + 1)] == [
        line[: 2 * number] for number in range(len(made) + 1)
    ]


@given(pairs)
def test_a_line_survives_a_round_trip_through_its_address(made):
    line = lines.folded(made)
    assert lines.parsed(lines.in_address(line)) == line
    assert lines.parsed(",".join("".join(pair)[::-1] for pair in made)) == line


@pytest.mark.parametrize("odd", ["S", "SWP", "sw", "SW,", ",", "SW,X-", "SW;PP", "S W", "SW\n", ",".join(["SW"] * 9)])
def test_an_invalid_line_is_refused(odd):
    with pytest.raises(ValueError, match="is not a line"):
        lines.parsed(odd)


def test_hands_stay_distinguished_once_they_differ():
    assert lines.parsed("WS,PD") == lines.parsed("SW,DP") == "SWDP"
    assert lines.parsed("SW,PD") == "SWPD"
    assert lines.parsed("WW,PD") == "WWDP"


def test_the_lines_of_a_record_are_its_gestures():
    record = a_record("Black", "White")
    made = {"Black": [], "White": []}
    for duel in engine.replay(record):
        for name, pairs in made.items():
            pair = duel.last.gestures[name].pair
            pairs.append([{">": "K", "-": "N"}.get(gesture, gesture) for gesture in pair])
    assert lines.lines_of(record) == {name: lines.folded(pairs) for name, pairs in made.items()}
    assert len(lines.lines_of(record)["Black"]) == 2 * len(record["rounds"])


def played(*rounds, book="classic"):
    """Return the record of a duel with these rounds.

    In "SP WW", Black makes the gestures S and P, and White makes W and W.
    """
    duel = engine.start(book, [{"name": "Black", "gender": "x"}, {"name": "White", "gender": "x"}], seed=1)
    for gestures in rounds:
        hands = dict(zip(("Black", "White"), gestures.split(), strict=True))
        orders = {name: {"left": hands[name][0], "right": hands[name][1]} for name in duel.acting}
        duel = engine.play(duel, {name: engine.check_orders(duel, name, given) for name, given in orders.items()})
    return engine.dump(duel)


def test_a_line_is_no_longer_than_eight_rounds():
    record = played(*["SW WS"] * 10)
    assert lines.lines_of(record) == {"Black": "SW" * 8, "White": "SW" * 8}


def test_lines_end_where_wizards_act_out_of_step():
    time_stop = ["SW WF", "PD FW", "PF WF", "CC FW"]
    record = played(*time_stop, "DF FF")
    assert [entry["kind"] for entry in record["rounds"]] == ["normal"] * 4 + ["time_stop"]
    assert {len(line) for line in lines.lines_of(record).values()} == {2 * 4}


def test_letters_are_converted_back_to_the_gestures_of_records():
    assert lines.gestures_of("KN") == (">", "-")
