"""What users fill in."""
