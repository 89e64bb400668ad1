"""A user's own evaluator: a plain Python function in a file.

    def evaluate(board, me, opponent):          # or evaluate(board, me, opponent, game)
        return ...                              # a number: the higher, the better for me

`board` is a 2-D array of whole numbers 0, 1 and 2, row 0 on top (with `rows=bottom`: below); `me`
and `opponent` are 1 and 2 or 2 and 1; `game` has `columns`, `rows`, `target` and `gravity`. Other
names that people use for these will do (see `parameters`); a function of the board alone judges for
the first side. Whatever goes wrong in it is reported with its file, line and board.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import importlib.util
import inspect
import io
import math
import os
import sys
import tokenize
import traceback
import zlib
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar, cast

from kinarow.errors import EvaluatorError, shortened
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.explanation.explain import Explanation
from kinarow.evaluation.explanation.remarks import in_band
from kinarow.evaluation.fault import on_board
from kinarow.evaluation.user.as_found import TakenApart, is_missing_here, run_definitions
from kinarow.evaluation.user.main_program import ADVICE, advice
from kinarow.evaluation.user.parameters import ACCEPTED, Parameters, Rows
from kinarow.game import GameSpec, Position, Side
from kinarow.score import Score
from kinarow.work.deadline import within
from kinarow.work.prints import Prints

if TYPE_CHECKING:
    from numpy.typing import NDArray

SECONDS_TO_LOAD = 30.0
_USERS = "kinarow_user_"
"""How names of modules begin that are made of users' files."""
SECONDS_A_CALL = 5.0
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SECONDS_TO_SAY = 1.0
"""For what an error says of itself, by code that may be the user's."""

_LONGEST_TEXT = 10_000
"""How much of what a user's code says is looked at."""

Answer = TypeVar("Answer")


class AnswerError(Exception):
    """What a user's function returned is not what is asked for."""


class Game(NamedTuple):
    """What a user's function may know of the game; compiled code can read it too."""

    columns: int
    rows: int
    target: int
    gravity: bool
    inarow: int
    """The target, by the name that Kaggle has for it."""

    @classmethod
    def of(cls, spec: GameSpec) -> Game:
        return cls(spec.columns, spec.rows, spec.target, spec.gravity, spec.target)


