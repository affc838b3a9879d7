"""Playing by e-mail, with the order syntax of the play-by-mail server Firetop Mountain."""
