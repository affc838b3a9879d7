"""Texts in each language: catalogues, and the sentences, reports and tables made from them."""
