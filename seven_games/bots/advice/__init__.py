"""Advice on a move, and the reason for it."""
