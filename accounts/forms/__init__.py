"""Forms for accounts."""
