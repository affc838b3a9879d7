"""The site for programs: the same rooms as the pages, by tokens."""
