"""What a writer does with the jobs that wait for it, in whatever thread or process."""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from duels.play.actions import WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.transaction import Outcome, perform
from duels.wording.refusals import FAILED, Refused
from wavinghands.db.connections import refresh_connections

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100

Wanted = WizardAction | KeepDraft


class HasWanted(Protocol):
    """A job, whatever else is known of it."""

    @property
    def wanted(self) -> Wanted:
        """What is to be done."""


J = TypeVar("J", bound=HasWanted)


class Jobs(Generic[J]):
    """Jobs that wait, in order; while one thread takes some, another may put more."""

    def __init__(self) -> None:
        self._waiting: list[J] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, job: J) -> None:
        """Have a job wait after all others."""
        self._waiting.append(job)

    def slugs(self) -> set[str]:
        """At which duels something is wanted."""
        return {job.wanted.slug for job in self._waiting}

    def take(self) -> list[J]:
        """The next jobs: as drafts are kept after actions, none of who has wanted a draft to be kept before it."""
        taken, drafting = list[J](), set[tuple[str, str]]()
        for job in self._waiting[:MOST_AT_ONCE]:
            wanted = job.wanted
            if isinstance(wanted, KeepDraft):
                drafting.add((wanted.slug, wanted.wizard))
            elif (wanted.slug, wanted.wizard) in drafting:
                break
            taken.append(job)
        del self._waiting[: len(taken)]
        return taken

    def take_actions(self, slugs: Sequence[str]) -> list[J]:
        """The next actions at these duels; none that comes after a draft."""
        taken = list[J]()
        for job in self._waiting[:MOST_AT_ONCE]:
            if isinstance(job.wanted, KeepDraft):
                break
            if job.wanted.slug in slugs:
                taken.append(job)
        for job in taken:
            self._waiting.remove(job)
        return taken


J_contra = TypeVar("J_contra", bound=HasWanted, contravariant=True)


class Place(Protocol[J_contra]):
    """Where a writer works."""

    def together(self) -> AbstractContextManager[object]:
        """Have all that is told in a block be told at its end."""

    def reply(self, jobs: Sequence[J_contra], outcomes: Sequence[Outcome]) -> None:
        """Tell what became of jobs, once it is safe."""

    def wait(self) -> None:
        """Let a moment pass, in which more jobs may be put."""


def work(jobs: Jobs[J], place: Place[J]) -> None:
    """Do the next jobs: actions in one transaction, with those that join them meanwhile, then drafts in another."""
    taken = jobs.take()
    actions = [job for job in taken if not isinstance(job.wanted, KeepDraft)]
    drafts = [job for job in taken if isinstance(job.wanted, KeepDraft)]
    if actions and drafts:  # none may join who has wanted a draft to be kept before
        _do(perform, actions, place)
    elif actions:
        _do(perform, actions, place, joining=partial(_join, jobs, actions, place))
    if drafts:
        _do(keep_drafts, drafts, place)


def _join(waiting: Jobs[J], jobs: list[J], place: Place[J], slugs: Sequence[str]) -> list[Wanted]:
    """What is wanted by now at these duels; its jobs are done with the others."""
    place.wait()
    joined = waiting.take_actions(slugs)
    jobs.extend(joined)
    return [job.wanted for job in joined]


def _do(service: Callable[..., object], jobs: list[J], place: Place[J], **options: Any) -> None:
    """Have a service do jobs together, or, if one of them breaks the transaction, each alone."""
    refresh_connections()
    try:
        with place.together():
            service([job.wanted for job in jobs], acknowledge=partial(place.reply, jobs), **options)
    except Exception:
        logger.exception("A transaction of %d failed", len(jobs))
        refresh_connections(at_once=True)
        if len(jobs) == 1:
            place.reply(jobs, [Refused("failed", FAILED)])
        else:
            for job in jobs:
                _do(service, [job], place)
