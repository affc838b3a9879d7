"""Playing by e-mail, with the order syntax of Firetop Mountain."""
