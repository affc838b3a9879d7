"""Lookahead from a viewer's knowledge: spells that hands may complete, their counters, and rehearsed rounds."""
