"""Figures that hold although one stops as soon as they are clear.

A group-sequential test in the manner of Haybittle and Peto: one looks after fixed shares of the
largest sample, asks for much before the last look and for hardly more than usual at the last.
"""

from dataclasses import dataclass, field
from math import inf, sqrt

LOOKS = (25, 50, 100, 200, 400, 600, 800, 1000)
"""One looks after so many thousandths of the largest sample."""
FEWEST = 32
"""Before so many values only the last look is taken."""
EARLY, LAST = 3.3, 2.0
"""By so many standard errors the mean must be off to stop early, and at the last look.

Of samples whose true mean is not off, 4.9 in 100 are judged to be: 0.6 early (by integration over
all looks; a test does it again). So the intervals of these widths around the means seen at all the
looks hold all at once in 95.1 of 100 samples, and the one at which one stops holds at least as
often, for whatever reason one stopped.
"""


@dataclass(frozen=True)
class Interval:
    """A mean, and where the true one lies with 95 % confidence; infinite where nothing is known.

    >>> Sample(values=[1.0]).interval(LAST)
    Interval(mean=1.0, low=-inf, high=inf)
    """

    mean: float
    low: float
    high: float


@dataclass
class Sample:
    """Values that are independent of each other, each of a duplicate deal: all its plays in one.

    `unit` is a difference that a single deal may well make.

    >>> found = Sample(values=[0.0, 1.0] * 50).interval(LAST)
    >>> round(found.low, 2), found.mean, round(found.high, 2)
    (0.4, 0.5, 0.6)
    """

    unit: float = 1.0
    values: list[float] = field(default_factory=list)

    def interval(self, bound: float) -> Interval:
        """The mean, give or take so many standard errors, `bound` being meant for many values.

        Of few values the error itself is not well known, and the interval is wider for it. It is
        reckoned as if one more value had been seen, off by the unit: deals that all went alike do
        not say that all deals do.
        """
        many = len(self.values)
        if many < 2:
            return Interval(sum(self.values), -inf, inf)
        mean = sum(self.values) / many
        squares = sum((value - mean) ** 2 for value in self.values) + self.unit**2
        half = student(bound, many - 1) * sqrt(squares / (many - 1) / many)
        return Interval(mean, mean - half, mean + half)


def looks(most: int) -> list[int]:
    """The sizes of a sample of at most `most` values at which one looks.

    >>> looks(2000), looks(20)
    ([50, 100, 200, 400, 800, 1200, 1600, 2000], [20])
    """
    sizes = [-(-most * share // 1000) for share in LOOKS]
    return [size for size in sizes[:-1] if FEWEST <= size < most] + [most]


def student(bound: float, freedom: int) -> float:
    """The bound of Student's distribution that is passed as rarely as `bound` of the normal one.

    By the first terms of its expansion (Abramowitz and Stegun 26.7.5).

    >>> round(student(1.96, 10), 2), round(student(1.96, 10_000), 2)
    (2.23, 1.96)
    """
    power = bound * bound
    first = (power + 1) / 4
    second = ((5 * power + 16) * power + 3) / 96
    third = (((3 * power + 19) * power + 17) * power - 15) / 384
    return bound * (1 + (first + (second + third / freedom) / freedom) / freedom)
