"""The JSON API of the lab: the server knows the rules, the page draws.

| path        | asks with                      | answers with                         |
|-------------|--------------------------------|--------------------------------------|
| `/evaluators` |                              | the names of the evaluators          |
| `/position` | `game`, `moves`, `eval`, `for` | the position, its diagram and why    |
| `/move`     | `game`, `moves`, `player`      | what a player plays, and its reasons |

Everything a request may name is in a catalogue: no file, no program, no code. Mistakes are
answered with status 400 and `{"error": words}`.
"""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kinarow.drawing import Diagram
from kinarow.errors import KinarowError
from kinarow.evaluation import CATALOGUE, explain, find_evaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer, Choice, Player, parse_player

_MOST_CELLS = 400
_LONGEST_MOVES = 4 * _MOST_CELLS
_LARGEST_TREE = 300_000


async def position(request: Request) -> Response:
    """A position as the page shows it, with the explanation of its score."""
    line = _line(request)
    here = line[-1]
    side = {"first": Side.FIRST, "second": Side.SECOND}.get(
        request.query_params.get("for", "first"), here.mover
    )
    evaluator = find_evaluator(request.query_params.get("eval", "open-lines"))
    last = line[-2].move_to(here) if len(line) > 1 else None
    return JSONResponse(
        {
            **here.to_json(),
            "moves": [{"move": here.move_text(m), "cell": m.name} for m in here.legal_moves()],
            "gravity": here.spec.gravity,
            "diagram": Diagram.of(here, last).to_json(),
            "explanation": explain(evaluator, here, side).to_json(),
        }
    )


async def move(request: Request) -> Response:
    """What a player plays; it thinks in another process."""
    here = _line(request)[-1]
    player = parse_player(request.query_params.get("player", "alphabeta"), find_evaluator)
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")
    _check_quick(player, here)
    loop = asyncio.get_running_loop()
    choice = await loop.run_in_executor(request.app.state.thinkers, _choose, player, here)
    return JSONResponse(
        {
            "move": here.move_text(choice.move),
            "cell": choice.move.name,
            "score": choice.score,
            "reason": choice.reason,
            "depth": choice.depth,
            "nodes": choice.nodes,
        }
    )


async def evaluators(_request: Request) -> Response:
    """The evaluators that a question may name."""
    known = [{"name": e.name, "source": e.source} for e in CATALOGUE.values()]
    return JSONResponse({"evaluators": known})


ROUTES: Final = [
    Route("/evaluators", evaluators),
    Route("/position", position),
    Route("/move", move),
]


def _choose(player: Player, here: Position) -> Choice:
    return player.choose(here)


def _line(request: Request) -> list[Position]:
    spec = GameSpec.parse(request.query_params.get("game", "connect4"))
    if spec.cell_count > _MOST_CELLS:
        raise KinarowError(f"the lab takes boards of {_MOST_CELLS} cells at most, not {spec}")
    moves = request.query_params.get("moves", "")
    if len(moves) > _LONGEST_MOVES:
        raise KinarowError(f"moves may have {_LONGEST_MOVES} characters at most")
    return list(Position.along(moves, spec))


def _check_quick(player: Player, here: Position) -> None:
    """Refuse what would keep a thinker busy for long."""
    if isinstance(player, AlphaBetaPlayer):
        lines = len(here.legal_moves()) ** min(player.depth, here.spec.cell_count - here.plies)
        if lines > _LARGEST_TREE:
            raise KinarowError(f"{player.depth} plies ahead is too far for the lab on this board")
