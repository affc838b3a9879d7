"""Lookahead that uses only a viewer's knowledge.

It covers the spells that hands can complete, the spells that stop them, and rehearsed rounds.
"""
