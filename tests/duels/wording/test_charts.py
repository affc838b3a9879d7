from xml.etree import ElementTree

import pytest

from duels.wording.charts import Bar, Point, bar_chart, line_chart, steps_between

SVG = "{http://www.w3.org/2000/svg}"
POINTS = [Point(0, 1500, "first", 1150, 1850), Point(30, 1600, "second", 1400, 1800), Point(40, 1550)]


def drawn(svg):
    return ElementTree.fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def each(svg, tag):
    return list(drawn(svg).iter(SVG + tag))


def test_a_line_goes_through_its_points_from_edge_to_edge():
    svg = line_chart(POINTS, title="Rating")
    ((line,), grid) = each(svg, "polyline"), each(svg, "line")
    xs, ys = zip(*(map(float, point.split(",")) for point in line.get("points").split()), strict=True)
    assert (xs[1] - xs[0]) / (xs[2] - xs[0]) == pytest.approx(0.75)
    assert {it.get("x1") for it in grid} == {f"{xs[0]}%"}
    assert ys[1] < ys[2] < ys[0]


def test_the_numbers_of_a_scale_are_left_of_the_plot():
    svg = line_chart([Point(0, 0), Point(1, 90_000)], title="Duels")
    number = next(text for text in each(svg, "text") if text.text == "100,000")
    (left, *_), *_ = (line.get("x1").partition("%") for line in each(svg, "line"))
    assert float(number.get("x").rstrip("%")) < float(left)
    assert number.get("text-anchor") == "end"


def test_a_line_has_labelled_dots_unless_there_are_many_points():
    dots = each(line_chart(POINTS, title="Rating"), "circle")
    assert [dot.find(SVG + "title").text for dot in dots] == ["first", "second", "1550"]
    assert not each(line_chart([Point(x, x) for x in range(100)], title="Rating"), "circle")


def test_a_band_shows_the_uncertainty_of_a_line():
    (band,) = each(line_chart(POINTS, title="Rating"), "polygon")
    assert len(band.get("points").split()) == 4


@pytest.mark.parametrize("points", [[], POINTS[:1]])
def test_fewer_than_two_points_give_no_chart(points):
    assert line_chart(points, title="Rating") == ""


def test_a_constant_line_is_drawn():
    (line,) = each(line_chart([Point(1, 0), Point(1, 0)], title="Nothing", from_zero=True), "polyline")
    assert "nan" not in line.get("points")


def test_the_longest_bar_fills_the_width_and_parts_add_up():
    svg = bar_chart([Bar("Shield", (3, 1)), Bar("Fear", (1, 0))], title="Spells", kinds=("won", "lost"))
    widths = [rect.get("width") for rect in each(svg, "rect") if "part" in rect.get("class")]
    assert widths == ["75.00%", "25.00%", "25.00%", "0.00%"]


def test_a_chart_has_a_title_and_a_description_for_screen_readers():
    svg = drawn(bar_chart([Bar("Shield", (3,))], title="Spells & more", about="How often."))
    words = {element.get("id"): element.text for element in svg}
    assert svg.get("role") == "img"
    assert words[svg.get("aria-labelledby")] == "Spells & more"
    assert words[svg.get("aria-describedby")] == "How often."


def test_a_chart_has_no_inline_styles_and_escapes_its_texts():
    svg = line_chart(POINTS, title="R", ends=("<i>", "x")) + bar_chart([Bar("<b>", (1,))], title="B")
    assert "style" not in svg
    assert "<b>" not in svg
    assert "<i>" not in svg


@pytest.mark.parametrize(
    ("low", "high", "steps"),
    [
        (1432, 1790, [1400, 1500, 1600, 1700, 1800]),
        (0, 3, [0, 1, 2, 3]),
        (0, 0, [0, 1]),
        (0, 2, [0, 1, 2]),
        (-3, 4, [-4, -2, 0, 2, 4]),
    ],
)
def test_steps_are_round_numbers_that_cover_both_ends(low, high, steps):
    assert steps_between(low, high) == steps
