"""Orders by letter, as the Firetop Mountain took them."""
