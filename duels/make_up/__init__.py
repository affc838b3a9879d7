"""Duels, mages and users made up from random play, to try the site with many of them; `manage.py make_up`."""
