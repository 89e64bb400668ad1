"""How often a reason is found in Connect Four, of which kind, in what time, and whether it is true.

    python benchmarks/bench_reasons.py [POSITIONS] [--seed N]

Positions of 8 to 30 stones come from games of two good searches after a few random stones; eight
of each game at most. Reasons are found without the solver, which then says what is so.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from kinarow.evaluation import find_evaluator
from kinarow.game import Position
from kinarow.players import AlphaBetaPlayer
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.planning import find_plan
from kinarow.reasons.reason import KINDS
from kinarow.reasons.rules import rules_of
from kinarow.solver.shared import shared_solver

BANDS = ((8, 11), (12, 15), (16, 19), (20, 23), (24, 27), (28, 30))


@dataclass
class Found:
    """What was counted."""

    decided: Counter[int] = field(default_factory=Counter)
    kinds: Counter[tuple[int, str]] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    """Whether the follower's draw or better has a plan, and the rules that the plans need."""
    rules: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    def look(self, position: Position) -> None:
        begun, finder = time.process_time(), Finder()
        reason = finder.decisive(position)
        holds = () if reason else finder.holding(position)
        self.seconds.append(time.process_time() - begun)
        outcome = str(shared_solver(position.spec).solve(position, weak=True).outcome)
        self._count(position, outcome, reason.kind if reason else None)
        for said in (reason, *holds):
            if said is None:
                continue
            for_mover = said.side is position.mover
            wrong = {"loss" if for_mover else "win"} | ({"draw"} if said.wins else set())
            if outcome in wrong:
                self.false.append(f"{position!r}: {said}")

    def _count(self, position: Position, outcome: str, kind: str | None) -> None:
        band = next(i for i, (_, last) in enumerate(BANDS) if position.plies <= last)
        if outcome != "draw":
            self.decided[band] += 1
            if kind:
                self.kinds[band, kind] += 1
        if outcome == "win":
            return
        self.outcomes[f"{outcome} for the mover"] += 1
        plan = find_plan(position)
        if plan is not None:
            self.outcomes[f"{outcome} for the mover, with a plan for the follower"] += 1
            names = {rule.name for rule in rules_of(plan)}
            self.rules.update(names)
            if "columns" not in names:
                self.outcomes[f"{outcome} for the mover, and rules with names suffice"] += 1

    def show(self) -> None:
        print(f"\n{len(self.seconds)} positions, {self.decided.total()} decided, with a reason:")
        print("stones  decided  " + "  ".join(KINDS[:3]) + "  together")
        for band, (first, last) in enumerate(BANDS):
            counts = [self.kinds[band, kind] for kind in KINDS[:3]]
            share = sum(counts) / max(1, self.decided[band])
            said = "  ".join(f"{n:>{len(k)}}" for n, k in zip(counts, KINDS, strict=False))
            print(f"{first:>2}–{last:<4} {self.decided[band]:>7}  {said}  {share:>8.0%}")
        print(f"all      {self.kinds.total() / max(1, self.decided.total()):.1%}")
        for words, number in sorted(self.outcomes.items()):
            print(f"{words}: {number}")
        print("plans with: " + ", ".join(f"{n} {c}" for n, c in self.rules.most_common()))
        times = sorted(self.seconds)
        at = [times[min(len(times) - 1, round(share * len(times)))] for share in (0.5, 0.95, 1)]
        print("processor time: median {:.0f} ms, 95 % {:.0f}, most {:.0f}".format(
            *(1000 * seconds for seconds in at)))  # fmt: skip
        print(f"false: {len(self.false)}", *self.false, sep="\n  ", flush=True)


def positions(seed: int) -> Iterator[Position]:
    """From games of two good searches, without end."""
    random = Random(f"reasons/{seed}")
    players = [
        AlphaBetaPlayer(find_evaluator(name), 6) for name in ("learned", "center-window-tuned")
    ]
    while True:
        line, first = [Position.start("connect4")], random.randint(0, 1)
        opening = random.randint(2, 6)
        while not line[-1].is_over:
            here = line[-1]
            moves = here.legal_moves()
            is_random = here.plies < opening
            by_search = players[(here.plies + first) % 2]
            line.append(
                here.play(random.choice(moves) if is_random else by_search.choose(here).move)
            )
        fitting = [p for p in line if BANDS[0][0] <= p.plies <= BANDS[-1][1] and not p.is_over]
        yield from random.sample(fitting, min(8, len(fitting)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("number", nargs="?", type=int, default=100, metavar="POSITIONS")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    found = Found()
    for number, position in enumerate(positions(given.seed), 1):
        found.look(position)
        if number % 250 == 0 or number == given.number:
            found.show()
        if number == given.number:
            return


if __name__ == "__main__":
    main()
