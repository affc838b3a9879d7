"""Lookahead from a viewer's knowledge: spells that hands may complete, spells that stop them, and rehearsed rounds."""
