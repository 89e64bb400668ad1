"""The routes of studying: trees, lessons, what an evaluator makes of the moves, puzzles."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kinarow.errors import KinarowError
from kinarow.game.movetext import write_moves
from kinarow.puzzles.puzzle import HARDEST
from kinarow.search.lesson.branches import ORDERS, TEXTBOOK
from kinarow.search.lesson.slides import SHOWN_IN_SLIDES
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.questions import MOST_VERSIONS, LabQuestion, asked
from kinarow.web.lab.responses import (
    asker_of,
    found_at_once,
    in_turn,
    streamed,
    thought_of,
    unfinished,
)
from kinarow.web.lab.solved_samples import SolvedSamples

_DEEPEST_TREE = 4
_LONGEST_MOVE = 10.0
"""Seconds that each move of a game may be looked at."""


async def tree(request: Request) -> Response:
    """The search tree of a small depth, with pruned branches."""
    question = await asked(request)
    here = unfinished(question)
    depth = question.whole("depth", 2, 1, _DEEPEST_TREE)
    evaluator = await in_turn(request, question.evaluator)
    return await thought_of(
        request, lab_jobs.tree, here, evaluator, depth, instead=question.evaluator
    )


async def lesson(request: Request) -> Response:
    """A search of a small depth step by step."""
    question = await asked(request)
    here, (prune, order) = unfinished(question), _manner(question)
    depth = question.whole("depth", 2, 1, _DEEPEST_TREE)
    evaluator = await in_turn(request, question.evaluator)
    return await thought_of(
        request, lab_jobs.tell_lesson, here, evaluator, depth, prune, order,
        instead=question.evaluator,
    )  # fmt: skip


async def textbook(request: Request) -> Response:
    """The same of a tree of values, by default the textbooks'."""
    question = await asked(request)
    values, (prune, order) = question.text("values", TEXTBOOK), _manner(question)
    return await thought_of(request, lab_jobs.tell_textbook, values, prune, order)


async def slides(request: Request) -> Response:
    """The same for slides: a page that opens from disk, with one search or two side by side."""
    question = await asked(request)
    shown = SHOWN_IN_SLIDES[question.choice("show", "alphabeta", list(SHOWN_IN_SLIDES))]
    of = question.choice("of", "position", ("position", "textbook"))
    # What is not needed is refused all the same if it makes no sense.
    values, depth = question.text("values", TEXTBOOK), question.whole("depth", 2, 1, _DEEPEST_TREE)
    here, evaluator = unfinished(question), await in_turn(request, question.evaluator)
    if of == "textbook":
        return await thought_of(request, lab_jobs.textbook_slides, values, shown)
    return await thought_of(
        request, lab_jobs.slides, here, evaluator, depth, shown, instead=question.evaluator
    )


def _manner(question: LabQuestion) -> tuple[bool, str]:
    """Whether a search prunes, and in which order it tries moves."""
    algorithm = question.choice("algorithm", "alphabeta", ("alphabeta", "minimax"))
    return algorithm == "alphabeta", question.choice("order", "usual", ORDERS)


async def opinion(request: Request) -> Response:
    """What an evaluator makes of each move at once, and how far it agrees with perfect play."""
    question = await asked(request)
    question.whole("version", 1, 1, MOST_VERSIONS)  # also where there are no versions
    here, evaluator = question.line()[-1], await in_turn(request, question.evaluator)
    samples: SolvedSamples = request.app.state.samples
    solved, unsolved = None, ""
    try:
        solved = samples.of(here.spec, asker_of(request).name)
    except KinarowError as error:
        unsolved = str(error)
    found = await found_at_once(
        request, lab_jobs.opine, evaluator, here, solved, instead=question.evaluator
    )
    return JSONResponse({**found, "unsolved": unsolved})


async def puzzles(request: Request) -> Response:
    """A page of the puzzles of a game, a theme and a difficulty, as far as each is given; without
    their answers."""
    question = await asked(request)
    wanted = question.fields
    difficulty = question.whole("difficulty", 1, 1, HARDEST) if "difficulty" in wanted else None
    found = await in_turn(
        request, lab_jobs.listed_puzzles,
        str(question.spec) if "game" in wanted else None,
        question.text("theme", "") or None,
        difficulty,
    )  # fmt: skip
    every = found.pop("puzzles")
    page = question.page(len(every), from_end=False)
    answer = {"puzzles": every[page], "first": page.start, "total": len(every), **found}
    return JSONResponse(answer)


async def mistakes(request: Request) -> Response:
    """The mistakes of a played game as puzzles, to be tried again: one line."""
    question = await asked(request)
    line = question.line()
    seconds = question.number("seconds", 3, 0.05, _LONGEST_MOVE)
    moves = write_moves(question.spec, [a.move_to(b) for a, b in pairwise(line)])
    return streamed(request, lab_jobs.own_mistakes, moves, str(question.spec), seconds)


async def one_puzzle(request: Request) -> Response:
    """A puzzle to be solved (GET); or what an answer to it is worth, and why (POST)."""
    question, key = await asked(request), request.path_params["key"]
    puzzle = await in_turn(request, lab_jobs.puzzle_of, key)
    if puzzle is None:
        raise HTTPException(404, "there is no such puzzle")
    if request.method == "GET":
        return JSONResponse(lab_jobs.shown_puzzle(puzzle))
    return await thought_of(request, lab_jobs.judge_answer, key, question.text("move", ""))


STUDY_ROUTES: Final = [
    Route("/tree", tree, methods=["GET", "POST"]),
    Route("/lesson", lesson, methods=["GET", "POST"]),
    Route("/textbook", textbook, methods=["GET", "POST"]),
    Route("/slides", slides, methods=["GET", "POST"]),
    Route("/opinion", opinion, methods=["GET", "POST"]),
    Route("/mistakes", mistakes, methods=["GET", "POST"]),
    Route("/puzzles", puzzles),
    Route("/puzzles/{key}", one_puzzle, methods=["GET", "POST"]),
]
