"""How commands speak: tables and boards for people, JSON for programs, patience for long work."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

import rich_click as click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from kinarow.drawing.text import Charset, charset_for

Result = TypeVar("Result")

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended, as shells have it."""


def console() -> Console:
    """Standard output; colours only where a terminal shows them, long lines left whole."""
    return Console(highlight=False, soft_wrap=True)


def charset() -> Charset:
    return charset_for(sys.stdout.encoding or "ascii")


def printable(text: str) -> str:
    """Text that may hold anything, as standard output can show it."""
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def print_json(value: object) -> None:
    """One object on one line."""
    click.echo(json.dumps(value))


def complain(words: str, whose: str = "kinarow") -> None:
    """One line, and below it the board that it is about, if it names one."""
    from kinarow.drawing.text import draw
    from kinarow.evaluation.fault import Fault

    fault = Fault.of(" ".join(words.split()))
    drawn = fault.diagram
    if drawn is None:
        click.echo(f"{whose}: {' '.join(words.split())}", err=True)
        return
    click.echo(f"{whose}: {fault.sentence}, on this board:", err=True)
    click.echo(draw(drawn, charset_for(sys.stderr.encoding or "ascii")).plain, err=True)


class Report(Protocol):
    """Tell a progress bar the share that is done, or new words, or both."""

    def __call__(self, share: float | None = None, words: str | None = None) -> None: ...


@contextmanager
def progress_bar(words: str, *, while_printing: bool = False) -> Iterator[Report]:
    """A bar on standard error while something takes its time; nothing where no one is looking, or
    where results are printed meanwhile and can be seen themselves."""
    errors = Console(stderr=True)
    is_hidden = not errors.is_terminal or (while_printing and sys.stdout.isatty())
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=is_hidden) as bar:
        task = bar.add_task(words, total=None)

        def report(share: float | None = None, words: str | None = None) -> None:
            if share is not None:
                bar.update(task, total=1.0, completed=share)
            if words is not None:
                bar.update(task, description=words)

        yield report


def interruptible(
    work: Callable[[], Result],
    *,
    stop: threading.Event | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Result:
    """Do work in a thread of its own, so that Ctrl-C ends the command even inside a kernel.

    Work that looks at `stop` is told by it to come to an end, and its result still counts.
    """
    outcome: list[Result] = []
    failure: list[BaseException] = []
    finished = threading.Event()  # a thread's own `is_alive` is wrong after an interrupted `join`

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            finished.set()

    threading.Thread(target=run, daemon=True).start()
    while not finished.is_set():
        try:
            finished.wait(0.1)  # in short waits, since a lock would hold back the interrupt
            meanwhile()
        except KeyboardInterrupt:
            if stop is None or stop.is_set():
                raise
            stop.set()
    if failure:
        raise failure[0]
    return outcome[0]


@contextmanager
def ends_as_by_interrupt() -> Iterator[None]:
    """A request to end (SIGTERM), as systems send it before they kill, is heeded like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def with_kernels(
    work: Callable[[], Result],
    report: Report,
    words: str,
    *,
    stop: threading.Event | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Result:
    """Do work that runs compiled kernels, saying so while they are compiled the first time."""
    from kinarow.native.compiling import when_compiling

    def compiled_work() -> Result:
        with when_compiling(lambda: report(words="Compiling (first run only) …")):
            result = work()
        report(words=words)
        return result

    return interruptible(compiled_work, stop=stop, meanwhile=meanwhile)


def watched(
    words: str,
    work: Callable[[Report, threading.Event], Result],
    *,
    while_printing: bool = False,
) -> Result:
    """Do long work behind a progress bar. It is given the bar, and an event that Ctrl-C sets: then
    the command ends at once, and the work ends its workers."""
    stop = threading.Event()
    with progress_bar(words, while_printing=while_printing) as report:
        try:
            return with_kernels(lambda: work(report, stop), report, words)
        except KeyboardInterrupt:
            stop.set()
            raise
