"""What this terminal can show. No screen library here."""

import codecs
import os
import sys
from collections.abc import Mapping

from seven_games.tui.draw.cards import FACES, Faces

FACE_NAMES = ("auto", "symbols", "outline", "letters", "ascii")
"""The faces one can ask for."""


def faces_for(
    name: str = "auto",
    encoding: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Faces:
    """The faces of one of FACE_NAMES, or those next to them that this terminal can show.

    `encoding` is that of the output, standard output's where none is named.

    >>> faces_for("symbols", "latin-1", {}).name, faces_for("outline", "utf-8", {}).name
    ('ascii', 'outline')
    """
    if not _is_unicode(encoding or getattr(sys.__stdout__, "encoding", None) or "utf-8"):
        return FACES["ascii"]
    faces = FACES["symbols" if name == "auto" else name]
    return faces.on_console() if environment.get("TERM") == "linux" else faces


def _is_unicode(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name.startswith("utf")
    except LookupError:
        return False
