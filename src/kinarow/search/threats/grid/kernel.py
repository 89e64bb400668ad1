"""Alpha-beta for games without gravity, which tries what makes or meets threats.

A loop with a stack of its own, as `kernel.py`, whose frames and table it shares. It differs in what
a node is worth looking at; `tests/oracles` says the same in plain Python:

- who can complete a line wins; who can make two ways to complete one, and need not stop the other
  side from completing one first, wins two stones later; a search of fours may show a win as well;
- who must stop a line has one move, which costs no depth;
- who must stop two ways to complete a line tries the moves that can, and own fours;
- else the most promising cells near stones are tried, as many as `width` says.
"""

import numpy as np

from kinarow.native.jit import jit, jit_inlined
from kinarow.native.types import Ints
from kinarow.score import WON
from kinarow.search.constants_kernel import (
    CUTOFFS,
    INFINITE,
    NODE_LIMIT,
    NODES,
    PROVEN,
    STOP,
    TABLE_HITS,
)
from kinarow.search.general.board_kernel import Board, Judge, Setup, put
from kinarow.search.general.frames_kernel import (
    DONE,
    ENTER,
    LEAVE,
    NEXT,
    STOPPED,
    Frames,
    raise_line,
    remember_cutoff,
    take_best_move,
    ties_count,
)
from kinarow.search.table_kernel import (
    EXACT,
    LOWER,
    NO_CELL,
    UPPER,
    Table,
    entry_bound,
    entry_cell,
    entry_depth,
    entry_score,
    find,
    keep,
)
from kinarow.search.threats.grid.fours_kernel import completing_place, fours_from
from kinarow.search.threats.grid.moves_kernel import (
    ALL,
    FORCED,
    FOURS,
    HOLDING,
    MEETING,
    NEAR,
    OTHERS,
    QUIET,
    Desk,
    Levels,
    Options,
    is_ahead,
    is_futile,
    list_meeting,
    list_promising,
    put_in_order,
    reduction,
)
from kinarow.search.threats.grid.shapes_kernel import (
    R_FIVE,
    R_FOUR_AND_LESS,
    R_FOUR_THREE,
    R_OPEN_FOUR,
    Shapes,
    put_shapes,
    take_shapes,
)


@jit_inlined
def move_stone(
    at: int, side: int, sign: int, setup: Setup, board: Board, judge: Judge, desk: Desk
) -> None:
    """Put (`sign` 1) or take away (−1) a stone, everywhere."""
    put(at, side, sign, setup, board, judge)
    if sign > 0:
        put_shapes(desk.shapes, board.grid, at, side - 1)
    else:
        take_shapes(desk.shapes, board.grid, at, side - 1)


@jit_inlined
def place_of_rank(side: int, rank: int, board: Board, shapes: Shapes) -> int:
    """The first empty place in order where a stone makes this."""
    for i in range(board.order.size):
        at = board.order[i]
        if board.grid[at] == 0 and shapes.ranks[side - 1, at] == rank:
            return at
    return 0


@jit_inlined
def only_answer(ply: int, side: int, board: Board, shapes: Shapes, frames: Frames) -> int:
    """The place where the other side would complete a line, mostly one through its last stone."""
    at = 0
    if ply > 0:
        at = completing_place(frames.at[ply - 1], 3 - side, board, shapes)
    return at if at else place_of_rank(3 - side, R_FIVE, board, shapes)


@jit_inlined
def win_by_fours(
    side: int, enough: int, setup: Setup, options: Options, board: Board, desk: Desk, control: Ints
) -> int:
    """How many fours the shortest win by fours alone takes, or one with `enough` of them at most; 0
    if none was found."""
    totals, fours = desk.shapes.totals, desk.fours
    if totals[side - 1, R_FOUR_AND_LESS] + totals[side - 1, R_FOUR_THREE] == 0:
        return 0
    before, key = fours.spent[0], board.hashes[0]
    remember = 1 if setup.table_bits else 0
    slot = key & np.uint64(fours.without.size - 1)
    if remember and fours.without[slot] == key:
        return 0
    most, fewer = options.fours, 0
    while most > 0:
        found = fours_from(side, most, options.four_nodes, key, remember, board, desk.shapes, fours)
        if found == 0:
            break
        fewer, most = found, found - 1
        if fewer <= enough:
            most = 0  # whether there is a shorter one does not matter
    if 0 < most < fewer:  # there is none, and looking for it has overwritten the win
        fours_from(side, fewer, options.four_nodes, key, remember, board, desk.shapes, fours)
    if remember and fewer == 0:
        fours.without[slot] = key
    control[NODES] += fours.spent[0] - before
    return fewer


@jit_inlined
def opinion_of(side: int, setup: Setup, options: Options, judge: Judge, shapes: Shapes) -> int:
    """What a board that is not full looks like to the side to move."""
    opinion = judge.sums[0] if side == setup.judge_side else -judge.sums[0]
    own, other = 2 * (side - 1), 2 * (2 - side)
    return opinion + options.tempo + shapes.outlooks[own] - shapes.outlooks[other + 1]


