"""Reasons why some orders are better than others, as a few facts that beginners can use."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.advising import Castings, Plan, Reply, castings_of, halts_of, plans_of, stops, vain_in, wards_of
from wavinghands.search.evaluation import deadly, fear, promise, resources_in, resources_of
from wavinghands.search.spells import CAST, GUARDS, TURNS_BACK

MOST: Final = 3
"""Maximum number of facts: more would not help."""
LIKELY: Final = 0.1
"""Minimum probability of a reply that may serve as a reason."""
NEAR: Final = 3
"""A hand leads to a spell only if at most this many gestures remain."""
BEGUN: Final = 2
"""A hand leads to a spell only if it has made this many gestures or just one remains."""
USUAL: Final = 0.5
"""Minimum probability of being stopped for a spell to count as wasted."""

Replies = Sequence[tuple[Mapping[str, engine.Orders], float]]


def explanations(
    duel: engine.Duel, name: str, best: engine.Orders, done: engine.Orders, replies: Replies
) -> list[Json]:
    """Return the facts that favour the orders `best` over `done`, the most important first.

    `duel` is as this wizard knows it; `replies` are the opponent's possible orders with their probabilities. Each fact
    is an object with a `kind`:

    - "unanswered": a `spell` of the opponent (`by`, `hand`, probability `share`) that `stopper` would have stopped;
    - "struck": monsters (`by`) that `stopper` would have kept off;
    - "opened": a deadly `spell` (`by`, lacking `more` gestures) against which no answer is left;
    - "missed": a `spell` that `best` casts (`hand`, `target`);
    - "leads": a `spell` that `best` works towards (`hand`, `more`);
    - "wasted": a `hand` that did nothing, or the `spell` it cast and the wizard (`by`) likely to stop it;
    - "undone": a `spell` (`hand`) defeated by the wizard's own `stopper`.
    """
    likely = [(_reply(duel, reply), share) for reply, share in replies if share >= LIKELY and reply]
    cast, made = castings_of(duel, name, best), castings_of(duel, name, _completed(duel, name, done))
    facts = [
        *_unanswered(duel, name, cast, made, likely),
        *_struck(duel, name, (best, cast), (done, made)),
        *_opened(duel, name, best, done, replies),
        *_missed(cast, made),
        *_wasted(duel, name, done, made, likely),
        *_leads(duel, name, best, done, {casting.spell.slug for casting in cast}),
    ]
    return list(islice(_once(facts), MOST))


def _once(facts: Iterable[Json]) -> Iterator[Json]:
    """Yield these facts, but each only once if it is the same for both hands."""
    told = set()
    for fact in facts:
        about = fact["kind"], fact.get("spell", fact.get("hand")), str(fact.get("by"))
        if about not in told:
            told.add(about)
            yield fact


def _reply(duel: engine.Duel, orders: Mapping[str, engine.Orders]) -> Reply:
    ((by, given),) = orders.items()
    return Reply(by, castings_of(duel, by, given), orders)


def _completed(duel: engine.Duel, name: str, orders: engine.Orders) -> engine.Orders:
    """Return `orders`, or orders with the same gestures that also name the spells if `orders` leaves them open."""
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
    """Return the first of `castings` that stops the spell or attack `what`."""
    found = (casting.spell.slug for casting in castings if stops(duel, name, (casting,), what, whose))
    return {"stopper": next(found, "")}


def _struck(
    duel: engine.Duel, name: str, best: tuple[engine.Orders, Castings], done: tuple[engine.Orders, Castings]
) -> Iterator[Json]:
    """Yield the monsters that `best` keeps off and `done` does not, grouped by the spell that stops them."""
    kept, struck = [*halts_of(duel, name, *done)], dict[str, list[str]]()
    for monster in halts_of(duel, name, *best):
        if monster not in kept:
            struck.setdefault(_stopper(duel, name, best[1], "monster", monster)["stopper"], []).append(monster)
    for stopper, monsters in struck.items():
        yield {"kind": "struck", "by": monsters, "stopper": stopper}


def _opened(duel: engine.Duel, name: str, best: engine.Orders, done: engine.Orders, replies: Replies) -> Iterator[Json]:
    """Yield the deadly spell that cannot be stopped any more after `done`, but could be after `best`."""
    reply = replies[0][0]
    after, better = (engine.branch(duel, {name: orders, **reply}) for orders in (done, best))
    if after.result is None and after.wizard(name).stands and _fear(after, name) and not _fear(better, name):
        everybody = resources_in(after)
        more = deadly(after.lexicon, resources_of(everybody, name), everybody)
        yield {"kind": "opened", "spell": "finger_of_death", "by": duel.enemy_of(name), "more": more}


def _fear(duel: engine.Duel, name: str) -> bool:
    """Return whether a deadly spell is under way that this wizard cannot stop."""
    if duel.result is not None or not duel.wizard(name).stands:
        return False
    everybody = resources_in(duel)
    feared = fear(duel.lexicon, resources_of(everybody, name), everybody)
    return bool(feared) and not feared.endswith("answered")


def _missed(cast: Castings, made: Castings) -> Iterator[Json]:
    done = {casting.spell.slug for casting in made}
    for hand, spell, target in sorted(cast, key=lambda casting: -CAST.get(casting.spell.slug, 0.0)):
        if spell.slug not in done | GUARDS | TURNS_BACK:
            yield {"kind": "missed", "spell": spell.slug, "hand": hand, "target": target}


def leads_of(duel: engine.Duel, name: str, orders: engine.Orders) -> Iterator[tuple[str, Plan]]:
    """Yield pairs of a hand and the spell that these orders work towards, if most of its gestures are made."""
    return plans_of(duel, name, orders, _is_on_its_way)


def _is_on_its_way(made: int, rest: int) -> bool:
    return rest == 1 or (rest <= NEAR and made >= BEGUN)


def _leads(
    duel: engine.Duel, name: str, best: engine.Orders, done: engine.Orders, cast: Collection[str]
) -> Iterator[Json]:
    kept = {plan.spell: len(plan.missing) for _, plan in plans_of(duel, name, done)}
    plans = [(hand, plan.spell, len(plan.missing)) for hand, plan in leads_of(duel, name, best)]
    for hand, spell, more in sorted(plans, key=lambda plan: -promise(plan[1], plan[2])):
        if spell not in cast and kept.get(spell, more + 1) > more:
            yield {"kind": "leads", "spell": spell, "hand": hand, "more": more}


def _wasted(
    duel: engine.Duel, name: str, done: engine.Orders, made: Castings, replies: Sequence[tuple[Reply, float]]
) -> Iterator[Json]:
    foe = duel.enemy_of(name)
    for hand, spell, target in made:
        stopping = sum(share for reply, share in replies if stops(duel, reply.by, reply.castings, spell.slug, reply.by))
        if target == foe and stopping >= USUAL:
            yield {"kind": "wasted", "hand": hand, "spell": spell.slug, "by": foe}
    for vain, other in vain_in(duel, made):
        yield {"kind": "undone", "hand": vain.hand, "spell": vain.spell.slug, "stopper": other.spell.slug}
    busy = {casting.hand for casting in made} | {hand for hand, _ in plans_of(duel, name, done)}
    for hand, gesture in (("left", done.left), ("right", done.right)):
        if gesture != ">" and not busy & {hand, "both"}:
            yield {"kind": "wasted", "hand": hand}
