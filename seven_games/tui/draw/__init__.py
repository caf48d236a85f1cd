"""Pure functions from what a seat may know to lines of styled text. No screen library here."""

from seven_games.tui.draw import sedma, semerik, sevens
from seven_games.tui.draw.cards import Entry
from seven_games.tui.draw.frame import Drawing, draw_table
from seven_games.tui.draw.frame import entries as frame_entries
from seven_games.tui.draw.layout import Line, Picture
from seven_games.tui.draw.scene import Scene

DRAWINGS: dict[str, Drawing] = {"sevens": sevens, "sedma": sedma, "semerik": semerik}
"""How each game is drawn, by `view.game`."""


def draw(scene: Scene) -> Picture:
    """The table in exactly the lines and cells of the scene."""
    return draw_table(scene, DRAWINGS[scene.view.game])


def entries(scene: Scene) -> list[Entry]:
    """What the cursor can stand on."""
    return frame_entries(scene, DRAWINGS[scene.view.game])


__all__ = ["DRAWINGS", "Drawing", "Entry", "Line", "Picture", "Scene", "draw", "entries"]
