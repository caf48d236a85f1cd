"""Seven Games: Sevens, Sedma and Semerik at one table in the terminal."""

__version__ = "0.1.0"
