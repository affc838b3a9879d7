"""A bot that meets a challenge, or a wizard of the house, and plays that duel to its end: docs/api.md, "Bots".

WAVING_HANDS_TOKEN=wh_... python bot.py [https://the.site]
"""

import contextlib
import functools
import json
import os
import random
import sys

import httpx

SITE = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"
api = httpx.Client(base_url=f"{SITE}/api/v1", timeout=30)
api.headers["Authorization"] = "Bearer " + os.environ["WAVING_HANDS_TOKEN"]


def send(method, path, **body):
    """What the site answers, be it that this came too late (409); if it refuses, what is wrong is the last word."""
    answer = api.request(method, path, json=body)
    return answer.json() if answer.is_success or answer.status_code == 409 else sys.exit(answer.text)


def meet():
    """The duel that begins with the first challenge where bots may come; without one, with a wizard of the house."""
    for challenge in api.get("/challenges").raise_for_status().json():
        is_for_bots = challenge["may_accept"] and (challenge["to_me"] or challenge["terms"]["bots"])
        if is_for_bots and (duel := send("POST", f"/challenges/{challenge['token']}/accept").get("duel")):
            return duel
    return send("POST", "/house/tansy/duel", control="2m")["duel"]


def frames(duel):
    """What happens at the duel, line by line; when it is cut off, it comes back and misses nothing."""
    while True:
        with contextlib.suppress(httpx.TransportError), api.stream("GET", f"/stream/duels/{duel}") as stream:
            yield from (json.loads(line) for line in stream.raise_for_status().iter_lines() if line)


def play(duel, asked):
    """Give what is asked: of the gestures any but two palms, which surrender; the usual answer, or any if none is."""
    given = {}
    if asked["type"] == "orders":
        left, right = (random.choice(asked["hands"][hand]["gestures"]) for hand in ("left", "right"))
        given = {"left": left, "right": "-" if left == right == "P" else right}
    for question in asked["questions"] if asked["type"] == "answers" else ():
        place = functools.reduce(lambda place, name: place.setdefault(name, {}), question["field"][:-1], given)
        place[question["field"][-1]] = question["default"] or random.choice(question["choices"])
    send("PUT", f"/duels/{duel}/{asked['type']}", round=asked["round"], **{asked["type"]: given})


duel, met = meet(), None
for frame in frames(duel):
    if (asked := frame.get("request")) and asked != met:
        play(duel, met := asked)
    if result := frame.get("view", {}).get("result"):
        sys.exit(print(f"{SITE}/replay/{duel}/", json.dumps(result)))
