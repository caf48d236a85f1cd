"""How the engine says no: a sentence with named places, ready for translation."""

from collections.abc import Callable


def N_(sentence: str) -> str:  # noqa: N802 - the customary name of the mark for translators
    """Mark a sentence for translation without translating it here.

    >>> N_("Hearts")
    'Hearts'
    """
    return sentence


class Cards(tuple[int, ...]):
    """Cards named in a refusal, so that a screen may draw them with its own faces."""

    __slots__ = ()


class Sentence:
    """A sentence with its `places` filled in, ready for any language and any faces.

    `str()` gives English with cards in notation.

    >>> str(Sentence("{card} opens the row", card=Cards((5,))))
    '7s opens the row'
    """

    def __init__(self, sentence: str, **places: object) -> None:
        self.sentence = sentence
        self.places = places

    def say(
        self, translate: Callable[[str], str], face: Callable[[int], str], between: str = " "
    ) -> str:
        """The sentence in another language, its cards drawn by `face`, `between` two of them."""
        filled: dict[str, object] = {}
        for name, value in self.places.items():
            if isinstance(value, Cards):
                filled[name] = between.join(face(card) for card in value)
            elif isinstance(value, Sentence):
                filled[name] = value.say(translate, face, between)
            else:
                filled[name] = value
        return translate(self.sentence).format(**filled)

    def __str__(self) -> str:
        from seven_games.engine.cards import format_move

        return self.say(str, format_move)


class Refusal(Sentence, ValueError):  # noqa: N818 - a refusal is no fault
    """The engine's no.

    >>> str(Refusal("{seat} may not pass", seat="Olha"))
    'Olha may not pass'
    """

    def __init__(self, sentence: str, **places: object) -> None:
        Sentence.__init__(self, sentence, **places)
        ValueError.__init__(self, sentence, places)

    def __reduce__(self) -> tuple[object, ...]:
        # Between processes: as it is, and not made anew from the arguments of some subclass.
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[Refusal], args: tuple[object, ...]) -> Refusal:
    return kind.__new__(kind, *args)


class NotationError(Refusal):
    """A text that names no card and no move."""


class RulesError(Refusal):
    """An option or a value that the rules do not have; names the option and its values."""


class DealError(Refusal):
    """Hands, stock or dealer that no fair deal gives."""


class IllegalMove(Refusal):
    """A move that the rules refuse; nothing has changed.

    `legal` are the moves that would have been right.
    """

    def __init__(self, sentence: str, legal: tuple[int, ...] = (), **places: object) -> None:
        super().__init__(sentence, **places)
        self.legal = legal


class RecordError(Refusal):
    """A record that cannot be read or that could not have happened; `line` counts from 1."""

    def __init__(self, line: int, sentence: str, **places: object) -> None:
        super().__init__(sentence, **places)
        self.line = line
