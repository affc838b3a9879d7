"""Duels that go on get the moment since which they wait: before, there was the deadline alone."""

from datetime import timedelta

from django.db import migrations


def say_since_when_they_wait(apps, schema_editor):
    duels = apps.get_model("duels", "Duel").objects
    seats = apps.get_model("duels", "Seat").objects
    for duel in duels.filter(ended=None, opened=None).iterator():
        is_timed = duel.deadline is not None and duel.pace is not None
        opened = duel.deadline - timedelta(seconds=duel.pace) if is_timed else duel.started
        duels.filter(pk=duel.pk).update(opened=opened)
        seats.filter(duel=duel.pk, due=True).update(due_since=opened)


class Migration(migrations.Migration):
    dependencies = [("duels", "0003_mountain")]

    operations = [migrations.RunPython(say_since_when_they_wait, migrations.RunPython.noop, elidable=True)]