class UserFunction:
    """A function that is given a board, called as it is and under guard."""

    name: str

    def __init__(
        self,
        path: Path,
        function: Callable[..., Any],
        attribute: str,
        code: bytes | None = None,
        rows: Rows = "top",
    ) -> None:
        self.path = path
        self.code = path.read_bytes() if code is None else code
        """What was in the file when it was run."""
        self.function = function
        self.attribute = attribute
        """What the function is called in its file: `evaluate`, or `Class.method`."""
        told = "" if rows == "top" else f",rows={rows}"
        self.name = f"{path.name if attribute == 'evaluate' else f'{path.name}:{attribute}'}{told}"
        self._version = version_of(path, self.code)
        self.parameters = self._parameters(rows)

    @property
    def version(self) -> str:
        """Tells one state of its files from another, so that nothing made of an old one is used."""
        return self._version

    @cached_property
    def function(self) -> Callable[..., Any]:
        # Functions do not travel between processes: the same code is run again over there, when
        # it is needed. What became of the file since then does not matter.
        function: Callable[..., Any] = attribute_of(
            load_module(self.path, self.code, as_found=True), self.attribute
        )
        return function

    @cached_property
    def prints(self) -> Prints:
        """Where what it prints goes."""
        return Prints(self.path.name)

    def __getstate__(self) -> dict[str, Any]:
        of_this_process = ("function", "prints")
        return {name: value for name, value in vars(self).items() if name not in of_this_process}

    def _parameters(self, rows: Rows) -> Parameters:
        parameters = Parameters.of(self.function, rows)
        if parameters is None:
            raise EvaluatorError(f"{self._line()}: {self.attribute} must take {ACCEPTED}")
        return parameters

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UserFunction) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (type(self), self.path, self.attribute, self.parameters, self.version)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def call(
        self,
        board: NDArray[Any],
        spec: GameSpec,
        side: Side,
        read: Callable[[Any], Answer],
        seconds: float | None = None,
    ) -> Answer:
        """What the function returns for a board, as `read` takes it or refuses it by `AnswerError`:
        to read may run the user's code, too. What else goes wrong is an `EvaluatorError`, as is a
        call that does not end within `SECONDS_A_CALL`, or other seconds."""
        import numpy as np

        _ = self.function  # a file that is still to be run has its own limit
        arguments = self.arguments(board.astype(np.int64), spec, side)

        def call() -> Answer:
            with alone(self.prints):
                return read(self.function(*arguments))

        try:
            answer = within(seconds or SECONDS_A_CALL, call)
        except TimeoutError as error:
            what = f"did not end within {seconds or SECONDS_A_CALL:g} seconds"
            self._fail(what, board, spec, line_of(error, self.path))
        except (KeyboardInterrupt, AnswerError):
            raise
        except BaseException as error:
            raise EvaluatorError(f"{failure_in(self.path, error)}{on_board(board, spec)}") from None
        if not np.array_equal(self.parameters.board_of(arguments), self.parameters.seen(board)):
            self._fail("changed the board it was given", board, spec)
        return answer

    def arguments(self, board: NDArray[Any], spec: GameSpec, side: Side) -> tuple[Any, ...]:
        """What the function is called with."""
        return self.parameters.values(board, side, Game.of(spec))

    def _fail(
        self, what: str, board: NDArray[Any], spec: GameSpec, line: int | None = None
    ) -> NoReturn:
        where = self._line(line)
        raise EvaluatorError(f"{where}: {self.attribute} {what}{on_board(board, spec)}") from None

    def _line(self, line: int | None = None) -> str:
        """The file and a line, that of the function if there is no better one."""
        code = getattr(inspect.unwrap(self.function), "__code__", None)
        line = line or (code.co_firstlineno if code else None)
        return f"{self.path.name}, line {line}" if line else self.path.name


class UserEvaluator(UserFunction, AnyEvaluator):
    """A user's function that scores boards.

    >>> from kinarow import UserEvaluator
    >>> mine = UserEvaluator.from_function(lambda board, me, opponent: (board == me).sum())
    >>> mine.evaluate(Position.from_moves("445"), Side.FIRST)
    2
    """

    @classmethod
    def from_function(cls, function: Callable[..., Any], rows: Rows = "top") -> UserEvaluator:
        """One that is made of a function of the running program, a lambda or a closure too."""
        from kinarow.evaluation.user.function import FunctionEvaluator

        return FunctionEvaluator(function, rows)

    @property
    def in_file(self) -> UserEvaluator | None:
        return self

    @property
    def text(self) -> str:
        return f"{self.path}{self.name.removeprefix(self.path.name)}"

    @property
    def listing(self) -> str:
        with tokenize.open(self.path) as file:  # in the encoding that the file says it has
            return file.read().rstrip()

    @property
    def motivation(self) -> str:
        """What the function's docstring says."""
        return docstring_of(self.function)

    @property
    def source(self) -> str:
        return str(self.path)

    def evaluate(self, position: Position, side: Side) -> Score:
        """What the function says of a position."""
        from kinarow.game.grid import grid_of

        return self.value(grid_of(position), position.spec, Side(side))

    def value(self, board: NDArray[Any], spec: GameSpec, side: Side) -> Score:
        """What the function says of a board, which need not be one that a game can reach."""
        return in_band(self.returned(board, spec, side))

    def unclipped(self, position: Position, side: Side) -> Score:
        from kinarow.game.grid import grid_of

        return self.returned(grid_of(position), position.spec, Side(side))

    def returned(self, board: NDArray[Any], spec: GameSpec, side: Side) -> Score:
        """What the function returns for a board, be it beyond the heuristic band."""
        try:
            score = self.call(board, spec, side, plain_number)
        except AnswerError as error:
            self._fail(f"returned {error}", board, spec)
        return 0 - score if self.parameters.judges_for_first and side is not Side.FIRST else score

    def explain(self, position: Position, side: Side) -> Explanation:
        from kinarow.evaluation.explanation.stone_by_stone import explain_stone_by_stone

        return explain_stone_by_stone(self, position, side)

    def why_not_compiled(self, spec: GameSpec) -> str:
        from kinarow.evaluation.user.compiled import verdict

        return verdict(self, spec).reason

    def board_function(self, spec: GameSpec) -> Any:
        from kinarow.evaluation.user.compiled import function_for_search

        return function_for_search(self, spec)


