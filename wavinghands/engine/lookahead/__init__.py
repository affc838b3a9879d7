"""What a viewer may foresee: what hands may complete, what would stop it, and what a round would come to."""
