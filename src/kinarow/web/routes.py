"""The JSON API of the lab: the server knows the rules, the page draws.

Questions come as fields of the address (GET) or of a JSON body (POST); `openapi.json` describes all
of them. Answers that take their time are streams of JSON lines. A mistake is answered with
`{"error": words}`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from itertools import pairwise
from typing import Any, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from kinarow.drawing.looks import look_of
from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator, made_of_terms
from kinarow.evaluation.files import to_json
from kinarow.evaluation.formula import formula as formula_of
from kinarow.evaluation.source import to_python
from kinarow.game import Position
from kinarow.game.movetext import write_moves
from kinarow.game.spec import VARIANTS
from kinarow.grading.review import SECONDS_A_MOVE
from kinarow.puzzles.puzzle import HARDEST
from kinarow.search.branches import ORDERS, TEXTBOOK
from kinarow.solver.solver import is_solvable
from kinarow.web import lab_jobs
from kinarow.web.connections import while_wanted
from kinarow.web.fair_queue import FairQueue
from kinarow.web.own_files import OwnFiles
from kinarow.web.questions import LAB_PLAYERS, MOST_CELLS, MOST_OF_A_PAGE, Known, LabQuestion, asked
from kinarow.web.reporting import write_up
from kinarow.web.schema import openapi
from kinarow.web.sessions import Asker
from kinarow.web.sliders import offered_terms, sliders
from kinarow.web.solved_samples import SolvedSamples
from kinarow.web.thinkers import Job, Thinkers
from kinarow.web.tournaments import Tournaments

Worked = TypeVar("Worked")

_LONGEST_MOMENT = 10.0
"""Seconds for what should come at once."""
_LONGEST_THOUGHT = 30.0
"""Seconds for a move, or for a tree."""
_LONGEST_ANALYSIS = 10.0
_DEEPEST_ANALYSIS = 30
_DEEPEST_TREE = 4
_STILL_HERE_SECONDS = 15.0
"""How long a stream of events may say nothing."""
_AT_ONCE = {"X-Accel-Buffering": "no"}
"""A proxy would gather what is streamed before it passes it on."""


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
            "evaluators": await _in_turn(request, _listed, known),
            "usual": known.usual,
            "players": [*known.players, *LAB_PLAYERS],
            "own_players": list(known.players),
            "files": request.app.state.own_files.states(),
            "terms": offered_terms(),
            "most_cells": MOST_CELLS,
        }
    )


def _listed(known: Known) -> list[dict[str, Any]]:
    found = []
    for name in known.evaluator_names:
        evaluator = known.evaluator(name)
        entry: dict[str, Any] = {
            "name": name,
            "source": evaluator.source,
            "own": name in known.evaluators,
        }
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

    return StreamingResponse(told(), media_type="text/event-stream", headers=_AT_ONCE)


async def position(request: Request) -> Response:
    """A position as the page shows it, with the explanation of its score."""
    question = await asked(request)
    line, evaluator = question.line(), await _in_turn(request, question.evaluator)
    here = line[-1]
    side = question.side(here)
    last = line[-2].move_to(here) if len(line) > 1 else None
    instant: Thinkers = request.app.state.instant
    described = await while_wanted(
        request,
        instant.run(
            lab_jobs.describe,
            here,
            last,
            evaluator,
            side,
            seconds=_LONGEST_MOMENT,
            asker=_asker(request).name,
        ),
    )
    warning = f"{question.trouble}; the last version that worked is in use"
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
            **described,
            **({"warning": warning} if question.trouble else {}),
        }
    )


async def move(request: Request) -> Response:
    """What a player plays; it thinks in another process."""
    question = await asked(request)
    here, player = question.line()[-1], await _in_turn(request, question.player)
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")
    return await _thought_of(request, lab_jobs.choose, player, here, secrets.randbits(32))


async def swap2(request: Request) -> Response:
    """What a player does in its turn of an opening by swap2: stones, or the side that it takes."""
    question = await asked(request)
    here, player = question.line()[-1], await _in_turn(request, question.player)
    seed = question.whole("seed", secrets.randbits(31), 0, 2**31)
    return await _thought_of(request, lab_jobs.open_by_swap2, player, here, seed)


async def analysis(request: Request) -> Response:
    """What each move is worth by the evaluator, a ply deeper with each line."""
    question = await asked(request)
    here = _unfinished(question)
    depth = question.whole("depth", 8, 1, _DEEPEST_ANALYSIS)
    seconds = question.number("seconds", 3, 0.05, _LONGEST_ANALYSIS)
    evaluator = await _in_turn(request, question.evaluator)
    return _streamed(request, lab_jobs.look_ahead, evaluator, here, depth, seconds)


async def exact(request: Request) -> Response:
    """The exact value of each move, a line for each; null where it was not solved in time."""
    question = await asked(request)
    here = _unfinished(question)
    seconds = question.number("seconds", 3, 0.05, _LONGEST_ANALYSIS)
    return _streamed(request, lab_jobs.solve_moves, here, seconds)


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
    evaluator = await _in_turn(request, question.evaluator)
    return _streamed(request, lab_jobs.review_game, line[first - 1 :], evaluator, seconds)


async def why(request: Request) -> Response:
    """Why a position is won, lost or held, and what the last move gave away: one line."""
    question = await asked(request)
    line = question.line()
    seconds = question.number("seconds", 5, 0.05, _LONGEST_ANALYSIS)
    before = line[-2] if len(line) > 1 else None
    return _streamed(request, lab_jobs.explain_why, line[-1], before, seconds)


async def report(request: Request) -> Response:
    """An evaluator written up: how far that is, a line each, and at last the page."""
    question = await asked(request)
    if question.trouble:  # games of a report are played by what is in the file
        raise KinarowError(question.trouble)
    evaluator = await _in_turn(request, question.evaluator)
    return _streamed(request, write_up, evaluator, question.line()[-1])


async def tree(request: Request) -> Response:
    """The search tree of a small depth, with pruned branches."""
    question = await asked(request)
    here = _unfinished(question)
    depth = question.whole("depth", 2, 1, _DEEPEST_TREE)
    evaluator = await _in_turn(request, question.evaluator)
    return await _thought_of(request, lab_jobs.tree, here, evaluator, depth)


async def lesson(request: Request) -> Response:
    """A search of a small depth step by step."""
    question = await asked(request)
    here, (prune, order) = _unfinished(question), _manner(question)
    depth = question.whole("depth", 2, 1, _DEEPEST_TREE)
    evaluator = await _in_turn(request, question.evaluator)
    return await _thought_of(request, lab_jobs.tell_lesson, here, evaluator, depth, prune, order)


async def textbook(request: Request) -> Response:
    """The same of a tree of values, by default the textbooks'."""
    question = await asked(request)
    values, (prune, order) = question.text("values", TEXTBOOK), _manner(question)
    return await _thought_of(request, lab_jobs.tell_textbook, values, prune, order)


