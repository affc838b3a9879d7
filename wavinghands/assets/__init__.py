"""Static files: bundles, names that change with the content, and translated texts of scripts."""
