"""Made-up duels, mages and users for trying the site with a lot of data (`manage.py make_up`)."""
