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
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

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
from kinarow.search.threats.options import why_no_threats
from kinarow.solver.solver import is_solvable
from kinarow.web.hosting.fair_queue import BusyError
from kinarow.web.lab import answers
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.fields import Text, Whole
from kinarow.web.lab.operations import DELETE, EVENTS, GET, LINES, POST, Operations
from kinarow.web.lab.own_files import OwnFiles
from kinarow.web.lab.questions import (
    ENTRANTS,
    EVALUATOR,
    GAME,
    LAB_PLAYERS,
    MOST_CELLS,
    MOST_OF_A_PAGE,
    OPENING_RULE,
    PAGE,
    PLAYER,
    POSITION,
    ROUNDS,
    SEED,
    SIDE,
    Known,
    LabQuestion,
    seconds_field,
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
from kinarow.web.lab.study_routes import STUDY
from kinarow.web.lab.versions import Failure
from kinarow.web.lab.worker_pool import LostError, TooLongError
from kinarow.web.tournaments.registry import Tournaments
from kinarow.web.tournaments.running import Running

_TEXT: Final = Text("text", example="1. 4 4 2. 5 3")
_DEPTH: Final = Whole("depth", "plies", least=1, most=30, usual=8)
_FIRST_MOVE: Final = Whole("first", "the first move to look at", least=1, most=MOST_CELLS, usual=1)
_STATE: Final = Text("state", known=("running", "paused"), is_required=True)
_SECONDS: Final = seconds_field(3)
_REVIEW_SECONDS: Final = seconds_field(SECONDS_A_MOVE, "at most for each move")
_WHY_SECONDS: Final = seconds_field(5)
_KINDS_OF_GAMES: Final = {"drop": GameSpec.parse("connect4"), "place": GameSpec.parse("gomoku")}
"""Kinds of games as their texts begin, and one of each."""
_STILL_HERE_SECONDS = 15.0
"""How long a stream of events may say nothing."""

LAB: Final = Operations(STUDY)


@LAB.answers("/catalogue", by=GET, answer=answers.CatalogueJson)
async def catalogue(request: Request, _question: LabQuestion) -> Response:
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


@LAB.answers("/events", by=GET, media=EVENTS)
async def events(request: Request, _question: LabQuestion) -> Response:
    """The files that the lab was started with, now and whenever one is saved: server-sent events
    without end."""
    own_files: OwnFiles = request.app.state.own_files

    async def told() -> AsyncIterator[str]:
        async with aclosing(own_files.changes(_STILL_HERE_SECONDS)) as changes:
            async for states in changes:
                # A remark finds out whether anyone still listens.
                yield ": still here\n\n" if states is None else f"data: {json.dumps(states)}\n\n"

    return StreamingResponse(told(), media_type="text/event-stream", headers=AT_ONCE)


@LAB.answers("/position", *POSITION, SIDE, EVALUATOR, answer=answers.PositionJson)
async def position(request: Request, question: LabQuestion) -> Response:
    """A position, its diagram, and why it is worth what it is; an evaluator that fails takes
    nothing else with it."""
    line = question.line()
    here = line[-1]
    await in_turn(request, question.judge)  # what nobody knows is refused
    side = question.side(here)
    last = line[-2].move_to(here) if len(line) > 1 else None
    shown = await in_turn(request, lab_jobs.shown, here, last)
    try:
        described = await found_at_once(
            request, lab_jobs.describe, here, last, question.judge, side
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
            "searcher": "alphabeta" if why_no_threats(here.spec) else "threat-search",
            **shown,
            **described,
            "evaluator_error": failure.to_json() if failure else None,
            "evaluator_version": question.version_in_use,
        }
    )


@LAB.answers("/game", GAME, _TEXT, answer=answers.GameMovesJson)
async def game(request: Request, question: LabQuestion) -> Response:
    """A game as people write it down, as moves: lists with numbers or commas, or SGF."""
    text = question[_TEXT]
    moves = await in_turn(request, read_game, text, question.spec)
    return JSONResponse({"moves": moves})


@LAB.answers("/move", *POSITION, PLAYER, EVALUATOR, answer=answers.ChoiceJson)
async def move(request: Request, question: LabQuestion) -> Response:
    """What a player plays."""
    here = question.line()[-1]
    await in_turn(request, question.opponent)  # who cannot play has not failed
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")
    return await _told_of_player(
        question,
        request,
        thought_of(request, lab_jobs.choose, question.opponent, here, secrets.randbits(32)),
    )


