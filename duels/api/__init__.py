"""The HTTP API: the features of the pages for programs, with tokens."""