def as_number(returned: Any) -> Score:
    """A score, as a plain number inside the heuristic band."""
    return in_band(plain_number(returned))


def plain_number(returned: Any) -> Score:
    """A score, as a plain number of any size."""
    import numpy as np

    value: Any = returned.item() if isinstance(returned, np.generic) else returned
    if not isinstance(value, int | float):
        raise AnswerError(f"{quoted(returned)} ({type(returned).__name__}), not a number")
    # A subclass may compare and print as it likes.
    plain = int.__index__(value) if isinstance(value, int) else float.__float__(value)
    if isinstance(plain, float) and math.isnan(plain):
        raise AnswerError("nan, which is not a number")
    return plain


@contextlib.contextmanager
def alone(prints: Prints) -> Iterator[None]:
    """Run a user's code: what it prints is for its author to see, not part of our output, and
    there is nobody to answer its questions."""
    stdin, sys.stdin = sys.stdin, io.StringIO()
    try:
        with contextlib.redirect_stdout(prints):
            yield
    finally:
        sys.stdin = stdin


class _AsRead(SourceFileLoader):
    """Runs code that was read from a file, whatever is in the file by now."""

    def __init__(self, name: str, path: Path, code: bytes) -> None:
        super().__init__(name, str(path))
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.code, self.path)


def load_module(
    path: Path,
    code: bytes | None = None,
    *,
    as_found: bool = False,
    say: Callable[[str], object] = lambda words: None,
) -> ModuleType:
    """Run a user's file, or the code that was read from it; what goes wrong is reported with its
    line. A file that is taken `as_found` need not be made for this: where its main program starts,
    or a module is missing that only draws, what it defines is taken, and the rest is left, which is
    said in one line."""
    name = f"{_USERS}{zlib.crc32(str(path).encode()):08x}"
    loader = None if code is None else _AsRead(name, path, code)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None or spec.loader is None:
        raise EvaluatorError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    runner = spec.loader
    sys.modules[name] = module  # dataclasses and pickle look modules up by name
    _look_beside(path.parent)

    def run() -> None:
        with alone(Prints(path.name)):
            runner.exec_module(module)

    try:
        within(SECONDS_TO_LOAD, run)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        why = _why_not_loaded(path, code, error)
        is_program = is_missing_here(error) or advice(path, code, error).startswith(
            ADVICE.format(file=path.name)
        )
        if not (as_found and is_program):
            raise EvaluatorError(why) from None
        module = _only_defined(path, code, name, spec, why, say)
    return module


def _only_defined(
    path: Path,
    code: bytes | None,
    name: str,
    spec: ModuleSpec,
    why: str,
    say: Callable[[str], object],
) -> ModuleType:
    """What a file defines, and nothing else of it."""
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module

    def run() -> TakenApart:
        with alone(Prints(path.name)):
            return run_definitions(module, path.read_bytes() if code is None else code, path)

    try:
        taken = within(SECONDS_TO_LOAD, run)
    except KeyboardInterrupt:
        raise
    except BaseException:
        raise EvaluatorError(why) from None
    if not taken.found:  # it is a program, and nothing else
        raise EvaluatorError(why)
    say(taken.words(path))
    return module


def _why_not_loaded(path: Path, code: bytes | None, error: BaseException) -> str:
    if isinstance(error, SyntaxError | ValueError) and (fault := _saved_wrong(path, code)):
        return fault
    what = failure_in(path, error)
    if isinstance(error, TimeoutError):
        line = line_of(error, path)
        where = f"{path.name}, line {line}" if line else path.name
        what = f"{where}: running the file did not end within {SECONDS_TO_LOAD:g} seconds"
    hint = advice(path, code, error)
    return f"{what}: {hint}" if hint else what


