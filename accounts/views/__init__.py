"""Pages of users and their mages."""
