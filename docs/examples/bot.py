"""A bot for Waving Hands that plays at random (docs/api.md, "Bots").

WAVING_HANDS_TOKEN=wh_... python bot.py https://the.site [NAME ...]

It accepts challenges as they arrive and plays all of its duels at the same time. While it has no duel, it challenges
one of the mages or computer players that you name. It saves nothing: after a restart, the site sends it everything that
is waiting for it.
"""

import contextlib
import functools
import json
import os
import random
import sys
import time

import httpx

SITE, *RIVALS = sys.argv[1:] or ["http://localhost:8000"]
api = httpx.Client(base_url=f"{SITE}/api/v1", timeout=30)
api.headers["Authorization"] = "Bearer " + os.environ["WAVING_HANDS_TOKEN"]


def ask(method, path, **body):
    """Return the site's response, or {} if it rejects the request. While the site is unavailable, wait and retry."""
    while True:
        seconds = 2
        with contextlib.suppress(httpx.TransportError):
            answer = api.request(method, path, json=body or None)
            if answer.is_success:
                return answer.json()
            if answer.status_code != 429 and answer.status_code < 500:
                print("Refused:", method, path, answer.text, file=sys.stderr)
                return {} if answer.status_code != 401 else sys.exit(1)
            seconds = int(answer.headers.get("Retry-After", seconds))
        time.sleep(seconds)


def events():
    """Yield events as they happen, and None every few seconds. A new connection begins with the current state."""
    while True:
        with contextlib.suppress(httpx.TransportError), api.stream("GET", "/stream/events") as answer:
            if answer.is_success:
                yield from (json.loads(line or "null") for line in answer.iter_lines())
            time.sleep(int(answer.headers.get("Retry-After", 2)))
        yield None


def play(slug):
    """Submit what the duel is asking for: random gestures, but not two palms (a surrender), or the default answers."""
    while (now := ask("GET", f"/duels/{slug}/request")) and now["wizard"] in now["waiting"]:
        asked, given = now["request"], {}
        if asked["type"] == "orders":
            left, right = (random.choice(asked["hands"][hand]["gestures"]) for hand in ("left", "right"))
            given = {"left": left, "right": "-" if left == right == "P" else right}
        for question in asked["questions"] if asked["type"] == "answers" else ():
            place = functools.reduce(lambda place, name: place.setdefault(name, {}), question["field"][:-1], given)
            place[question["field"][-1]] = question["default"] or random.choice(question["choices"])
        if not ask("PUT", f"/duels/{slug}/{asked['type']}", round=asked["round"], **{asked["type"]: given}):
            return


def look_around():
    """Play the duels that are waiting, accept challenges until one fails, and challenge a rival if there is no duel."""
    challenges, duels = ask("GET", "/challenges"), ask("GET", "/duels/mine")  # a challenge may become a duel in between
    for slug in [it["slug"] for it in duels if it["waits"]]:
        play(slug)
    open_to_me = [it["token"] for it in challenges if it["may_accept"]]
    all(ask("POST", f"/challenges/{token}/accept") for token in open_to_me)
    if RIVALS and not duels and not open_to_me and not any(it["mine"] for it in challenges):
        ask("POST", "/challenges", audience="mage", named=[random.choice(RIVALS)], control="2m", friendly=True)


for event in events():
    if event:
        print(json.dumps(event), flush=True)
    play(event["slug"]) if event and event["type"] == "duel_waits" else look_around()
