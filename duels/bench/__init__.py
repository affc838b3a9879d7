"""How fast duels are, over real sockets against a real server. docs/performance.md has the method and the figures."""