def _manner(question: LabQuestion) -> tuple[bool, str]:
    """Whether a search prunes, and in which order it tries moves."""
    algorithm = question.choice("algorithm", "alphabeta", ("alphabeta", "minimax"))
    return algorithm == "alphabeta", question.choice("order", "usual", ORDERS)


async def opinion(request: Request) -> Response:
    """What an evaluator makes of each move at once, and how far it agrees with perfect play."""
    question = await asked(request)
    here, evaluator = question.line()[-1], await _in_turn(request, question.evaluator)
    samples: SolvedSamples = request.app.state.samples
    instant: Thinkers = request.app.state.instant
    asker, solved, unsolved = _asker(request).name, None, ""
    try:
        solved = samples.of(here.spec, asker)
    except KinarowError as error:
        unsolved = str(error)
    found = await while_wanted(
        request,
        instant.run(lab_jobs.opine, evaluator, here, solved, seconds=_LONGEST_MOMENT, asker=asker),
    )
    return JSONResponse({**found, "unsolved": unsolved})


async def puzzles(request: Request) -> Response:
    """A page of the puzzles of a game, a theme and a difficulty, as far as each is given; without
    their answers."""
    question = await asked(request)
    wanted = question.fields
    difficulty = question.whole("difficulty", 1, 1, HARDEST) if "difficulty" in wanted else None
    found = await _in_turn(
        request, lab_jobs.listed_puzzles,
        str(question.spec) if "game" in wanted else None,
        question.text("theme", "") or None,
        difficulty,
    )  # fmt: skip
    every = found.pop("puzzles")
    first = question.whole("first", 0, 0, 10**9)
    page = slice(first, first + question.whole("count", MOST_OF_A_PAGE, 1, MOST_OF_A_PAGE))
    answer = {"puzzles": every[page], "first": first, "total": len(every), **found}
    return JSONResponse(answer)


