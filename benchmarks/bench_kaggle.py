"""The exported agent against negamax of `kaggle_environments`, under that package itself.

Install it first: pip install kaggle-environments. Without it, nothing is measured.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from kinarow.adapters.kaggle import kaggle_agent
from kinarow.evaluation import load_evaluator


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--eval", default="phased-traps")
    arguments.add_argument("--depth", type=int, default=6)
    arguments.add_argument("--games", type=int, default=100)
    chosen = arguments.parse_args()
    try:
        from kaggle_environments import make
    except ImportError:
        print("kaggle_environments is not installed: nothing is measured")
        return
    rewards: list[int | None] = []
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "submission.py"
        file.write_text(kaggle_agent(load_evaluator(chosen.eval), chosen.depth))
        for game in range(chosen.games):
            side = game % 2
            environment = make("connectx")
            agents = [str(file), "negamax"]
            environment.run(agents if side == 0 else agents[::-1])
            rewards.append(environment.state[side].reward)
            durations = [log[side].get("duration", 0.0) for log in environment.logs if log]
            longest = max([longest, *durations])
    won, tied = rewards.count(1), rewards.count(0)
    print(
        f"{chosen.eval} to depth {chosen.depth} against negamax: {won} won, {tied} tied, "
        f"{len(rewards) - won - tied} lost; longest move {longest:.2f} s"
    )


if __name__ == "__main__":
    main()
