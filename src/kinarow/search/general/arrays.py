"""The arrays that the kernel works on, made for a position and an evaluator."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.game import Cell, Direction, GameSpec, Position, Side, Symmetry
from kinarow.game.geometry import geometry
from kinarow.game.grid import bordered_grid, grid_of, landing_places, place_of
from kinarow.game.symmetry import move_cell
from kinarow.search.ordering import centre_first, tries_only_nearby

_LONGEST_LINE_OF_BITS = 6
_MOST_CELLS_WITH_IMAGES = 400
"""On larger boards, images of a position are hardly ever met, and finding out takes seconds."""


def setup_for(position: Position, side: Side, table_bits: int) -> Any:
    """What never changes in a search that judges for a side."""
    from kinarow.search.general.board_kernel import Setup

    spec = position.spec
    return Setup(
        width=spec.columns + 2,
        target=spec.target,
        exact=int(spec.exact),
        gravity=int(spec.gravity),
        cells=spec.cell_count,
        root_side=int(position.mover),
        judge_side=int(side),
        root_stones=position.plies,
        only_nearby=int(tries_only_nearby(spec)),
        fits_word=int(fits_word(spec)),
        is_user=0,
        trap_weight=0,
        traps_anywhere=0,
        table_bits=table_bits,
    )


def board_arrays(position: Position, images: tuple[Symmetry, ...], only_nearby: bool) -> Any:
    from kinarow.search.general.board_kernel import Board

    spec, width = position.spec, position.spec.columns + 2
    grid, always = bordered_grid(position), layout(spec)
    near = _stones_nearby(grid, width) if only_nearby else np.zeros(grid.size, dtype=np.int32)
    if only_nearby and not near.any():
        near[always.order[0]] = 1
    zobrist = zobrist_words(spec, images)
    hashes = np.zeros(len(images), dtype=np.uint64)
    for side in Side:
        for cell in position.geometry.cells_in(position.stones(side)):
            hashes ^= zobrist[:, side - 1, cell.row * spec.columns + cell.column]
    return Board(
        grid=grid,
        landing=landing_places(position) if spec.gravity else np.zeros(1, dtype=np.int64),
        order=always.order,
        cell_of=always.cell_of,
        near=near,
        rows=grid_of(position).astype(np.int64),
        stones=_words([position.first, position.second] if fits_word(spec) else [0, 0]),
        bits=always.bits,
        masks=always.masks,
        hashes=hashes,
        zobrist=zobrist,
    )


def _stones_nearby(grid: NDArray[np.int8], width: int) -> NDArray[np.int32]:
    """How many stones are within two steps of each place, as `board_kernel.change_nearby` keeps it
    up to date."""
    steps = np.add.outer(np.arange(-2, 3) * width, np.arange(-2, 3))
    places = np.add.outer(np.flatnonzero(grid > 0), steps).ravel()
    inside = places[(places >= 0) & (places < grid.size)]
    return np.bincount(inside, minlength=grid.size).astype(np.int32)


class Layout(NamedTuple):
    """What is the same in all positions of a game: see `Board`. Kernels only read it."""

    order: NDArray[np.int64]
    cell_of: NDArray[np.int32]
    bits: NDArray[np.uint64]
    masks: NDArray[np.uint64]


@lru_cache(maxsize=64)
def layout(spec: GameSpec) -> Layout:
    on = geometry(spec)
    cell_of = np.full((spec.columns + 2) * (spec.rows + 2), -1, dtype=np.int32)
    for cell in on.cells:
        cell_of[place_of(spec, cell)] = cell.row * spec.columns + cell.column
    in_order = [on.cell(bit) for bit in centre_first(spec)]
    if spec.gravity:
        order = [cell.column for cell in in_order if cell.row == 0]
    else:
        order = [place_of(spec, cell) for cell in in_order]
    return Layout(
        order=np.array(order, dtype=np.int64),
        cell_of=cell_of,
        bits=_bits(spec) if fits_word(spec) else _words([0]),
        masks=_masks(spec) if fits_word(spec) else _words([0] * 6),
    )


def fits_word(spec: GameSpec) -> bool:
    """Whether the board fits one word; long lines are found sooner by walking."""
    return spec.columns * (spec.rows + 1) <= 64 and spec.target <= _LONGEST_LINE_OF_BITS


def _words(values: list[int]) -> NDArray[np.uint64]:
    return np.array(values, dtype=np.uint64)


def _bits(spec: GameSpec) -> NDArray[np.uint64]:
    """The bit of each place of the bordered board."""
    on = geometry(spec)
    bits = np.zeros((spec.columns + 2) * (spec.rows + 2), dtype=np.uint64)
    for cell in on.cells:
        bits[place_of(spec, cell)] = on.bit(cell)
    return bits


def _masks(spec: GameSpec) -> NDArray[np.uint64]:
    on = geometry(spec)
    steps = [on.steps.get(direction, 0) for direction in Direction]
    return _words([on.board, on.bottom if spec.gravity else 0, *steps])


def function_of(evaluator: AnyEvaluator, spec: GameSpec) -> Any:
    """The evaluator's own function, or one that stands for none."""
    from kinarow.native.user_code import no_function

    own = evaluator.board_function(spec)
    return no_function() if own is None else own


