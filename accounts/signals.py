"""What is announced in this process after a commit."""

from django.dispatch import Signal

letters_written = Signal()
"""`letters`: the new `Letter`s; what tells people at once listens."""