@jit
def threat_search(
    depth: int,
    setup: Setup,
    options: Options,
    board: Board,
    judge: Judge,
    table: Table,
    frames: Frames,
    levels: Levels,
    desk: Desk,
    control: Ints,
) -> int:
    """Search the position to a depth; its score and line are in the first frame.

    Returns `DONE`, or `STOPPED`: then the first frame holds the best of the moves that were looked
    at, if there is one, and the board means nothing any more.
    """
    shapes = desk.shapes
    totals = shapes.totals
    last_ply = frames.low.size - 2
    ply, state = 0, ENTER
    frames.low[0], frames.high[0] = -INFINITE, INFINITE
    levels.left[0] = depth
    while True:
        stones = setup.root_stones + ply
        side = setup.root_side if ply % 2 == 0 else 3 - setup.root_side
        left = levels.left[ply]
        if state == ENTER:
            control[NODES] += 1
            state = LEAVE
            frames.line_lengths[ply] = 0
            frames.first_low[ply] = frames.low[ply]
            frames.best[ply], frames.best_cell[ply] = -INFINITE, NO_CELL
            frames.tried[ply] = frames.move_count[ply] = 0
            if control[STOP] or control[NODES] >= control[NODE_LIMIT]:
                return STOPPED
            threatened = 0
            if stones < setup.cells:
                if totals[side - 1, R_FIVE] > 0:
                    at = place_of_rank(side, R_FIVE, board, shapes)
                    frames.best[ply] = WON - (stones + 1)
                    frames.best_cell[ply] = frames.lines[ply, 0] = board.cell_of[at]
                    frames.line_lengths[ply] = 1
                    continue
                threatened = totals[2 - side, R_FIVE]
                if threatened == 0 and totals[side - 1, R_OPEN_FOUR] > 0:
                    at = place_of_rank(side, R_OPEN_FOUR, board, shapes)
                    frames.best[ply] = WON - (stones + 3)
                    frames.best_cell[ply] = frames.lines[ply, 0] = board.cell_of[at]
                    frames.line_lengths[ply] = 1
                    continue
                if threatened > 1:
                    at = place_of_rank(3 - side, R_FIVE, board, shapes)
                    frames.best[ply] = stones + 2 - WON
                    frames.best_cell[ply] = frames.lines[ply, 0] = board.cell_of[at]
                    frames.line_lengths[ply] = 1
                    continue
            meeting = totals[2 - side, R_OPEN_FOUR] > 0
            table_cell = NO_CELL
            if setup.table_bits:
                key = board.hashes[0]
                frames.key[ply] = np.int64(key)
                found = find(table, setup.table_bits, key)
                if found >= 0:
                    control[TABLE_HITS] += 1
                    table_cell = entry_cell(table, found, 0)
                    is_null_window = frames.high[ply] - 1 == frames.low[ply]
                    looked = entry_depth(table, found)
                    score, bound = entry_score(table, found), entry_bound(table, found)
                    counts = looked == left
                    if options.deeper:  # what is proven holds for every depth
                        counts = looked >= left or abs(score) > PROVEN
                    tells = (
                        bound == EXACT
                        or (bound == LOWER and score >= frames.high[ply])
                        or (bound == UPPER and score <= frames.low[ply])
                    )
                    if is_null_window and counts and tells:
                        frames.best[ply], frames.best_cell[ply] = score, table_cell
                        continue
            forced = threatened == 1
            is_leaf = (
                stones == setup.cells
                or ply >= last_ply
                or (left <= 0 and not forced and not meeting)
            )
            if is_leaf:
                if stones == setup.cells:
                    full = judge.sums[0]
                    frames.best[ply] = full if side == setup.judge_side else -full
                    continue
                frames.best[ply] = opinion_of(side, setup, options, judge, shapes)
                if frames.best[ply] >= frames.high[ply]:
                    continue  # a win by fours could only be better still
            if not forced and options.fours > 0:
                enough = (WON - max(0, frames.high[ply]) - stones - 1) // 2  # may not overflow
                fours = win_by_fours(side, enough, setup, options, board, desk, control)
                if fours > 0:
                    frames.best[ply] = WON - (stones + 2 * fours + 1)
                    cell = board.cell_of[desk.fours.line[0]]
                    frames.best_cell[ply] = frames.lines[ply, 0] = cell
                    frames.line_lengths[ply] = 1
                    if setup.table_bits:
                        keep(
                            table, setup.table_bits, np.uint64(frames.key[ply]), 0, left,
                            EXACT if fours > enough else LOWER,
                            frames.best_cell[ply], frames.best[ply],
                        )  # fmt: skip
                    continue
            if is_leaf:
                continue
            if forced:
                levels.kind[ply] = FORCED
                frames.places[ply, 0] = only_answer(ply, side, board, shapes, frames)
                frames.merits[ply, 0] = 0
                frames.move_count[ply] = 1
            elif meeting:
                # Own fours put a loss off, in any order; at the end of the search they wait.
                levels.kind[ply] = MEETING if left > 0 else HOLDING
                at = list_meeting(ply, side, left > 0, board, desk, frames, levels)
                if frames.move_count[ply] == 0 and left <= 0:
                    levels.kind[ply] = MEETING
                    list_promising(ply, side, setup.cells, FOURS, setup, board, shapes, frames)
                if frames.move_count[ply] == 0:
                    frames.best[ply] = stones + 4 - WON
                    frames.best_cell[ply] = frames.lines[ply, 0] = board.cell_of[at]
                    frames.line_lengths[ply] = 1
                    continue
            else:
                levels.kind[ply] = QUIET
                if (options.futile and left <= 2) or (options.ahead and left <= 3):
                    opinion = opinion_of(side, setup, options, judge, shapes)
                    levels.opinion[ply] = opinion
                    low, high = frames.low[ply], frames.high[ply]
                    if options.ahead and is_ahead(side, left, low, high, opinion, options, shapes):
                        frames.best[ply] = opinion - left * options.ahead
                        continue
                width = options.width
                if left <= 2 and ply > 0:
                    width = min(width, options.last)
                list_promising(ply, side, width, NEAR, setup, board, shapes, frames)
            put_in_order(ply, side, table_cell, setup, board, frames)
            state = NEXT
        elif state == NEXT:
            if frames.tried[ply] == frames.move_count[ply]:
                kind = levels.kind[ply]
                tried_all = kind in (MEETING, FORCED) or (
                    frames.move_count[ply] == setup.cells - stones
                )
                if frames.best[ply] < -PROVEN and not tried_all:
                    if kind == HOLDING:
                        levels.kind[ply] = MEETING
                        list_promising(ply, side, setup.cells, FOURS, setup, board, shapes, frames)
                        continue
                    if kind == QUIET and options.others:
                        levels.kind[ply] = OTHERS
                        most = options.others if ply else setup.cells
                        list_promising(ply, side, most, ALL, setup, board, shapes, frames)
                        continue
                    frames.best[ply] = -options.doubt  # no proof
                if setup.table_bits:
                    bound = EXACT if frames.best[ply] > frames.first_low[ply] else UPPER
                    keep(
                        table, setup.table_bits, np.uint64(frames.key[ply]), 0, left, bound,
                        frames.best_cell[ply], frames.best[ply],
                    )  # fmt: skip
                state = LEAVE
                continue
            at = take_best_move(ply, frames)
            frames.at[ply] = at
            low, high = frames.low[ply] - ties_count(ply, at, board, frames), frames.high[ply]
            if options.futile and is_futile(ply, at, side, low, options, shapes, frames, levels):
                frames.best[ply] = max(frames.best[ply], low)
                continue
            narrow = frames.tried[ply] > 1 and high - 1 > low
            frames.narrow[ply] = narrow
            less = 0
            if options.reduce and low > -PROVEN:
                less = reduction(ply, at, side, options.reduce, shapes, frames, levels)
            levels.reduced[ply] = less
            move_stone(at, side, 1, setup, board, judge, desk)
            frames.low[ply + 1] = -(low + 1) if narrow else -high
            frames.high[ply + 1] = -low
            if options.free and levels.kind[ply] == FORCED:
                levels.left[ply + 1] = left
            else:
                levels.left[ply + 1] = max(left, 1) - 1 - less
            ply += 1
            state = ENTER
        else:
            if ply == 0:
                return DONE
            score = -frames.best[ply]
            ply -= 1
            left, side = levels.left[ply], 3 - side
            at = frames.at[ply]
            tie = ties_count(ply, at, board, frames)
            low, high = frames.low[ply] - tie, frames.high[ply]
            if score > low and levels.reduced[ply] > 0:
                # Better than thought: the same question again, as deep as others are looked at.
                levels.left[ply + 1] = left - 1
                levels.reduced[ply] = 0
                frames.low[ply + 1] = -(low + 1) if frames.narrow[ply] else -high
                frames.high[ply + 1] = -low
                ply += 1
                state = ENTER
                continue
            if frames.narrow[ply] and low < score < high:
                frames.narrow[ply] = 0
                frames.low[ply + 1], frames.high[ply + 1] = -high, -low
                ply += 1
                state = ENTER
                continue
            move_stone(at, side, -1, setup, board, judge, desk)
            cell = board.cell_of[at]
            state = NEXT
            if score > frames.best[ply] or (tie and score == frames.best[ply]):
                frames.best[ply], frames.best_cell[ply] = score, cell
                if score > low:
                    frames.low[ply] = score
                    raise_line(ply, cell, frames)
                if score >= high:
                    control[CUTOFFS] += 1
                    remember_cutoff(ply, cell, side, max(1, left), frames)
                    if setup.table_bits:
                        keep(
                            table, setup.table_bits, np.uint64(frames.key[ply]), 0, left, LOWER,
                            cell, score,
                        )  # fmt: skip
                    state = LEAVE
