"""HTTP features of the whole site: middleware, error pages, conditional requests, health check, metrics and logs."""