@LAB.answers("/swap2", *POSITION, PLAYER, EVALUATOR, SEED, answer=answers.Swap2Json)
async def swap2(request: Request, question: LabQuestion) -> Response:
    """What a player does in its turn of an opening by swap2, with 0, 3 or 5 stones on the board:
    stones, or the side that it takes."""
    here = question.line()[-1]
    await in_turn(request, question.opponent)  # who cannot play has not failed
    seed = question[replace(SEED, usual=secrets.randbits(31))]
    return await _told_of_player(
        question,
        request,
        thought_of(request, lab_jobs.open_by_swap2, question.opponent, here, seed),
    )


async def _told_of_player(
    question: LabQuestion, request: Request, answer: Awaitable[Response]
) -> Response:
    """A player's answer; of one in a user's file it is told whether it could give one."""
    own_files: OwnFiles = request.app.state.own_files
    name = question.get(PLAYER) or ""
    try:
        found = await answer
    except BusyError:
        raise
    except KinarowError as error:
        await own_files.has_moved(name, error)
        raise
    await own_files.has_moved(name, None)
    return found


@LAB.answers(
    "/analysis", *POSITION, EVALUATOR, _DEPTH, _SECONDS, answer=answers.AheadJson, media=LINES
)
async def analysis(request: Request, question: LabQuestion) -> Response:
    """What each move is worth by an evaluator: JSON lines, a ply deeper each."""
    here, depth, seconds = unfinished(question), question[_DEPTH], question[_SECONDS]
    return await streamed(request, lab_jobs.look_ahead, question.judge, here, depth, seconds)


@LAB.answers("/exact", *POSITION, _SECONDS, answer=answers.ExactJson, media=LINES)
async def exact(request: Request, question: LabQuestion) -> Response:
    """What each move is worth under perfect play: JSON lines, one a move; null where it was not
    solved in time."""
    here, seconds = unfinished(question), question[_SECONDS]
    return await streamed(request, lab_jobs.solve_moves, here, seconds)


@LAB.answers(
    "/review",
    *POSITION,
    EVALUATOR,
    _REVIEW_SECONDS,
    _FIRST_MOVE,
    answer=answers.ReviewedJson,
    media=LINES,
)
async def review(request: Request, question: LabQuestion) -> Response:
    """A played game compared with perfect play: JSON lines, one a move. One that is not solved in
    its time is said to be so, with what is plain to see."""
    line = question.line()
    if len(line) < 2:
        raise KinarowError("a game with no moves has nothing to review")
    seconds = question[_REVIEW_SECONDS]
    first = question[replace(_FIRST_MOVE, most=len(line) - 1)]
    rest = line[first - 1 :]
    return await streamed(request, lab_jobs.review_game, rest, question.judge, seconds)


@LAB.answers("/why", *POSITION, _WHY_SECONDS, answer=answers.WhysJson, media=LINES)
async def why(request: Request, question: LabQuestion) -> Response:
    """Why a position is won, lost or held, and what the last move gave away: one JSON line."""
    line, seconds = question.line(), question[_WHY_SECONDS]
    before = line[-2] if len(line) > 1 else None
    return await streamed(request, lab_jobs.explain_why, line[-1], before, seconds)


@LAB.answers("/report", *POSITION, EVALUATOR, answer=answers.WrittenJson, media=LINES)
async def report(request: Request, question: LabQuestion) -> Response:
    """An evaluator written up: JSON lines with the share that is done, the last with the HTML."""
    if question.trouble:  # games of a report are played by what is in the file
        raise KinarowError(question.trouble.text)
    evaluator = await in_turn(request, question.evaluator)
    return await streamed(request, write_up, evaluator, question.line()[-1])


async def _made_of_terms(request: Request, question: LabQuestion) -> Evaluator:
    evaluator = await in_turn(request, question.evaluator)
    return made_of_terms(evaluator, "it has no formula")


@LAB.answers("/formula", EVALUATOR, answer=answers.FormulaJson)
async def formula(request: Request, question: LabQuestion) -> Response:
    """An evaluator as mathematics."""
    evaluator = await _made_of_terms(request, question)
    return JSONResponse(await in_turn(request, _formulas, evaluator))


