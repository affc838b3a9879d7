import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0026_plain_help_texts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="line",
            name="duel",
            field=models.ForeignKey(
                blank=True,
                help_text="None: the lobby.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="talk",
                to="duels.duel",
            ),
        ),
        migrations.AlterField(
            model_name="line",
            name="name",
            field=models.CharField(blank=True, help_text="The name of an author without a seat.", max_length=150),
        ),
        migrations.AddIndex(
            model_name="line",
            index=models.Index(condition=models.Q(("duel", None)), fields=["id"], name="line_in_lobby"),
        ),
    ]
