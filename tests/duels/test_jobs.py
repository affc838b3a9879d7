from datetime import timedelta

import pytest
from django.utils import timezone

from duels.jobs import JOBS, Job, run_due
from duels.models import RecurringJob

pytestmark = pytest.mark.django_db


def test_a_job_is_done_when_it_is_due_and_not_before():
    done = []
    job = Job("sweeping", 60, lambda: done.append("swept"))
    run_due((job,))
    run_due((job,))
    assert done == ["swept"]
    RecurringJob.objects.update(due=timezone.now() - timedelta(seconds=1))
    run_due((job,))
    assert done == ["swept", "swept"]


def test_a_job_that_another_process_has_claimed_is_left_to_it():
    done = []

    def claimed_elsewhere() -> None:
        RecurringJob.objects.filter(name="second").update(due=timezone.now() + timedelta(seconds=60))

    RecurringJob.objects.create(name="second", due=timezone.now() - timedelta(seconds=1))
    run_due((Job("first", 60, claimed_elsewhere), Job("second", 60, lambda: done.append("second"))))
    assert done == []


def test_a_failing_job_does_not_stop_the_next():
    done = []
    run_due((Job("broken", 60, lambda: 1 / 0), Job("whole", 60, lambda: done.append("whole"))))
    assert done == ["whole"]


def test_jobs_of_one_interval_are_due_together_and_a_check_is_one_query(django_assert_num_queries):
    jobs = tuple(Job(f"job {number}", 60, lambda: None) for number in range(5))
    run_due(jobs)
    assert RecurringJob.objects.values("due").distinct().count() == 1
    with django_assert_num_queries(1):
        run_due(jobs)


def test_every_job_has_a_name_of_its_own():
    assert len({job.name for job in JOBS}) == len(JOBS)
