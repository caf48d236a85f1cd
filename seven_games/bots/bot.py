"""What a bot is, and the levels there are."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Protocol, runtime_checkable

from seven_games.bots.search import Budget, Search
from seven_games.bots.senses import SENSES
from seven_games.bots.tips import TIPS
from seven_games.bots.worlds import Worlds
from seven_games.engine.dice import Dice
from seven_games.engine.game import View

SECONDS = 0.4
"""So long a bot that searches thinks of a move at a table, at the most."""

BEGINNERS_SLIPS = 40
"""Of a hundred decisions a beginner makes so many anyhow."""

BUDGETS = {
    "hard": {
        "sevens": Budget(worlds=64, candidates=4),
        "sedma": Budget(worlds=80, candidates=2),
        "semerik": Budget(worlds=32, candidates=2),
    },
    "expert": {
        "sevens": Budget(worlds=600, candidates=4),
        "sedma": Budget(worlds=400, candidates=2),
        "semerik": Budget(worlds=240, candidates=2),
    },
}
"""What the levels that search may spend on a move, by game."""


class Bot(Protocol):
    """Chooses a move from what its seat may know.

    >>> class Highest:
    ...     def choose(self, view: View) -> int:
    ...         return max(view.moves)
    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> Highest().choose(deal.view(deal.turn)) in deal.moves()
    True
    """

    def choose(self, view: View) -> int:
        """One of `view.moves`; the view is that of the seat to move."""


@runtime_checkable
class Thinking(Bot, Protocol):
    """A bot that takes its time: it is better asked elsewhere, in slices.

    >>> isinstance(make_bot("expert"), Thinking), isinstance(make_bot("normal"), Thinking)
    (True, False)
    """

    def think(self, view: View) -> Generator[None, None, int]:
        """What `choose` does; it yields after every slice, and returns the move."""


class Random:
    """Plays any legal move, the same one for the same seed and position.

    >>> from seven_games.engine import GAMES
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), dealer=1, seed=7).view(0)
    >>> Random(3).choose(view) == Random(3).choose(view)
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        dice = Dice(self.seed * 1_000_003 + len(view.log))
        return view.moves[dice.below(len(view.moves))]


class Easy:
    """Plays by the advice of the sources.

    >>> from seven_games.engine import GAMES, format_move
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), dealer=1, seed=7).view(0)
    >>> [format_move(move) for move in view.moves], format_move(Easy().choose(view))
    (['7h', 'Kh', '10c', 'Jc'], 'Kh')
    """

    def choose(self, view: View) -> int:
        return view.moves[0] if len(view.moves) == 1 else TIPS[view.game](view)


class Beginner:
    """Knows the advice, and often does not think of it.

    >>> from seven_games.engine import GAMES
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), dealer=1, seed=7).view(0)
    >>> advised = Easy().choose(view)
    >>> {Beginner(seed).choose(view) == advised for seed in range(20)} == {True, False}
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        dice = Dice(self.seed * 1_000_003 + len(view.log))
        careless = dice.below(100) < BEGINNERS_SLIPS
        return (Random(self.seed + 1) if careless else Easy()).choose(view)


class Normal:
    """Plays by the tuned rules of thumb.

    >>> from seven_games.engine import GAMES, format_move
    >>> view = GAMES["sedma"].deal(GAMES["sedma"].rules(), dealer=1, seed=7).view(0)
    >>> [format_move(move) for move in view.moves], format_move(Normal().choose(view))
    (['7h', 'Kh', '10c', 'Jc'], 'Kh')
    """

    def choose(self, view: View) -> int:
        if len(view.moves) == 1:
            return view.moves[0]
        # They ask for nothing that lies closed, so that any world will do.
        return SENSES[view.game].pick(Worlds(view, 1).draw())


class Searching:
    """Looks at every move in many worlds.

    `budgets` are by game, and a move takes at most so many `seconds` beside. The same view and
    `seed` give the same move where no seconds are given. Raises KeyError for a game without budget.

    >>> from seven_games.engine import GAMES
    >>> deal = GAMES["sedma"].deal(GAMES["sedma"].rules(), seed=7)
    >>> bot = Searching({"sedma": Budget(worlds=8)}, seed=1)
    >>> bot.choose(deal.view(deal.turn)) in deal.moves()
    True
    """

    def __init__(
        self, budgets: Mapping[str, Budget], seed: int, seconds: float | None = None
    ) -> None:
        self.budgets = budgets
        self.seed = seed
        self.seconds = seconds

    def choose(self, view: View) -> int:
        if len(view.moves) == 1:
            return view.moves[0]
        return self.search(view).run().best

    def think(self, view: View) -> Generator[None, None, int]:
        search = self.search(view)
        yield from search.slices()
        return search.best

    def search(self, view: View) -> Search:
        """The search that has not begun yet, with all that this bot may spend."""
        budget = replace(self.budgets[view.game], seconds=self.seconds)
        return Search(view, budget, self.seed * 1_000_003 + len(view.log))


def make_bot(level: str, seed: int = 0, seconds: float | None = None) -> Bot:
    """A bot of one of the LEVELS; `seed` decides what a bot leaves to chance.

    The same view and seed give the same move, but for a bot whose time for a move is limited to
    `seconds`. Raises KeyError for an unknown level.

    >>> from seven_games.engine import GAMES, format_move
    >>> deal = GAMES["sevens"].deal(GAMES["sevens"].rules("diamonds", players=4), 3, seed=7)
    >>> format_move(make_bot("normal").choose(deal.view(deal.turn)))
    '7d'
    """
    bots: dict[str, Bot] = {
        "random": Random(seed),
        "beginner": Beginner(seed),
        "easy": Easy(),
        "normal": Normal(),
    }
    if level in BUDGETS:
        return Searching(BUDGETS[level], seed, seconds)
    return bots[level]
