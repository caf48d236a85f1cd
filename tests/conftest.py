"""What holds for every test."""

import os
import tempfile

# Neither the settings nor the matches of whoever runs the tests are touched by them.
os.environ["SEVEN_GAMES_HOME"] = tempfile.mkdtemp(prefix="seven-games-")
