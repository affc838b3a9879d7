from duels.explorer import hands
from wavinghands import engine


def test_either_hand_completes_a_one_handed_pattern():
    assert hands.completed("classic", "DNFNPN") == ["paralysis"] or hands.completed("classic", "FNFNFN") == [
        "paralysis"
    ]
    assert "paralysis" in hands.completed("classic", "NFNFNF")


def test_gestures_of_both_hands_are_recognized():
    assert hands.completed("classic", "CCWW") == ["magic_mirror"]
    assert hands.completed("classic", "CNWW") == []


def test_two_palms_are_a_surrender_and_not_a_shield():
    assert hands.is_surrender("PP")
    assert hands.completed("classic", "PP") == []
    assert hands.completed("classic", "NP") == ["shield"]


def test_every_first_pattern_of_each_book_is_completed():
    for book in engine.BOOKS:
        for row in engine.book_table(book):
            pattern = row["gestures"][0]
            line = "".join(letter.upper() * 2 if letter.islower() else f"N{letter}" for letter in pattern)
            assert row["slug"] in hands.completed(book, line), (book, row["slug"])


def test_a_line_leads_first_to_spells_with_the_fewest_gestures_left():
    found = hands.leads("classic", "NDNP")
    assert [lead.rest for lead in found] == sorted(lead.rest for lead in found)
    assert hands.Lead("amnesia", 1) in found
    assert hands.leads("classic", "") == []
