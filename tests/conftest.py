"""What holds for every test."""

import os
import tempfile

# Neither the settings nor the matches of whoever runs the tests are touched by them.
HOME = tempfile.TemporaryDirectory(prefix="seven-games-", ignore_cleanup_errors=True)
os.environ["SEVEN_GAMES_HOME"] = HOME.name