def judge_arrays(form: CompiledForm | None, position: Position, side: Side) -> Any:
    """An evaluator's arrays brought to the position, for one side; without one, arrays that nobody
    looks at."""
    from kinarow.search.general.board_kernel import Judge

    if form is None:
        return _empty_judge()
    judge = Judge(
        starts=form.starts,
        features=form.features,
        steps=form.steps,
        origins=form.origins,
        table=np.ascontiguousarray(form.table[side - 1]),
        trap_starts=form.trap_starts,
        trap_windows=form.trap_windows,
        codes=form.origins.copy(),
        sums=form.empty_sum(side),
    )
    for stone_side in Side:
        for cell in position.geometry.cells_in(position.stones(stone_side)):
            form.move(cell, stone_side, 1, side, judge.codes, judge.sums)
    return judge


def _empty_judge() -> Any:
    from kinarow.search.general.board_kernel import Judge

    def small(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    return Judge(
        small(1), small(1), small(2, 1), small(1), ints(1), small(1), small(1), small(1), ints(1),
    )  # fmt: skip


def images_of(evaluator: AnyEvaluator, spec: GameSpec) -> tuple[Symmetry, ...]:
    """The symmetries under which positions share an entry of the table."""
    if spec.cell_count <= _MOST_CELLS_WITH_IMAGES:
        return _declared(evaluator, spec)
    return (Symmetry.IDENTITY,)


@lru_cache(maxsize=64)
def _declared(evaluator: AnyEvaluator, spec: GameSpec) -> tuple[Symmetry, ...]:
    return evaluator.symmetries(spec)


def table_arrays(spec: GameSpec, images: tuple[Symmetry, ...], bits: int) -> Any:
    from kinarow.search.table_kernel import Table

    to = _image_maps(spec, images)
    return Table(
        entries=np.zeros(2 << bits, dtype=np.uint64),
        images=to,
        originals=np.argsort(to, axis=1).astype(np.int32),
    )


@lru_cache(maxsize=64)
def _image_maps(spec: GameSpec, images: tuple[Symmetry, ...]) -> NDArray[np.int32]:
    """[image, cell]: where each symmetry takes a cell."""
    maps = np.zeros((len(images), spec.cell_count), dtype=np.int32)
    for i, symmetry in enumerate(images):
        for number in range(spec.cell_count):
            row, column = divmod(number, spec.columns)
            moved = move_cell(spec, symmetry, Cell(column, row))
            maps[i, number] = moved.row * spec.columns + moved.column
    return maps


@lru_cache(maxsize=64)
def zobrist_words(spec: GameSpec, images: tuple[Symmetry, ...]) -> NDArray[np.uint64]:
    """Random words, the same in every run; an image's word for a cell is that of the moved cell."""
    random = Random(f"zobrist {spec.cell_count}")
    words = np.array(
        [[random.getrandbits(64) for _ in range(spec.cell_count)] for _ in Side], dtype=np.uint64
    )
    maps = _image_maps(spec, images)
    return np.ascontiguousarray(words[:, maps].transpose(1, 0, 2))


def frames_arrays(plies: int, spec: GameSpec) -> Any:
    from kinarow.search.general.frames_kernel import ONE_A_PLY, Frames

    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    moves = spec.columns if spec.gravity else spec.cell_count
    one_a_ply: dict[str, Any] = {name: ints(plies) for name in ONE_A_PLY}
    return Frames(
        **one_a_ply,
        places=ints(plies, moves),
        merits=ints(plies, moves),
        killers=np.full((plies, 2), -1, dtype=np.int32),
        history=ints(2, spec.cell_count),
        ranks=ints(spec.cell_count),
        lines=np.zeros((plies, plies + 1), dtype=np.int32),
        line_lengths=ints(plies),
    )
