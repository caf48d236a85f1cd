"""What is kept: records, settings, saved matches."""
