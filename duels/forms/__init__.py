"""What people fill in to challenge, to change a challenge, to accept, to practise."""

from duels.forms.challenges import ChallengeForm, ChangeForm
from duels.forms.joining import AcceptForm, PracticeForm, SeekForm, TeamForm, accept_form

__all__ = ["AcceptForm", "ChallengeForm", "ChangeForm", "PracticeForm", "SeekForm", "TeamForm", "accept_form"]