def _formulas(evaluator: Evaluator) -> dict[str, str]:
    return {"mathml": formula_of(evaluator, "mathml"), "text": formula_of(evaluator)}


@LAB.answers("/weights", GAME, EVALUATOR, answer=answers.WeightsJson)
async def weights(request: Request, question: LabQuestion) -> Response:
    """An evaluator with every weight written out for a game, and what its sliders show."""
    given = await in_turn(request, question.evaluator)
    evaluator = made_of_terms(given, "it has no weights to move")
    if evaluator.has_tables:
        raise KinarowError(f"{evaluator.name} has tables, which are learned and not moved by hand")
    return JSONResponse(await in_turn(request, sliders, evaluator, question.spec.target))


@LAB.answers("/python", EVALUATOR, answer=answers.PythonJson)
async def python(request: Request, question: LabQuestion) -> Response:
    """An evaluator as the Python file that defines it."""
    evaluator = await _made_of_terms(request, question)
    if evaluator.has_tables:
        raise KinarowError(f"{evaluator.name} has tables too long to be written here")
    return JSONResponse({"python": await in_turn(request, to_python, evaluator)})


@LAB.answers("/tournaments", *PAGE, by=GET, answer=answers.TournamentsJson)
async def tournaments(request: Request, question: LabQuestion) -> Response:
    """All tournaments, a page of them."""
    every = list(_tournaments(request))
    asker = asker_of(request)
    page = question.page(len(every))
    listed = [running.summary(asker) for running in every[page]]
    return JSONResponse({"tournaments": listed, "first": page.start, "total": len(every)})


@LAB.answers(
    "/tournaments",
    GAME,
    ENTRANTS,
    ROUNDS,
    SEED,
    OPENING_RULE,
    by=POST,
    answer=answers.TournamentJson,
    status=201,
)
async def begin_tournament(request: Request, question: LabQuestion) -> Response:
    """Begin a tournament."""
    every, asker = _tournaments(request), asker_of(request)
    # Players that are looked at, or a table of thousands of games, take a moment that is not the
    # loop's.
    made = await in_turn(request, every.begin, question, asker.owner)
    answer = await in_turn(request, made.to_json, asker, slice(0, MOST_OF_A_PAGE))
    return JSONResponse(answer, status_code=201)


@LAB.answers("/tournaments/{key}", *PAGE, by=GET, answer=answers.TournamentJson)
async def tournament(request: Request, question: LabQuestion) -> Response:
    """How a tournament stands."""
    running = _tournaments(request).find(request.path_params["key"])
    return await _standing(request, running, question)


@LAB.answers("/tournaments/{key}", _STATE, *PAGE, by=POST, answer=answers.TournamentJson)
async def steer_tournament(request: Request, question: LabQuestion) -> Response:
    """Pause a tournament, or go on; for who began it."""
    running = _own_tournament(request)
    wanted = question.get(_STATE)
    if wanted not in _STATE.known:
        raise KinarowError("state must be running or paused")
    _tournaments(request).resume(running) if wanted == "running" else running.pause()
    return await _standing(request, running, question)


@LAB.answers("/tournaments/{key}", by=DELETE, status=204)
async def delete_tournament(request: Request, _question: LabQuestion) -> Response:
    """Delete a tournament and its games; for who began it."""
    running = _own_tournament(request)
    await in_turn(request, _tournaments(request).delete, running)
    return Response(status_code=204)


async def _standing(request: Request, running: Running, question: LabQuestion) -> Response:
    page = question.page(running.played)
    return JSONResponse(await in_turn(request, running.to_json, asker_of(request), page))


def _tournaments(request: Request) -> Tournaments:
    every: Tournaments = request.app.state.tournaments
    return every


def _own_tournament(request: Request) -> Running:
    """The one that is asked for, if whoever asks has begun it."""
    running = _tournaments(request).find(request.path_params["key"])
    if not asker_of(request).owns(running.owner):
        raise HTTPException(403, "this tournament was begun by somebody else")
    return running


@LAB.answers("/openapi.json", by=GET)
async def description(_request: Request, _question: LabQuestion) -> Response:
    """This description."""
    return JSONResponse(openapi(LAB))


ROUTES: Final = LAB.routes()
