"""HTTP features of the whole site, such as middleware, error pages and metrics."""
