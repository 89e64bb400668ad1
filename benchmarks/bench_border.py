"""What the border around a submitted evaluator costs: MEASUREMENTS.md.

    python benchmarks/bench_border.py [--games 10] [FILE.py ...]

For each function: how long its process takes to start, with compiling where that is done; positions
a second, searched two plies deep and asked about together; games a second against `phased-traps` at
the same depth; each without and with a sandbox, in plain Python and compiled. In the first row the
search and the compiled function are in one process.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

from kinarow.api.contests import play_match
from kinarow.evaluation import load_evaluator
from kinarow.game import VARIANTS, Position
from kinarow.players import AlphaBetaPlayer, Player, parse_player
from kinarow.players.isolated.player import end_all
from kinarow.players.isolated.process import Isolation
from kinarow.players.isolated.remote_evaluator import AskingPlayer

SPEC = VARIANTS["connect4"].spec
DEPTH, POSITIONS, TOGETHER = 2, 512, 64
OPPONENT = f"alphabeta:eval=phased-traps,depth={DEPTH}"
ZERO = "def evaluate(board, me, opponent):\n    return 0\n"


def some_positions() -> list[Position]:
    random, found = Random("border"), list[Position]()
    while len(found) < POSITIONS:
        position = Position.start()
        for _ in range(random.randrange(8, 26)):
            child = position.play(random.choice(position.legal_moves()))
            position = position if child.is_over else child
        found.append(position)
    return found


def asking(file: Path, *, sandboxed: bool, compiles: bool) -> AskingPlayer:
    isolation = Isolation(
        str(file.parent), sandboxed=sandboxed, warms_up_on=SPEC, compiles=compiles
    )
    return AskingPlayer(file.name, file.name, isolation, meets_itself=False, depth=DEPTH)


def games_a_second(player: Player, games: int) -> float:
    begun = time.perf_counter()
    play_match(player, parse_player(OPPONENT), games=games, openings="random")
    return games / (time.perf_counter() - begun)


def row(player: AskingPlayer, positions: list[Position], games: int) -> str:
    begun = time.perf_counter()
    player.new_game(0)
    started = time.perf_counter()
    for start in range(0, POSITIONS, TOGETHER):
        player.choose_together(positions[start : start + TOGETHER])
    asked = time.perf_counter()
    played = games_a_second(replace(player, deterministic=True), games)
    end_all()
    return (
        f"{1000 * (started - begun):.0f} ms | {POSITIONS / (asked - started):.0f} | {played:.1f} |"
    )


def measure(file: Path, positions: list[Position], games: int) -> None:
    inside = AlphaBetaPlayer(load_evaluator(str(file)), depth=DEPTH)
    inside.get_ready(SPEC)
    begun = time.perf_counter()
    for position in positions:
        inside.choose(position)
    asked = POSITIONS / (time.perf_counter() - begun)
    print(f"| `{file.name}` | one process, compiled | | {asked:.0f} |", end="")
    print(f" {games_a_second(inside, games):.1f} |", flush=True)
    for compiles, sandboxed in product((False, True), (False, True)):
        how = f"{'compiled' if compiles else 'plain'}, {'sandbox' if sandboxed else 'no sandbox'}"
        player = asking(file, sandboxed=sandboxed, compiles=compiles)
        print(f"| `{file.name}` | {how} | {row(player, positions, games)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    positions = some_positions()
    print(
        "| function | where | start | positions a second | games a second |\n|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as passing:
        folder = Path(passing)
        folder.chmod(0o755)  # root's sandboxes run as another user
        (folder / "zero.py").write_text(ZERO)
        files = [folder / "zero.py"]
        for file in given.files:
            files.append(Path(shutil.copy(file, folder / file.name)))
        for file in files:
            measure(file, positions, given.games)


if __name__ == "__main__":
    main()
