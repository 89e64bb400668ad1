"""Books of openings."""

from __future__ import annotations

import random
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.solver import Solver
from kinarow.solver.book.book import Book, shipped_book
from kinarow.solver.book.making import check_book, make_book, openings
from kinarow.work.workers import Workers
from tests.solver.oracle import late_position
from tests.strategies import SOAKING

SPEC = GameSpec.parse("drop:5x4:4")


def test_the_shipped_book_agrees_with_itself_and_with_a_search() -> None:
    book = shipped_book()
    # Of the 2,482,043 legal positions of up to ten stones (OEIS A212693), 1,241,633 are left with
    # mirror images folded. The book has those that are not over, 809,464 of them with ten stones.
    assert (book.plies, len(book)) == (10, 1_208_493)
    plies, sample = (10, 5) if SOAKING else (5, 0)
    levels = openings(book.spec, plies)
    keys = [key for level in levels for key in level]
    chosen = np.flatnonzero(np.isin(np.asarray(book.keys), keys)).tolist()
    part = Book.of(book.spec, plies, {book.keys[place]: book.scores[place] for place in chosen})
    compared = sum(map(len, levels[:-1])) + sample
    assert check_book(part, sample=sample, seed=2) == compared


def test_the_first_moves_as_published() -> None:
    solution = Solver().solve(Position.start(), moves=True)
    assert solution.moves is not None
    assert [value.exact for value in solution.moves.values()] == [-2, -1, 0, 1, 0, -1, -2]
    assert (solution.nodes, solution.plies) == (0, 41)


@pytest.mark.slow
def test_a_solver_says_the_same_with_and_without_the_book() -> None:
    seed = random.Random(1)
    for _ in range(6):
        position = late_position(seed, GameSpec.parse("connect4"), 34)
        assert position is not None
        without = Solver(use_book=False).solve(position)
        assert Solver().solve(position).score == without.score


@pytest.fixture(scope="module")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> tuple[Book, Path]:
    path = tmp_path_factory.mktemp("books") / "small.npz"
    return make_book(SPEC, 5, path, Workers()), path


def test_a_book_is_written_and_read(small_book: tuple[Book, Path]) -> None:
    made, path = small_book
    read = Book.load(path)
    assert (read.spec, read.plies, len(read)) == (SPEC, 5, len(made))
    assert [file.name for file in path.parent.iterdir()] == ["small.npz"]
    position = Position.from_moves("3344", SPEC)
    assert read.score(position) == Solver(SPEC).solve(position).score
    assert read.score(Position.from_moves("334422", SPEC)) is None
    assert check_book(read, sample=10, seed=1) > 10


class _Impatient(Executor):
    """Does some jobs, then dies."""

    def __init__(self, jobs: int) -> None:
        self.left = jobs

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        self.left -= 1
        job: Future[object] = Future()
        if self.left < 0:
            job.set_exception(KeyboardInterrupt())
        else:
            job.set_result(function(*arguments, **keywords))
        return job


@pytest.fixture
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.solver.book.making._BATCH", 16)


@pytest.mark.usefixtures("_small_batches")
def test_an_interrupted_build_goes_on_where_it_was(
    small_book: tuple[Book, Path], tmp_path: Path
) -> None:
    path, done = tmp_path / "again.npz", []
    with pytest.raises(KeyboardInterrupt):
        make_book(SPEC, 5, path, Workers(_Impatient(10)))
    assert not path.exists()
    with (tmp_path / "again.npz.journal").open("a") as journal:
        journal.write("12")  # cut off in the middle of a line
    book = make_book(SPEC, 5, path, Workers(), lambda share, _: done.append(share))
    assert done[0] > 0
    assert book.keys.tolist() == small_book[0].keys.tolist()
    assert book.scores.tolist() == small_book[0].scores.tolist()
    assert [file.name for file in tmp_path.iterdir()] == ["again.npz"]


def test_a_wrong_book_is_found_out(small_book: tuple[Book, Path]) -> None:
    book = small_book[0]
    scores = book.scores[:]
    scores[len(scores) // 2] += 1
    with pytest.raises(KinarowError, match=r"contradicts itself|is worth"):
        check_book(Book(SPEC, 5, book.keys, scores), sample=10_000, seed=1)
    with pytest.raises(KinarowError, match="positions, not the"):
        check_book(Book(SPEC, 5, book.keys[1:], book.scores[1:]), sample=0, seed=1)


@pytest.mark.usefixtures("_small_batches")
def test_a_journal_of_another_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.npz"
    with pytest.raises(KeyboardInterrupt):
        make_book(SPEC, 5, path, Workers(_Impatient(3)))
    other = GameSpec.parse("drop:5x4:3")
    with pytest.raises(KinarowError, match="belongs to another book"):
        make_book(other, 5, path, Workers())


def test_books_with_other_contents_are_refused(tmp_path: Path) -> None:
    steps, scores = np.arange(3, dtype=np.uint64), np.zeros(3, dtype=np.int8)
    contents: list[tuple[Any, Any, Any]] = [
        ([1, 2], steps, scores),
        (1, steps, scores[1:]),
        (1, steps, np.array(["a", "b", "c"])),
    ]
    for number, (plies, these_steps, these_scores) in enumerate(contents):
        path = tmp_path / f"{number}.npz"
        with path.open("wb") as file:
            np.savez(file, game="drop:5x4:4", plies=plies, steps=these_steps, scores=these_scores)
        with pytest.raises(KinarowError, match="is not an opening book"):
            Book.load(path)
    np.save(tmp_path / "array.npy", steps)
    with pytest.raises(KinarowError, match="is not an opening book"):
        Book.load(tmp_path / "array.npy")


@pytest.mark.parametrize("content", [b"", b"no book", b"PK\x03\x04"])
def test_what_is_no_book_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "book.npz"
    path.write_bytes(content)
    with pytest.raises(KinarowError, match="is not an opening book"):
        Book.load(path)
    with pytest.raises(KinarowError, match="No such file"):
        Book.load(tmp_path / "nowhere.npz")


def test_books_of_nonsense_are_refused(tmp_path: Path) -> None:
    for game, plies, words in (
        ("place:3x3:3", 2, "no solver"),
        ("connect4", 13, "0 to 12 plies"),
    ):
        with pytest.raises(KinarowError, match=words):
            make_book(GameSpec.parse(game), plies, tmp_path / "b.npz", Workers())


def test_a_damaged_book_of_the_package_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "book-7x6-4.npz").write_bytes(b"PK\x03\x04 cut off")
    monkeypatch.setattr("kinarow.solver.book.book.resources.files", lambda _: tmp_path)
    shipped_book.cache_clear()
    with pytest.raises(KinarowError, match="install kinarow again"):
        shipped_book()
    monkeypatch.undo()
    assert len(shipped_book()) > 100_000
