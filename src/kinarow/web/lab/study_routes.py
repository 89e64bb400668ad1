"""The routes of studying: trees, lessons, what an evaluator makes of the moves, puzzles."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kinarow.errors import KinarowError
from kinarow.game.movetext import write_moves
from kinarow.puzzles.puzzle import HARDEST, Puzzle
from kinarow.reasons.reason import KINDS
from kinarow.search.lesson.branches import ORDERS, TEXTBOOK
from kinarow.search.lesson.slides import SHOWN_IN_SLIDES
from kinarow.web.lab import answers
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.fields import OneOf, Text, Whole
from kinarow.web.lab.operations import GET, LINES, POST, Operations
from kinarow.web.lab.questions import (
    COUNT,
    EVALUATOR,
    FIRST,
    GAME,
    POSITION,
    VERSION,
    LabQuestion,
    seconds_field,
)
from kinarow.web.lab.responses import (
    asker_of,
    found_at_once,
    in_turn,
    streamed,
    thought_of,
    unfinished,
)
from kinarow.web.lab.solved_samples import SolvedSamples

_DEPTH: Final = Whole("depth", "plies", least=1, most=4, usual=2)
_VALUES: Final = Text(
    "values", "a tree by its leaves: lists in lists", usual=TEXTBOOK, example=TEXTBOOK
)
_ALGORITHM: Final = OneOf("algorithm", usual="alphabeta", known=("alphabeta", "minimax"))
_ORDER: Final = OneOf("order", usual="usual", known=ORDERS)
_OF: Final = OneOf("of", usual="position", known=("position", "textbook"))
_SHOWN: Final = OneOf("show", usual="alphabeta", known=list(SHOWN_IN_SLIDES))
_SECONDS: Final = seconds_field(3, "at most for each move")
_THEME: Final = Text("theme", known=KINDS)
_DIFFICULTY: Final = Whole("difficulty", "1 is the easiest", least=1, most=HARDEST)
_FIRST: Final = replace(FIRST, about="number of the first one listed")
_MOVE: Final = Text("move", "as the game writes moves", example="4", is_required=True)

STUDY: Final = Operations()


@STUDY.answers("/tree", *POSITION, EVALUATOR, _DEPTH, answer=answers.NodeJson)
async def tree(request: Request, question: LabQuestion) -> Response:
    """The search tree of a small depth, with pruned branches."""
    here, depth = unfinished(question), question[_DEPTH]
    return await thought_of(request, lab_jobs.tree, here, question.evaluator, depth)


@STUDY.answers(
    "/lesson", *POSITION, EVALUATOR, _DEPTH, _ALGORITHM, _ORDER, answer=answers.LessonJson
)
async def lesson(request: Request, question: LabQuestion) -> Response:
    """A search of a small depth step by step."""
    here, (prune, order) = unfinished(question), _manner(question)
    asks = here, question.evaluator, question[_DEPTH], prune, order
    return await thought_of(request, lab_jobs.tell_lesson, *asks)


@STUDY.answers("/textbook", _VALUES, _ALGORITHM, _ORDER, answer=answers.LessonJson)
async def textbook(request: Request, question: LabQuestion) -> Response:
    """A search of a tree of values step by step, by default of the textbooks'."""
    values, (prune, order) = question[_VALUES], _manner(question)
    return await thought_of(request, lab_jobs.tell_textbook, values, prune, order)


@STUDY.answers(
    "/slides", *POSITION, EVALUATOR, _DEPTH, _OF, _VALUES, _SHOWN, answer=answers.PageJson
)
async def slides(request: Request, question: LabQuestion) -> Response:
    """Lessons as a page for slides that opens from disk, with one search or two side by side."""
    shown, of = SHOWN_IN_SLIDES[question[_SHOWN]], question[_OF]
    # What is not needed is refused all the same if it makes no sense.
    values, depth = question[_VALUES], question[_DEPTH]
    here = unfinished(question)
    if of == "textbook":
        await in_turn(request, question.evaluator)
        return await thought_of(request, lab_jobs.textbook_slides, values, shown)
    return await thought_of(request, lab_jobs.slides, here, question.evaluator, depth, shown)


def _manner(question: LabQuestion) -> tuple[bool, str]:
    """Whether a search prunes, and in which order it tries moves."""
    return question[_ALGORITHM] == "alphabeta", question[_ORDER]


@STUDY.answers("/opinion", *POSITION, EVALUATOR, VERSION, answer=answers.OpinionJson)
async def opinion(request: Request, question: LabQuestion) -> Response:
    """What each move is worth at once by an evaluator, and its agreement with perfect play."""
    question.get(VERSION)  # also where there are no versions
    here = question.line()[-1]
    samples: SolvedSamples = request.app.state.samples
    solved, unsolved = None, ""
    try:
        solved = samples.of(here.spec, asker_of(request).name)
    except KinarowError as error:
        unsolved = str(error)
    found = await found_at_once(request, lab_jobs.opine, question.evaluator, here, solved)
    return JSONResponse({**found, "unsolved": unsolved})


@STUDY.answers(
    "/puzzles", GAME, _THEME, _DIFFICULTY, _FIRST, COUNT, by=GET, answer=answers.PuzzlesJson
)
async def puzzles(request: Request, question: LabQuestion) -> Response:
    """The puzzles of a game, a theme and a difficulty, without their answers."""
    difficulty, theme = question.get(_DIFFICULTY), question.get(_THEME)
    game = str(question.spec) if question.get(GAME) is not None else None
    found = await in_turn(request, lab_jobs.listed_puzzles, game, theme, difficulty)
    every = found.pop("puzzles")
    page = question.page(len(every), from_end=False)
    answer = {"puzzles": every[page], "first": page.start, "total": len(every), **found}
    return JSONResponse(answer)


@STUDY.answers("/mistakes", *POSITION, _SECONDS, answer=answers.OwnPuzzlesJson, media=LINES)
async def mistakes(request: Request, question: LabQuestion) -> Response:
    """The mistakes of a played game as puzzles, with what was played and what is right: one JSON
    line."""
    line, seconds = question.line(), question[_SECONDS]
    moves = write_moves(question.spec, [a.move_to(b) for a, b in pairwise(line)])
    return await streamed(request, lab_jobs.own_mistakes, moves, str(question.spec), seconds)


@STUDY.answers("/puzzles/{key}", by=GET, answer=answers.PuzzleJson)
async def puzzle(request: Request, _question: LabQuestion) -> Response:
    """A puzzle to be solved."""
    return JSONResponse(lab_jobs.shown_puzzle(await _puzzle(request)))


@STUDY.answers("/puzzles/{key}", _MOVE, by=POST, answer=answers.AnsweredJson)
async def answer_puzzle(request: Request, question: LabQuestion) -> Response:
    """Answer a puzzle: whether the move is right, and why."""
    found = await _puzzle(request)
    return await thought_of(request, lab_jobs.judge_answer, found.key, question.get(_MOVE) or "")


async def _puzzle(request: Request) -> Puzzle:
    found = await in_turn(request, lab_jobs.puzzle_of, request.path_params["key"])
    if found is None:
        raise HTTPException(404, "there is no such puzzle")
    return found