def _saved_wrong(path: Path, code: bytes | None) -> str:
    """What Python says in riddles of a file that is not saved as it should be; else nothing."""
    code = path.read_bytes() if code is None else code
    if code.startswith(_UTF_16) or b"\0" in code:
        return f"{path.name} is not saved as UTF-8 text: save it as UTF-8 in your editor"
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(code).readline)
        code.decode(encoding)
    except UnicodeDecodeError as error:
        line = code.count(b"\n", 0, error.start) + 1
        return (
            f"{path.name}, line {line}: a letter that is not {encoding}: save the file as UTF-8, "
            "or say in its first line what it is, as in # -*- coding: gbk -*-"
        )
    except SyntaxError:  # it names an encoding that there is not, which Python says itself
        pass
    return ""


def _look_beside(folder: Path) -> None:
    """Have helpers imported from a user's folder before those of the same name in another's."""
    place = str(folder)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        parent = str(Path(file).parent) if file else ""
        if parent in _looked_in and parent != place and not name.startswith(_USERS):
            del sys.modules[name]  # who has imported it keeps it
    if place not in sys.path:
        _looked_in.add(place)
    ours = [place, *(other for other in sys.path if other in _looked_in and other != place)]
    sys.path[:] = [other for other in sys.path if other not in _looked_in]
    sys.path += ours if place in _looked_in else ours[1:]


_looked_in: set[str] = set()
"""The folders of users' files in which Python would not have looked by itself."""


def attribute_of(module: ModuleType, attribute: str) -> Any:
    """What a name means in a module: a function, or with `Class.method` that of an object of the
    class, made without arguments. A name that means nothing is an `AttributeError`."""
    name, _, method = attribute.partition(".")
    found = getattr(module, name)
    if not method:
        return found
    if isinstance(found, type) and not isinstance(vars(found).get(method), staticmethod):
        found = found()
    return getattr(found, method)


def failure_in(path: Path, error: BaseException) -> str:
    """What went wrong in a user's file, and in which line."""
    try:
        return within(_SECONDS_TO_SAY, lambda: _failure_in(path, error))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"{path.name}: an error that cannot be written"


def _failure_in(path: Path, error: BaseException) -> str:
    line, said = line_of(error, path), cast(object, error)
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line, said = error.lineno, error.msg
        if isinstance(error, TabError):
            said = f"{said}: indent with spaces only"
    where = f"{path.name}, line {line}" if line else path.name
    try:
        words = one_line(str(said))
    except Exception:
        words = ""
    return f"{where}: {type(error).__name__}" + (f": {words}" if words else "")


def version_of(path: Path, code: bytes) -> str:
    """A hash of a file's code, and of the dates and sizes of the files beside it, which it may
    import."""
    digest = hashlib.sha256(code)
    for file in sorted(path.parent.glob("*.py")):
        with contextlib.suppress(FileNotFoundError):  # gone since it was listed
            state = file.stat()
            digest.update(
                os.fsencode(file.name) + f" {state.st_mtime_ns} {state.st_size};".encode()
            )
    return digest.hexdigest()


def docstring_of(thing: object) -> str:
    """What it says of itself; half a character, which Python can spell and no file can hold, as it
    is spelled."""
    said = inspect.getdoc(thing) or ""
    return said.encode("utf-8", "backslashreplace").decode()


def one_line(text: str) -> str:
    return shortened(" ".join(text[:_LONGEST_TEXT].split()), 200)


def quoted(thing: object) -> str:
    """A user's object as Python writes it; if that fails, as for a number of thousands of digits,
    what it is."""
    try:
        return one_line(repr(thing))
    except Exception:
        return f"a value of type {type(thing).__name__} that cannot be written"


def line_of(error: BaseException, path: Path) -> int | None:
    """The last line of the user's file that an error passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return lines[-1] if lines else None
