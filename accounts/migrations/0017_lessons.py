from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_bot_authors"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="lessons",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The slugs of the completed lessons, separated by spaces, and 'puzzle' after a solved puzzle.",
                max_length=100,
            ),
        ),
    ]
