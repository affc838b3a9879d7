"""Reasons why some orders are better than others, stated as facts that beginners understand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.advising import (
    HANDS,
    Castings,
    Plan,
    Reply,
    castings_of,
    halts_of,
    plans_of,
    stops,
    vain_in,
    wards_of,
)
from wavinghands.search.dangers import (
    can_begin,
    cures,
    interrupters,
    nearest,
    sicknesses_of,
    simulate,
    slack,
    slayers,
    wards,
)
from wavinghands.search.evaluation import FAR, answers, deadly, promise, resources_in, resources_of
from wavinghands.search.spells import CAST, GUARDS, TURNS_BACK
from wavinghands.search.verdict import grouped

MOST: Final = 3
"""The maximum number of facts. More would not help."""
LIKELY: Final = 0.1
"""The minimum probability of a reply that may serve as a reason."""
NEAR: Final = 3
"""A hand leads to a spell only if the spell needs at most this many more gestures."""
BEGUN: Final = 2
"""A hand leads to a spell only if it has made this many of the gestures, or if only one remains."""
USUAL: Final = 0.3
"""The minimum probability of being stopped at which a spell counts as wasted."""

Replies = Sequence[tuple[Mapping[str, engine.Orders], float]]


def explanations(
    duel: engine.Duel, name: str, best: engine.Orders, done: engine.Orders, replies: Replies, after: engine.Duel
) -> list[Json]:
    """Return the facts that favour the orders `best` over `done`, most important first.

    `duel` is the duel as this wizard knows it. `replies` are the opponent's likely orders with their probabilities.
    `after` is the duel after the round as it was played. Each fact is an object with a `kind`. Facts about the opponent
    are forecasts: `share` is their probability, and `came` says whether they came true. A "wasted" spell that was
    never cast has no `came`.

    - "incurable": a sickness (`spell`) that cannot be cured in time after `done`, and the `cure` that `best` prepares,
      if any;
    - "unanswered": a `spell` of the opponent (`by`, `hand`) that `stopper` would have stopped;
    - "struck": monsters (`by`) that `stopper` would have kept off; it has no `share`;
    - "opened": a deadly `spell` (`by`) against which no answer would be left;
    - "missed": a `spell` that only `best` casts (`hand`, `target`), and the sickness of this wizard that it `cures`, if
      any;
    - "aimed": a `spell` that `best` aims at another `target` (`hand`);
    - "leads": a `spell` that `best` works towards (`hand`, `more`);
    - "wasted": a free `hand` whose gesture led nowhere (`idle` if it made none), or the `spell` it cast and the wizard
      (`by`) who was likely to stop it;
    - "undone": a `spell` (`hand`) that the wizard's own `stopper` makes pointless.
    """
    groups = grouped(replies)
    probable = [reply for alike, share in groups if share >= LIKELY for reply in alike]
    likely = [(_reply(duel, reply), share) for reply, share in replies if reply and reply in probable]
    cast, made = castings_of(duel, name, best), castings_of(duel, name, _completed(duel, name, done))
    threats = [
        *_incurable(duel, name, best, done, groups[0][0]),
        *_unanswered(duel, name, cast, made, likely),
        *_struck(duel, name, (best, cast), (done, made)),
        *_opened(duel, name, best, done, likely),
    ]
    missed = [*_missed(duel, name, cast, made)]
    facts = [
        *(fact for fact in missed if "cures" in fact),
        *threats,
        *(fact for fact in missed if not _is_covered(fact, threats)),
        *(fact for fact in _wasted(duel, name, done, (cast, made), likely) if not _is_forced(fact, name, after)),
        *_leads(duel, name, best, done, cast),
    ]
    return [_with_outcome(fact, name, after) for fact in islice(_once(facts), MOST)]


def _is_forced(fact: Json, name: str, after: engine.Duel) -> bool:
    """Return whether a fact blames a hand for a gesture that was forced by a mind spell."""
    assert after.last is not None
    return "spell" not in fact and fact["hand"] in after.last.gestures[name].forced


def _with_outcome(fact: Json, name: str, after: engine.Duel) -> Json:
    """Return the fact and, if it is a forecast, add the field `came`: whether the forecast came true."""
    spell, by = fact.get("spell"), fact.get("by")
    match fact["kind"]:
        case "unanswered":
            came = _happened(after, "cast", caster=by, spell=spell)
        case "struck":
            came = any(_happened(after, "damage", subject=name, by=monster) for monster in fact["by"])
        case "opened":
            came = _fear(after, name) or not after.wizard(name).stands
        case "wasted" if spell and _happened(after, "cast", caster=name, spell=spell):
            came = any(_happened(after, end, caster=name, spell=spell) for end in ("fails", "reflected"))
        case _:
            return fact
    return fact | {"came": came}


def _happened(after: engine.Duel, kind: str, **facts: object) -> bool:
    (played,) = engine.view(after, engine.EVERYTHING, since=after.number - 1)["rounds"]
    return any(event["type"] == kind and facts.items() <= event.items() for event in played["events"])


def _once(facts: Iterable[Json]) -> Iterator[Json]:
    """Yield these facts, except those that differ from an earlier one only in the hand."""
    seen = set()
    for fact in facts:
        about = fact["kind"], fact.get("spell", fact.get("hand")), str(fact.get("by"))
        if about not in seen:
            seen.add(about)
            yield fact


def _reply(duel: engine.Duel, orders: Mapping[str, engine.Orders]) -> Reply:
    ((by, given),) = orders.items()
    return Reply(by, castings_of(duel, by, given), orders)


def _completed(duel: engine.Duel, name: str, orders: engine.Orders) -> engine.Orders:
    """Return `orders`, completed with the spells that their gestures cast.

    The result is the one of the wizard's sensible orders that has the same gestures and agrees most with `orders`. If
    there is none, return `orders` itself.
    """
    pair = orders.left, orders.right
    alike = [
        engine.orders_for(duel, name, candidate)
        for candidate in engine.candidates(duel, name)
        if candidate.pair == pair
    ]
    return max(alike, key=lambda other: _agreement(orders, other), default=orders)


def _agreement(one: engine.Orders, other: engine.Orders) -> int:
    tables = (one.cast, other.cast), (one.target, other.target)
    return sum(len(said.items() & meant.items()) for said, meant in tables)


def _unanswered(
    duel: engine.Duel, name: str, cast: Castings, made: Castings, replies: Sequence[tuple[Reply, float]]
) -> Iterator[Json]:
    shares: dict[tuple[str, str, str], float] = {}
    for reply, share in replies:
        for ward in set(wards_of(duel, name, cast, [reply])) - set(wards_of(duel, name, made, [reply])):
            shares[ward] = shares.get(ward, 0.0) + share
    for (by, hand, spell), share in sorted(shares.items(), key=lambda it: -it[1] * CAST.get(it[0][2], 0.0)):
        stopper = _stopper(duel, name, cast, spell, name)
        yield {"kind": "unanswered", "spell": spell, "by": by, "hand": hand, "share": round(share, 2)} | stopper


def _stopper(duel: engine.Duel, name: str, castings: Castings, what: str, whose: str) -> Json:
    """Return the first of `castings` that stops `what`, a spell or a kind of attack, as a field of a fact."""
    found = (casting.spell.slug for casting in castings if stops(duel, name, (casting,), what, whose))
    return {"stopper": next(found, "")}


def _struck(
    duel: engine.Duel, name: str, best: tuple[engine.Orders, Castings], done: tuple[engine.Orders, Castings]
) -> Iterator[Json]:
    """Yield the monsters that `best` stops and `done` does not, grouped by the spell that stops them."""
    kept, struck = [*halts_of(duel, name, *done)], dict[str, list[str]]()
    for monster in halts_of(duel, name, *best):
        if monster not in kept:
            struck.setdefault(_stopper(duel, name, best[1], "monster", monster)["stopper"], []).append(monster)
    for stopper, monsters in struck.items():
        yield {"kind": "struck", "by": monsters, "stopper": stopper}


def _incurable(
    duel: engine.Duel,
    name: str,
    best: engine.Orders,
    done: engine.Orders,
    replies: Sequence[Mapping[str, engine.Orders]],
) -> Iterator[Json]:
    """Yield each sickness that can be cured in time after `best`, but not after `done`.

    Both must be true for each hand that the opponent may paralyse. `replies` contains the opponent's likeliest orders,
    once for each of these hands.
    """
    worse, better = ([simulate(duel, {name: orders, **reply}) for reply in replies] for orders in (done, best))
    lost = frozenset.intersection(*(_incurable_sicknesses(after, name) for after in worse))
    for slug in sorted(lost.difference(*(_incurable_sicknesses(after, name) for after in better))):
        cure, *others = (_cure_in_time(after, name, slug) for after in better)
        yield {"kind": "incurable", "spell": slug} | (cure if all(other == cure for other in others) else {})


def _cure_in_time(after: engine.Duel, name: str, sickness: str) -> Json:
    """Return the nearest cure under way that would come in time, as a field of a fact.

    The result is empty if there is no such cure.
    """
    wizard, ends = after.wizard(name), cures(after.lexicon, sickness)
    left = wizard.effects[sickness].left if sickness in wizard.effects else None
    begun = (
        found for woven in wizard.woven for found in engine.under_way(after.lexicon, engine.live(after.lexicon, woven))
    )
    in_time = [(rest, spell) for spell, rest in begun if spell in ends and left is not None and rest <= left]
    return {"cure": min(in_time)[1]} if in_time else {}


def _incurable_sicknesses(after: engine.Duel, name: str) -> frozenset[str]:
    wizard = after.wizard(name)
    if after.result is not None or not wizard.stands:
        return frozenset()
    hands = resources_of(resources_in(after), name).hands
    sick = sicknesses_of(after.lexicon, wizard)
    return frozenset(each.slug for each in sick if slack(after.lexicon, hands, each) < 0)


def _opened(
    duel: engine.Duel, name: str, best: engine.Orders, done: engine.Orders, replies: Sequence[tuple[Reply, float]]
) -> Iterator[Json]:
    """Yield the deadly spells that the wizard can still stop after `best`, but not after `done`."""
    shares: dict[str, float] = {}
    for reply, share in replies:
        after, better = (simulate(duel, {name: orders, **reply.orders}) for orders in (done, best))
        if after.result is None and after.wizard(name).stands and _fear(after, name) and not _fear(better, name):
            spell = _nearest_deadly_spell(after, name)
            shares[spell] = shares.get(spell, 0.0) + share
    for spell, share in shares.items():
        yield {"kind": "opened", "spell": spell, "by": duel.enemy_of(name), "share": round(share, 2)}


def _nearest_deadly_spell(duel: engine.Duel, name: str) -> str:
    lexicon = duel.lexicon
    others = [other.hands for other in resources_in(duel) if other.wizard.name != name]
    return min(slayers(lexicon), key=lambda slug: min(nearest(lexicon, hands, frozenset({slug})) for hands in others))


def _fear(duel: engine.Duel, name: str) -> bool:
    """Return whether a deadly spell is so near that even an answer begun now would come too late."""
    if duel.result is not None or not duel.wizard(name).stands:
        return False
    lexicon, everybody = duel.lexicon, resources_in(duel)
    mine = resources_of(everybody, name)
    far = deadly(lexicon, mine, everybody)
    if far > FAR or answers(lexicon, mine.hands, far):
        return False
    return not can_begin(lexicon, wards(lexicon, slayers(lexicon)), far) and not can_begin(
        lexicon, interrupters(lexicon), far - 1
    )


def _missed(duel: engine.Duel, name: str, cast: Castings, made: Castings) -> Iterator[Json]:
    """Yield the spells of the best orders that were not cast, or were cast at another target."""
    done = {casting.spell.slug: casting.target for casting in made}
    for casting in sorted(cast, key=lambda casting: -CAST.get(casting.spell.slug, 0.0)):
        slug, target = casting.spell.slug, casting.target
        fact = {"spell": slug, "hand": casting.hand, "target": target}
        if slug not in done:
            yield {"kind": "missed"} | fact | _cured(duel, name, casting)
        elif done[slug] != target and target not in (casting.target for casting in made):
            yield {"kind": "aimed"} | fact


def _cured(duel: engine.Duel, name: str, casting: engine.Casting) -> Json:
    """Return the sickness of this wizard that a spell cures, as a field of a fact.

    The result is empty if the spell cures none.
    """
    sick = sicknesses_of(duel.lexicon, duel.wizard(name)) if name == casting.target or casting.spell.blanket else ()
    return next(({"cures": each.slug} for each in sick if casting.spell.slug in cures(duel.lexicon, each.slug)), {})


def _is_covered(fact: Json, facts: Sequence[Json]) -> bool:
    """Return whether this fact is a missed defence, and `facts` already name what it would have stopped."""
    return fact["kind"] == "missed" and fact["spell"] in GUARDS | TURNS_BACK and bool(facts)


def leads_of(duel: engine.Duel, name: str, orders: engine.Orders) -> Iterator[tuple[str, Plan]]:
    """Yield each hand with the spell that these orders continue.

    A spell is left out unless one more gesture completes it, or it has `BEGUN` gestures and needs at most `NEAR` more.
    """
    return plans_of(duel, name, orders, _is_on_its_way)


def _is_on_its_way(made: int, rest: int) -> bool:
    return rest == 1 or (rest <= NEAR and made >= BEGUN)


def _leads(duel: engine.Duel, name: str, best: engine.Orders, done: engine.Orders, cast: Castings) -> Iterator[Json]:
    """Yield the spells that `best` brings closer to completion than `done` does.

    Hands that cast a spell, or make the same gesture in `best` and `done`, are left out.
    """
    kept = {plan.spell: len(plan.missing) for _, plan in plans_of(duel, name, done)}
    same = {hand for hand in HANDS if getattr(best, hand) == getattr(done, hand)}
    busy = {hand for casting in cast for hand in (HANDS if casting.hand == "both" else (casting.hand,))}
    plans = [(hand, plan.spell, len(plan.missing)) for hand, plan in leads_of(duel, name, best)]
    for hand, spell, more in sorted(plans, key=lambda plan: -promise(plan[1], plan[2])):
        if hand not in same | busy and kept.get(spell, more + 1) > more:
            yield {"kind": "leads", "spell": spell, "hand": hand, "more": more}


def _wasted(
    duel: engine.Duel,
    name: str,
    done: engine.Orders,
    castings: tuple[Castings, Castings],
    replies: Sequence[tuple[Reply, float]],
) -> Iterator[Json]:
    foe, (best, made) = duel.enemy_of(name), castings
    kept = {casting.spell.slug for casting in best}
    for hand, spell, target in made:
        stopping = sum(share for reply, share in replies if stops(duel, reply.by, reply.castings, spell.slug, reply.by))
        if target == foe and stopping >= USUAL and spell.slug not in kept:
            yield {"kind": "wasted", "hand": hand, "spell": spell.slug, "by": foe, "share": round(stopping, 2)}
    for vain, other in vain_in(duel, made):
        yield {"kind": "undone", "hand": vain.hand, "spell": vain.spell.slug, "stopper": other.spell.slug}
    busy = {casting.hand for casting in made} | {hand for hand, _ in plans_of(duel, name, done)}
    for hand, gesture in (("left", done.left), ("right", done.right)):
        if gesture != ">" and not busy & {hand, "both"}:
            yield {"kind": "wasted", "hand": hand} | ({"idle": True} if gesture == "-" else {})
