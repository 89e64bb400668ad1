"""What is understood of a function: its formula or its own calls, its mistakes, how it is known."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.decimals import as_score, exact
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.explanation.explain import Contribution, Explanation, Step
from kinarow.evaluation.explanation.remarks import Remark, in_band
from kinarow.evaluation.load import Evaluating, as_evaluator
from kinarow.evaluation.understood.boards import AskedBoard, Boards, boards_to_ask
from kinarow.evaluation.understood.calls import CallSum, sum_of_calls
from kinarow.evaluation.understood.mistakes import mistakes
from kinarow.evaluation.understood.recognising import FoundFormula, recognised
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.game import GameSpec, Position, Side
from kinarow.game.spec import as_spec
from kinarow.score import LARGEST_FEATURE, Score, signed
from kinarow.work.progress import Progress, silent

_BOARDS: Final = 5_000
_TO_FIND: Final = 1_600
"""The formula is found from so many boards, and tried on the others."""
_SECONDS: Final = 3.0
"""How long boards are asked about; a slow function gets fewer."""
_FEWEST: Final = 200
_MOST_SECONDS: Final = 60.0
"""For these fewest."""
_ASKED_TWICE: Final = 60
_ROUNDS: Final = 3
_NEARLY: Final = 0.95
"""Of a formula that equals fewer boards than this share nothing is said."""
_SHOWN: Final = 3
ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Understanding:
    """What a function comes to on a game's boards.

    >>> from kinarow import understand
    >>> found = understand(lambda board, me, opponent: 3 * (board[:, 3] == me).sum())
    >>> found.is_exact, found.evaluator.terms
    (True, (Column(column='center', own=3, opponent=0),))
    """

    name: str
    game: GameSpec
    tried: int = 0
    """On how many boards it was asked."""
    differ: int = 0
    """On how many of these the formula says something else."""
    examples: tuple[str, ...] = ()
    """Some of those boards, as states, and whom they were judged for."""
    evaluator: Evaluator | None = None
    """The formula, but for the cases below; None if none was found."""
    won: Score | None = None
    lost: Score | None = None
    """What boards count on which somebody has a line, where the evaluator does not say it."""
    lowest: Score | None = None
    highest: Score | None = None
    """Where the sum is cut off."""
    rounded_down: bool = False
    for_first: bool = False
    """Whether the score is always the first side's, whoever asks."""
    calls: CallSum | None = None
    """Calls of the function's own helpers that add up to its score, where no formula is exact."""
    mistakes: tuple[str, ...] = ()
    """What looks like a mistake in it, a sentence each."""
    whys: tuple[str, ...] = ()
    """Why there is no formula, where that is known."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_exact(self) -> bool:
        """Whether the formula equals the function on all boards that were tried."""
        return self.evaluator is not None and not self.differ

    @property
    def is_whole(self) -> bool:
        """Whether the evaluator alone says it all, without cases beside it."""
        cases = (self.won, self.lost, self.lowest, self.highest)
        return (
            self.is_exact and not self.rounded_down and not self.for_first and cases == (None,) * 4
        )

    @property
    def claim(self) -> str:
        """How it is known, in one sentence."""
        boards = f"{self.tried:,} boards"
        if self.evaluator is None and self.calls:
            return (
                f"the calls of the own functions of {self.name} add up to its score on all "
                f"{self.calls.tried} boards on which they were recorded"
            )
        if self.evaluator is None:
            return f"no formula was found for {self.name} from {boards}"
        if self.differ:
            return (
                f"{self.name} equals the formula on {self.tried - self.differ:,} of the {boards} "
                f"tried, and differs on {self.differ:,}"
            )
        return f"{self.name} equals the formula on all {boards} tried"

    def value(self, position: Position, side: Side) -> Score | None:
        """What the formula says of a board; None without one."""
        if self.evaluator is None:
            return None
        side = Side.FIRST if self.for_first else side
        winner = position.winner
        if winner is not None:
            case = self.won if winner is side else self.lost
            if case is not None:
                return case
        return self._cut(self.evaluator.evaluate(position, side))

    def equals(self, position: Position, side: Side, score: Score) -> bool:
        """Whether the formula says the same of a board as the function does."""
        value = self.value(position, side)
        if value is None:
            return False
        return abs(float(value) - float(score)) <= ROUNDING * max(1.0, abs(float(score)))

    def explain(self, position: Position, side: Side) -> Explanation | None:
        """The formula's worked example; None without a formula."""
        if self.evaluator is None:
            return None
        seen_by = Side.FIRST if self.for_first else side
        winner = position.winner
        case = None if winner is None else self.won if winner is seen_by else self.lost
        if case is not None:
            what = "a won board" if winner is seen_by else "a lost board"
            line = position.ending()
            cells = line.lines[0] if line else ()
            only = Contribution("won", cells, position.holds(cells), case, case)
            step = Step(what, (only,), case, "instead of the sum")
            explanation = Explanation(self.name, position, side, case, (step,))
        else:
            explanation = self.evaluator.explain(position, seen_by)
            total = explanation.score
            assert total is not None
            steps = list(explanation.steps)
            cut = self._cut(total)
            if cut != total:
                points = as_score(exact(cut) - exact(total))
                steps.append(
                    Step(self._cut_words, (Contribution("cut", (), "", points, cut),), points)
                )
            explanation = replace(
                explanation, evaluator=self.name, side=side, score=cut, steps=tuple(steps)
            )
        return replace(
            explanation,
            claim=self.claim,
            remarks=tuple(Remark("mistake", words) for words in self.mistakes),
        )

    def _cut(self, total: Score) -> Score:
        if self.rounded_down:
            whole = exact(total)
            total = whole.numerator // whole.denominator
        if self.lowest is not None:
            total = max(self.lowest, total)
        if self.highest is not None:
            total = min(self.highest, total)
        return total

    @property
    def _cut_words(self) -> str:
        if self.rounded_down:
            return "rounded down"
        if self.lowest is None:
            return f"cut off above {signed(self.highest or 0)}"
        if self.highest is None:
            return f"cut off below {signed(self.lowest)}"
        return f"kept between {signed(self.lowest)} and {signed(self.highest)}"

    @property
    def cases(self) -> tuple[str, ...]:
        """What the score is besides the sum, in words."""
        said = []
        if self.for_first:
            said.append("always for the first side, whoever asks")
        if self.won is not None:
            said.append(f"{signed(self.won)} on a won board")
        if self.lost is not None:
            said.append(f"{signed(self.lost)} on a lost board")
        if self.rounded_down or self.lowest is not None or self.highest is not None:
            said.append(self._cut_words)
        return tuple(said)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "name": self.name,
            "game": str(self.game),
            "exact": self.is_exact,
            "claim": self.claim,
            "tried": self.tried,
            "differ": self.differ,
            "examples": list(self.examples),
            "evaluator": None if self.evaluator is None else to_json(self.evaluator),
            "cases": {
                "won": self.won,
                "lost": self.lost,
                "lowest": self.lowest,
                "highest": self.highest,
                "rounded_down": self.rounded_down,
                "for_first": self.for_first,
            },
            "calls": self.calls.to_json() if self.calls else None,
            "mistakes": list(self.mistakes),
            "whys": list(self.whys),
            "seconds": round(self.seconds, 2),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Understanding:
        """What `to_json` gave."""
        return cls(
            name=data["name"],
            game=GameSpec.parse(data["game"]),
            tried=data["tried"],
            differ=data["differ"],
            examples=tuple(data["examples"]),
            evaluator=None if data["evaluator"] is None else from_json(data["evaluator"]),
            calls=CallSum.from_json(data["calls"]) if data["calls"] else None,
            mistakes=tuple(data["mistakes"]),
            whys=tuple(data["whys"]),
            seconds=data["seconds"],
            **data["cases"],
        )

    def __repr__(self) -> str:
        return f"<Understanding: {self.claim}>"

    def __str__(self) -> str:
        from kinarow.evaluation.understood.rendering import understanding_text

        return understanding_text(self)


