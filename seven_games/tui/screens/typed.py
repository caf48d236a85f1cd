"""A line of text that is being typed."""

import unicodedata

from textual import events

LONGEST = 80


class TypedText:
    """What has been typed so far. `key` says whether the typing goes on."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def key(self, event: events.Key) -> str:
        """Take a key: "on", "done" for Enter, "dropped" for Esc."""
        if event.key == "escape":
            return "dropped"
        if event.key == "enter":
            return "done"
        if event.key == "backspace":
            self.text = self.text[:-1]
        elif event.key == "ctrl+u":
            self.text = ""
        elif event.character and event.is_printable:
            self.add(event.character)
        return "on"

    def add(self, text: str) -> None:
        """Take what was pasted: its first line, without what cannot be seen."""
        line = text.strip().partition("\n")[0]
        kept = "".join(sign for sign in line if unicodedata.category(sign)[0] != "C")
        self.text = (self.text + (kept or " " * (text == " ")))[:LONGEST]
