"""What a line completes and leads to is what the book says."""

from duels.explorer import hands
from wavinghands import engine


def test_a_pattern_of_one_hand_is_completed_by_whichever_hand_has_made_it():
    assert hands.completed("classic", "DNFNPN") == ["paralysis"] or hands.completed("classic", "FNFNFN") == [
        "paralysis"
    ]
    assert "paralysis" in hands.completed("classic", "NFNFNF")


def test_the_gestures_of_both_hands_are_seen_as_such():
    assert hands.completed("classic", "CCWW") == ["magic_mirror"]
    assert hands.completed("classic", "CNWW") == []


def test_both_palms_are_a_surrender_and_no_shield():
    assert hands.is_surrender("PP")
    assert hands.completed("classic", "PP") == []
    assert hands.completed("classic", "NP") == ["shield"]


def test_every_first_pattern_of_each_book_is_completed_by_its_gestures():
    for book in engine.BOOKS:
        for row in engine.book_table(book):
            pattern = row["gestures"][0]
            line = "".join(letter.upper() * 2 if letter.islower() else f"N{letter}" for letter in pattern)
            assert row["slug"] in hands.completed(book, line), (book, row["slug"])


def test_a_line_leads_to_what_wants_the_fewest_gestures_first():
    found = hands.leads("classic", "NDNP")
    assert [lead.rest for lead in found] == sorted(lead.rest for lead in found)
    assert hands.Lead("amnesia", 1) in found
    assert hands.leads("classic", "") == []
