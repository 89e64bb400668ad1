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

import secrets
from dataclasses import replace
from itertools import pairwise
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kinarow.drawing import Diagram
from kinarow.errors import KinarowError, unknown
from kinarow.evaluation import CATALOGUE, explain, find_evaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.game.movetext import write_moves
from kinarow.players import PLAYERS, AlphaBetaPlayer, Choice, Player, parse_player
from kinarow.players.monte_carlo import MonteCarloPlayer

_MOST_CELLS = 400
_LONGEST_MOVES = 4 * _MOST_CELLS
_MOST_NODES = 1_000_000
_MOST_PLAYOUTS = 20_000

_NOT_IN_THE_LAB = {"human", "file", "minimax", "alphabeta-plain", "expectimax", "perfect"}
LAB_PLAYERS: Final = {name: kind for name, kind in PLAYERS.items() if name not in _NOT_IN_THE_LAB}
"""Those that neither ask nor run files, and whose time has a bound."""


async def position(request: Request) -> Response:
    """A position as the page shows it, with the explanation of its score."""
    line = _line(request)
    here = line[-1]
    side = _side(request.query_params.get("for", "first"), here)
    evaluator = find_evaluator(request.query_params.get("eval", "open-lines"))
    last = line[-2].move_to(here) if len(line) > 1 else None
    return JSONResponse(
        {
            **here.to_json(),
            "line": write_moves(here.spec, [a.move_to(b) for a, b in pairwise(line)]),
            "moves": [{"move": here.move_text(m), "cell": m.name} for m in here.legal_moves()],
            "gravity": here.spec.gravity,
            "diagram": Diagram.of(here, last).to_json(),
            "explanation": explain(evaluator, here, side).to_json(),
        }
    )


async def move(request: Request) -> Response:
    """What a player plays; it thinks in another process."""
    here = _line(request)[-1]
    text = request.query_params.get("player", "alphabeta")
    player = _bounded(parse_player(text, find_evaluator, LAB_PLAYERS))
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")
    choice: Choice = await request.app.state.thinkers.run(
        _choose, player, here, secrets.randbits(32)
    )
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


def _choose(player: Player, here: Position, seed: int) -> Choice:
    player.new_game(seed)
    return player.choose(here)


def _side(name: str, here: Position) -> Side:
    sides = {"first": Side.FIRST, "second": Side.SECOND, "mover": here.mover}
    if name not in sides:
        raise KinarowError(unknown("side", name, sides))
    return sides[name]


def _line(request: Request) -> list[Position]:
    spec = GameSpec.parse(request.query_params.get("game", "connect4"))
    if spec.cell_count > _MOST_CELLS:
        raise KinarowError(f"the lab takes boards of {_MOST_CELLS} cells at most, not {spec}")
    moves = request.query_params.get("moves", "")
    if len(moves) > _LONGEST_MOVES:
        raise KinarowError(f"moves may have {_LONGEST_MOVES} characters at most")
    return list(Position.along(moves, spec))


def _bounded(player: Player) -> Player:
    """The player, if it cannot keep a thinker busy for long; a search is given a limit of nodes."""
    if isinstance(player, AlphaBetaPlayer):
        return replace(player, nodes=min(player.nodes or _MOST_NODES, _MOST_NODES))
    if isinstance(player, MonteCarloPlayer) and player.playouts > _MOST_PLAYOUTS:
        raise KinarowError(f"the lab plays {_MOST_PLAYOUTS} random games for a move at most")
    return player
