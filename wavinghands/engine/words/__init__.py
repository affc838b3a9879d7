"""Texts in each language: the catalogues, and the sentences, reports and tables made from them."""