def understand(
    function: Evaluating,
    game: GameSpec | str = "connect4",
    *,
    seconds: float | None = None,
    progress: Progress = silent,
) -> Understanding:
    """Find a formula that equals a function on some thousand boards, and what it seems to forget.

    >>> from kinarow import understand
    >>> understand(lambda board, me, opponent: 3 * (board[:, 2] == me).sum()).mistakes
    ('column c counts by itself; the centre is column d',)

    What is found holds for the boards that were tried, no more; `claim` says how many. Boards are
    asked about for so many seconds, 3 if nothing is said: a slow function gets fewer of them.
    """
    begun = time.monotonic()
    evaluator, spec = as_evaluator(function), as_spec(game)
    if evaluator.of_terms is not None:
        return Understanding(evaluator.name, spec, evaluator=evaluator.of_terms)
    asked = _ask(evaluator, spec, _SECONDS if seconds is None else seconds, progress)
    found = Understanding(evaluator.name, spec, tried=len(asked))
    if why := _not_repeatable(evaluator, asked):
        return replace(found, whys=(why,), seconds=time.monotonic() - begun)
    progress(0.6, "looking for a formula")
    found = _recognised(evaluator, spec, asked, found)
    if not found.is_exact and isinstance(evaluator, UserEvaluator):
        progress(0.9, "adding up its own calls")
        found = replace(found, calls=sum_of_calls(evaluator, spec, asked))
    progress(1.0, "done")
    return replace(found, seconds=time.monotonic() - begun)


