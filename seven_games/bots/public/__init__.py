"""What public programs play by, as opponents to measure against: one file a game.

A person cannot seat them. Each file has its `STRATEGIES` by name.
"""
