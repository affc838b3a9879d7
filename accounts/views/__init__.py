"""Pages for users and their mages."""
