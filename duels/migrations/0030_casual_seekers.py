from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0029_emails_and_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="seeker",
            name="friendly",
            field=models.BooleanField(default=False, db_default=False, help_text="The mage wants a casual duel."),
        ),
    ]