async def one_puzzle(request: Request) -> Response:
    """A puzzle to be solved (GET); or what an answer to it is worth, and why (POST)."""
    question, key = await asked(request), request.path_params["key"]
    puzzle = await _in_turn(request, lab_jobs.puzzle_of, key)
    if puzzle is None:
        raise HTTPException(404, "there is no such puzzle")
    if request.method == "GET":
        return JSONResponse(lab_jobs.shown_puzzle(puzzle))
    quick: Thinkers = request.app.state.quick
    answered = quick.run(
        lab_jobs.judge_answer, key, question.text("move", ""),
        seconds=_LONGEST_THOUGHT, asker=_asker(request).name,
    )  # fmt: skip
    return JSONResponse(await while_wanted(request, answered))


async def formula(request: Request) -> Response:
    """An evaluator as mathematics."""
    evaluator = await _made_of_terms(request)
    return JSONResponse(await _in_turn(request, _formulas, evaluator))


def _formulas(evaluator: Evaluator) -> dict[str, str]:
    return {"mathml": formula_of(evaluator, "mathml"), "text": formula_of(evaluator)}


async def weights(request: Request) -> Response:
    """An evaluator with every weight written out for a game, and what its sliders show."""
    question = await asked(request)
    given = await _in_turn(request, question.evaluator)
    evaluator = made_of_terms(given, "it has no weights to move")
    if evaluator.has_tables:
        raise KinarowError(f"{evaluator.name} has tables, which are learned and not moved by hand")
    return JSONResponse(await _in_turn(request, sliders, evaluator, question.spec.target))


async def python(request: Request) -> Response:
    """An evaluator as the Python file that defines it."""
    evaluator = await _made_of_terms(request)
    if evaluator.has_tables:
        raise KinarowError(f"{evaluator.name} has tables too long to be written here")
    return JSONResponse({"python": await _in_turn(request, to_python, evaluator)})


async def tournaments(request: Request) -> Response:
    """A page of the list of tournaments (GET), or a new one (POST)."""
    every: Tournaments = request.app.state.tournaments
    question, asker = await asked(request), _asker(request)
    if request.method == "GET":
        all_of_them = list(every)
        page = question.page(len(all_of_them))
        listed = [running.summary(asker) for running in all_of_them[page]]
        return JSONResponse({"tournaments": listed, "first": page.start, "total": len(all_of_them)})
    # A schedule of thousands of games, or a table of them, takes a moment that is not the loop's.
    made = await _in_turn(request, every.begin, question, asker.owner)
    answer = await _in_turn(request, made.to_json, asker, slice(0, MOST_OF_A_PAGE))
    return JSONResponse(answer, status_code=201)


