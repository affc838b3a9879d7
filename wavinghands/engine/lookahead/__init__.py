"""Lookahead from what a viewer knows: spells that hands may complete, spells that stop them, and rehearsed rounds."""
