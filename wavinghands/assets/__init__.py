"""Static files: bundles, file names that change with the content, and translated texts for scripts."""
