"""The terminal, read with care: what is no key never plays a card and never ends the program."""

import os
import re
import selectors
from codecs import getincrementaldecoder

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

WIDEST, TALLEST = 1000, 300
"""A window of more cells than any screen has is drawn as one of so many."""
MOST_KEYS = 256
"""So many characters of one read are taken; nobody types more, a flood does."""
INTERRUPT = "\x03"

# Strings that a terminal answers with: OSC, DCS, SOS, PM, APC.
_STRING = re.compile(r"\x1b[]PX^_]")
_STRING_END = re.compile("\x07|\x1b\\\\|(?=[\r\n\x03])")
_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_UNFINISHED = re.compile(r"\x1b\[[0-?]*[ -/]*\Z")
# Device attributes, status and size reports, and the answer that would make the library take
# sizes from the input.
_NO_KEY = re.compile(r"\x1b\[(?:[0-?]*[ -/]*[cnt]|\?2048;\d\$y)\Z")
_LONGEST = 32


class Answers:
    """Takes the answers of a terminal out of what is typed; a string may come in pieces."""

    def __init__(self) -> None:
        self._inside = False
        self._held = ""

    def without(self, text: str) -> str:
        r"""The text without answers.

        >>> Answers().without("a\x1b]11;rgb:0/0/0\x07b\x1b[?62;22cc\x1b[A")
        'abc\x1b[A'
        """
        text, self._held = self._held + text, ""
        kept = []
        while text:
            if self._inside:
                end = _STRING_END.search(text)
                if end is None:
                    # A lone escape at the end may be half of what closes the string.
                    self._held = "\x1b" if text.endswith("\x1b") else ""
                    break
                self._inside = False
                text = text[end.end() :]
                continue
            begin = text.find("\x1b")
            if begin < 0:
                kept.append(text)
                break
            kept.append(text[:begin])
            text = self._after_escape(text[begin:], kept)
        return "".join(kept)

    def _after_escape(self, text: str, kept: list[str]) -> str:
        """Deal with the sequence that a text begins with; what comes after it."""
        if _STRING.match(text):
            self._inside = True
            return text[2:]
        sequence = _SEQUENCE.match(text)
        if sequence:
            whole = sequence.group()
            if len(whole) <= _LONGEST and not _NO_KEY.match(whole):
                kept.append(whole)
            return text[sequence.end() :]
        if _UNFINISHED.match(text) and len(text) <= _LONGEST:
            self._held = text
            return ""
        kept.append(text[0])
        return text[1:]


class TableDriver(LinuxDriver):
    """The library's driver with input that cannot break it and sizes that cannot fill memory."""

    def run_input_thread(self) -> None:
        decoder = getincrementaldecoder("utf-8")(errors="ignore")
        answers, parser = Answers(), XTermParser(self._debug)
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                text = ""
                if selector.select(0.1):
                    data = self._read()
                    if not data:
                        # The terminal is gone; waiting for more of it would spin.
                        return
                    text = answers.without(decoder.decode(data))
                try:
                    for event in parser.feed(_bounded(text)) if text else parser.tick():
                        self.process_message(event)
                except Exception:  # noqa: BLE001 - whatever was typed, the next key must work
                    parser = XTermParser(self._debug)

    def use_mouse(self, *, wanted: bool) -> None:
        """Take the mouse, or leave it to the terminal, which then selects text."""
        if wanted != self._mouse:
            self._disable_mouse_support()
            self._mouse = wanted
            self._enable_mouse_support()

    def _enable_mouse_support(self) -> None:
        # Clicks and the wheel alone: no report of every motion, as the library asks for.
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")
            self.flush()

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _get_terminal_size(self) -> tuple[int, int]:
        width, height = super()._get_terminal_size()
        return min(width, WIDEST), min(height, TALLEST)


def _bounded(text: str) -> str:
    """The beginning of a flood, and the wish to end it."""
    return text[:MOST_KEYS] + INTERRUPT * min(text[MOST_KEYS:].count(INTERRUPT), 2)
