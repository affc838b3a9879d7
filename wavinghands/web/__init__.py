"""HTTP features for the whole site, such as middleware, error pages and metrics."""
