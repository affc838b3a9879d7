"""The servers by which the site can be run, each with what it lacks by itself."""
