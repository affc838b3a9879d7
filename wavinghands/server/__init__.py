"""The programs that `make run` starts."""
