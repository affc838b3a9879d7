from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("duels", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="options",
            field=models.JSONField(
                blank=True, default=dict, help_text="Rule options in which it differs from the book."
            ),
        ),
    ]
