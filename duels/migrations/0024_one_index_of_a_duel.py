import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0023_answers_sent_again"),
    ]

    operations = [
        migrations.AlterField(
            model_name=model,
            name="duel",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name=related_name,
                to="duels.duel",
            ),
        )
        for model, related_name in (("round", "rounds"), ("seat", "seats"))
    ]
