"""What is told, in each language: the catalogues, and what makes sentences, reports and tables out of them."""