async def one_tournament(request: Request) -> Response:
    """How a tournament stands (GET); or pause it, or go on (POST with `state`); or delete it."""
    every: Tournaments = request.app.state.tournaments
    running, asker = every.find(request.path_params["key"]), _asker(request)
    if request.method != "GET" and not asker.owns(running.owner):
        raise HTTPException(403, "this tournament was begun by somebody else")
    if request.method == "DELETE":
        await _in_turn(request, every.delete, running)
        return Response(status_code=204)
    question = await asked(request)
    if request.method == "POST":
        wanted = question.text("state", "")
        if wanted not in ("running", "paused"):
            raise KinarowError("state must be running or paused")
        every.resume(running) if wanted == "running" else running.pause()
    page = question.page(running.played)
    return JSONResponse(await _in_turn(request, running.to_json, asker, page))


async def description(_request: Request) -> Response:
    """This API, as OpenAPI."""
    return JSONResponse(openapi())


ROUTES: Final = [
    Route("/catalogue", catalogue),
    Route("/events", events),
    Route("/position", position, methods=["GET", "POST"]),
    Route("/move", move, methods=["GET", "POST"]),
    Route("/swap2", swap2, methods=["GET", "POST"]),
    Route("/analysis", analysis, methods=["GET", "POST"]),
    Route("/exact", exact, methods=["GET", "POST"]),
    Route("/review", review, methods=["GET", "POST"]),
    Route("/why", why, methods=["GET", "POST"]),
    Route("/report", report, methods=["GET", "POST"]),
    Route("/tree", tree, methods=["GET", "POST"]),
    Route("/lesson", lesson, methods=["GET", "POST"]),
    Route("/textbook", textbook, methods=["GET", "POST"]),
    Route("/opinion", opinion, methods=["GET", "POST"]),
    Route("/puzzles", puzzles),
    Route("/puzzles/{key}", one_puzzle, methods=["GET", "POST"]),
    Route("/formula", formula, methods=["GET", "POST"]),
    Route("/weights", weights, methods=["GET", "POST"]),
    Route("/python", python, methods=["GET", "POST"]),
    Route("/tournaments", tournaments, methods=["GET", "POST"]),
    Route("/tournaments/{key}", one_tournament, methods=["GET", "POST", "DELETE"]),
    Route("/openapi.json", description),
]


async def _made_of_terms(request: Request) -> Evaluator:
    evaluator = await _in_turn(request, (await asked(request)).evaluator)
    return made_of_terms(evaluator, "it has no formula")


def _unfinished(question: LabQuestion) -> Position:
    here = question.line()[-1]
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to look at")
    return here


async def _thought_of(request: Request, job: Job, *arguments: object) -> Response:
    """What a process that plays and searches finds."""
    quick: Thinkers = request.app.state.quick
    found = quick.run(job, *arguments, seconds=_LONGEST_THOUGHT, asker=_asker(request).name)
    return JSONResponse(await while_wanted(request, found))


def _streamed(request: Request, job: Job, *arguments: object) -> Response:
    slow: Thinkers = request.app.state.slow

    async def lines() -> AsyncIterator[str]:
        # When the one who asked is gone, the server closes this, and with it the job.
        try:
            stream = slow.stream(job, *arguments, asker=_asker(request).name)
            async with aclosing(stream) as items:
                async for item in items:
                    yield json.dumps(item) + "\n"
        except KinarowError as error:
            yield json.dumps({"error": str(error)}) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=_AT_ONCE)


async def _in_turn(request: Request, work: Callable[..., Worked], *arguments: object) -> Worked:
    """What takes a moment, which is not the loop's, nor are all of the threads one visitor's."""
    desks: FairQueue[int] = request.app.state.desks
    asker = _asker(request).name
    desk = await desks.get(asker)
    try:
        return await run_in_threadpool(work, *arguments)
    finally:
        desks.give_back(desk, asker)


def _asker(request: Request) -> Asker:
    asker: Asker = request.state.asker
    return asker