def _ask(
    evaluator: AnyEvaluator, spec: GameSpec, seconds: float, progress: Progress
) -> list[AskedBoard]:
    # What it waits for a processor, which others have, does not count.
    begun, worked, asked = time.monotonic(), time.thread_time(), []
    for position, side in boards_to_ask(spec):
        asked.append(AskedBoard(position, side, in_band(evaluator.evaluate(position, side))))
        spent = time.thread_time() - worked
        enough = len(asked) >= _BOARDS or time.monotonic() - begun > _MOST_SECONDS
        if enough or (spent > seconds and len(asked) >= _FEWEST):
            break
        if len(asked) % 50 == 0:
            share = max(len(asked) / _BOARDS, min(spent / max(seconds, 1e-9), len(asked) / _FEWEST))
            progress(0.6 * min(1.0, share), f"asking about boards: {len(asked):,}")
    return asked


def _not_repeatable(evaluator: AnyEvaluator, asked: list[AskedBoard]) -> str:
    for a in reversed(asked[:_ASKED_TWICE]):
        then = in_band(evaluator.evaluate(a.position, a.side))
        if then != a.score:
            return (
                f"it gave {signed(a.score)} and then {signed(then)} for the same board: it is "
                "random or keeps state"
            )
    return ""


def _says_the_same_to_both(evaluator: AnyEvaluator, asked: list[AskedBoard]) -> bool:
    """Whether the score is the same whichever side asks, and not always the same."""
    some = asked[2 : 2 + _ASKED_TWICE]
    if len({a.score for a in some}) < 2:
        return False
    return all(in_band(evaluator.evaluate(a.position, a.side.other)) == a.score for a in some)


def _recognised(
    evaluator: AnyEvaluator, spec: GameSpec, asked: list[AskedBoard], found: Understanding
) -> Understanding:
    same = _says_the_same_to_both(evaluator, asked)
    if same:
        asked = [replace(a, side=Side.FIRST) for a in asked]
        found = replace(
            found,
            for_first=True,
            mistakes=("the score is the same whichever side asks",),
        )
    to_find = min(_TO_FIND, max(_FEWEST, len(asked) * 2 // 3))
    known, best = asked[:to_find], found
    for _ in range(_ROUNDS):
        formula = recognised(Boards(spec, known), spec)
        if formula is None:
            break
        said = tuple(mistakes(formula, spec))
        tried = _with_formula(found, formula, said)
        if tried.evaluator is None:
            return replace(tried, mistakes=(*found.mistakes, *said))
        wrong = [a for a in asked if not tried.equals(a.position, a.side, a.score)]
        tried = replace(tried, differ=len(wrong), examples=tuple(map(_state, wrong[:_SHOWN])))
        if best.evaluator is None or tried.differ < best.differ:
            best = tried
        if not wrong:
            return tried
        have = {id(a) for a in known}
        known = [*known, *(a for a in wrong[:_FEWEST] if id(a) not in have)]
    if best.differ > (1 - _NEARLY) * best.tried:
        return replace(found, whys=("no sum of windows, stones, runs and traps equals it",))
    if best.evaluator is None:
        return replace(best, whys=("no sum of windows, stones, runs and traps equals it",))
    return best


def _state(asked: AskedBoard) -> str:
    return f"{asked.position.board_text('state')!s} for {asked.side.mark}"


def _with_formula(
    found: Understanding, formula: FoundFormula, said: tuple[str, ...]
) -> Understanding:
    """What is found, with a formula: cases that an evaluator can say are its own."""
    won, lost = formula.won, formula.lost
    of_evaluator = (
        won is not None
        and lost == -won
        and abs(won) <= LARGEST_FEATURE
        and not formula.rounded_down
        and formula.lowest is None
        and formula.highest is None
    )
    alone = replace(formula, won=won if of_evaluator else None, lost=lost if of_evaluator else None)
    evaluator = alone.evaluator(found.name)
    return replace(
        found,
        evaluator=evaluator,
        won=None if of_evaluator else won,
        lost=None if of_evaluator else lost,
        lowest=formula.lowest,
        highest=formula.highest,
        rounded_down=formula.rounded_down,
        mistakes=(*found.mistakes, *said),
        whys=() if evaluator else ("no evaluator of terms can say what was found",),
    )
