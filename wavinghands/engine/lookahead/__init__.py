"""Lookahead from a viewer's knowledge: spells that hands can complete, spells that stop them, and rehearsed rounds."""
