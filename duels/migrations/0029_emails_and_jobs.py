"""Letters are called e-mails, and chores recurring jobs.

Tables and columns keep their names, so that servers of the old version can use them.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0028_veterans_know"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("IncomingLetter", "IncomingEmail"),
                migrations.AlterModelTable("IncomingEmail", "duels_incomingletter"),
                migrations.RenameModel("OutgoingLetter", "OutgoingEmail"),
                migrations.AlterModelTable("OutgoingEmail", "duels_outgoingletter"),
                migrations.RenameField("Newcomer", "letter", "incoming_email"),
                migrations.AlterField(
                    model_name="newcomer",
                    name="incoming_email",
                    field=models.OneToOneField(
                        db_column="letter_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="newcomer",
                        to="duels.incomingemail",
                    ),
                ),
                migrations.RenameModel("Chore", "RecurringJob"),
                migrations.AlterModelTable("RecurringJob", "duels_chore"),
                migrations.AlterField(
                    model_name="opening",
                    name="band",
                    field=models.PositiveSmallIntegerField(
                        help_text="The rating range before the duel: duels.explorer.rating_ranges."
                    ),
                ),
            ],
        ),
    ]
