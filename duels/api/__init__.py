"""The HTTP API.

It offers the features of the pages to programs, which authenticate with tokens.
"""
