"""The JSON API of the lab: the server knows the rules, the page draws.

Questions come as fields of the address (GET) or of a JSON body (POST); `openapi.json` describes all
of them. Answers that take their time are streams of JSON lines. A mistake is answered with
`{"error": words}`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing, suppress
from itertools import pairwise
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from kinarow.drawing.looks import look_of
from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation import Evaluator, made_of_terms
from kinarow.evaluation.written.formula import formula as formula_of
from kinarow.evaluation.written.json_files import to_json
from kinarow.evaluation.written.source import to_python
from kinarow.game import GameSpec
from kinarow.game.gametext import read_game
from kinarow.game.movetext import write_moves
from kinarow.game.spec import VARIANTS
from kinarow.grading.review import SECONDS_A_MOVE
from kinarow.solver.solver import is_solvable
from kinarow.web.hosting.fair_queue import BusyError
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.own_files import OwnFiles
from kinarow.web.lab.questions import (
    LAB_PLAYERS,
    MOST_CELLS,
    MOST_OF_A_PAGE,
    Known,
    LabQuestion,
    asked,
)
from kinarow.web.lab.reporting import write_up
from kinarow.web.lab.responses import (
    AT_ONCE,
    asker_of,
    found_at_once,
    in_turn,
    streamed,
    thought_of,
    unfinished,
)
from kinarow.web.lab.schema import openapi
from kinarow.web.lab.sliders import offered_terms, sliders
from kinarow.web.lab.study_routes import STUDY_ROUTES
from kinarow.web.lab.versions import Failure
from kinarow.web.lab.worker_pool import LostError, TooLongError
from kinarow.web.tournaments.kept import Tournaments

_LONGEST_ANALYSIS = 10.0
_DEEPEST_ANALYSIS = 30
_KINDS_OF_GAMES: Final = {"drop": GameSpec.parse("connect4"), "place": GameSpec.parse("gomoku")}
"""Kinds of games as their texts begin, and one of each."""
_STILL_HERE_SECONDS = 15.0
"""How long a stream of events may say nothing."""


async def catalogue(request: Request) -> Response:
    """What requests may name: games, evaluators and players; and terms to make evaluators of."""
    known: Known = request.app.state.known
    await request.app.state.own_files.follow()
    games = [
        {"name": v.name, "title": v.description, "game": str(v.spec)} for v in VARIANTS.values()
    ]
    return JSONResponse(
        {
            "games": games,
            "evaluators": await in_turn(request, _listed, known),
            "usual": {kind: known.usual_in(spec) for kind, spec in _KINDS_OF_GAMES.items()},
            "players": [*known.players, *LAB_PLAYERS],
            "own_players": list(known.players),
            "files": request.app.state.own_files.states(),
            "terms": offered_terms(),
            "most_cells": MOST_CELLS,
        }
    )


def _listed(known: Known) -> list[dict[str, Any]]:
    found = []
    own, spec = set(known.own_evaluators), _KINDS_OF_GAMES["drop"]
    for name in known.evaluator_names:
        entry: dict[str, Any] = {"name": name, "source": "", "own": name in own}
        with suppress(EvaluatorError):  # a file that does not work is there all the same
            evaluator = known.evaluator(name, spec)
            entry["source"] = evaluator.source
            if evaluator.of_terms and not evaluator.of_terms.has_tables:
                entry["definition"] = to_json(evaluator.of_terms)
        found.append(entry)
    return found


async def events(request: Request) -> Response:
    """The files that the lab was started with, now and whenever one is saved, as server-sent
    events."""
    own_files: OwnFiles = request.app.state.own_files

    async def told() -> AsyncIterator[str]:
        async with aclosing(own_files.changes(_STILL_HERE_SECONDS)) as changes:
            async for states in changes:
                # A remark finds out whether anyone still listens.
                yield ": still here\n\n" if states is None else f"data: {json.dumps(states)}\n\n"

    return StreamingResponse(told(), media_type="text/event-stream", headers=AT_ONCE)


async def position(request: Request) -> Response:
    """A position as the page shows it, with the explanation of its score if there is one: an
    evaluator that fails takes nothing else with it."""
    question = await asked(request)
    line, judge = question.line(), await in_turn(request, question.judge)
    here = line[-1]
    side = question.side(here)
    last = line[-2].move_to(here) if len(line) > 1 else None
    shown = await in_turn(request, lab_jobs.shown, here, last)
    try:
        described = await found_at_once(
            request, lab_jobs.describe, here, last, judge, side, instead=question.judge
        )
    except (EvaluatorError, LostError, TooLongError) as error:
        described = {"explanation": None, "scale": 1.0}
        failure: Failure | None = Failure(str(error))
    else:
        failure = question.trouble
    return JSONResponse(
        {
            **here.to_json(),
            "line": write_moves(here.spec, [a.move_to(b) for a, b in pairwise(line)]),
            "moves": [{"move": here.move_text(m), "cell": m.name} for m in here.legal_moves()],
            "gravity": here.spec.gravity,
            "target": here.spec.target,
            "exact": here.spec.exact,
            "order": [a.move_to(b).name for a, b in pairwise(line)],
            "look": look_of(here.spec).to_json(),
            "solvable": is_solvable(here.spec),
            **shown,
            **described,
            "evaluator_error": failure.to_json() if failure else None,
            "evaluator_version": question.version_in_use,
        }
    )


async def game(request: Request) -> Response:
    """A game as people write it down, as the moves that the lab goes by."""
    question = await asked(request)
    text = question.text("text", "")
    moves = await in_turn(request, read_game, text, question.spec)
    return JSONResponse({"moves": moves})


async def move(request: Request) -> Response:
    """What a player plays; it thinks in another process."""
    question = await asked(request)
    here, player = question.line()[-1], await in_turn(request, question.opponent)
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")
    return await _told_of_player(
        question,
        request,
        thought_of(
            request, lab_jobs.choose, player, here, secrets.randbits(32), instead=question.opponent
        ),
    )


async def swap2(request: Request) -> Response:
    """What a player does in its turn of an opening by swap2: stones, or the side that it takes."""
    question = await asked(request)
    here, player = question.line()[-1], await in_turn(request, question.opponent)
    seed = question.whole("seed", secrets.randbits(31), 0, 2**31)
    return await _told_of_player(
        question,
        request,
        thought_of(request, lab_jobs.open_by_swap2, player, here, seed, instead=question.opponent),
    )


async def _told_of_player(
    question: LabQuestion, request: Request, answer: Awaitable[Response]
) -> Response:
    """A player's answer; of one in a user's file it is told whether it could give one."""
    own_files: OwnFiles = request.app.state.own_files
    name = question.text("player", "")
    try:
        found = await answer
    except BusyError:
        raise
    except KinarowError as error:
        await own_files.has_moved(name, error)
        raise
    await own_files.has_moved(name, None)
    return found


async def analysis(request: Request) -> Response:
    """What each move is worth by the evaluator, a ply deeper with each line."""
    question = await asked(request)
    here = unfinished(question)
    depth = question.whole("depth", 8, 1, _DEEPEST_ANALYSIS)
    seconds = question.number("seconds", 3, 0.05, _LONGEST_ANALYSIS)
    judge = await in_turn(request, question.judge)
    return streamed(
        request, lab_jobs.look_ahead, judge, here, depth, seconds, instead=question.judge
    )


async def exact(request: Request) -> Response:
    """The exact value of each move, a line for each; null where it was not solved in time."""
    question = await asked(request)
    here = unfinished(question)
    seconds = question.number("seconds", 3, 0.05, _LONGEST_ANALYSIS)
    return streamed(request, lab_jobs.solve_moves, here, seconds)


async def review(request: Request) -> Response:
    """A played game compared with perfect play, a line for each move. One that is not solved in its
    time is said to be so, with what is plain to see. `first` is the number of the first move that
    is looked at."""
    question = await asked(request)
    line = question.line()
    if len(line) < 2:
        raise KinarowError("a game with no moves has nothing to review")
    seconds = question.number("seconds", SECONDS_A_MOVE, 0.05, _LONGEST_ANALYSIS)
    first = question.whole("first", 1, 1, len(line) - 1)
    judge, rest = await in_turn(request, question.judge), line[first - 1 :]
    return streamed(request, lab_jobs.review_game, rest, judge, seconds, instead=question.judge)


async def why(request: Request) -> Response:
    """Why a position is won, lost or held, and what the last move gave away: one line."""
    question = await asked(request)
    line = question.line()
    seconds = question.number("seconds", 5, 0.05, _LONGEST_ANALYSIS)
    before = line[-2] if len(line) > 1 else None
    return streamed(request, lab_jobs.explain_why, line[-1], before, seconds)


async def report(request: Request) -> Response:
    """An evaluator written up: how far that is, a line each, and at last the page."""
    question = await asked(request)
    if question.trouble:  # games of a report are played by what is in the file
        raise KinarowError(question.trouble.text)
    evaluator = await in_turn(request, question.evaluator)
    return streamed(request, write_up, evaluator, question.line()[-1])


async def formula(request: Request) -> Response:
    """An evaluator as mathematics."""
    evaluator = await _made_of_terms(request)
    return JSONResponse(await in_turn(request, _formulas, evaluator))


def _formulas(evaluator: Evaluator) -> dict[str, str]:
    return {"mathml": formula_of(evaluator, "mathml"), "text": formula_of(evaluator)}


async def weights(request: Request) -> Response:
    """An evaluator with every weight written out for a game, and what its sliders show."""
    question = await asked(request)
    given = await in_turn(request, question.evaluator)
    evaluator = made_of_terms(given, "it has no weights to move")
    if evaluator.has_tables:
        raise KinarowError(f"{evaluator.name} has tables, which are learned and not moved by hand")
    return JSONResponse(await in_turn(request, sliders, evaluator, question.spec.target))


async def python(request: Request) -> Response:
    """An evaluator as the Python file that defines it."""
    evaluator = await _made_of_terms(request)
    if evaluator.has_tables:
        raise KinarowError(f"{evaluator.name} has tables too long to be written here")
    return JSONResponse({"python": await in_turn(request, to_python, evaluator)})


async def tournaments(request: Request) -> Response:
    """A page of the list of tournaments (GET), or a new one (POST)."""
    every: Tournaments = request.app.state.tournaments
    question, asker = await asked(request), asker_of(request)
    if request.method == "GET":
        all_of_them = list(every)
        page = question.page(len(all_of_them))
        listed = [running.summary(asker) for running in all_of_them[page]]
        return JSONResponse({"tournaments": listed, "first": page.start, "total": len(all_of_them)})
    # Players that are looked at, or a table of thousands of games, take a moment that is not the
    # loop's.
    made = await in_turn(request, every.begin, question, asker.owner)
    answer = await in_turn(request, made.to_json, asker, slice(0, MOST_OF_A_PAGE))
    return JSONResponse(answer, status_code=201)


async def one_tournament(request: Request) -> Response:
    """How a tournament stands (GET); or pause it, or go on (POST with `state`); or delete it."""
    every: Tournaments = request.app.state.tournaments
    running, asker = every.find(request.path_params["key"]), asker_of(request)
    if request.method != "GET" and not asker.owns(running.owner):
        raise HTTPException(403, "this tournament was begun by somebody else")
    if request.method == "DELETE":
        await in_turn(request, every.delete, running)
        return Response(status_code=204)
    question = await asked(request)
    if request.method == "POST":
        wanted = question.text("state", "")
        if wanted not in ("running", "paused"):
            raise KinarowError("state must be running or paused")
        every.resume(running) if wanted == "running" else running.pause()
    page = question.page(running.played)
    return JSONResponse(await in_turn(request, running.to_json, asker, page))


async def description(_request: Request) -> Response:
    """This API, as OpenAPI."""
    return JSONResponse(openapi())


ROUTES: Final = [
    Route("/catalogue", catalogue),
    Route("/events", events),
    Route("/position", position, methods=["GET", "POST"]),
    Route("/game", game, methods=["GET", "POST"]),
    Route("/move", move, methods=["GET", "POST"]),
    Route("/swap2", swap2, methods=["GET", "POST"]),
    Route("/analysis", analysis, methods=["GET", "POST"]),
    Route("/exact", exact, methods=["GET", "POST"]),
    Route("/review", review, methods=["GET", "POST"]),
    Route("/why", why, methods=["GET", "POST"]),
    Route("/report", report, methods=["GET", "POST"]),
    *STUDY_ROUTES,
    Route("/formula", formula, methods=["GET", "POST"]),
    Route("/weights", weights, methods=["GET", "POST"]),
    Route("/python", python, methods=["GET", "POST"]),
    Route("/tournaments", tournaments, methods=["GET", "POST"]),
    Route("/tournaments/{key}", one_tournament, methods=["GET", "POST", "DELETE"]),
    Route("/openapi.json", description),
]


async def _made_of_terms(request: Request) -> Evaluator:
    evaluator = await in_turn(request, (await asked(request)).evaluator)
    return made_of_terms(evaluator, "it has no formula")
