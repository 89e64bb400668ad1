"""The lab on a port of its own, in a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinarow.evaluation import load_evaluator
from kinarow.game.geometry import fits_words
from kinarow.web import app
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.hosting.serve import listen, server
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab import own_files, routes
from kinarow.web.lab import responses as answering
from kinarow.web.lab.questions import Known
from kinarow.web.lab.worker_pool import Job, Thinkers
from tests.conftest import OWN_EVALUATORS
from tests.running import wait_until

_DEEPEST = 4
_DEEPEST_ON_LARGE = 2
_PATIENCE_SECONDS = 600.0
_SECONDS = 0.5
_HOSTING = Hosting()


def limit_thinking(patch: pytest.MonkeyPatch) -> None:
    """Keep the lab from using all cores for every position that a test shows: analyses look less
    far ahead, and what cannot be solved anyway is tried for a moment only."""
    streamed = answering.streamed

    def with_limits(request: Request, job: Job, *arguments: Any) -> Awaitable[Response]:
        if job is lab_jobs.look_ahead:
            evaluator, here, depth, seconds = arguments
            deepest = _DEEPEST if fits_words(here.spec) else _DEEPEST_ON_LARGE
            arguments = evaluator, here, min(depth, deepest), seconds
        elif job is lab_jobs.solve_moves:
            here, seconds = arguments
            arguments = here, seconds if fits_words(here.spec) else min(seconds, _SECONDS)
        elif job is lab_jobs.review_game:
            line, evaluator, seconds = arguments
            seconds = seconds if fits_words(line[0].spec) else min(seconds, _SECONDS)
            arguments = line, evaluator, seconds
        elif job is lab_jobs.explain_why:
            here, before, seconds = arguments
            arguments = here, before, min(seconds, _SECONDS)
        return streamed(request, job, *arguments)

    patch.setattr(routes, "streamed", with_limits)
    for limit in ("_LONGEST_MOMENT", "_LONGEST_THOUGHT"):  # which a busy machine may need
        patch.setattr(answering, limit, _PATIENCE_SECONDS)
    for limit in ("_LONGEST_SECONDS", "_PATIENCE_SECONDS"):
        patch.setattr(own_files, limit, _PATIENCE_SECONDS)
    begin_few(patch)


class _LateThinkers(Thinkers):
    """Whose first process, too, begins when something is asked of it."""

    def begin_one(self) -> None:
        pass


def begin_few(patch: pytest.MonkeyPatch) -> None:
    """Let a lab start only processes of which something is asked, and few of them."""
    patch.setattr(app, "Thinkers", _LateThinkers)
    for count in ("_INSTANT", "_QUICK"):
        patch.setattr(app, count, 1)


def with_kept_files(lab: ASGIApp) -> ASGIApp:
    """A lab whose files, which are sixty, a browser keeps and does not ask for again."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_permission(message: Message) -> None:
            if message["type"] == "http.response.start" and not scope["path"].startswith("/api/"):
                MutableHeaders(scope=message)["Cache-Control"] = "max-age=3600"
            await send(message)

        await lab(scope, receive, send_with_permission if scope["type"] == "http" else send)

    return answer


@contextmanager
def running(lab: ASGIApp, hosting: Hosting = _HOSTING) -> Iterator[str]:
    """The address of an app while it is served."""
    with listen("127.0.0.1", 0) as listener:
        serving = server(lab, hosting)
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        while not serving.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            serving.should_exit = True
            thread.join()


@contextmanager
def lab_with(edited: Path) -> Iterator[str]:
    """The address of a lab with functions of a user's; one of them is in a file that is edited."""
    edited.write_text("def evaluate(board, me, opponent):\n    return 1\n")
    files = {
        "loops": OWN_EVALUATORS / "loops.py",
        "uncompilable": OWN_EVALUATORS / "uncompilable.py",
        "mine.py": edited,
    }
    known = Known({name: load_evaluator(str(file)) for name, file in files.items()})
    with pytest.MonkeyPatch.context() as patch:
        limit_thinking(patch)
        with running(with_kept_files(app.make_app(known=known))) as address:
            yield address


def begun_tournament(client: Client, question: dict[str, Any]) -> dict[str, Any]:
    """A tournament that the lab has just begun; it runs only two at once, so others are paused."""
    for other in client.get("/api/v1/tournaments").json()["tournaments"]:
        if other["state"] == "running":
            client.post(f"/api/v1/tournaments/{other['id']}", json={"state": "paused"})
    begun: dict[str, Any] = {}

    def has_begun() -> bool:
        # One that was paused plays its last game to the end.
        answer = client.post("/api/v1/tournaments", json=question)
        begun.update(answer.json())
        return answer.status_code == 201

    wait_until(has_begun, f"the tournament does not begin: {begun}")
    return begun


def finished_tournament(client: Client, question: dict[str, Any]) -> dict[str, Any]:
    """A tournament that the lab has played to its end."""
    now = begun_tournament(client, question)

    def is_done() -> bool:
        now.update(client.get(f"/api/v1/tournaments/{now['id']}").json())
        return bool(now["state"] == "done")

    wait_until(is_done, "the tournament does not end")
    return now
