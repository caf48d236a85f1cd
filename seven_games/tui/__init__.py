"""What a person sees and presses: the card table on a whole terminal screen."""

import os

# The library sends what has changed at the next of so many moments a second, and reads this once.
# At its usual 60 a key waits for up to a sixtieth; while nothing changes no number costs anything.
os.environ.setdefault("TEXTUAL_FPS", "240")
