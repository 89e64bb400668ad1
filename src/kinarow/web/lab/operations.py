"""What can be asked of the lab, once: each operation with the fields of its question and the shape
of its answer. Routes, the description and the page's types come of these.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kinarow.web.lab.fields import Field
from kinarow.web.lab.questions import LabQuestion, asked

Handler = Callable[[Request, LabQuestion], Awaitable[Response]]

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
EVENTS: Final = "text/event-stream"
GET: Final = ("GET",)
POST: Final = ("POST",)
DELETE: Final = ("DELETE",)


@dataclass(frozen=True)
class Operation:
    """One path that is asked by some methods; GET has the fields in the address."""

    path: str
    methods: tuple[str, ...]
    handler: Handler
    fields: tuple[Field[Any], ...]
    answer: Any
    """The type of the answer, or of each of its lines; None if nothing is said of it."""
    media: str
    status: int

    @property
    def about(self) -> str:
        return " ".join((self.handler.__doc__ or "").split())


class Operations(list[Operation]):
    """All that can be asked; a function that answers says so as it is defined."""

    def answers(
        self,
        path: str,
        *fields: Field[Any],
        by: tuple[str, ...] = GET + POST,
        answer: Any = None,
        media: str = JSON,
        status: int = 200,
    ) -> Callable[[Handler], Handler]:
        """The function below answers a question with these fields."""

        def listed(handler: Handler) -> Handler:
            self.append(Operation(path, by, handler, fields, answer, media, status))
            return handler

        return listed

    def routes(self) -> list[Route]:
        """One for each path."""
        operations: dict[str, dict[str, Operation]] = {}
        for operation in self:
            by_method = operations.setdefault(operation.path, {})
            by_method |= dict.fromkeys(operation.methods, operation)
        return [_route(path, by_method) for path, by_method in operations.items()]


def _route(path: str, operations: dict[str, Operation]) -> Route:
    async def answer(request: Request) -> Response:
        operation = operations["GET" if request.method == "HEAD" else request.method]
        nothing = LabQuestion({}, request.app.state.known)
        question = await asked(request) if operation.fields else nothing
        return await operation.handler(request, question)

    return Route(path, answer, methods=list(operations))
