"""Puzzles, users' attempts at puzzles, and the resulting ratings."""

from django.db import models

from accounts.models import User
from duels.models.duels import Duel, new_slug


class Puzzle(models.Model):
    """A position in a duel, to which there is one right answer.

    The answer is proved before the puzzle is saved. `data` contains the position, the solution and its proof, in the
    format of a line in `duels/puzzles/shipped.jsonl`. The keys of `data` include `record`, `wizard` (the solver),
    `solutions` and `source`. The solution is shown only to users who have solved the puzzle or given up.
    """

    class Kind(models.TextChoices):
        WIN = "win", "win by force"
        SAVE = "save", "live"
        READ = "read", "read the hands"
        GUARD = "guard", "stop it, and go on"

    slug = models.SlugField(max_length=16, unique=True)
    kind = models.CharField(max_length=5, choices=Kind)
    rounds = models.PositiveSmallIntegerField(default=1)
    book = models.CharField(max_length=20)
    themes = models.CharField(max_length=400, default=" ", help_text="Words, each with a space before and after it.")
    data = models.JSONField()
    day = models.DateField(null=True, help_text="The latest day on which it was the puzzle of the day.")
    easy_day = models.DateField(null=True, help_text="The latest day on which it was the newcomers' puzzle of the day.")
    duel = models.ForeignKey(
        Duel,
        on_delete=models.SET_NULL,
        null=True,
        related_name="puzzles",
        help_text="The duel that it comes from, if it was played here.",
    )
    shipped = models.BooleanField(default=False, help_text="Shipped with the site's code, and removed with it.")
    withdrawn = models.BooleanField(default=False, help_text="Wrong, or no longer shipped: not offered to anyone.")
    hidden = models.BooleanField(default=False, help_text="Hidden by a moderator until they show it again.")
    rating = models.FloatField(default=1500)
    deviation = models.FloatField(default=350)
    volatility = models.FloatField(default=0.06)
    plays = models.PositiveIntegerField(default=0, help_text="The number of first tries.")
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=["withdrawn", "hidden", "rating"], name="puzzles_by_rating"),)

    def __str__(self) -> str:
        return self.slug


class PuzzleAttempt(models.Model):
    """A user's attempt at a puzzle, with the result of their first try.

    Later tries do not change this result, but `solved_later` says if one of them solved the puzzle.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    made = models.DateTimeField(help_text="When it was decided; before that, when it was begun.")
    hints = models.PositiveSmallIntegerField(default=0, help_text="The number of hints taken before it was decided.")
    solved = models.BooleanField(null=True, help_text="Solved at the first try; none: not decided yet.")
    solved_later = models.BooleanField(
        default=False, db_default=False, help_text="Solved after a wrong first try, without asking for the solution."
    )
    given_up = models.BooleanField(default=False, help_text="The user asked for the solution before finding it.")
    rating_before = models.FloatField(null=True)
    rating = models.FloatField(null=True, help_text="The rating afterwards.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_attempt_once"),)
        indexes = (models.Index(fields=["user", "made"], name="puzzle_attempts_of_user"),)

    def __str__(self) -> str:
        return f"{self.user_id}, {self.puzzle_id}: {self.solved}"


class PuzzleStanding(models.Model):
    """A user's puzzle rating.

    `streak` is the number of consecutive days on which the user has solved the daily puzzle. `latest` is the last such
    day.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="puzzle_standing")
    rating = models.FloatField(default=1500)
    deviation = models.FloatField(default=350)
    volatility = models.FloatField(default=0.06)
    rated = models.DateTimeField(
        null=True, help_text="When the rating last changed; it grows less certain from then on."
    )
    plays = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    latest = models.DateField(null=True, help_text="The latest day whose puzzle the user has solved.")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.rating:.0f}"


class PuzzleRun(models.Model):
    """A series of increasingly difficult puzzles.

    It earns points and does not affect the user's rating. There are two kinds. A streak ends with the first mistake,
    and a storm ends when its time is up.
    """

    class Kind(models.TextChoices):
        STREAK = "streak"
        STORM = "storm"

    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    kind = models.CharField(max_length=6, choices=Kind)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="puzzle_runs")
    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.SET_NULL, null=True, related_name="+", help_text="The one to solve now."
    )
    begun = models.DateTimeField()
    closes = models.DateTimeField(null=True, help_text="When the time of a storm is up.")
    ended = models.DateTimeField(null=True)
    score = models.PositiveSmallIntegerField(default=0, help_text="The number of puzzles solved.")
    tries = models.JSONField(default=list, help_text="The slug of each earlier puzzle, and whether it was solved.")

    class Meta:
        indexes = (
            models.Index(fields=["kind", "-score", "ended"], name="puzzle_runs_by_score"),
            models.Index(fields=["user", "kind", "-score"], name="puzzle_runs_of_user"),
        )

    def __str__(self) -> str:
        return f"{self.slug}: {self.kind}, {self.score}"
