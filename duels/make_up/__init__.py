"""Made-up duels, mages and users from random play, for trying the site with many of them: `manage.py make_up`."""
